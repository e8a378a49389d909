"""From a parsed query to what is scored, required and kept out; the same plan drives the main index and the added documents.

Words in more than a tenth of all chunks, and English function words, are left out of the query when other words are left: they
cost most of the time (17 times, measured at 1M chunks) and decide next to nothing. When only such words were typed (`The Who`),
they are looked for in a row, and one by one in titles.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from isthmus.retrieval.analysis import STOP_WORDS
from isthmus.retrieval.query import ParsedQuery, Terms

COMMON_FRACTION = 0.1
"""A word in more than this part of all chunks is common (measured trade-off, see docs/search.md)."""
COMMON_FLOOR = 1000
"""A word in no more chunks than this is never common: in a small corpus every word is cheap and may matter."""
TITLE_WEIGHT = 0.5
"""Weight of a match in the title against one in the chunk (measured, see docs/search.md): more hides pages found by their text
behind pages of a like title, less loses the page that is asked for by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A word, or words in a row, that add to a chunk's score."""

    terms: Terms
    """One term, or several that follow each other."""
    body: bool = True
    """Whether to look in the chunk."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is scored, what a page must hold, what it must not hold. Every clause is looked for in titles too."""

    clauses: tuple[Clause, ...] = ()
    required: tuple[Terms, ...] = ()
    excluded: tuple[Terms, ...] = ()


def make_plan(query: ParsedQuery, chunks: int, frequency: Callable[[str], int]) -> Plan:
    """Return the plan for a query over an index of `chunks` chunks, `frequency(term)` of which hold a term."""
    common_above = max(COMMON_FLOOR, int(chunks * COMMON_FRACTION))
    telling = [word for word in query.words if word not in STOP_WORDS and frequency(word) <= common_above]
    clauses = [Clause(terms=phrase) for phrase in query.phrases]
    clauses += [Clause(terms=(word,)) for word in telling]
    if not clauses and query.words:
        clauses.append(Clause(terms=query.words))
        if len(query.words) > 1:
            clauses += [Clause(terms=(word,), body=False) for word in query.words]
    return Plan(clauses=tuple(clauses), required=query.phrases, excluded=query.excluded)
