"""The writer of pages: appends text, links and attributes, and keeps their offsets right."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum

from isthmus.errors import InputError
from isthmus.records import Attribute, Link
from isthmus.worlds.phonology import indefinite
from isthmus.worlds.schema import Value

_SLOT = re.compile(r"\{(?:(a|the) )?(\w+)\}")
SUBJECT = "S"
"""Slot that is written as the page's subject."""


class Mode(IntEnum):
    """How a slot is written."""

    PLAIN = 0
    INDEFINITE = 1
    """With a or an."""
    DEFINITE = 2
    """With the, where the entity's name takes it."""
    SUBJECT = 3


@dataclass(frozen=True, slots=True)
class Template:
    """A compiled sentence."""

    pieces: tuple[tuple[str, int, Mode], ...]
    """Literal text, then the position of a value and how it is written."""
    tail: str
    """Literal text after the last slot."""
    needs: tuple[int, ...]
    """Positions of the values that must be present."""


def compile_template(text: str, positions: dict[str, int]) -> Template:
    """Compile a template whose slots name values by `positions`.

    Raises:
        InputError: for a slot without a value.
    """
    pieces, needs, cursor = [], [], 0
    for slot in _SLOT.finditer(text):
        article, name = slot.groups()
        literal = text[cursor : slot.start()]
        cursor = slot.end()
        if name == SUBJECT:
            pieces.append((literal, 0, Mode.SUBJECT))
            continue
        if name not in positions:
            raise InputError(
                f"no value for the slot {name!r} of {text!r}", place="template", fix="name a field"
            )
        mode = {"a": Mode.INDEFINITE, "the": Mode.DEFINITE, None: Mode.PLAIN}[article]
        pieces.append((literal, positions[name], mode))
        needs.append(positions[name])
    return Template(tuple(pieces), text[cursor:], tuple(needs))


def label_of(name: str) -> str:
    """Return the label of an infobox line: birth_place -> Birth place."""
    return name.replace("_", " ").capitalize()


class Writer:
    """One page being written."""

    __slots__ = (
        "_articles",
        "_linked",
        "_names",
        "_titles",
        "attributes",
        "links",
        "nouns",
        "parts",
        "position",
    )

    def __init__(self, titles: list[str], names: list[str], articles: bytearray) -> None:
        self._titles, self._names, self._articles = titles, names, articles
        self._linked: set[int] = set()
        self.parts: list[str] = []
        self.links: list[Link] = []
        self.attributes: list[Attribute] = []
        self.position = 0
        self.nouns: tuple[str, ...] = ("It",)

    def begin(self, subject: int, nouns: tuple[str, ...]) -> None:
        """Start a new page about an entity, -1 for none; the subject is never linked."""
        self._linked = {subject}
        self.parts, self.links, self.attributes = [], [], []
        self.position = 0
        self.nouns = nouns

    def begin_body(self, subject: int) -> None:
        """End the infobox: entities are linked again on their next mention."""
        self._linked = {subject}
        self.text("\n")

    def text(self, words: str) -> None:
        """Append plain words."""
        self.parts.append(words)
        self.position += len(words)

    def mention(self, entity: int, *, capital: bool = False) -> None:
        """Append an entity's name, as a link when it is the first mention."""
        name = self._names[entity]
        if capital and name[0].islower():
            name = name[0].upper() + name[1:]
        start = self.position
        end = start + len(name)
        self.parts.append(name)
        self.position = end
        if entity not in self._linked:
            self._linked.add(entity)
            self.links.append(Link(start=start, end=end, target=self._titles[entity]))

    def attribute(self, name: str, label: str, value: str | int | list[int]) -> None:
        """Append an infobox line; every entity of it is a link."""
        self.text(label)
        values = value if isinstance(value, list) else [value]
        for place, one in enumerate(values):
            if place:
                self.text("; ")
            start = self.position
            if isinstance(one, str):
                self.text(one)
            else:
                self._linked.discard(one)
                self.mention(one)
            self.attributes.append(Attribute(name=name, start=start, end=self.position))
        self.text("\n")

    def sentence(self, template: Template, values: tuple[Value, ...], noun: int) -> None:
        """Append a sentence; `noun` says which of the subject's nouns stands for it."""
        capital = True
        for literal, slot, mode in template.pieces:
            if literal:
                self.text(literal)
                capital = False
            if mode is Mode.SUBJECT:
                self.text(self.nouns[noun])
                continue
            value = values[slot]
            if isinstance(value, str):
                self._words(value, mode, capital)
            elif isinstance(value, int):
                self._entity(value, mode, capital)
            elif value is not None:
                self._entities(value, mode, capital)
        self.text(template.tail)

    def _words(self, words: str, mode: Mode, capital: bool) -> None:
        if mode is Mode.INDEFINITE:
            self.text(indefinite(words))
        elif capital:
            words = words[0].upper() + words[1:]
        self.text(words)

    @staticmethod
    def plain(template: Template, values: tuple[Value, ...]) -> str:
        """Return a template whose slots are texts, without writing it."""
        words = [f"{literal}{values[slot]}" for literal, slot, _ in template.pieces]
        return "".join(words) + template.tail

    def _entity(self, entity: int, mode: Mode, capital: bool) -> None:
        if mode is Mode.DEFINITE and self._articles[entity]:
            self.text("The " if capital else "the ")
            capital = False
        elif mode is Mode.INDEFINITE:
            self.text(indefinite(self._names[entity]))
        self.mention(entity, capital=capital)

    def _entities(self, entities: list[int], mode: Mode, capital: bool) -> None:
        last = len(entities) - 1
        for place, entity in enumerate(entities):
            if place:
                self.text(" and " if place == last else ", ")
                self._entity(entity, Mode.PLAIN, False)
            else:
                self._entity(entity, mode, capital)
