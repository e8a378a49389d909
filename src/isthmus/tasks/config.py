"""Settings of task synthesis, with the papers' values where they give one."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class SynthConfig:
    """How research trees are made."""

    tasks: int = 200
    """Tasks wanted; synthesis stops when as many have passed all gates."""
    tasks_per_root: int = 1
    """Most tasks with one answer."""
    vertices: tuple[float, ...] = (0.0, 0.0, 0.0, 0.1, 0.25, 0.3, 0.25, 0.1)
    """Weight of each vertex count, from 0; 4 to 6 is the sweet spot of InfoSeek (Section 4, Table 2), 3 to 7 is made."""
    max_depth: int = 3
    """Most edges from the root to a leaf."""
    flat: float = 0.0
    """Share of trees of one level, without a hidden vertex."""
    min_closure: int = 4
    """Smallest closure of a constraint: an object on fewer pages gives the answer away."""
    max_closure_share: float = 0.5
    """Largest closure as a share of the corpus: an object on more pages says nothing."""
    min_asserted: int = 2
    """Fewest pages that must assert a constraint."""
    draws: int = 16
    """Constraint sets tried for a vertex before it is given up."""
    max_constraints: int = 4
    """Most constraints of one vertex."""
    attempts: int = 6
    """Trees tried for a root before it is given up."""
