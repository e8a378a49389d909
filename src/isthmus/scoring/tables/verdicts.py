"""What a comparison of tables says: right, wrong or not scored, with one short word for why."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from isthmus.errors import IsthmusError


class Rules(StrEnum):
    """Whose notion of the same table."""

    HDR = "hdr"
    """HybridDeepResearch's execution match."""
    SPIDER2 = "spider2"
    """Spider 2.0-lite's comparison of results."""
    BIRD = "bird"
    """BIRD's equality of the sets of rows."""
    EXACT = "exact"
    """Our own: every value, every repeat, nothing else."""


class TableReason(StrEnum):
    """Why a table is right, wrong or not scored."""

    EQUAL = "equal"
    FIRST_ROW = "first-row"
    MOST_COLUMNS = "most-columns"
    NO_GOLD = "no-gold"
    ROW_COUNT = "row-count"
    MISSING_COLUMN = "missing-column"
    EXTRA_COLUMN = "extra-column"
    VALUE_DIFFERS = "value-differs"
    ORDER_DIFFERS = "order-differs"
    NOT_COMPARABLE = "not-comparable"
    TOO_LARGE = "too-large"
    NO_SQL = "no-sql"
    INVALID_SQL = "invalid-sql"
    REFUSED_SQL = "refused-sql"
    TOO_MANY_ROWS = "too-many-rows"
    GOLD_FAILED = "gold-failed"
    DATABASE_FAILED = "database-failed"

    def clause(self) -> str:
        """Return the reason in one clause."""
        return _CLAUSES[self]


_CLAUSES = {
    TableReason.EQUAL: "the same table by these rules",
    TableReason.FIRST_ROW: "the single row of one table is the first row of the other",
    TableReason.MOST_COLUMNS: "three quarters of the true columns are found, looked at one by one",
    TableReason.NO_GOLD: "there is no true table",
    TableReason.ROW_COUNT: "another number of rows",
    TableReason.MISSING_COLUMN: "fewer columns than the rules need",
    TableReason.EXTRA_COLUMN: "more columns than the rules allow",
    TableReason.VALUE_DIFFERS: "at least one value or repeat is another",
    TableReason.ORDER_DIFFERS: "the same rows in another order",
    TableReason.NOT_COMPARABLE: "the benchmark's own comparison stops with an error on these values",
    TableReason.TOO_LARGE: "deciding takes more work than the limit allows",
    TableReason.NO_SQL: "no statement was submitted",
    TableReason.INVALID_SQL: "the statement is wrong",
    TableReason.REFUSED_SQL: "the statement is not allowed or goes beyond a limit",
    TableReason.TOO_MANY_ROWS: "the result is cut at the limit of rows or bytes",
    TableReason.GOLD_FAILED: "no true statement gives a whole result",
    TableReason.DATABASE_FAILED: "the database is broken",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Whether a table is right."""

    match: bool | None
    """None: not scored, neither right nor wrong."""
    reason: TableReason
    """Why."""
    detail: str = ""
    """What the database said, for statements that failed."""


def right(reason: TableReason = TableReason.EQUAL) -> Verdict:
    """Return a verdict that the table is right."""
    return Verdict(match=True, reason=reason)


def wrong(reason: TableReason, detail: str = "") -> Verdict:
    """Return a verdict that the table is wrong."""
    return Verdict(match=False, reason=reason, detail=detail)


def unscored(reason: TableReason, detail: str = "") -> Verdict:
    """Return a verdict that nothing can be said."""
    return Verdict(match=None, reason=reason, detail=detail)


class NotComparable(IsthmusError):
    """The benchmark's own comparison would stop with an error on these values."""


class TooLarge(IsthmusError):
    """Deciding would take more work than the limit."""


MAX_STEPS = 5_000_000
"""Work one case may take, in comparisons of two values, about; two to four seconds."""


class Budget:
    """Counts the work of one case, so that the limit is the same on every machine."""

    def __init__(self, steps: int = MAX_STEPS) -> None:
        """Give a number of steps."""
        self.left = steps

    def spend(self, steps: int) -> None:
        """Take steps from what is left.

        Raises:
            TooLarge: when nothing is left.
        """
        self.left -= steps
        if self.left < 0:
            raise TooLarge("the comparison takes more work than the limit")
