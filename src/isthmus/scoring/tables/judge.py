"""One case by one set of rules, or by all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from isthmus.scoring.tables.bird import score_bird
from isthmus.scoring.tables.exact import score_exact
from isthmus.scoring.tables.hdr import score_hdr
from isthmus.scoring.tables.records import TableCase
from isthmus.scoring.tables.spider2 import score_spider2
from isthmus.scoring.tables.verdicts import Budget, Rules, TableReason, TooLarge, Verdict, unscored

_SCORERS: dict[Rules, Callable[[TableCase, Budget], Verdict]] = {
    Rules.HDR: score_hdr,
    Rules.SPIDER2: score_spider2,
    Rules.BIRD: score_bird,
    Rules.EXACT: score_exact,
}


def score_table(case: TableCase, rules: Rules) -> Verdict:
    """Return whether the predicted table is right; not scored when deciding takes more work than `MAX_STEPS`."""
    try:
        return _SCORERS[rules](case, Budget())
    except TooLarge:
        return unscored(TableReason.TOO_LARGE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """What is written for a case."""

    id: str
    """The case's."""
    match: bool | None
    """By the rules asked for; None: not scored."""
    reason: TableReason
    """Why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """The verdict of one set of rules, for people."""

    match: bool | None
    """By these rules."""
    reason: TableReason
    """Why."""
    because: str
    """The reason in one clause."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainedLine:
    """What is written for a case when all rules are asked."""

    id: str
    """The case's."""
    match: bool | None
    """By the rules asked for; None: not scored."""
    reason: TableReason
    """Why."""
    rules: dict[Rules, Explained]
    """What each set of rules says."""


def line_of(case: TableCase, rules: Rules) -> Line:
    """Return the line of a case."""
    verdict = score_table(case, rules)
    return Line(id=case.id, match=verdict.match, reason=verdict.reason)


def explained_line_of(case: TableCase, rules: Rules) -> ExplainedLine:
    """Return the line of a case with the verdict of every set of rules."""
    verdicts = {each: score_table(case, each) for each in Rules}
    explained = {
        each: Explained(match=verdict.match, reason=verdict.reason, because=verdict.reason.clause())
        for each, verdict in verdicts.items()
    }
    chosen = verdicts[rules]
    return ExplainedLine(id=case.id, match=chosen.match, reason=chosen.reason, rules=explained)
