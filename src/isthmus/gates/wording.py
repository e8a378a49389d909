"""What the words of a leaf can mean, and the closures that follow.

A question names an entity by words, and words have homonyms and other spellings: `Paris` is a city and a band, `synth-pop` is
also the page `Synthpop`. So the closure of a named leaf is the union over every entity that its words can name; a proof on it
holds whichever the reader thinks of. Words that name nothing known have no closure.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from pyroaring import AbstractBitMap, BitMap

from isthmus.gates.words import words_of
from isthmus.graph import EvidenceGraph
from isthmus.graph.relations import relation_table
from isthmus.graph.sets import intersection
from isthmus.graph.values import stated_numbers
from isthmus.graph.words import fold_word, split_words
from isthmus.records import Constraint, ResearchTree, Vertex
from isthmus.tasks import Solution
from isthmus.tasks.hcsp import Sets, lower_bound, upper_bound

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
    cores = dict.fromkeys((*_cores(words, relation), *(name for name in names if _is_said(words, name))))
    return frozenset(entity for core in cores for entity in graph.entities_named(core))


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


def solve_as_worded(
    tree: ResearchTree,
    graph: Sets,
    meant: Mapping[int, frozenset[int]],
    kind: Callable[[str], AbstractBitMap],
) -> dict[int, Solution]:
    """Return `tasks.solve`, with the closures of named leaves taken over all that their words can mean.

    Args:
        tree: a well-formed tree.
        graph: the evidence graph.
        meant: for named leaves, the entities their words can name.
        kind: T+ of a noun.
    """
    solutions: dict[int, Solution] = {}
    for vertex in reversed(tree.inner()):
        constraints = tree.constraints_of(vertex.id)
        closures = tuple(_closure(tree, c, graph, solutions, meant) for c in constraints)
        solutions[vertex.id] = Solution(
            vertex=vertex.id,
            upper=intersection((*closures, kind(vertex.noun))),
            kind=kind(vertex.noun),
            closures=closures,
            asserted=tuple(lower_bound(tree, c, graph) for c in constraints),
        )
    return solutions


def _closure(
    tree: ResearchTree,
    constraint: Constraint,
    graph: Sets,
    solutions: dict[int, Solution],
    meant: Mapping[int, frozenset[int]],
) -> AbstractBitMap:
    closure = upper_bound(tree, constraint, graph, solutions)
    target = tree.vertices[constraint.object]
    others = meant.get(target.id, frozenset()) - {graph.entity(target.entity)}
    return BitMap.union(BitMap(closure), *map(graph.closure, others)) if others else closure


def range_is_worded(vertex: Vertex) -> bool:
    """Return whether a value's words state its range, or something it is an early, middle or late part of.

    Whether a century begins with 1800 or 1801 is a matter of taste; both count as the 19th.
    """
    assert vertex.low is not None and vertex.high is not None
    stated = stated_numbers(vertex.wording)
    if not stated:
        return False
    if _PART.search(vertex.wording):
        return any(low <= vertex.low and vertex.high <= high for low, high in stated)
    if between := _BETWEEN.search(vertex.wording):
        low, high = _fullest(between[1]), _fullest(between[2])
        return low is not None and high is not None and (low[0], high[1]) == (vertex.low, vertex.high)
    hull = (min(low for low, _ in stated), max(high for _, high in stated))
    return any(_same(low, vertex.low) and _same(high, vertex.high) for low, high in (*stated, hull))


def _same(stated: float, bound: float) -> bool:
    return stated == bound or (stated % 100 == 0 and abs(stated - bound) == 1)


def _fullest(words: str) -> tuple[float, float] | None:
    """Return the largest reading of a number: `5,000` states 5 and 5000, `1 million` 1 and 1000000."""
    return max(stated_numbers(words), key=lambda pair: (pair[1], -pair[0]), default=None)
