from __future__ import annotations

from functools import reduce
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyroaring import BitMap, FrozenBitMap

from isthmus.graph.sets import EXACT_LIMIT, identifying_subset, inclusions, intersection, leave_one_out

_sets = st.lists(st.sets(st.integers(0, 9)), min_size=1, max_size=6)


def _shared(sets: list[set[int]]) -> set[int]:
    return reduce(set.intersection, sets)


@given(_sets)
def test_intersection(sets: list[set[int]]) -> None:
    before = [FrozenBitMap(one) for one in sets]
    assert set(intersection(before)) == _shared(sets)
    assert [set(one) for one in before] == sets


def test_no_sets_have_no_intersection() -> None:
    with pytest.raises(ValueError, match="everything"):
        intersection([])


@given(_sets)
def test_leave_one_out(sets: list[set[int]]) -> None:
    expected = [len(_shared(sets[:i] + sets[i + 1 :])) if len(sets) > 1 else 0 for i in range(len(sets))]
    assert leave_one_out([BitMap(one) for one in sets]) == expected


@given(_sets)
def test_inclusions(sets: list[set[int]]) -> None:
    expected = [(i, j) for i in range(len(sets)) for j in range(len(sets)) if i != j and sets[i] <= sets[j]]
    assert inclusions([BitMap(one) for one in sets]) == expected


@given(_sets, st.integers(0, 9))
def test_smallest_identifying_subset(sets: list[set[int]], member: int) -> None:
    found = identifying_subset([BitMap(one) for one in sets], member)
    if _shared(sets) != {member}:
        assert found is None
        return
    rows = (rows for size in range(1, len(sets) + 1) for rows in combinations(range(len(sets)), size))
    assert found == (next(row for row in rows if _shared([sets[place] for place in row]) == {member}), True)


@given(st.lists(st.sets(st.integers(1, 30)), min_size=EXACT_LIMIT + 1, max_size=14))
def test_greedy_subset_identifies_and_holds_nothing_needless(sets: list[set[int]]) -> None:
    sets = [one | {0} for one in sets]
    found = identifying_subset([BitMap(one) for one in sets], 0)
    if found is None:
        assert _shared(sets) != {0}
        return
    assert not found.exact
    chosen = [sets[place] for place in found.places]
    assert _shared(chosen) == {0}
    assert all(len(chosen) == 1 or _shared(chosen[:i] + chosen[i + 1 :]) != {0} for i in range(len(chosen)))
