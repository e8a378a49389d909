"""The relation table: which fields and sentence patterns state a relation, and how a question may say it.

The table itself is `relations.toml`; its head explains the keys. A clue is a verb phrase of ours with a
place for the object, so a question keeps a relation and its object but never the sentence that stated
it.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from isthmus.errors import ConfigError
from isthmus.graph.nouns import phrase_family

OBJECTS = ("entity", "place", "term", "year", "number")
_KEYS = {
    "fields",
    "patterns",
    "object",
    "clues",
    "hidden",
    "naming",
    "unless",
    "fit",
    "skip",
    "proper",
    "bare",
    "extract",
    "avoid",
    "linked",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """One relation of the table."""

    name: str
    """Name, unique in the table."""
    object: str
    """Sort of object: `entity`, `place`, `term`, `year` or `number`."""
    fields: tuple[str, ...] = ()
    """Attribute names whose values are objects."""
    pattern: re.Pattern[str] | None = None
    """Matches the words between a sentence's subject and a linked object."""
    clues: MappingProxyType[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """Verb phrases by family of the subject, `any` for families without their own, people excepted; `{}` is the object."""
    hidden: MappingProxyType[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """Verb phrases to use instead when the object is itself described."""
    naming: str = "{}"
    """How a bare object is worded."""
    unless: tuple[str, ...] = ()
    """Words in the object that make `naming` unnecessary."""
    fit: tuple[str, ...] = ()
    """Families an object must belong to if it is to become a hidden vertex; empty for any."""
    skip: tuple[str, ...] = ()
    """Objects, in lower case, that make no clue."""
    avoid: tuple[str, ...] = ()
    """Families whose nouns are no objects."""
    linked: str = ""
    """Relation stated instead when the value is a link; empty for this one."""
    bare: bool = False
    """Whether a single unlinked word can be an object."""
    extract: re.Pattern[str] | None = None
    """Cuts the object out of a field's value."""
    proper: bool = False
    """Whether a term keeps its capital letter (languages, religions)."""

    def clues_for(self, family: str, *, hidden: bool = False) -> tuple[str, ...]:
        """Return the verb phrases that fit a subject of the family; empty when none does."""
        parent = phrase_family(family)
        if hidden and (phrases := self.hidden.get(family) or self.hidden.get(parent)):
            return phrases
        if phrases := self.clues.get(family) or self.clues.get(parent):
            return phrases
        # What fits things in general seldom fits people: a person needs phrases of its own.
        return () if parent == "person" else self.clues.get("any", ())

    def fits(self, family: str) -> bool:
        """Return whether a page of a family may be the object of a hidden vertex."""
        return not self.fit or family in self.fit or phrase_family(family) in self.fit


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationTable:
    """All relations, by name and by field."""

    by_name: MappingProxyType[str, Relation]
    """Relation name -> relation, in table order."""
    by_field: MappingProxyType[str, Relation]
    """Attribute name -> relation."""


@cache
def relation_table() -> RelationTable:
    """Return the built-in table, read once."""
    text = files("isthmus.graph").joinpath("relations.toml").read_text(encoding="utf-8")
    return parse_relations(text, place="relations.toml")


def parse_relations(text: str, *, place: str) -> RelationTable:
    """Return the table written in a TOML text.

    Raises:
        ConfigError: names the place, the relation and the key that cannot be used.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(str(error), place=place, fix="mend the TOML") from None
    by_name = {name: _relation(name, entry, place) for name, entry in data.items()}
    by_field: dict[str, Relation] = {}
    for relation in by_name.values():
        for name in relation.fields:
            if name in by_field:
                raise ConfigError(
                    f"field {name!r} belongs to {by_field[name].name!r} and {relation.name!r}",
                    place=place,
                    fix="keep one",
                )
            by_field[name] = relation
    for relation in by_name.values():
        if relation.linked and relation.linked not in by_name:
            raise ConfigError(
                f"linked names no relation: {relation.linked!r}",
                place=f"{place}: [{relation.name}]",
                fix="name one of the table",
            )
    return RelationTable(by_name=MappingProxyType(by_name), by_field=MappingProxyType(by_field))


def _relation(name: str, entry: dict[str, Any], place: str) -> Relation:
    where = f"{place}: [{name}]"
    if unknown := sorted(set(entry) - _KEYS):
        raise ConfigError(
            f"unknown key {unknown[0]!r}", place=where, fix=f"use one of {', '.join(sorted(_KEYS))}"
        )
    if entry.get("object") not in OBJECTS:
        raise ConfigError(
            f"object is {entry.get('object')!r}", place=where, fix=f"use one of {', '.join(OBJECTS)}"
        )
    patterns = entry.get("patterns", [])
    try:
        pattern = re.compile("(?:" + "|".join(patterns) + ")") if patterns else None
    except re.error as error:
        raise ConfigError(
            f"pattern does not compile: {error}", place=where, fix="mend the expression"
        ) from None
    return Relation(
        name=name,
        object=entry["object"],
        fields=tuple(entry.get("fields", ())),
        pattern=pattern,
        clues=MappingProxyType(
            {family: tuple(phrases) for family, phrases in entry.get("clues", {}).items()}
        ),
        hidden=MappingProxyType(
            {family: tuple(phrases) for family, phrases in entry.get("hidden", {}).items()}
        ),
        naming=entry.get("naming", "{}"),
        unless=tuple(entry.get("unless", ())),
        fit=tuple(entry.get("fit", ())),
        skip=tuple(entry.get("skip", ())),
        avoid=tuple(entry.get("avoid", ())),
        linked=entry.get("linked", ""),
        bare=bool(entry.get("bare", False)),
        extract=re.compile(entry["extract"]) if "extract" in entry else None,
        proper=bool(entry.get("proper", False)),
    )
