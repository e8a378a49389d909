"""What sort of thing a page can be: the closure of "Which band ...".

A question asks for a kind, and a page whose own definition makes it something else is no answer.
T+(family) holds every page that may belong to a family of nouns: each page whose definitional sentence
has a noun of that family anywhere, and each page whose sort is not known. It is an upper bound, like
the closures it is met with.
"""

from __future__ import annotations

from typing import Protocol

from pyroaring import AbstractBitMap, BitMap

from isthmus.graph.claims import POSSIBLE
from isthmus.graph.nouns import noun_table


class Asserted(Protocol):
    """What is needed of an evidence graph."""

    @property
    def documents(self) -> int:
        """How many documents there are."""

    def entity(self, name: str) -> int | None:
        """Return the number of an entity."""

    def subjects(self, relation: str, object: int) -> AbstractBitMap:
        """Return the documents that assert a relation to an entity."""


def possible(graph: Asserted, noun: str) -> AbstractBitMap:
    """Return T+ of a noun's family: every document that may be one; all documents when the noun is not in the table."""
    known = noun_table().named(noun)
    family = known.family if known else None
    others: list[AbstractBitMap] = []
    same: AbstractBitMap = BitMap()
    for name in noun_table().families:
        number = graph.entity(f"Family: {name}")
        if number is not None:
            members = graph.subjects(POSSIBLE, number)
            if name == family:
                same = members
            else:
                others.append(members)
    everything = BitMap(range(graph.documents))
    return everything if family is None else everything - (BitMap.union(BitMap(), *others) - same)
