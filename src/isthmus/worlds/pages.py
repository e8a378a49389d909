"""Pages of entities: infobox, prose, lists, distractor sentences.

A page is a function of the truth and of a generator seeded by (seed, entity number), so any block of pages can be written
alone and in any order.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from isthmus.ids import derive_seed
from isthmus.records import Document
from isthmus.worlds.asides import HEADINGS, Asides
from isthmus.worlds.compose import Template, Writer, compile_template, label_of
from isthmus.worlds.draws import Ints, Inverse
from isthmus.worlds.extras import extras
from isthmus.worlds.fields import FIELDS
from isthmus.worlds.prose import Listing, load_prose
from isthmus.worlds.schema import Value, View, read
from isthmus.worlds.sizes import Kind

Draw: TypeAlias = Callable[[], float]
"""A page's generator of numbers in [0, 1)."""
BLOCK = 512
"""Rows read at once; bounds the memory of writing, not the bytes."""
LONGEST_LIST = 120
"""Entries of one list on a page."""
_WITH_ARTICLE = (
    Kind.RIVER, Kind.OBSERVATORY, Kind.MUSEUM, Kind.ORCHESTRA, Kind.AWARD, Kind.STRUCTURE, Kind.SHIP, Kind.EXPEDITION,
    Kind.FESTIVAL, Kind.BATTLE,
)  # fmt: skip
"""Kinds whose names take the definite article in running text."""


def articles_of(view: View) -> bytearray:
    """Return for each entity whether running text writes `the` before its name."""
    base = view.truth.sizes.base
    flags = bytearray(base[-1])
    for kind in _WITH_ARTICLE:
        flags[base[kind] : base[kind + 1]] = b"\x01" * (base[kind + 1] - base[kind])
    for entity in range(base[Kind.UNIVERSITY], base[Kind.UNIVERSITY + 1]):
        flags[entity] = view.names.names[entity].startswith("University")
    return flags


@dataclass(frozen=True, slots=True, kw_only=True)
class _List:
    """A listing with its templates compiled and its entries found."""

    heading: str
    intro: tuple[Template, ...]
    entries: Inverse
    base: int
    """First entity number of the entries' kind."""
    years: Ints | None
    """Year of each entry by row, if years are shown."""


class PageWriter:
    """Writes the pages of one kind."""

    def __init__(self, view: View, kind: Kind, seed: int, site: str, articles: bytearray) -> None:
        self._view, self._kind, self._site = view, kind, site
        prose = load_prose(kind)
        self._fields = FIELDS[kind]
        self._labels = [label_of(field.name) + ": " for field in self._fields]
        self._seed = derive_seed(seed, "world/page")
        self._base = view.truth.sizes.base[kind]
        names = list(extras(view, kind, 0, 0))
        self._positions = {name: place for place, name in enumerate([f.name for f in self._fields] + names)}
        self._lead = self._compile(prose.lead)
        self._sections = [
            (section.heading, [self._compile(group) for group in section.groups])
            for section in prose.sections
        ]
        self._nouns = [self._noun(noun) for noun in prose.nouns]
        self._asides = Asides(view, prose.asides)
        self._him = self._positions["him"]
        self._categories = self._compile(prose.categories)
        self._lists = [self._list(listing) for listing in prose.lists]
        self._writer = Writer(view.names.titles, view.names.names, articles)
        self._prepare()

    def _prepare(self) -> None:
        """Compile what a kind's own writer needs."""

    def _compile(self, group: tuple[str, ...]) -> tuple[Template, ...]:
        return tuple(compile_template(text, self._positions) for text in group)

    def _noun(self, noun: str) -> tuple[str, int, str]:
        before, brace, rest = noun.partition("{")
        if not brace:
            return noun, -1, ""
        name, _, after = rest.partition("}")
        return before, self._positions[name], after

    def _list(self, listing: Listing) -> _List:
        truth = self._view.truth
        return _List(
            heading=f"\n\n## {listing.heading}\n\n",
            intro=self._compile(listing.intro),
            entries=truth.inverse(self._kind, listing.kind, listing.column, listing.year or None),
            base=truth.sizes.base[listing.kind],
            years=truth.tables[listing.kind][listing.year] if listing.year else None,
        )

    def documents(self, start: int, stop: int) -> Iterator[Document]:
        """Yield the pages of the rows [start, stop)."""
        for first in range(start, stop, BLOCK):
            last = min(first + BLOCK, stop)
            columns: list[list[Value]] = [
                read(self._view, self._kind, field, first, last) for field in self._fields
            ]
            columns += [list(values) for values in extras(self._view, self._kind, first, last).values()]
            for row, values in zip(range(first, last), zip(*columns, strict=True), strict=True):
                yield self._document(row, values)

    def _document(self, row: int, values: tuple[Value, ...]) -> Document:
        entity = self._base + row
        rng = random.Random(self._seed ^ (entity * 0x9E3779B97F4A7C15))
        draw = rng.random
        writer = self._writer
        nouns = tuple(
            f"{before}{values[slot]}{after}" if slot >= 0 else before for before, slot, after in self._nouns
        )
        writer.begin(entity, nouns)
        for field, label, value in zip(self._fields, self._labels, values, strict=False):
            if value is not None:
                writer.attribute(field.name, label, value)
        writer.begin_body(entity)
        body = writer.position
        self._opening(draw, values)
        self._write_body(row, values, draw)
        names = self._view.names
        title = names.titles[entity]
        second = names.second.get(entity)
        return Document(
            id=title,
            title=title,
            text="".join(writer.parts),
            url=self._site + title.replace(" ", "_"),
            links=tuple(writer.links),
            attributes=tuple(writer.attributes),
            categories=tuple(writer.plain(template, values) for template in self._categories),
            aliases=(second,) if second and self._kind is Kind.PERSON else (),
            body_start=body,
        )

    def _write_body(self, row: int, values: tuple[Value, ...], draw: Draw) -> None:
        """Write everything after the first sentence."""
        writer, pronoun, subject = self._writer, values[self._him], self._base + row
        fullness = 0.7 + 0.3 * draw()
        for heading, groups in self._sections:
            self._section(heading, groups, values, fullness, draw)
            if draw() < 0.75:
                writer.text(" ")
                self._asides.write(writer, subject=subject, pronoun=pronoun, count=1, draw=draw)
        count = int(draw() * 8)
        if count:
            writer.text(f"\n\n## {HEADINGS[int(draw() * len(HEADINGS))]}\n\n")
            self._asides.write(writer, subject=subject, pronoun=pronoun, count=count, draw=draw)
        for listing in self._lists:
            self._write_list(listing, row, values, draw)

    def _choose(self, group: tuple[Template, ...], values: tuple[Value, ...], draw: Draw) -> Template | None:
        """Return a paraphrase whose values are present, starting from a random one."""
        first = int(draw() * len(group))
        for place in range(len(group)):
            template = group[(first + place) % len(group)]
            if all(values[need] is not None for need in template.needs):
                return template
        return None

    def _opening(self, draw: Draw, values: tuple[Value, ...]) -> None:
        template = self._choose(self._lead, values, draw)
        if template is not None:
            self._writer.sentence(template, values, 0)

    def _section(
        self,
        heading: str,
        groups: list[tuple[Template, ...]],
        values: tuple[Value, ...],
        fullness: float,
        draw: Draw,
    ) -> None:
        writer = self._writer
        fresh = bool(heading)
        for group in groups:
            if draw() > fullness:
                continue
            template = self._choose(group, values, draw)
            if template is None:
                continue
            if fresh:
                writer.text(f"\n\n## {heading}\n\n")
                writer.sentence(template, values, 0)
                fresh = False
            else:
                writer.text(" ")
                writer.sentence(template, values, int(draw() * len(writer.nouns)))

    def _write_list(self, listing: _List, row: int, values: tuple[Value, ...], draw: Draw) -> None:
        entries = listing.entries.of(row, LONGEST_LIST)
        if not entries:
            return
        writer = self._writer
        writer.text(listing.heading)
        if listing.intro:
            writer.sentence(listing.intro[int(draw() * len(listing.intro))], values, 0)
            writer.text("\n\n")
        for place, entity in enumerate(entries):
            writer.text("\n- " if place else "- ")
            writer.mention(entity)
            if listing.years is not None:
                writer.text(f" ({listing.years[entity - listing.base]})")
