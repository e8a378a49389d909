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
    tries_per_root: int = 2
    """Trees grown and put to the gates for one answer before it is given up."""
    vertices: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0, 0.05, 0.45, 0.3, 0.15, 0.05)
    """Weight of each vertex count, from 0; 4 to 6 is the sweet spot of InfoSeek (Table 2). Under 5 a tree is flat."""
    max_depth: int = 3
    """Most edges from the root to a leaf."""
    min_closure: int = 4
    """Smallest closure of a constraint: an object on fewer pages gives the answer away."""
    max_closure_share: float = 0.5
    """Largest closure as a share of the corpus: an object on more pages says nothing."""
    min_asserted: int = 2
    """Fewest pages of the kind asked for that must assert a constraint; alone it would name the answer, so two at least."""
    min_flat: int = 3
    """Fewest constraints of a tree without a hidden vertex: two named things are one query, not research."""
    max_constraints: int = 4
    """Most constraints of one vertex."""
    max_same_relation: int = 2
    """Most constraints of one relation in a tree: a chain of the same relation is no question."""
    draws: int = 12
    """Choices of hidden children tried for a vertex before it is given up."""
    budget: int = 2_000
    """Constraint sets looked at for one choice of hidden children and one size."""
    attempts: int = 3
    """Trees tried for a root before it is given up."""

    def __post_init__(self) -> None:
        for name in (
            "tasks",
            "tasks_per_root",
            "tries_per_root",
            "max_depth",
            "min_closure",
            "draws",
            "budget",
            "attempts",
        ):
            if getattr(self, name) < 1:
                raise ValueError(f"synth.{name} must be 1 or more")
        if self.tries_per_root < self.tasks_per_root:
            raise ValueError(
                "synth.tries_per_root must be synth.tasks_per_root or more: each task takes a try"
            )
        if min(self.vertices, default=-1.0) < 0.0 or sum(self.vertices[3:]) <= 0.0 or any(self.vertices[:3]):
            raise ValueError(
                "synth.vertices must be weights of 0 or more, 0 for under three vertices, one at least above"
            )
        if not 0.0 < self.max_closure_share <= 1.0:
            raise ValueError("synth.max_closure_share must be above 0 and at most 1")
        if self.min_asserted < 2:
            raise ValueError("synth.min_asserted must be 2 or more: a claim of one page alone names it")
        if not 2 <= self.min_flat <= self.max_constraints:
            raise ValueError("synth.min_flat must be between 2 and synth.max_constraints")
        if self.max_same_relation < 1:
            raise ValueError("synth.max_same_relation must be 1 or more")
