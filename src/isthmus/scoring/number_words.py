"""English number words: `twelve`, `twenty-one`, `three hundred and five`, `two million`."""

from __future__ import annotations

import re
from typing import NamedTuple


class Counted(NamedTuple):
    """A number said in words, and the text after it."""

    value: int
    rest: str


def read_number_words(text: str) -> Counted | None:
    """Return the number whose words the text begins with, and what follows them; None if it begins with none."""
    total = group = 0
    end = seen = 0
    last = ""
    for match in _WORD.finditer(text):
        word = match.group().casefold()
        if text[seen : match.start()].strip(" -"):
            break
        seen = match.end()
        if word == "and" and last in ("hundred", *_SCALES):
            continue
        if word in _SMALL and _fits(_SMALL[word], group):
            group += _SMALL[word]
        elif word == "a" and not last:
            group = 1
        elif word == "hundred" and 0 < group < 100:
            group *= 100
        elif word in _SCALES and group and (not total or total >= _SCALES[word] * 1000):
            total, group = total + group * _SCALES[word], 0
        elif word == "hundred" or word in _SMALL or word in _SCALES:
            # "twenty twenty" is two numbers or a year, not twenty of something.
            return None
        else:
            break
        last, end = word, match.end()
    return None if last in ("", "a") else Counted(total + group, text[end:])


def _fits(value: int, group: int) -> bool:
    """Return whether a word of this value may follow what was said: `twenty` then `one`, not `one` then `twenty`."""
    if group == 0:
        return True
    return (value < 10 and group % 10 == 0 and group % 100 != 10) or (value < 100 and group % 100 == 0)


_WORD = re.compile(r"[A-Za-z]+")
_ONES = """zero one two three four five six seven eight nine ten
    eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"""
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_SMALL = {word: value for value, word in enumerate(_ONES.split())}
_SMALL |= {word: value * 10 for value, word in enumerate(_TENS.split(), start=2)}
_SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
