"""Typed claims: what a page asserts about its own subject.

A claim is (subject page, relation, object) with the span that states it. Claims come from three places, in this order of trust:
attribute lines (infobox fields), the definitional first sentence (what it is, where, when), and sentences whose subject is the page
itself. Links that are merely on the page are no claims: they widen closures and nothing else.

The set of pages that assert a claim is the lower bound S-(c) of a constraint's candidate set; its closure is the upper bound S+(c).
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from isthmus.corpus.titles import normalise, plain
from isthmus.graph.nouns import Noun, defined_noun, noun_table
from isthmus.graph.relations import Relation, relation_table
from isthmus.graph.sentences import Span, paragraphs, sentences
from isthmus.records import Attribute, Document, Link

CLAIMS_VERSION = "1"
"""Part of a graph's id: a change of what counts as a claim changes it."""

TYPE = "type"
"""Relation of a page to its noun; the object is `Type: rock band`."""
FAMILY = "family_of_nouns"
"""Relation of a page to its noun's family; the object is `Family: group`."""

_PLACES = {
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
_YEAR = re.compile(r"(?<![\d.,])(1[0-9]{3}|20[0-9]{2})(?![\d.,]?\d)")
_LIFE = re.compile(r"\(([^()]*(?:\([^()]*\)[^()]*)*)\)")
_MAX_EVIDENCE = 600
_BAD_OBJECT = re.compile(r"[\[\]{}|<>=\"“”*#@\\/^_~]|\d{5,}|https?:")
_PRONOUNS = {"person": ("He", "She"), "group": ("They", "It"), "": ("It", "They")}
_ALL_PRONOUNS = frozenset(("He", "She", "It", "They"))
_ENDS_IN_PRONOUN = re.compile(r"\b(?:[Hh]e|[Ss]he|[Ii]t|[Tt]hey) $")
_LEAD = re.compile(
    r"(?:(?:In|On|By|After|Before|During|From|Since|At|Until|Around|Following|Later|Then|Soon|Eventually|Today|Currently|Also|Afterwards|"
    r"Originally|Initially|Finally|However|Additionally|Moreover|Subsequently|Meanwhile|Thereafter)\b[^,.;]{0,60}, )"
)
_ADVERBS = re.compile(
    r"\b(?:also|later|then|subsequently|soon|first|eventually|briefly|again|finally|himself|herself|itself|however|currently|now|formerly|"
    r"once|initially|originally|thus|therefore|further|furthermore|apparently|probably|reportedly|immediately|already|even|both|two|three|several|"
    r"successfully|personally|together) "
)
_BRACKETS = re.compile(r"\([^()]*\)")
_CONTINUES = re.compile(r"(?:,|;|&|,? ?and|,? ?or|,? ?as well as)(?: also)?(?: (?:on|to|in) the \w+(?: (?:by|with))?)?(?: by| with)?(?: the)?")
_DEFINED_IN = re.compile(r"(?:is|was|are|were) (?:an?|the|one of the) [\w\s,'’-]{1,70}? (?:in|on|off|within|at)(?: the)?(?: \w+){0,2}")
_DIRECTION = re.compile(r"^(?: (?:on|to|in) the (?:far )?\w+| by| with)*")


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
        if claim.object and claim.relation not in (TYPE, FAMILY):
            claim = _replace_object(claim, resolve(claim.object))
            if claim.object == normalise(document.title):
                continue
        found.setdefault((claim.relation, claim.object, claim.value), claim)
    return list(found.values())


def _replace_object(claim: Claim, name: str) -> Claim:
    if name == claim.object:
        return claim
    return Claim(
        relation=claim.relation, object=name, value=claim.value, high=claim.high, start=claim.start, end=claim.end, surface=claim.surface
    )


def _all_claims(document: Document, noun: Noun | None, span: Span) -> Iterator[Claim]:
    if noun is not None:
        yield Claim(relation=TYPE, object=f"Type: {noun.word}", start=span.start, end=span.end, surface=noun.word)
        yield Claim(relation=FAMILY, object=f"Family: {noun.family}", start=span.start, end=span.end, surface=noun.word)
    family = noun.family if noun else ""
    yield from _attribute_claims(document)
    yield from _life_claims(document, family)
    yield from _definition_claims(document, noun)
    yield from _sentence_claims(document, noun)


# --- what the page is -----------------------------------------------------------------------------------------------------


def page_noun(document: Document) -> tuple[Noun | None, Span]:
    """Return what the page's subject is and the span that says so: its first sentence, else a type-like attribute."""
    first = first_sentence(document)
    if first.end > first.start:
        noun = defined_noun(document.text[first.start : first.end])
        if noun is not None:
            return noun, first
    for attribute in document.attributes:
        if attribute.name in ("type", "occupation", "occupations", "background"):
            noun = noun_table().find(document.value(attribute).replace("_", " "))
            if noun is not None:
                return noun, _line(document, attribute)
    return None, Span(0, 0)


def first_sentence(document: Document) -> Span:
    """Return the definitional sentence: the first of the body that names the page's subject, else the first; may be empty."""
    name = plain(document.title).split(" ")[-1]
    fallback = Span(0, 0)
    for count, paragraph in enumerate(paragraphs(document.text, document.body_start)):
        for sentence in sentences(document.text, paragraph):
            if fallback.end == 0:
                fallback = sentence
            text = document.text[sentence.start : min(sentence.end, sentence.start + 400)]
            if name in text and re.search(r"\b(?:is|was|are|were)\b", text):
                return sentence
            break
        if count >= 3:
            break
    return fallback


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
        if line.end - line.start > _MAX_EVIDENCE:
            line = Span(attribute.start, min(attribute.end, attribute.start + _MAX_EVIDENCE))
        value = document.value(attribute)
        if relation.object == "year":
            if year := _YEAR.search(value):
                yield _year_claim(relation.name, year.group(1), line)
            continue
        links = document.links[bisect_left(starts, attribute.start) : bisect_left(starts, attribute.end)]
        for target, surface in _objects(relation, document, attribute, links):
            if usable_object(relation, surface):
                yield Claim(relation=relation.name, object=target, start=line.start, end=line.end, surface=surface)


def _year_claim(relation: str, year: str, span: Span) -> Claim:
    return Claim(relation=relation, object="", value=float(year), high=float(year), start=span.start, end=span.end, surface=year)


def _objects(
    relation: Relation, document: Document, attribute: Attribute, links: tuple[Link, ...]
) -> Iterator[tuple[str, str]]:
    """Yield (normalised object, its words) of one attribute value."""
    if relation.object == "place":
        yield from _places(document, attribute, links)
        return
    if links:
        for link in links:
            yield normalise(link.target), document.text[link.start : link.end].strip()
        return
    value = _BRACKETS.sub("", document.value(attribute)).strip(" ,;.")
    if value and len(value) <= 50:
        yield normalise(value), value


def _places(document: Document, attribute: Attribute, links: tuple[Link, ...]) -> Iterator[tuple[str, str]]:
    """Yield the parts of `City, Region, Country`, linked or not."""
    at = attribute.start
    for link in links:
        yield from _place_parts(document.text[at : link.start])
        surface = document.text[link.start : link.end].strip()
        yield normalise(_PLACES.get(surface, link.target)), surface
        # A title such as "Knoxville, Tennessee" names the region too.
        yield from _place_parts(link.target.partition(",")[2])
        at = link.end
    yield from _place_parts(document.text[at : attribute.end])


def _place_parts(text: str) -> Iterator[tuple[str, str]]:
    for part in _BRACKETS.sub("", text).split(","):
        name = part.strip(" ;.") if part.strip() not in _PLACES else part.strip()
        if len(name) >= 2 and name[0].isupper() and len(name) <= 40:
            name = _PLACES.get(name, name)
            yield normalise(name), name


def usable_object(relation: Relation, surface: str) -> bool:
    """Return whether words can stand as an object in a question."""
    return (
        2 <= len(surface) <= 50
        and not _BAD_OBJECT.search(surface)
        and surface.lower() not in relation.skip
        and not surface.strip().isdigit()
        and surface.count(" ") <= 6
    )


# --- the first sentence ---------------------------------------------------------------------------------------------------


def _life_claims(document: Document, family: str) -> Iterator[Claim]:
    """Yield birth and death years from the bracket after a person's name: `(June 8, 1810 – July 29, 1856)`."""
    if family != "person":
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
    if noun is None or first.end - first.start > _MAX_EVIDENCE:
        return
    text = document.text[first.start : first.end]
    if noun.family in ("person", "group"):
        copula = re.search(r"\b(?:is|was|are|were) (?:an?|the|one of the) ", _BRACKETS.sub(lambda m: " " * len(m.group()), text))
        if copula is None:
            return
        phrase = re.split(r"\b(?:who|which|that|whose|in|from|best|known|born|of)\b|[.;]", text[copula.end() : copula.end() + 160])[0]
        if nationality := _NATIONALITY.search(phrase):
            yield Claim(
                relation="nationality", object=nationality.group(0), start=first.start, end=first.end, surface=nationality.group(0)
            )
        if noun.family == "person":
            for word in noun_table().pattern.findall(phrase):
                other = noun_table().named(word)
                if other and other.family == "person" and other.word != noun.word:
                    yield Claim(
                        relation="occupation", object=normalise(other.word), start=first.start, end=first.end, surface=other.word
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
    r"\b(?:New Zealand|South African|South Korean|Puerto Rican|Costa Rican|" + "|".join(_DEMONYMS.split()) + r")\b(?!-)"
)


# --- sentences about the subject ------------------------------------------------------------------------------------------


def _subject_pattern(document: Document, noun: Noun | None) -> re.Pattern[str]:
    name = plain(document.title)
    family = noun.family if noun else ""
    forms = {name, *(alias for alias in document.aliases if len(alias) >= 3)}
    if family == "person" and " " in name:
        forms.add(name.rsplit(" ", 1)[1])
    forms.update(_PRONOUNS.get(family, _PRONOUNS[""]))
    if noun is not None and family != "person":
        last = noun.word.rsplit(" ", 1)[-1]
        forms.update({f"The {last}", f"The {noun.word}"})
    if name.startswith("The ") or family in ("place", "organisation", "group"):
        forms.add(f"The {name.removeprefix('The ')}")
    inner = {form[0].lower() + form[1:] for form in forms if form in _ALL_PRONOUNS or form.startswith("The ")}
    return re.compile(rf"(?:{_alternatives(forms)}|{_LEAD.pattern}(?:{_alternatives(forms | inner)}))(?: \([^()]*\),?)? ")


def _alternatives(forms: set[str]) -> str:
    return "|".join(sorted((re.escape(form) for form in forms if len(form) >= 2), key=lambda form: (-len(form), form)))


def _sentence_claims(document: Document, noun: Noun | None) -> Iterator[Claim]:
    if not document.links:
        return
    text, starts = document.text, [link.start for link in document.links]
    subject = _subject_pattern(document, noun)
    family = noun.family if noun else ""
    definition = first_sentence(document)
    for paragraph in paragraphs(text, document.body_start):
        known = True  # at the head of a paragraph a pronoun means the page's subject
        for sentence in sentences(text, paragraph):
            match = subject.match(text, sentence.start, sentence.end)
            pronoun = match is not None and _ENDS_IN_PRONOUN.search(match.group(0)) is not None
            known = sentence == definition or (match is not None and (known or not pronoun))
            if match is None or not known or sentence.end - sentence.start > _MAX_EVIDENCE:
                continue
            low = bisect_left(starts, match.end())
            links = document.links[low : bisect_right(starts, sentence.end, lo=low)]
            defining = sentence == definition and family in ("place", "event")
            yield from _linked_objects(text, sentence, match.end(), links, defining)


def _linked_objects(text: str, sentence: Span, verb: int, links: tuple[Link, ...], defining: bool) -> Iterator[Claim]:
    """Yield a claim for each link that a relation pattern, or a list begun by one, leads up to."""
    current: str | None = None
    at = verb
    for link in links:
        surface = text[link.start : link.end].strip()
        between = text[at : link.start]
        if current is None or not _CONTINUES.fullmatch(_BRACKETS.sub("", _DIRECTION.sub("", between)).strip()):
            current = _relation_of(text[verb : link.start], defining)
        if current is not None and usable_object(relation_table().by_name[current], surface) and not surface[0].isdigit():
            yield Claim(
                relation=current, object=normalise(link.target), start=sentence.start, end=sentence.end, surface=surface
            )
        at = link.end


def _relation_of(words: str, defining: bool) -> str | None:
    """Return the relation whose pattern matches the words between subject and object, brackets and adverbs left out."""
    if len(words) > 120:
        return None
    flat = " ".join(_ADVERBS.sub("", _BRACKETS.sub("", words)).split())
    if not flat:
        return None
    for relation in relation_table().by_name.values():
        if relation.pattern is not None and relation.pattern.fullmatch(flat):
            return relation.name
    if defining and _DEFINED_IN.fullmatch(flat):
        return "location"
    return None
