"""The yield per gate, from a synthesis manifest's counts."""

from __future__ import annotations

from collections.abc import Mapping

from isthmus.gates import GATES, Deduplicator
from isthmus.report import FunnelGate

SYNTHESIS = "synth"
"""Pseudo-gate in front: the tree search and the writer."""


def funnel(counts: Mapping[str, int]) -> list[FunnelGate]:
    """Return what entered and passed each gate, in the order in which they ran.

    Args:
        counts: a `synth` manifest's counts; `gate.reason` keys count rejections.
    """
    names = [SYNTHESIS, *(gate.name for gate in GATES), Deduplicator.name]
    reasons: dict[str, dict[str, int]] = {name: {} for name in names}
    for key, count in counts.items():
        gate, dot, reason = key.partition(".")
        if dot:
            reasons[gate][reason] = count
    entering = counts["tasks"] + counts["rejected"]
    rows = []
    for name in names:
        passed = entering - sum(reasons[name].values())
        rows.append(FunnelGate(gate=name, entered=entering, passed=passed, reasons=reasons[name]))
        entering = passed
    return rows
