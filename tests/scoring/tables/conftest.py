from __future__ import annotations

import pytest

from isthmus.scoring.tables import Rules, Table, TableCase, score_table


def table(columns) -> Table:
    """A table from its columns."""
    return Table(
        columns=tuple(f"c{number}" for number in range(len(columns))), rows=tuple(zip(*columns, strict=True))
    )


@pytest.fixture
def judge():
    """`judge("exact", pred_columns, gold_columns, ...)` gives (match, reason)."""

    def judge(rules, pred, *golds, **fields):
        case = TableCase(id="x", pred=table(pred), golds=tuple(map(table, golds)), **fields)
        verdict = score_table(case, Rules(rules))
        return verdict.match, verdict.reason.value

    return judge
