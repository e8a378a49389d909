"""The well-formed gate: a task that is whole, and whose tree is a tree. Looks at the task alone.

The shape is checked before anything that walks the tree, so later gates may rely on it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from isthmus.gates.base import GateContext, verdict
from isthmus.gates.reasons import Reason
from isthmus.gates.settings import GateSettings
from isthmus.gates.wording import range_is_worded
from isthmus.gates.words import Words, words_of
from isthmus.graph.words import fold_word
from isthmus.records import ResearchTree, Task, Verdict, Vertex, VertexRole
from isthmus.tasks import task_id

_INNER = (VertexRole.ANSWER, VertexRole.HIDDEN)
_PLACEHOLDER = re.compile(
    r"[{}<>|\\]|__|\[\[|\]\]|%[sd]\b|&\w+;|\b(?:None|null|nan|NaN|TODO|FIXME|XXX|TBD)\b|[Ll]orem ipsum|�"
)
_DOUBLED = re.compile(r"(?<!\w)(\w+)\s+\1(?!\w)", re.IGNORECASE)
_PAIRS = {")": "(", "]": "[", "”": "“", "»": "«"}
_PAIRED = re.compile(r"[\"()\[\]“”«»]")
_OPENING = frozenset(_PAIRS.values())


@dataclass(frozen=True, slots=True)
class WellFormed:
    """Passes a task whose tree, question and answer have the right form."""

    name: ClassVar[str] = "well_formed"
    version: ClassVar[str] = "1"

    def check(self, task: Task, context: GateContext) -> Verdict:
        """Return whether the task is whole."""
        tree, settings = task.tree, context.settings
        reason = tree_fault(tree, settings)
        if reason is not Reason.OK:
            return verdict(self, reason, {"vertices": len(tree.vertices)})
        question = context.question(task)
        reason = _question_fault(task, question, settings)
        return verdict(
            self,
            reason,
            {"vertices": len(tree.vertices), "depth": tree.depth(), "words": len(question.written)},
        )


def tree_fault(tree: ResearchTree, settings: GateSettings) -> Reason:
    """Return why the tree is none, or OK."""
    vertices = tree.vertices
    if not settings.min_vertices <= len(vertices) <= settings.max_vertices:
        return Reason.VERTEX_COUNT
    if any(vertex.id != place for place, vertex in enumerate(vertices)):
        return Reason.VERTEX_ORDER
    reason = _edge_fault(tree)
    if reason is Reason.OK and tree.depth() > settings.max_depth:
        reason = Reason.DEPTH
    if reason is not Reason.OK:
        return reason
    inner = {constraint.subject for constraint in tree.constraints}
    for vertex in vertices:
        reason = _vertex_fault(vertex, vertex.id in inner)
        if reason is not Reason.OK:
            return reason
    if any(constraint.clue.count("{}") != 1 for constraint in tree.constraints):
        return Reason.CLUE_PLACE
    return _repetition(tree, inner)


def _edge_fault(tree: ResearchTree) -> Reason:
    count = len(tree.vertices)
    parents: dict[int, int] = {}
    for constraint in tree.constraints:
        if not (0 <= constraint.subject < count and 0 <= constraint.object < count):
            return Reason.DANGLING_EDGE
        if constraint.object in parents:
            return Reason.TWO_PARENTS
        parents[constraint.object] = constraint.subject
    roots = [vertex.id for vertex in tree.vertices if vertex.role is VertexRole.ANSWER]
    if 0 in parents or len(roots) > 1:
        return Reason.TWO_ROOTS
    if len(parents) < count - 1:
        return Reason.ORPHAN
    for vertex in parents:
        steps = 0
        while vertex:
            vertex, steps = parents[vertex], steps + 1
            if steps > count:
                return Reason.CYCLE
    objects = [constraint.object for constraint in tree.constraints]
    if objects != sorted(objects) or any(parent > child for child, parent in parents.items()):
        return Reason.VERTEX_ORDER
    return Reason.OK


def _vertex_fault(vertex: Vertex, has_constraints: bool) -> Reason:
    if has_constraints is not (vertex.role in _INNER) or (vertex.id == 0) is not (
        vertex.role is VertexRole.ANSWER
    ):
        return Reason.ROLE
    if not vertex.entity.strip() or (has_constraints and not (vertex.document_id and vertex.noun)):
        return Reason.ROLE
    if vertex.role is VertexRole.VALUE:
        if vertex.low is None or vertex.high is None or not vertex.low <= vertex.high:
            return Reason.RANGE
    elif vertex.role is VertexRole.DESCRIBED and (
        len(set(vertex.members)) < 2 or vertex.entity not in vertex.members
    ):
        return Reason.MEMBERS
    return Reason.OK


def _repetition(tree: ResearchTree, inner: set[int]) -> Reason:
    seen: dict[str, int] = {}
    for vertex in tree.vertices:
        other = seen.setdefault(vertex.entity, vertex.id)
        if other != vertex.id and (other in inner or vertex.id in inner):
            return Reason.REPEATED_ENTITY
    facts = {(c.subject, c.relation, tree.vertices[c.object].entity) for c in tree.constraints}
    return Reason.OK if len(facts) == len(tree.constraints) else Reason.REPEATED_ENTITY


def _question_fault(task: Task, question: Words, settings: GateSettings) -> Reason:
    text = task.question
    if not settings.min_words <= len(question.written) <= settings.max_words:
        return Reason.QUESTION_LENGTH
    if text.split() != text.split(" "):
        return Reason.PARAGRAPHS
    if not text.endswith("?"):
        return Reason.QUESTION_MARK
    if _PLACEHOLDER.search(text) and _PLACEHOLDER.search(_without_leaves(task)):
        return Reason.PLACEHOLDER
    if not _balanced(text):
        return Reason.UNBALANCED
    leaves = [words_of(vertex.wording) for vertex in task.tree.vertices if vertex.role not in _INNER]
    if any(not leaf.folded or not question.has_run(leaf.folded) for leaf in leaves):
        return Reason.LEAF_WORDING
    inner = task.tree.inner()
    if not all(question.has_run(words_of(vertex.noun).folded) for vertex in inner):
        return Reason.NOUN_NOT_SHOWN
    if not all(range_is_worded(v) for v in task.tree.vertices if v.role is VertexRole.VALUE):
        return Reason.RANGE_WORDING
    if _doubled(question, leaves):
        return Reason.DOUBLED_WORD
    if not task.answer.text.strip() or "\n" in task.answer.text:
        return Reason.ANSWER_TEXT
    if task.id != task_id(task.family, text, task.answer):
        return Reason.TASK_ID
    return Reason.OK


def _balanced(text: str) -> bool:
    if not _PAIRED.search(text):
        return True
    if text.count('"') % 2:
        return False
    opened: list[str] = []
    for char in text:
        if char in _OPENING:
            opened.append(char)
        elif char in _PAIRS and (not opened or opened.pop() != _PAIRS[char]):
            return False
    return not opened


def _without_leaves(task: Task) -> str:
    """Return the question without its leaves' words: a name may hold what would else be a placeholder."""
    text = task.question
    for vertex in task.tree.vertices:
        if vertex.role not in _INNER and vertex.wording:
            text = text.replace(vertex.wording, " ")
    return text


def _doubled(question: Words, leaves: list[Words]) -> bool:
    folded = question.folded
    if not any(map(str.__eq__, folded, folded[1:])):
        return False
    for match in _DOUBLED.finditer(question.text):
        word = fold_word(match[1])
        if not any(leaf.has_run((word, word)) for leaf in leaves):
            return True
    return False
