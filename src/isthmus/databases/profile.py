"""What a database can be asked about: tables of named things, with their measures, categories, years and ties to each other.

Read from the data, through the database's own bounded connection: a column of text whose values are mostly names makes a table a
subject; numbers that a person would compare are measures; few values that repeat are categories.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlglot import exp

from isthmus.databases.base import Bounds, Database, QueryError
from isthmus.databases.names import looks_like_name
from isthmus.databases.schema import Catalog, Cell, Column, Table
from isthmus.databases.wording import is_name, is_opaque, is_part_of_name, plural, singular, words

MIN_ROWS = 5
MAX_ROWS = 200_000
"""Rows of a table that is asked about: fewer give nothing to choose among, more take long."""
NAME_SHARE = 0.9
"""Different names among all, at least, so that a name says which row."""
CATEGORIES = (2, 60)
"""Different values of a category."""
_BOUNDS = Bounds(rows=200, seconds=10.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """A column of numbers that a person would compare."""

    column: str
    words: str
    values: tuple[int | float, ...]
    """Up to a hundred different values of it, ascending."""
    is_year: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Category:
    """A column with few values that repeat."""

    column: str
    words: str
    values: tuple[tuple[str, int], ...]
    """(value, rows), the most frequent first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A table of named things."""

    table: str
    name: str
    """Column of the names."""
    noun: str
    """What one of them is called."""
    names: tuple[str, ...]
    """Up to a hundred of the names, spread over the table."""
    rows: int
    measures: tuple[Measure, ...]
    categories: tuple[Category, ...]
    key: str = ""
    """Column that others refer to; empty when none is declared."""
    parents: tuple[Parent, ...] = ()
    """Other subjects that it refers to."""

    @property
    def nouns(self) -> str:
        """Return what several of them are called."""
        return plural(self.noun)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parent:
    """A tie of a subject to another."""

    column: str
    """The column that refers."""
    key: str
    """The column it refers to."""
    subject: Subject
    """The other, without its own parents."""


def profile(database: Database, catalog: Catalog) -> tuple[Subject, ...]:
    """Return the subjects of a database in order of table; none when nothing in it is named.

    Raises:
        InfrastructureError: when the database is broken.
    """
    reader = _Reader(database)
    alone = {
        table.name.lower(): found for table in catalog.tables if (found := reader.subject(table)) is not None
    }
    subjects = []
    for name, subject in alone.items():
        table = catalog.table(name)
        assert table is not None
        parents = []
        for column in table.columns:
            other, _, key = column.references.partition(".")
            parent = alone.get(other.lower())
            if parent is not None and parent is not subject:
                parents.append(Parent(column=column.name, key=key or parent.key, subject=parent))
        subjects.append(replace(subject, parents=tuple(parent for parent in parents if parent.key)))
    return tuple(subjects)


class _Reader:
    def __init__(self, database: Database) -> None:
        self._database = database

    def subject(self, table: Table) -> Subject | None:
        """Return the table as a subject, or None when its rows have no names or there are too few or many."""
        noun = singular(words(table.name))
        if table.is_view or not noun or table.rows is None or not MIN_ROWS <= table.rows <= MAX_ROWS:
            return None
        called_so = sorted(table.columns, key=lambda column: not is_name(column.name))
        name = next((column for column in called_so if self._names(table, column)), None)
        if name is None:
            return None
        others = [c for c in table.columns if c is not name and not c.references]
        return Subject(
            table=table.name,
            name=name.name,
            noun=noun,
            names=tuple(str(v) for v in self._spread(table, name.name)),
            rows=table.rows,
            measures=tuple(m for c in others if (m := self._measure(table, c)) is not None),
            categories=tuple(k for c in others if (k := self._category(table, c)) is not None),
            key=next((c.name for c in table.columns if c.primary_key), ""),
        )

    def _names(self, table: Table, column: Column) -> bool:
        """Return whether nearly each row has a value of its own here, and it looks like a name or the column is called so."""
        if column.references or not column.samples or not all(isinstance(v, str) for v in column.samples):
            return False
        if is_opaque(column.name):
            return False
        if not is_name(column.name) and any(is_part_of_name(other.name) for other in table.columns):
            return False  # people, whose names lie in two columns
        values = [str(value) for value in self._spread(table, column.name)]
        fit = sum((is_name(column.name) and _is_short(value)) or looks_like_name(value) for value in values)
        if len(values) < MIN_ROWS or fit < NAME_SHARE * len(values):
            return False
        rows = self._rows(f"SELECT count(DISTINCT {self._q(column.name)}) FROM {self._table(table)}")
        return bool(rows) and isinstance(rows[0][0], int) and rows[0][0] >= NAME_SHARE * (table.rows or 0)

    def _measure(self, table: Table, column: Column) -> Measure | None:
        said = words(column.name)
        if column.primary_key or not said or is_opaque(column.name):
            return None
        if not column.samples or not all(isinstance(v, int | float) for v in column.samples):
            return None
        values = [v for v in self._spread(table, column.name) if isinstance(v, int | float)]
        if len(values) < MIN_ROWS:
            return None
        is_year = "year" in said.split()
        if is_year and not all(isinstance(v, int) and 1000 <= v <= 2100 for v in values):
            return None
        return Measure(column=column.name, words=said, values=tuple(sorted(values)), is_year=is_year)

    def _category(self, table: Table, column: Column) -> Category | None:
        said = words(column.name)
        if not said or is_opaque(column.name) or not all(isinstance(v, str) for v in column.samples):
            return None
        q = self._q(column.name)
        rows = self._rows(
            f"SELECT {q}, count(*) FROM {self._table(table)} WHERE {q} IS NOT NULL AND {q} <> '' "
            f"GROUP BY {q} ORDER BY count(*) DESC, {q} LIMIT {CATEGORIES[1] + 1}"
        )
        values = [
            (value, count) for value, count in rows if isinstance(value, str) and isinstance(count, int)
        ]
        read = [(v, n) for v, n in values if len(v) <= 40 and len(v) > 3 and any(c.islower() for c in v)]
        if not CATEGORIES[0] <= len(values) <= CATEGORIES[1] or len(read) < len(values) * 0.8:
            return None
        return Category(column=column.name, words=said, values=tuple(read)) if read[0][1] > 2 else None

    def _spread(self, table: Table, column: str) -> Sequence[Cell]:
        """Return up to a hundred different values, spread evenly over all of them in order."""
        q = self._q(column)
        step = max(1, (table.rows or 1) // 100)
        rows = self._rows(
            f"SELECT v FROM (SELECT {q} AS v, row_number() OVER (ORDER BY {q}) AS n FROM {self._table(table)} "
            f"WHERE {q} IS NOT NULL) AS s WHERE n % {step} = 0 GROUP BY v ORDER BY v"
        )
        return [value for (value,) in rows if value != ""]

    def _rows(self, sql: str) -> Sequence[tuple[Cell, ...]]:
        try:
            return self._database.execute(sql, _BOUNDS).rows
        except QueryError:
            return ()

    def _table(self, table: Table) -> str:
        return self._q(table.name)

    def _q(self, name: str) -> str:
        return exp.to_identifier(name, quoted=True).sql(dialect=self._database.dialect)


def _is_short(value: str) -> bool:
    return len(value.split()) <= 10 and len(value) <= 80 and any(character.isalpha() for character in value)
