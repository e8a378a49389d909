"""What the text of a page is made of: sentence templates, sections and lists.

A template names fields in braces: `{birth_place}` is written as the field's value, entities as links on first mention; `{a genre}` puts a
or an before it; `{S}` is the subject, by name, noun or pronoun. A template is used only when every field it names has a value, so a
group of paraphrases may use optional fields.
"""

from __future__ import annotations

from dataclasses import dataclass

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
    year: str = ""
    """Their column to sort by and to write in brackets; empty for none."""
    intro: Group = ()
    """Sentence before the list; none when empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prose:
    """The text of one kind of page."""

    nouns: tuple[str, ...]
    """How running text calls the subject: first a name or noun, last a pronoun."""
    lead: Group
    """Defining first sentences."""
    sections: tuple[Section, ...]
    """The opening section has no heading and follows the lead."""
    listings: tuple[Listing, ...] = ()
    """After the sections."""
    asides: tuple[Kind, ...] = ()
    """Kinds of entities that distractor sentences mention."""
