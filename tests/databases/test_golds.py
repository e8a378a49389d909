"""Golds that can be ground truth, a planted fault for each reason, and chance found by brute force."""

from __future__ import annotations

import json
import os
import sqlite3
import tarfile
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from isthmus.databases import Bounds, QueryResult, SqliteDatabase
from isthmus.databases.golds import GoldReason, examine, examine_all, same_rows
from isthmus.databases.seeds import Seed, read_seeds
from isthmus.databases.variants import variants
from isthmus.errors import InputError

DATA = Path(os.environ.get("ISTHMUS_DATA", Path(__file__).parents[3] / "shared" / "data"))
ARCHIVE = DATA / "databases" / "spider_dev.txz"

ROWS = """
CREATE TABLE mill (id INTEGER PRIMARY KEY, name TEXT, town TEXT, stones INT);
INSERT INTO mill VALUES (1, 'Arn', 'Osk', 3), (2, 'Bel', 'Osk', 5), (3, 'Cor', 'Vell', 5), (4, 'Dun', NULL, 1);
"""


@pytest.fixture(scope="module")
def mills(tmp_path_factory):
    path = tmp_path_factory.mktemp("golds") / "mills.sqlite"
    connection = sqlite3.connect(path)
    connection.executescript(ROWS)
    connection.close()
    return SqliteDatabase(path)


def seed(sql: str, question: str = "Which?", database: str = "mills") -> Seed:
    return Seed(id=sql, database=database, question=question, sql=sql)


@pytest.mark.parametrize(
    ("sql", "reason"),
    [
        ("SELECT name FROM mill WHERE town = 'Osk'", "ok"),
        ("SELECT town FROM mill WHERE stones = 5", "ok"),
        ("SELECT name FROM mill ORDER BY stones LIMIT 2", "ok"),
        ("SELECT town, count(*) FROM mill GROUP BY town ORDER BY 2 DESC LIMIT 1", "ok"),
        ("SELECT name, town FROM mill WHERE stones < 9 GROUP BY id", "ok"),
        ("SELECT max(stones) FROM mill", "ok"),
        ("SELECT stones FROM mill ORDER BY stones DESC LIMIT 1", "ok"),
        ("SELECT name FROM mill WHERE stones > (SELECT avg(stones) FROM mill)", "ok"),
        ("SELECT name FROM mill WHERE town = 'Osk' LIMIT 9", "ok"),
        ("SELECT name FROM mill ORDER BY stones DESC LIMIT 1", "tie-dependent"),
        ("SELECT name FROM (SELECT * FROM mill ORDER BY stones DESC LIMIT 1)", "tie-dependent"),
        ("SELECT count(*) FROM mill WHERE id > (SELECT id FROM mill ORDER BY stones DESC LIMIT 1)", "tie-dependent"),
        ("SELECT town FROM mill GROUP BY town ORDER BY max(stones) DESC LIMIT 1", "tie-dependent"),
        ("SELECT name FROM mill ORDER BY stones DESC LIMIT 1 OFFSET 1", "tie-dependent"),
        ("SELECT name FROM mill WHERE town = 'Osk' LIMIT 1", "unordered-limit"),
        ("SELECT max(stones), name FROM mill", "bare-column"),
        ("SELECT name FROM mill GROUP BY town", "bare-column"),
        ("SELECT town FROM mill GROUP BY town HAVING stones > 3", "bare-column"),
        ("SELECT name FROM mill WHERE town = 'Nowhere'", "empty"),
        ("SELECT max(stones) FROM mill WHERE town = 'Nowhere'", "empty"),
        ("SELECT name FROM mill", "trivial"),
        ("SELECT gone FROM mill WHERE id = 1", "failing"),
        ("SELECT name FROM mill WHERE id > abs(random() % 9)", "unstable"),
        ("SELECT name, date('now') FROM mill WHERE id = 1", "unstable"),
        ("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n", "refused"),
        ("SELECT a.id FROM mill a, mill b, mill c WHERE a.id > 0", "too-large"),
        ("DELETE FROM mill", "not-analysed"),
        ("SELECT name FROM mill WHERE", "not-analysed"),
    ],
)  # fmt: skip
def test_a_gold_is_kept_or_kept_out_for_its_reason(mills, sql, reason):
    bounds = Bounds(rows=50, seconds=0.5)
    assert examine(seed(sql), mills, mills.catalog(), bounds=bounds).reason == reason


def test_of_seeds_that_ask_the_same_the_first_good_one_is_kept(mills):
    good = "SELECT name FROM mill WHERE id = 1"
    seeds = [
        seed("SELECT gone FROM mill WHERE id = 1", "Whose mill is it?"),
        seed(good, "Whose mill is it?"),
        seed("SELECT name FROM mill WHERE id = 2", "whose MILL is it"),
        seed(f"{good} ;", "Who owns it?"),
        seed(good, "Whose mill is it?", database="gone"),
    ]
    found = [gold.reason.value for gold in examine_all(seeds, {"mills": mills})]
    assert found == ["failing", "ok", "duplicate", "duplicate", "no-database"]


QUERIES = [
    "SELECT a FROM t ORDER BY b LIMIT 1",
    "SELECT b FROM t ORDER BY b DESC LIMIT 2",
    "SELECT a FROM t LIMIT 2",
    "SELECT a FROM t GROUP BY b",
    "SELECT b, count(*) FROM t GROUP BY b ORDER BY 2 DESC LIMIT 1",
    "SELECT a FROM t WHERE b >= (SELECT b FROM t ORDER BY a LIMIT 1)",
    "SELECT DISTINCT a FROM t ORDER BY a LIMIT 2",
    "SELECT a FROM t UNION ALL SELECT b FROM t LIMIT 3",
]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=4),
    st.sampled_from(QUERIES),
)
def test_whatever_hangs_on_the_order_of_rows_is_found(tmp_path_factory, rows, sql):
    path = tmp_path_factory.mktemp("orders") / "t.sqlite"
    results = set()
    for order in set(permutations(rows)):
        connection = sqlite3.connect(path)
        connection.executescript("DROP TABLE IF EXISTS t; CREATE TABLE t (a INT, b INT)")
        connection.executemany("INSERT INTO t VALUES (?, ?)", order)
        connection.commit()
        results.add(tuple(sorted(connection.execute(sql).fetchall())))
        connection.close()
    database = SqliteDatabase(path)
    differs = any(
        not same_rows(database.execute(one.one), database.execute(one.other))
        for one in variants(sql, database.catalog())
    )
    assert differs or len(results) == 1


def test_rows_are_compared_as_bags_of_typed_values():
    def result(*rows):
        return QueryResult(columns=("a",), rows=tuple((row,) for row in rows))

    assert same_rows(result(1, 2.0, None, "x", b"x"), result(b"x", "x", None, 2, 1.0))
    assert not same_rows(result(1, 2), result(2, 1), ordered=True)
    for one, other in [
        ((1, 1), (1,)),
        (("1",), (1,)),
        ((None,), ("None",)),
        ((b"x",), ("x",)),
        ((0.1,), (0.2,)),
    ]:
        assert not same_rows(result(*one), result(*other))
    assert same_rows(result(0.1 + 0.2), result(0.3))


FORMATS = [
    ({"db_id": "mills", "question": "Q?", "query": "SELECT 1"}, "", ""),
    ({"db_id": "mills", "question": "Q?", "SQL": "SELECT 1", "evidence": "h", "question_id": 7}, "h", "7"),
    (
        {"db": "mills", "sql_question": "Q?", "question": "other", "sql": "SELECT 1", "id": "sql2s_1"},
        "",
        "sql2s_1",
    ),
    ({"db_id": "mills", "question": "Q?", "sql": "SELECT 1", "evidence": None}, "", ""),
]


@pytest.mark.parametrize(("item", "hint", "name"), FORMATS)
@pytest.mark.parametrize("lines", [False, True])
def test_formats(tmp_path, item, hint, name, lines):
    path = tmp_path / "q.json"
    path.write_text(f"{json.dumps(item)}\n\n{json.dumps(item)}\n" if lines else json.dumps([item, item]))
    one, other = read_seeds(path)
    assert (one.database, one.question, one.sql, one.hint, one.name) == (
        "mills",
        "Q?",
        "SELECT 1",
        hint,
        name,
    )
    assert (one.source, other.source) == ("q.json:1", "q.json:3" if lines else "q.json:2")
    assert one.id == other.id


def test_golds_that_lie_apart(tmp_path):
    path = tmp_path / "spider2-lite.jsonl"
    names = ["local1", "local2", "../local1"]
    path.write_text(
        "".join(json.dumps({"db": "x", "question": "Q?", "instance_id": n}) + "\n" for n in names)
    )
    (tmp_path / "sql").mkdir()
    (tmp_path / "sql" / "local1.sql").write_text("SELECT 1;\n")
    (tmp_path / "local1.sql").write_text("SELECT 2")
    assert [(one.name, one.sql) for one in read_seeds(path, gold=tmp_path / "sql")] == [
        ("local1", "SELECT 1;")
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[1]", "q.json, item 1: not an object but int; each question is an object"),
        (
            '{"db_id": "x", "question": "Q?"}',
            "q.json, line 1: no sql; expected one of the keys query, SQL, sql",
        ),
        (
            '[{"db_id": "x", "question": "", "sql": "s"}]',
            "item 1: no question; expected one of the keys sql_question",
        ),
        ('[{"db_id": {}, "question": "q", "sql": "s"}]', "item 1: db_id is not text; give text"),
        ("not json", "q.json: not JSON"),
        ("[" * 100_000, "q.json: not JSON"),
    ],
)
def test_bad_input_names_file_place_and_key(tmp_path, text, message):
    path = tmp_path / "q.json"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        list(read_seeds(path))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.realdata
def test_spider_dev(tmp_path):
    if not ARCHIVE.is_file():
        pytest.skip(f"needs {ARCHIVE}; set ISTHMUS_DATA")
    with tarfile.open(ARCHIVE) as archive:
        archive.extractall(tmp_path, filter="data")
    folder = tmp_path / "spider_dev"
    databases = {path.stem: SqliteDatabase(path, frozen=True) for path in folder.glob("*.sqlite")}
    counts = Counter(gold.reason for gold in examine_all(read_seeds(folder / "dev_min.json"), databases))
    assert counts.total() == 1034 and counts[GoldReason.NO_DATABASE] == 62
    assert counts[GoldReason.OK] > 400
    assert counts[GoldReason.FAILING] == counts[GoldReason.NOT_ANALYSED] == 0
    assert min(counts[GoldReason.TIE], counts[GoldReason.EMPTY], counts[GoldReason.BARE_COLUMN]) > 0
