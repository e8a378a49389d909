"""The built-in question writer (IS7): from blurred descriptions to one paragraph a person can read.

It sees nouns, clues and the words of leaves, never the name of the answer or of a hidden vertex. Three
forms:

    one sentence      Which band comes from Leeds and has worked alongside a singer who was born in York and recorded for Axle?
    bottom up         A singer who was born in York recorded for Axle. Which band from Leeds ...  that singer?
    step by step      A band comes from Leeds. It has worked alongside a singer who was born in York ... Which band is it?
"""

from __future__ import annotations

import random

from isthmus.graph.nouns import noun_table, phrase_family, relative_pronoun
from isthmus.graph.relations import relation_table
from isthmus.records import Constraint, ResearchTree, Vertex, VertexRole
from isthmus.tasks.english import capitalised, joined, with_article

WRITER = "template/1"
"""Role binding and version recorded in each task."""


def write_question(tree: ResearchTree, rng: random.Random) -> str:
    """Return the question of a tree: one paragraph ending in a question mark."""
    hidden = [vertex for vertex in tree.vertices if vertex.role is VertexRole.HIDDEN]
    forms = [_one_sentence] if _chain(tree) else []
    if hidden and _tellable(tree):
        forms += [_bottom_up]
    forms += [_step_by_step]
    return rng.choice(forms)(tree, rng)


def _family(vertex: Vertex) -> str:
    noun = noun_table().named(vertex.noun)
    return noun.family if noun else "thing"


def _pronoun(vertex: Vertex) -> str:
    return relative_pronoun(_family(vertex))


def _chain(tree: ResearchTree) -> bool:
    """Whether each vertex has at most one hidden child and the tree is shallow, so that one sentence stays readable."""
    return len(tree.inner()) <= 3 and all(len(_hidden_children(tree, vertex)) <= 1 for vertex in tree.inner())


def _tellable(tree: ResearchTree) -> bool:
    """Whether "that singer" can only mean one vertex: all inner vertices have different nouns."""
    nouns = [vertex.noun.rsplit(" ", 1)[-1] for vertex in tree.inner()]
    return len(set(nouns)) == len(nouns)


def _hidden_children(tree: ResearchTree, vertex: Vertex) -> list[Constraint]:
    return [c for c in tree.constraints_of(vertex.id) if tree.vertices[c.object].role is VertexRole.HIDDEN]


def _leaves(tree: ResearchTree, vertex: Vertex, rng: random.Random) -> list[Constraint]:
    leaves = [
        c for c in tree.constraints_of(vertex.id) if tree.vertices[c.object].role is not VertexRole.HIDDEN
    ]
    rng.shuffle(leaves)
    return leaves


def _clauses(tree: ResearchTree, vertex: Vertex, rng: random.Random, told: dict[int, str]) -> list[str]:
    """Return the verb phrases of a vertex: leaves first, then what was told, then nested descriptions."""
    clauses = [c.clue.format(tree.vertices[c.object].wording) for c in _leaves(tree, vertex, rng)]
    nested: list[str] = []
    for constraint in _hidden_children(tree, vertex):
        if constraint.object in told:
            clauses.append(_plain_clue(constraint, vertex).format(told[constraint.object]))
        else:
            nested.append(
                constraint.clue.format(_described(tree, tree.vertices[constraint.object], rng, told))
            )
    return clauses + nested


def _plain_clue(constraint: Constraint, subject: Vertex) -> str:
    """Return the clue for an object of a word or two: a long description wants the end of the phrase, "that singer" does not."""
    relation = relation_table().by_name.get(constraint.relation)
    if relation is None or not relation.hidden.get(_family(subject)):
        return constraint.clue
    return relation.clues_for(_family(subject))[0]


def _described(tree: ResearchTree, vertex: Vertex, rng: random.Random, told: dict[int, str]) -> str:
    """Return "a singer who was born in York and recorded for Axle"."""
    return f"{with_article(vertex.noun)} {_pronoun(vertex)} {_predicate(_clauses(tree, vertex, rng, told))}"


def _predicate(clauses: list[str]) -> str:
    """Join verb phrases; a list whose members hold "and" themselves keeps its last comma."""
    if len(clauses) == 2 and " and " in clauses[0]:
        return f"{clauses[0]}, and {clauses[1]}"
    return joined(clauses)


def _one_sentence(tree: ResearchTree, rng: random.Random) -> str:
    root = tree.vertices[0]
    return f"Which {root.noun} {_predicate(_clauses(tree, root, rng, {}))}?"


def _bottom_up(tree: ResearchTree, rng: random.Random) -> str:
    """Describe hidden vertices from the deepest up, then ask."""
    told: dict[int, str] = {}
    sentences: list[str] = []
    for vertex in reversed(tree.vertices[1:]):
        if vertex.role is not VertexRole.HIDDEN:
            continue
        clauses = _clauses(tree, vertex, rng, told)
        opening = rng.choice(
            (
                "There is {a} {who}",
                "Think of {a} {who}",
                "Somewhere there is {a} {who}",
                "Consider {a} {who}",
            )
        )
        opening = opening.format(a=with_article(vertex.noun), who=_pronoun(vertex))
        sentences.append(f"{opening} {_predicate(clauses)}.")
        told[vertex.id] = f"that {vertex.noun}"
    root = tree.vertices[0]
    return f"{' '.join(sentences)} Which {root.noun} {_predicate(_clauses(tree, root, rng, told))}?"


def _step_by_step(tree: ResearchTree, rng: random.Random) -> str:
    """State the root's own clues, then one sentence a hidden child, then ask."""
    root = tree.vertices[0]
    leaves = [c.clue.format(tree.vertices[c.object].wording) for c in _leaves(tree, root, rng)]
    hidden = _hidden_children(tree, root)
    sentences: list[str] = []
    if leaves:
        sentences.append(f"{capitalised(with_article(root.noun))} {joined(leaves)}.")
    for position, constraint in enumerate(hidden):
        subject = f"The {root.noun}" if sentences else capitalised(with_article(root.noun))
        also = " also" if sentences and position else ""
        described = constraint.clue.format(_described(tree, tree.vertices[constraint.object], rng, {}))
        sentences.append(f"{subject}{also} {described}.")
    ending = rng.choice(("Which {noun} is it?", "Which {noun} is meant?", "What is the name of this {noun}?"))
    if phrase_family(_family(root)) == "person":
        ending = rng.choice(
            ("Who is this {noun}?", "Which {noun} is meant?", "What is the name of this {noun}?")
        )
    return f"{' '.join(sentences)} {ending.format(noun=root.noun)}"
