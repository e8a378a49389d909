"""A snapshot double: the same methods as `corpus.Snapshot`, over a list of documents in memory."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from isthmus.ids import content_id
from isthmus.records import Document


class MemorySnapshot:
    def __init__(self, documents: list[Document]) -> None:
        self._documents = documents
        self._numbers = {document.id: number for number, document in enumerate(documents)}
        self.id = content_id([[d.id, d.title, d.url, d.text] for d in documents], prefix="c")
        self.name = "memory"

    def __len__(self) -> int:
        return len(self._documents)

    def document(self, id: str) -> Document:
        return self._documents[self._numbers[id]]

    def number(self, id: str) -> int | None:
        return self._numbers.get(id)

    def by_url(self, url: str) -> str | None:
        return next((d.id for d in self._documents if d.url == url), None)

    def documents(self, start: int = 0, stop: int | None = None) -> Iterator[Document]:
        yield from self._documents[start:stop]


def _page(title: str, text: str, **fields: object) -> Document:
    url = f"https://wiki.example/{title.replace(' ', '_')}"
    return Document(id=title, title=title, text=text, url=url, **fields)


@pytest.fixture(scope="session")
def page():
    return _page


@pytest.fixture(scope="session")
def memory_snapshot():
    return MemorySnapshot


@pytest.fixture(scope="session")
def pages(page) -> list[Document]:
    long = "\n\n".join(
        f"Paragraph {n} tells of the river Oska and its mills. "
        + "The water is cold and the mills are old. " * 8
        for n in range(30)
    )
    return [
        page("Oska", long + " A ferry called Marigold crosses it."),
        page(
            "Björk Halldal",
            "Björk Halldal is a singer from Tarnby. She recorded two albums for Copper Lantern Records.",
        ),
        page("The Who", "The Who are a band. Who is who in the band?"),
        page(
            "Copper Lantern Records",
            "Copper Lantern Records is a record label in Tarnby. Its first act was a choir.",
        ),
        page(
            "Tarnby",
            "Tarnby is a town on the river Oska.\n\n## History\n\nThe town was founded in 1432 by millers.",
        ),
        page("周杰伦传", "周杰伦出生于台北,是一位著名的歌手。他的第一张专辑在2000年发行。"),
        page("Spın̈al Choir", "A choir of straße singers; their motto is naïve façade."),
        page("Empty Page", ""),
    ]


@pytest.fixture(scope="session")
def index(tmp_path_factory, pages):
    from isthmus.retrieval import LexicalIndex

    return LexicalIndex.build(MemorySnapshot(pages), tmp_path_factory.mktemp("index") / "index")


@pytest.fixture
def fresh_index(tmp_path, pages):
    """An index of its own for tests that add documents."""
    from isthmus.retrieval import LexicalIndex

    return LexicalIndex.build(MemorySnapshot(pages), tmp_path / "index")
