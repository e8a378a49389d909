"""Spider 2.0-lite's comparison: every true column that counts has an equal column in the prediction.

The rule, as its evaluation applies it (xlang-ai/Spider2, `spider2-lite/evaluation_suite/evaluate.py`):

- each true column looks for an equal one among all predicted ones; one predicted column may serve several true ones, names and
  further columns do not matter, and rows are not held together;
- numbers agree within 0.01 or one part in 1e9, everything else by plain equality, missing values count as 0;
- where order does not matter, each column is sorted on its own by the text of its values;
- `condition_cols` names the true columns that count. With one true table and a plain list, only its first position is used, and
  position 0 means all columns: a fault of the evaluation that its published numbers contain;
- an error while comparing makes the prediction wrong.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from isthmus.databases import Cell
from isthmus.scoring.tables.frames import Held, Kind, as_float, hold, is_null
from isthmus.scoring.tables.records import Choice, Table, TableCase
from isthmus.scoring.tables.verdicts import Budget, NotComparable, TableReason, Verdict, right, wrong

_ABSOLUTE = 1e-2
_RELATIVE = 1e-9
_EXACT_FLOAT = 2**53
_VECTOR_SPEED = 50
"""Values numpy compares in the time of one step."""


def score_spider2(case: TableCase, budget: Budget) -> Verdict:
    """Compare by Spider 2.0-lite's rule.

    Raises:
        TooLarge: when the budget is spent.
    """
    if not case.golds:
        return wrong(TableReason.NO_GOLD)
    pred = _vectors(case.pred, tuple(range(len(case.pred.columns))), case.ordered, budget)
    reason = TableReason.VALUE_DIFFERS
    for number, gold in enumerate(case.golds):
        try:
            chosen = _chosen(case.condition_cols, number, len(case.golds), len(gold.columns))
            wanted = _vectors(gold, chosen, case.ordered, budget)
            found = all(any(_agree(true, vector, budget) for vector in pred) for true in wanted)
        except NotComparable:
            return wrong(TableReason.NOT_COMPARABLE)
        if found:
            return right()
        if len(gold.rows) != len(case.pred.rows):
            reason = TableReason.ROW_COUNT
    return wrong(reason)


def _chosen(choice: Choice, gold: int, golds: int, width: int) -> tuple[int, ...]:
    """Return the positions of the true columns that count."""
    if choice in ((), ((),)):
        return tuple(range(width))
    part: int | tuple[int, ...]
    nested = all(isinstance(entry, tuple) for entry in choice)
    if golds > 1 and not nested:
        part = tuple(entry for entry in choice if isinstance(entry, int))
    elif gold < len(choice):
        part = choice[gold]
    else:
        raise NotComparable("no positions for this true table")
    # 0, like an empty list, is taken for "no choice was made".
    positions = part if isinstance(part, tuple) else (part,) if part else ()
    if any(not -width <= position < width for position in positions):
        raise NotComparable("no column at this position")
    return tuple(position % width for position in positions) or tuple(range(width))


class _Vector(NamedTuple):
    """A column ready to be compared."""

    values: list[Cell]
    numbers: np.ndarray | None
    """The values as floats, when all are numbers that a float holds."""


def _vectors(table: Table, chosen: Sequence[int], ordered: bool, budget: Budget) -> list[_Vector]:
    budget.spend(len(table.rows) * len(chosen))
    held = _together([hold(table.column(position)) for position in chosen])
    return [_vector(values, ordered) for values in held]


def _together(columns: list[Held]) -> list[list[Cell]]:
    """Return the columns as one array holds them: numbers of several kinds all become floats."""
    kinds = {column.kind for column in columns}
    if len(kinds) > 1 and kinds <= {Kind.INT, Kind.UINT, Kind.FLOAT}:
        return [list(map(as_float, column.values)) for column in columns]
    return [column.values for column in columns]


def _vector(values: Sequence[Cell], ordered: bool) -> _Vector:
    filled: list[Cell] = [0 if is_null(value) else value for value in values]
    if not ordered:
        filled.sort(key=lambda value: (str(value), isinstance(value, int | float)))
    if all(isinstance(v, float) or (isinstance(v, int) and abs(v) <= _EXACT_FLOAT) for v in filled):
        return _Vector(filled, np.array(filled, dtype=float))
    return _Vector(filled, None)


def _agree(left: _Vector, right: _Vector, budget: Budget) -> bool:
    if len(left.values) != len(right.values):
        return False
    if left.numbers is not None and right.numbers is not None:
        budget.spend(1 + len(left.values) // _VECTOR_SPEED)
        return _numbers_agree(left.numbers, right.numbers)
    for compared, (a, b) in enumerate(zip(left.values, right.values, strict=True)):
        if not _same(a, b):
            budget.spend(compared + 1)
            return False
    budget.spend(len(left.values))
    return True


def _numbers_agree(a: np.ndarray, b: np.ndarray) -> bool:
    with np.errstate(invalid="ignore", over="ignore"):
        allowed = np.maximum(_RELATIVE * np.maximum(np.abs(a), np.abs(b)), _ABSOLUTE)
        near = (np.abs(a - b) <= allowed) & np.isfinite(a) & np.isfinite(b)
    return bool(np.all(near | (a == b)))


def _same(a: Cell, b: Cell) -> bool:
    if isinstance(a, int | float) and isinstance(b, int | float):
        try:
            return math.isclose(float(a), float(b), rel_tol=_RELATIVE, abs_tol=_ABSOLUTE)
        except OverflowError:
            raise NotComparable("a whole number too large for a float") from None
    return a == b
