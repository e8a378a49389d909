"""Finding the places of links that come as a bare list of titles.

A title is looked for as written, without its bracketed part, without what follows its comma, without a last word `language`, and
with a small first letter; the longest match at a place wins, words are whole (a plural ending is taken along), and each title is
linked at its first mention in the attribute lines and at its first in the running text. Of the titles an old encyclopedia lists,
three of four are found; the others stood in tables and navigation boxes that its running text does not have.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import ahocorasick_rs

from isthmus.corpus.titles import normalise, plain
from isthmus.records import Link

_PLURALS = ("s", "es")
_SHORTEST = 2
_LANGUAGE = " language"


def surfaces(title: str) -> tuple[str, ...]:
    """Return the ways a title may be mentioned, the fullest first."""
    names = [title, plain(title)]
    head, comma, _ = names[1].partition(", ")
    if comma:
        names.append(head)
    if names[1].endswith(_LANGUAGE):
        names.append(names[1].removesuffix(_LANGUAGE))
    for name in tuple(names):
        if name[:1].isupper() and not name[1:2].isupper():
            names.append(name[0].lower() + name[1:])
    return tuple(dict.fromkeys(name for name in names if len(name) >= _SHORTEST))


def find_links(
    text: str, titles: Iterable[str], *, anchors: Mapping[str, str] | None = None, body_start: int = 0
) -> tuple[Link, ...]:
    """Return links for titles, at their mentions in a text.

    Args:
        text: The document's text.
        titles: Titles linked to.
        anchors: For some titles, the words the link is on.
        body_start: Where the running text begins.
    """
    targets: dict[str, str] = {}
    for title in titles:
        key = normalise(title)
        if not key:
            continue
        given = (anchors or {}).get(title)
        for name in (given, *surfaces(key)) if given else surfaces(key):
            # A fuller title keeps a short form it shares with a later one.
            targets.setdefault(name, key)
    if not targets:
        return ()
    patterns = list(targets)
    automaton = ahocorasick_rs.AhoCorasick(patterns, matchkind=ahocorasick_rs.MatchKind.LeftmostLongest)
    seen: set[tuple[bool, str]] = set()
    links: list[Link] = []
    for index, start, end in automaton.find_matches_as_indexes(text):
        key = targets[patterns[index]]
        place = (start >= body_start, key)
        if place in seen or (start and text[start - 1].isalnum()):
            continue
        end = _word_end(text, end)
        if end:
            seen.add(place)
            links.append(Link(start=start, end=end, target=key))
    return tuple(links)


def _word_end(text: str, end: int) -> int:
    """Return where the word ends that a match ends in, or 0 when the match is only part of a word."""
    for plural in ("", *_PLURALS):
        after = end + len(plural)
        if text.startswith(plural, end) and not text[after : after + 1].isalnum():
            return after
    return 0
