"""Reads what an agent typed into a search box. No input is an error.

    words               optional; more and rarer matches rank higher
    "a few words"       the page must hold them in a row, in one chunk or in the title
    -word  -"a phrase"  the page must not hold them anywhere
    site:x  AND  (  *   nothing special: read as words, or as nothing where there is no letter or digit

Typographic quotes count as quotes; a quote that is never closed counts as a blank. A query of exclusions only, of operators
only or of nothing finds nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from isthmus.retrieval.analysis import Analyzer

MAX_QUERY_CHARACTERS = 400
"""Limit of the `web_search` tool (HybridDeepResearch); the tool refuses longer queries."""
MAX_QUERY_WORDS = 50
"""Limit of the `web_search` tool (HybridDeepResearch)."""
READ_CHARACTERS = 4000
"""Characters of a query that are read at all; gates pass whole questions, which may be longer than a tool would take."""
READ_TERMS = 256
"""Terms of a query that are used at all."""

_QUOTES = str.maketrans(dict.fromkeys("“”„‟«»＂「」『』", '"'))
_OPERATOR = re.compile(r"(?<!\S)[-−]\w")
_PART = re.compile(
    r"""(?<!\S)(?P<minus>[-−])?"(?P<phrase>[^"]*)"   # a phrase, kept out when a minus stands before it
    | "(?P<inner>[^"]*)"                            # a phrase that touches what stands before it
    | (?<!\S)[-−](?P<excluded>\w[^\s"]*)            # a word kept out
    | (?P<word>[^\s"]+)                             # a word
    """,
    re.VERBOSE,
)

Terms = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedQuery:
    """A query taken apart, in index terms."""

    words: Terms = ()
    """Optional terms, each once, in order of appearance."""
    phrases: tuple[Terms, ...] = ()
    """Runs of terms the page must hold."""
    excluded: tuple[Terms, ...] = ()
    """Runs of terms the page must not hold."""

    def is_empty(self) -> bool:
        """Return whether nothing is asked for."""
        return not self.words and not self.phrases


def count_words(query: str) -> int:
    """Return the number of words as the tool's limit counts them: runs between blanks."""
    return len(query.split())


def parse(query: str, analyzer: Analyzer) -> ParsedQuery:
    """Return the parts of a query."""
    text = query[:READ_CHARACTERS].translate(_QUOTES)
    if '"' not in text and not _OPERATOR.search(text):
        return ParsedQuery(words=tuple(dict.fromkeys(analyzer.query_terms(text)[:READ_TERMS])))
    words: dict[str, None] = {}
    phrases: dict[Terms, None] = {}
    excluded: dict[Terms, None] = {}
    room = READ_TERMS
    for part in _PART.finditer(text):
        minus = part["minus"] is not None or part["excluded"] is not None
        quoted = part["phrase"] if part["phrase"] is not None else part["inner"]
        raw = next((t for t in (quoted, part["excluded"], part["word"]) if t is not None), "")
        terms = tuple(analyzer.query_terms(raw))[:room]
        room -= len(terms)
        if not terms:
            continue
        if minus:
            excluded[terms] = None
        elif quoted is not None:
            phrases[terms] = None
        else:
            words.update(dict.fromkeys(terms))
    return ParsedQuery(words=tuple(words), phrases=tuple(phrases), excluded=tuple(excluded))
