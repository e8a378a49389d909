"""Sentences of running text, by offsets.

A small rule splitter: claims need the span of the sentence that states them, and a wrong cut only loses
a claim, so speed and predictability matter more than the last per cent. Headings, list items and
attribute lines are no sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_END = re.compile(r"[.!?][\"”’')\]]*(?=\s+[\"“‘'(\[]?[A-Z0-9À-ÞĀ-Ž])")
_ABBREVIATION = re.compile(
    r"(?:^|[\s(])(?:[A-Z]|Mr|Mrs|Ms|Dr|St|Sts|Jr|Sr|Prof|Gen|Col|Capt|Lt|Sgt|Rev|Hon|Mt|Ft|No|Nos|vs|v|c|ca|cf|etc|approx|est|fl|b|d|r"
    r"|pron|lit|Inc|Ltd|Co|Corp|Bros|feat|e\.g|i\.e|a\.k\.a|[A-Z](?:\.[A-Z])+|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec|Op|op)$"
)
_MAX_BRACKETED = 400
_PARAGRAPH = re.compile(r"[^\n]+")


class Span(NamedTuple):
    """A half-open span of characters."""

    start: int
    end: int


def paragraphs(text: str, start: int = 0) -> Iterator[Span]:
    """Yield the lines of running text after `start`; headings and list items are left out."""
    for match in _PARAGRAPH.finditer(text, start):
        if text[match.start()] not in "#-*|:;" and not text.startswith("    ", match.start()):
            yield Span(match.start(), match.end())


def sentences(text: str, paragraph: Span) -> Iterator[Span]:
    """Yield the sentences of one paragraph, outer blanks left out."""
    start = paragraph.start
    for match in _END.finditer(text, paragraph.start, paragraph.end):
        if text[match.start()] == "." and _ABBREVIATION.search(
            text, max(start, match.start() - 12), match.start()
        ):
            continue
        # A bracket that is still open ("(pron. ...") holds the sentence together, unless it is never closed.
        if (
            text.count("(", start, match.start()) > text.count(")", start, match.end())
            and match.end() - start < _MAX_BRACKETED
        ):
            continue
        yield _trimmed(text, start, match.end())
        start = match.end()
    if start < paragraph.end and (last := _trimmed(text, start, paragraph.end)).end > last.start:
        yield last


def _trimmed(text: str, start: int, end: int) -> Span:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Span(start, end)
