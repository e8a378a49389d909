"""From text to index terms, the same way for documents and queries.

A term is a run of letters or digits, lower-cased, diacritics of Latin letters folded (`Björk` -> `bjork`), at most 64 bytes.
Text in Chinese, Japanese or Korean script has no blanks to trust, so a run of it becomes overlapping pairs of characters plus
its last character: `周杰伦` -> `周杰 杰伦 伦`. Each character then starts exactly one term, so any run of two or more is found
by its pairs whatever a dictionary thinks of it, and a single character is found as the beginning of a term. Stop words stay in
the index, because phrases need them; leaving them out is the query compiler's business. The manifest records all of this.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import tantivy

ANALYZER = "words-folded-cjk-pairs/1"
"""Name and version of the analysis; a change of any rule changes it, and with it every index id."""

MAX_TERM_BYTES = 64
"""Longer runs are left out on both sides."""

_FUNCTION_WORDS = """
a an the i me my mine we us our ours you your yours he him his she her hers it its they them their theirs this that these those
each every either neither some any no all both such same other another own one ones
who whom whose which what when where why how whether and or but nor so yet if then than because while though although as until
unless since of in on at by for from to with without within into onto upon over under between among about against during before
after above below through across along around near off out up down per via not also only just too very more most less least
am is are was were be been being have has had having do does did doing done can could may might must shall should will would
there here s t d m ll re ve don doesn didn isn aren wasn weren hasn haven hadn won wouldn couldn shouldn
"""
STOP_WORDS = frozenset(_FUNCTION_WORDS.split())
"""English function words (written for Isthmus); other languages rely on document frequency alone."""

_CJK = "\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003134f"
_CJK_RUN = re.compile(f"[{_CJK}]+")
_SURROGATES = re.compile("[\ud800-\udfff]")
_MARKS = re.compile("[\u0300-\u036f]+")


def prepare(text: str, *, query: bool = False) -> str:
    """Return text ready for the word splitter: compatibility-composed, loose marks dropped, CJK runs cut into pairs."""
    if text.isascii():
        return text
    text = unicodedata.normalize("NFKC", _SURROGATES.sub(" ", text))
    text = _MARKS.sub("", text)
    return _CJK_RUN.sub(_query_pairs if query else _document_pairs, text)


def _document_pairs(match: re.Match[str]) -> str:
    run = match[0]
    return f" {' '.join(run[place : place + 2] for place in range(len(run)))} "


def _query_pairs(match: re.Match[str]) -> str:
    run = match[0]
    pairs = [run[place : place + 2] for place in range(max(len(run) - 1, 1))]
    return f" {' '.join(pairs)} "


def is_prefix(term: str) -> bool:
    """Return whether a query term is a single CJK character, which stands for every term that begins with it."""
    return len(term) == 1 and _CJK_RUN.fullmatch(term) is not None


def prefix_holds(terms: Sequence[str], character: str) -> int:
    """Return how many terms begin with the character."""
    return sum(term.startswith(character) for term in terms)


def make_splitter() -> tantivy.TextAnalyzer:
    """Return the word splitter registered with the index and used for queries alike."""
    from tantivy import Filter, TextAnalyzerBuilder, Tokenizer

    return (
        TextAnalyzerBuilder(Tokenizer.simple())
        .filter(Filter.ascii_fold())
        .filter(Filter.lowercase())
        .filter(Filter.remove_long(MAX_TERM_BYTES))
        .build()
    )


class Analyzer:
    """Turns text into terms. Safe to share between threads."""

    def __init__(self) -> None:
        self._splitter = make_splitter()

    def document_terms(self, text: str) -> list[str]:
        """Return the terms of document text, in order, as the index holds them."""
        terms: list[str] = self._splitter.analyze(prepare(text))
        return terms

    def query_terms(self, text: str) -> list[str]:
        """Return the terms of query text, in order."""
        terms: list[str] = self._splitter.analyze(prepare(text, query=True))
        return terms
