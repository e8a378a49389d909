"""The necessary gate: no vertex is over-determined (IS5, IS6; InfoSeek, arXiv:2509.00375).

S-(c) holds the pages that assert the typed claim; they surely satisfy c. A constraint is needed when the others still leave
another page of the same sort: |intersection of the others' S-| > 1. It is measured on S-, the other side from `unique`, so both
proofs err to the safe side. Where pages mention much and assert little, `necessary_on = "closures"` measures it on S+ instead:
without the constraint, the others would not prove the answer. No asserted set may lie inside another of the same vertex (the
inner one would say it all), and none may be a single page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pyroaring import AbstractBitMap, BitMap

from isthmus.gates.base import GateContext, Numbers, verdict
from isthmus.gates.reasons import Reason
from isthmus.graph.claims import FAMILY, TYPE
from isthmus.graph.nouns import noun_table
from isthmus.graph.sets import contained, leave_one_out, smallest_identifying
from isthmus.records import Task, Verdict, Vertex
from isthmus.records.tasks import Number
from isthmus.tasks import Solution


@dataclass(frozen=True, slots=True)
class Necessary:
    """Passes a task in which every constraint of every vertex is needed."""

    name: ClassVar[str] = "necessary"
    version: ClassVar[str] = "2"

    def check(self, task: Task, context: GateContext) -> Verdict:
        """Return whether no constraint can be left out.

        Numbers:
            asserted: [subject, object, size of S-] for each constraint, among pages of the vertex's sort.
            leave_one_out: [subject, object, pages of that sort that assert all the other constraints].
            leave_one_out_closures: the same on closures, within the pages that can be of its kind.
            measured_on: which of the two decides, the `necessary_on` setting.
            smallest: [vertex, fewest constraints whose closures leave one page of its kind]; None when no set does.
        """
        solutions = context.solutions(task)
        asserted: list[list[Number]] = []
        left: list[list[Number]] = []
        unproven: list[list[Number]] = []
        smallest: list[list[Number]] = []
        reason = Reason.OK
        for vertex in task.tree.inner():
            solution = solutions[vertex.id]
            universe = _universe(vertex, context)
            sets = solution.asserted
            if universe is not None:
                sets = tuple(lower & universe for lower in sets)
            counts = leave_one_out(sets, universe)
            loose = leave_one_out(solution.closures, solution.kind)
            for constraint, lower, count, wide in zip(
                task.tree.constraints_of(vertex.id), sets, counts, loose, strict=True
            ):
                asserted.append([vertex.id, constraint.object, len(lower)])
                left.append([vertex.id, constraint.object, count])
                unproven.append([vertex.id, constraint.object, wide])
            smallest.append([vertex.id, smallest_identifying(solution.closures, solution.kind)])
            if reason is Reason.OK:
                strict = context.settings.necessary_on == "asserted"
                reason = _fault(solution, sets, counts if strict else loose)
        numbers: Numbers = {
            "asserted": asserted,
            "leave_one_out": left,
            "leave_one_out_closures": unproven,
            "smallest": smallest,
            "measured_on": context.settings.necessary_on,
        }
        return verdict(self, reason, numbers)


def _universe(vertex: Vertex, context: GateContext) -> AbstractBitMap | None:
    """Return the pages that count as candidates for a vertex beside its constraints; None for the whole corpus."""
    within = context.settings.necessary_within
    noun = noun_table().named(vertex.noun)
    if within == "corpus" or noun is None:
        return None
    relation, name = (
        (FAMILY, f"Family: {noun.family}") if within == "family" else (TYPE, f"Type: {noun.word}")
    )
    entity = context.entity(name)
    return BitMap() if entity is None else context.graph.subjects(relation, entity)


def _fault(solution: Solution, sets: Sequence[AbstractBitMap], counts: list[int]) -> Reason:
    if len(sets) < 2 or min(map(len, sets)) < 2 or min(map(len, solution.closures)) < 2:
        return Reason.ALONE_ENOUGH
    if contained(solution.asserted) or contained(sets):
        return Reason.CONTAINED
    return Reason.OK if min(counts) > 1 else Reason.REDUNDANT
