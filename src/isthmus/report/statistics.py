"""The numbers the report computes itself: statistics by number of vertices (the InfoSeek paper's table), accuracy by group.

A group's accuracy is the mean over its questions of the mean over their scored episodes; its interval is Wilson's for that many
questions, which is conservative when a question has several attempts. Unscored episodes are in no figure and counted beside it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from isthmus.records import Score, Task
from isthmus.report.text import tokens, words
from isthmus.scoring import wilson_interval


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A share with what it rests on."""

    n: int
    """Questions with at least one scored episode."""
    unscored: int
    """Episodes without a score."""
    mean: float | None
    """Share of right answers; None without any scored episode."""
    low: float | None
    """Lower end of the 95 % interval."""
    high: float | None
    """Upper end of the 95 % interval."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SizeRow:
    """Statistics of the tasks of one number of vertices."""

    label: str
    """The number of vertices, or `all`."""
    count: int
    """Tasks."""
    question_words: float
    """Mean words of a question."""
    question_tokens: float
    """Mean words and punctuation marks of a question."""
    answer_words: float
    """Mean words of an answer."""
    failures: tuple[Estimate, ...]
    """Failure rate of each policy, in the order of policies."""
    costs: tuple[float | None, ...]
    """Cost columns, in their order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """A policy's accuracy along an axis."""

    policy: str
    """Who."""
    points: tuple[tuple[int, Estimate], ...]
    """(value on the axis, accuracy), in order of value."""


def estimate(scores: Iterable[Score]) -> Estimate:
    """Return the accuracy over the questions of these scores."""
    values: dict[str, list[float]] = defaultdict(list)
    unscored = 0
    for score in scores:
        if score.value is None:
            unscored += 1
        else:
            values[score.task_id].append(score.value)
    if not values:
        return Estimate(n=0, unscored=unscored, mean=None, low=None, high=None)
    mean = sum(sum(v) / len(v) for v in values.values()) / len(values)
    low, high = wilson_interval(mean, len(values))
    return Estimate(n=len(values), unscored=unscored, mean=mean, low=low, high=high)


def failure(accuracy: Estimate) -> Estimate:
    """Return the failure rate that belongs to an accuracy."""
    if accuracy.mean is None or accuracy.low is None or accuracy.high is None:
        return accuracy
    return Estimate(
        n=accuracy.n,
        unscored=accuracy.unscored,
        mean=1 - accuracy.mean,
        low=1 - accuracy.high,
        high=1 - accuracy.low,
    )


def policies_of(scores: Sequence[Score], named: Iterable[str]) -> tuple[str, ...]:
    """Return the policies, those named first in their order, then others by name."""
    first = dict.fromkeys(named)
    return tuple(first) + tuple(sorted({s.policy for s in scores} - set(first)))


def by_size(
    tasks: Sequence[Task],
    scores: Sequence[Score],
    policies: Sequence[str],
    costs: Mapping[int, Mapping[str, float]],
) -> tuple[SizeRow, ...]:
    """Return one row a number of vertices and a last row over all tasks; no rows without tasks."""
    if not tasks:
        return ()
    groups: dict[int, list[Task]] = defaultdict(list)
    for task in tasks:
        groups[len(task.tree.vertices)].append(task)
    columns = cost_columns(costs)
    grouped = _scores_by(tasks, scores, lambda task: len(task.tree.vertices))
    rows = []
    for size in sorted(groups):
        given = costs.get(size, {})
        found = tuple(failure(estimate(grouped[policy, size])) for policy in policies)
        rows.append(_row(str(size), groups[size], found, tuple(given.get(c) for c in columns)))
    known = {task.id for task in tasks}
    total = tuple(
        failure(estimate(s for s in scores if s.policy == p and s.task_id in known)) for p in policies
    )
    rows.append(_row("all", tasks, total, tuple(None for _ in columns)))
    return tuple(rows)


def cost_columns(costs: Mapping[int, Mapping[str, float]]) -> tuple[str, ...]:
    """Return the names of the cost columns in order of first use."""
    return tuple(dict.fromkeys(column for size in sorted(costs) for column in costs[size]))


def _row(
    label: str, tasks: Sequence[Task], failures: tuple[Estimate, ...], costs: tuple[float | None, ...]
) -> SizeRow:
    n = len(tasks)
    return SizeRow(
        label=label,
        count=n,
        question_words=sum(words(t.question) for t in tasks) / n,
        question_tokens=sum(tokens(t.question) for t in tasks) / n,
        answer_words=sum(words(t.answer.text) for t in tasks) / n,
        failures=failures,
        costs=costs,
    )


def accuracy_along(
    tasks: Sequence[Task], scores: Sequence[Score], policies: Sequence[str], axis: Callable[[Task], int]
) -> tuple[Series, ...]:
    """Return each policy's accuracy by the value of `axis`; policies without scores have no points."""
    grouped = _scores_by(tasks, scores, axis)
    values = sorted({value for _, value in grouped})
    return tuple(
        Series(
            policy=policy,
            points=tuple((v, estimate(grouped[policy, v])) for v in values if grouped.get((policy, v))),
        )
        for policy in policies
    )


def _scores_by(
    tasks: Sequence[Task], scores: Sequence[Score], axis: Callable[[Task], int]
) -> defaultdict[tuple[str, int], list[Score]]:
    value = {task.id: axis(task) for task in tasks}
    grouped: defaultdict[tuple[str, int], list[Score]] = defaultdict(list)
    for score in scores:
        if score.task_id in value:
            grouped[score.policy, value[score.task_id]].append(score)
    return grouped
