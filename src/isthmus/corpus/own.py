"""Documents as isthmus itself writes them: lines of `Document` records, with redirects in a file beside them.

What `isthmus world` writes, or a program that finds links and facts by its own means: nothing is parsed again, so links and facts
keep their places. A line whose places do not fit its text is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from isthmus.corpus.readers import JsonLines, stem
from isthmus.corpus.source import EMPTY, MALFORMED, PAGE_LIMIT, Item, fingerprint_path, rejection
from isthmus.corpus.titles import normalise
from isthmus.errors import RecordError
from isthmus.ids import digest
from isthmus.records import Attribute, Document, Link, Redirect, Rejection, load

DOCUMENTS, REDIRECTS = "documents.jsonl", "redirects.jsonl"
"""File names in a folder of such a corpus."""


class OwnDocuments:
    """Lines of `Document` records: a file, or a folder with `documents.jsonl`; redirects are in `redirects.jsonl` beside it."""

    version = 1

    def __init__(self, path: Path, *, name: str = "", page_limit: int = PAGE_LIMIT) -> None:
        self.path = Path(path)
        self._documents = self.path / DOCUMENTS if self.path.is_dir() else self.path
        self._redirects = self._documents.parent / REDIRECTS
        self.name = name or stem(self.path)
        self._lines = JsonLines(self._documents, page_limit)

    def items(self) -> Iterator[Item]:
        """Yield documents, then redirects, in order."""
        for place, line in self.records():
            if (item := self.parse(place, line)) is not None:
                yield item

    def records(self) -> Iterator[tuple[str, bytes]]:
        """Yield the raw lines of both files."""
        yield from self._lines.records()
        if self._redirects.is_file():
            yield from JsonLines(self._redirects, self._lines.page_limit).records()

    def parse(self, place: str, record: bytes | str) -> Item | None:
        """Return the document or redirect in a line."""
        assert isinstance(record, bytes)
        try:
            if place.startswith(f"{REDIRECTS}:"):
                return load(Redirect, record, place=place)
            page = self._lines.load(place, record, "text")
            if isinstance(page, Rejection):
                return page
            document = load(Document, record, place=place)
        except RecordError as error:
            return rejection(place, MALFORMED, error.problem)
        if not document.text.strip():
            return rejection(document.title, EMPTY)
        if fault := _fault(document):
            return rejection(place, MALFORMED, fault)
        return replace(
            document,
            links=tuple(replace(link, target=normalise(link.target)) for link in document.links),
        )

    def fingerprint(self) -> str:
        """Return an id of both files and this reader."""
        reader = f"documents/{self.version}"
        parts = [path for path in (self._documents, self._redirects) if path.is_file()]
        return digest(reader, *(fingerprint_path(path, reader) for path in parts))


def _fault(document: Document) -> str:
    """Return which places of a document do not fit its text, or nothing."""
    end = len(document.text)
    if not 0 <= document.body_start <= end:
        return "'body_start' is outside the text"
    placed: dict[str, Sequence[Link | Attribute]] = {
        "links": document.links,
        "attributes": document.attributes,
    }
    for name, spans in placed.items():
        if any(not 0 <= span.start < span.end <= end for span in spans):
            return f"{name!r} has a place outside the text, or an empty one"
        if any(before.start > after.start for before, after in pairwise(spans)):
            return f"{name!r} are not in order"
    if any(before.end > after.start for before, after in pairwise(document.links)):
        return "'links' overlap"
    return ""
