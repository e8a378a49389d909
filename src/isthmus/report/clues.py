"""Where in a question each clue stands, so that a reader sees which words came from which edge of the tree.

A clue is a verb phrase with `{}` for its object. For a leaf the phrase and the object's words are sought together; for a hidden
vertex only the phrase before `{}`, because the words after it are the hidden vertex's own clues. A writer may drop an auxiliary
(`has recorded for` -> `recorded for`), so leading words are given up one by one. Spans never overlap; a clue that is not found
is simply not coloured.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from isthmus.records import Constraint, Task, Vertex, VertexRole
from isthmus.report.text import printable

_SHORTEST = 4
"""Fewer characters than this are no clue but an accident."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """A run of the question's text."""

    text: str
    """The words."""
    clue: int
    """Object vertex id of the constraint they come from; 0 for none."""


def segments(task: Task, limit: int) -> tuple[Segment, ...]:
    """Return the question, at most `limit` characters of it, cut into runs by clue; the runs together are the question."""
    question = printable(task.question)
    shown = question[:limit]
    taken: list[tuple[int, int, int]] = []
    for constraint in sorted(task.tree.constraints, key=lambda c: -len(c.clue)):
        span = _find(shown, constraint, task.tree.vertices[constraint.object], taken)
        if span is not None:
            taken.append((*span, constraint.object))
    result: list[Segment] = []
    at = 0
    for start, end, clue in sorted(taken):
        if start > at:
            result.append(Segment(text=shown[at:start], clue=0))
        result.append(Segment(text=shown[start:end], clue=clue))
        at = end
    rest = shown[at:] + (f"… (+{len(question) - limit:,} characters)" if len(question) > limit else "")
    if rest:
        result.append(Segment(text=rest, clue=0))
    return tuple(result)


def phrase(clue: str, words: str) -> str:
    """Return a clue with the object's words in place; `{}` is the only thing that is replaced."""
    return printable(clue.replace("{}", words, 1))


def _find(
    question: str, constraint: Constraint, vertex: Vertex, taken: list[tuple[int, int, int]]
) -> tuple[int, int] | None:
    folded = question.lower()
    if len(folded) != len(question):  # a letter whose lower case is longer would shift every offset
        folded = question
    for wanted in _wordings(constraint, vertex):
        sought = wanted.lower() if folded is not question else wanted
        start = folded.find(sought)
        while start >= 0:
            end = start + len(sought)
            if _whole(question, start, end) and all(end <= s or start >= e for s, e, _ in taken):
                return start, end
            start = folded.find(sought, start + 1)
    return None


def _wordings(constraint: Constraint, vertex: Vertex) -> Iterator[str]:
    """Yield what to look for, best first."""
    if vertex.role is VertexRole.HIDDEN:
        parts = [printable(constraint.clue.split("{}")[0]).strip(" ,")]
    else:
        parts = [phrase(constraint.clue, vertex.wording), printable(vertex.wording)]
    for part in parts:
        words = part.split(" ")
        for first in range(len(words)):
            rest = " ".join(words[first:])
            if len(rest) >= _SHORTEST:
                yield rest
            if rest == vertex.wording:
                break


def _whole(text: str, start: int, end: int) -> bool:
    """Return whether a span does not begin or end inside a word."""
    before = start > 0 and text[start - 1].isalnum() and text[start].isalnum()
    after = end < len(text) and text[end - 1].isalnum() and text[end].isalnum()
    return not (before or after)
