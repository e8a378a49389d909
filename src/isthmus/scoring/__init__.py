"""Scoring: whether an answer is right, and what many scores say."""

from isthmus.scoring.answers import SCORER, Match, MatchReason, match, score_episode
from isthmus.scoring.metrics import (
    Interval,
    Summary,
    avg_at_k,
    bootstrap_interval,
    group_scores,
    pass_at_k,
    summarise,
    unbiased_pass,
    wilson_interval,
)

__all__ = [
    "SCORER",
    "Interval",
    "Match",
    "MatchReason",
    "Summary",
    "avg_at_k",
    "bootstrap_interval",
    "group_scores",
    "match",
    "pass_at_k",
    "score_episode",
    "summarise",
    "unbiased_pass",
    "wilson_interval",
]
