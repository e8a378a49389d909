"""Verification: every certificate computed again from the stored corpus, and compared.

A certificate is right when the same snapshot, graph and index give the same verdicts, the same numbers and the same path. The
settings must be those of the run that made it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from isthmus.gates.base import GateContext
from isthmus.gates.certify import certify
from isthmus.gates.duplicate import Deduplicator
from isthmus.gates.settings import GateSettings
from isthmus.ids import canonical_json
from isthmus.records import Certificate, Task, Verdict, dump_python


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One thing a certificate says that does not hold."""

    task_id: str
    """Task whose certificate it is."""
    gate: str
    """Gate concerned; empty for the certificate as a whole."""
    field: str
    """What differs: `certificate`, `snapshot_id`, `graph_id`, `index_id`, `verdict`, `version`, `status`, `reason`, `path`,
    `content` (what no gate looks at was changed), or `numbers.` and a key."""
    stored: str
    """What the certificate says, as JSON."""
    computed: str
    """What was found now, as JSON."""

    def __str__(self) -> str:
        where = f"{self.gate}.{self.field}" if self.gate else self.field
        return f"{self.task_id}: {where}: stored {self.stored}, computed {self.computed}"


def verify(tasks: Iterable[Task], context: GateContext) -> Iterator[Difference]:
    """Yield every difference between stored and recomputed certificates, task by task; duplicates last.

    Whether a task is a duplicate depends on the others, so give all tasks of a set.
    """
    seen: list[Task] = []
    for task in tasks:
        yield from verify_task(task, context)
        seen.append(task)
    yield from verify_duplicates(seen, context.settings)


def verify_task(task: Task, context: GateContext) -> Iterator[Difference]:
    """Yield the differences in one task's certificate, its place among other tasks left out."""
    stored = task.certificate
    if stored is None:
        yield _difference(task, "", "certificate", "none", "needed")
        return
    stale = False
    index_id = None if context.index is None else context.index.id
    for field, old, new in (
        ("snapshot_id", stored.snapshot_id, context.snapshot.id),
        ("graph_id", stored.graph_id, context.graph.id),
        ("index_id", stored.index_id, index_id),
    ):
        if old != new:
            stale = True
            yield _difference(task, "", field, old, new)
    if stale:
        # Numbers of another corpus differ all over; the one line says it.
        return
    computed = certify(task, context).certificate
    assert computed is not None
    found = list(_compare(task, stored, computed))
    yield from found
    if not found and stored.content != computed.content:
        # Every gate is indifferent to what was changed: a clue's verb, say, or the name of the writer.
        yield _difference(task, "", "content", stored.content, computed.content)


def verify_duplicates(tasks: Iterable[Task], settings: GateSettings) -> Iterator[Difference]:
    """Yield the differences in the verdicts of the last gate, over all tasks that reached it."""
    deduplicator = Deduplicator(settings)
    for task in sorted(tasks, key=lambda task: task.id):
        stored = _verdicts(task.certificate).get(Deduplicator.name)
        if stored is not None:
            yield from _compare_verdicts(task, stored, deduplicator.check(task))


def _compare(task: Task, stored: Certificate, computed: Certificate) -> Iterator[Difference]:
    old, new = _verdicts(stored), _verdicts(computed)
    old.pop(Deduplicator.name, None)
    for gate in dict.fromkeys((*new, *old)):
        if gate in old and gate in new:
            yield from _compare_verdicts(task, old[gate], new[gate])
        else:
            yield _difference(task, gate, "verdict", _said(old.get(gate)), _said(new.get(gate)))
    if stored.path != computed.path:
        yield _difference(
            task,
            "reachable",
            "path",
            list(map(dump_python, stored.path)),
            list(map(dump_python, computed.path)),
        )


def _compare_verdicts(task: Task, stored: Verdict, computed: Verdict) -> Iterator[Difference]:
    for field in ("version", "status", "reason"):
        if getattr(stored, field) != getattr(computed, field):
            yield _difference(task, stored.gate, field, getattr(stored, field), getattr(computed, field))
    for key in dict.fromkeys((*stored.numbers, *computed.numbers)):
        old, new = stored.numbers.get(key), computed.numbers.get(key)
        if old != new or (key in stored.numbers) is not (key in computed.numbers):
            yield _difference(task, stored.gate, f"numbers.{key}", old, new)


def _verdicts(certificate: Certificate | None) -> dict[str, Verdict]:
    return {} if certificate is None else {verdict.gate: verdict for verdict in certificate.verdicts}


def _said(verdict: Verdict | None) -> str:
    return "none" if verdict is None else f"{verdict.status.value} ({verdict.reason})"


def _difference(task: Task, gate: str, field: str, stored: object, computed: object) -> Difference:
    return Difference(
        task_id=task.id,
        gate=gate,
        field=field,
        stored=canonical_json(stored),
        computed=canonical_json(computed),
    )
