"""BIRD's comparison: the two results hold the same set of rows.

Repeats, order and names do not matter; the order of columns does. Values are equal as Python's are, so 1, 1.0 and true are one
value, NULL equals NULL, and NaN equals nothing.
"""

from __future__ import annotations

from isthmus.scoring.tables.records import TableCase
from isthmus.scoring.tables.verdicts import Budget, TableReason, Verdict, right, wrong


def score_bird(case: TableCase, budget: Budget) -> Verdict:
    """Compare the sets of rows.

    Raises:
        TooLarge: when the budget is spent.
    """
    budget.spend(len(case.pred.rows) * len(case.pred.columns) // 10)
    rows = set(case.pred.rows)
    reason = TableReason.NO_GOLD
    for gold in case.golds:
        budget.spend(len(gold.rows) * len(gold.columns) // 10)
        if rows == set(gold.rows):
            return right()
        missing = len(gold.columns) - len(case.pred.columns)
        reason = TableReason.VALUE_DIFFERS
        if rows and gold.rows and missing:
            reason = TableReason.MISSING_COLUMN if missing > 0 else TableReason.EXTRA_COLUMN
    return wrong(reason)
