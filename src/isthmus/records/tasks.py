"""Tasks and their proofs: research trees, evidence, verdicts, certificates."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

Number = int | float | str | bool | None
"""A value in a verdict's numbers; strings hold ids and names, never prose."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Where a document states something. Offsets are characters into the document's text."""

    document_id: str
    """Document that states it."""
    start: int
    """First character of the stating sentence or attribute line."""
    end: int
    """One past its last character."""
    text: str
    """The characters themselves, so that a reader needs no snapshot; `verify` compares them."""


class VertexRole(StrEnum):
    """What the question says of a vertex."""

    ANSWER = "answer"
    """The root: asked for, never named."""
    HIDDEN = "hidden"
    """An intermediate entity (bridge or hub): described by its own constraints, never named."""
    NAMED = "named"
    """A leaf entity the question names."""
    DESCRIBED = "described"
    """A leaf entity the question only describes in general words (`a Scandinavian country`)."""
    VALUE = "value"
    """A number or date range."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Vertex:
    """An entity or fact of a research tree (IS2)."""

    id: int
    """Position in `ResearchTree.vertices`; the root is 0, children have larger ids than parents."""
    role: VertexRole
    """What the question says of it."""
    entity: str
    """Title of the entity, or the value in words for VALUE vertices. For DESCRIBED vertices the entity actually meant."""
    document_id: str | None = None
    """Its page in the snapshot, if it has one."""
    noun: str = ""
    """What it is, in words a question can use: `rock band`, `record label`; may be empty for values."""
    wording: str = ""
    """How the question words a NAMED, DESCRIBED or VALUE leaf: `Vancouver`, `a Scandinavian country`, `the 1970s`."""
    aliases: tuple[str, ...] = ()
    """Other names of the entity that must not be in the question of a hidden vertex."""
    members: tuple[str, ...] = ()
    """For DESCRIBED vertices: every entity the description covers; the closure is the union over all of them."""
    low: float | None = None
    """For VALUE vertices: smallest value the wording covers."""
    high: float | None = None
    """For VALUE vertices: largest value the wording covers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Constraint:
    """An edge of a research tree: the subject vertex stands in a relation to the object vertex."""

    subject: int
    """Vertex id of the parent."""
    object: int
    """Vertex id of the child."""
    relation: str
    """Relation name in the relation table, `label`, `birth_place`; see `tasks.relations`."""
    clue: str
    """How the question says it, with `{}` for the object's words: `recorded for {}`."""
    evidence: Evidence
    """Where the subject's own page states it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResearchTree:
    """A hierarchical constraint satisfaction problem (IS1) as a tree: H(x) is the intersection of S(c) over its constraints."""

    vertices: tuple[Vertex, ...]
    """Vertex 0 is the answer."""
    constraints: tuple[Constraint, ...]
    """One for each vertex but the root, in order of `object`."""

    def constraints_of(self, vertex: int) -> tuple[Constraint, ...]:
        """Return the constraints whose subject is the vertex."""
        return tuple(c for c in self.constraints if c.subject == vertex)

    def inner(self) -> tuple[Vertex, ...]:
        """Return the vertices that have constraints: the answer and the hidden ones."""
        return tuple(v for v in self.vertices if v.role in (VertexRole.ANSWER, VertexRole.HIDDEN))

    def depth(self) -> int:
        """Return the number of edges on the longest path from the root."""
        level = {0: 0}
        for constraint in self.constraints:
            level[constraint.object] = level[constraint.subject] + 1
        return max(level.values())


class AnswerKind(StrEnum):
    """How an answer is compared; see `scoring`."""

    TEXT = "text"
    NUMBER = "number"
    DATE = "date"
    SET = "set"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The right answer of a task."""

    text: str
    """Canonical form."""
    aliases: tuple[str, ...] = ()
    """Other accepted forms."""
    kind: AnswerKind = AnswerKind.TEXT
    """How it is compared."""
    items: tuple[str, ...] = ()
    """For SET answers: the members."""


class Status(StrEnum):
    """Outcome of one gate."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_RUN = "not_run"
    """Its condition is missing (no model, no index). Never counted as passed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What one gate found about one task."""

    gate: str
    """Name of the gate: `unique`."""
    version: str
    """Version of the gate's definition; a change of meaning changes it."""
    status: Status
    """Outcome."""
    reason: str
    """`gates.Reason` value: `ok` when passed, else why not."""
    numbers: dict[str, Number | list[Number] | list[list[Number]]] = field(default_factory=dict)
    """What was computed, enough for a reader to check the outcome by hand; recomputed and compared by `isthmus verify`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of the oracle's stored path: a query and what it found, or a page opened."""

    action: str
    """`search` or `fetch`."""
    query: str
    """Query text, or the url."""
    vertex: int
    """Vertex the step looks for."""
    rank: int | None = None
    """1-based place of the vertex's page in the results; None when not found."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """The proof a task carries: what was computed, on what."""

    snapshot_id: str
    """Corpus snapshot all numbers hold for; a live-web run is not covered."""
    graph_id: str
    """Evidence graph used."""
    index_id: str | None
    """Search index used by the resistance and reachability gates; None when they did not run."""
    verdicts: tuple[Verdict, ...]
    """In the order of the gates."""
    path: tuple[Step, ...] = ()
    """The oracle's path to every evidence page."""
    content: str = ""
    """Digest of everything else in the task, as a line of JSON, so that no word of it can be changed unnoticed."""

    def passed(self) -> bool:
        """Return whether every gate ran and passed; NOT_RUN model gates do not count against it."""
        return all(verdict.status is not Status.FAILED for verdict in self.verdicts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One question with its proof."""

    id: str
    """`content_id` of family, question and answer with prefix `t`."""
    family: str
    """Task family that made it: `research_tree`."""
    question: str
    """What the agent sees."""
    answer: Answer
    """What it must find."""
    tree: ResearchTree
    """How it was made."""
    certificate: Certificate | None = None
    """Its proof; None before the gates ran."""
    writer: str = ""
    """Role binding that wrote the question: `template` or a model id."""
    databases: tuple[str, ...] = ()
    """Ids of databases an agent may query; empty for tasks of documents only."""
