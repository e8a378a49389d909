"""Synthesis of one research-tree task: grow, write, identify. Gates come after (`isthmus.gates`)."""

from __future__ import annotations

from collections.abc import Iterator

from isthmus.corpus.titles import plain
from isthmus.graph import EvidenceGraph
from isthmus.ids import content_id, derive_rng
from isthmus.records import Answer, Rejection, Task
from isthmus.tasks.trees import Grower
from isthmus.tasks.writer import WRITER, write_question

FAMILY = "research_tree"
"""Name of the task family."""

HOPELESS = frozenset(("no-noun", "few-claims"))
"""Reasons for which another try with the same root is no use."""


def candidate_roots(graph: EvidenceGraph, *, seed: int) -> list[int]:
    """Return the numbers of the articles that may be answers, in an order drawn from the seed."""
    roots = [number for number in range(graph.documents) if graph.is_article(number)]
    derive_rng(seed, "roots").shuffle(roots)
    return roots


def synthesise(grower: Grower, root: int, *, seed: int, number: int = 0) -> Task | Rejection:
    """Return the task whose answer is a document, or why there is none.

    Args:
        grower: the tree grower of this process.
        root: document number of the answer.
        seed: the run's seed; with the root's id and `number` it decides everything.
        number: which task of this root, from 0.
    """
    root_id = grower.browser.snapshot.id_at(root)
    rng = derive_rng(seed, "tree", root_id, number)
    tree = grower.grow(root, rng)
    if isinstance(tree, str):
        return Rejection(id=f"{root_id}/{number}", stage="synth", reason=tree)
    question = write_question(tree, rng)
    answer = Answer(
        text=plain(tree.vertices[0].entity), aliases=_accepted(grower, root, tree.vertices[0].aliases)
    )
    return Task(
        id=task_id(FAMILY, question, answer),
        family=FAMILY,
        question=question,
        answer=answer,
        tree=tree,
        writer=WRITER,
    )


def task_id(family: str, question: str, answer: Answer) -> str:
    """Return a task's id: equal content, equal id."""
    return content_id([family, question, answer.text], prefix="t")


def _accepted(grower: Grower, root: int, aliases: tuple[str, ...]) -> tuple[str, ...]:
    """Return other accepted answers: the full title, aliases, redirects."""
    document = grower.browser.snapshot.at(root)
    names: dict[str, None] = dict.fromkeys((document.title, *aliases, *_redirects(grower, root)))
    names.pop(plain(document.title), None)
    return tuple(names)


def _redirects(grower: Grower, root: int) -> Iterator[str]:
    yield from grower.graph.aliases(root)
