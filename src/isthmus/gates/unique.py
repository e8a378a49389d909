"""The unique gate: no vertex is under-determined (IS6; InfoSeek, arXiv:2509.00375).

S+(c) is the closure of a constraint's object: every page that links to or mentions it, or anything else that the question's
words for it can name (`gates.wording`). T+(x) holds every page that can be of the kind asked for (`graph.kinds`). H+(x), the
intersection of T+ and of S+ over the constraints of x, holds every page that can be meant, in the closed world of the snapshot.
If it is the vertex's own page alone, nothing else can be. A hidden object counts with every page its own constraints allow, so
the proof holds from the leaves up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from isthmus.gates.base import GateContext, Numbers, verdict
from isthmus.gates.reasons import Reason
from isthmus.graph.sets import intersection
from isthmus.records import Task, Verdict, VertexRole
from isthmus.records.tasks import Number
from isthmus.tasks import Solution


@dataclass(frozen=True, slots=True)
class Unique:
    """Passes a task in which H+ of every inner vertex is exactly its document."""

    name: ClassVar[str] = "unique"
    version: ClassVar[str] = "1"

    def check(self, task: Task, context: GateContext) -> Verdict:
        """Return whether each inner vertex has one solution, its own page.

        Numbers:
            readings: [leaf, entities its words can name] for each named leaf.
            closures: [subject, object, size of S+] for each constraint.
            kinds: [vertex, size of T+, the pages that can be what the question calls it].
            met: [vertex, size of the closures' intersection, before the kind is looked at].
            solutions: [vertex, size of H+] for each inner vertex.
        """
        unknown = _unknown(task, context)
        if unknown is not None:
            return verdict(self, Reason.UNKNOWN_ENTITY, {"entity": unknown})
        readings: list[list[Number]] = []
        for constraint in task.tree.constraints:
            if task.tree.vertices[constraint.object].role is VertexRole.NAMED:
                readings.append([constraint.object, len(context.meanings(task, constraint))])
        if any(count == 0 for _, count in readings):
            return verdict(self, Reason.NAMES_NOTHING, {"readings": readings})
        solutions = context.solutions(task)
        closures: list[list[Number]] = []
        kinds: list[list[Number]] = []
        met: list[list[Number]] = []
        sizes: list[list[Number]] = []
        for vertex in task.tree.inner():
            solution = solutions[vertex.id]
            for constraint, upper in zip(task.tree.constraints_of(vertex.id), solution.closures, strict=True):
                closures.append([vertex.id, constraint.object, len(upper)])
            kinds.append([vertex.id, len(solution.kind)])
            met.append([vertex.id, len(intersection(solution.closures))])
            sizes.append([vertex.id, len(solution.upper)])
        numbers: Numbers = {
            "readings": readings,
            "closures": closures,
            "kinds": kinds,
            "met": met,
            "solutions": sizes,
        }
        # From the leaves up: a fault below makes one above.
        for vertex in reversed(task.tree.inner()):
            page = context.number(vertex.document_id or "")
            reason = _fault(solutions[vertex.id], page)
            if reason is not Reason.OK:
                return verdict(self, reason, numbers | {"vertex": vertex.id})
        return verdict(self, Reason.OK, numbers)


def _unknown(task: Task, context: GateContext) -> str | None:
    """Return the name of an object whose closure is not known, if there is one."""
    for vertex in task.tree.vertices[1:]:
        if vertex.role is VertexRole.VALUE:
            continue
        for name in vertex.members or (vertex.entity,):
            if context.entity(name) is None:
                return name
    return None


def _fault(solution: Solution, page: int | None) -> Reason:
    if page is None:
        return Reason.NO_DOCUMENT
    for lower, upper in zip(solution.asserted, solution.closures, strict=True):
        if not lower.issubset(upper):
            return Reason.BOUNDS
    if len(solution.upper) > 1:
        return Reason.SEVERAL_SOLUTIONS
    if not solution.upper:
        return Reason.NO_SOLUTION
    return Reason.OK if page in solution.upper else Reason.OTHER_SOLUTION
