"""Hierarchical constraint satisfaction, evaluated exactly on the corpus.

InfoSeek (arXiv:2509.00375), equations 1 to 3:

    H(x) = intersection over the direct constraints c of S(c), and over the sub-questions y of the sets their answers allow

S(c) is known between two bounds: S-(c), the pages that assert the typed claim, and the closure S+(c),
every page that links to or mentions the object. S- is contained in S, and S in S+, in the closed world
of the snapshot. So

    H+(x) == {x}                          proves that the question is unique (not under-determined), and
    |intersection of the others' S-| > 1  proves that a constraint is needed (not over-determined).

H+ is taken within T+, the pages that can be of the kind the question asks for (`graph.kinds`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from pyroaring import AbstractBitMap, BitMap

from isthmus.graph.kinds import Asserted, possible
from isthmus.graph.sets import intersection
from isthmus.records import Constraint, ResearchTree, VertexRole


class Sets(Asserted, Protocol):
    """What the evaluator needs of an evidence graph."""

    def closure(self, entity: int) -> AbstractBitMap:
        """Return the documents that link to or mention an entity."""

    def closure_of_range(self, low: float, high: float) -> AbstractBitMap:
        """Return the documents that state a value in a range."""

    def subjects_in_range(self, relation: str, low: float, high: float) -> AbstractBitMap:
        """Return the documents that assert a value in a range."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """What the corpus says of one inner vertex."""

    vertex: int
    """Vertex id."""
    upper: AbstractBitMap
    """H+(x): the closures' intersection within `kind`."""
    kind: AbstractBitMap
    """T+: the documents that can be what the question calls the vertex."""
    closures: tuple[AbstractBitMap, ...]
    """S+(c) of its constraints, in tree order."""
    asserted: tuple[AbstractBitMap, ...]
    """S-(c) of its constraints, in tree order."""


def solve(tree: ResearchTree, graph: Sets) -> dict[int, Solution]:
    """Return the solution sets of every inner vertex, children before parents."""
    solutions: dict[int, Solution] = {}
    kinds = {noun: possible(graph, noun) for noun in {v.noun for v in tree.inner()}}
    for vertex in sorted((v.id for v in tree.inner()), reverse=True):
        constraints = tree.constraints_of(vertex)
        closures = tuple(upper_bound(tree, c, graph, solutions) for c in constraints)
        solutions[vertex] = Solution(
            vertex=vertex,
            upper=intersection((*closures, kinds[tree.vertices[vertex].noun])),
            kind=kinds[tree.vertices[vertex].noun],
            closures=closures,
            asserted=tuple(lower_bound(tree, c, graph) for c in constraints),
        )
    return solutions


def upper_bound(
    tree: ResearchTree, constraint: Constraint, graph: Sets, solutions: dict[int, Solution]
) -> AbstractBitMap:
    """Return S+(c). For a hidden object, the union over every entity its own constraints allow."""
    vertex = tree.vertices[constraint.object]
    if vertex.role is VertexRole.VALUE:
        assert vertex.low is not None and vertex.high is not None
        return graph.closure_of_range(vertex.low, vertex.high)
    if vertex.role is VertexRole.HIDDEN:
        return BitMap.union(BitMap(), *(graph.closure(number) for number in solutions[vertex.id].upper))
    names = vertex.members or (vertex.entity,)
    return BitMap.union(
        BitMap(), *(graph.closure(number) for name in names if (number := graph.entity(name)) is not None)
    )


def lower_bound(tree: ResearchTree, constraint: Constraint, graph: Sets) -> AbstractBitMap:
    """Return S-(c): the documents that assert the typed claim."""
    vertex = tree.vertices[constraint.object]
    if vertex.role is VertexRole.VALUE:
        assert vertex.low is not None and vertex.high is not None
        return graph.subjects_in_range(constraint.relation, vertex.low, vertex.high)
    names = vertex.members or (vertex.entity,)
    sets = (
        graph.subjects(constraint.relation, number)
        for name in names
        if (number := graph.entity(name)) is not None
    )
    return BitMap.union(BitMap(), *sets)
