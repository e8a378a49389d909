"""The knowledge tools of HybridDeepResearch: terms that the questions about a database use and its schema does not explain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, ClassVar

from isthmus.errors import InputError
from isthmus.tools.base import Observation, Tool, bad

if TYPE_CHECKING:
    from isthmus.databases.knowledge import Knowledge

TEXT_CHARACTERS = 50_000
"""Characters of all definitions together that are shown."""
_NOTHING: dict[str, object] = {
    "type": "object",
    "properties": {},
    "required": [],
    "additionalProperties": False,
}


class KnowledgeNames:
    """Lists the names of all entries."""

    name: ClassVar[str] = "get_all_external_knowledge_names"
    description: ClassVar[str] = (
        "List the names of the terms defined for the database: metrics, rules and the meaning of values."
    )
    parameters: ClassVar[dict[str, object]] = _NOTHING

    def __init__(self, entries: Sequence[Knowledge]) -> None:
        """Keep the entries."""
        self._text, self._cut = _bounded([entry.name for entry in entries])

    async def call(self, arguments: Mapping[str, object]) -> Observation:
        """Return a name a line."""
        return Observation(text=self._text, truncated=self._cut)


class KnowledgeDefinition:
    """Gives the definition of one entry."""

    name: ClassVar[str] = "get_knowledge_definition"
    description: ClassVar[str] = "Get the definition of one term by its name."
    parameters: ClassVar[dict[str, object]] = {
        "type": "object",
        "properties": {
            "knowledge_name": {
                "type": "string",
                "description": "Name of the term, as listed.",
                "minLength": 1,
                "maxLength": 500,
            }
        },
        "required": ["knowledge_name"],
        "additionalProperties": False,
    }

    def __init__(self, entries: Sequence[Knowledge]) -> None:
        """Keep the entries by name, whatever its case."""
        self._entries = {_key(entry.name): entry for entry in entries}

    async def call(self, arguments: Mapping[str, object]) -> Observation:
        """Return the definition, or the names that come close."""
        asked = str(arguments["knowledge_name"])
        entry = self._entries.get(_key(asked))
        if entry is not None:
            text, cut = _bounded([_shown(entry)])
            return Observation(text=text, truncated=cut)
        near = [self._entries[key].name for key in get_close_matches(_key(asked), self._entries, n=3)]
        return bad(
            f"no term {asked!r}; "
            + (f"near: {', '.join(near)}" if near else f"{KnowledgeNames.name} lists them")
        )


class AllKnowledgeDefinitions:
    """Gives the definitions of all entries."""

    name: ClassVar[str] = "get_all_knowledge_definitions"
    description: ClassVar[str] = "Get the definitions of all terms defined for the database."
    parameters: ClassVar[dict[str, object]] = _NOTHING

    def __init__(self, entries: Sequence[Knowledge]) -> None:
        """Keep the entries."""
        self._text, self._cut = _bounded([_shown(entry) for entry in entries])

    async def call(self, arguments: Mapping[str, object]) -> Observation:
        """Return the definitions, in the order of the file."""
        return Observation(text=self._text, truncated=self._cut)


def knowledge_tools(entries: Sequence[Knowledge]) -> list[Tool]:
    """Return the three tools over these entries.

    Raises:
        InputError: when there are no entries.
    """
    if not entries:
        raise InputError("a knowledge base without entries", fix="leave the knowledge tools out")
    return [KnowledgeNames(entries), KnowledgeDefinition(entries), AllKnowledgeDefinitions(entries)]


def _shown(entry: Knowledge) -> str:
    lines = [f"{entry.name}: {entry.description}".rstrip(": "), f"  definition: {entry.definition}"]
    if entry.builds_on:
        lines.append(f"  builds on: {'; '.join(entry.builds_on)}")
    return "\n".join(lines)


def _bounded(parts: Sequence[str]) -> tuple[str, bool]:
    """Return whole parts while they fit, and say what is left out."""
    shown: list[str] = []
    room = TEXT_CHARACTERS
    for part in parts:
        room -= len(part) + 1
        if room < 0:
            break
        shown.append(part)
    if len(shown) == len(parts):
        return "\n".join(shown), False
    if not shown:
        return parts[0][: TEXT_CHARACTERS - 1] + "…", True
    return "\n".join([*shown, f"({len(parts) - len(shown)} more are not shown)"]), True


def _key(name: str) -> str:
    return " ".join(name.split()).casefold()
