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
from collections.abc import Callable, Iterable, Mapping
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
        self._postings: dict[str, dict[str, array[int]]] = {field: {} for field in FIELDS}
        self._norms: dict[str, array[float]] = {field: array("d") for field in FIELDS}
        self._dead = 0

    def __len__(self) -> int:
        return len(self._of)

    def __contains__(self, id: str) -> bool:
        return id in self._of

    def add(self, document: Document) -> None:
        """Add one document.

        Raises:
            InputError: when a document of that id was added before.
        """
        spans = list(chunk_spans(document.text, document.body_start)) or [(0, 0)]
        title = tuple(self._analyzer.document_terms(document.title))
        bodies = [tuple(self._analyzer.document_terms(document.text[start:end])) for start, end in spans]
        with self._lock:
            if document.id in self._of:
                raise InputError(
                    f"document {document.id!r} was added before", fix="remove it first, or use another id"
                )
            numbers = self._of[document.id] = []
            for (start, end), body in zip(spans, bodies, strict=True):
                numbers.append(len(self._chunks))
                terms = {"body": body, "title": title}
                self._index(AddedChunk(document=document, start=start, end=end, terms=terms))

    def _index(self, chunk: AddedChunk) -> None:
        number = len(self._chunks)
        self._chunks.append(chunk)
        for field, terms in chunk.terms.items():
            average = self._statistics.average[field]
            self._norms[field].append(K1 * (1 - B + B * rounded_length(len(terms)) / average))
            counts: dict[str, int] = {}
            for term in terms:
                counts[term] = counts.get(term, 0) + 1
            postings = self._postings[field]
            for term, count in counts.items():
                postings.setdefault(term, array("q")).append(number << 16 | min(count, 0xFFFF))

    def remove(self, id: str) -> None:
        """Take one document out.

        Raises:
            InputError: when no such document was added.
        """
        with self._lock:
            numbers = self._of.pop(id, None)
            if numbers is None:
                raise InputError(f"document {id!r} was not added", fix="only added documents can be removed")
            for number in numbers:
                self._chunks[number] = None
            self._dead += len(numbers)
            if not self._of:
                self._clear()
            elif self._dead > len(self._chunks) // 2:
                self._compact()

    def _compact(self) -> None:
        alive = [chunk for chunk in self._chunks if chunk is not None]
        order = list(self._of)
        self._clear()
        self._of = {id: [] for id in order}
        for chunk in alive:
            self._of[chunk.document.id].append(len(self._chunks))
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


def read_all(documents: Iterable[Document], known: Callable[[str], bool]) -> list[Document]:
    """Return the documents to add.

    Raises:
        InputError: when one has the id of a document of the snapshot, or two have one id; nothing is added then.
    """
    seen: set[str] = set()
    result = list(documents)
    for document in result:
        if document.id in seen or known(document.id):
            raise InputError(
                f"document {document.id!r} is in the index", fix="give added documents ids of their own"
            )
        seen.add(document.id)
    return result
