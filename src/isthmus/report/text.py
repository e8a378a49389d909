"""Words from strangers made fit to show: bounded, printable, in one direction.

Escaping is not done here (Jinja2 does it at the edge); this removes what escaping leaves harmful or unreadable: control and
bidirectional-override characters, lone surrogates, and length.
"""

from __future__ import annotations

import re
import unicodedata

NAME = 120
"""Longest title, name or reason shown, characters."""
LINE = 400
"""Longest clue, query or sentence shown."""
PASSAGE = 2000
"""Longest paragraph, observation or message shown."""

# C0 and C1 controls but tab and newline, zero-width marks, bidirectional controls, byte-order mark, surrogates, noncharacters.
_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff\ufffe\uffff]"
)
_TOKEN = re.compile(r"\w+|[^\w\s]")


def printable(text: str) -> str:
    """Return the text with every character that cannot be shown safely replaced by U+FFFD, one for one, so offsets hold."""
    return _UNPRINTABLE.sub("\ufffd", text)


def bounded(text: str, limit: int) -> str:
    """Return printable text of at most `limit` characters and a note of how many were cut."""
    text = printable(text)
    if len(text) <= limit:
        return text
    return f"{text[:limit].rstrip()}… (+{len(text) - limit:,} characters)"


def name(text: str) -> str:
    """Return a name on one line, cut with an ellipsis when it is very long."""
    return clip(" ".join(text.split()), NAME)


def clip(text: str, limit: int) -> str:
    """Return printable text of at most `limit` characters, the last an ellipsis when cut."""
    text = printable(text)
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def words(text: str) -> int:
    """Return the number of words, separated by blanks."""
    return len(text.split())


def tokens(text: str) -> int:
    """Return the number of words and punctuation marks: a tokenizer-free measure that is the same everywhere."""
    return len(_TOKEN.findall(text))


def count(number: int, one: str, many: str = "") -> str:
    """Return `1 task`, `2 tasks`, `1,200 tasks`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def number(value: object) -> str:
    """Return a number as a person writes it; anything else as text."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "–"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:,.0f}" if value.is_integer() and abs(value) < 1e15 else f"{value:.3g}"
    return name(str(value))


def percent(share: float | None) -> str:
    """Return `97.5 %`; a dash for nothing measured."""
    if share is None:
        return "–"
    return f"{100 * share:.1f} %".replace(".0 %", " %")


def humanise(key: str) -> str:
    """Return a key as words: `leave_one_out` -> `leave one out`."""
    return name(key.replace("_", " ").replace("-", " "))


def cells(text: str) -> int:
    """Return how many letter widths a text takes: Chinese and other wide characters count twice, combining marks not at all."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text
    )


def fit(text: str, width: int) -> str:
    """Return printable text of at most `width` letter widths, the last an ellipsis when cut."""
    text = printable(text)
    if cells(text) <= width:
        return text
    while text and cells(text) > width - 1:
        text = text[:-1] if len(text) <= 2 * width else text[: 2 * width]
    return text.rstrip() + "…"


def wrap(text: str, width: int, lines: int) -> list[str]:
    """Return the text broken into at most `lines` lines of about `width` letter widths; the last ends in an ellipsis when cut."""
    rows: list[str] = []
    rest = " ".join(printable(text[: 4 * width * lines]).split())
    while rest and len(rows) < lines:
        if cells(rest) <= width:
            return [*rows, rest]
        end = len(rest[:width])
        while cells(rest[:end]) > width:
            end -= 1
        end = max(end, 1)
        blank = rest.rfind(" ", 0, end + 1)
        if blank > 0:
            end = blank
        rows.append(rest[:end].rstrip())
        rest = rest[end:].lstrip()
    if rest and rows:
        rows[-1] = fit(rows[-1] + "…", width) if cells(rows[-1]) < width else rows[-1][:-1].rstrip() + "…"
    return rows
