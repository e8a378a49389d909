"""How many entities of each kind a world has.

Countries, languages, genres and fields grow with the square root of the world, everything else in proportion; people take what is
left, about a third.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from math import isqrt


class Kind(IntEnum):
    """The kinds of entities, in the order their pages are streamed."""

    COUNTRY = 0
    REGION = 1
    CITY = 2
    RIVER = 3
    LANGUAGE = 4
    GENRE = 5
    FIELD = 6
    UNIVERSITY = 7
    OBSERVATORY = 8
    MUSEUM = 9
    ORCHESTRA = 10
    COMPANY = 11
    LABEL = 12
    PUBLISHER = 13
    AWARD = 14
    PERSON = 15
    BAND = 16
    BOOK = 17
    ALBUM = 18
    FILM = 19
    PAINTING = 20
    STRUCTURE = 21
    SHIP = 22
    EXPEDITION = 23
    FESTIVAL = 24
    BATTLE = 25
    PAPER = 26


_PER_THOUSAND: dict[Kind, int] = {
    Kind.CITY: 60,
    Kind.RIVER: 14,
    Kind.UNIVERSITY: 16,
    Kind.OBSERVATORY: 8,
    Kind.MUSEUM: 8,
    Kind.ORCHESTRA: 7,
    Kind.COMPANY: 50,
    Kind.LABEL: 13,
    Kind.PUBLISHER: 12,
    Kind.AWARD: 7,
    Kind.BAND: 70,
    Kind.BOOK: 100,
    Kind.ALBUM: 105,
    Kind.FILM: 70,
    Kind.PAINTING: 40,
    Kind.STRUCTURE: 48,
    Kind.SHIP: 12,
    Kind.EXPEDITION: 18,
    Kind.FESTIVAL: 18,
    Kind.BATTLE: 14,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """Counts of a world and where each kind's entity numbers begin."""

    count: tuple[int, ...]
    """Entities of each kind, by `Kind`."""
    base: tuple[int, ...]
    """First entity number of each kind, by `Kind`; the last entry is the number of entities."""
    disambiguations: int
    """Disambiguation pages, each of one homonym pair."""
    lists: int
    """List pages."""

    def kind_of(self, entity: int) -> Kind:
        """Return the kind of an entity number."""
        for kind in Kind:
            if entity < self.base[kind + 1]:
                return kind
        raise IndexError(entity)


def plan_sizes(pages: int, papers: int) -> Sizes:
    """Return the counts for a world of `pages` pages and `papers` papers."""
    disambiguations = max(1, pages // 120)
    lists = max(1, pages // 120)
    entities = pages - disambiguations - lists
    root = isqrt(entities)
    count = [0] * len(Kind)
    count[Kind.COUNTRY] = max(4, root // 4)
    count[Kind.REGION] = count[Kind.COUNTRY] * (4 if entities >= 1000 else 2)
    count[Kind.LANGUAGE] = min(60, max(3, count[Kind.COUNTRY] * 3 // 4))
    count[Kind.GENRE] = min(120, max(5, root // 3))
    count[Kind.FIELD] = min(90, max(4, root // 4))
    for kind, share in _PER_THOUSAND.items():
        count[kind] = max(2, entities * share // 1000)
    count[Kind.CITY] = max(count[Kind.CITY], count[Kind.REGION] + 2)
    count[Kind.PERSON] = entities - sum(count)
    count[Kind.PAPER] = papers
    base = [0]
    for number in count:
        base.append(base[-1] + number)
    return Sizes(count=tuple(count), base=tuple(base), disambiguations=disambiguations, lists=lists)
