from __future__ import annotations

import json
import lzma
import os
from pathlib import Path

import pytest

from isthmus.errors import InputError
from isthmus.records import Document
from isthmus.worlds import World
from isthmus.worlds.compose import Writer, compile_template
from isthmus.worlds.extras import extras
from isthmus.worlds.fields import FIELDS
from isthmus.worlds.phonology import demonym, indefinite
from isthmus.worlds.prose import load_asides, load_prose
from isthmus.worlds.sizes import Kind

IN_OTHER_WORDS = {
    "birth_date": ("life",),
    "death_date": ("life",),
    "occupation": ("occupation",),
    "office": ("office",),
    "years_active": ("span", "formed", "ended", "years_active"),
    "release_date": ("release_date", "year"),
    "start_date": ("start_date", "year"),
    "year": ("year", "year_word"),
    "published": ("published", "year"),
}
"""Slots that state a field under another name."""


@pytest.mark.parametrize("kind", list(Kind))
def test_every_statement_has_four_paraphrases(kind: Kind) -> None:
    prose = load_prose(kind)
    assert len(prose.lead) >= 4
    assert all(len(group) >= 4 for section in prose.sections for group in section.groups)


@pytest.mark.parametrize("kind", list(Kind))
def test_every_field_is_put_in_words_four_ways(kind: Kind) -> None:
    prose = load_prose(kind)
    texts = [*prose.lead, *(text for section in prose.sections for group in section.groups for text in group)]
    for field in FIELDS[kind]:
        if kind is Kind.PAPER and field.name in ("published", "journal", "authors"):
            continue
        slots = (field.name, *IN_OTHER_WORDS.get(field.name, ()))
        stated = [
            text
            for text in texts
            if any(f"{{{a}{slot}}}" in text for slot in slots for a in ("", "a ", "the "))
        ]
        assert len(stated) >= 4, (kind, field.name, stated)


@pytest.mark.parametrize("kind", list(Kind))
def test_every_template_compiles(world: World, kind: Kind) -> None:
    prose = load_prose(kind)
    names = [*(field.name for field in FIELDS[kind]), *extras(world.view, kind, 0, 1)]
    positions = {name: place for place, name in enumerate(names)}
    for text in (*prose.lead, *(t for s in prose.sections for g in s.groups for t in g), *prose.categories):
        compile_template(text, positions)
    for listing in prose.lists:
        assert listing.column in world.view.truth.tables[listing.kind]
        assert not listing.year or listing.year in world.view.truth.tables[listing.kind]
    assert set(prose.asides) <= set(load_asides())


def test_an_unknown_slot_is_refused() -> None:
    with pytest.raises(InputError, match="no value for the slot 'colour'"):
        compile_template("Its {colour} is known.", {"name": 0})


def test_writer_links_first_mentions_only() -> None:
    writer = Writer(["Harbour folk", "Ada Venn (singer)"], ["harbour folk", "Ada Venn"], bytearray(2))
    writer.begin(-1, ("It",))
    template = compile_template("{x} is known for {a y}.", {"x": 0, "y": 1})
    writer.sentence(template, (1, 0), 0)
    writer.text(" ")
    writer.sentence(template, (0, 1), 0)
    text = "".join(writer.parts)
    assert text == "Ada Venn is known for a harbour folk. Harbour folk is known for an Ada Venn."
    assert [(text[link.start : link.end], link.target) for link in writer.links] == [
        ("Ada Venn", "Ada Venn (singer)"),
        ("harbour folk", "Harbour folk"),
    ]


def test_writer_lists_with_and() -> None:
    names = ["A", "B", "C"]
    writer = Writer(names, names, bytearray(b"\x01\x00\x00"))
    writer.begin(-1, ("It",))
    template = compile_template("Sponsors were {the x}.", {"x": 0})
    for entities in ([0], [0, 1], [0, 1, 2]):
        writer.sentence(template, (entities,), 0)
    assert (
        "".join(writer.parts) == "Sponsors were the A.Sponsors were the A and B.Sponsors were the A, B and C."
    )


@pytest.mark.parametrize(
    ("word", "article"),
    [
        ("Orvian", "an "),
        ("university", "a "),
        ("umbrella", "an "),
        ("Tessarian", "a "),
        ("essay", "an "),
        ("Europan", "a "),
        ("Hourglass", "an "),
        ("Harbour", "a "),
        ("Hourglass", "an "),
        ("Harbour", "a "),
    ],
)
def test_indefinite(word: str, article: str) -> None:
    assert indefinite(word) == article


@pytest.mark.parametrize(
    ("country", "adjective"),
    [
        ("Tessaria", "Tessarian"),
        ("Momora", "Momoran"),
        ("Skardren", "Skardrenian"),
        ("Vaane", "Vaanian"),
        ("Thaefeyshae", "Thaefeyshan"),
        ("Xatlu", "Xatluan"),
    ],
)
def test_demonym(country: str, adjective: str) -> None:
    assert demonym(country) == adjective


def test_many_phonologies_are_heard(world: World) -> None:
    endings = {name[-3:] for name in world.view.names.names[: world.view.truth.sizes.base[Kind.RIVER]]}
    assert len(endings) > 30


@pytest.mark.realdata
def test_no_encyclopedia_has_these_names(documents: list[Document]) -> None:
    folder = Path(os.environ.get("ISTHMUS_DATA", "../shared/data")) / "corpora"
    if not folder.is_dir():
        pytest.skip("the real corpora are not here (ISTHMUS_DATA)")
    real = set()
    for name in ("musicians_wikitext.jsonl.xz", "schools_wikipedia.jsonl.xz"):
        with lzma.open(folder / name, "rt", encoding="utf-8") as lines:
            for line in lines:
                row = json.loads(line)
                real.add(row["title"].strip())
    assert not real & {document.title for document in documents}
