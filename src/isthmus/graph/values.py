"""Numbers a text states, as an upper bound: every reading of every number in it.

`1,200` states 1200, `1.5 million` both 1.5 and 1500000, `1.200` both 1.2 and 1200, `1914-18` also 1918, `'85` also
1985, `44 BC` also -44; `the 1960s` and `the sixties` state the range 1960 to 1969, `the 19th century` 1800 to 1900.
`1999-present` and `1999-2005` state their ends, not the years between. Number words are read up to two words and a
scale or `century` (`twenty-one`, `three hundred`, `nineteenth century`).

Not covered: longer number words, fractions, Roman numerals, digits of other scripts, units turned into other units.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import IntEnum
from functools import lru_cache
from math import nan
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from isthmus.graph.arrays import Floats, Ints

VALUES_VERSION = "1"
"""Part of a graph's id: a change of what a text states changes it."""

_BLANKS = "\u00a0\u202f\u2009"
_SCALES = {
    "hundred": 1e2,
    "thousand": 1e3,
    "million": 1e6,
    "billion": 1e9,
    "trillion": 1e12,
    "dozen": 12.0,
    "lakh": 1e5,
    "crore": 1e7,
    "k": 1e3,
    "m": 1e6,
    "mn": 1e6,
    "bn": 1e9,
    "tn": 1e12,
    "b": 1e9,
}
_SUFFIX = rf"(?:st|nd|rd|th)[\s-]centur(?:y|ies)|['’]?s\b|[\s{_BLANKS}-]?(?:{'|'.join(_SCALES)})\b|\s?BCE?\b|[–—‑-]\d\d(?!\d)"
_EXPRESSION = re.compile(
    rf"['’]?\d(?:[\d.,'’{_BLANKS}]*\d)?(?: \d{{3}}(?![\d.,]?\d))*(?:{_SUFFIX})?(?:[\s-]centur(?:y|ies))?",
    re.IGNORECASE,
)
_PARTS = re.compile(r"\d+")
_DIGITS = re.compile(r"['’]?(\d(?:[^A-Za-z–—‑-]*\d)?)(.*)", re.DOTALL)
_LONGEST = 18
_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_ORDINALS = (
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
    "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_BASES = (1800.0, 1900.0, 2000.0)


class Mark(IntEnum):
    """What a word does to the number before it."""

    NONE = 0
    SCALE = 1
    """Multiplies: `hundred`."""
    CENTURY = 2
    """Makes a range of a hundred years: `nineteenth century`."""
    DECADE = 3
    """Is a range of ten years by itself: `sixties`."""


class Stated(NamedTuple):
    """Ranges of numbers stated, with the text each is in; low equals high for a number."""

    low: Floats
    high: Floats
    texts: Ints


def _words() -> dict[str, tuple[float, int]]:
    table: dict[str, tuple[float, int]] = {
        word: (float(value), Mark.NONE) for value, word in enumerate(_UNITS.split())
    }
    table |= {word: (float(value), Mark.NONE) for value, word in enumerate(_ORDINALS.split())}
    for value, word in enumerate(_TENS.split(), start=2):
        table[word] = (value * 10.0, Mark.NONE)
        table[word[:-1] + "ies"] = (value * 10.0, Mark.DECADE)
    for word, scale in _SCALES.items():
        if len(word) > 3:
            table[word] = table[word + "s"] = (scale, Mark.SCALE)
    return table | {"century": (nan, Mark.CENTURY), "centuries": (nan, Mark.CENTURY)}


_NUMBER_WORDS = _words()


def word_number(word: str) -> tuple[float, int]:
    """Return the value of a number word, or NaN, and its mark."""
    return _NUMBER_WORDS.get(word.casefold(), (nan, Mark.NONE))


def composed(values: Floats, marks: npt.NDArray[np.int8], owner: Ints) -> Stated:
    """Return what a row of words states: number words alone, tens and units, numbers with a scale, centuries."""
    place = np.flatnonzero(~np.isnan(values))
    value, mark, text = values[place], marks[place], owner[place]
    low, high, texts = [value], [value], [text]

    def add(lows: Floats, highs: Floats, where: Ints) -> None:
        low.append(lows)
        high.append(highs)
        texts.append(where)

    decade = mark == Mark.DECADE
    add(1900 + value[decade], 1909 + value[decade], text[decade])
    after, beyond = np.minimum(place + 1, len(values) - 1), np.minimum(place + 2, len(values) - 1)
    unit = np.where(
        (values[after] < 10) & (value >= 20) & (value <= 90) & (marks[after] == Mark.NONE), values[after], nan
    )
    both = ~np.isnan(unit)
    add(value[both] + unit[both], value[both] + unit[both], text[both])
    for base, following in ((value, after), (value + unit, beyond)):
        scaled = (marks[following] == Mark.SCALE) & ~np.isnan(base)
        add(base[scaled] * values[following][scaled], base[scaled] * values[following][scaled], text[scaled])
        century = (marks[following] == Mark.CENTURY) & ~np.isnan(base)
        add(base[century] * 100 - 100, base[century] * 100, text[century])
    return Stated(np.concatenate(low), np.concatenate(high), np.concatenate(texts))


def stated_numbers(text: str) -> set[tuple[float, float]]:
    """Return the numbers a text states in digits, as ranges."""
    found: set[tuple[float, float]] = set()
    for expression in set(_EXPRESSION.findall(text)):
        found.update(_meanings(expression))
    return found


@lru_cache(1 << 17)
def _meanings(expression: str) -> tuple[tuple[float, float], ...]:
    match = _DIGITS.match(expression)
    if match is None:
        return ()
    digits, rest = match.group(1), match.group(2).casefold().replace("’", "'")
    numbers = dict.fromkeys(_readings(digits))
    found = {(number, number) for number in numbers}
    last = float(digits[-2:]) if digits[-2:].isdigit() else nan
    if "centur" in rest:
        found.update((number * 100 - 100, number * 100) for number in numbers)
    elif rest.rstrip().endswith("s") and rest.strip(" '") == "s":
        found.update((number, number + _span(number)) for number in numbers)
        found.update(
            (base + number, base + number + 9) for number in numbers if number < 100 for base in _BASES
        )
    elif "bc" in rest:
        found.update((-number, -number) for number in numbers)
    elif scale := _SCALES.get(rest.strip(" -\t\n" + _BLANKS)):
        found.update((number * scale, number * scale) for number in numbers)
    elif tail := _PARTS.search(rest):
        end = float(tail.group())
        found.add((end, end))
        found.update((number - number % 100 + end,) * 2 for number in numbers if number >= 100)
    if expression[0] in "'’" and len(digits) == 2:
        found.update((base + last, base + last) for base in _BASES)
    return tuple(sorted(found))


def _span(number: float) -> float:
    if number % 100 == 0:
        return 99.0
    return 9.0 if number % 10 == 0 else 0.0


def _readings(digits: str) -> Iterator[float]:
    """Yield the parts of a written number and what they can mean together."""
    parts = _PARTS.findall(digits)
    for part in parts:
        if len(part) <= _LONGEST:
            yield float(part)
    together = "".join(parts)
    if len(parts) > 1 and len(together) <= _LONGEST:
        if len(parts[0]) <= 3 and all(2 <= len(part) <= 3 for part in parts[1:]):
            yield float(together)
        yield float("".join(parts[:-1]) + "." + parts[-1])
