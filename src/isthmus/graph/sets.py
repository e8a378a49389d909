"""Set algebra of proofs: is a conjunction of constraints unique, is each of them needed, is one inside another.

A constraint's candidates are a bitmap of document numbers, taken together with those of the others and, where there is one, with
a universe: the documents that count at all. On the upper bounds S+ one shared member proves uniqueness; on the lower bounds S-
more than one left without a constraint proves that it is needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from pyroaring import AbstractBitMap, BitMap


def intersection(sets: Sequence[AbstractBitMap]) -> AbstractBitMap:
    """Return the members that all sets share; the smallest sets are taken first, and none left ends the work.

    Raises:
        ValueError: for no sets, which share everything.
    """
    if not sets:
        raise ValueError("the intersection of no sets is everything")
    smallest, *others = sorted(sets, key=len)
    shared = BitMap(smallest)
    for other in others:
        if not shared:
            break
        shared &= other
    return shared


def leave_one_out(sets: Sequence[AbstractBitMap], universe: AbstractBitMap | None = None) -> list[int]:
    """Return how many members the other sets share, for each set left out.

    A set that is alone leaves the universe, or 0 when there is none.
    """
    counts: list[int] = []
    for left_out in range(len(sets)):
        others = [one for place, one in enumerate(sets) if place != left_out]
        if universe is not None:
            others.append(universe)
        counts.append(len(intersection(others)) if others else 0)
    return counts


def contained(sets: Sequence[AbstractBitMap]) -> bool:
    """Return whether one set lies inside another, which then says nothing that it does not (IS5: no inclusion)."""
    ordered = sorted(sets, key=len)
    return any(
        smaller.issubset(larger) for place, smaller in enumerate(ordered) for larger in ordered[place + 1 :]
    )


def smallest_identifying(
    sets: Sequence[AbstractBitMap], universe: AbstractBitMap | None = None
) -> int | None:
    """Return how few of the sets share one member of the universe; None when not even all of them do.

    Every combination is tried, the small ones first: 2 to the number of sets at most, which are at most `max_constraints`.
    """
    within = () if universe is None else (universe,)
    for size in range(1, len(sets) + 1):
        for chosen in combinations(sets, size):
            if len(intersection((*chosen, *within))) == 1:
                return size
    return None
