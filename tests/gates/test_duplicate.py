"""Duplicates: equal proofs and near-equal questions, found over a set in order of id."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isthmus.gates import Deduplicator, GateContext, GateSettings, Reason, certify, deduplicate
from isthmus.gates.duplicate import jaccard, shingles_of
from isthmus.ids import derive_rng
from isthmus.records import Task

Rename = Callable[[Task], Task]


def reasons(tasks: list[Task], settings: GateSettings | None = None) -> list[str]:
    deduplicator = Deduplicator(settings or GateSettings())
    return [deduplicator.check(task).reason for task in tasks]


def test_the_tasks_of_the_small_world_all_differ_in_proof(tasks: list[Task]) -> None:
    assert set(reasons(tasks, GateSettings(near_question=1.0))) == {"ok"}


def test_the_same_task_again_is_a_duplicate(make: Callable[..., Task]) -> None:
    assert reasons([make(), make()]) == ["ok", Reason.SAME_PROOF.value]


def test_another_question_for_the_same_proof_is_a_duplicate(
    make: Callable[..., Task], rename: Rename
) -> None:
    asked = "Name the band on a label, please: from Karsby, drone folk, label of the 1960s, Brinmouth, Tamsin Orrell?"
    assert reasons([make(), rename(replace(make(), question=asked))]) == ["ok", Reason.SAME_PROOF.value]


def test_the_same_answer_by_other_leaves_is_new(make: Callable[..., Task], rename: Rename) -> None:
    task = make()
    vertices = list(task.tree.vertices)
    vertices[1] = replace(vertices[1], entity="Ostrish", wording="Ostrish")
    other = replace(
        task,
        question="Quite another question about Ostrish songs and who sang them, is it?",
        tree=replace(task.tree, vertices=tuple(vertices)),
    )
    assert reasons([task, rename(other)]) == ["ok", "ok"]


def test_a_nearly_equal_question_is_a_duplicate(make: Callable[..., Task], rename: Rename) -> None:
    task = make()
    other = make("Tarnwick")
    near = rename(replace(other, question=task.question.replace("Which band", "Which group")))
    deduplicator = Deduplicator(GateSettings())
    assert deduplicator.check(task).reason == "ok"
    verdict = deduplicator.check(near)
    assert verdict.reason == Reason.NEAR_QUESTION.value
    assert verdict.numbers["of"] == task.id
    exact = jaccard(shingles_of(task.question, 3), shingles_of(near.question, 3))
    assert verdict.numbers["similarity"] == round(exact, 4)


def test_writing_does_not_make_a_question_new(make: Callable[..., Task], rename: Rename) -> None:
    task, other = make(), make("Tarnwick")
    shouted = rename(replace(other, question=task.question.upper().replace(",", " -")))
    assert reasons([task, shouted]) == ["ok", Reason.NEAR_QUESTION.value]


def test_the_pass_goes_by_id_and_not_by_order(tasks: list[Task], context: GateContext) -> None:
    certified = [certify(task, context) for task in tasks]
    derive_rng(0, "order").shuffle(certified)
    settings = GateSettings(near_question=0.5)
    first = list(deduplicate(certified, settings))
    assert first == list(deduplicate(reversed(certified), settings))
    assert [task.id for task in first] == sorted(task.id for task in tasks)
    assert {t.certificate.verdicts[-1].gate for t in first if t.certificate} == {"not_duplicate"}
    assert {t.certificate.verdicts[-1].reason for t in first if t.certificate} == {"ok", "near-question"}


def test_a_task_without_certificate_is_a_fault_of_the_caller(make: Callable[..., Task]) -> None:
    with pytest.raises(ValueError, match="no certificate"):
        list(deduplicate([make()], GateSettings()))


def test_what_is_kept_is_pairwise_different_and_what_is_not_has_its_twin(make: Callable[..., Task]) -> None:
    """Against all pairs, on questions of random overlap."""
    rng = derive_rng(7, "overlap")
    words = [f"word{number}" for number in range(60)]
    base = [rng.sample(words, 30) for _ in range(6)]
    tasks = []
    for number in range(120):
        question = list(rng.choice(base))
        for _ in range(rng.randrange(0, 6)):
            question[rng.randrange(len(question))] = rng.choice(words)
        answer = replace(make().answer, text=f"Answer {number}")
        tasks.append(replace(make(), id=f"t{number:03d}", question=" ".join(question) + "?", answer=answer))
    settings = GateSettings(near_question=0.7)
    kept = [task for task, reason in zip(tasks, reasons(tasks, settings), strict=True) if reason == "ok"]

    def similarity(one: Task, other: Task) -> float:
        return jaccard(shingles_of(one.question, 3), shingles_of(other.question, 3))

    assert 10 < len(kept) < 110
    near = [pair for pair in combinations(kept, 2) if similarity(*pair) >= 0.7]
    assert len(near) <= len(kept) // 50
    for task in tasks:
        if task not in kept:
            assert max(similarity(task, other) for other in kept if other.id < task.id) >= 0.7


@given(st.text(max_size=40), st.integers(1, 5))
def test_shingles_are_never_none(text: str, size: int) -> None:
    shingles = shingles_of(text, size)
    assert shingles and jaccard(shingles, shingles) == 1.0
