import json
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from isthmus.records import Document, Redirect


class ListSource:
    """A source over a list, for tests."""

    def __init__(self, items: Iterable[object], name: str = "little") -> None:
        self._items, self.name = list(items), name

    def items(self):
        yield from self._items

    def fingerprint(self) -> str:
        return "f"


@pytest.fixture
def list_source() -> type[ListSource]:
    return ListSource


@pytest.fixture
def page() -> Callable[..., Document]:
    def make(title: str, text: str = "Some text that is long enough to stand.", **more) -> Document:
        return Document(**{"id": title, "title": title, "text": text, "url": "", **more})

    return make


@pytest.fixture
def redirect() -> Callable[[str, str], Redirect]:
    return lambda source, target: Redirect(source=source, target=target)


@pytest.fixture
def write_jsonl(tmp_path) -> Callable[..., Path]:
    def write(*pages: object, name: str = "pages.jsonl") -> Path:
        path = tmp_path / name
        lines = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in pages]
        path.write_bytes(b"\n".join(lines) + b"\n")
        return path

    return write


@pytest.fixture
def linked() -> Callable[[Document], list[tuple[str, str]]]:
    """(words, target) of the links of a document."""
    return lambda document: [(document.text[a.start : a.end], a.target) for a in document.links]


@pytest.fixture
def facts() -> Callable[[Document], dict[str, list[str]]]:
    """Values of the attributes of a document, by name."""

    def read(document: Document) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for item in document.attributes:
            found.setdefault(item.name, []).append(document.value(item))
        return found

    return read
