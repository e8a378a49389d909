"""The schema of a database as a prompt shows it: tables, columns, types, keys, row counts, sample values."""

from __future__ import annotations

from dataclasses import dataclass

Cell = int | float | str | bytes | None
"""A value of a result; NULL is None."""
SAMPLE_CHARACTERS = 40
"""Characters of a sample value that are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column of a table."""

    name: str
    """Name as written."""
    type: str
    """Declared type; may be empty."""
    primary_key: bool = False
    """Whether it belongs to the primary key."""
    nullable: bool = True
    """Whether NULL is allowed, as declared."""
    references: str = ""
    """`table.column` a foreign key leads to; empty for none."""
    samples: tuple[Cell, ...] = ()
    """The first few different values that are not NULL."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table or view."""

    name: str
    """Name as written."""
    columns: tuple[Column, ...]
    """In declared order."""
    rows: int | None = None
    """Number of rows; None when counting took too long."""
    is_view: bool = False
    """Whether it is a view."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalog:
    """The schema of a database."""

    database: str
    """Id of the database."""
    dialect: str
    """SQL dialect, by sqlglot's name."""
    tables: tuple[Table, ...]
    """In order of name."""

    def table(self, name: str) -> Table | None:
        """Return the table of a name, whatever its case."""
        return next((table for table in self.tables if table.name.lower() == name.lower()), None)

    def text(self) -> str:
        """Return the schema as a prompt shows it."""
        head = f"Database {self.database} ({self.dialect}), {len(self.tables)} tables"
        return "\n\n".join([head, *(_table_text(table) for table in self.tables)])


def _table_text(table: Table) -> str:
    kind = "view" if table.is_view else "table"
    rows = "row count unknown" if table.rows is None else f"{table.rows} rows"
    return "\n".join(
        [f"{kind} {table.name} ({rows})", *(f"  {_column_text(column)}" for column in table.columns)]
    )


def _column_text(column: Column) -> str:
    parts = [f"{column.name} {column.type}".rstrip()]
    parts += ["primary key"] if column.primary_key else []
    parts += [f"-> {column.references}"] if column.references else []
    samples = ", ".join(_sample_text(value) for value in column.samples)
    return " ".join(parts) + (f"; e.g. {samples}" if samples else "")


def _sample_text(value: Cell) -> str:
    if isinstance(value, bytes):
        return f"<{len(value)} bytes>"
    if not isinstance(value, str):
        return str(value)
    flat = " ".join(value.split())
    flat = flat if len(flat) <= SAMPLE_CHARACTERS else flat[: SAMPLE_CHARACTERS - 1] + "…"
    return "'" + flat.replace("'", "''") + "'"
