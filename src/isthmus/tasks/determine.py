"""Which constraints determine a page: a bounded search over what can be said of it (IS5, IS6).

A set of constraints determines page x when the closures meet in x alone, no constraint can be left out, and no candidate
set contains another. That none can be left out is measured on the asserted sets (strict: the others surely leave two pages
of the kind asked for) or on the closures (the others do not prove the answer). The search goes through sets of one size
after another, depth first over options in random order; strict, it prunes with the lower bound: once the asserted sets meet
in one page only, nothing added could be necessary.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pyroaring import AbstractBitMap

from isthmus.tasks.browser import Kind, Option
from isthmus.tasks.hcsp import contained, leave_one_out


@dataclass(slots=True)
class Budget:
    """How many sets may still be looked at."""

    left: int

    @property
    def spent(self) -> bool:
        """Whether the search was cut short, so that another order could find what this one did not."""
        return self.left <= 0


def determining(
    fixed: Sequence[Option],
    leaves: Sequence[Option],
    *,
    wanted: int,
    sizes: range,
    kind: Kind,
    budget: Budget,
    strict: bool,
) -> list[Option] | None:
    """Return `fixed` and leaves that together determine their page, or None.

    Args:
        fixed: constraints that must be in the set (the hidden children).
        leaves: options of the same page to choose from, in the order to try them.
        wanted: leaves wanted; sets of other sizes are looked at after those of this size, the nearest first.
        sizes: constraints that a set may have in all.
        kind: documents of the page's kind.
        budget: limit of sets looked at.
        strict: whether need is measured on the asserted sets; else on the closures.
    """
    upper, lower = kind.possible, kind.asserted
    for option in fixed:
        upper = upper & option.upper
        lower = lower & option.near
    if strict and len(lower) < 2:
        return None
    search = _Search(kind, budget, strict)
    counts = (size - len(fixed) for size in sizes if size > len(fixed))
    for count in sorted(counts, key=lambda count: (abs(count - wanted), count)):
        chosen = search.complete(list(fixed), leaves, 0, upper, lower, count)
        if chosen is not None:
            return chosen
    return None


class _Search:
    """Depth-first search for sets of one size. A page is in all its own sets, so one page left is the page itself."""

    def __init__(self, kind: Kind, budget: Budget, strict: bool) -> None:
        self._kind, self._budget, self._strict = kind, budget, strict

    def complete(
        self,
        chosen: list[Option],
        leaves: Sequence[Option],
        at: int,
        upper: AbstractBitMap,
        lower: AbstractBitMap,
        missing: int,
    ) -> list[Option] | None:
        """Return the set with `missing` leaves more, from place `at` on, that determines the page; None if there is none."""
        relations = {option.relation.name for option in chosen}
        strict, budget = self._strict, self._budget
        count, size = upper.intersection_cardinality, len(upper)
        for place in range(at, len(leaves)):
            option = leaves[place]
            if option.relation.name in relations:
                continue
            if budget.left <= 0:
                return None
            budget.left -= 1
            left = count(option.upper)
            if missing == 1:
                if left == 1 and self._needed([*chosen, option]):
                    return [*chosen, option]
            # One page left before the set is whole: what came after would not be needed. None fewer: this one is not.
            elif 1 < left < size:
                still = lower & option.near
                if len(still) > 1 or not strict:
                    found = self.complete(
                        [*chosen, option], leaves, place + 1, upper & option.upper, still, missing - 1
                    )
                    if found is not None:
                        return found
        return None

    def _needed(self, chosen: list[Option]) -> bool:
        asserted = [option.near for option in chosen]
        if self._strict:
            # Two sets of two pages or more need each other; the sets before the last are known to meet in two or more.
            if len(chosen) > 2 and min(leave_one_out(asserted)) < 2:
                return False
        elif min(leave_one_out([option.upper for option in chosen], self._kind.possible)) < 2:
            return False
        return not contained(asserted)
