"""Reads the catalog of a SQLite database through its own guarded connection."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from isthmus.databases.base import Bounds, Database, QueryError
from isthmus.databases.schema import Catalog, Cell, Column, Table

SAMPLES = 3
"""Sample values of a column."""
SAMPLE_ROWS = 1000
"""Rows looked at for samples, so that a huge table costs no more than a small one."""
_DETAIL_SECONDS = 2.0


def quoted(name: str) -> str:
    """Return a name quoted for SQLite."""
    return '"' + name.replace('"', '""') + '"'


def read_catalog(database: Database) -> Catalog:
    """Return the catalog of a SQLite database, read through its own guarded connection."""
    names = database.execute(
        "SELECT name, type = 'view' FROM pragma_table_list WHERE schema = 'main' "
        "AND type IN ('table', 'view', 'virtual') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
        Bounds(rows=10_000),
    )
    tables = [_table(database, _text(name), bool(is_view)) for name, is_view in names.rows]
    return Catalog(
        database=database.id,
        dialect=database.dialect,
        tables=tuple(table for table in tables if table.columns),
    )


def _table(database: Database, name: str, is_view: bool) -> Table:
    columns = [
        Column(name=_text(column), type=_text(kind), nullable=not required, primary_key=bool(key))
        for column, kind, required, key in _details(
            database,
            f'SELECT name, type, "notnull", pk FROM pragma_table_xinfo({_literal(name)}) WHERE hidden <> 1',
        )
    ]
    keys = {
        _text(own).lower(): ".".join(filter(None, (_text(table), _text(other))))
        for own, table, other in _details(
            database,
            f'SELECT "from", "table", "to" FROM pragma_foreign_key_list({_literal(name)}) ORDER BY id DESC, seq',
        )
    }
    samples = _samples(database, name, columns)
    count = next(_details(database, f"SELECT count(*) FROM {quoted(name)}"), (None,))[0]
    return Table(
        name=name,
        columns=tuple(
            replace(column, references=keys.get(column.name.lower(), ""), samples=samples[place])
            for place, column in enumerate(columns)
        ),
        rows=count if isinstance(count, int) else None,
        is_view=is_view,
    )


def _samples(database: Database, name: str, columns: list[Column]) -> list[tuple[Cell, ...]]:
    if not columns:
        return []
    # Long text need not be read whole to be shown shortened.
    names = ", ".join(
        f"CASE typeof({quoted(c.name)}) WHEN 'text' THEN substr({quoted(c.name)}, 1, 200) ELSE {quoted(c.name)} END"
        for c in columns
    )
    found: list[dict[Cell, None]] = [{} for _ in columns]
    for row in _details(database, f"SELECT {names} FROM {quoted(name)} LIMIT {SAMPLE_ROWS}"):
        for values, value in zip(found, row, strict=True):
            if value is not None and len(values) < SAMPLES:
                values[value] = None
        if all(len(values) == SAMPLES for values in found):
            break
    return [tuple(values) for values in found]


def _details(database: Database, sql: str) -> Iterator[tuple[Cell, ...]]:
    """Yield the rows of a statement about the schema; none when it cannot be had (a broken view, a huge table)."""
    try:
        result = database.execute(sql, Bounds(rows=SAMPLE_ROWS, seconds=_DETAIL_SECONDS))
    except QueryError:
        return
    yield from result.rows


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _text(cell: Cell) -> str:
    return cell if isinstance(cell, str) else ""
