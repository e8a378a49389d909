from __future__ import annotations

import sqlite3

import pytest

from isthmus.databases import Bounds, SqliteDatabase
from isthmus.errors import InfrastructureError
from isthmus.messages import Message, Role, ToolCall
from isthmus.records import Episode, StopReason, ToolResult, ToolStatus, Turn
from isthmus.scoring.tables import Rules, is_ordered, score_sql, score_sql_episode, sql_in, submitted_sql

GOLD = ["SELECT name FROM ship"]


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    path = tmp_path_factory.mktemp("db") / "fleet.sqlite"
    with sqlite3.connect(path) as connection:
        connection.executescript(
            "CREATE TABLE ship (name TEXT, tons REAL); INSERT INTO ship VALUES ('Marigold', 250.5), ('Osk', 80);"
        )
    connection.close()
    return SqliteDatabase(path)


class Broken:
    id = "broken"
    dialect = "sqlite"

    def execute(self, sql, bounds=None):
        raise InfrastructureError("the disk is gone")


ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"


@pytest.mark.parametrize(
    ("pred", "golds", "match", "reason"),
    [
        ("SELECT name FROM ship ORDER BY tons", GOLD, True, "equal"),
        ("SELECT name FROM ship", ["SELECT name FROM ship ORDER BY tons"], False, "order-differs"),
        ("SELECT tons FROM ship", GOLD, False, "value-differs"),
        ("SELECT tons FROM ship", ["SELECT tons FROM ship", *GOLD], True, "equal"),
        ("", GOLD, False, "no-sql"),
        (None, GOLD, False, "no-sql"),
        ("SELEC", GOLD, False, "invalid-sql"),
        ("DELETE FROM ship", GOLD, False, "refused-sql"),
        (ENDLESS, GOLD, False, "refused-sql"),
        ("SELECT 1 FROM ship a, ship b, ship c", GOLD, False, "too-many-rows"),
        ("SELECT name FROM ship", ["SELECT gone"], None, "gold-failed"),
        ("SELECT name FROM ship", [ENDLESS], None, "gold-failed"),
        ("SELECT name FROM ship", ["SELECT gone", *GOLD], True, "equal"),
        ("SELECT tons FROM ship", ["SELECT gone", *GOLD], None, "gold-failed"),
        ("SELECT tons FROM ship", [], None, "gold-failed"),
    ],
)
def test_score_sql(database, pred, golds, match, reason):
    verdict = score_sql(pred, golds, database, Rules.EXACT, Bounds(rows=5, seconds=0.2))
    assert (verdict.match, verdict.reason.value) == (match, reason)


def test_a_broken_database_is_not_scored():
    verdict = score_sql("SELECT 1", ["SELECT 1"], Broken(), Rules.HDR)
    assert (verdict.match, verdict.reason.value) == (None, "database-failed")


def test_empty_results_are_all_the_same_to_hdr(database):
    pred, gold = "SELECT name, tons, 1, 2, 3 FROM ship WHERE 0", "SELECT name FROM ship WHERE 0"
    assert score_sql(pred, [gold], database, Rules.HDR).match is True
    assert score_sql(pred, [gold], database, Rules.EXACT).match is False


@pytest.mark.parametrize(
    ("sql", "ordered"),
    [
        ("SELECT a FROM t ORDER BY a", True),
        ("SELECT a FROM t order\nby a LIMIT 1", True),
        ("WITH x AS (SELECT a FROM t ORDER BY a) SELECT * FROM x", False),
        ("WITH x AS (SELECT a FROM t) SELECT * FROM x ORDER BY 1", True),
        ("SELECT a FROM t UNION SELECT b FROM u ORDER BY 1", True),
        ("SELECT row_number() OVER (ORDER BY a) FROM t", False),
        ("SELECT group_concat(a ORDER BY b) FROM t", False),
        ("SELECT * FROM (SELECT a FROM t ORDER BY a)", False),
        ("SELECT 'order by' FROM t", False),
        ("SELECT (( ORDER BY", True),
    ],
)
def test_only_the_outermost_order_by_counts(sql, ordered):
    assert is_ordered(sql, "sqlite") is ordered


@pytest.mark.parametrize(
    ("text", "sql"),
    [
        ("So:\n```sql\nSELECT 1\n```\nor\n```sql\nSELECT 2;\n```\n", "SELECT 2;"),
        ("```SQL\nSELECT 1```", "SELECT 1"),
        ("```sql\nSELECT 1\n```\n```\nSELECT 2\n```", "SELECT 1"),
        ("```\nSELECT 1\n```\n```\nSELECT 2\n```", "SELECT 2"),
        ("```python\nprint(1)\n```", None),
        ("```sql\n\n```\n```\nSELECT 2\n```", "SELECT 2"),
        ("```sql\nSELECT 1", None),
        ("SELECT 1", None),
        ("", None),
    ],
)
def test_sql_in_a_text(text, sql):
    assert sql_in(text) == sql


def episode(answer, *calls, stop=StopReason.ANSWERED):
    turns = []
    for number, (arguments, status) in enumerate(calls):
        call = ToolCall(id=str(number), name="run_sql", arguments=arguments)
        result = ToolResult(call_id=str(number), name="run_sql", status=status, text="")
        turns.append(Turn(message=Message(role=Role.ASSISTANT, tool_calls=(call,)), results=(result,)))
    return Episode(
        id="p/t/0",
        task_id="t",
        policy="p",
        attempt=0,
        prompt=(),
        turns=tuple(turns),
        stop=stop,
        answer=answer,
    )


def test_without_a_block_the_last_successful_call_counts():
    calls = (
        ('{"sql": "SELECT 1"}', ToolStatus.OK),
        ('{"sql": " SELECT 2 "}', ToolStatus.OK),
        ('{"sql": "SELECT 3"}', ToolStatus.REFUSED),
        ("not json", ToolStatus.OK),
        ('{"sql": 4}', ToolStatus.OK),
    )
    assert submitted_sql(episode("forty", *calls)) == "SELECT 2"
    assert submitted_sql(episode("```sql\nSELECT 9\n```", *calls)) == "SELECT 9"
    assert submitted_sql(episode(None)) is None


def test_an_episode_s_score(database):
    good = score_sql_episode(episode("```sql\nSELECT name FROM ship\n```"), GOLD, database, Rules.BIRD)
    assert (good.value, good.reason, good.scorer) == (1.0, "equal", "sql-execution/1/bird")
    none = score_sql_episode(episode(None, stop=StopReason.TOOL_FAILED), GOLD, database, Rules.BIRD)
    assert (none.value, none.reason) == (None, "infrastructure")
