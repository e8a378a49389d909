"""The world as a relational database: a table a kind, foreign keys for relations.

A relation of several values is a table of its own. Rows keep the order of the world, so its n-th person is `people.id = n`.
Numbers, years and dates (ISO) are stored as such, not as the words of the pages.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path

from isthmus.errors import StorageError
from isthmus.worlds.fields import CITES, FIELDS
from isthmus.worlds.pages import BLOCK
from isthmus.worlds.schema import Field, Form, View, read
from isthmus.worlds.sizes import Kind

TABLES: dict[Kind, str] = {
    Kind.COUNTRY: "countries", Kind.REGION: "regions", Kind.CITY: "cities", Kind.RIVER: "rivers", Kind.LANGUAGE: "languages",
    Kind.GENRE: "genres", Kind.FIELD: "fields", Kind.UNIVERSITY: "universities", Kind.OBSERVATORY: "observatories",
    Kind.MUSEUM: "museums", Kind.ORCHESTRA: "orchestras", Kind.COMPANY: "companies", Kind.LABEL: "labels",
    Kind.PUBLISHER: "publishers", Kind.AWARD: "awards", Kind.PERSON: "people", Kind.BAND: "bands", Kind.BOOK: "books",
    Kind.ALBUM: "albums", Kind.FILM: "films", Kind.PAINTING: "paintings", Kind.STRUCTURE: "structures", Kind.SHIP: "ships",
    Kind.EXPEDITION: "expeditions", Kind.FESTIVAL: "festivals", Kind.BATTLE: "battles", Kind.PAPER: "papers",
}  # fmt: skip
"""Table of each kind."""

Cell = int | str | None


def relation_columns(field: Field) -> list[str]:
    """Return the foreign key columns of a relation: one, or one for each kind of object."""
    if len(field.targets) == 1:
        return [f"{field.name}_id"]
    return [f"{field.name}_{target.name.lower()}_id" for target in field.targets]


def database_fields(kind: Kind) -> tuple[Field, ...]:
    """Return the fields of a kind that the database holds."""
    return (*FIELDS[kind], CITES) if kind is Kind.PAPER else FIELDS[kind]


def schema_of(kind: Kind) -> list[str]:
    """Return the CREATE statements of a kind: its table, then one for each relation of several values."""
    table = TABLES[kind]
    columns = ["id INTEGER PRIMARY KEY", "name TEXT NOT NULL", "title TEXT NOT NULL UNIQUE"]
    statements = []
    for field in database_fields(kind):
        references = [
            f'"{column}" INTEGER REFERENCES {TABLES[target]}(id)'
            for column, target in zip(relation_columns(field), field.targets, strict=bool(field.targets))
        ]
        if field.form is Form.ENTITIES:
            inside = [
                "owner_id INTEGER NOT NULL REFERENCES " + f"{table}(id)",
                "position INTEGER NOT NULL",
                *references,
            ]
            statements.append(
                f"CREATE TABLE {table}_{field.name} ({', '.join(inside)}, PRIMARY KEY (owner_id, position)) STRICT"
            )
        elif field.form is Form.ENTITY:
            columns += references
        elif field.form is Form.SPAN:
            columns += [f'"{field.name}_from" INTEGER', f'"{field.name}_to" INTEGER']
        else:
            numeric = field.form in (Form.YEAR, Form.NUMBER)
            columns.append(f'"{field.name}" {"INTEGER" if numeric else "TEXT"}')
    return [f"CREATE TABLE {table} ({', '.join(columns)}) STRICT", *statements]


def write_database(view: View, path: Path) -> None:
    """Write the database to a new file, whole or not at all.

    Raises:
        StorageError: when the file cannot be written.
    """
    temporary = path.with_name(f".{path.name}.partial")
    try:
        temporary.unlink(missing_ok=True)
        connection = sqlite3.connect(temporary, isolation_level=None)
        try:
            connection.execute("PRAGMA journal_mode = OFF")
            connection.execute("PRAGMA synchronous = OFF")
            connection.execute("BEGIN")
            for kind in Kind:
                for statement in schema_of(kind):
                    connection.execute(statement)
            for kind in Kind:
                _fill(connection, view, kind)
            connection.execute("COMMIT")
        finally:
            connection.close()
        os.replace(temporary, path)
    except (OSError, sqlite3.OperationalError) as error:
        temporary.unlink(missing_ok=True)
        raise StorageError(f"cannot write: {error}", place=str(path)) from None
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _fill(connection: sqlite3.Connection, view: View, kind: Kind) -> None:
    count, base = view.truth.count(kind), view.truth.sizes.base[kind]
    fields = database_fields(kind)
    for start in range(0, count, BLOCK):
        stop = min(start + BLOCK, count)
        names = view.names
        columns: list[Iterable[Cell]] = [
            range(start + 1, stop + 1),
            names.names[base + start : base + stop],
            names.titles[base + start : base + stop],
        ]
        for field in fields:
            if field.form is Form.ENTITIES:
                _fill_relation(connection, view, kind, field, start, stop)
            else:
                columns += _cells(view, kind, field, start, stop)
        marks = ", ".join("?" * len(columns))
        connection.executemany(f"INSERT INTO {TABLES[kind]} VALUES ({marks})", zip(*columns, strict=True))


def _fill_relation(
    connection: sqlite3.Connection, view: View, kind: Kind, field: Field, start: int, stop: int
) -> None:
    def rows() -> Iterator[list[Cell]]:
        for row, values in enumerate(read(view, kind, field, start, stop), start=start + 1):
            for position, entity in enumerate(values if isinstance(values, list) else (), start=1):
                yield [row, position, *_keys(view, field, entity)]

    marks = ", ".join("?" * (2 + len(field.targets)))
    connection.executemany(f"INSERT INTO {TABLES[kind]}_{field.name} VALUES ({marks})", rows())


def _keys(view: View, field: Field, entity: int) -> list[Cell]:
    base = view.truth.sizes.base
    return [entity - base[k] + 1 if base[k] <= entity < base[k + 1] else None for k in field.targets]


def _cells(view: View, kind: Kind, field: Field, start: int, stop: int) -> list[Iterable[Cell]]:
    """Return the database columns of a field of one value for a block of rows."""
    table = view.truth.tables[kind]
    if field.form is Form.ENTITY:
        keys = [_keys(view, field, entity) for entity in table[field.column][start:stop].tolist()]
        return [[row[place] for row in keys] for place in range(len(field.targets))]
    if field.form is Form.SPAN:
        return [
            [year or None for year in table[name][start:stop].tolist()] for name in (field.column, field.end)
        ]
    if field.form in (Form.YEAR, Form.NUMBER):
        return [[number or None for number in table[field.column][start:stop].tolist()]]
    if field.form is Form.DATE:
        dates: list[int] = table[field.column][start:stop].tolist()
        return [[f"{d // 10_000:04d}-{d // 100 % 100:02d}-{d % 100:02d}" if d else None for d in dates]]
    return [[value for value in read(view, kind, field, start, stop) if not isinstance(value, list)]]
