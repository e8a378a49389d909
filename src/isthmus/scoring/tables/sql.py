"""Execution scoring: a predicted statement is right when its result is, by a set of rules.

Faults are kept apart. What the prediction does wrong (no statement, wrong, refused, too slow, too much) is wrong with that
reason. What is not its fault (no true statement runs to its end, a broken database) is not scored.
"""

from __future__ import annotations

from collections.abc import Sequence

from isthmus.databases import Bounds, Database, InvalidQuery, QueryError, RefusedQuery
from isthmus.errors import InfrastructureError
from isthmus.records import Episode, Score
from isthmus.scoring.tables.judge import score_table
from isthmus.scoring.tables.records import Table, TableCase
from isthmus.scoring.tables.submitted import submitted_sql
from isthmus.scoring.tables.verdicts import Rules, TableReason, Verdict, unscored, wrong

SCORER = "sql-execution/1"
SQL_BOUNDS = Bounds(rows=10_000, seconds=30.0, result_bytes=20_000_000)
"""Limits of each statement; rows as in HybridDeepResearch's evaluation, so that a result shown cut is still scored whole."""


def score_sql(
    pred_sql: str | None,
    gold_sqls: Sequence[str],
    database: Database,
    rules: Rules,
    bounds: Bounds = SQL_BOUNDS,
) -> Verdict:
    """Run a prediction and the true statements, and compare their results.

    Args:
        pred_sql: The statement to judge; None or blank when none was submitted.
        gold_sqls: True statements; any may match. Order counts for those whose outermost query has ORDER BY.
        database: Where they run.
        rules: How tables are compared.
        bounds: Limits of each statement.
    """
    if not pred_sql or not pred_sql.strip():
        return wrong(TableReason.NO_SQL)
    try:
        golds = _gold_tables(gold_sqls, database, bounds)
        if not golds:
            return unscored(TableReason.GOLD_FAILED)
        pred = _predicted(pred_sql, database, bounds)
    except InfrastructureError as error:
        return unscored(TableReason.DATABASE_FAILED, str(error))
    if isinstance(pred, Verdict):
        return pred
    verdicts = [_compare(pred, gold, ordered, database, rules) for gold, ordered in golds]
    best = next((verdict for verdict in verdicts if verdict.match), None)
    undecided = next((verdict for verdict in verdicts if verdict.match is None), None)
    if best or undecided:
        return best or undecided or verdicts[-1]
    # A true statement that failed might have been the one that matches.
    return verdicts[-1] if len(golds) == len(gold_sqls) else unscored(TableReason.GOLD_FAILED)


def score_sql_episode(
    episode: Episode, gold_sqls: Sequence[str], database: Database, rules: Rules, bounds: Bounds = SQL_BOUNDS
) -> Score:
    """Return what an episode's submitted statement is worth; an episode that a failed server ended is not scored."""
    if episode.stop.is_infrastructure():
        verdict = Verdict(match=None, reason=TableReason.DATABASE_FAILED)
    else:
        verdict = score_sql(submitted_sql(episode), gold_sqls, database, rules, bounds)
    return Score(
        episode_id=episode.id,
        task_id=episode.task_id,
        policy=episode.policy,
        scorer=f"{SCORER}/{rules}",
        value=None if verdict.match is None else float(verdict.match),
        reason="infrastructure" if episode.stop.is_infrastructure() else verdict.reason.value,
    )


def _gold_tables(gold_sqls: Sequence[str], database: Database, bounds: Bounds) -> list[tuple[Table, bool]]:
    """Return the results of the true statements that ran to their end, and whether their order counts."""
    tables = []
    for sql in gold_sqls:
        try:
            result = database.execute(sql, bounds)
        except QueryError:
            continue
        if not result.truncated:
            tables.append((Table.of(result), is_ordered(sql, database.dialect)))
    return tables


def _predicted(sql: str, database: Database, bounds: Bounds) -> Table | Verdict:
    try:
        result = database.execute(sql, bounds)
    except InvalidQuery as error:
        return wrong(TableReason.INVALID_SQL, str(error))
    except RefusedQuery as error:
        return wrong(TableReason.REFUSED_SQL, str(error))
    if result.truncated:
        return wrong(TableReason.TOO_MANY_ROWS)
    return Table.of(result)


def _compare(pred: Table, gold: Table, ordered: bool, database: Database, rules: Rules) -> Verdict:
    if rules is Rules.HDR:
        # Its executor gives a result without rows no columns either, so that all empty results are the same.
        pred, gold = (table if table.rows else Table(columns=(), rows=()) for table in (pred, gold))
    return score_table(TableCase(id=database.id, pred=pred, golds=(gold,), ordered=ordered), rules)


def is_ordered(sql: str, dialect: str) -> bool:
    """Return whether a statement's outermost query has ORDER BY; one in a subquery, a window or an aggregate is none.

    A statement sqlglot cannot read counts as ordered when it names ORDER BY anywhere.
    """
    import sqlglot
    from sqlglot import exp

    try:
        query = sqlglot.parse_one(sql, read=dialect)
    except (sqlglot.errors.SqlglotError, RecursionError):
        return "order by" in " ".join(sql.lower().split())
    while isinstance(query, exp.Subquery) and not query.args.get("order"):
        query = query.this
    return isinstance(query, exp.Query) and bool(query.args.get("order"))
