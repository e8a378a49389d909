"""The sets that determine a page, against every combination of its options tried one by one."""

from itertools import combinations

import pytest
from pyroaring import BitMap

from isthmus.graph.sets import contained, leave_one_out
from isthmus.tasks import candidate_roots
from isthmus.tasks.determine import Determined

MANY = 100_000


def determines(page, kind, hidden, leaves, *, strict):
    """Say by the definition whether hidden children and leaves determine a page."""
    options = [page.options[place].hidden() for place in hidden] + [page.options[place] for place in leaves]
    words = {word for option in options[: len(hidden)] for word in option.words}
    if len({option.relation.name for option in options}) < len(options):
        return False
    if any(option.words & words for option in options[len(hidden) :]):
        return False
    closures, near = [option.upper for option in options], [option.near for option in options]
    if BitMap.intersection(BitMap(kind.possible), *map(BitMap, closures)) != BitMap([page.number]):
        return False
    measured = leave_one_out([*near], kind.asserted) if strict else leave_one_out([*closures], kind.possible)
    return min(measured) > 1 and not contained(near)


@pytest.mark.parametrize("strict", [True, False])
def test_the_sets_are_those_of_the_definition(grower, strict):
    compared = 0
    for root in candidate_roots(grower.graph, seed=1)[:60]:
        page = grower.browser.page(root)
        if page is None or not 3 <= len(page.options) <= 12:
            continue
        kind = grower.browser.kind(page.noun)
        table = Determined(page, kind, budget=MANY, strict=strict)
        places = range(len(page.options))
        for hidden in [(), *((place,) for place in places if page.options[place].can_hide)]:
            for count in (1, 2, 3):
                free = [place for place in places if place not in hidden]
                expected = {
                    sum(1 << place for place in leaves)
                    for leaves in combinations(free, count)
                    if len(hidden) + count > 1 and determines(page, kind, hidden, leaves, strict=strict)
                }
                if len(hidden) + count < 2 or len(expected) > 48:
                    continue
                assert set(table.sets(hidden, count)) == expected
                compared += len(expected)
    assert compared > 100


def test_a_search_cut_short_finds_fewer_and_the_same_each_time(grower):
    fewer = 0
    for root in candidate_roots(grower.graph, seed=1)[:60]:
        page = grower.browser.page(root)
        if page is None:
            continue
        kind = grower.browser.kind(page.noun)
        whole = Determined(page, kind, budget=MANY, strict=grower.strict).sets((), 3)
        cut, again = (Determined(page, kind, budget=5, strict=grower.strict).sets((), 3) for _ in range(2))
        assert cut == again
        assert set(cut) <= set(whole) or len(whole) == 48
        fewer += len(cut) < len(whole)
    assert fewer
