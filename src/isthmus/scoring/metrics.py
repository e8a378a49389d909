"""From scores to numbers in a table: avg@k, pass@k, and their intervals, with what was not scored kept apart.

A question is the unit. An unscored episode leaves numerator and denominator; a question none of whose episodes is scored leaves
the table; both are counted beside the number. Intervals are percentile bootstraps over questions, since attempts at one question
are no independent observations. pass@k is the unbiased estimator of Chen et al. 2021 (arXiv:2107.03374, equation 1).

A bootstrap cannot see beyond its sample: where every question has the same value it would give a point, which looks like
certainty. There the interval is Wilson's (1927) for that share of so many questions.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import comb, sqrt
from statistics import NormalDist
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np

from isthmus.ids import derive_seed
from isthmus.records import Score, Task

RESAMPLES = 2000
"""Bootstrap resamples; the interval's ends then move by about 0.03 of its width from seed to seed."""
LEVEL = 0.95
"""Share of resampled means inside the interval."""


class Comparable(Protocol):
    """A key that groups can be sorted by."""

    def __lt__(self, other: Any, /) -> bool:
        """Return whether it comes before the other."""
        ...


K = TypeVar("K", bound=Comparable)


class Interval(NamedTuple):
    """An interval; both ends are None when there are no questions."""

    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """One number of a table, with everything needed to judge it."""

    mean: float | None
    """Mean over questions; None when no question counts."""
    low: float | None
    """Lower end of the interval; None when no question counts."""
    high: float | None
    """Upper end of the interval; None when no question counts."""
    questions: int
    """Questions in the mean."""
    episodes: int
    """Scored episodes in the mean."""
    unscored: int
    """Episodes without a value: in no numerator and no denominator."""
    left_out: int
    """Questions not in the mean: too few of their episodes are made or scored."""
    reasons: dict[str, int]
    """How often each reason code occurs, unscored episodes included; most frequent first."""


def summarise(scores: Iterable[Score], *, seed: int = 0) -> Summary:
    """Return the mean score: over questions, of the mean over a question's scored episodes."""
    return _summary(scores, _mean, seed=seed)


def avg_at_k(scores: Iterable[Score], k: int, *, seed: int = 0) -> Summary:
    """Return avg@k: over questions with k attempts or more, the mean score of what is scored of the first k.

    Raises:
        ValueError: when k is below 1.
    """
    _check(k)

    def estimate(attempts: _Attempts) -> _Estimate | None:
        return _mean(attempts[:k]) if len(attempts) >= k else None

    return _summary(scores, estimate, seed=seed)


def pass_at_k(scores: Iterable[Score], k: int, *, seed: int = 0) -> Summary:
    """Return pass@k: the chance that one of k attempts or more is right, over questions with k scored episodes or more.

    Raises:
        ValueError: when k is below 1.
    """
    _check(k)

    def estimate(attempts: _Attempts) -> _Estimate | None:
        values = _scored(attempts)
        if len(values) < k:
            return None
        return _Estimate(unbiased_pass(len(values), sum(value >= 1.0 for value in values), k), len(values))

    return _summary(scores, estimate, seed=seed)


def unbiased_pass(n: int, c: int, k: int) -> float:
    """Return 1 - C(n-c, k) / C(n, k): the chance that k of n attempts, drawn without replacement, hold one of the c right ones.

    Raises:
        ValueError: unless 0 <= c <= n and 1 <= k <= n.
    """
    if not (0 <= c <= n and 1 <= k <= n):
        raise ValueError(f"no estimate for n={n}, c={c}, k={k}")
    return 1.0 - comb(n - c, k) / comb(n, k)


def bootstrap_interval(
    values: Sequence[float], *, seed: int = 0, resamples: int = RESAMPLES, level: float = LEVEL
) -> Interval:
    """Return the interval of the mean of one value from 0 to 1 a question: percentile, resampling questions, or Wilson's."""
    if not values:
        return Interval(None, None)
    if min(values) == max(values):
        return wilson_interval(values[0], len(values), level=level)
    # How often each distinct value is drawn is multinomial: the same distribution as drawing questions one by one, at a cost
    # that does not grow with their number.
    distinct, counts = np.unique(np.asarray(values, dtype=np.float64), return_counts=True)
    generator = np.random.Generator(np.random.PCG64(derive_seed(seed, "bootstrap")))
    shares = counts / len(values)
    rows = max(1, _CELLS // len(distinct))
    means = np.concatenate(
        [
            generator.multinomial(len(values), shares, size=min(rows, resamples - start))
            @ distinct
            / len(values)
            for start in range(0, resamples, rows)
        ]
    )
    tail = (1.0 - level) / 2
    low, high = np.quantile(means, [tail, 1.0 - tail])
    return Interval(float(low), float(high))


def wilson_interval(share: float, n: int, *, level: float = LEVEL) -> Interval:
    """Return Wilson's score interval of a share of n questions."""
    z = NormalDist().inv_cdf((1.0 + level) / 2)
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    # The share lies inside; rounding may say otherwise at 0 and 1.
    return Interval(min(share, max(0.0, centre - half)), max(share, min(1.0, centre + half)))


def group_scores(
    tasks: Iterable[Task], scores: Iterable[Score], key: Callable[[Task], K], *, seed: int = 0
) -> dict[K, Summary]:
    """Return a summary for each group of tasks, in order of the key; scores of other tasks are left out.

    Args:
        tasks: the tasks.
        scores: their scores, of one policy.
        key: the group of a task: `lambda task: task.tree.depth()`.
        seed: of the intervals.
    """
    group_of = {task.id: key(task) for task in tasks}
    groups: defaultdict[K, list[Score]] = defaultdict(list)
    for score in scores:
        if score.task_id in group_of:
            groups[group_of[score.task_id]].append(score)
    return {group: summarise(groups[group], seed=seed) for group in sorted(groups)}


_CELLS = 1 << 20


_Attempts = Sequence[float | None]
"""The values of one question's episodes, in order of attempt; None for an unscored one."""


class _Estimate(NamedTuple):
    value: float
    episodes: int


def _scored(attempts: _Attempts) -> list[float]:
    return [value for value in attempts if value is not None]


def _mean(attempts: _Attempts) -> _Estimate | None:
    values = _scored(attempts)
    return _Estimate(sum(values) / len(values), len(values)) if values else None


def _summary(
    scores: Iterable[Score], estimate: Callable[[_Attempts], _Estimate | None], *, seed: int
) -> Summary:
    scores = sorted(scores, key=_by_attempt)
    by_question: defaultdict[str, list[float | None]] = defaultdict(list)
    for score in scores:
        by_question[score.task_id].append(score.value)
    estimates = [made for attempts in by_question.values() if (made := estimate(attempts))]
    values = [made.value for made in estimates]
    interval = bootstrap_interval(values, seed=seed)
    return Summary(
        mean=float(np.mean(values)) if values else None,
        low=interval.low,
        high=interval.high,
        questions=len(estimates),
        episodes=sum(made.episodes for made in estimates),
        unscored=sum(score.value is None for score in scores),
        left_out=len(by_question) - len(estimates),
        reasons=_count(score.reason for score in scores),
    )


def _by_attempt(score: Score) -> tuple[str, int, str]:
    attempt = score.episode_id.rpartition("/")[2]
    return score.task_id, int(attempt) if attempt.isdigit() else 0, score.episode_id


def _count(reasons: Iterable[str]) -> dict[str, int]:
    counts: Mapping[str, int] = Counter(reasons)
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _check(k: int) -> None:
    if k < 1:
        raise ValueError(f"k is {k}, and must be 1 or more")
