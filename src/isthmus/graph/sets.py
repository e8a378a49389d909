"""Set algebra of proofs: is a conjunction of constraints unique, is each of them needed, is one inside another.

A constraint's candidates are a bitmap of document numbers. With the upper bounds S+ of all constraints, `intersection` is the
upper bound of what satisfies them together: one member proves uniqueness. `leave_one_out` says how many would be left without
each constraint, `inclusions` which constraints say nothing that another does not, `identifying_subset` how few would do.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from pyroaring import BitMap

EXACT_LIMIT = 8
"""Sets up to which the smallest identifying subset is found for certain: 255 subsets at most."""


class Subset(NamedTuple):
    """Some of the sets, by place."""

    places: tuple[int, ...]
    """Ascending."""
    exact: bool
    """Whether no smaller subset does it; a greedy search for many sets cannot know."""


def intersection(sets: Sequence[BitMap]) -> BitMap:
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


def leave_one_out(sets: Sequence[BitMap]) -> list[int]:
    """Return how many members the other sets share, for each set left out; 0 for a set that is alone."""
    if len(sets) < 2:
        return [0] * len(sets)
    before: list[BitMap | None] = [None]
    for one in sets[:-1]:
        before.append(_both(before[-1], one))
    counts = [0] * len(sets)
    after: BitMap | None = None
    for place in range(len(sets) - 1, -1, -1):
        head = before[place]
        rest = after if head is None else _both(after, head)
        counts[place] = len(rest) if rest is not None else 0
        after = _both(after, sets[place])
    return counts


def inclusions(sets: Sequence[BitMap]) -> list[tuple[int, int]]:
    """Return each pair (i, j) with every member of set i in set j: j adds nothing to i. Equal sets give both pairs."""
    return [
        (i, j)
        for i, inner in enumerate(sets)
        for j, outer in enumerate(sets)
        if i != j and len(inner) <= len(outer) and inner.issubset(outer)
    ]


def identifying_subset(sets: Sequence[BitMap], member: int) -> Subset | None:
    """Return the fewest sets that share nothing but the member, or None when all together share more or less.

    Exact for up to `EXACT_LIMIT` sets, the first in order of place; greedy for more.
    """
    if not sets or intersection(sets) != BitMap([member]):
        return None
    if len(sets) > EXACT_LIMIT:
        return Subset(_greedy(sets), False)
    for size in range(1, len(sets)):
        for places in combinations(range(len(sets)), size):
            if len(intersection([sets[place] for place in places])) == 1:
                return Subset(places, True)
    return Subset(tuple(range(len(sets))), True)


def _greedy(sets: Sequence[BitMap]) -> tuple[int, ...]:
    """Return places whose sets share one member, each chosen to leave the fewest, those made needless dropped."""
    chosen: list[int] = []
    shared: BitMap | None = None
    while shared is None or len(shared) > 1:
        left = [place for place in range(len(sets)) if place not in chosen]
        best = min(left, key=lambda place: (len(_both(shared, sets[place])), place))
        chosen.append(best)
        shared = _both(shared, sets[best])
    for place in list(chosen):
        fewer = [other for other in chosen if other != place]
        if fewer and len(intersection([sets[other] for other in fewer])) == 1:
            chosen = fewer
    return tuple(sorted(chosen))


def _both(shared: BitMap | None, other: BitMap) -> BitMap:
    return other if shared is None else shared & other
