"""Documents added to an index after it was built, and taken out again (fabricated pages), without touching it.

A second engine would score them with its own statistics, and fusing two rankings would push any added page to the top of every
query. So added chunks are scored here, by the main index's formula (BM25, k1 1.2, b 0.75, lengths rounded as the engine rounds
them) with the main index's statistics: the order among the snapshot's pages never changes, added pages fall in where their
score belongs, and when they are gone results are what they were to the last bit (`design/003-added-documents.md`). Meant for up
to some ten thousand pages; held in memory by one process.
"""

from __future__ import annotations

import math
import threading
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from isthmus.errors import InputError
from isthmus.records import Document
from isthmus.retrieval.analysis import Analyzer, is_prefix, prefix_holds
from isthmus.retrieval.chunks import chunk_spans
from isthmus.retrieval.plan import TITLE_WEIGHT, Clause, Plan
from isthmus.retrieval.query import Terms

K1 = 1.2
B = 0.75
FIELDS = ("body", "title")


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """What BM25 needs to know of the main index."""

    chunks: int
    """Number of chunks."""
    average: Mapping[str, float]
    """Mean length of each field, in terms."""
    frequency: Callable[[str, str], int]
    """Number of chunks whose field holds a term: `frequency(field, term)`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AddedChunk:
    """A chunk of an added document."""

    document: Document
    start: int
    end: int
    terms: Mapping[str, Terms]
    """Terms of each field, in order."""


def _lengths() -> npt.NDArray[np.int64]:
    """Return the 256 lengths the engine can tell apart: exact to 40, then 8 steps to each doubling."""
    table = list(range(24))
    for code in range(256 - 24):
        bits, shift = code & 7, (code >> 3) - 1
        table.append(24 + (bits if shift < 0 else (bits | 8) << shift))
    return np.array(table, dtype=np.int64)


_LENGTHS = _lengths()


def rounded_length(length: int) -> int:
    """Return the largest length the engine can tell apart that is not above `length`."""
    return int(_LENGTHS[np.searchsorted(_LENGTHS, length, side="right") - 1])


class AddedDocuments:
    """A small inverted index in memory. All methods are safe to call from several threads."""

    def __init__(self, analyzer: Analyzer, statistics: Statistics) -> None:
        self._analyzer, self._statistics = analyzer, statistics
        self._lock = threading.RLock()
        self._clear()

    def _clear(self) -> None:
        self._chunks: list[AddedChunk | None] = []
        self._of: dict[str, list[int]] = {}
        self._by_url: dict[str, Document] = {}
        self._postings: dict[str, dict[str, array[int]]] = {field: {} for field in FIELDS}
        self._norms: dict[str, array[float]] = {field: array("d") for field in FIELDS}
        self._dead = 0

    def __len__(self) -> int:
        return len(self._of)

    def __contains__(self, id: str) -> bool:
        return id in self._of

    def at(self, url: str) -> Document | None:
        """Return the added document at a url, or None."""
        with self._lock:
            return self._by_url.get(url)

    def add(self, documents: Sequence[Document]) -> None:
        """Add documents, all or none.

        Raises:
            InputError: when two documents, new or added before, share an id or a url.
        """
        analysed = [(document, self._analyse(document)) for document in documents]
        with self._lock:
            ids, urls = set(self._of), set(self._by_url)
            for document in documents:
                if document.id in ids or document.url in urls:
                    raise InputError(
                        f"document {document.id!r} or its url was added before",
                        fix="remove it first, or use another id",
                    )
                ids.add(document.id)
                urls.add(document.url)
            for document, chunks in analysed:
                self._by_url[document.url] = document
                self._of[document.id] = []
                for chunk in chunks:
                    self._index(chunk)

    def _analyse(self, document: Document) -> list[AddedChunk]:
        terms = self._analyzer.document_terms
        title = tuple(terms(document.title))
        return [
            AddedChunk(
                document=document,
                start=start,
                end=end,
                terms={"body": tuple(terms(document.text[start:end])), "title": title},
            )
            for start, end in list(chunk_spans(document.text, document.body_start)) or [(0, 0)]
        ]

    def _index(self, chunk: AddedChunk) -> None:
        number = len(self._chunks)
        self._chunks.append(chunk)
        self._of[chunk.document.id].append(number)
        for field, terms in chunk.terms.items():
            average = self._statistics.average[field]
            self._norms[field].append(K1 * (1 - B + B * rounded_length(len(terms)) / average))
            counts: dict[str, int] = {}
            for term in terms:
                counts[term] = counts.get(term, 0) + 1
            postings = self._postings[field]
            for term, count in counts.items():
                postings.setdefault(term, array("q")).append(number << 16 | min(count, 0xFFFF))

    def remove(self, ids: Iterable[str]) -> None:
        """Take documents out, all or none.

        Raises:
            InputError: when one was not added.
        """
        gone = list(dict.fromkeys(ids))
        with self._lock:
            for id in gone:
                if id not in self._of:
                    raise InputError(
                        f"document {id!r} was not added", fix="only added documents can be removed"
                    )
            for id in gone:
                for number in self._of.pop(id):
                    chunk, self._chunks[number] = self._chunks[number], None
                    self._dead += 1
                    if chunk is not None:
                        self._by_url.pop(chunk.document.url, None)
            if self._dead > len(self._chunks) // 2:
                self._compact()

    def _compact(self) -> None:
        alive = [chunk for chunk in self._chunks if chunk is not None]
        self._clear()
        for chunk in alive:
            self._by_url[chunk.document.url] = chunk.document
            self._of.setdefault(chunk.document.id, [])
            self._index(chunk)

    def score(self, plan: Plan, floor: float) -> list[tuple[float, AddedChunk]]:
        """Return the best chunk of every added document that the plan allows and that scores `floor` or more, in no set order."""
        with self._lock:
            if not self._of:
                return []
            scores = np.zeros(len(self._chunks), dtype=np.float64)
            for clause in plan.clauses:
                self._add_clause(scores, clause)
            best: dict[str, tuple[float, AddedChunk]] = {}
            for number in np.flatnonzero((scores > 0) & (scores >= floor)):
                chunk = self._chunks[number]
                score = float(scores[number])
                if chunk is not None and (
                    chunk.document.id not in best or score > best[chunk.document.id][0]
                ):
                    best[chunk.document.id] = (score, chunk)
            return [found for id, found in best.items() if self._allows(id, plan)]

    def _add_clause(self, scores: npt.NDArray[np.float64], clause: Clause) -> None:
        for field in FIELDS:
            if field == "body" and not clause.body:
                continue
            boost = TITLE_WEIGHT if field == "title" else 1.0
            numbers, counts = self._matches(field, clause.terms)
            if not len(numbers):
                continue
            if len(clause.terms) == 1 and is_prefix(clause.terms[0]):
                scores[numbers] += boost
                continue
            weight = boost * (1 + K1) * sum(self._idf(field, term) for term in clause.terms)
            norms = np.array(self._norms[field])[numbers]
            scores[numbers] += weight * counts / (counts + norms)

    def _idf(self, field: str, term: str) -> float:
        frequency = self._statistics.frequency(field, term)
        return math.log(1 + (self._statistics.chunks - frequency + 0.5) / (frequency + 0.5))

    def _matches(self, field: str, terms: Terms) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Return the chunks that hold the terms in a row, and how often each does."""
        postings = self._postings[field]
        if len(terms) == 1 and is_prefix(terms[0]):
            found = sorted(
                {entry >> 16 for term in postings if term.startswith(terms[0]) for entry in postings[term]}
            )
            return np.array(found, dtype=np.int64), np.ones(len(found), dtype=np.int64)
        lists = sorted((postings.get(term, array("q")) for term in set(terms)), key=len)
        entries = np.array(lists[0], dtype=np.int64)
        if len(terms) == 1:
            return entries >> 16, entries & 0xFFFF
        candidates = set((entries >> 16).tolist())
        for other in lists[1:]:
            candidates &= {entry >> 16 for entry in other}
        counted = {
            n: _runs(chunk.terms[field], terms) for n in sorted(candidates) if (chunk := self._chunks[n])
        }
        held = {number: count for number, count in counted.items() if count}
        return np.array(list(held), dtype=np.int64), np.array(list(held.values()), dtype=np.int64)

    def _allows(self, id: str, plan: Plan) -> bool:
        return all(self._holds(id, terms) for terms in plan.required) and not any(
            self._holds(id, terms) for terms in plan.excluded
        )

    def _holds(self, id: str, terms: Terms) -> bool:
        chunks = [self._chunks[number] for number in self._of[id]]
        return any(_runs(chunk.terms[field], terms) for chunk in chunks if chunk for field in FIELDS)


def _runs(terms: Terms, run: Terms) -> int:
    """Return how often a run of terms occurs."""
    if len(run) == 1 and is_prefix(run[0]):
        return prefix_holds(terms, run[0])
    width = len(run)
    return sum(terms[place : place + width] == run for place in range(len(terms) - width + 1))
