from __future__ import annotations

import numpy as np
import pytest

from isthmus.worlds.draws import NONE, Chooser, Draws, Inverse, Near


def ints(*values: int) -> np.ndarray:
    return np.array(values, dtype=np.int64)


def test_a_row_does_not_depend_on_how_many_rows_are_drawn() -> None:
    draws = Draws(7)
    assert np.array_equal(draws.uniform("column", 1000)[:10], draws.uniform("column", 10))


def test_columns_and_seeds_are_independent() -> None:
    one, other, seed = Draws(7).uniform("a", 4000), Draws(7).uniform("b", 4000), Draws(8).uniform("a", 4000)
    for second in (other, seed):
        assert abs(np.corrcoef(one, second)[0, 1]) < 0.06
    assert abs(one.mean() - 0.5) < 0.02


def test_known_bits() -> None:
    # Pinned, so that a change of the generator cannot pass unnoticed: it would change every world.
    assert Draws(0).uniform("pinned", 2).tolist() == [0.3609715320754451, 0.8067152632722259]


def test_integers_reach_both_ends() -> None:
    assert set(Draws(1).integers("die", 500, 1, 6).tolist()) == {1, 2, 3, 4, 5, 6}


def test_between_stays_inside_and_gives_low_for_an_empty_interval() -> None:
    low, high = ints(5, 5, 9), ints(7, 5, 2)
    drawn = Draws(1).between("x", low, high)
    assert (drawn >= low).all() and drawn[0] <= 7 and drawn[1] == 5 and drawn[2] == 9


def test_dates_are_days_of_the_year() -> None:
    dates = Draws(2).dates("day", np.full(300, 1931))
    assert set(dates // 10_000) == {1931}
    assert (
        (dates // 100 % 100 >= 1) & (dates // 100 % 100 <= 12) & (dates % 100 >= 1) & (dates % 100 <= 28)
    ).all()


def test_chooser_keeps_to_group_and_window() -> None:
    ids = np.arange(100, 160)
    group, year = np.arange(60) % 3, 1900 + np.arange(60)
    chooser = Chooser(ids, np.ones(60), group=group, year=year)
    rows = 200
    asked = np.arange(rows) % 3
    found = chooser.pick(Draws(3).uniform("u", rows), group=asked, low=1910, high=1940)
    assert (group[found - 100] == asked).all()
    assert ((year[found - 100] >= 1910) & (year[found - 100] <= 1940)).all()
    assert len(set(found.tolist())) > 25


def test_chooser_gives_none_for_an_empty_window() -> None:
    chooser = Chooser(ints(1, 2), np.ones(2), year=ints(1900, 1901))
    assert chooser.pick(np.array([0.1, 0.9]), low=1950).tolist() == [NONE, NONE]


def test_chooser_follows_weights() -> None:
    chooser = Chooser(ints(10, 20), np.array([9.0, 1.0]))
    found = chooser.pick(Draws(5).uniform("w", 5000))
    assert 0.87 < (found == 10).mean() < 0.93


def test_near_prefers_home_and_falls_back() -> None:
    near = Near(ints(1, 2), np.ones(2), ints(0, 1))
    found = near.pick(Draws(6).uniform("n", 4000), np.zeros(4000, dtype=np.int64), local=0.8)
    assert 0.86 < (found == 1).mean() < 0.94
    assert (near.pick(np.array([0.2]), ints(5)) != NONE).all()


def test_inverse_orders_sources_and_pads() -> None:
    inverse = Inverse(ints(5, 6, 5, NONE, 9), ints(0, 1, 2, 3, 4), base=5, count=3, key=ints(9, 0, 1, 0, 0))
    assert [inverse.of(number, 9) for number in range(3)] == [[2, 0], [1], []]
    assert inverse.of(0, 1) == [2]
    assert inverse.first(2).tolist() == [[2, 0], [1, NONE], [NONE, NONE]]


@pytest.mark.parametrize("low", [3, 1000])
def test_heavy_tails_begin_at_half_of_low_and_end_at_high(low: int) -> None:
    drawn = Draws(4).heavy("h", 3000, low, low * 500)
    assert drawn.max() <= low * 500 and drawn.min() >= low // 2 and np.median(drawn) < 3 * low
