"""Nouns: what a page is about, read from its definitional sentence.

"X is a Canadian rock band formed in ..." The noun table is `nouns.toml`. The noun decides how a question asks for an entity
("Which rock band"), and its family decides the verb phrases that fit it.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_PREFIX = re.compile(
    r"^(?:one of|any of|either|the name of|the (?:common |general )?name (?:commonly |generally )?given to"
    r"|the (?:common )?name used for|defined as|a type of|any type of|a kind of|a form of|a class of|a group of|a member of)\s+"
)
_CONJUNCTS = re.compile(r",| and | or |/|–")
_WORD = re.compile(r"[^\W_]+(?:[-'’&][^\W_]+)*")
_COPULA = re.compile(r"\b(?:is|was|are|were|became|refers to|means)\b")
_BRACKETED = re.compile(r"\([^()]*\)")
_FIRST_CLAUSE = re.compile(
    r"\s+(?:who|which|that|whose|where|when|with|in|on|at|from|for|by|near|off|located|situated|based|formed|founded|born|known|best|most"
    r"|used|found|named|written|composed|released|published|directed|produced|built|designed|active|consisting|created|discovered|between|during|under|"
    r"to|as|after|before|whereby|commonly|also|native|belonging|spoken|signed|led|fronted|established)\b|[;:]"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Noun:
    """What an entity is."""

    word: str
    """Noun a question can use: `rock band`."""
    family: str
    """Family of the noun table: `group`."""


CONCEPT = Noun(word="concept", family="thing")
"""What a page is whose title is itself a noun of the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NounTable:
    """All nouns, longest first, with their families."""

    families_of: dict[str, tuple[str, ...]]
    """Noun in lower case -> its families, the likeliest first."""
    forms: dict[str, Noun]
    """Singular or plural in lower case -> noun."""
    longest: int
    """Words of the longest form."""
    families: tuple[str, ...]
    """All families, in table order."""
    parents: dict[str, str]
    """Family -> the family whose verb phrases it shares."""

    def find(self, phrase: str) -> Noun | None:
        """Return the head noun of a noun phrase: the last noun of its first conjunct, or the first noun met.

        "an American rock band" gives `rock band`; "a singer, songwriter and guitarist" gives `singer`.
        """
        first = _CONJUNCTS.split(phrase, maxsplit=1)[0]
        for part in (first, phrase):
            found = self.nouns_in(part)
            if found:
                noun = found[-1] if part is first else found[0]
                return self._group(phrase, noun) or noun
        return None

    def _group(self, phrase: str, noun: Noun) -> Noun | None:
        """Return the group of "an American rock and roll band", whose first noun is a mineral to the table."""
        if noun.family not in ("substance", "thing"):
            return None
        return next((other for other in self.nouns_in(phrase) if other.family == "group"), None)

    def nouns_in(self, text: str) -> list[Noun]:
        """Return the nouns of a text in order, singular or plural, the longest at each place."""
        words = _WORD.findall(text.lower())
        found: list[Noun] = []
        at = 0
        while at < len(words):
            for size in range(min(self.longest, len(words) - at), 0, -1):
                noun = self.forms.get(" ".join(words[at : at + size]))
                if noun is not None:
                    found.append(noun)
                    at += size - 1
                    break
            at += 1
        return found

    def named(self, word: str) -> Noun | None:
        """Return the noun with this wording, singular or plural, or None."""
        return self.forms.get(" ".join(word.lower().split()))

    def in_text(self, text: str) -> frozenset[str]:
        """Return every family that some noun of a text belongs to."""
        return frozenset(
            family for noun in self.nouns_in(text) for family in self.families_of[noun.word.lower()]
        )


@cache
def noun_table() -> NounTable:
    """Return the table of `nouns.toml`, read once."""
    data = tomllib.loads(files("isthmus.graph").joinpath("nouns.toml").read_text(encoding="utf-8"))
    parents = data.pop("families")
    families_of: dict[str, tuple[str, ...]] = {}
    written: dict[str, str] = {}
    for family, nouns in data.items():
        for noun in nouns:
            key = noun.lower()
            if family not in families_of.get(key, ()):
                families_of[key] = (*families_of.get(key, ()), family)
            written.setdefault(key, noun)
    forms: dict[str, Noun] = {}
    for key, families in families_of.items():
        for form in (key, *_plurals(key)):
            forms.setdefault(form, Noun(word=written[key], family=families[0]))
    forms.update({key: Noun(word=written[key], family=families[0]) for key, families in families_of.items()})
    # One page about several islands is about a group, and a question must not ask for "an islands".
    forms.update({"islands": forms["island group"], "isles": forms["island group"]})
    return NounTable(
        families_of=families_of,
        forms=forms,
        longest=max(form.count(" ") + 1 for form in forms),
        families=tuple(data),
        parents=parents,
    )


def _plurals(noun: str) -> tuple[str, ...]:
    return (noun[:-1] + "ies",) if noun.endswith("y") else (noun + "s", noun + "es")


def relative_pronoun(family: str) -> str:
    """Return the relative pronoun of a family: `who` for people, `that` for the rest."""
    return "who" if phrase_family(family) == "person" else "that"


def phrase_family(family: str) -> str:
    """Return the family whose verb phrases a family uses when it has none of its own."""
    return noun_table().parents.get(family, family)


def defined_noun(sentence: str) -> Noun | None:
    """Return the noun a definitional sentence gives its subject, or None when it does not define one."""
    flat = _BRACKETED.sub(lambda match: " " * len(match.group(0)), sentence)
    copula = _COPULA.search(flat)
    if copula is None or copula.start() > 200:
        return None
    rest = _PREFIX.sub("", flat[copula.end() :].strip())
    cut = _FIRST_CLAUSE.search(rest)
    phrase = rest[: cut.start()] if cut else rest[:120]
    return noun_table().find(phrase) if phrase.strip() else None


def title_noun(title: str) -> Noun | None:
    """Return the noun a title ends with or has before "of": "Amazon River", "Church of England", "10th century"."""
    head, of, _ = title.partition(" of ")
    words = (head if of else title).split()
    for size in (3, 2, 1):
        if len(words) >= size and (size < len(words) or of):
            noun = noun_table().named(" ".join(words[-size:]))
            if noun is not None:
                return noun
    return None
