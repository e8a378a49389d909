from __future__ import annotations

from collections.abc import Callable

import pytest

from isthmus.records import Rejection
from isthmus.runs import StageKey


@pytest.fixture
def key() -> StageKey:
    return StageKey(stage="synth", version="1", settings={"size": 3}, inputs={"graph": "g1"})


@pytest.fixture
def record() -> Callable[[int], Rejection]:
    return lambda number: Rejection(
        id=f"é {number}\u2028", stage="synth", reason="no-tree", detail="x" * (number % 7)
    )
