"""Captions in pages dumped by a text browser: they stand twice, mostly around the word Enlarge.

Copies are compared by their letters alone, with one spelling for British and American words, since the second copy is wrapped
differently and was sometimes edited.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

_LONGEST = 14
"""Rows of a caption at most."""
_REPEATED = 7
"""Rows of a caption at most where no Enlarge stands between the copies."""
_HEAD = 10
_ALIKE = 0.8
"""Share of equal letters above which two captions are one, edited."""
_NO_LETTERS = re.compile(r"[\W_]+")
_SPELLINGS = (
    ("our", "or"),
    ("tre", "ter"),
    ("is", "iz"),
    ("ys", "yz"),
    ("ll", "l"),
    ("grey", "gray"),
    ("nce", "nse"),
)


class _Row(NamedTuple):
    text: str
    letters: str


def without_captions(rows: Sequence[str]) -> list[str]:
    """Return the rows without captions."""
    keyed = [_Row(row, _letters(row)) for row in rows]
    kept: list[_Row] = []
    position = 0
    while position < len(keyed):
        row = keyed[position]
        if row.text.strip() == "Enlarge":
            before, after = _around(kept, keyed[position + 1 : position + 1 + _LONGEST])
            del kept[len(kept) - before :]
            position += 1 + after
        elif row.letters and (size := _repeated(keyed, position)):
            position += size
        else:
            kept.append(row)
            position += 1
    return [row.text for row in kept]


def _letters(row: str) -> str:
    letters = _NO_LETTERS.sub("", row).lower()
    for british, american in _SPELLINGS:
        letters = letters.replace(british, american)
    return letters


def _run(rows: Sequence[_Row]) -> list[str]:
    """Return the letters of the rows up to the first blank one."""
    letters: list[str] = []
    for row in rows:
        if not row.text.strip():
            break
        letters.append(row.letters)
    return letters


def _around(kept: Sequence[_Row], following: Sequence[_Row]) -> tuple[int, int]:
    """Return how many rows before and after an Enlarge are its caption."""
    below = _run(following)
    above = _run(kept[: -_LONGEST - 1 : -1])
    sizes: dict[str, int] = {}
    text = ""
    for size, letters in enumerate(above, start=1):
        text = letters + text
        sizes.setdefault(text, size)
    for after in range(len(below), 0, -1):
        wanted = "".join(below[:after])
        if wanted and wanted in sizes:
            return sizes[wanted], after
    head = "".join(below)[:_HEAD]
    for text, before in sizes.items():
        if text[:_HEAD] != head:
            continue
        for after in range(1, len(below) + 1):
            other = "".join(below[:after])
            near = 0.7 < (len(text) + 1) / (len(other) + 1) < 1.4
            if near and SequenceMatcher(None, text, other, autojunk=False).ratio() > _ALIKE:
                return before, after
    return 0, 0


def _repeated(rows: Sequence[_Row], position: int) -> int:
    """Return the number of rows of a caption that stands twice at a place, both copies counted, or 0."""
    head = rows[position].letters[:6]
    wanted = ""
    for size in range(1, _REPEATED):
        second = rows[position + size : position + 2 * size + 2]
        wanted += rows[position + size - 1].letters
        if not second or not second[0].text.strip():
            return 0
        if len(wanted) < 4 or not second[0].letters.startswith(head):
            continue
        other = ""
        for length, row in enumerate(second, start=1):
            other += row.letters
            if other == wanted:
                return size + length
    return 0
