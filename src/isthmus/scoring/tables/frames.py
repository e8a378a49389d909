"""How pandas would hold a column, as far as the benchmarks' verdicts depend on it.

Both benchmarks put results into data frames before they compare, and the frame changes the values: whole numbers beside a NULL
become floats, NULL beside text becomes NaN, numbers beside text stay as they are. Holding columns the same way, without pandas,
is what makes the verdicts agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from isthmus.databases import Cell

NAN = float("nan")
_INT64 = (-(2**63), 2**63 - 1)
_UINT64_MAX = 2**64 - 1


class Kind(StrEnum):
    """What pandas calls the dtype of a column."""

    BOOL = "bool"
    INT = "int"
    UINT = "uint"
    FLOAT = "float"
    TEXT = "text"
    OBJECT = "object"


class Held(NamedTuple):
    """A column as the frame holds it."""

    kind: Kind
    values: list[Cell]


def is_null(value: Cell) -> bool:
    """Return whether pandas takes a value for missing."""
    return value is None or (isinstance(value, float) and value != value)


def hold(values: Sequence[Cell]) -> Held:
    """Return a column as a data frame would hold it."""
    types = set(map(type, values))
    missing = type(None) in types
    if not types or types == {type(None)}:
        return Held(Kind.OBJECT, list(values))
    if types == {bool}:
        return Held(Kind.BOOL, list(values))
    if types <= {int, float, type(None)}:
        return _numbers(values, types, missing)
    if str in types and all(isinstance(value, str) or is_null(value) for value in values):
        return Held(Kind.TEXT, [NAN if is_null(value) else value for value in values])
    return Held(Kind.OBJECT, list(values))


def _numbers(values: Sequence[Cell], types: set[type], missing: bool) -> Held:
    whole = [value for value in values if isinstance(value, int)]
    low, high = min(whole, default=0), max(whole, default=0)
    if low < _INT64[0] or high > (_UINT64_MAX if low >= 0 else _INT64[1]):
        return Held(Kind.OBJECT, list(values))
    if types == {int}:
        return Held(Kind.INT if high <= _INT64[1] else Kind.UINT, list(values))
    if high > _INT64[1] and (missing or any(is_null(value) for value in values)):
        return Held(Kind.OBJECT, list(values))
    return Held(Kind.FLOAT, [NAN if is_null(value) else as_float(value) for value in values])


def as_float(value: Cell) -> float:
    """Return a number of a column of numbers as a float."""
    assert isinstance(value, int | float)
    return float(value)
