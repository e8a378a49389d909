"""List and disambiguation pages."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from isthmus.records import Document, DocumentKind
from isthmus.worlds.compose import Writer
from isthmus.worlds.fields import FIELDS
from isthmus.worlds.schema import Field, View, read
from isthmus.worlds.sizes import Kind

_LISTED: tuple[tuple[Kind, Kind, str, str], ...] = (
    (Kind.COUNTRY, Kind.CITY, "country", "cities in"),
    (Kind.COUNTRY, Kind.UNIVERSITY, "country", "universities in"),
    (Kind.COUNTRY, Kind.RIVER, "country", "rivers of"),
    (Kind.COUNTRY, Kind.PERSON, "nationality", "people from"),
    (Kind.COUNTRY, Kind.COMPANY, "country", "companies of"),
    (Kind.COUNTRY, Kind.BAND, "country", "bands from"),
    (Kind.COUNTRY, Kind.FILM, "country", "films from"),
    (Kind.LABEL, Kind.ALBUM, "label", "albums released by"),
    (Kind.PUBLISHER, Kind.BOOK, "publisher", "books published by"),
    (Kind.CITY, Kind.STRUCTURE, "location", "buildings in"),
    (Kind.CITY, Kind.PERSON, "birth_place", "people from"),
    (Kind.CITY, Kind.PERSON, "death_place", "people who died in"),
)
"""Parent kind, listed kind, column, and how the title says it, in the order lists are made."""
_LONGEST = 250
"""Entries of a list page."""
_SHORT = 6
"""Lists with fewer entries are made only when there are no others."""
_NOUN = {
    Kind.CITY: ("a city in {}", "country"),
    Kind.BAND: ("a band from {}", "origin"),
    Kind.BOOK: ("a book by {}", "author"),
    Kind.FILM: ("a film directed by {}", "director"),
}


def _page(writer: Writer, title: str, site: str, kind: DocumentKind) -> Document:
    return Document(
        id=title,
        title=title,
        text="".join(writer.parts),
        url=site + title.replace(" ", "_"),
        links=tuple(writer.links),
        kind=kind,
    )


def _candidates(view: View) -> Iterator[tuple[int, str, list[int]]]:
    """Yield owner, wording and entries of possible lists: all with enough entries, then the short ones."""
    truth = view.truth
    for least, most in ((_SHORT, None), (1, _SHORT)):
        for parent, kind, column, words in _LISTED:
            inverse = truth.inverse(parent, kind, column)
            counts: list[int] = inverse.counts().tolist()
            for row in sorted(range(len(counts)), key=lambda row: (-counts[row], row)):
                if counts[row] < least:
                    break
                if most is None or counts[row] < most:
                    yield truth.sizes.base[parent] + row, words, inverse.of(row, _LONGEST)


def lists(view: View, site: str, articles: bytearray) -> Iterator[Document]:
    """Yield the planned number of list pages."""
    names = view.names
    writer = Writer(names.titles, names.names, articles)
    for owner, words, entries in islice(_candidates(view), view.truth.sizes.lists):
        writer.begin(-1, ())
        writer.text(f"This is a list of {words} ")
        writer.mention(owner)
        writer.text(".\n")
        for entity in entries:
            writer.text("\n- ")
            writer.mention(entity)
        yield _page(writer, f"List of {words} {names.titles[owner]}", site, DocumentKind.LIST)


def disambiguations(view: View, site: str, articles: bytearray) -> Iterator[Document]:
    """Yield one page for every name that two entities share."""
    writer = Writer(view.names.titles, view.names.names, articles)
    for name, one, two in view.names.homonyms:
        writer.begin(-1, ())
        writer.text(f"{name} may refer to:\n")
        for entity in (one, two):
            writer.text("\n- ")
            writer.mention(entity)
            writer.text(", ")
            _describe(writer, view, entity)
        yield _page(writer, name, site, DocumentKind.DISAMBIGUATION)


def _describe(writer: Writer, view: View, entity: int) -> None:
    kind = view.truth.sizes.kind_of(entity)
    row = entity - view.truth.sizes.base[kind]

    def value(name: str) -> object:
        field: Field = next(field for field in FIELDS[kind] if field.name == name)
        return read(view, kind, field, row, row + 1)[0]

    if kind is Kind.PERSON:
        born = view.truth.tables[Kind.PERSON]["birth_year"][row]
        writer.text(f"{value('occupation')} born in {born}")
        return
    words, name = _NOUN[kind]
    before, _, after = words.partition("{}")
    writer.text(before)
    target = value(name)
    if isinstance(target, int):
        writer.mention(target)
    writer.text(after)
