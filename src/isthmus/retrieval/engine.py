"""The main index's engine: plans become tantivy queries, hits become pages.

Over-fetches chunks until k pages are sure: the window grows while pages are missing or while the last chunk fetched ties with
the k-th page. Phrases a page must or must not hold are matters of the page, not of one chunk, so they are looked up apart and
the pages filtered.
"""

from __future__ import annotations

import json
import math
import mmap
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np
from tantivy import DocAddress, Index, Occur, Query

from isthmus.errors import InfrastructureError, InputError
from isthmus.retrieval.analysis import is_prefix, make_splitter
from isthmus.retrieval.build import SPLITTER, make_schema
from isthmus.retrieval.plan import TITLE_WEIGHT, Plan
from isthmus.retrieval.query import Terms

FIRST_WINDOW = 64
"""Chunks fetched at first; ten pages are mostly found in them, and twice as many cost a tenth more (measured)."""
WINDOW_GROWTH = 8
TIE_WINDOW = 8192
"""Ties wider than this are cut in the order of the index (the snapshot's) instead of the order of ids."""
LAST_WINDOW = 65_536
"""Chunks looked at, at most, for pages that a filter lets pass."""
PAGES_WITH = 20_000
"""A required phrase in fewer chunks than this is looked up before ranking; a more frequent one is checked on the pages ranked."""


class Place(NamedTuple):
    """The best chunk of a page."""

    score: float
    number: int
    """Number of the document in the snapshot."""
    address: DocAddress


class _Check(NamedTuple):
    """What is checked on the pages that were found."""

    required: Sequence[Terms]
    excluded: Sequence[Terms]


class Engine:
    """A searcher over one index folder; immutable, so any number of threads may use it."""

    def __init__(self, folder: Path) -> None:
        try:
            index = Index.open(str(folder / "engine"))
            index.register_tokenizer(SPLITTER, make_splitter())
            self._searcher = index.searcher()
            # Not NumPy arrays: one slice of those costs ten times as much.
            self._offsets = memoryview(np.load(folder / "ids.npy", mmap_mode="r"))
            with (folder / "ids.bin").open("rb") as ids:
                self._ids = mmap.mmap(ids.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as error:
            raise InputError(
                f"the index is damaged: {error}", place=str(folder), fix="build it again"
            ) from None
        self._schema = make_schema()
        self.chunks: int = self._searcher.num_docs

    def frequency(self, field: str, term: str) -> int:
        """Return how many chunks hold a term in a field."""
        return int(self._searcher.doc_freq(field, term))

    def body_frequency(self, term: str) -> int:
        """Return how many chunks hold a term in their text."""
        return int(self._searcher.doc_freq("body", term))

    def weight(self, term: str) -> float:
        """Return how telling a term is (its inverse document frequency)."""
        frequency = self.body_frequency(term)
        return math.log(1 + (self.chunks - frequency + 0.5) / (frequency + 0.5))

    def average_lengths(self) -> dict[str, float]:
        """Return the mean length of each field in terms, which the engine tells only in the explanation of a score."""
        return {field: self._average(field) for field in ("body", "title")}

    def _average(self, field: str) -> float:
        terms = self._searcher.terms_with_prefix(field, "", limit=1)
        if not terms:
            return 1.0
        query = self._term(field, terms[0][0])
        (_, address), *_ = self._search(query, 1)
        average = _detail(json.loads(query.explain(self._searcher, address).to_json()), "avgdl")
        if average is None:
            raise InfrastructureError("the search engine no longer explains its average field length")
        return average

    def document_id(self, number: int) -> str:
        """Return the id of the document of a number."""
        return self._ids[self._offsets[number] : self._offsets[number + 1]].decode("utf-8", "surrogatepass")

    def shown(self, place: Place) -> bytes:
        """Return what was stored to show a chunk."""
        try:
            return cast(bytes, self._searcher.doc(place.address).get_first("shown"))
        except (OSError, ValueError) as error:
            raise InfrastructureError(f"search index: {error}") from None

    def best(self, plan: Plan, k: int, digits: int) -> list[Place]:
        """Return at least the k best pages (fewer when there are fewer), and any that tie with the last."""
        allowed, unchecked = self._allowed(plan.required)
        if allowed is not None and not allowed:
            return []
        check = _Check(required=unchecked, excluded=plan.excluded)
        query = self._query(plan, allowed)
        window = max(FIRST_WINDOW, 4 * k)
        while True:
            hits = self._search(query, window)
            pages, complete = self._pages(hits, digits, check, k)
            if complete or len(hits) < window or window >= LAST_WINDOW:
                return pages
            if len(pages) >= k and window >= TIE_WINDOW:
                return pages
            window *= WINDOW_GROWTH

    def _pages(
        self, hits: list[tuple[float, Any]], digits: int, check: _Check, k: int
    ) -> tuple[list[Place], bool]:
        """Return the pages of some hits, down to those that tie with the k-th, and whether no hit to come can be one."""
        numbers = self._numbers(hits)
        left = self._passing(check, set(numbers)) if check.required or check.excluded else None
        pages: dict[int, Place] = {}
        last = -1.0
        for (score, address), number in zip(hits, numbers, strict=True):
            if number in pages or (left is not None and number not in left):
                continue
            score = round(score, digits)
            if score < last:
                return list(pages.values()), True
            pages[number] = Place(score, number, address)
            if len(pages) == k:
                last = score
        return list(pages.values()), bool(hits) and round(hits[-1][0], digits) < last

    def _passing(self, check: _Check, pages: set[int]) -> set[int]:
        for terms in check.required:
            pages = self._holding(terms, pages)
        for terms in check.excluded:
            pages = pages - self._holding(terms, pages)
        return pages

    def _allowed(self, required: Sequence[Terms]) -> tuple[set[int] | None, list[Terms]]:
        """Return the pages that hold the required phrases, None for all, and the phrases too frequent to be looked up ahead."""
        allowed: set[int] | None = None
        unchecked: list[Terms] = []
        for terms in sorted(required, key=lambda terms: min(self.body_frequency(term) for term in terms)):
            hits = self._search(Query.const_score_query(self._anywhere(terms), 1.0), PAGES_WITH)
            if len(hits) == PAGES_WITH:
                unchecked.append(terms)
            else:
                found = set(self._numbers(hits))
                allowed = found if allowed is None else allowed & found
            if allowed is not None and not allowed:
                break
        return allowed, unchecked

    def _holding(self, terms: Terms, within: set[int]) -> set[int]:
        """Return the pages, of those given, that hold the terms in a row in a chunk or in the title."""
        if not within:
            return set()
        numbers = Query.term_set_query(self._schema, "number", sorted(within))
        query = Query.boolean_query([(Occur.Must, self._anywhere(terms)), (Occur.Must, numbers)])
        return set(self._numbers(self._search(Query.const_score_query(query, 1.0), LAST_WINDOW)))

    def _anywhere(self, terms: Terms) -> Query:
        return Query.boolean_query([(Occur.Should, self._run(field, terms)) for field in ("body", "title")])

    def _query(self, plan: Plan, allowed: set[int] | None) -> Query:
        parts = []
        for clause in plan.clauses:
            if clause.body:
                parts.append((Occur.Should, self._run("body", clause.terms)))
            parts.append((Occur.Should, Query.boost_query(self._run("title", clause.terms), TITLE_WEIGHT)))
        if allowed is not None:
            numbers = Query.term_set_query(self._schema, "number", sorted(allowed))
            parts.append((Occur.Must, Query.const_score_query(numbers, 0.0)))
        return Query.boolean_query(parts)

    def _run(self, field: str, terms: Terms) -> Query:
        if len(terms) > 1:
            return Query.phrase_query(self._schema, field, list(terms))
        if is_prefix(terms[0]):
            return Query.regex_query(self._schema, field, f"{terms[0]}.*")
        return self._term(field, terms[0])

    def _term(self, field: str, term: str) -> Query:
        return Query.term_query(self._schema, field, term, index_option="freq")

    def _numbers(self, hits: list[tuple[float, Any]]) -> list[int]:
        return cast(list[int], self._searcher.fast_field_values("number", [address for _, address in hits]))

    def _search(self, query: Query, limit: int) -> list[tuple[float, Any]]:
        try:
            return self._searcher.search(query, limit, count=False).hits
        except (OSError, ValueError) as error:
            raise InfrastructureError(f"search index: {error}") from None


def _detail(explanation: dict[str, Any], name: str) -> float | None:
    if str(explanation.get("description", "")).startswith(name):
        return float(explanation["value"])
    for part in explanation.get("details") or []:
        value = _detail(part, name)
        if value is not None:
            return value
    return None
