"""Cleaning inside a line: quotes of emphasis, entities, blanks, and what dropped templates leave behind.

A lead such as `'''X''' ({{IPA|..}}; born 1950)` must read `X (born 1950)`.
"""

from __future__ import annotations

import re
from html import unescape

from isthmus.corpus.marks import BREAK, ITEM

_QUOTES = re.compile(r"'{2,}")
_BRACES = re.compile(r"\{\{+|\}\}+|\[\[|\]\]")
_BLANKS = re.compile(r"[^\S\n]+")
_ITEMS = re.compile(f" ?{ITEM}[ {ITEM}]*")
_OPENING = re.compile(r"([(\[])(?:[\s;,:–—]|(?:or|and)(?=[\s]*[;,)]))+(?=\S)")
_CLOSING = re.compile(r"(?<![\s;,:])[\s;,:]+([)\]])")
_EMPTY = re.compile(r"[ \t]*(?:\(\s*\)|\[\s*\])")
_DOUBLED = re.compile(r"([,;])(?:\s*[,;])+")
_SPACED = re.compile(r"(?<=\S)[^\S\n]+(?=[,;.:!?)](?:[\s\x01\x03]|$))", re.MULTILINE)


def _quote(found: re.Match[str]) -> str:
    length = len(found.group())
    return "'" if length == 4 else "'" * (length - 5) if length > 5 else ""


def tidy(text: str) -> str:
    """Return text without emphasis, entities, doubled blanks and the debris of what was dropped; paragraphs stay."""
    if "''" in text:
        text = _QUOTES.sub(_quote, text)
    if "{{" in text or "}}" in text or "[[" in text or "]]" in text:
        text = _BRACES.sub("", text)
    if "&" in text:
        text = unescape(text)
    # Blanks become single ones first: the patterns below would take a time that grows with the square of a run.
    text = _BLANKS.sub(" ", text.replace(BREAK, " "))
    if ITEM in text:
        text = _ITEMS.sub(", ", text).strip(", ")
    if "(" in text or "[" in text:
        text = _EMPTY.sub("", text)
        text = _OPENING.sub(r"\1", text)
        text = _CLOSING.sub(r"\1", text)
        text = _EMPTY.sub("", text)
    if ",," in text or ", ," in text or ";" in text:
        text = _DOUBLED.sub(r"\1", text)
    return _SPACED.sub("", text)
