"""A few pages written in `[[Target|words]]` and the snapshot they make."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from isthmus.corpus.snapshot import Snapshot, build_snapshot
from isthmus.corpus.titles import normalise
from isthmus.graph import EvidenceGraph, GraphSettings, build_graph
from isthmus.graph.claims import Claim
from isthmus.graph.words import Form, exact_word, fold_word, lower_first, name_forms, split_words
from isthmus.records import Attribute, Document, Link, Redirect

_LINK = re.compile(r"\[\[([^|\]]+)(?:\|([^\]]+))?\]\]")


def says_slowly(text: str, name: str) -> bool:
    """The definition, slowly: some form's words follow one another in the text."""
    written = split_words(text)
    return any(_holds(written, form) for form in name_forms(name))


def _holds(written: list[str], form: Form) -> bool:
    length = len(form.words)
    for start in range(len(written) - length + 1):
        row = written[start : start + length]
        if form.exact:
            words = [exact_word(word) for word in row]
            if length > 1:
                words[0] = lower_first(words[0])
        else:
            words = [fold_word(word) for word in row]
        if tuple(words) == form.words:
            return True
    return False


class Pages:
    """A source of given items."""

    name = "pages"

    def __init__(self, items: Iterable[Document | Redirect]) -> None:
        self._items = list(items)

    def items(self) -> Iterator[Document | Redirect]:
        yield from self._items

    def fingerprint(self) -> str:
        return "pages"


def write_page(title: str, markup: str, *, aliases: tuple[str, ...] = (), **fields: str) -> Document:
    """Return a document: fields become lines of attributes, `[[...]]` becomes links."""
    text, links, attributes = "", [], []

    def write(words: str) -> None:
        nonlocal text
        at = 0
        for match in _LINK.finditer(words):
            text += words[at : match.start()]
            surface = match.group(2) or match.group(1)
            links.append(
                Link(start=len(text), end=len(text) + len(surface), target=normalise(match.group(1)))
            )
            text += surface
            at = match.end()
        text += words[at:]

    for name, value in fields.items():
        write(f"{name.capitalize()}: ")
        start = len(text)
        write(value)
        attributes.append(Attribute(name=name, start=start, end=len(text)))
        write("\n")
    if fields:
        write("\n")
    body = len(text)
    write(markup)
    return Document(
        id=normalise(title),
        title=title,
        text=text,
        url="",
        links=tuple(links),
        attributes=tuple(attributes),
        aliases=aliases,
        body_start=body,
    )


def field_claims(document: Document, resolve: Callable[[str], str]) -> list[Claim]:
    """A double of the extractor: every attribute is a claim, a number or range of years a value."""
    claims = []
    for attribute in document.attributes:
        words = document.value(attribute)
        span = {"start": attribute.start, "end": attribute.end}
        if years := re.fullmatch(r"(\d+)(?:-(\d+))?", words):
            low, high = years.groups()
            claims.append(
                Claim(
                    relation=attribute.name,
                    object="",
                    value=float(low),
                    high=float(high) if high else None,
                    **span,
                )
            )
            continue
        inside = [link for link in document.links if attribute.start <= link.start < attribute.end]
        name = inside[0].target if inside else normalise(words)
        claims.append(Claim(relation=attribute.name, object=resolve(name), surface=words, **span))
    return claims


@pytest.fixture
def page() -> Callable[..., Document]:
    return write_page


@pytest.fixture
def snapshot_of(tmp_path: Path) -> Callable[..., Snapshot]:
    def make(*items: Document | Redirect, name: str = "snapshot") -> Snapshot:
        return build_snapshot(Pages(items), tmp_path / name)

    return make


@pytest.fixture
def graph_of(tmp_path: Path, snapshot_of: Callable[..., Snapshot]) -> Callable[..., EvidenceGraph]:
    def make(*items: Document | Redirect, workers: int = 1, anchors: bool = True) -> EvidenceGraph:
        return build_graph(
            snapshot_of(*items),
            tmp_path / "graph",
            workers=workers,
            settings=GraphSettings(anchors=anchors),
            extract=field_claims,
        )

    return make


@pytest.fixture
def extract() -> Callable[[Document, Callable[[str], str]], list[Claim]]:
    return field_claims


@pytest.fixture(scope="session")
def says() -> Callable[[str, str], bool]:
    return says_slowly


@pytest.fixture
def source_of() -> Callable[..., Pages]:
    return lambda *items: Pages(items)
