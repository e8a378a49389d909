"""Every way out of a read-only SQLite connection that is known to us, tried; and harmless text that must pass."""

from __future__ import annotations

import resource
import sqlite3
import subprocess
import sys
import threading
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isthmus.databases import Bounds, InvalidQuery, QueryError, RefusedQuery, SqliteDatabase
from isthmus.errors import InfrastructureError, InputError

WRITES = [
    "INSERT INTO ship (id) VALUES (9)",
    "UPDATE ship SET name = 'x'",
    "DELETE FROM ship",
    "WITH x AS (SELECT 1) DELETE FROM ship",
    "REPLACE INTO ship (id) VALUES (1)",
    "DROP TABLE ship",
    "CREATE TABLE t (a)",
    "CREATE TEMP TABLE t (a)",
    "CREATE TABLE t AS SELECT * FROM ship",
    "ALTER TABLE ship ADD COLUMN x",
    "ATTACH '{folder}/new.sqlite' AS x",
    "VACUUM",
    "VACUUM INTO '{folder}/copy.sqlite'",
    "DETACH main",
    "BEGIN",
    "BEGIN IMMEDIATE",
    "SAVEPOINT s",
    "ROLLBACK",
    "ANALYZE",
    "INSERT INTO log(log) VALUES ('rebuild')",
    "EXPLAIN DELETE FROM ship",
    "PRAGMA journal_mode = delete",
    "PRAGMA query_only = 0",
    "PRAGMA writable_schema = 1",
    "PRAGMA hard_heap_limit = 1",
    "PRAGMA temp_store_directory = '/tmp'",
    "PRAGMA database_list",
    "PRAGMA user_version = 3",
    "SELECT * FROM pragma_database_list",
    "SELECT load_extension('x')",
    "SELECT fts3_tokenizer('simple')",
    "SELECT readfile('/etc/passwd')",
    "SELECT writefile('{folder}/new.txt', 'x')",
    "SELECT edit('x')",
    "SELECT 1; DELETE FROM ship",
    "SELECT 1 /* ; */; DROP TABLE ship",
    "SELECT 1 -- one\n; DROP TABLE ship",
    "/* a */ ; DROP TABLE ship",
    "SELECT 1; SELECT 2",
]


@pytest.mark.parametrize("sql", WRITES)
def test_refuses(database, file, sql):
    before = file.read_bytes()
    with pytest.raises(QueryError):
        database.execute(sql.format(folder=file.parent))
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir()] == [file.name]


NUMBERS = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c {limit}) "
RUNAWAYS = [
    NUMBERS.format(limit="") + "SELECT count(*) FROM c",
    NUMBERS.format(limit="").replace("UNION ALL", "UNION") + "SELECT count(*) FROM c",
    NUMBERS.format(limit="LIMIT 5000") + "SELECT count(*) FROM c a, c b, c d WHERE a.x * b.x = d.x + 1",
    NUMBERS.format(limit="") + "SELECT x FROM c ORDER BY -x",
    NUMBERS.format(limit="") + "SELECT group_concat(x) FROM c",
]


@pytest.mark.parametrize("sql", RUNAWAYS)
def test_stops_at_the_deadline(database, sql):
    start = time.monotonic()
    with pytest.raises(RefusedQuery, match="stopped after"):
        database.execute(sql)
    assert time.monotonic() - start < 5


BLOATS = [
    "SELECT hex(zeroblob(400000000))",
    "SELECT randomblob(900000000)",
    "SELECT zeroblob(400000000)",
    "SELECT replace(hex(zeroblob(100000)), '0', hex(zeroblob(100000)))",
    NUMBERS.format(limit="LIMIT 1000000") + "SELECT group_concat(x) FROM c",
]


@pytest.mark.parametrize("sql", BLOATS)
def test_refuses_huge_values_before_making_them(file, sql):
    database = SqliteDatabase(file, bounds=Bounds(seconds=20))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.monotonic()
    with pytest.raises(RefusedQuery, match="too long"):
        database.execute(sql)
    assert time.monotonic() - start < 5
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000


def test_printf_padding_makes_no_huge_value(database):
    assert database.execute("SELECT length(printf('%900000000d', 1))").rows == ((None,),)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT instr(hex(zeroblob(124000)), hex(zeroblob(62000)) || '1')",
        "SELECT hex(zeroblob(120000)) LIKE '%' || replace(hex(zeroblob(49)), '0', '0%') || '1'",
        "SELECT hex(zeroblob(120000)) GLOB '*' || replace(hex(zeroblob(49)), '0', '0*') || '1'",
    ],
)
def test_what_cannot_be_interrupted_is_short(database, sql):
    start = time.monotonic()
    database.execute(sql)
    assert time.monotonic() - start < 5


def test_memory_has_an_end(file):
    """In a process of its own: the heap limit holds for a whole process, and the other connections go on."""
    code = f"""
import resource
from isthmus.databases import Bounds, RefusedQuery, SqliteDatabase
database = SqliteDatabase({str(file)!r}, bounds=Bounds(seconds=60))
try:
    database.execute("WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c ORDER BY -x")
except RefusedQuery as error:
    print(error)
print(database.execute("SELECT count(*) FROM ship").rows, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024 < 1500)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=100, check=True
    )
    assert done.stdout.splitlines() == [
        "the statement used too much memory; select, join or sort less",
        "((2,),) True",
    ]


@pytest.mark.parametrize(
    ("sql", "rows"),
    [
        ("SELECT name FROM ship WHERE name = 'UPDATE me'", (("UPDATE me",),)),
        ("SELECT create_date FROM ship WHERE id = 1", (("1901-02-03",),)),
        ("SELECT 'DROP TABLE ship; DELETE' AS \"INSERT INTO\"", (("DROP TABLE ship; DELETE",),)),
        ("SELECT replace('abc', 'b', 'x')", (("axc",),)),
        ("select 1 -- ; drop table ship", ((1,),)),
        ("SELECT 1; -- done", ((1,),)),
        ("SELECT 1;", ((1,),)),
        ("/* DELETE */ SELECT 1", ((1,),)),
        ("WITH a AS (SELECT 2) SELECT * FROM a", ((2,),)),
        ("VALUES (1), (2)", ((1,), (2,))),
        ("SELECT value FROM json_each('[1, 2]')", ((1,), (2,))),
        ("SELECT name FROM pragma_table_info('harbour')", (("id",), ("name",), ("photo",))),
        ("SELECT entry FROM log WHERE log MATCH 'dawn'", (("left harbour at dawn",),)),
        ('SELECT "odd ""name" FROM ship WHERE id = 1', (("a",),)),
        ("SELECT name FROM big", (("Marigold",),)),
        ("SELECT count(*) FROM sqlite_master WHERE name = 'ship'", ((1,),)),
        ("SELECT name, rank() OVER (ORDER BY tons DESC) FROM ship", (("Marigold", 1), ("UPDATE me", 2))),
    ],
)
def test_harmless_text_runs(database, sql, rows):
    assert database.execute(sql).rows == rows


@pytest.mark.parametrize(
    "sql",
    ["EXPLAIN QUERY PLAN SELECT * FROM ship", "PRAGMA table_info(ship)", "PRAGMA main.table_xinfo('ship')"],
)
def test_describing_is_allowed(database, sql):
    assert database.execute(sql).rows


@pytest.mark.parametrize(
    ("sql", "words"),
    [
        ("SELECT * FROM nowhere", "no such table"),
        ("SELEC 1", "syntax error"),
        ("SELECT ?", "bindings"),
        ("", "no statement"),
        ("-- nothing", "no statement"),
        ("SELECT 1\0; DROP TABLE ship", "not text"),
        ("SELECT '\ud800'", "not text"),
        ("SELECT " + "+".join(["1"] * 300), "too large"),
        ("SELECT " + "(" * 5000 + "1" + ")" * 5000, "overflow"),
    ],
)
def test_wrong_statements_say_why(database, sql, words):
    with pytest.raises(InvalidQuery, match=words):
        database.execute(sql)


def test_columns_and_order_are_kept(database):
    result = database.execute(
        "SELECT s.name, h.name, s.id FROM ship s JOIN harbour h ON h.id = harbour_id ORDER BY s.id DESC"
    )
    assert result.columns == ("name", "name", "id")
    assert result.rows == (("UPDATE me", "Vell", 2), ("Marigold", "Osk", 1))
    empty = database.execute("SELECT name, tons FROM ship WHERE id = 7")
    assert (empty.columns, empty.rows, empty.truncated) == (("name", "tons"), (), False)


def test_rows_and_bytes_are_cut_and_said(database):
    numbers = NUMBERS.format(limit="LIMIT 600") + "SELECT x FROM c"
    cut = database.execute(numbers)
    assert (len(cut.rows), cut.truncated) == (500, True)
    whole = database.execute(numbers, Bounds(rows=600))
    assert (len(whole.rows), whole.truncated) == (600, False)
    wide = database.execute(NUMBERS.format(limit="LIMIT 99") + "SELECT hex(zeroblob(50000)) FROM c")
    assert wide.truncated
    assert sum(len(row[0]) for row in wide.rows) <= 2_000_000


def test_broken_text_is_read(tmp_path):
    connection = sqlite3.connect(tmp_path / "t.sqlite")
    connection.execute("CREATE TABLE t AS SELECT CAST(x'ff41' AS TEXT) AS a")
    connection.commit()
    connection.close()
    assert SqliteDatabase(tmp_path / "t.sqlite").execute("SELECT a FROM t").rows == (("\ufffdA",),)


def test_a_frozen_file_in_a_folder_that_cannot_be_written(tmp_path):
    connection = sqlite3.connect(tmp_path / "w.sqlite")
    connection.executescript("PRAGMA journal_mode = wal; CREATE TABLE t AS SELECT 1 AS a;")
    connection.close()
    tmp_path.chmod(0o500)
    try:
        assert SqliteDatabase(tmp_path / "w.sqlite", frozen=True).execute("SELECT a FROM t").rows == ((1,),)
    finally:
        tmp_path.chmod(0o700)


def test_bad_files_are_named(tmp_path, file):
    with pytest.raises(InputError, match=r"absent\.sqlite"):
        SqliteDatabase(tmp_path / "absent.sqlite")
    assert not (tmp_path / "absent.sqlite").exists()
    (tmp_path / "text.sqlite").write_text("this is no database, only words " * 50, encoding="utf-8")
    with pytest.raises(InputError, match=r"text\.sqlite"):
        SqliteDatabase(tmp_path / "text.sqlite")


def test_a_file_that_vanishes_is_not_the_agents_fault(tmp_path, file):
    path = tmp_path / "gone.sqlite"
    path.write_bytes(file.read_bytes())
    database = SqliteDatabase(path)
    path.unlink()
    with pytest.raises(InfrastructureError, match="gone"):
        database.execute("SELECT 1 FROM ship")


def test_threads(database):
    results: list[object] = []

    def work() -> None:
        for _ in range(20):
            results.append(database.execute("SELECT sum(tons) FROM ship").rows)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [((330.5,),)] * 80


@given(st.text(max_size=80) | st.text(alphabet="SELECT *FROM;'\"-/()ship0,%pragmjson_ea", max_size=60))
def test_any_text_gives_rows_or_words(database, sql):
    try:
        database.execute(sql)
    except QueryError as error:
        assert str(error)
