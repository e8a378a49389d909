"""Whether every item of one side finds a partner of its own on the other.

The benchmarks solve an assignment problem whose costs are all 0 or 1 and only ask whether the cheapest assignment costs nothing.
That is so exactly when a matching covers the smaller side (Kuhn's augmenting paths), so no optimiser is needed.
"""

from __future__ import annotations

from collections.abc import Callable


def covers(small: int, large: int, is_pair: Callable[[int, int], bool]) -> bool:
    """Return whether each of `small` items can have a partner of its own among `large`.

    Args:
        small: Items to be covered, 0 to `small` - 1.
        large: Items on the other side.
        is_pair: Whether an item of the first side goes with one of the second; asked at most once for each two.
    """
    if small > large:
        return False
    partners: list[list[int]] = []
    taken_by = [-1] * large
    for item in range(small):
        partners.append([other for other in range(large) if is_pair(item, other)])
        if not _place(item, partners, taken_by):
            return False
    return True


def _place(item: int, partners: list[list[int]], taken_by: list[int]) -> bool:
    """Find a partner for an item, moving others where they have another choice; breadth first, so depth does not matter."""
    asked_by: dict[int, int] = {}
    held_by_owner = {item: -1}
    queue = [item]
    for current in queue:
        for other in partners[current]:
            if other in asked_by:
                continue
            asked_by[other] = current
            owner = taken_by[other]
            if owner < 0:
                # The last of the path takes the free place, the one before takes what it leaves, back to the item.
                place = other
                while place >= 0:
                    mover = asked_by[place]
                    taken_by[place] = mover
                    place = held_by_owner[mover]
                return True
            held_by_owner[owner] = other
            queue.append(owner)
    return False
