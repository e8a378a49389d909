"""What a gate is, and what it may look at.

A gate is a small frozen class: one question about one task, answered from the task and the stored corpus alone, the same way each
time. What it computed goes into the verdict's numbers, so that a reader can check the outcome by hand and `verify` can compare.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Protocol

from isthmus.corpus import Snapshot
from isthmus.gates.reasons import Reason
from isthmus.gates.settings import GateSettings
from isthmus.gates.wording import meanings, solve_as_worded
from isthmus.gates.words import Words
from isthmus.graph import EvidenceGraph, StoredClaim
from isthmus.graph.kinds import possible
from isthmus.records import Constraint, Status, Step, Task, Verdict, Vertex, VertexRole
from isthmus.records.tasks import Number
from isthmus.retrieval import Retriever
from isthmus.tasks import Solution

Numbers = dict[str, Number | list[Number] | list[list[Number]]]
"""The numbers of a verdict."""
_NAMES, _PAGES = 1 << 16, 1 << 10
"""Look-ups remembered: hubs and leaves come again in task after task."""


class GateContext:
    """The stored corpus a task is checked on, and the work that gates of one task share.

    It remembers the task it saw last, so that the gates of one task solve it once. Use one context a thread.
    """

    def __init__(
        self,
        *,
        snapshot: Snapshot,
        graph: EvidenceGraph,
        index: Retriever | None,
        settings: GateSettings | None = None,
    ) -> None:
        self.snapshot = snapshot
        self.graph = graph
        self.index = index
        self.settings = settings or GateSettings()
        self.entity = lru_cache(_NAMES)(graph.entity)
        """Return the number of the entity with a name, or None."""
        self.number = lru_cache(_NAMES)(snapshot.number)
        """Return the number of a document, or None."""
        self._aliases = lru_cache(_NAMES)(graph.aliases)
        self._claims = lru_cache(_PAGES)(graph.claims)
        self._sets = _Sets(graph, self.entity)
        self._kind = lru_cache(_PAGES)(partial(possible, self._sets))
        self._meanings = lru_cache(_NAMES)(partial(meanings, graph))
        self._task: Task | None = None
        self._solutions: dict[int, Solution] | None = None
        self._question: Words | None = None
        self._path: tuple[Step, ...] = ()

    def solutions(self, task: Task) -> dict[int, Solution]:
        """Return what the corpus says of every inner vertex of a well-formed tree, named leaves as their words can be read."""
        self._turn_to(task)
        if self._solutions is None:
            meant = {c.object: self.meanings(task, c) for c in task.tree.constraints}
            self._solutions = solve_as_worded(task.tree, self._sets, meant, self._kind)
        return self._solutions

    def meanings(self, task: Task, constraint: Constraint) -> frozenset[int]:
        """Return the entities that the words of a constraint's object can name, if it is a named leaf; else none."""
        target = task.tree.vertices[constraint.object]
        if target.role is not VertexRole.NAMED:
            return frozenset()
        return self._meanings(target.wording, constraint.relation, self.names(target))

    def question(self, task: Task) -> Words:
        """Return the words of the task's question."""
        self._turn_to(task)
        if self._question is None:
            self._question = Words(task.question)
        return self._question

    def keep_path(self, task: Task, path: tuple[Step, ...]) -> None:
        """Keep the path the oracle took, for the certificate."""
        self._turn_to(task)
        self._path = path

    def path(self, task: Task) -> tuple[Step, ...]:
        """Return the path kept for the task; empty when the oracle was not sent."""
        self._turn_to(task)
        return self._path

    def names(self, vertex: Vertex) -> tuple[str, ...]:
        """Return all names of a vertex's entity: its title first, then what the task, the page and the redirects call it."""
        names = dict.fromkeys((vertex.entity, *vertex.aliases))
        entity = self.entity(vertex.entity)
        if entity is not None:
            names.update(dict.fromkeys(self._aliases(entity)))
        return tuple(names)

    def claims(self, document: int) -> list[StoredClaim]:
        """Return what a document asserts; not to be changed."""
        return self._claims(document)

    def _turn_to(self, task: Task) -> None:
        if self._task is not task:
            self._task, self._solutions, self._question, self._path = task, None, None, ()


class _Sets:
    """The sets of an evidence graph, with its look-up of names remembered."""

    def __init__(self, graph: EvidenceGraph, entity: Callable[[str], int | None]) -> None:
        self.documents = graph.documents
        self.entity = entity
        self.closure = graph.closure
        self.closure_of_range = graph.closure_of_range
        self.subjects = graph.subjects
        self.subjects_in_range = graph.subjects_in_range


class Gate(Protocol):
    """One check of one task."""

    @property
    def name(self) -> str:
        """Name in verdicts and reports."""
        ...

    @property
    def version(self) -> str:
        """Changes when the gate's meaning changes."""
        ...

    def check(self, task: Task, context: GateContext) -> Verdict:
        """Return what the gate finds about a task whose tree is well-formed."""
        ...


def verdict(gate: Gate, reason: Reason, numbers: Numbers) -> Verdict:
    """Return a gate's verdict: passed when the reason is OK."""
    if reason is Reason.OK:
        status = Status.PASSED
    else:
        status = Status.NOT_RUN if reason is Reason.NO_INDEX else Status.FAILED
    return Verdict(gate=gate.name, version=gate.version, status=status, reason=reason.value, numbers=numbers)
