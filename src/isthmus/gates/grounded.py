"""The grounded gate: every edge is stated where the tree says it is (IS2).

The answer is the root's name. The subject's own page holds exactly the evidence's characters at the evidence's offsets; these
name the object or link to it; and the evidence graph has the typed claim at that place.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import ClassVar

from isthmus.gates.base import GateContext, verdict
from isthmus.gates.reasons import Reason
from isthmus.gates.words import forms_of, words_of
from isthmus.graph.claims import PLACE_NAMES
from isthmus.graph.values import stated_numbers
from isthmus.records import AnswerKind, Constraint, Document, Task, Verdict, Vertex, VertexRole


@dataclass(frozen=True, slots=True)
class Grounded:
    """Passes a task in which each constraint's evidence states it."""

    name: ClassVar[str] = "grounded"
    version: ClassVar[str] = "1"

    def check(self, task: Task, context: GateContext) -> Verdict:
        """Return whether every edge has its proof in the corpus.

        Numbers:
            evidence: how many places were read.
            subject, object: the edge that failed, if one did.
        """
        tree = task.tree
        if not _answer_is_root(task, context):
            return verdict(self, Reason.ANSWER_NOT_ROOT, {"vertex": 0})
        for vertex in tree.vertices:
            reason = _page_fault(vertex, context)
            if reason is not Reason.OK:
                return verdict(self, reason, {"vertex": vertex.id})
        for vertex in tree.inner():
            number = context.number(vertex.document_id or "")
            assert number is not None
            document = context.snapshot.at(number)
            for constraint in tree.constraints_of(vertex.id):
                reason = _evidence_fault(document, constraint, tree.vertices[constraint.object], context)
                if reason is not Reason.OK:
                    return verdict(self, reason, {"subject": constraint.subject, "object": constraint.object})
        return verdict(self, Reason.OK, {"evidence": len(tree.constraints)})


def _answer_is_root(task: Task, context: GateContext) -> bool:
    """Return whether an answer in words, in every accepted form, is a name of the root's entity."""
    if task.answer.kind is not AnswerKind.TEXT:
        return True
    root = task.tree.vertices[0]
    known = {form for name in context.names(root) for form in forms_of(name)}
    return all(not known.isdisjoint(forms_of(text)) for text in (task.answer.text, *task.answer.aliases))


def _page_fault(vertex: Vertex, context: GateContext) -> Reason:
    if vertex.document_id is None:
        return Reason.OK
    number = context.number(vertex.document_id)
    if number is None:
        return Reason.NO_DOCUMENT
    return Reason.OK if context.entity(vertex.entity) == number else Reason.WRONG_PAGE


def _evidence_fault(
    document: Document, constraint: Constraint, target: Vertex, context: GateContext
) -> Reason:
    evidence = constraint.evidence
    if evidence.document_id != document.id:
        return Reason.OTHER_DOCUMENT
    if not 0 <= evidence.start < evidence.end <= len(document.text):
        return Reason.OFFSETS
    if document.text[evidence.start : evidence.end] != evidence.text:
        return Reason.TEXT_DIFFERS
    if target.role is VertexRole.VALUE:
        named = _states_value(evidence.text, target)
    else:
        named = _names_object(document, constraint, target, context)
    if not named:
        return Reason.OBJECT_NOT_NAMED
    return Reason.OK if _asserted(constraint, target, context) else Reason.NOT_ASSERTED


def _states_value(text: str, target: Vertex) -> bool:
    assert target.low is not None and target.high is not None
    return any(target.low <= low and high <= target.high for low, high in stated_numbers(text))


def _names_object(document: Document, constraint: Constraint, target: Vertex, context: GateContext) -> bool:
    evidence = constraint.evidence
    words = words_of(evidence.text)
    if words.says(target.entity):
        return True
    wanted = context.entity(target.entity)
    first = bisect_left(document.links, evidence.start, key=lambda link: link.start)
    for link in document.links[first:]:
        if link.start >= evidence.end:
            break
        if link.end <= evidence.end and context.entity(link.target) == wanted:
            return True
    short = (form for form, full in PLACE_NAMES.items() if full == target.entity)
    return any(words.says(name) for name in (*context.names(target), *short))


def _asserted(constraint: Constraint, target: Vertex, context: GateContext) -> bool:
    """Return whether the graph holds the claim with this relation, object and place."""
    evidence = constraint.evidence
    number = context.number(evidence.document_id)
    assert number is not None
    wanted = None if target.role is VertexRole.VALUE else context.entity(target.entity)
    for claim in context.claims(number):
        if claim.relation != constraint.relation or (claim.start, claim.end) != (
            evidence.start,
            evidence.end,
        ):
            continue
        if wanted is not None:
            if claim.object == wanted:
                return True
        elif claim.low is not None and target.low is not None and target.high is not None:
            high = claim.low if claim.high is None else claim.high
            if target.low <= claim.low and high <= target.high:
                return True
    return False
