"""Which constraints determine a page: a bounded search over what can be said of it (IS5, IS6).

A set of constraints determines page x when the closures meet in x alone, no constraint can be left out (the others' asserted sets
still hold two pages of the kind asked for), and no candidate set contains another. The search goes depth first over options in random
order and prunes with the lower bound: once the asserted sets meet in one page only, nothing added could be necessary.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pyroaring import BitMap

from isthmus.tasks.browser import Option
from isthmus.tasks.hcsp import contained, leave_one_out


@dataclass(slots=True)
class Budget:
    """How many sets may still be looked at; shared by the searches of one vertex."""

    left: int


def determining(
    number: int, fixed: Sequence[Option], leaves: Sequence[Option], *, wanted: int, universe: BitMap, budget: Budget
) -> list[Option] | None:
    """Return `fixed` and leaves that together determine a page, or None.

    Args:
        number: document number of the page.
        fixed: constraints that must be in the set (the hidden children).
        leaves: options to choose from, in the order to try them.
        wanted: leaves wanted; one fewer or more is taken when no set of that size is found.
        universe: documents of the page's kind.
        budget: shared limit of sets looked at.
    """
    sets = _Sets(number, universe, budget)
    upper, lower = sets.start(fixed)
    if len(lower) < 2:
        return None
    other: list[Option] | None = None
    for chosen in sets.extend(list(fixed), leaves, 0, upper, lower, wanted + 1):
        size = len(chosen) - len(fixed)
        if size == wanted:
            return chosen
        if other is None and len(chosen) >= 2 and size >= wanted - 1:
            other = chosen
    return other


class _Sets:
    """The depth-first search."""

    def __init__(self, number: int, universe: BitMap, budget: Budget) -> None:
        self._number, self._universe, self._budget = number, universe, budget

    def start(self, fixed: Sequence[Option]) -> tuple[BitMap | None, BitMap]:
        upper: BitMap | None = None
        lower = self._universe
        for option in fixed:
            upper = option.upper if upper is None else upper & option.upper
            lower = lower & option.lower
        return upper, lower

    def extend(
        self, chosen: list[Option], leaves: Sequence[Option], at: int, upper: BitMap | None, lower: BitMap, most: int
    ) -> Iterator[list[Option]]:
        relations = {option.relation.name for option in chosen}
        for place in range(at, len(leaves)):
            option = leaves[place]
            if option.relation.name in relations:
                continue
            if self._budget.left <= 0:
                return
            self._budget.left -= 1
            narrowed = option.upper if upper is None else upper & option.upper
            if upper is not None and len(narrowed) == len(upper):
                continue
            if len(narrowed) == 1:
                complete = [*chosen, option]
                if len(complete) >= 2 and self._number in narrowed and self._needed(complete):
                    yield complete
                continue
            if most > 1:
                still = lower & option.lower
                if len(still) > 1:
                    yield from self.extend([*chosen, option], leaves, place + 1, narrowed, still, most - 1)

    def _needed(self, chosen: list[Option]) -> bool:
        asserted = [option.lower for option in chosen]
        return min(leave_one_out(asserted, self._universe)) > 1 and not contained(asserted)
