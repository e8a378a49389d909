"""The reachable gate: the oracle gets every page it needs from the real search tool (DESIGN.md, the certificate).

From the leaves up, each inner vertex's page must be among the first results of one of a few queries, made only of words that the
question shows and names of pages found before. The path is kept in the certificate.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from isthmus.agents.oracle import Wanted, research
from isthmus.gates.base import GateContext, verdict
from isthmus.gates.reasons import Reason
from isthmus.gates.resistant import rank_of
from isthmus.records import Step, Task, Verdict
from isthmus.records.tasks import Number
from isthmus.retrieval import Retriever


@dataclass(frozen=True, slots=True)
class Reachable:
    """Passes a task whose pages the oracle reaches."""

    name: ClassVar[str] = "reachable"
    version: ClassVar[str] = "1"

    def check(self, task: Task, context: GateContext) -> Verdict:
        """Return whether every inner vertex's page can be reached.

        Numbers:
            vertices: [vertex, calls made for it, rank of its page in the last search or None], in the order of the path.
        """
        if context.index is None:
            return verdict(self, Reason.NO_INDEX, {})
        steps = trace(task, context, context.index)
        context.keep_path(task, steps)
        rows: list[list[Number]] = []
        for vertex in dict.fromkeys(step.vertex for step in steps):
            own = [step for step in steps if step.vertex == vertex]
            rank = next((step.rank for step in reversed(own) if step.action == "search"), None)
            rows.append([vertex, len(own), rank])
        reached = any(step.action == "fetch" and step.vertex == 0 for step in steps)
        return verdict(self, Reason.OK if reached else Reason.NOT_REACHED, {"vertices": rows})


def trace(task: Task, context: GateContext, index: Retriever) -> tuple[Step, ...]:
    """Return the oracle's path through an index: every search with what it found, every page opened."""
    steps: list[Step] = []
    walk = research(task, searches=context.settings.reach_calls - 1)
    try:
        wanted: Wanted = next(walk)
        while True:
            vertex = task.tree.vertices[wanted.vertex]
            rank = rank_of(vertex.document_id, index.rank(wanted.query, context.settings.reach_k))
            steps.append(Step(action="search", query=wanted.query, vertex=wanted.vertex, rank=rank))
            title = None
            number = context.number(vertex.document_id or "")
            if rank is not None and number is not None:
                document = context.snapshot.at(number)
                steps.append(Step(action="fetch", query=document.url, vertex=wanted.vertex))
                title = document.title
            wanted = walk.send(title)
    except StopIteration:
        return tuple(steps)
