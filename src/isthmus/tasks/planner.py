"""The Planner of InfoSeek (IS3): sees the whole tree, chooses the vertex and the action.

Policy. A target (vertices, depth) is drawn once for each tree. Every inner vertex must end with two
constraints or more, so an open vertex reserves two. The open vertex nearest the root is treated first:
when the target still has room for a hidden child with its two constraints, and depth for it, the vertex
is extended (a second time, for breadth, when the room is more than twice that); then it is blurred with
as many leaves as determine it. With no vertex open the tree is terminated.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from enum import StrEnum

from isthmus.tasks.config import SynthConfig

TWO_LEVELS = 5
"""Fewest vertices of a tree of two levels."""


class Action(StrEnum):
    """The four actions of InfoSeek, Section 3.2."""

    INITIALISE = "initialise"
    EXTEND = "extend"
    BLUR = "blur"
    TERMINATE = "terminate"


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What a tree should become."""

    vertices: int
    """Vertices wanted, the root included."""
    depth: int
    """Most edges from root to leaf."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """What to do next."""

    action: Action
    """The action."""
    vertex: int
    """Vertex to treat; 0 for TERMINATE."""
    extensions: int = 0
    """Hidden children to add."""
    leaves: int = 0
    """Leaves wanted beside them; the Browser may need one more or fewer."""


def draw_target(config: SynthConfig, rng: random.Random) -> Target:
    """Draw the size of a tree from the configured weights, and its depth.

    A root with a hidden child that is itself blurred by two leaves, and one leaf beside it, has five vertices:
    smaller trees are flat.
    """
    vertices = rng.choices(range(len(config.vertices)), weights=config.vertices)[0]
    if vertices < TWO_LEVELS:
        return Target(vertices=vertices, depth=1)
    deep = vertices > TWO_LEVELS + 1 and config.max_depth >= 3 and rng.random() < 0.5
    return Target(vertices=vertices, depth=3 if deep else min(2, config.max_depth))


def next_move(target: Target, *, size: int, open_vertices: list[tuple[int, int]], rng: random.Random) -> Move:
    """Return the next move.

    Args:
        target: what the tree should become.
        size: vertices so far.
        open_vertices: (depth, vertex id) of the inner vertices without constraints.
        rng: the tree's generator.
    """
    if not open_vertices:
        return Move(action=Action.TERMINATE, vertex=0)
    depth, vertex = min(open_vertices)
    room = target.vertices - size - 2 * (len(open_vertices) - 1)
    extensions = 0
    if depth + 2 <= target.depth and room >= 4:
        extensions = 2 if room >= 6 and rng.random() < 0.5 else 1
    leaves = max(room - 3 * extensions, 2 - extensions)
    return Move(
        action=Action.EXTEND if extensions else Action.BLUR,
        vertex=vertex,
        extensions=extensions,
        leaves=min(leaves, 3),
    )
