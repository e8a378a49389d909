"""Verification: good certificates reproduce, anything changed in one is told."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from isthmus.errors import RecordError
from isthmus.gates import Difference, GateContext, GateSettings, certify, deduplicate, verify
from isthmus.records import Status, Task, dump_python, load, read_records, write_records


def fields(differences: list[Difference]) -> list[tuple[str, str]]:
    return [(difference.gate, difference.field) for difference in differences]


@pytest.fixture(scope="module")
def kept(clean: list[Task]) -> list[Task]:
    """Return the clean tasks that are no near duplicates of each other."""
    return [
        task for task in deduplicate(clean, GateSettings()) if task.certificate and task.certificate.passed()
    ]


def with_verdict(task: Task, gate: str, **changes: Any) -> Task:
    assert task.certificate is not None
    verdicts = tuple(replace(v, **changes) if v.gate == gate else v for v in task.certificate.verdicts)
    return replace(task, certificate=replace(task.certificate, verdicts=verdicts))


def numbers(task: Task, gate: str) -> dict[str, Any]:
    assert task.certificate is not None
    return dict(next(v for v in task.certificate.verdicts if v.gate == gate).numbers)


def test_certificates_reproduce_after_a_trip_through_a_file(
    kept: list[Task], context: GateContext, tmp_path: Path
) -> None:
    assert len(kept) > 10
    write_records(tmp_path / "tasks.jsonl", kept)
    again = list(read_records(Task, tmp_path / "tasks.jsonl"))
    assert again == kept
    assert list(verify(again, context)) == []
    assert list(verify(reversed(again), context)) == []


def test_certificates_of_rejected_tasks_reproduce_too(tasks: list[Task], context: GateContext) -> None:
    certified = [certify(task, context) for task in tasks]
    assert any(task.certificate and not task.certificate.passed() for task in certified)
    assert list(verify(certified, context)) == []


def test_every_changed_number_is_told(kept: list[Task], context: GateContext) -> None:
    task = kept[0]
    assert task.certificate is not None
    for verdict in task.certificate.verdicts:
        for key, value in verdict.numbers.items():
            changed = with_verdict(task, verdict.gate, numbers=verdict.numbers | {key: [[99]]})
            (difference,) = verify([changed], context)
            assert (difference.gate, difference.field) == (verdict.gate, f"numbers.{key}")
            assert difference.stored == "[[99]]"
            assert str(value[0] if isinstance(value, list) else value)[:1] in difference.computed


def test_a_number_left_out_or_put_in_is_told(kept: list[Task], context: GateContext) -> None:
    task = kept[0]
    fewer = {k: v for k, v in numbers(task, "unique").items() if k != "solutions"}
    assert fields(list(verify([with_verdict(task, "unique", numbers=fewer)], context))) == [
        ("unique", "numbers.solutions")
    ]
    more = numbers(task, "unique") | {"bonus": None}
    assert fields(list(verify([with_verdict(task, "unique", numbers=more)], context))) == [
        ("unique", "numbers.bonus")
    ]


@pytest.mark.parametrize(
    ("field", "value"), [("version", "0"), ("reason", "bounds"), ("status", Status.FAILED)]
)
def test_a_changed_verdict_is_told(field: str, value: object, kept: list[Task], context: GateContext) -> None:
    for gate in ("well_formed", "necessary", "reachable", "not_duplicate"):
        assert fields(list(verify([with_verdict(kept[0], gate, **{field: value})], context))) == [
            (gate, field)
        ]


def test_a_missing_or_made_up_verdict_is_told(kept: list[Task], context: GateContext) -> None:
    task = kept[0]
    assert task.certificate is not None
    first, *rest = task.certificate.verdicts
    fewer = replace(task, certificate=replace(task.certificate, verdicts=tuple(rest)))
    assert fields(list(verify([fewer], context))) == [(first.gate, "verdict")]
    more = (first, *rest, replace(first, gate="charming"))
    made_up = replace(task, certificate=replace(task.certificate, verdicts=more))
    assert fields(list(verify([made_up], context))) == [("charming", "verdict")]


def test_a_changed_path_is_told(kept: list[Task], context: GateContext) -> None:
    task = kept[0]
    assert task.certificate is not None
    first, *rest = task.certificate.path
    shortcut = replace(task.certificate, path=(replace(first, rank=1, query="basalt"), *rest))
    assert fields(list(verify([replace(task, certificate=shortcut)], context))) == [("reachable", "path")]


@pytest.mark.parametrize("part", ["snapshot_id", "graph_id", "index_id"])
def test_a_certificate_of_other_stored_parts_is_told_in_one_line(
    part: str, kept: list[Task], context: GateContext
) -> None:
    task = kept[0]
    assert task.certificate is not None
    stale = replace(task, certificate=replace(task.certificate, **{part: "s0000000000000000"}))
    stale = with_verdict(stale, "unique", numbers={})
    (difference,) = verify([stale], context)
    assert (difference.gate, difference.field, difference.stored) == ("", part, '"s0000000000000000"')
    assert str(difference).startswith(f"{task.id}: {part}: stored")


def test_a_task_without_certificate_is_told(make: Callable[..., Task], context: GateContext) -> None:
    assert fields(list(verify([make()], context))) == [("", "certificate")]


def test_a_changed_question_no_longer_reproduces(kept: list[Task], context: GateContext) -> None:
    task = replace(kept[0], question=kept[0].question.replace("The band", "That band"))
    differences = list(verify([task], context))
    assert ("well_formed", "reason") in fields(differences)
    assert ("unique", "verdict") in fields(differences)


def test_a_changed_corpus_no_longer_reproduces(
    clean: list[Task], store: Callable[..., Any], world: dict[str, Any]
) -> None:
    """Even when the ids are forged, the numbers tell."""
    page = world["Quillmark"]
    twin = replace(page, id="Verdigrane", title="Verdigrane", url="doc://small/Verdigrane", aliases=())
    other = store(world | {twin.id: twin}).context()
    task = next(task for task in clean if task.tree.vertices[0].entity == "Quillmark")
    assert task.certificate is not None
    forged = replace(
        task.certificate,
        snapshot_id=other.snapshot.id,
        graph_id=other.graph.id,
        index_id=other.index.id,
    )
    told = fields(list(verify([replace(task, certificate=forged)], other)))
    assert ("unique", "reason") in told and ("unique", "numbers.solutions") in told


def test_a_hidden_duplicate_is_told(kept: list[Task], context: GateContext) -> None:
    """A copy smuggled into a set with a verdict that says it is new."""
    copy = replace(kept[1], id=kept[0].id + "x")
    differences = [d for d in verify([*kept, copy], context) if d.gate == "not_duplicate"]
    assert {d.task_id for d in differences} <= {copy.id, kept[1].id}
    assert ("not_duplicate", "reason") in fields(differences)


def scalars(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Yield the path of every text and number in a record."""
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from scalars(inner, (*path, key))
    elif value is not None:
        yield path


def changed(value: Any, path: tuple[str | int, ...]) -> Any:
    """Return a record with the text or number at a path made another."""
    if not path:
        return value + "x" if isinstance(value, str) else value + 1
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = changed(value[path[0]], path[1:])
    return copy


def test_nothing_in_a_task_can_be_changed_unnoticed(clean: list[Task], context: GateContext) -> None:
    task = clean[0]
    plain = dump_python(task)
    plain_certificate = plain.pop("certificate")
    unnoticed = []
    for path in scalars(plain):
        try:
            other = load(Task, json.dumps(changed(plain, path) | {"certificate": plain_certificate}))
        except RecordError:
            continue  # a role or kind that does not exist
        told = list(verify([other], context))
        assert told, path
        if [difference.field for difference in told] == ["content"]:
            unnoticed.append(".".join(map(str, path)))
    # Not part of any proof, told by the content alone: who wrote it, what a clue says beyond its object, further names that
    # nobody says, the noun of a leaf, words for a hidden vertex, and what a range is called in the tree.
    neutral = r"writer|tree\.(constraints\.\d\.clue|vertices\.(\d\.aliases\.\d|[12456]\.noun|[03]\.wording|6\.entity))"
    assert [path for path in unnoticed if not re.fullmatch(neutral, path)] == []
