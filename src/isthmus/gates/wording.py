"""What the words of a leaf can mean, and the closures that follow.

A question names an entity by words, and words have homonyms and other spellings: `Paris` is a city and a band, `synth-pop` is
also the page `Synthpop`. So the closure of a named leaf is the union over every entity that its words can name; a proof on it
holds whichever the reader thinks of. Words that name nothing known have no closure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from pyroaring import AbstractBitMap, BitMap

from isthmus.gates.words import words_of
from isthmus.graph import EvidenceGraph
from isthmus.graph.relations import relation_table
from isthmus.graph.values import stated_numbers
from isthmus.graph.words import fold_word, split_words
from isthmus.records import Constraint, ResearchTree, Vertex, VertexRole
from isthmus.tasks import Solution, intersection
from isthmus.tasks.hcsp import upper_bound

_ARTICLE = re.compile(r"^(?:the|an?) ", re.IGNORECASE)
_BETWEEN = re.compile(r"\bbetween\b(.+)\band\b(.+)", re.IGNORECASE)
_PART = re.compile(
    r"\b(?:early|mid|middle|late|first|second|third|last|half|quarter|beginning|end|around|about|turn)\b",
    re.IGNORECASE,
)


def meanings(graph: EvidenceGraph, words: str, relation: str, names: tuple[str, ...]) -> frozenset[int]:
    """Return every entity that a leaf's words can name; empty when they name nothing known.

    Args:
        graph: the evidence graph.
        words: the leaf's wording.
        relation: the leaf's relation, whose way of naming objects (`the label {}`) is taken off.
        names: the names of the entity meant.
    """
    found: set[int] = set()
    for core in (*_cores(words, relation), *(name for name in names if _is_said(words, name))):
        found.update(graph.entities_named(core))
    return frozenset(found)


def _cores(words: str, relation: str) -> Iterator[str]:
    """Yield the words, without their article, and without what the relation puts around a name."""
    yield words
    bare = _ARTICLE.sub("", words)
    yield bare
    known = relation_table().by_name.get(relation)
    before, place, after = known.naming.partition("{}") if known else ("", "", "")
    if place and words.startswith(before) and words.endswith(after) and len(words) > len(before) + len(after):
        yield words[len(before) : len(words) - len(after)]


def _is_said(words: str, name: str) -> bool:
    """Return whether the words say a name and no other: what stands around it is in lower case."""
    said = words_of(words)
    if not said.says(name):
        return False
    own = {fold_word(word) for word in split_words(name)}
    return all(
        word[0].islower() or folded in own or word == "The"
        for word, folded in zip(said.exact, said.folded, strict=True)
    )


def widened(
    tree: ResearchTree,
    solutions: dict[int, Solution],
    graph: EvidenceGraph,
    meant: dict[int, frozenset[int]],
) -> dict[int, Solution]:
    """Return the solutions with the closures of named leaves taken over all their words can mean, children before parents.

    Args:
        tree: a well-formed tree.
        solutions: its solutions, each leaf meaning its entity alone.
        graph: the evidence graph.
        meant: for named leaves, the entities their words can name.
    """
    wide: dict[int, Solution] = {}
    for vertex in reversed(tree.inner()):
        solution = solutions[vertex.id]
        constraints = tree.constraints_of(vertex.id)
        closures = tuple(
            _closure(tree, constraint, closure, graph, wide, meant)
            for constraint, closure in zip(constraints, solution.closures, strict=True)
        )
        if any(new is not old for new, old in zip(closures, solution.closures, strict=True)):
            solution = replace(solution, closures=closures, upper=intersection((*closures, solution.kind)))
        wide[vertex.id] = solution
    return wide


def _closure(
    tree: ResearchTree,
    constraint: Constraint,
    closure: AbstractBitMap,
    graph: EvidenceGraph,
    wide: dict[int, Solution],
    meant: dict[int, frozenset[int]],
) -> AbstractBitMap:
    target = tree.vertices[constraint.object]
    if target.role is VertexRole.HIDDEN:
        return upper_bound(tree, constraint, graph, wide) if len(wide[target.id].upper) > 1 else closure
    others = meant.get(target.id, frozenset())
    if target.role is not VertexRole.NAMED or others <= {graph.entity(target.entity)}:
        return closure
    return BitMap.union(BitMap(closure), *(graph.closure(entity) for entity in others))


def range_is_worded(vertex: Vertex) -> bool:
    """Return whether a value's words state its range, or something it is an early, middle or late part of.

    Whether a century begins with its first year or the one before is a matter of taste, so a year more or less counts as equal.
    """
    assert vertex.low is not None and vertex.high is not None
    stated = stated_numbers(vertex.wording)
    if not stated:
        return False
    if _PART.search(vertex.wording):
        return any(low - 1 <= vertex.low and vertex.high <= high + 1 for low, high in stated)
    if between := _BETWEEN.search(vertex.wording):
        low, high = _fullest(between[1]), _fullest(between[2])
        return low is not None and high is not None and (low[0], high[1]) == (vertex.low, vertex.high)
    hull = (min(low for low, _ in stated), max(high for _, high in stated))
    return any(abs(low - vertex.low) <= 1 and abs(high - vertex.high) <= 1 for low, high in (*stated, hull))


def _fullest(words: str) -> tuple[float, float] | None:
    """Return the largest reading of a number: `5,000` states 5 and 5000, `1 million` 1 and 1000000."""
    return max(stated_numbers(words), key=lambda pair: (pair[1], -pair[0]), default=None)
