"""Certification: the gates in order of cost, up to the first that fails."""

from __future__ import annotations

from dataclasses import replace

from isthmus.gates.base import Gate, GateContext
from isthmus.gates.grounded import Grounded
from isthmus.gates.hidden import Hidden
from isthmus.gates.necessary import Necessary
from isthmus.gates.not_verbatim import NotVerbatim
from isthmus.gates.reachable import Reachable
from isthmus.gates.resistant import Resistant
from isthmus.gates.unique import Unique
from isthmus.gates.well_formed import WellFormed
from isthmus.ids import digest
from isthmus.records import Certificate, Status, Task, Verdict, dump

GATES: tuple[Gate, ...] = (
    WellFormed(),
    Unique(),
    Necessary(),
    Hidden(),
    NotVerbatim(),
    Grounded(),
    Resistant(),
    Reachable(),
)
"""The gates that look at one task; `WellFormed` must stay first. `Deduplicator` follows, over all tasks that passed."""


def certify(task: Task, context: GateContext, *, gates: tuple[Gate, ...] = GATES) -> Task:
    """Return the task with a certificate; verdicts after the first failure are absent.

    `task.certificate.passed()` then tells whether it may be kept. Without an index the search gates are `not_run`.
    """
    verdicts: list[Verdict] = []
    for gate in gates:
        verdicts.append(gate.check(task, context))
        if verdicts[-1].status is Status.FAILED:
            break
    certificate = Certificate(
        snapshot_id=context.snapshot.id,
        graph_id=context.graph.id,
        index_id=None if context.index is None else context.index.id,
        verdicts=tuple(verdicts),
        path=context.path(task),
        content=content_of(task),
    )
    return replace(task, certificate=certificate)


def content_of(task: Task) -> str:
    """Return the digest of a task without its certificate, as the certificate holds it."""
    return digest(dump(replace(task, certificate=None)))
