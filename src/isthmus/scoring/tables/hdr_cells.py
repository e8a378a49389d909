"""Values and columns as HybridDeepResearch compares them.

Text is compared without case and outer blanks; fractions are rounded to 3 digits and then agree within 1e-5 of the second one;
cells that both hold JSON agree when the values of the smaller one are found in the larger one, whatever the keys.
This sameness is not transitive, and columns are matched greedily in the order of their rows, so the outcome may depend on that
order. It is reproduced; only where order cannot matter a quicker way is taken.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from isthmus.databases import Cell
from isthmus.scoring.tables.frames import NAN
from isthmus.scoring.tables.verdicts import Budget, NotComparable

DIGITS = 3
RELATIVE = 1e-5
ABSOLUTE = 1e-8
_EXACT_FLOAT = 2**53
_VECTOR_SPEED = 50
"""Values numpy compares in the time of one step."""


class Json:
    """The content of a text that is a JSON list or object, beside the text as compared with other texts."""

    __slots__ = ("content", "text")

    def __init__(self, text: str, content: Any) -> None:
        self.text = text
        self.content = content


Value = int | float | str | bytes | Json | None


class Reader:
    """Makes comparable values of cells; equal texts are read once."""

    def __init__(self) -> None:
        """Start with nothing read."""
        self._read: dict[str, str | Json] = {}

    def column(self, cells: Sequence[Cell]) -> list[Value]:
        """Return the values of a column."""
        return [self.value(cell) for cell in cells]

    def value(self, cell: Cell) -> Value:
        """Return one value.

        Raises:
            NotComparable: when the text is JSON that cannot be read: nested too deep, a number too long.
        """
        if isinstance(cell, float):
            return rounded(cell)
        if not isinstance(cell, str):
            return cell
        known = self._read.get(cell)
        if known is None:
            known = self._read[cell] = _text(cell)
        return known


def rounded(number: float) -> float:
    """Return a number to the digits that count."""
    return NAN if number != number else round(number, DIGITS)


def _text(cell: str) -> str | Json:
    stripped = cell.strip()
    folded = stripped.casefold()
    if not stripped or stripped[0] not in "[{":
        return folded
    try:
        return Json(folded, json.loads(stripped))
    except json.JSONDecodeError:
        return folded
    except (ValueError, RecursionError):
        raise NotComparable("JSON that cannot be read") from None


def same(a: Value, b: Value, budget: Budget) -> bool:
    """Return whether two values agree.

    Raises:
        NotComparable: when a whole number is too large to be compared with a fraction.
        TooLarge: when the budget is spent.
    """
    if isinstance(a, Json) and isinstance(b, Json):
        try:
            return _contents_agree(a.content, b.content, budget)
        except RecursionError:
            raise NotComparable("JSON nested too deep") from None
    return _plain_agree(a.text if isinstance(a, Json) else a, b.text if isinstance(b, Json) else b)


def _plain_agree(a: Any, b: Any) -> bool:
    if (
        isinstance(a, int | float)
        and isinstance(b, int | float)
        and (isinstance(a, float) or isinstance(b, float))
    ):
        return near(a, b)
    return bool(a == b)


def near(a: int | float, b: int | float) -> bool:
    """Return whether two numbers agree, one of them a fraction; the second one's size sets what is forgiven."""
    try:
        a, b = float(a), float(b)
    except OverflowError:
        raise NotComparable("a whole number too large for a float") from None
    if a == b or (a != a and b != b):
        return True
    return abs(b) != float("inf") and abs(a - b) <= ABSOLUTE + RELATIVE * abs(b)


def _contents_agree(a: Any, b: Any, budget: Budget) -> bool:
    if isinstance(a, dict) and isinstance(b, dict):
        left, right = _leaves(a), _leaves(b)
        budget.spend(5 + 2 * (len(left) + len(right)))
        return _is_covered(*((left, right) if len(left) <= len(right) else (right, left)), budget)
    if isinstance(a, list) and isinstance(b, list):
        budget.spend(1 + len(a))
        return len(a) == len(b) and all(_contents_agree(x, y, budget) for x, y in zip(a, b, strict=True))
    return _plain_agree(_leaf(a), _leaf(b))


def _leaf(value: Any) -> Any:
    if isinstance(value, float):
        return rounded(value)
    return value.strip().casefold() if isinstance(value, str) else value


def _leaves(content: Any) -> list[Any]:
    if isinstance(content, dict | list):
        parts = content.values() if isinstance(content, dict) else content
        return [leaf for part in parts for leaf in _leaves(part)]
    return [_leaf(content)]


def _is_covered(small: list[Any], large: list[Any], budget: Budget) -> bool:
    """Return whether each value of one list takes the first free one of the other that agrees."""
    free = list(large)
    for value in small:
        for place, other in enumerate(free):
            if _plain_agree(value, other):
                budget.spend(place + 2)
                del free[place]
                break
        else:
            budget.spend(len(free) + 2)
            return False
    return True


def same_in_order(a: Sequence[Value], b: Sequence[Value], budget: Budget) -> bool:
    """Return whether two columns agree row by row."""
    if len(a) != len(b):
        return False
    for compared, (x, y) in enumerate(zip(a, b, strict=True)):
        if x is not y and (type(x) is not type(y) or x != y) and not same(x, y, budget):
            budget.spend(compared + 1)
            return False
    budget.spend(1 + len(a))
    return True


class Profile:
    """A column sorted out by what can agree with what: numbers, plain texts, texts that may be JSON, the rest."""

    __slots__ = ("counts", "json", "numbers", "ordered", "size", "strange", "whole")

    def __init__(self, values: Sequence[Value]) -> None:
        """Sort the values out, each group in the order of the rows."""
        self.size = len(values)
        self.numbers: list[int | float] = []
        self.json: list[Value] = []
        plain: list[Value] = []
        for value in values:
            if isinstance(value, int | float):
                self.numbers.append(value)
            elif isinstance(value, Json) or (isinstance(value, str) and value[:1] in ("[", "{")):
                self.json.append(value)
            else:
                plain.append(value)
        # A plain dict: a counter's own comparison is slow.
        self.counts: dict[Value, int] = dict(Counter(plain))
        self.strange = any(isinstance(n, int) and abs(n) > _EXACT_FLOAT for n in self.numbers)
        self.whole = not any(isinstance(n, float) for n in self.numbers)
        self.ordered = np.sort(np.array([] if self.strange else self.numbers, dtype=float))


def same_in_any_order(a: Profile, b: Profile, budget: Budget) -> bool:
    """Return whether each value of one column takes the first free value of the other that agrees, and none is left.

    Raises:
        NotComparable: when a whole number is too large to be compared with a fraction.
        TooLarge: when the budget is spent.
    """
    budget.spend(20 + a.size // 20)
    return (
        (a.size, len(a.numbers), len(a.json)) == (b.size, len(b.numbers), len(b.json))
        and a.counts == b.counts
        and _numbers_agree(a, b, budget)
        and _greedy(a.json, b.json, budget)
    )


def _numbers_agree(a: Profile, b: Profile, budget: Budget) -> bool:
    if a.strange or b.strange:
        return _greedy(a.numbers, b.numbers, budget)
    if a.whole and b.whole:
        return bool(np.array_equal(a.ordered, b.ordered))
    # If any pairing works, pairing in sorted order does: what is forgiven grows with the number, slower than the number.
    if not bool(np.all(near_each(a.ordered, b.ordered))):
        return False
    budget.spend(1 + len(a.numbers) // 2)
    union = np.unique(np.concatenate([a.ordered, b.ordered]))
    if not bool(np.any(near_each(union[:-1], union[1:]) | near_each(union[1:], union[:-1]))):
        return True  # Values that differ are never near, so the sorted columns were equal.
    return _greedy_numbers(a.numbers, b.numbers, budget)


def near_each(a: np.ndarray, b: np.ndarray, absolute: float = ABSOLUTE) -> np.ndarray:
    """Return for each two numbers of two arrays whether they agree; NaN agrees with NaN."""
    with np.errstate(invalid="ignore", over="ignore"):
        close = (np.abs(a - b) <= absolute + RELATIVE * np.abs(b)) & np.isfinite(b)
    return np.asarray(close | (a == b) | (np.isnan(a) & np.isnan(b)))


def _greedy_numbers(a: Sequence[int | float], b: Sequence[int | float], budget: Budget) -> bool:
    others = np.array(b, dtype=float)
    fractions = np.array([isinstance(n, float) for n in b])
    free = np.ones(len(b), dtype=bool)
    for number in a:
        budget.spend(10 + len(b) // _VECTOR_SPEED)
        value = np.full(len(b), float(number))
        fits = (
            near_each(value, others)
            if isinstance(number, float)
            else ((others == value) | (fractions & near_each(value, others)))
        )
        fits &= free
        place = int(np.argmax(fits))
        if not fits[place]:
            return False
        free[place] = False
    return True


def _greedy(a: Sequence[Value], b: Sequence[Value], budget: Budget) -> bool:
    free = list(b)
    for value in a:
        for place, other in enumerate(free):
            if value is other or same(value, other, budget):
                budget.spend(place + 1)
                del free[place]
                break
        else:
            budget.spend(len(free) + 1)
            return False
    return True
