"""What a report is made of. Everything comes in as records or counts; the report computes only what it shows.

Invariant: the inputs hold no clock and no machine's name, so the same run gives the same bytes of HTML.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from isthmus.records import Document, Episode, Score, Task

DETAILS = 200
"""Tasks whose whole proof is embedded by default; about 20 kB each."""

Lookup = Callable[[str], Document | None]
"""Finds a page by document id; None when there is no such page (or no snapshot at hand)."""


def no_pages(document_id: str) -> Document | None:
    """Find no page: for reports made without a snapshot."""
    del document_id
    return None


class PolicySummary(Protocol):
    """How one policy did, as `scoring` sums it up. Unscored episodes are in no mean."""

    @property
    def policy(self) -> str:
        """Name of the policy."""
        ...

    @property
    def n_questions(self) -> int:
        """Questions with at least one scored episode."""
        ...

    @property
    def n_episodes(self) -> int:
        """Scored episodes."""
        ...

    @property
    def unscored(self) -> int:
        """Episodes without a score: failed servers and judges."""
        ...

    @property
    def mean(self) -> float | None:
        """Share of right answers, 0 to 1; None when nothing was scored."""
        ...

    @property
    def low(self) -> float | None:
        """Lower end of the 95 % interval."""
        ...

    @property
    def high(self) -> float | None:
        """Upper end of the 95 % interval."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class FunnelGate:
    """What one gate (or the tree search before the gates) let through."""

    gate: str
    """Name of the gate: `unique`; `synthesis` for the tree search itself."""
    entered: int
    """Candidates that came in."""
    passed: int
    """Candidates that went on; `entered - passed` were rejected."""
    reasons: Mapping[str, int] = field(default_factory=dict)
    """Reason code -> how many were rejected for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportInputs:
    """All a report shows."""

    title: str
    """Heading of the page: usually the corpus's or run's name."""
    facts: Mapping[str, str | int | float] = field(default_factory=dict)
    """Facts of the run in the order shown: `{"Corpus": "musicians", "Pages": 3000, "Seed": 0}`."""
    funnel: Sequence[FunnelGate] = ()
    """Gates in the order they ran."""
    tasks: Sequence[Task] = ()
    """Tasks that passed, in the run's order."""
    rejected: Mapping[str, int] = field(default_factory=dict)
    """Reason -> count of what never reached a gate: malformed pages, roots without a tree."""
    episodes: Iterable[Episode] = ()
    """Episodes to read in the page; those of tasks shown in full are kept, the rest skipped, so a stream is fine."""
    scores: Sequence[Score] = ()
    """Scores of all episodes, whether embedded or not."""
    summaries: Sequence[PolicySummary] = ()
    """One a policy, in the order shown."""
    lookup: Lookup = no_pages
    """Finds the page of a piece of evidence."""
    costs: Mapping[int, Mapping[str, float]] = field(default_factory=dict)
    """Number of vertices -> cost column -> value, such as `{4: {"US$ a task": 0.002}}`; no columns when empty."""
    details: int = DETAILS
    """How many tasks are embedded with tree, proof, evidence and episodes; all have their row."""
