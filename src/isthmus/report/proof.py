"""A certificate as something a person can read and check: one line a gate, one row a clue, the path step by step.

The numbers of a verdict are shown whatever their names. Rows `[subject, object, value]` over all edges of the tree become a
column of the clue table, rows `[vertex, value, ...]` columns of the vertex table; the rest stands beside the gate. So a new gate
needs no change here, only, for good headings, a line in `COLUMNS`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from isthmus.records import Certificate, ResearchTree, Status, Step, Task, Verdict, VertexRole
from isthmus.records.tasks import Number
from isthmus.report.clues import phrase
from isthmus.report.text import LINE, clip, humanise, name, number
from isthmus.report.tree import title_of

MEANINGS: Mapping[str, str] = {
    "well_formed": "a tree with one answer, every leaf in the question, one tidy paragraph",
    "grounded": "each clue is stated on its vertex's own page, at the stored place",
    "unique": "at every vertex, exactly one page fits all the clues",
    "necessary": "without any one clue, more than one candidate is left",
    "hidden": "the question shows no name, alias or telling word of what it hides",
    "not_verbatim": "the question repeats no sentence of the pages",
    "resistant": "neither the question nor any single clue, as a query, brings up the answer",
    "reachable": "a searcher that knows only what it has seen finds every page with the search tool",
    "not_duplicate": "no earlier task asks nearly the same",
}
"""What each gate checks, in words."""

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "unique.closures": ("may fit",),
    "unique.met": ("meet, of any kind",),
    "necessary.asserted": ("state it",),
    "necessary.leave_one_out": ("left without it",),
    "necessary.leave_one_out_closures": ("may be left",),
    "necessary.smallest": ("fewest clues that suffice",),
    "hidden.names": ("names sought in the question",),
    "resistant.question": ("rank by the question",),
    "resistant.clues": ("answer's rank by a clue alone",),
    "reachable.vertices": ("calls", "rank when found"),
    "grounded.evidence": ("places read",),
    "not_duplicate.shingles": ("runs of words compared",),
    "not_verbatim.longest": ("longest run of words shared with the evidence",),
    "resistant.looked_at": ("results looked at, question and clue",),
}
"""Headings for the numbers of known gates; other numbers are headed by their own names."""

LEGEND: Mapping[str, str] = {
    "may fit": "pages that link to the clue's object or name it, the most that can satisfy it",
    "state it": "pages of the same sort that assert it, the least that do",
    "left without it": "pages of the same sort that state all the other clues; more than 1 shows that this one is needed",
    "may be left": "pages that may fit all the other clues; more than 1 shows that the proof needs this one",
}
"""What the less obvious columns count."""

BESIDE = frozenset({"hidden.names"})
"""Numbers by vertex that are shown beside their gate, vertex after vertex, because most vertices have none."""
SIZES = "unique.closures"
"""The numbers drawn on the tree: how many pages may fit each clue."""
KINDS = "unique.kinds"
"""The numbers that open each vertex's sum: how many pages can be what the question calls it."""
SOLUTIONS = "unique.solutions"
"""The numbers that close each vertex's sum: how many pages fit all its clues."""
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
class Meeting:
    """The candidate sets of one vertex and what they have in common."""

    id: int
    """Vertex id."""
    title: str
    """Its name."""
    kind: str
    """What the question calls it."""
    of_kind: str
    """Pages that can be of that kind; empty where not computed."""
    sets: tuple[tuple[int, str], ...]
    """(clue, pages that may fit it)."""
    common: str
    """Pages that fit all."""


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
    meetings: tuple[Meeting, ...]
    """What the clues of each inner vertex have in common; empty when not computed."""
    path: tuple[PathStep, ...]
    """The oracle's path."""
    legend: tuple[tuple[str, str], ...]
    """(column, what it counts) for the columns that need it."""
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
    table = _Table(tree)
    gates = tuple(
        GateLine(
            gate=humanise(verdict.gate),
            status=verdict.status.value,
            meaning=MEANINGS.get(verdict.gate, ""),
            reason="" if verdict.status is Status.PASSED else humanise(verdict.reason),
            numbers=table.take(verdict),
        )
        for verdict in verdicts
    )
    return Proof(
        gates=gates,
        clue_columns=tuple(table.by_clue),
        clues=tuple(
            ClueRow(
                id=c.object,
                vertex=title_of(tree.vertices[c.object]),
                spoiler=tree.vertices[c.object].role is VertexRole.HIDDEN,
                text=clip(
                    phrase(c.clue, tree.vertices[c.object].wording or title_of(tree.vertices[c.object])), LINE
                ),
                values=tuple(number(column.get((c.subject, c.object))) for column in table.by_clue.values()),
            )
            for c in tree.constraints
        ),
        vertex_columns=tuple(table.by_vertex),
        vertices=tuple(
            VertexRow(
                id=v,
                title=title_of(tree.vertices[v]),
                values=tuple(number(column.get(v)) for column in table.by_vertex.values()),
            )
            for v in sorted({v for column in table.by_vertex.values() for v in column})
        ),
        meetings=_meetings(tree, table),
        path=tuple(_step(step, tree) for step in certificate.path) if certificate else (),
        legend=tuple((column, LEGEND[column]) for column in table.by_clue if column in LEGEND),
        sizes=table.sizes,
        ids=_ids(certificate),
        passed=sum(verdict.status is Status.PASSED for verdict in verdicts),
    )


class _Table:
    """The numbers of all gates, sorted by what they belong to."""

    def __init__(self, tree: ResearchTree) -> None:
        self.edges = {(c.subject, c.object) for c in tree.constraints}
        self.known = range(len(tree.vertices))
        self.by_clue: dict[str, dict[tuple[int, int], Number]] = {}
        self.by_vertex: dict[str, dict[int, Number]] = {}
        self.sizes: dict[int, int] = {}
        self.solutions: dict[int, Number] = {}
        self.kinds: dict[int, Number] = {}

    def take(self, verdict: Verdict) -> tuple[tuple[str, str], ...]:
        """Put each number where it belongs and return what belongs to the gate alone."""
        rest: list[tuple[str, str]] = []
        for key, value in verdict.numbers.items():
            place = f"{verdict.gate}.{key}"
            rows = _rows(value)
            headings = COLUMNS.get(place, ())
            if self._by_clue(rows, headings) and all(row[2] is None for row in rows):
                rest.append((headings[0] if headings else humanise(key), "none"))
            elif self._by_clue(rows, headings):
                self._take_clues(place, headings[0] if headings else humanise(key), rows)
            elif place in (SOLUTIONS, KINDS) and self._by_vertex(rows):
                found = {int(r[0] or 0): r[1] for r in rows}
                self.solutions, self.kinds = (
                    (found, self.kinds) if place == SOLUTIONS else (self.solutions, found)
                )
            elif place in BESIDE and self._by_vertex(rows):
                rest.append((headings[0], " + ".join(number(r[1]) for r in rows)))
            elif self._by_vertex(rows) and len(headings) in (0, len(rows[0]) - 1):
                for i in range(1, len(rows[0])):
                    unnamed = humanise(key) if len(rows[0]) == 2 else f"{humanise(key)} {i}"
                    heading = headings[i - 1] if headings else unnamed
                    self.by_vertex[heading] = {int(r[0] or 0): r[i] for r in rows}
            else:
                rest.append((headings[0] if headings else humanise(key), _shown(value)))
        return tuple(rest)

    def _take_clues(self, place: str, heading: str, rows: Sequence[Sequence[Number]]) -> None:
        found = {(int(r[0] or 0), int(r[1] or 0)): r[2] for r in rows}
        self.by_clue[heading] = found
        if place == SIZES:
            self.sizes = {o: size for (_, o), size in found.items() if isinstance(size, int)}

    def _by_clue(self, rows: Sequence[Sequence[Number]], headings: tuple[str, ...]) -> bool:
        """Return whether rows are one an edge, and all edges have one unless the numbers are known to be by clue."""
        heads = {(row[0], row[1]) for row in rows if len(row) == 3}
        if not rows or len(heads) != len(rows) or len(headings) > 1:
            return False
        return heads == self.edges or (bool(headings) and heads <= self.edges)

    def _by_vertex(self, rows: Sequence[Sequence[Number]]) -> bool:
        """Return whether rows are one a vertex, its id first, all of one length of 2 or more."""
        ids = [row[0] for row in rows if len(row) == len(rows[0]) >= 2]
        return (
            len(rows) > 0
            and len(ids) == len(rows) == len(set(ids))
            and all(isinstance(v, int) and not isinstance(v, bool) and v in self.known for v in ids)
        )


def _rows(value: object) -> list[list[Number]]:
    """Return a list of lists as rows; nothing for any other value."""
    if isinstance(value, list) and value and all(isinstance(row, list) and row for row in value):
        return value
    return []


def _meetings(tree: ResearchTree, table: _Table) -> tuple[Meeting, ...]:
    if not table.solutions:
        return ()
    return tuple(
        Meeting(
            id=v.id,
            title=title_of(v),
            kind=name(v.noun),
            of_kind=number(table.kinds[v.id]) if table.kinds.get(v.id) is not None else "",
            sets=tuple((c.object, number(table.sizes.get(c.object))) for c in tree.constraints_of(v.id)),
            common=number(table.solutions.get(v.id)),
        )
        for v in tree.vertices
        if tree.constraints_of(v.id)
    )


def _shown(value: object) -> str:
    if not isinstance(value, list):
        return number(value)
    shown = [f"[{_shown(v)}]" if isinstance(v, list) else number(v) for v in value[:_MOST_VALUES]]
    if len(value) > _MOST_VALUES:
        shown.append(f"… (+{len(value) - _MOST_VALUES:,})")
    return ", ".join(shown) or "none"


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
