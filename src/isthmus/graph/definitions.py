"""What a page is about: its definitional sentence, its noun, and the families it may belong to."""

from __future__ import annotations

import re
from itertools import islice

from isthmus.corpus.titles import plain
from isthmus.graph.nouns import CONCEPT, Noun, defined_noun, noun_table, phrase_family, title_noun
from isthmus.graph.sentences import Span, paragraphs, sentences
from isthmus.records import Attribute, Document

_TYPE_FIELDS = ("type", "occupation", "occupations", "profession", "background", "office")
_LEAD = 1500
_HE_OR_SHE = re.compile(r"(?:[.!?\n] |\n)(?:He|She) ")
_DEFINES = re.compile(r"\b(?:is|was|are|were|became|refers to) ")


def page_noun(document: Document) -> tuple[Noun | None, Span]:
    """Return what the page's subject is and the span that says so.

    Its definitional sentence decides; else its title ("Baltic Sea"), a type-like attribute, a category ("European Countries").
    """
    first = first_sentence(document)
    if first.end > first.start:
        title = plain(document.title)
        # A page called "River" is about what rivers are.
        noun = CONCEPT if noun_table().named(title) else defined_noun(document.text[first.start : first.end])
        noun = noun or title_noun(title)
        if noun is not None:
            return noun, first
    for attribute in document.attributes:
        if attribute.name in _TYPE_FIELDS:
            noun = noun_table().find(document.value(attribute).replace("_", " "))
            if noun is not None:
                return noun, line_of(document, attribute)
    for category in document.categories:
        words = category.rpartition(".")[2].replace("_", " ").partition(" of ")[0].split()
        noun = noun_table().named(words[-1]) if words else None
        if noun is not None and first.end > first.start:
            return noun, first
    return None, Span(0, 0)


def possible_families(document: Document, noun: Noun | None) -> list[str]:
    """Return every family the page's subject may belong to, as far as its definition tells; none when it does not tell.

    Where no noun is known, every noun of the lead counts, and people only when some sentence opens with "He" or "She".
    """
    if noun is None:
        lead = document.text[document.body_start : document.body_start + _LEAD]
        found = noun_table().in_text(lead) or frozenset(noun_table().families)
        if _HE_OR_SHE.search(document.text):
            return sorted(found)
        return sorted(family for family in found if phrase_family(family) != "person")
    first = first_sentence(document)
    table = noun_table()
    known = {*table.families_of[noun.word.lower()], *table.in_text(document.text[first.start : first.end])}
    for attribute in document.attributes:
        if attribute.name in _TYPE_FIELDS:
            known |= table.in_text(document.value(attribute).replace("_", " "))
    for category in document.categories:
        known |= table.in_text(category.rpartition(".")[2].replace("_", " "))
    return sorted(known)


def first_sentence(document: Document) -> Span:
    """Return the definitional sentence; may be empty.

    It is the very first if that names the page and gives it a noun ("Joan Smith, known as Fay Lee, is a singer"). Else, of
    the sentences that open the first paragraphs: one that begins with the page's title and defines it, one that holds the
    title early, the same with a word of the title, and the very first when nothing else is found.
    """
    title = plain(document.title)
    words = [word for word in re.findall(r"\w+", title) if len(word) > 2] or [title]
    opening: list[Span] = []
    for paragraph in paragraphs(document.text, document.body_start):
        opening.extend(islice(sentences(document.text, paragraph), 1))
        if len(opening) == 8:
            break
    if opening and _defines_early(document.text, opening[0], words[-1]):
        return opening[0]
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


def _defines_early(text: str, sentence: Span, name: str) -> bool:
    words = text[sentence.start : sentence.end]
    return name in words[:200] and words[0] not in "^*(" and defined_noun(words) is not None


def line_of(document: Document, attribute: Attribute) -> Span:
    """Return the attribute line that holds a value."""
    start = document.text.rfind("\n", 0, attribute.start) + 1
    end = document.text.find("\n", attribute.end)
    return Span(start, len(document.text) if end < 0 else end)
