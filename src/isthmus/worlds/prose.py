"""What the text of a page is made of: sentence templates, sections and lists, read from `texts/*.toml`, one file a kind.

A template names values in braces: `{birth_place}` is written as the field's value, entities as links on first mention;
`{a genre}` puts a or an before it, `{the sponsor}` the article that the name takes; `{S}` is the subject, by name, noun or
pronoun. A template is used only when every value it names is present, so a group of paraphrases may name optional fields.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from isthmus.worlds.sizes import Kind

Group = tuple[str, ...]
"""Paraphrases of one statement; a page uses one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A heading and what is said under it."""

    heading: str
    """Empty for the opening section."""
    groups: tuple[Group, ...]
    """In order of the text; each gives one sentence at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """A list of the entities that point at the page's subject."""

    heading: str
    """Section heading."""
    kind: Kind
    """Kind of the entities listed."""
    column: str
    """Their column that holds the subject."""
    year: str
    """Their column to sort by and to write in brackets; empty for none."""
    intro: Group
    """Sentence before the list; none when empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prose:
    """The text of one kind of page."""

    nouns: tuple[str, ...]
    """How running text calls the subject; the first can open a section, so it is no pronoun."""
    lead: Group
    """Defining first sentences."""
    sections: tuple[Section, ...]
    """The first has no heading and follows the lead; papers have headings only."""
    lists: tuple[Listing, ...]
    """After the sections."""
    asides: tuple[Kind, ...]
    """Kinds of entities that distractor sentences mention."""
    categories: Group
    """Categories; their slots name texts that are always present."""


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(
        files("isthmus.worlds").joinpath("texts", f"{name}.toml").read_text(encoding="utf-8")
    )


def load_prose(kind: Kind) -> Prose:
    """Return the text of a kind of page."""
    data = _read(kind.name.lower())
    return Prose(
        nouns=tuple(data["nouns"]),
        lead=tuple(data["lead"]),
        sections=tuple(
            Section(heading=section["heading"], groups=tuple(tuple(group) for group in section["groups"]))
            for section in data["sections"]
        ),
        lists=tuple(
            Listing(
                heading=entry["heading"],
                kind=Kind[entry["kind"].upper()],
                column=entry["column"],
                year=entry.get("year", ""),
                intro=tuple(entry.get("intro", ())),
            )
            for entry in data.get("lists", ())
        ),
        asides=tuple(Kind[name.upper()] for name in data["asides"]),
        categories=tuple(data["categories"]),
    )


def load_asides() -> dict[Kind, Group]:
    """Return distractor sentences by the kind of entity they mention, as `{x}`.

    They speak of archives, reviews and exhibitions and state no relation between the two, so they contradict no fact;
    they make closures (everything that mentions an entity) wider than the asserted sets, as in real pages.
    """
    return {Kind[name.upper()]: tuple(sentences) for name, sentences in _read("asides").items()}
