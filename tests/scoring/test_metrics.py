from __future__ import annotations

import itertools
import math
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from isthmus.records import Answer, Score
from isthmus.scoring import (
    avg_at_k,
    bootstrap_interval,
    group_scores,
    pass_at_k,
    summarise,
    unbiased_pass,
    wilson_interval,
)


@given(st.integers(1, 9).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n), st.integers(1, n))))
def test_the_pass_estimator_is_the_share_of_draws_that_hold_a_right_one(case):
    n, c, k = case
    attempts = [1] * c + [0] * (n - c)
    draws = list(itertools.combinations(attempts, k))
    assert math.isclose(unbiased_pass(n, c, k), sum(map(any, draws)) / len(draws), abs_tol=1e-12)


def test_the_pass_estimator_closed_forms():
    assert unbiased_pass(8, 3, 1) == 3 / 8
    assert unbiased_pass(8, 0, 8) == 0.0
    assert unbiased_pass(8, 1, 8) == 1.0
    assert math.isclose(unbiased_pass(10, 2, 5), 1 - math.comb(8, 5) / math.comb(10, 5))


@pytest.mark.parametrize("n, c, k", [(4, 5, 1), (4, -1, 1), (4, 2, 5), (4, 2, 0), (0, 0, 1)])
def test_the_pass_estimator_refuses_what_has_no_answer(n, c, k):
    with pytest.raises(ValueError):
        unbiased_pass(n, c, k)


def test_the_pass_estimator_is_unbiased():
    """Over all outcomes of n attempts of known chance p, its mean is 1 - (1 - p)^k; the plug-in estimate's is not."""
    n, k, p = 6, 3, 0.3
    chances = [math.comb(n, c) * p**c * (1 - p) ** (n - c) for c in range(n + 1)]
    mean = sum(chance * unbiased_pass(n, c, k) for c, chance in enumerate(chances))
    plug_in = sum(chance * (1 - (1 - c / n) ** k) for c, chance in enumerate(chances))
    assert math.isclose(mean, 1 - (1 - p) ** k, rel_tol=1e-12)
    assert not math.isclose(plug_in, 1 - (1 - p) ** k, rel_tol=0.01)


def test_a_summary_counts_everything(make_scores):
    summary = summarise(make_scores({"a": [1.0, 0.0], "b": [1.0, None], "c": [None, None], "d": [0.0, 0.0]}))
    assert summary.mean == (0.5 + 1.0 + 0.0) / 3
    assert (summary.questions, summary.episodes, summary.unscored, summary.left_out) == (3, 5, 3, 1)
    assert summary.reasons == {"different": 3, "infrastructure": 3, "match": 2}
    assert summary.low <= summary.mean <= summary.high


def test_nothing_scored_is_no_number(make_scores):
    for scores in ([], make_scores({"a": [None], "b": [None]})):
        summary = summarise(scores)
        assert (summary.mean, summary.low, summary.high, summary.questions) == (None, None, None, 0)
        assert summary.unscored == len(scores)


@pytest.mark.parametrize("n", [1, 2, 30, 1000])
@pytest.mark.parametrize("value", [0.0, 1.0])
def test_questions_that_all_went_one_way_are_no_certainty(make_scores, n, value):
    """Wilson's interval has a closed form at the ends: n / (n + z^2)."""
    summary = summarise(make_scores({f"q{place}": [value] for place in range(n)}))
    bound = n / (n + 1.959963984540054**2)
    expected = (bound, 1.0) if value else (0.0, 1 - bound)
    assert (summary.low, summary.high) == pytest.approx(expected)
    assert summary.low <= summary.mean <= summary.high


@given(st.floats(0, 1), st.integers(1, 10_000))
def test_wilsons_interval_solves_its_equation(share, n):
    """Its ends are the p for which the share lies z standard errors of p away."""
    z = 1.959963984540054
    for p in wilson_interval(share, n):
        if 0.0 < p < 1.0:
            assert abs(share - p) == pytest.approx(z * math.sqrt(p * (1 - p) / n), rel=1e-5, abs=1e-6)


@settings(deadline=None)
@given(
    st.dictionaries(
        st.sampled_from("abcdef"), st.lists(st.sampled_from([1.0, 0.0]), min_size=1, max_size=4), min_size=1
    ),
    st.integers(0, 5),
)
def test_outages_never_move_a_mean(values, outages):
    def scores(values):
        return [
            Score(episode_id=f"p/{q}/{n}", task_id=q, policy="p", scorer="s", value=v, reason="x")
            for q, attempts in values.items()
            for n, v in enumerate(attempts)
        ]

    whole = summarise(scores(values))
    broken = summarise(
        scores({q: attempts + [None] * outages for q, attempts in values.items()} | {"z": [None]})
    )
    assert (broken.mean, broken.low, broken.high) == (whole.mean, whole.low, whole.high)
    assert broken.questions == whole.questions and broken.episodes == whole.episodes
    assert broken.unscored == outages * len(values) + 1


def test_avg_at_k_takes_the_first_k_attempts(make_scores):
    scores = make_scores(
        {"a": [1.0, 0.0, 1.0, 1.0], "b": [0.0, None, 1.0], "c": [1.0], "d": [None, None, 1.0]}
    )
    average = avg_at_k(reversed(scores), 2)
    assert average.mean == (0.5 + 0.0) / 2
    # c has one attempt only, and neither of d's first two is scored.
    assert (average.questions, average.left_out, average.episodes) == (2, 2, 3)


def test_attempts_are_ordered_by_number_not_by_text(make_scores):
    scores = make_scores({"a": [1.0, 1.0] + [0.0] * 9})
    assert avg_at_k(sorted(scores, key=lambda score: score.episode_id), 2).mean == 1.0


def test_pass_at_k_over_questions(make_scores):
    scores = make_scores({"a": [1.0, 0.0, 0.0, 0.0], "b": [0.0, None, 0.0], "c": [None, 1.0]})
    passed = pass_at_k(scores, 2)
    assert passed.mean == (unbiased_pass(4, 1, 2) + 0.0) / 2
    assert (passed.questions, passed.left_out, passed.unscored) == (2, 1, 2)


def test_only_a_whole_point_passes(make_scores):
    assert pass_at_k(make_scores({"a": [0.5, 0.9], "b": [1.0, 0.0]}), 2).mean == 0.5


def test_pass_at_1_is_the_average(make_scores):
    scores = make_scores({"a": [1.0, 0.0, 0.0], "b": [1.0, 1.0, 0.0]})
    assert math.isclose(pass_at_k(scores, 1).mean, summarise(scores).mean)


@pytest.mark.parametrize("metric", [avg_at_k, pass_at_k])
def test_k_below_one_is_refused(metric):
    with pytest.raises(ValueError, match="k is 0"):
        metric([], 0)


def test_the_order_of_scores_does_not_matter(make_scores):
    scores = make_scores({f"q{n}": [float(n % 3 == 0), float(n % 2)] for n in range(50)})
    shuffled = random.Random(1).sample(scores, len(scores))
    assert summarise(scores) == summarise(shuffled)


def test_the_interval_is_seeded():
    values = [0.0, 1.0] * 20
    assert bootstrap_interval(values, seed=1) == bootstrap_interval(values, seed=1)
    continuous = [n / 97 for n in range(97)]
    assert bootstrap_interval(continuous, seed=1) != bootstrap_interval(continuous, seed=2)


def test_the_interval_is_that_of_drawing_questions_one_by_one():
    values = np.array([0.0] * 30 + [0.5] * 20 + [1.0] * 50)
    generator = np.random.default_rng(5)
    means = values[generator.integers(0, 100, size=(20_000, 100))].mean(axis=1)
    low, high = np.quantile(means, [0.025, 0.975])
    ours = bootstrap_interval(values.tolist(), resamples=20_000)
    assert abs(ours.low - low) < 0.01 and abs(ours.high - high) < 0.01


def test_the_interval_covers_the_truth_as_often_as_it_says():
    generator = random.Random(7)
    covered = 0
    for trial in range(200):
        interval = bootstrap_interval([float(generator.random() < 0.4) for _ in range(100)], seed=trial)
        covered += interval.low <= 0.4 <= interval.high
    assert 0.89 <= covered / 200 <= 0.99


def test_more_attempts_at_the_same_questions_do_not_narrow_the_interval(make_scores):
    """Attempts at one question are not independent: resampling episodes would halve the width here."""
    once = summarise(make_scores({f"q{n}": [float(n % 2)] for n in range(40)}))
    often = summarise(make_scores({f"q{n}": [float(n % 2)] * 4 for n in range(40)}))
    assert (once.low, once.high) == (often.low, often.high)


def test_groups_in_order_of_their_key(make_task, make_scores):
    tasks = [make_task(id=f"q{n}", answer=Answer(text="x" * (1 + n % 3))) for n in range(9)]
    scores = make_scores({f"q{n}": [float(n % 3 == 0)] for n in range(9)} | {"other": [1.0]})
    groups = group_scores(tasks, scores, lambda task: len(task.answer.text))
    assert list(groups) == [1, 2, 3]
    assert [group.mean for group in groups.values()] == [1.0, 0.0, 0.0]
    assert [group.questions for group in groups.values()] == [3, 3, 3]
