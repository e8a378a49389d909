"""The not-verbatim gate: the question keeps a relation and its object, never the sentence that states it.

A sentence taken over is a key for any search engine, and makes a question a quotation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from isthmus.gates.base import GateContext, verdict
from isthmus.gates.reasons import Reason
from isthmus.gates.words import Words, words_of
from isthmus.records import Task, Verdict


@dataclass(frozen=True, slots=True)
class NotVerbatim:
    """Passes a task whose question has no long run of words in common with an evidence text."""

    name: ClassVar[str] = "not_verbatim"
    version: ClassVar[str] = "1"

    def check(self, task: Task, context: GateContext) -> Verdict:
        """Return whether the question is in words of its own.

        Numbers:
            longest: words in the longest run that the question shares with an evidence text.
        """
        question = context.question(task)
        longest = 0
        for text in dict.fromkeys(constraint.evidence.text for constraint in task.tree.constraints):
            longest = longest_run(question, words_of(text), longest)
        reason = Reason.OK if longest < context.settings.run_words else Reason.VERBATIM
        return verdict(self, reason, {"longest": longest})


def longest_run(question: Words, evidence: Words, at_least: int = 0) -> int:
    """Return the words in the longest common run, or `at_least` when none is longer."""
    longest = at_least
    row, starts = question.row, question.starts
    last = len(starts) - 1
    for start in range(last):
        while start + longest < last and row[starts[start] : starts[start + longest + 1] + 1] in evidence.row:
            longest += 1
    return longest
