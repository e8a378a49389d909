"""Verdicts known by reasoning, a hostile table for each rule, and every shared case."""

from __future__ import annotations

import itertools
import json
import os
import random
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isthmus.scoring.tables import Rules, Table, TableCase, read_cases, score_table
from isthmus.scoring.tables.matching import covers

CASES = Path(os.environ.get("ISTHMUS_DATA", Path(__file__).parents[4] / "shared" / "data")).parent / "cases"
NAN = float("nan")


@pytest.mark.parametrize("rules", ["hdr", "spider2"])
def test_every_shared_case_agrees(rules):
    path = CASES / f"{rules}_tables.jsonl"
    if not path.is_file():
        pytest.skip(f"needs {path}; set ISTHMUS_DATA")
    assert [c.id for c in read_cases(path) if score_table(c, Rules(rules)).match is not c.match] == []


@pytest.mark.parametrize(
    ("pred", "gold", "hdr", "spider2", "bird", "exact"),
    [
        # Columns are lists; the verdict of each rule, order not counting.
        ([[1, 2]], [[1, 2]], True, True, True, True),
        ([[2, 1]], [[1, 2]], True, True, True, True),
        ([[1.0, 2]], [[1, 2]], True, True, True, True),
        ([["1", "2"]], [[1, 2]], True, False, False, False),  # texts read as numbers
        ([["a"]], [["A "]], True, False, False, False),
        ([[1.004]], [[1.0]], False, True, False, False),
        ([[0.5, 0.25]], [[50, 25]], True, False, False, False),  # a fraction for a percentage
        ([[1, 1, 2]], [[1, 2, 2]], False, False, True, False),  # repeats
        ([[None]], [[0]], False, True, False, False),
        ([[None]], [[None]], True, True, True, True),
        ([[1], ["x"]], [[1]], True, True, False, False),  # a further column
        ([["x"], [1]], [[1], ["x"]], True, True, False, True),  # columns in another order
        ([[1, 2], [2, 1]], [[1, 2], [1, 2]], True, True, False, False),  # columns apart from their rows
        ([[1], [2], [3], [9]], [[1], [2], [3], [4]], True, False, False, False),  # three of four
        ([['{"a": 1}']], [['{"b": 1, "c": 2}']], True, False, False, False),
        ([["a", 1]], [["a", 1]], False, True, True, True),  # mixed: HybridDeepResearch's comparison stops
        ([[10**400]], [[10**400]], True, False, True, True),
    ],
)
def test_where_the_rules_part(judge, pred, gold, hdr, spider2, bird, exact):
    found = {rules: judge(rules, pred, gold)[0] for rules in ("hdr", "spider2", "bird", "exact")}
    assert found == {"hdr": hdr, "spider2": spider2, "bird": bird, "exact": exact}


@pytest.mark.parametrize(
    ("pred", "gold", "reason"),
    [
        ([[1]], [["1"]], "value-differs"),
        ([[True]], [[1]], "value-differs"),
        ([[None]], [[""]], "value-differs"),
        ([[None]], [[NAN]], "value-differs"),
        ([[NAN]], [[float("nan")]], "equal"),
        ([[0.1 + 0.2]], [[0.3]], "equal"),
        ([[0.1 + 0.2, 0.3]], [[0.3, 0.3]], "equal"),
        ([[1.000001]], [[1]], "value-differs"),
        ([[2.9999999999]], [[3]], "equal"),
        ([[10**15]], [[10**15 + 1]], "value-differs"),
        ([[2**53]], [[2.0**53]], "equal"),
        ([[2**53 + 1]], [[2.0**53]], "value-differs"),
        ([["a\u0301"]], [["á"]], "value-differs"),
        ([[1, 2]], [[1]], "row-count"),
        ([[1], [2]], [[1]], "extra-column"),
        ([[1]], [[1], [2]], "missing-column"),
        ([], [], "equal"),
        ([[]], [[]], "equal"),
    ],
)
def test_exact(judge, pred, gold, reason):
    assert judge("exact", pred, gold) == (reason == "equal", reason)


def test_order_counts_when_asked(judge):
    for rules in ("hdr", "exact"):
        assert judge(rules, [[1, 2], [3, 4]], [[4, 3], [2, 1]], ordered=True, strict=True) == (
            False,
            "order-differs",
        )
        assert judge(rules, [[3, 4], [1, 2]], [[1, 2], [3, 4]], ordered=True, strict=True) == (True, "equal")


def test_one_row_for_many_is_the_first(judge):
    many = [[5, 4, 3], ["a", "b", "c"]]
    assert judge("hdr", [[5], ["a"]], many, ordered=True) == (True, "first-row")
    assert judge("hdr", [[4], ["b"]], many, ordered=True) == (False, "row-count")
    assert judge("hdr", [[5], ["a"]], many, ordered=False) == (False, "row-count")
    assert judge("hdr", [[5], ["a"]], many, ordered=True, strict=True) == (False, "row-count")


def test_spider2_reads_condition_cols_as_its_evaluation_does(judge):
    gold = [[1], [2], [3]]
    assert judge("spider2", [[2]], gold)[0] is False
    assert judge("spider2", [[2]], gold, condition_cols=(1,))[0] is True
    # One true table and a plain list: only the first position counts, and 0 means every column.
    assert judge("spider2", [[2]], gold, condition_cols=(1, 2))[0] is True
    assert judge("spider2", [[1]], gold, condition_cols=(0,))[0] is False
    assert judge("spider2", [[1]], gold, condition_cols=((0,),))[0] is True
    assert judge("spider2", [[3]], [[1], [9]], gold, condition_cols=((0,), (2,)))[0] is True
    assert judge("spider2", [[3]], gold, condition_cols=((7,),)) == (False, "not-comparable")


def test_any_of_several_true_tables_may_match(judge):
    for rules in Rules:
        assert judge(rules, [[1]], [[7]], [[1]])[0] is True
        assert judge(rules, [[1]]) == (False, "no-gold")


cells = st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from([0.5, 1.0, 2.0, "1", "a", "A", ""])
tables = st.integers(0, 4).flatmap(
    lambda width: st.lists(st.lists(cells, min_size=width, max_size=width), max_size=5).map(
        lambda rows: Table(columns=tuple(map(str, range(width))), rows=tuple(map(tuple, rows)))
    )
)


@given(tables, st.randoms(use_true_random=False))
def test_exact_forgives_order_and_nothing_that_was_changed(gold, rng):
    columns = rng.sample(range(len(gold.columns)), len(gold.columns))
    rows = [tuple(row[number] for number in columns) for row in gold.rows]
    rng.shuffle(rows)
    pred = Table(columns=gold.columns, rows=tuple(rows))
    for one, other in ((pred, gold), (gold, pred)):
        assert score_table(TableCase(id="x", pred=one, golds=(other,)), Rules.EXACT).match
    if gold.columns and rows:
        changed = [("new", *rows[0][1:]), *rows[1:]]
        pred = Table(columns=gold.columns, rows=tuple(changed))
        assert not score_table(TableCase(id="x", pred=pred, golds=(gold,)), Rules.EXACT).match


small = st.lists(st.tuples(*[st.integers(0, 1)] * 3), max_size=5)


@given(small, small)
def test_exact_finds_the_rearrangement_that_brute_force_finds(left, right):
    one, other = (Table(columns=("a", "b", "c"), rows=tuple(rows)) for rows in (left, right))
    expected = any(
        sorted(tuple(row[number] for number in order) for row in left) == sorted(right)
        for order in itertools.permutations(range(3))
    )
    assert score_table(TableCase(id="x", pred=one, golds=(other,)), Rules.EXACT).match is expected


@given(st.integers(0, 5), st.integers(0, 5), st.integers(0, 2**25 - 1))
def test_a_matching_is_found_where_brute_force_finds_one(few, many, bits):
    def is_pair(item, other):
        return bool(bits >> (5 * item + other) & 1)

    expected = any(
        all(map(is_pair, range(few), chosen)) for chosen in itertools.permutations(range(many), few)
    )
    assert covers(few, many, is_pair) is expected


def hostile(name):
    rng = random.Random(1)
    if name == "numbers":
        columns = [[rng.randrange(5) for _ in range(10_000)] for _ in range(50)]
        rows = rng.sample(range(10_000), 10_000)
        return columns, [[column[row] for row in rows] for column in columns]
    if name == "alike":
        return [[rng.sample(range(500), 500) for _ in range(200)] for _ in range(2)]
    if name == "json":
        texts = [f'{{"a": {number}, "b": [1, 2]}}' for number in range(3000)]
        return [[rng.sample(texts, 3000) for _ in range(10)] for _ in range(2)]
    halves = [rng.sample([0, 1] * 50, 100) for _ in range(200)]
    return halves, [rng.sample(column, 100) for column in halves]


@pytest.mark.parametrize("name", ["numbers", "alike", "json", "halves"])
def test_the_work_is_bounded(judge, name):
    pred, gold = hostile(name)
    for rules in Rules:
        start = time.process_time()
        match, reason = judge(rules, pred, gold)
        assert time.process_time() - start < 5
        assert (match is None) == (reason == "too-large")
    # The last two stand for questions as hard as telling graphs apart.
    expected = {"numbers": True, "json": False, "alike": None, "halves": None}
    assert judge("exact", pred, gold)[0] is expected[name]


def test_json_nested_without_end_is_no_crash(judge):
    for depth in (900, 100_000):
        text = "[" * depth + "]" * depth
        assert judge("hdr", [[text]], [[text + " "]])[0] in (True, False)


def test_lines_of_the_cases_hold_what_they_held(tmp_path):
    path = tmp_path / "cases.jsonl"
    cell = [1, 1.0, True, None, "x", 2**70]
    case = {
        "id": "q",
        "pred": {"columns": list("abcdef"), "rows": [cell]},
        "golds": [],
        "ignore_order": False,
    }
    path.write_text(json.dumps(case), encoding="utf-8")
    (read,) = read_cases(path)
    assert list(map(repr, read.pred.rows[0])) == list(map(repr, cell))
    assert read.ordered
