from __future__ import annotations

from functools import reduce
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyroaring import BitMap, FrozenBitMap

from isthmus.graph.sets import contained, intersection, leave_one_out, smallest_identifying

_sets = st.lists(st.sets(st.integers(0, 9)), min_size=1, max_size=6)
_universe = st.none() | st.sets(st.integers(0, 9))


def _shared(sets: list[set[int]]) -> set[int]:
    return reduce(set.intersection, sets)


def _within(universe: set[int] | None) -> list[set[int]]:
    return [] if universe is None else [universe]


@given(_sets)
def test_intersection(sets: list[set[int]]) -> None:
    before = [FrozenBitMap(one) for one in sets]
    assert set(intersection(before)) == _shared(sets)
    assert [set(one) for one in before] == sets


def test_no_sets_have_no_intersection() -> None:
    with pytest.raises(ValueError, match="everything"):
        intersection([])


@given(_sets, _universe)
def test_leave_one_out(sets: list[set[int]], universe: set[int] | None) -> None:
    left = [sets[:i] + sets[i + 1 :] + _within(universe) for i in range(len(sets))]
    expected = [len(_shared(others)) if others else 0 for others in left]
    assert (
        leave_one_out([BitMap(one) for one in sets], BitMap(universe) if universe is not None else None)
        == expected
    )


@given(_sets)
def test_contained(sets: list[set[int]]) -> None:
    assert contained([BitMap(one) for one in sets]) == any(a <= b or b <= a for a, b in combinations(sets, 2))


@given(_sets, _universe)
def test_smallest_identifying(sets: list[set[int]], universe: set[int] | None) -> None:
    found = smallest_identifying(
        [BitMap(one) for one in sets], BitMap(universe) if universe is not None else None
    )
    sizes = [
        size
        for size in range(1, len(sets) + 1)
        for chosen in combinations(sets, size)
        if len(_shared([*chosen, *_within(universe)])) == 1
    ]
    assert found == (min(sizes) if sizes else None)
