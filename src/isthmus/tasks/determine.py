"""Which constraints determine a page: every set of them that does, within a limit (IS5, IS6).

A set of constraints determines page x when the closures meet in x alone, no constraint can be left out, and no candidate
set contains another. That none can be left out is measured on the asserted sets (strict: the others surely leave two pages
of the kind asked for) or on the closures (the others do not prove the answer).

What determines a page depends on the page alone, so its sets are listed once and kept; growing a tree then chooses among
them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from pyroaring import AbstractBitMap

from isthmus.graph.sets import contained, leave_one_out
from isthmus.tasks.browser import Kind, Page

_KEPT = 48
"""Sets kept of one size for one choice of hidden children."""


class Determined:
    """The sets of constraints that determine one page."""

    def __init__(self, page: Page, kind: Kind, *, budget: int, strict: bool) -> None:
        """Read the candidate sets of a page.

        Args:
            page: the page and what can be said of it.
            kind: documents of the page's kind.
            budget: most sets looked at for one choice of hidden children and one size.
            strict: whether need is measured on the asserted sets; else on the closures.
        """
        self._page, self._kind = page, kind
        self._upper: list[AbstractBitMap] = [option.upper for option in page.options]
        self._relations = [option.relation.name for option in page.options]
        self._budget, self._strict = budget, strict
        self._known: dict[tuple[tuple[int, ...], int], tuple[int, ...]] = {}
        self._looked = 0
        self.barren: set[int] = set()
        """Numbers of hidden children with which nothing determines the page, as a grower has found."""

    def sets(self, hidden: tuple[int, ...], leaves: int) -> tuple[int, ...]:
        """Return sets of so many leaves that determine the page together with hidden children.

        Args:
            hidden: places in the page's options of the objects that become hidden vertices.
            leaves: how many options to add.

        Returns:
            One number a set, with the bits of its leaves' places.
        """
        key = (hidden, leaves)
        if key not in self._known:
            self._looked = 0
            found = [sum(1 << place for place in chosen) for chosen in self._search(hidden, leaves)]
            if len(found) > _KEPT:
                found = random.Random(f"{self._page.number} {hidden} {leaves}").sample(found, _KEPT)
            self._known[key] = tuple(found)
        return self._known[key]

    def _search(self, hidden: tuple[int, ...], leaves: int) -> Iterator[tuple[int, ...]]:
        options = self._page.options
        upper, lower = self._kind.possible, self._kind.asserted
        for place in hidden:
            upper = upper & options[place].hidden().upper
            lower = lower & options[place].near
        if len(upper) < 2 or (self._strict and len(lower) < 2):
            return
        spoken = frozenset(word for place in hidden for word in options[place].words)
        taken = {self._relations[place] for place in hidden}
        free = [
            place
            for place, relation in enumerate(self._relations)
            if relation not in taken and options[place].words.isdisjoint(spoken)
        ]
        for found in self._complete((), upper, lower, free, leaves):
            if self._needed(hidden, found):
                yield found

    def _complete(
        self,
        chosen: tuple[int, ...],
        upper: AbstractBitMap,
        lower: AbstractBitMap,
        free: Sequence[int],
        missing: int,
    ) -> Iterator[tuple[int, ...]]:
        """Yield sets with `missing` options more whose closures meet in one page, depth first, none enough before the last.

        A page is in all its own sets, so one page left is the page itself.
        """
        uppers, size, count = self._upper, len(upper), upper.intersection_cardinality
        self._looked += len(free)
        if missing == 1:
            for place in free:
                if count(uppers[place]) == 1:
                    yield (*chosen, place)
            return
        for at, place in enumerate(free, start=1):
            if self._looked >= self._budget:
                return
            # One page left before the set is whole: what came after would not be needed. None fewer: this one is not.
            if not 1 < count(uppers[place]) < size:
                continue
            still = lower & self._page.options[place].near
            if self._strict and len(still) < 2:
                continue
            relation = self._relations[place]
            others = [other for other in free[at:] if self._relations[other] != relation]
            yield from self._complete((*chosen, place), upper & uppers[place], still, others, missing - 1)

    def _needed(self, hidden: tuple[int, ...], leaves: tuple[int, ...]) -> bool:
        options = [self._page.options[place].hidden() for place in hidden]
        options += [self._page.options[place] for place in leaves]
        near = [option.near for option in options]
        if self._strict:
            # Each candidate set has two pages or more, so of two sets each needs the other.
            if len(near) > 2 and min(leave_one_out(near)) < 2:
                return False
        elif min(leave_one_out([option.upper for option in options], self._kind.possible)) < 2:
            return False
        return not contained(near)
