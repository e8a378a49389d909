"""HybridDeepResearch's second chance: columns compared one by one, each sorted on its own.

Each predicted column, in order, takes the first true column left that it agrees with: as sorted values, as values in any order,
as numbers (texts read as numbers too), or as numbers of which one side is a hundred times the other and none is above 100.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np

from isthmus.databases import Cell
from isthmus.scoring.tables.frames import Held, Kind, hold, is_null
from isthmus.scoring.tables.hdr_cells import (
    ABSOLUTE,
    RELATIVE,
    Profile,
    Reader,
    near_each,
    same_in_any_order,
)
from isthmus.scoring.tables.verdicts import Budget, NotComparable

PERCENT_ABSOLUTE = 0.1
PERCENT_MOST = 100
_INT64_MIN = -(2**63)
_INT64_MAX = 2**63 - 1
_VECTOR_SPEED = 50
"""Values numpy compares in the time of one step."""
_NUMBER = re.compile(r"[ \t\n\v\f\r]*[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?[ \t\n\v\f\r]*")
_WHOLE = re.compile(r"[ \t\n\v\f\r]*[+-]?[0-9]{1,19}[ \t\n\v\f\r]*")
_INFINITE = re.compile(r"([+-]?)inf(?:inity)?", re.IGNORECASE)


class Sorted:
    """A column as the frame holds it, sorted, missing values last."""

    def __init__(self, cells: Sequence[Cell], reader: Reader) -> None:
        """Sort the column.

        Raises:
            NotComparable: when it mixes values that have no order.
        """
        held = hold(cells)
        self.kind = held.kind
        self.reader = reader
        self.values = _in_order(held)

    @cached_property
    def profile(self) -> Profile:
        """The values as the comparison of cells sees them."""
        return Profile(self.reader.column(self.values))

    @cached_property
    def numbers(self) -> np.ndarray:
        """The values read as numbers, NaN where they are none."""
        try:
            return np.array([_number(value) for value in self.values], dtype=float)
        except OverflowError:
            raise NotComparable("a whole number too large for a float") from None

    @cached_property
    def wraps(self) -> np.ndarray:
        """Where the smallest whole number of 64 bits stands in a column of such numbers; machine arithmetic goes wrong on it.

        Its absolute value is itself, so it counts as small, and a hundred times it is 0.
        """
        lowest = self.numbers == float(_INT64_MIN)
        return lowest if lowest.any() and all(map(_is_int64, self.values)) else np.zeros_like(lowest)


def _is_int64(value: Cell) -> bool:
    if isinstance(value, str):
        return _WHOLE.fullmatch(value) is not None and _INT64_MIN <= int(value) <= _INT64_MAX
    return isinstance(value, int) and _INT64_MIN <= value <= _INT64_MAX


def _in_order(held: Held) -> list[Cell]:
    present = [value for value in held.values if not is_null(value)]
    missing: list[Cell] = [value for value in held.values if is_null(value)]
    if held.kind is Kind.OBJECT:
        missing = [None] * len(missing)
    try:
        present.sort()
    except TypeError:
        raise NotComparable("a column mixes values that have no order") from None
    return [*present, *missing]


def _number(value: Cell) -> float:
    if isinstance(value, int | float):
        return float(value)
    if isinstance(value, str):
        if _NUMBER.fullmatch(value):
            return float(value)
        infinite = _INFINITE.fullmatch(value)
        if infinite:
            return float(f"{infinite[1]}inf")
    return float("nan")


def columns_found(pred: Sequence[Sequence[Cell]], gold: Sequence[Sequence[Cell]], budget: Budget) -> int:
    """Return how many predicted columns find a true column of their own.

    Raises:
        NotComparable: where the benchmark's comparison stops with an error.
        TooLarge: when the budget is spent.
    """
    reader = Reader()
    left = _lazily(pred, reader, budget)
    right = _lazily(gold, reader, budget)
    known: dict[tuple[int, int], bool] = {}
    free = list(range(len(gold)))
    found = 0
    for number in range(len(pred)):
        for other in free:
            a, b = left(number), right(other)
            pair = (id(a), id(b))
            if pair not in known:
                known[pair] = _agree(a, b, budget)
            if known[pair]:
                free.remove(other)
                found += 1
                break
    return found


def _lazily(columns: Sequence[Sequence[Cell]], reader: Reader, budget: Budget) -> Callable[[int], Sorted]:
    """Return a function that sorts a column when it is first asked for; columns of the same values share the result."""
    made: dict[int, Sorted] = {}
    same: dict[tuple[tuple[Cell, ...], tuple[type, ...]], Sorted] = {}

    def get(number: int) -> Sorted:
        if number not in made:
            cells = columns[number]
            budget.spend(1 + len(cells))
            key = (tuple(cells), tuple(map(type, cells)))
            if key not in same:
                same[key] = Sorted(cells, reader)
            made[number] = same[key]
        return made[number]

    return get


def _agree(a: Sorted, b: Sorted, budget: Budget) -> bool:
    budget.spend(1 + len(a.values) // 20)
    return _identical(a, b) or same_in_any_order(a.profile, b.profile, budget) or _same_numbers(a, b, budget)


def _identical(a: Sorted, b: Sorted) -> bool:
    """Return whether the sorted values are the same one by one, as pandas' own test has it."""
    if a.values == b.values:
        return True  # Missing values too: a frame's column holds one and the same NaN.
    loose = {Kind.FLOAT, Kind.OBJECT}
    if a.kind not in loose or b.kind not in loose:
        return False
    if any(isinstance(value, str | bytes) for value in (*a.values, *b.values)):
        return False
    if [value is None for value in a.values] != [value is None for value in b.values]:
        return False
    x, y = a.numbers, b.numbers
    with np.errstate(invalid="ignore", over="ignore"):
        allowed = np.maximum(RELATIVE * np.maximum(np.abs(x), np.abs(y)), ABSOLUTE)
        close = (np.abs(x - y) <= allowed) & np.isfinite(x) & np.isfinite(y)
    return bool(np.all(close | (x == y) | (np.isnan(x) & np.isnan(y))))


def _same_numbers(a: Sorted, b: Sorted, budget: Budget) -> bool:
    budget.spend(1 + len(a.values) // _VECTOR_SPEED)
    x, y = a.numbers, b.numbers
    if bool(np.isnan(x).all()) or bool(np.isnan(y).all()):
        return False
    if bool(near_each(x, y).all()):
        return True
    # Nothing is asked about which side is the percentage: 0.5 and 50 agree, and so do 0.001 and 0.
    if not _is_small(a) or not _is_small(b):
        return False
    ways = ((x, _hundredfold(b)), (_hundredfold(a), y))
    return any(bool(near_each(*way, PERCENT_ABSOLUTE).all()) for way in ways)


def _is_small(column: Sorted) -> bool:
    numbers = column.numbers
    return bool((np.isnan(numbers) | (np.abs(numbers) <= PERCENT_MOST) | column.wraps).all())


def _hundredfold(column: Sorted) -> np.ndarray:
    return np.where(column.wraps, 0.0, column.numbers * 100)
