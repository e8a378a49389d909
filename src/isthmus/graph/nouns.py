"""Nouns: what a page is about, read from its definitional sentence ("X is a Canadian rock band formed in ...").

The noun table is `nouns.toml`. The noun decides how a question asks for an entity ("Which rock band"), and its family decides the
verb phrases that fit it.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_COPULA = re.compile(r"\b(?:is|was|are|were|refers to|means)\b")
_BRACKETED = re.compile(r"\([^()]*\)")
_FIRST_CLAUSE = re.compile(
    r"\s+(?:who|which|that|whose|where|when|with|in|on|at|from|for|by|near|off|located|situated|based|formed|founded|born|known|best|most"
    r"|used|found|named|written|composed|released|published|directed|produced|built|designed|active|consisting|created|discovered|between|during|under|"
    r"to|as|after|before|whereby|commonly|also|native|belonging|under|spoken|signed|led|fronted|established|created)\b|[;:.]"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Noun:
    """What an entity is."""

    word: str
    """Noun a question can use: `rock band`."""
    family: str
    """Family of the noun table: `group`."""


@dataclass(frozen=True, slots=True)
class NounTable:
    """All nouns, longest first, with their families."""

    family_of: dict[str, str]
    """Noun in lower case -> family."""
    written: dict[str, str]
    """Noun in lower case -> as the table writes it."""
    pattern: re.Pattern[str]
    """Finds the nouns in a phrase."""

    def find(self, phrase: str) -> Noun | None:
        """Return the head noun of a noun phrase: the last noun of its first conjunct, or the first noun met.

        "an American rock band" gives `rock band`; "a singer, songwriter and guitarist" gives `singer`.
        """
        first = re.split(r",| and | or |/|–", phrase, maxsplit=1)[0]
        for part in (first, phrase):
            found = list(self.pattern.finditer(part))
            if found:
                chosen = found[-1] if part is first else found[0]
                key = chosen.group(0).lower()
                key = key if key in self.family_of else key.rstrip("s")
                return Noun(word=self.written[key], family=self.family_of[key])
        return None

    def named(self, word: str) -> Noun | None:
        """Return the noun with exactly this wording, or None."""
        key = word.strip().lower()
        return Noun(word=self.written[key], family=self.family_of[key]) if key in self.family_of else None


@cache
def noun_table() -> NounTable:
    """Return the table of `nouns.toml`, read once."""
    data = tomllib.loads(files("isthmus.graph").joinpath("nouns.toml").read_text(encoding="utf-8"))
    family_of: dict[str, str] = {}
    written: dict[str, str] = {}
    for family, nouns in data.items():
        if family == "families":
            continue
        for noun in nouns:
            family_of.setdefault(noun.lower(), family)
            written.setdefault(noun.lower(), noun)
    ordered = sorted(family_of, key=lambda noun: (-len(noun), noun))
    pattern = re.compile(r"\b(?:" + "|".join(re.escape(noun) for noun in ordered) + r")s?\b", re.IGNORECASE)
    return NounTable(family_of=family_of, written=written, pattern=pattern)


@cache
def relative_pronouns() -> dict[str, str]:
    """Return the relative pronoun of each family: `who` for people, `that` for the rest."""
    data = tomllib.loads(files("isthmus.graph").joinpath("nouns.toml").read_text(encoding="utf-8"))
    return dict(data["families"])


def defined_noun(sentence: str) -> Noun | None:
    """Return the noun a definitional sentence gives its subject, or None when it does not define one."""
    flat = _BRACKETED.sub(lambda match: " " * len(match.group(0)), sentence)
    copula = _COPULA.search(flat)
    if copula is None or copula.start() > 200:
        return None
    rest = flat[copula.end() :].strip()
    rest = re.sub(
        r"^(?:one of|any of|either|the name of|the name given to|a type of|a kind of|a form of|a class of|a group of|a member of)\s+", "", rest
    )
    cut = _FIRST_CLAUSE.search(rest)
    phrase = rest[: cut.start()] if cut else rest[:120]
    return noun_table().find(phrase) if phrase.strip() else None
