"""The resistant gate: the real search tool does not answer the question by itself (DESIGN.md, the certificate).

Two shortcuts are tried: the whole question as one query, and each clue alone with the words of its object. Neither may bring
up the answer's page near the top; nor may the question bring up a hidden page at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from isthmus.agents.policies import as_query
from isthmus.gates.base import GateContext, Numbers, verdict
from isthmus.gates.reasons import Reason
from isthmus.records import Constraint, Task, Verdict
from isthmus.records.tasks import Number

_UNQUOTED = str.maketrans(dict.fromkeys('"“”„‟«»', " "))


@dataclass(frozen=True, slots=True)
class Resistant:
    """Passes a task that one search does not solve."""

    name: ClassVar[str] = "resistant"
    version: ClassVar[str] = "1"

    def check(self, task: Task, context: GateContext) -> Verdict:
        """Return whether shortcuts fail.

        Numbers (ranks are 1-based; None: not among the results looked at):
            looked_at: results looked at for the question, and for a clue.
            question: [vertex, rank of its page for the question] for each inner vertex.
            clues: [subject, object, rank of the answer's page for that clue] for each constraint.
        """
        index, settings = context.index, context.settings
        if index is None:
            return verdict(self, Reason.NO_INDEX, {})
        deepest = max(settings.question_k, settings.question_hidden_k)
        # A question longer than a query may be is tried as the tool would take it and whole.
        queries = dict.fromkeys((as_query(task.question), task.question.translate(_UNQUOTED)))
        results = [index.rank(query, deepest) for query in queries]
        question: list[list[Number]] = [[v.id, _best_rank(v.document_id, results)] for v in task.tree.inner()]
        clues: list[list[Number]] = []
        reason = _question_fault(question, settings.question_k, settings.question_hidden_k)
        if reason is Reason.OK:
            answer = task.tree.vertices[0].document_id
            for constraint in task.tree.constraints:
                found = index.rank(clue_query(task, constraint), settings.clue_k)
                clues.append([constraint.subject, constraint.object, rank_of(answer, found)])
            if any(rank is not None for _, _, rank in clues):
                reason = Reason.ANSWER_BY_CLUE
        looked_at: list[Number] = [deepest, settings.clue_k]
        numbers: Numbers = {"question": question, "clues": clues, "looked_at": looked_at}
        return verdict(self, reason, numbers)


def clue_query(task: Task, constraint: Constraint) -> str:
    """Return a clue as a query: its words with the words of its object; a hidden object's noun."""
    target = task.tree.vertices[constraint.object]
    return as_query(constraint.clue.replace("{}", target.wording or target.noun))


def rank_of(document_id: str | None, found: list[str]) -> int | None:
    """Return the 1-based place of a document among results, or None."""
    return found.index(document_id) + 1 if document_id in found else None


def _best_rank(document_id: str | None, results: list[list[str]]) -> int | None:
    return min((rank for found in results if (rank := rank_of(document_id, found)) is not None), default=None)


def _question_fault(ranks: list[list[Number]], answer_k: int, hidden_k: int) -> Reason:
    for vertex, rank in ranks:
        if not isinstance(rank, int):
            continue
        if vertex == 0 and rank <= answer_k:
            return Reason.ANSWER_BY_QUESTION
        if vertex != 0 and rank <= hidden_k:
            return Reason.HIDDEN_BY_QUESTION
    return Reason.OK
