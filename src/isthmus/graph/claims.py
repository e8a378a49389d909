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
from itertools import islice

from isthmus.corpus.titles import normalise, plain
from isthmus.graph.nouns import Noun, defined_noun, noun_table, phrase_family, title_noun
from isthmus.graph.relations import Relation, relation_table
from isthmus.graph.sentences import Span, paragraphs, sentences
from isthmus.graph.subjects import MAX_EVIDENCE, stated
from isthmus.records import Attribute, Document, Link

CLAIMS_VERSION = "1"
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
_TYPE_FIELDS = ("type", "occupation", "occupations", "profession", "background", "office")
_HE_OR_SHE = re.compile(r"(?:[.!?\n] |\n)(?:He|She) ")
_DEFINES = re.compile(r"\b(?:is|was|are|were|became|refers to) ")
_LIFE = re.compile(r"\(([^()]*(?:\([^()]*\)[^()]*)*)\)")
_BAD_OBJECT = re.compile(
    r"[\[\]{}|<>=\"“”*#@\\/^_~]|\d{5,}|https?:|\b(?:[Ss]ee|[Ss]ection|[Ss]everal|[Vv]arious|[Oo]thers?|[Nn]one|[Uu]nknown|TBA|N/A|below|above|list)\b"
)
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
    for possible in _possible_families(document, noun):
        yield Claim(relation=POSSIBLE, object=f"Family: {possible}", start=span.start, end=span.end)
    family = noun.family if noun else ""
    yield from _attribute_claims(document)
    yield from _life_claims(document, family)
    yield from _definition_claims(document, noun)
    for found in stated(document, noun, first_sentence(document)):
        if usable_object(found.relation, found.surface) and not _NATIONALITY.fullmatch(found.surface):
            yield Claim(
                relation=found.relation.name,
                object=found.target,
                start=found.sentence.start,
                end=found.sentence.end,
                surface=found.surface,
            )


# --- what the page is -----------------------------------------------------------------------------------------------------


def page_noun(document: Document) -> tuple[Noun | None, Span]:
    """Return what the page's subject is and the span that says so.

    Its definitional sentence decides; else its title ("Baltic Sea"), a type-like attribute, a category ("European Countries").
    """
    first = first_sentence(document)
    if first.end > first.start:
        noun = defined_noun(document.text[first.start : first.end]) or title_noun(plain(document.title))
        if noun is not None:
            return noun, first
    for attribute in document.attributes:
        if attribute.name in _TYPE_FIELDS:
            noun = noun_table().find(document.value(attribute).replace("_", " "))
            if noun is not None:
                return noun, _line(document, attribute)
    for category in document.categories:
        words = category.rpartition(".")[2].replace("_", " ").split()
        noun = noun_table().named(words[-1]) if words else None
        if noun is not None and first.end > first.start:
            return noun, first
    return None, Span(0, 0)


def _possible_families(document: Document, noun: Noun | None) -> list[str]:
    """Return every family the page's subject may belong to, as far as its definition tells; none when it does not tell.

    Where no noun is known, a page that never opens a sentence with "He" or "She" is at least no person.
    """
    if noun is None:
        if _HE_OR_SHE.search(document.text):
            return []
        return [family for family in noun_table().families if phrase_family(family) != "person"]
    first = first_sentence(document)
    table = noun_table()
    found = {*table.families_of[noun.word.lower()], *table.in_text(document.text[first.start : first.end])}
    for attribute in document.attributes:
        if attribute.name in _TYPE_FIELDS:
            found |= table.in_text(document.value(attribute).replace("_", " "))
    for category in document.categories:
        found |= table.in_text(category.rpartition(".")[2].replace("_", " "))
    return sorted(found)


def first_sentence(document: Document) -> Span:
    """Return the definitional sentence; may be empty.

    Of the sentences that open the first paragraphs: one that begins with the page's title and defines it, else one that holds the title
    early and defines it, then the same with a word of the title, else the very first.
    """
    title = plain(document.title)
    words = [word for word in re.findall(r"\w+", title) if len(word) > 2] or [title]
    opening: list[Span] = []
    for paragraph in paragraphs(document.text, document.body_start):
        opening.extend(islice(sentences(document.text, paragraph), 1))
        if len(opening) == 8:
            break
    for wanted, reach in ((title, 5), (title, 60), (words[-1], 60), (words[0], 30)):
        for sentence in opening:
            at = document.text.find(
                wanted, sentence.start, min(sentence.end, sentence.start + reach + len(wanted))
            )
            if (
                at >= 0
                and document.text[sentence.start] not in "^*("
                and _DEFINES.search(document.text, at, sentence.end)
            ):
                return sentence
    return opening[0] if opening else Span(0, 0)


# --- attribute lines ------------------------------------------------------------------------------------------------------


def _line(document: Document, attribute: Attribute) -> Span:
    start = document.text.rfind("\n", 0, attribute.start) + 1
    end = document.text.find("\n", attribute.end)
    return Span(start, len(document.text) if end < 0 else end)


def _attribute_claims(document: Document) -> Iterator[Claim]:
    by_field = relation_table().by_field
    starts = [link.start for link in document.links]
    for attribute in document.attributes:
        relation = by_field.get(attribute.name)
        if relation is None:
            continue
        line = _line(document, attribute)
        if line.end - line.start > MAX_EVIDENCE:
            line = Span(attribute.start, min(attribute.end, attribute.start + MAX_EVIDENCE))
        value = document.value(attribute)
        if relation.object == "year":
            if year := _YEAR.search(value):
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
        for target, surface in _objects(relation, document, attribute, links):
            if usable_object(relation, surface):
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
    return (
        2 <= len(surface) <= 50
        and not _BAD_OBJECT.search(surface)
        and surface.lower() not in relation.skip
        and not surface.strip().isdigit()
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
        if nationality := _NATIONALITY.search(phrase):
            yield Claim(
                relation="nationality",
                object=nationality.group(0),
                start=first.start,
                end=first.end,
                surface=nationality.group(0),
            )
        if phrase_family(noun.family) == "person":
            for word in noun_table().pattern.findall(phrase):
                other = noun_table().named(word)
                if other and phrase_family(other.family) == "person" and other.word != noun.word:
                    yield Claim(
                        relation="occupation",
                        object=normalise(other.word),
                        start=first.start,
                        end=first.end,
                        surface=other.word,
                    )


_DEMONYMS = (
    "American British English Scottish Welsh Irish French German Italian Spanish Portuguese Dutch Belgian Swiss Austrian Swedish Norwegian "
    "Danish Finnish Icelandic Polish Czech Slovak Hungarian Romanian Bulgarian Serbian Croatian Slovenian Bosnian Macedonian Albanian Greek "
    "Turkish Russian Ukrainian Belarusian Estonian Latvian Lithuanian Georgian Armenian Azerbaijani Israeli Palestinian Lebanese Syrian "
    "Jordanian Iraqi Iranian Persian Egyptian Moroccan Algerian Tunisian Libyan Nigerian Ghanaian Kenyan Ethiopian Senegalese Malian "
    "Ivorian Cameroonian Congolese Angolan Zimbabwean Zambian Ugandan Tanzanian Rwandan Somali Indian Pakistani Bangladeshi Nepalese "
    "Chinese Taiwanese Japanese Korean Vietnamese Thai Filipino Indonesian Malaysian Singaporean Australian Canadian Mexican Cuban "
    "Jamaican Barbadian Trinidadian Haitian Dominican Colombian Venezuelan Ecuadorian Peruvian Bolivian Chilean Argentine Argentinian "
    "Uruguayan Paraguayan Brazilian Roman Byzantine Ottoman Prussian Flemish Norman"
)
_NATIONALITY = re.compile(
    r"(?<!-)\b(?:New Zealand|South African|South Korean|Puerto Rican|Costa Rican|"
    + "|".join(_DEMONYMS.split())
    + r")\b(?!-)"
)
