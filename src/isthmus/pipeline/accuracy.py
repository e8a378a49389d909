"""How each policy did, in one line with everything needed to judge it.

The interval is the bootstrap's by question. Where that is a point, since every question went the same way, it is Wilson's, which
does not look like certainty.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from isthmus.records import Score
from isthmus.scoring import summarise


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyAccuracy:
    """Accuracy of one policy."""

    policy: str
    """Name of the policy."""
    n_questions: int
    """Questions with at least one scored episode."""
    n_episodes: int
    """Scored episodes."""
    unscored: int
    """Episodes without a score: failed servers; in no mean."""
    mean: float | None
    """Mean score over questions; None when nothing was scored."""
    low: float | None
    """Lower end of the 95 % interval by question; None when nothing was scored."""
    high: float | None
    """Upper end of the 95 % interval; None when nothing was scored."""


def accuracies(scores: Iterable[Score], policies: Sequence[str]) -> list[PolicyAccuracy]:
    """Return one line a policy, in the order of `policies`; others are left out."""
    of_policy: dict[str, list[Score]] = {policy: [] for policy in policies}
    for score in scores:
        if score.policy in of_policy:
            of_policy[score.policy].append(score)
    return [_accuracy(policy, found) for policy, found in of_policy.items()]


def _accuracy(policy: str, scores: Sequence[Score]) -> PolicyAccuracy:
    summary = summarise(scores)
    return PolicyAccuracy(
        policy=policy,
        n_questions=summary.questions,
        n_episodes=summary.episodes,
        unscored=summary.unscored,
        mean=summary.mean,
        low=summary.low,
        high=summary.high,
    )
