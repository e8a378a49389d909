"""Typed claims: what a page asserts about its own subject.

A claim is (subject page, relation, object) with the span that states it. Claims come from three places,
in this order of trust: attribute lines (infobox fields), the definitional first sentence (what it is,
where, when), and sentences whose subject is the page itself. Links that are merely on the page are no
claims: they widen closures and nothing else.

The set of pages that assert a claim is the lower bound S-(c) of a constraint's candidate set; its
closure is the upper bound S+(c).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from isthmus.corpus.titles import normalise
from isthmus.graph.definitions import first_sentence, line_of, page_noun, possible_families
from isthmus.graph.demonyms import NATIONALITY
from isthmus.graph.nouns import Noun, noun_table, phrase_family
from isthmus.graph.relations import Relation, relation_table
from isthmus.graph.sentences import Span
from isthmus.graph.subjects import MAX_EVIDENCE, stated
from isthmus.records import Attribute, Document, Link

CLAIMS_VERSION = "11"
"""Part of a graph's id: a change of what counts as a claim changes it."""

TYPE = "type"
"""Relation of a page to its noun; the object is `Type: rock band`."""
FAMILY = "family_of_nouns"
"""Relation of a page to its noun's family; the object is `Family: group`."""

POSSIBLE = "possible_family"
"""Relation of a page to every family that a noun of its definitional sentence belongs to; what `kinds.possible` is made of."""

PLACE_NAMES = {
    "U.S.": "United States",
    "U.S": "United States",
    "US": "United States",
    "USA": "United States",
    "U.S.A.": "United States",
    "United States of America": "United States",
    "UK": "United Kingdom",
    "U.K.": "United Kingdom",
    "Great Britain": "United Kingdom",
}
"""Short forms of places, as pages write them, and the titles they stand for."""

_YEAR = re.compile(r"(?<![\d.,])(1[0-9]{3}|20[0-9]{2})(?![\d.,]?\d)")
_LIFE = re.compile(r"\(([^()]*(?:\([^()]*\)[^()]*)*)\)")
_BAD_OBJECT = re.compile(
    r"[\[\]{}|<>=\"“”*#@\\/^_~]|\d{5,}|https?:"
    r"|\b(?:[Ss]ee|[Ss]ection|[Ss]everal|[Vv]arious|[Oo]thers?|[Nn]one|[Uu]nknown|TBA|N/A|below|above|list)\b"
    r"|\b(?:Bachelor|Master of|Doctor of|[Dd]egree|Ph\.?D)\b"
)
_ADJECTIVES = frozenset(
    (
        "European",
        "African",
        "Asian",
        "Arab",
        "Western",
        "Eastern",
        "Christian",
        "Muslim",
        "Jewish",
        "Catholic",
        "Protestant",
    )
)
"""Adjectives in capitals that are no names by themselves."""
_BRACKETS = re.compile(r"\([^()]*\)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One assertion of a page about its own subject."""

    relation: str
    """Name in the relation table, or `TYPE` or `FAMILY`."""
    object: str
    """Normalised title or name of the object; empty when the object is a value."""
    value: float | None = None
    """The value, for years and numbers."""
    high: float | None = None
    """Upper end of the value; None when it is the value itself."""
    start: int
    """First character of the stating sentence or attribute line."""
    end: int
    """One past its last character."""
    surface: str = ""
    """The object's words at that place."""


def extract_claims(document: Document, resolve: Callable[[str], str]) -> list[Claim]:
    """Return the claims of a page, the first statement of each; `resolve` maps a title to its canonical title.

    Order: type and family, attribute lines, first sentence, other sentences.
    """
    noun, span = page_noun(document)
    found: dict[tuple[str, str, float | None], Claim] = {}
    for claim in _all_claims(document, noun, span):
        if claim.object and claim.relation not in (TYPE, FAMILY, POSSIBLE):
            claim = _replace_object(claim, resolve(claim.object))
            if claim.object == normalise(document.title):
                continue
        found.setdefault((claim.relation, claim.object, claim.value), claim)
    return list(found.values())


def _replace_object(claim: Claim, name: str) -> Claim:
    if name == claim.object:
        return claim
    return Claim(
        relation=claim.relation,
        object=name,
        value=claim.value,
        high=claim.high,
        start=claim.start,
        end=claim.end,
        surface=claim.surface,
    )


def _all_claims(document: Document, noun: Noun | None, span: Span) -> Iterator[Claim]:
    if noun is not None:
        yield Claim(
            relation=TYPE, object=f"Type: {noun.word}", start=span.start, end=span.end, surface=noun.word
        )
        yield Claim(
            relation=FAMILY,
            object=f"Family: {noun.family}",
            start=span.start,
            end=span.end,
            surface=noun.word,
        )
    for possible in possible_families(document, noun):
        yield Claim(relation=POSSIBLE, object=f"Family: {possible}", start=span.start, end=span.end)
    family = noun.family if noun else ""
    for claim in _attribute_claims(document):
        # "A drummer has also worked as a drummer" says nothing.
        if claim.relation != "occupation" or noun_table().named(claim.surface) != noun:
            yield claim
    yield from _life_claims(document, family)
    yield from _definition_claims(document, noun)
    for found in stated(document, noun, first_sentence(document)):
        adjective = NATIONALITY.fullmatch(found.surface) or found.surface in _ADJECTIVES
        if usable_object(found.relation, found.surface) and not adjective:
            yield Claim(
                relation=found.relation.name,
                object=found.target,
                start=found.sentence.start,
                end=found.sentence.end,
                surface=found.surface,
            )


# --- attribute lines ------------------------------------------------------------------------------------------------------


def _attribute_claims(document: Document) -> Iterator[Claim]:
    by_field = relation_table().by_field
    starts = [link.start for link in document.links]
    dated: set[str] = set()
    for attribute in document.attributes:
        relation = by_field.get(attribute.name)
        if relation is None:
            continue
        line = line_of(document, attribute)
        if line.end - line.start > MAX_EVIDENCE:
            line = Span(attribute.start, min(attribute.end, attribute.start + MAX_EVIDENCE))
        value = document.value(attribute)
        if relation.object == "year":
            # Of several dates of one kind the first is meant: independence, and not the republic that followed.
            if relation.name not in dated and (year := _YEAR.search(value)):
                dated.add(relation.name)
                yield _year_claim(relation.name, year.group(1), line)
            continue
        if relation.object == "number":
            if (number := _stated_number(value)) is not None:
                yield Claim(
                    relation=relation.name,
                    object="",
                    value=number,
                    high=number,
                    start=line.start,
                    end=line.end,
                    surface=value,
                )
            continue
        links = document.links[bisect_left(starts, attribute.start) : bisect_left(starts, attribute.end)]
        if links and relation.linked:
            relation = relation_table().by_name[relation.linked]
        for target, surface in _objects(relation, document, attribute, links):
            # What the link leads to counts as well: "BS" is Bachelor of Science, no school.
            if usable_object(relation, surface) and not _BAD_OBJECT.search(target):
                yield Claim(
                    relation=relation.name, object=target, start=line.start, end=line.end, surface=surface
                )


def _stated_number(value: str) -> float | None:
    """Return the first number of a value, thousands separators and "million" understood; None under a thousand."""
    match = re.match(
        r"\D{0,12}?(\d{1,3}(?:[,\s\u00a0]\d{3})+|\d+(?:\.\d+)?)\s*(million|billion|thousand)?", value
    )
    if match is None:
        return None
    number = float(re.sub(r"[,\s\u00a0]", "", match.group(1)))
    number *= {"thousand": 1e3, "million": 1e6, "billion": 1e9}.get(match.group(2) or "", 1.0)
    return number if number >= 1000 else None


def _year_claim(relation: str, year: str, span: Span) -> Claim:
    return Claim(
        relation=relation,
        object="",
        value=float(year),
        high=float(year),
        start=span.start,
        end=span.end,
        surface=year,
    )


def _objects(
    relation: Relation, document: Document, attribute: Attribute, links: tuple[Link, ...]
) -> Iterator[tuple[str, str]]:
    """Yield (normalised object, its words) of one attribute value."""
    if relation.object == "place":
        yield from _places(document, attribute, links)
        return
    if relation.extract is not None:
        if found := relation.extract.search(document.value(attribute)):
            yield normalise(found.group(0)), found.group(0)
        return
    if links:
        for link in links:
            yield normalise(link.target), document.text[link.start : link.end].strip()
        return
    value = _BRACKETS.sub("", document.value(attribute)).strip(" ,;.")
    # A single bare word ("Slaughter", "Domino") may mean anything; only a link says what.
    if value and len(value) <= 50 and (relation.object == "term" or relation.bare or " " in value):
        value = PLACE_NAMES.get(value, value)
        yield normalise(value), value


def _places(document: Document, attribute: Attribute, links: tuple[Link, ...]) -> Iterator[tuple[str, str]]:
    """Yield the parts of `City, Region, Country`, linked or not."""
    at = attribute.start
    for link in links:
        yield from _place_parts(document.text[at : link.start])
        surface = document.text[link.start : link.end].strip()
        yield normalise(PLACE_NAMES.get(surface, link.target)), surface
        # A title such as "Knoxville, Tennessee" names the region too.
        yield from _place_parts(link.target.partition(",")[2])
        at = link.end
    yield from _place_parts(document.text[at : attribute.end])


def _place_parts(text: str) -> Iterator[tuple[str, str]]:
    for part in _BRACKETS.sub("", text).split(","):
        name = part.strip(" ;.") if part.strip() not in PLACE_NAMES else part.strip()
        if len(name) >= 2 and name[0].isupper() and len(name) <= 40:
            name = PLACE_NAMES.get(name, name)
            yield normalise(name), name


def usable_object(relation: Relation, surface: str) -> bool:
    """Return whether words can stand as an object in a question."""
    if (
        relation.avoid
        and (noun := noun_table().named(surface))
        and phrase_family(noun.family) in relation.avoid
    ):
        return False
    return (
        2 <= len(surface) <= 50
        and not _BAD_OBJECT.search(surface)
        and surface.lower() not in relation.skip
        and not surface.strip().isdigit()
        and surface[-1].isalnum() | (surface[-1] in ".!?)’'+")
        and surface.count(" ") <= 6
        and ("," not in surface or relation.object == "place")
    )


# --- the first sentence ---------------------------------------------------------------------------------------------------


def _life_claims(document: Document, family: str) -> Iterator[Claim]:
    """Yield birth and death years from the bracket after a person's name: `(June 8, 1810 – July 29, 1856)`."""
    if phrase_family(family) != "person":
        return
    first = first_sentence(document)
    match = _LIFE.search(document.text, first.start, min(first.end, first.start + 300))
    if match is None:
        return
    born, dash, died = match.group(1).replace("—", "–").replace(" - ", "–").partition("–")
    if birth := _YEAR.search(born):
        yield _year_claim("born", birth.group(1), first)
    if dash and (death := _YEAR.search(died)):
        yield _year_claim("died", death.group(1), first)


def _definition_claims(document: Document, noun: Noun | None) -> Iterator[Claim]:
    """Yield nationality, further occupations, and where a place lies, from the definitional sentence."""
    first = first_sentence(document)
    if noun is None or first.end - first.start > MAX_EVIDENCE:
        return
    text = document.text[first.start : first.end]
    if phrase_family(noun.family) in ("person", "group"):
        copula = re.search(
            r"\b(?:is|was|are|were) (?:an?|the|one of the) ",
            _BRACKETS.sub(lambda m: " " * len(m.group()), text),
        )
        if copula is None:
            return
        phrase = re.split(
            r"\b(?:who|which|that|whose|in|from|best|known|born|of)\b|[.;]",
            text[copula.end() : copula.end() + 160],
        )[0]
        if nationality := NATIONALITY.search(phrase):
            yield Claim(
                relation="nationality",
                object=nationality.group(0),
                start=first.start,
                end=first.end,
                surface=nationality.group(0),
            )
        if phrase_family(noun.family) == "person":
            for other in noun_table().nouns_in(phrase):
                if phrase_family(other.family) == "person" and other.word != noun.word:
                    yield Claim(
                        relation="occupation",
                        object=normalise(other.word),
                        start=first.start,
                        end=first.end,
                        surface=other.word,
                    )
