"""Chunks: the pieces of a page that are indexed, ranked and shown (HR11: up to 500 characters, no overlap).

Invariant: the spans of a text are in order, do not overlap, are at most `size` long, begin and end with a character that is not
blank, and together hold every character that is not blank. A cut is made at the best place in the second half of the window:
before a heading or at a blank line, else after a sentence, else at a line end, else at a blank, else where the window ends.
Attribute lines (the infobox, before `body_start`) are cut between lines and never share a chunk with running text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

CHUNK_SIZE = 500
"""Characters of a chunk at most (HR11)."""

_SENTENCE_END = re.compile(r"[.!?…][\"'”’)\]]*(?=\s)|[。！？；][”’」』）]*")
_BLANKS = re.compile(r"\s+")
_ABBREVIATION = re.compile(r"(?:\b[A-Za-z]|\b(?:St|Mr|Mrs|Ms|Dr|Jr|Sr|vs|No|Vol|Mt|Ft|ca|cf|e\.g|i\.e))\.$")
_HEADING = "\n## "


def chunk_spans(text: str, body_start: int = 0, *, size: int = CHUNK_SIZE) -> Iterator[tuple[int, int]]:
    """Yield the (start, end) of each chunk of a document's text; nothing for a blank text."""
    if body_start > 0:
        yield from _cut(text, 0, min(body_start, len(text)), size, attributes=True)
    yield from _cut(text, max(body_start, 0), len(text), size, attributes=False)


def _cut(text: str, start: int, stop: int, size: int, *, attributes: bool) -> Iterator[tuple[int, int]]:
    while start < stop:
        blank = _BLANKS.match(text, start, stop)
        if blank:
            start = blank.end()
        if start >= stop:
            return
        if stop - start <= size:
            end = stop
        elif attributes:
            end = _line_cut(text, start, start + size)
        else:
            end = _prose_cut(text, start, start + size)
        yield start, start + len(text[start:end].rstrip())
        start = end


def _line_cut(text: str, start: int, limit: int) -> int:
    line = text.rfind("\n", start + 1, limit + 1)
    if line > start:
        return line
    value = text.rfind("; ", start + 1, limit)
    return value + 1 if value > start else _blank_cut(text, start, limit)


def _prose_cut(text: str, start: int, limit: int) -> int:
    middle = start + (limit - start) // 2
    # The character at `limit` may be the blank that closes a full window.
    paragraph = text.rfind("\n\n", middle, limit + 2)
    heading = text.rfind(_HEADING, middle, limit + len(_HEADING))
    if max(paragraph, heading) > start:
        return _before_heading(text, start, max(paragraph, heading))
    sentence = _sentence_cut(text, start, middle, limit)
    if sentence > start:
        return sentence
    line = text.rfind("\n", middle, limit + 1)
    return _before_heading(text, start, line) if line > start else _blank_cut(text, start, limit)


def _before_heading(text: str, start: int, cut: int) -> int:
    """Move a cut that would leave a heading at the end of its chunk to before the heading."""
    line = text.rfind("\n", start, len(text[:cut].rstrip()) if text[cut - 1].isspace() else cut)
    if line > start and text.startswith("## ", line + 1):
        return line
    return cut


def _sentence_cut(text: str, start: int, middle: int, limit: int) -> int:
    """Return the end of the last sentence in the second half of the window; initials and titles end none."""
    best = -1
    for match in _SENTENCE_END.finditer(text, middle, limit + 1):
        if match.end() > limit:
            break
        if text[match.start()] == "." and _ABBREVIATION.search(
            text, max(start, match.start() - 5), match.start() + 1
        ):
            continue
        best = match.end()
    return best


def _blank_cut(text: str, start: int, limit: int) -> int:
    for place in range(limit, start + (limit - start) // 4, -1):
        if text[place].isspace():
            return place
    return limit
