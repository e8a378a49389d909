"""A certificate as something a person can read and check: one line a gate, one row a clue, the path step by step.

The numbers of a verdict are shown whatever their names. A list with one value a clue becomes a column of the clue table, a list
with one value an inner vertex a row of the vertex table; the rest stands beside the gate. So a new gate needs no change here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from isthmus.records import Certificate, ResearchTree, Status, Step, Task, Verdict
from isthmus.report.clues import phrase
from isthmus.report.text import LINE, clip, humanise, number
from isthmus.report.tree import title_of

MEANINGS: Mapping[str, str] = {
    "well_formed": "the tree is a tree, every clue has its vertex and its place in the question",
    "grounded": "each clue is stated on its vertex's own page, at the stored place",
    "unique": "the candidate sets of the clues have exactly one page in common, at every vertex",
    "necessary": "leaving any clue out leaves more than one candidate",
    "hidden": "no name or alias of a hidden vertex is in the question",
    "resistant": "the question, or a clue of it, as a query does not bring up the answer at once",
    "reachable": "a searcher that knows only what it has seen finds every evidence page with the search tool",
    "distinct": "no other task asks nearly the same",
    "not_duplicate": "no other task asks nearly the same",
}
"""What each gate checks, in words."""

_SIZE_WORDS = ("closure", "candidate", "size")
_MOST_VALUES = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class GateLine:
    """One verdict."""

    gate: str
    """Name in words."""
    status: str
    """`passed`, `failed` or `not_run`."""
    meaning: str
    """What was checked."""
    reason: str
    """Why not, when it did not pass."""
    numbers: tuple[tuple[str, str], ...]
    """(what, value) pairs that belong to no clue or vertex."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClueRow:
    """What was computed for one clue."""

    id: int
    """Object vertex id."""
    vertex: str
    """The vertex it describes."""
    spoiler: bool
    """Whether the question hides that vertex's name."""
    text: str
    """The clue with its object in place."""
    values: tuple[str, ...]
    """One a column."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VertexRow:
    """What was computed for one inner vertex."""

    id: int
    """Vertex id."""
    title: str
    """Its name."""
    values: tuple[str, ...]
    """One a column."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PathStep:
    """One step of the oracle."""

    action: str
    """`search` or `fetch`."""
    query: str
    """Query or address, bounded."""
    vertex: str
    """What it looks for."""
    outcome: str
    """`found at rank 3`, `opened`, `not found`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """A certificate, readable."""

    gates: tuple[GateLine, ...]
    """In the order they ran."""
    clue_columns: tuple[str, ...]
    """Headings of the clue table's numbers."""
    clues: tuple[ClueRow, ...]
    """One a constraint."""
    vertex_columns: tuple[str, ...]
    """Headings of the vertex table's numbers."""
    vertices: tuple[VertexRow, ...]
    """One an inner vertex; empty when no gate gives numbers for them."""
    path: tuple[PathStep, ...]
    """The oracle's path."""
    sizes: Mapping[int, int]
    """Object vertex id -> size of the clue's candidate set, where a gate gives it."""
    ids: tuple[tuple[str, str], ...]
    """Snapshot, graph and index the numbers hold for."""
    passed: int
    """Gates passed."""


def proof_of(task: Task) -> Proof:
    """Return the readable proof of a task; without a certificate, the clues alone."""
    tree, certificate = task.tree, task.certificate
    verdicts = certificate.verdicts if certificate else ()
    by_clue: dict[str, list[object]] = {}
    by_vertex: dict[str, list[object]] = {}
    gates = []
    for verdict in verdicts:
        rest = _sort_out(verdict, tree, by_clue, by_vertex)
        gates.append(
            GateLine(
                gate=humanise(verdict.gate),
                status=verdict.status.value,
                meaning=MEANINGS.get(verdict.gate, ""),
                reason="" if verdict.status is Status.PASSED else humanise(verdict.reason),
                numbers=rest,
            )
        )
    inner = [v for v in tree.vertices if tree.constraints_of(v.id)]
    return Proof(
        gates=tuple(gates),
        clue_columns=tuple(by_clue),
        clues=tuple(
            ClueRow(
                id=c.object,
                vertex=title_of(tree.vertices[c.object]),
                spoiler=tree.vertices[c.object].role.value == "hidden",
                text=clip(phrase(c.clue, title_of(tree.vertices[c.object])), LINE),
                values=tuple(number(column[i]) for column in by_clue.values()),
            )
            for i, c in enumerate(tree.constraints)
        ),
        vertex_columns=tuple(by_vertex),
        vertices=tuple(
            VertexRow(
                id=v.id, title=title_of(v), values=tuple(number(column[i]) for column in by_vertex.values())
            )
            for i, v in enumerate(inner)
        )
        if by_vertex
        else (),
        path=tuple(_step(step, tree) for step in certificate.path) if certificate else (),
        sizes=_sizes(tree, by_clue),
        ids=_ids(certificate),
        passed=sum(verdict.status is Status.PASSED for verdict in verdicts),
    )


def _sort_out(
    verdict: Verdict, tree: ResearchTree, by_clue: dict[str, list[object]], by_vertex: dict[str, list[object]]
) -> tuple[tuple[str, str], ...]:
    """Put each number where it belongs and return what belongs to the gate alone."""
    groups = [len(tree.constraints_of(v.id)) for v in tree.vertices if tree.constraints_of(v.id)]
    rest: list[tuple[str, str]] = []
    for key, value in verdict.numbers.items():
        label = humanise(key)
        if isinstance(value, list) and [len(v) for v in value if isinstance(v, list)] == groups != []:
            order = [tree.constraints.index(c) for v in tree.vertices for c in tree.constraints_of(v.id)]
            flat = [x for v in value if isinstance(v, list) for x in v]
            by_clue[label] = [flat[order.index(i)] for i in range(len(flat))]
        elif isinstance(value, list) and len(value) == len(tree.constraints) and not _nested(value):
            by_clue[label] = list(value)
        elif isinstance(value, list) and len(value) == len(groups) and not _nested(value):
            by_vertex[label] = list(value)
        else:
            rest.append((label, _shown(value)))
    return tuple(rest)


def _nested(value: Sequence[object]) -> bool:
    return any(isinstance(v, list) for v in value)


def _shown(value: object) -> str:
    if not isinstance(value, list):
        return number(value)
    shown = [f"[{_shown(v)}]" if isinstance(v, list) else number(v) for v in value[:_MOST_VALUES]]
    if len(value) > _MOST_VALUES:
        shown.append(f"… (+{len(value) - _MOST_VALUES:,})")
    return ", ".join(shown) or "none"


def _sizes(tree: ResearchTree, by_clue: Mapping[str, list[object]]) -> dict[int, int]:
    for label, column in by_clue.items():
        if any(word in label for word in _SIZE_WORDS):
            return {
                c.object: value
                for c, value in zip(tree.constraints, column, strict=True)
                if isinstance(value, int)
            }
    return {}


def _step(step: Step, tree: ResearchTree) -> PathStep:
    if step.action != "search":
        found = "opened"
    elif step.rank is None:
        found = "not found"
    else:
        found = f"found at rank {step.rank}"
    vertex = (
        title_of(tree.vertices[step.vertex])
        if 0 <= step.vertex < len(tree.vertices)
        else f"vertex {step.vertex}"
    )
    return PathStep(action=humanise(step.action), query=clip(step.query, LINE), vertex=vertex, outcome=found)


def _ids(certificate: Certificate | None) -> tuple[tuple[str, str], ...]:
    if certificate is None:
        return ()
    index = certificate.index_id or "none (search gates did not run)"
    return (
        ("snapshot", clip(certificate.snapshot_id, LINE)),
        ("graph", clip(certificate.graph_id, LINE)),
        ("search index", clip(index, LINE)),
    )
