"""Text that carries its links while it is still being cleaned.

A link is written into the text itself, between control characters: START number MIDDLE label END. Cleaning by regular
expressions then moves links with their words, and offsets are counted once, at the end. `clear` removes the control characters
from input, so that only this module's callers can write them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from isthmus.records import Link

START, MIDDLE, END = "\x01", "\x02", "\x03"
BREAK = "\x04"
"""A line break inside a value (`<br>`)."""
ITEM = "\x05"
"""The border between two values of a list."""

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
_MARK = re.compile(r"\x01(\d+)\x02|\x03")
_STRAY = re.compile(r"[\x00-\x08]")


class Marked(NamedTuple):
    """Plain text and the links in it."""

    text: str
    links: tuple[Link, ...]


def clear(text: str) -> str:
    r"""Return text without control characters and lone surrogates, lines ended by `\\n` only."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _CONTROL.sub("", text)


def mark(number: int, label: str) -> str:
    """Return a label marked as the link of a number."""
    return f"{START}{number}{MIDDLE}{label}{END}"


def unmark(text: str) -> str:
    """Return the text without marks."""
    return _STRAY.sub("", _MARK.sub("", text)) if START in text or END in text else text


def settle(text: str, targets: Callable[[int], str]) -> Marked:
    """Return the plain text and its links, blanks at the borders of a label left outside the link.

    Marks that do not pair up are dropped; a link without letters or with an empty target is only text.
    """
    pieces: list[str] = []
    links: list[Link] = []
    length = position = 0
    open_number: int | None = None
    open_start = 0
    for found in _MARK.finditer(text):
        piece = text[position : found.start()]
        pieces.append(piece)
        length += len(piece)
        position = found.end()
        number = found.group(1)
        if number is not None:
            open_number, open_start = int(number), length
        elif open_number is not None:
            label = piece
            start = open_start + len(label) - len(label.lstrip())
            end = length - (len(label) - len(label.rstrip()))
            target = targets(open_number)
            if start < end and target:
                links.append(Link(start=start, end=end, target=target))
            open_number = None
    pieces.append(text[position:])
    return Marked("".join(pieces), tuple(links))
