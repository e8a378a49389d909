"""Statistics by vertex count, as in InfoSeek's Table 2: count, failure rate, question and answer length, cost."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from isthmus.records import Score, Task


@dataclass(frozen=True, slots=True, kw_only=True)
class VertexRow:
    """One line of the table."""

    vertices: int
    """Vertices of the trees in this line."""
    tasks: int
    """How many tasks."""
    mean_depth: float
    """Mean depth of their trees, edges."""
    question_words: float
    """Mean words of a question."""
    answer_words: float
    """Mean words of an answer."""
    failure_rate: dict[str, float | None]
    """Policy -> share of scored episodes that are wrong; None when none was scored."""
    scored: dict[str, int]
    """Policy -> scored episodes."""


def by_vertices(tasks: Iterable[Task], scores: Iterable[Score] = ()) -> list[VertexRow]:
    """Return a line for each vertex count, ascending. Unscored episodes count in no rate."""
    groups: dict[int, list[Task]] = defaultdict(list)
    for task in tasks:
        groups[len(task.tree.vertices)].append(task)
    values = _values(scores)
    return [_row(vertices, groups[vertices], values) for vertices in sorted(groups)]


def _values(scores: Iterable[Score]) -> dict[str, dict[str, list[float]]]:
    values: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for score in scores:
        values[score.policy][score.task_id].extend([] if score.value is None else [score.value])
    return values


def _row(vertices: int, tasks: list[Task], values: Mapping[str, Mapping[str, list[float]]]) -> VertexRow:
    count = len(tasks)
    scored = {
        policy: [v for task in tasks for v in of_task.get(task.id, ())] for policy, of_task in values.items()
    }
    return VertexRow(
        vertices=vertices,
        tasks=count,
        mean_depth=sum(task.tree.depth() for task in tasks) / count,
        question_words=sum(len(task.question.split()) for task in tasks) / count,
        answer_words=sum(len(task.answer.text.split()) for task in tasks) / count,
        failure_rate={
            policy: (1 - sum(found) / len(found)) if found else None for policy, found in scored.items()
        },
        scored={policy: len(found) for policy, found in scored.items()},
    )
