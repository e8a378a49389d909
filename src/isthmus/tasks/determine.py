"""Which constraints determine a page: a bounded search over what can be said of it (IS5, IS6).

A set of constraints determines page x when the closures meet in x alone, no constraint can be left out,
and no candidate set contains another. That none can be left out is measured on the asserted sets
(strict: the others surely leave two pages of the kind asked for) or on the closures (the others do not
prove the answer). The search goes depth first over options in random order; strict, it prunes with the
lower bound: once the asserted sets meet in one page only, nothing added could be necessary.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pyroaring import AbstractBitMap

from isthmus.tasks.browser import Option
from isthmus.tasks.hcsp import contained, leave_one_out

_PATIENCE = 40
"""Sets still looked at for one of the wanted size once one of another size is at hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """The pages a question can mean by a noun."""

    possible: AbstractBitMap
    """T+: pages that may be one."""
    asserted: AbstractBitMap
    """T-: pages that say they are one."""


@dataclass(slots=True)
class Budget:
    """How many sets may still be looked at."""

    left: int

    @property
    def spent(self) -> bool:
        """Whether the search was cut short, so that another order could find what this one did not."""
        return self.left <= 0


def determining(
    number: int,
    fixed: Sequence[Option],
    leaves: Sequence[Option],
    *,
    wanted: int,
    most: int,
    kind: Kind,
    budget: Budget,
    strict: bool,
) -> list[Option] | None:
    """Return `fixed` and leaves that together determine a page, or None.

    Args:
        number: document number of the page.
        fixed: constraints that must be in the set (the hidden children).
        leaves: options to choose from, in the order to try them; each with two pages of the kind or more that assert it.
        wanted: leaves wanted; a set of another size is taken when none of that size is found within the budget.
        most: most constraints in all.
        kind: documents of the page's kind.
        budget: limit of sets looked at.
        strict: whether need is measured on the asserted sets; else on the closures.
    """
    sets = _Sets(number, kind, budget, strict)
    upper, lower = sets.start(fixed)
    if strict and len(lower) < 2:
        return None
    other: list[Option] | None = None
    for chosen in sets.extend(list(fixed), leaves, 0, upper, lower, most - len(fixed)):
        if len(chosen) - len(fixed) == wanted:
            return chosen
        if other is None or _off(chosen, fixed, wanted) < _off(other, fixed, wanted):
            other = chosen
            budget.left = min(budget.left, _PATIENCE)
    return other


def _off(chosen: Sequence[Option], fixed: Sequence[Option], wanted: int) -> int:
    return abs(len(chosen) - len(fixed) - wanted)


class _Sets:
    """The depth-first search."""

    def __init__(self, number: int, kind: Kind, budget: Budget, strict: bool) -> None:
        self._number, self._kind, self._budget, self._strict = number, kind, budget, strict

    def start(self, fixed: Sequence[Option]) -> tuple[AbstractBitMap, AbstractBitMap]:
        upper, lower = self._kind.possible, self._kind.asserted
        for option in fixed:
            upper = upper & option.upper
            lower = lower & option.near(self._kind.asserted)
        return upper, lower

    def extend(
        self,
        chosen: list[Option],
        leaves: Sequence[Option],
        at: int,
        upper: AbstractBitMap,
        lower: AbstractBitMap,
        most: int,
    ) -> Iterator[list[Option]]:
        relations = {option.relation.name for option in chosen}
        asserted, strict, budget = self._kind.asserted, self._strict, self._budget
        count = upper.intersection_cardinality
        size = len(upper)
        for place in range(at, len(leaves)):
            option = leaves[place]
            if option.relation.name in relations:
                continue
            if budget.left <= 0:
                return
            budget.left -= 1
            left = count(option.upper)
            if left == 1:
                complete = [*chosen, option]
                if len(complete) >= 2 and self._needed(complete):
                    yield complete
            elif left < size and most > 1:
                still = lower & option.near(asserted)
                if len(still) > 1 or not strict:
                    yield from self.extend(
                        [*chosen, option], leaves, place + 1, upper & option.upper, still, most - 1
                    )

    def _needed(self, chosen: list[Option]) -> bool:
        asserted = [option.near(self._kind.asserted) for option in chosen]
        if self._strict:
            # Two sets of two pages or more need each other; the sets before the last are known to meet in two or more.
            if len(chosen) > 2 and min(leave_one_out(asserted)) < 2:
                return False
        elif min(leave_one_out([option.upper for option in chosen], self._kind.possible)) < 2:
            return False
        return not contained(asserted)
