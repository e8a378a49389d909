"""Cases of table scoring: a predicted table, the true ones, and how they are to be compared.

    {"id": "q1", "pred": {"columns": ["n"], "rows": [[3]]}, "golds": [{"columns": ["n"], "rows": [[3]]}]}

Read by hand and not through the record adapters: a message names the key, and a value keeps the type the file gives it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from isthmus.databases import Cell, QueryResult
from isthmus.errors import RecordError, StorageError
from isthmus.records.jsonl import open_text

Row = tuple[Cell, ...]
Choice = tuple[int, ...] | tuple[tuple[int, ...], ...]
"""Positions of the columns of a true table that count: the same for all, or one tuple for each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A result of a query."""

    columns: tuple[str, ...]
    """Names in order; the same name may occur twice."""
    rows: tuple[Row, ...]
    """In order, each as long as `columns`."""

    def column(self, number: int) -> list[Cell]:
        """Return the values of one column."""
        return [row[number] for row in self.rows]

    @classmethod
    def of(cls, result: QueryResult) -> Table:
        """Return the table of a query's result."""
        return cls(columns=result.columns, rows=result.rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCase:
    """A comparison to make."""

    id: str
    """Unique in the file."""
    pred: Table
    """What is to be judged."""
    golds: tuple[Table, ...]
    """True tables; any may match."""
    condition_cols: Choice = ()
    """Columns of the true tables that count, for `spider2`; all when empty."""
    ordered: bool = False
    """Whether the order of rows counts."""
    strict: bool = False
    """Whether `hdr` forgives neither missing columns nor rows beyond the first."""
    match: bool | None = None
    """A verdict to compare with."""


_KEYS = ("id", "pred", "golds", "condition_cols", "ignore_order", "ordered", "strict", "match")


def read_cases(path: Path) -> Iterator[TableCase]:
    """Yield the cases of a JSONL file, one at a time.

    Raises:
        RecordError: names file, line, key and fix of the first line that is no case, or whose id was there before; or the
            file when it holds no case.
        StorageError: when the file cannot be read.
    """
    first_line: dict[str, int] = {}
    try:
        with open_text(path) as file:
            for number, line in enumerate(file, start=1):
                if not line.strip():
                    continue
                case = parse_case(line, place=f"{path}:{number}")
                if case.id in first_line:
                    problem = f"id: {case.id!r} is also on line {first_line[case.id]}"
                    raise RecordError(
                        problem, place=f"{path}:{number}", fix="give each case an id of its own"
                    )
                first_line[case.id] = number
                yield case
    except UnicodeDecodeError as error:
        raise RecordError(
            f"not UTF-8 ({error.reason})", place=str(path), fix="convert the file to UTF-8"
        ) from None
    except OSError as error:
        raise StorageError(
            f"cannot read: {error.strerror or error}", place=str(path), fix="name a JSONL file of cases"
        ) from None
    if not first_line:
        raise RecordError("no case in the file", place=str(path), fix="write one JSON object a line")


def parse_case(line: str, *, place: str = "") -> TableCase:
    """Return the case in one line of JSON.

    Raises:
        RecordError: names `place`, the key and the fix when the line is no case.
    """
    try:
        value = json.loads(line)
    except RecursionError:
        raise RecordError("not JSON: nested too deep", place=place, fix="mend or remove the line") from None
    except ValueError as error:
        raise RecordError(f"not JSON: {error}", place=place, fix="mend or remove the line") from None
    if not isinstance(value, dict):
        raise RecordError(
            "not a case: not an object", place=place, fix='write {"id": ..., "pred": ..., "golds": [...]}'
        )
    return _Reader(value, place).case()


class _Reader:
    """One line's object, with the place for messages."""

    def __init__(self, value: Mapping[str, Any], place: str) -> None:
        self.value = value
        self.place = place

    def refuse(self, key: str, problem: str, fix: str) -> RecordError:
        return RecordError(f"{key}: {problem}", place=self.place, fix=fix)

    def case(self) -> TableCase:
        for key in self.value:
            if key not in _KEYS:
                raise self.refuse(key, "unknown key", f"choose from {', '.join(_KEYS)}")
        for key in ("id", "pred", "golds"):
            if key not in self.value:
                raise self.refuse(key, "missing", f"give the case its {key}")
        identity = self.value["id"]
        if not isinstance(identity, str) or not identity:
            raise self.refuse("id", f"{_short(identity)} is no name", "give a text in quotes")
        golds = self.value["golds"]
        if not isinstance(golds, list):
            raise self.refuse("golds", "not a list", "give a list of tables, also for one")
        return TableCase(
            id=identity,
            pred=self.table("pred", self.value["pred"]),
            golds=tuple(self.table(f"golds.{number}", gold) for number, gold in enumerate(golds)),
            condition_cols=self.choice(),
            ordered=self.is_ordered(),
            strict=self.flag("strict") or False,
            match=self.flag("match"),
        )

    def flag(self, key: str) -> bool | None:
        value = self.value.get(key)
        if value is not None and not isinstance(value, bool):
            raise self.refuse(key, f"{_short(value)} is not true or false", "give true or false")
        return value

    def is_ordered(self) -> bool:
        ordered, ignored = self.flag("ordered"), self.flag("ignore_order")
        if ordered is not None and ignored is not None and ordered == ignored:
            raise self.refuse("ordered", "contradicts ignore_order", "give one of the two")
        if ordered is None:
            return ignored is False
        return ordered

    def table(self, key: str, value: object) -> Table:
        if not isinstance(value, dict):
            raise self.refuse(key, "not an object", 'give {"columns": [...], "rows": [[...], ...]}')
        for name in value:
            if name not in ("columns", "rows"):
                raise self.refuse(f"{key}.{name}", "unknown key", "choose from columns, rows")
        columns, rows = value.get("columns"), value.get("rows")
        if not isinstance(columns, list) or not all(isinstance(name, str) for name in columns):
            raise self.refuse(f"{key}.columns", "not a list of names", "give the names as texts in order")
        if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
            raise self.refuse(f"{key}.rows", "not a list of lists", "give one list a row")
        for number, row in enumerate(rows):
            if len(row) != len(columns):
                problem = f"{len(row)} values for {len(columns)} columns"
                raise self.refuse(f"{key}.rows.{number}", problem, "give each row one value a column")
            for cell in row:
                if isinstance(cell, list | dict):
                    problem = f"{_short(cell)} is no value of a table"
                    raise self.refuse(f"{key}.rows.{number}", problem, "give JSON inside a cell as text")
        return Table(columns=tuple(columns), rows=tuple(map(tuple, rows)))

    def choice(self) -> Choice:
        value = self.value.get("condition_cols") or []
        if isinstance(value, list):
            if all(type(number) is int for number in value):
                return tuple(value)
            if all(isinstance(part, list) and all(type(n) is int for n in part) for part in value):
                return cast(Choice, tuple(tuple(part) for part in value))
        raise self.refuse(
            "condition_cols",
            f"{_short(value)} is neither positions nor one list of positions for each true table",
            "give [0, 2] or [[0, 2], [1, 3]]",
        )


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}..."
