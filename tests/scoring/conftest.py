"""Answers of each kind, tasks and episodes with nothing but what scoring reads."""

from __future__ import annotations

import pytest

from isthmus.records import (
    Answer,
    Episode,
    ResearchTree,
    Score,
    StopReason,
    Task,
    Vertex,
    VertexRole,
)


@pytest.fixture
def make_task():
    def make(id="t1", answer="Have Mercy", **fields):
        root = Vertex(id=0, role=VertexRole.ANSWER, entity="Have Mercy")
        truth = answer if isinstance(answer, Answer) else Answer(text=answer)
        tree = ResearchTree(vertices=(root,), constraints=())
        return Task(id=id, family="research_tree", question="Which?", answer=truth, tree=tree, **fields)

    return make


@pytest.fixture
def make_episode():
    def make(answer, stop=StopReason.ANSWERED, task_id="t1", attempt=0):
        return Episode(
            id=f"p/{task_id}/{attempt}",
            task_id=task_id,
            policy="p",
            attempt=attempt,
            prompt=(),
            turns=(),
            stop=stop,
            answer=answer,
        )

    return make


@pytest.fixture
def make_scores():
    """Scores from {question: [value of attempt 0, of attempt 1, ...]}."""

    def make(values):
        return [
            Score(
                episode_id=f"p/{question}/{attempt}",
                task_id=question,
                policy="p",
                scorer="s/1",
                value=value,
                reason="infrastructure" if value is None else "match" if value else "different",
            )
            for question, attempts in values.items()
            for attempt, value in enumerate(attempts)
        ]

    return make
