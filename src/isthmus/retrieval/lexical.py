"""LexicalIndex: BM25 over chunks of pages, on tantivy.

A page ranks by its best chunk; a chunk scores by its words and, with a weight, by the words of the page's title. Equal scores
are put in order of document id, so a ranking depends on nothing but the snapshot, the settings (both in `id`), the documents
added since, and the query. Text of a query never reaches the engine's own query parser.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from isthmus.errors import InfrastructureError, InputError, StaleError
from isthmus.records import read_json
from isthmus.retrieval.added import AddedChunk, AddedDocuments, Statistics
from isthmus.retrieval.analysis import Analyzer
from isthmus.retrieval.base import Hit
from isthmus.retrieval.build import KIND, build_index, index_id
from isthmus.retrieval.engine import Engine, Place
from isthmus.retrieval.plan import Plan, make_plan
from isthmus.retrieval.query import parse
from isthmus.retrieval.snippets import snippet

if TYPE_CHECKING:
    from isthmus.corpus.snapshot import Snapshot
    from isthmus.records import Document

SCORE_DIGITS = 3
"""Digits after the point that count; the engine adds a chunk's terms up in no fixed order, so later digits are noise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """A page of a ranking: where its best chunk is."""

    document_id: str
    score: float
    place: Place | AddedChunk


class LexicalIndex:
    """Search over a snapshot. Safe to share between threads; `open` it once a process."""

    def __init__(self, folder: Path, snapshot: Snapshot, engine: Engine) -> None:
        """Use `open` or `build`."""
        self.id = index_id(snapshot.id)
        self.folder = folder
        self.chunks = engine.chunks
        """Chunks of the snapshot's documents."""
        self._snapshot, self._engine = snapshot, engine
        self._analyzer = Analyzer()
        statistics = Statistics(
            chunks=engine.chunks, average=engine.average_lengths(), frequency=engine.frequency
        )
        self._added = AddedDocuments(self._analyzer, statistics)

    @classmethod
    def build(
        cls, snapshot: Snapshot, folder: Path, *, progress: Callable[[int], None] | None = None
    ) -> LexicalIndex:
        """Build the index of a snapshot in a folder and open it. `progress` is told how many documents are done."""
        build_index(snapshot, Path(folder), progress=progress)
        return cls.open(folder, snapshot)

    @classmethod
    def open(cls, folder: Path, snapshot: Snapshot) -> LexicalIndex:
        """Open an index.

        Raises:
            InputError: when the folder holds no whole index.
            StaleError: when it was built from another snapshot or under other settings.
        """
        folder = Path(folder)
        if not (folder / "manifest.json").is_file():
            raise InputError("no search index here", place=str(folder), fix="build it from the snapshot")
        manifest = read_json(folder / "manifest.json")
        if not isinstance(manifest, dict) or manifest.get("kind") != KIND:
            raise InputError("not a search index", place=str(folder), fix="name the index folder")
        if manifest.get("snapshot_id") != snapshot.id:
            raise StaleError(
                f"index of snapshot {manifest.get('snapshot_id')!r}, not of {snapshot.id!r}",
                place=str(folder),
                fix="build the index again",
            )
        if manifest.get("id") != index_id(snapshot.id):
            raise StaleError(
                "index of another version of Isthmus", place=str(folder), fix="build the index again"
            )
        return cls(folder, snapshot, Engine(folder))

    def rank(self, query: str, k: int) -> list[str]:
        """Return up to k document ids, best first, each once."""
        return [found.document_id for found in self._rank(self._plan(query), k)]

    def search(self, query: str, k: int = 10) -> list[Hit]:
        """Return up to k pages in the order of `rank`, each with a snippet chosen for the query."""
        plan = self._plan(query)
        terms = {term for clause in plan.clauses for term in clause.terms}
        weights = {term: self._engine.weight(term) for term in terms}
        return [self._hit(found, weights) for found in self._rank(plan, k)]

    def add(self, documents: Iterable[Document]) -> None:
        """Add documents that are not in the snapshot; visible at once, in this process, until removed.

        Raises:
            InputError: when an id or url is taken; then none is added.
        """
        new = list(documents)
        for document in new:
            if self._taken(document):
                raise InputError(
                    f"document {document.id!r} or its url is in the snapshot", fix="give it ids of its own"
                )
        self._added.add(new)

    def remove(self, ids: Iterable[str]) -> None:
        """Take added documents out again; results are then exactly what they were before.

        Raises:
            InputError: when an id is not that of an added document; then none is removed.
        """
        self._added.remove(ids)

    def added_at(self, url: str) -> Document | None:
        """Return the added document at a url, or None."""
        return self._added.at(url)

    def _taken(self, document: Document) -> bool:
        snapshot = self._snapshot
        return snapshot.number(document.id) is not None or snapshot.by_url(document.url) is not None

    def _plan(self, query: str) -> Plan:
        return make_plan(parse(query, self._analyzer), self._engine.chunks, self._engine.body_frequency)

    def _rank(self, plan: Plan, k: int) -> list[_Found]:
        if k < 1 or not plan.clauses:
            return []
        found = [
            _Found(document_id=self._engine.document_id(place.number), score=place.score, place=place)
            for place in self._engine.best(plan, k, SCORE_DIGITS)
        ]
        if len(self._added):
            floor = found[k - 1].score if len(found) >= k else 0.0
            for score, chunk in self._added.score(plan, floor - 10**-SCORE_DIGITS):
                score = round(score, SCORE_DIGITS)
                found.append(_Found(document_id=chunk.document.id, score=score, place=chunk))
        found.sort(key=lambda page: (-page.score, page.document_id))
        return found[:k]

    def _hit(self, found: _Found, weights: dict[str, float]) -> Hit:
        if isinstance(found.place, AddedChunk):
            document, start, end = found.place.document, found.place.start, found.place.end
            title, url, text = document.title, document.url, document.text[start:end]
        else:
            _, title, url, start, end, text = self._shown(found.place)
        return Hit(
            document_id=found.document_id,
            title=title,
            url=url,
            score=found.score,
            snippet=snippet(text, weights),
            start=start,
            end=end,
        )

    def _shown(self, place: Place) -> Any:
        try:
            return json.loads(self._engine.shown(place))
        except ValueError as error:
            raise InfrastructureError(f"search index {self.folder} is damaged: {error}") from None
