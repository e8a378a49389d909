"""Claims from sentences whose subject is the page.

"It borders Velmora to the north, Ardal and Quen." A sentence counts when it begins with the page's name, its noun
("The river"), or a pronoun that can mean nothing else: at the head of a paragraph, or after a sentence about the page.
Inside it, a relation pattern must stand where a verb phrase begins, directly followed by the object: a link, or a name
in capitals. Lists go on ("A, B, and C").
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from isthmus.corpus.titles import normalise, plain
from isthmus.graph.nouns import Noun, phrase_family
from isthmus.graph.relations import Relation, relation_table
from isthmus.graph.sentences import Span, paragraphs, sentences
from isthmus.records import Document, Link

MAX_EVIDENCE = 600
"""Longest sentence or attribute line that serves as evidence, characters."""

_PRONOUNS = {"person": ("He", "She"), "group": ("They", "It"), "": ("It", "They")}
_ALL_PRONOUNS = frozenset(("He", "She", "It", "They"))
_TAIL = re.compile(r"(?: \([^()]*\),?)? ")
_IS = re.compile(r"\b(?:is|was|are|were) ")
_LEAD = re.compile(
    r"(?:(?:In|On|By|After|Before|During|From|Since|At|Until|Around|Following|Later|Then|Soon|Eventually|Today"
    r"|Currently|Also|Afterwards|Originally|Initially|Finally|However|Additionally|Moreover|Subsequently|Meanwhile"
    r"|Thereafter|Although|While|When|As)\b[^,.;]{0,80}, )"
)
_SKIPPED = re.compile(
    r"\([^()]*\),? ?|\b(?:also|later|then|subsequently|soon|first|eventually|briefly|again|finally|himself|herself"
    r"|itself|however|currently|now|formerly|once|initially|originally|thus|therefore|further|furthermore|apparently"
    r"|probably|reportedly|immediately|already|even|both|successfully|personally|together|officially|politically"
    r"|largely|partly|primarily|mainly|mostly|geographically) "
)
_NAME = (
    r"[A-ZÀ-ÞĀ-Ž][\w’'-]+(?: (?:(?:of|de|du|la|von|van|der|di|da|del|ibn|al)(?: the)? )?[A-ZÀ-ÞĀ-Ž][\w’'-]+)*"
)
_OBJECT = re.compile(_NAME)
_SIDE = r"(?: (?:on|to|in) the (?:far )?[\w-]+(?: and (?:the )?[\w-]+)?)"
_NEXT = re.compile(
    rf"(?:,?{_SIDE})?(?:,? and|,? or|,? as well as|,|;| &)(?:{_SIDE}(?: by| with)?| by| with)? (?:the )?"
)
_VERB_START = re.compile(r"(?:,| and|, and|, but| but|,? then|,? while)(?: is| was)? ")
_DEFINED_IN = re.compile(
    r"(?:is|was|are|were) (?:an?|the|one of the) [\w\s’'-]{1,60}? (?:in|on|off|within)(?: the)?(?: [a-z-]+){0,2}"
    r"(?: part of| coast of| end of| shore of| region of)?(?: the)? "
)
_PARTICIPLE = re.compile(
    r"(?:,|\b)(?: which is| that is)? ?(?=(?:border|locat|situat|found|discover|invent|nam|nativ|compos|writt|design"
    r"|built|own|creat|bound|part of|form))"
)
_NO_NAMES = frozenset(
    """
    The A An No In On At By It He She They His Her Its Their This That These Those January February
    March April May June July August September October November December Monday Tuesday Wednesday
    Thursday Friday Saturday Sunday God Lord Sir King Queen President Prime Minister Great North
    South East West Northern Southern Eastern Western Central New Early Late Mr Mrs Dr World War
    Earth
    """.split()  # noqa: SIM905
)
"""Words in capitals that begin no name of an object."""


class Stated(NamedTuple):
    """A relation and object stated by a sentence."""

    relation: Relation
    target: str
    """Normalised title or name of the object."""
    surface: str
    """The object's words."""
    sentence: Span


class _Subject:
    """Recognises sentences that begin with a page's subject."""

    def __init__(self, document: Document, noun: Noun | None) -> None:
        name = plain(document.title)
        family = phrase_family(noun.family) if noun else ""
        forms = {name, *(alias for alias in document.aliases if len(alias) >= 3)}
        if family == "person" and " " in name:
            # "Faraday" for Michael Faraday, "William III" and never "England" for William III of England.
            forms.add(name.partition(" of ")[0] if " of " in name else name.rsplit(" ", 1)[1])
        forms.update(_PRONOUNS.get(family, _PRONOUNS[""]))
        if noun is not None and family != "person":
            last = noun.word.rsplit(" ", 1)[-1]
            forms.update({f"The {last}", f"The {noun.word}"})
        if name.startswith("The ") or family in ("place", "organisation", "group"):
            forms.add(f"The {name.removeprefix('The ')}")
        inner = {
            form[0].lower() + form[1:] for form in forms if form in _ALL_PRONOUNS or form.startswith("The ")
        }
        self._forms = _longest_first(forms)
        self._after_lead = _longest_first(forms | inner)

    def end(self, text: str, sentence: Span) -> tuple[int, bool] | None:
        """Return where the subject of a sentence ends, blank included, and whether it is a pronoun; None if another."""
        start, forms = sentence.start, self._forms
        form = next((form for form in forms if text.startswith(form, start)), None)
        if form is None:
            lead = _LEAD.match(text, start, sentence.end)
            if lead is None:
                return None
            start, forms = lead.end(), self._after_lead
            form = next((form for form in forms if text.startswith(form, start)), None)
            if form is None:
                return None
        tail = _TAIL.match(text, start + len(form), sentence.end)
        if tail is not None and text[tail.end() : tail.end() + 1].isupper():
            return None  # "The Minnesota Wild" is not Minnesota
        return (tail.end(), form.capitalize() in _ALL_PRONOUNS) if tail else None


def _longest_first(forms: set[str]) -> list[str]:
    return sorted((form for form in forms if len(form) >= 2), key=lambda form: (-len(form), form))


def stated(document: Document, noun: Noun | None, definition: Span) -> Iterator[Stated]:
    """Yield what the sentences about the page's subject state; `definition` is its definitional sentence."""
    text = document.text
    subject = _Subject(document, noun)
    starts = [link.start for link in document.links]
    family = noun.family if noun else ""
    for paragraph in paragraphs(text, document.body_start):
        known = True  # at the head of a paragraph a pronoun means the page's subject
        for sentence in sentences(text, paragraph):
            found = subject.end(text, sentence)
            known = sentence == definition or (found is not None and (known or not found[1]))
            if not known or sentence.end - sentence.start > MAX_EVIDENCE:
                continue
            begin = found[0] if found else _copula(text, sentence)
            if begin is not None:
                low = bisect_left(starts, begin)
                links = document.links[low : bisect_left(starts, sentence.end, lo=low)]
                yield from _in_sentence(
                    text,
                    sentence,
                    begin,
                    links,
                    sentence == definition and phrase_family(family) in ("place", "event", "organisation"),
                )


def _copula(text: str, sentence: Span) -> int | None:
    """Return where the verb of a definitional sentence begins when its subject is not the page's title to the letter."""
    match = _IS.search(text, sentence.start, min(sentence.end, sentence.start + 200))
    return match.start() if match else None


def _in_sentence(
    text: str, sentence: Span, begin: int, links: tuple[Link, ...], defining: bool
) -> Iterator[Stated]:
    flat, where = _flattened(text, begin, sentence.end)
    link_at = {link.start: link for link in links}
    pattern = _all_patterns()
    positions = [0, *(match.end() for match in _VERB_START.finditer(flat))]
    if defining:
        positions += [match.end() for match in _PARTICIPLE.finditer(flat)]
    done = 0
    for position in sorted(set(positions)):
        if position < done:
            continue
        match = pattern.match(flat, position)
        if match is not None:
            relation = relation_table().by_name[str(match.lastgroup)]
            after = match.end()
        elif defining and position == 0 and (match := _DEFINED_IN.match(flat)):
            relation, after = relation_table().by_name["location"], match.end()
        else:
            continue
        for target, surface, end in _objects(flat, where, after, link_at, text):
            done = end
            yield Stated(relation, target, surface, sentence)


def _objects(
    flat: str, where: list[int], at: int, link_at: dict[int, Link], text: str
) -> Iterator[tuple[str, str, int]]:
    """Yield (target, words, end in `flat`) of the object at a place and of those that go on its list."""
    while at < len(flat):
        link = link_at.get(where[at])
        name = _OBJECT.match(flat, at)
        if link is not None:
            surface = text[link.start : link.end].strip()
            # "the Treaty of [Paris]" or "[Berlin] Wall": a name longer than the link is another thing.
            if name is not None and name.end() - at > len(surface) + 2:
                target, surface, end = normalise(_clean(name.group(0))), _clean(name.group(0)), name.end()
            else:
                target, end = normalise(link.target), at + len(surface)
        elif name is not None and name.group(0).split()[0] not in _NO_NAMES:
            surface = _clean(name.group(0))
            target, end = normalise(surface), at + len(name.group(0))
        else:
            return
        if flat[end : end + 2] in ("'s", "’s"):
            return
        yield target, surface, end
        following = _NEXT.match(flat, end)
        if following is None or following.end() == end:
            return
        at = following.end()


def _clean(name: str) -> str:
    return re.sub(r"['’]s?$", "", name)


def _flattened(text: str, start: int, end: int) -> tuple[str, list[int]]:
    """Return the text without brackets and adverbs, and for each of its characters the offset in `text`."""
    pieces: list[str] = []
    where: list[int] = []
    at = start
    for match in _SKIPPED.finditer(text, start, end):
        pieces.append(text[at : match.start()])
        where.extend(range(at, match.start()))
        at = match.end()
    pieces.append(text[at:end])
    where.extend(range(at, end))
    return "".join(pieces), where


@cache
def _all_patterns() -> re.Pattern[str]:
    """Return one expression for all relation patterns; the group that matched names the relation."""
    named = (
        f"(?P<{relation.name}>{relation.pattern.pattern}(?: the)? )"
        for relation in relation_table().by_name.values()
        if relation.pattern is not None
    )
    return re.compile("|".join(named))
