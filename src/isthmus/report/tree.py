"""The drawing of a research tree as geometry: boxes, lines and words with their places; the template turns it into SVG.

Two drawings of each tree: `across`, levels from top to bottom, one column a leaf; and `outline`, indented, which fits a
telephone. In both the answer is at the top and a clue's words stand on the line into the vertex it describes. Each leaf has its
own column (or row), so words never overlap.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from isthmus.records import Constraint, ResearchTree, Vertex, VertexRole
from isthmus.report.text import count, fit, humanise, name, wrap

BOX_WIDTH = 172
BOX_HEIGHT = 62
_GAP = 14
_LINE = 15
_LABEL_LINES = 3
_LABEL_WIDTH = 23
_NAME_WIDTH = 18
_MARGIN = 6
_INDENT = 34
_OUTLINE_WIDTH = 340
_LEVEL = BOX_HEIGHT + 26 + _LABEL_LINES * _LINE + 34


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A vertex in its place."""

    id: int
    """Vertex id; also the number and colour of the clue that leads to it."""
    role: str
    """`answer`, `hidden`, `named`, `described` or `value`: the box's style."""
    title: tuple[str, ...]
    """What stands for it, on one or two lines."""
    note: str
    """Last line: what it is."""
    full: str
    """All of it, for the tooltip and for screen readers."""
    spoiler: bool
    """Whether the title names something the question hides."""
    x: int
    """Left edge."""
    y: int
    """Upper edge."""
    width: int
    """Width of the box."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """A constraint in its place."""

    id: int
    """Object vertex id."""
    path: str
    """SVG path from the subject's box to the object's."""
    lines: tuple[str, ...]
    """The clue's words, broken."""
    x: int
    """Where the words stand: their middle (across) or left end (outline)."""
    y: int
    """Baseline of the first line."""
    badge_x: int
    """Middle of the numbered disc."""
    badge_y: int
    """Middle of the numbered disc."""
    count: str
    """Size of the constraint's candidate set, such as `30 pages`; may be empty."""
    area: tuple[int, int, int, int]
    """x, y, width and height of the words, which can be clicked."""
    label: str
    """What a screen reader says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """One drawing of a tree."""

    layout: str
    """`across` or `outline`."""
    width: int
    """Width in SVG units, equal to CSS pixels at full size."""
    height: int
    """Height in the same units."""
    nodes: tuple[Node, ...]
    """In order of id."""
    edges: tuple[Edge, ...]
    """In order of object."""


def draw(tree: ResearchTree, sizes: Mapping[int, int]) -> tuple[Drawing, Drawing]:
    """Return the drawing across and the outline; `sizes` gives the candidate-set size for each object vertex known."""
    return _across(tree, sizes), _outline(tree, sizes)


def columns(tree: ResearchTree) -> int:
    """Return how many leaves stand side by side in the drawing across."""
    parents = {c.subject for c in tree.constraints}
    return sum(1 for v in tree.vertices if v.id not in parents)


def title_of(vertex: Vertex) -> str:
    """Return the line that stands for a vertex: its name, or for described and value leaves the question's words."""
    if vertex.role in (VertexRole.DESCRIBED, VertexRole.VALUE) and vertex.wording:
        return name(vertex.wording)
    return name(vertex.entity)


def note_of(vertex: Vertex) -> str:
    """Return what a vertex is, in a few words."""
    if vertex.role is VertexRole.VALUE:
        return _range(vertex)
    if vertex.role is VertexRole.DESCRIBED:
        more = len(set(vertex.members) - {vertex.entity})
        return f"{name(vertex.entity)} and {more:,} more" if more else f"stands for {name(vertex.entity)}"
    label = {"answer": "answer", "hidden": "hidden", "named": "named"}[vertex.role.value]
    return f"{label} · {name(vertex.noun)}" if vertex.noun else label


def said_of(constraint: Constraint) -> str:
    """Return a clue without its object: `recorded for`, `counts … among its members`."""
    clue = " ".join(constraint.clue.split())
    return clue.removesuffix("{}").strip().replace("{}", "…", 1) or humanise(constraint.relation)


def _range(vertex: Vertex) -> str:
    if vertex.low is None or vertex.high is None:
        return "value"
    low, high = f"{vertex.low:.10g}", f"{vertex.high:.10g}"
    return low if low == high else f"{low} to {high}"


def _node(vertex: Vertex, x: int, y: int, width: int) -> Node:
    title, note = title_of(vertex), note_of(vertex)
    letters = _NAME_WIDTH * width // BOX_WIDTH
    return Node(
        id=vertex.id,
        role=vertex.role.value,
        title=tuple(wrap(title, letters, 2)),
        note=fit(note, letters + 6),
        full=f"{title} ({note})",
        spoiler=vertex.role in (VertexRole.ANSWER, VertexRole.HIDDEN),
        x=x,
        y=y,
        width=width,
    )


def _children(tree: ResearchTree) -> dict[int, list[int]]:
    children: dict[int, list[int]] = {v.id: [] for v in tree.vertices}
    for constraint in tree.constraints:
        children[constraint.subject].append(constraint.object)
    return children


def _across(tree: ResearchTree, sizes: Mapping[int, int]) -> Drawing:
    children = _children(tree)
    level = {0: 0}
    for constraint in tree.constraints:
        level[constraint.object] = level[constraint.subject] + 1
    middle: dict[int, int] = {}
    next_column = 0

    def place(vertex: int) -> None:
        nonlocal next_column
        if not children[vertex]:
            middle[vertex] = _MARGIN + next_column * (BOX_WIDTH + _GAP) + BOX_WIDTH // 2
            next_column += 1
            return
        for child in children[vertex]:
            place(child)
        middle[vertex] = (middle[children[vertex][0]] + middle[children[vertex][-1]]) // 2

    place(0)
    nodes = tuple(
        _node(v, middle[v.id] - BOX_WIDTH // 2, _MARGIN + level[v.id] * _LEVEL, BOX_WIDTH)
        for v in tree.vertices
    )
    edges = tuple(
        _across_edge(middle, level, subject, vertex, *_words(tree, vertex, sizes, _LABEL_WIDTH))
        for subject in children
        for vertex in children[subject]
    )
    return Drawing(
        layout="across",
        width=2 * _MARGIN + next_column * (BOX_WIDTH + _GAP) - _GAP,
        height=2 * _MARGIN + max(level.values()) * _LEVEL + BOX_HEIGHT,
        nodes=nodes,
        edges=tuple(sorted(edges, key=lambda edge: edge.id)),
    )


def _across_edge(
    middle: Mapping[int, int],
    level: Mapping[int, int],
    subject: int,
    vertex: int,
    lines: Sequence[str],
    counted: str,
    label: str,
) -> Edge:
    top = _MARGIN + level[subject] * _LEVEL + BOX_HEIGHT
    bend, bottom = top + 14, _MARGIN + level[vertex] * _LEVEL
    x = middle[vertex]
    return Edge(
        id=vertex,
        path=f"M{middle[subject]} {top}V{bend}H{x}V{bottom}",
        lines=tuple(lines),
        x=x,
        y=bend + 38,
        badge_x=x,
        badge_y=bend + 15,
        count=counted,
        area=(x - BOX_WIDTH // 2, bend + 15, BOX_WIDTH, 28 + (len(lines) + bool(counted) - 1) * _LINE),
        label=label,
    )


def _outline(tree: ResearchTree, sizes: Mapping[int, int]) -> Drawing:
    children = _children(tree)
    nodes: list[Node] = []
    edges: list[Edge] = []
    y = _MARGIN

    def place(vertex: int, depth: int, parent_bottom: int) -> None:
        nonlocal y
        x = _MARGIN + min(depth, 4) * _INDENT
        if vertex:
            lines, counted, label = _words(tree, vertex, sizes, 34 - 4 * min(depth, 4))
            trunk = x - _INDENT + 14
            text_y = y + 14
            y += max(1, len(lines)) * _LINE + (_LINE if counted else 0) + 10
            edges.append(
                Edge(
                    id=vertex,
                    path=f"M{trunk} {parent_bottom}V{y + BOX_HEIGHT // 2}H{x}",
                    lines=tuple(lines),
                    x=x + 24,
                    y=text_y,
                    badge_x=x + 9,
                    badge_y=text_y - 4,
                    count=counted,
                    area=(x, text_y - 14, _OUTLINE_WIDTH - x - _MARGIN, y - text_y + 8),
                    label=label,
                )
            )
        nodes.append(_node(tree.vertices[vertex], x, y, _OUTLINE_WIDTH - x - _MARGIN))
        bottom = y + BOX_HEIGHT
        y = bottom + 12
        for child in children[vertex]:
            place(child, depth + 1, bottom)

    place(0, 0, 0)
    return Drawing(
        layout="outline",
        width=_OUTLINE_WIDTH,
        height=y - 12 + _MARGIN,
        nodes=tuple(sorted(nodes, key=lambda node: node.id)),
        edges=tuple(sorted(edges, key=lambda edge: edge.id)),
    )


def _unspoiled(vertex: Vertex) -> str:
    """Return words for a vertex that give no hidden name away, since labels are read out whether answers are shown or not."""
    if vertex.role is VertexRole.ANSWER:
        return "the answer"
    return (
        f"a hidden {name(vertex.noun) or 'thing'}" if vertex.role is VertexRole.HIDDEN else title_of(vertex)
    )


def _words(
    tree: ResearchTree, vertex: int, sizes: Mapping[int, int], width: int
) -> tuple[list[str], str, str]:
    """Return the broken clue, the size of its candidate set, and the sentence for screen readers."""
    constraint = next(c for c in tree.constraints if c.object == vertex)
    said = said_of(constraint)
    counted = count(sizes[vertex], "page") if vertex in sizes else ""
    spoken = name(constraint.clue.replace("{}", _unspoiled(tree.vertices[vertex]), 1))
    label = f"Clue {vertex}: {_unspoiled(tree.vertices[constraint.subject])} {spoken}"
    label += f"; {counted} may fit" if counted else ""
    return wrap(said, width, _LABEL_LINES), counted, label
