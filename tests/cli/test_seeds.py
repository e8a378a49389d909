from __future__ import annotations

import json
import sqlite3

import pytest

QUESTIONS = [
    {"db_id": "mills", "question": "Which mill is first?", "query": "SELECT name FROM mill WHERE id = 1"},
    {"db_id": "mills", "question": "Any mill?", "query": "SELECT name FROM mill LIMIT 1"},
    {"db_id": "mills", "question": "All mills?", "query": "SELECT name FROM mill"},
    {"db_id": "other", "question": "What?", "query": "SELECT 1"},
]


@pytest.fixture
def questions(tmp_path):
    (tmp_path / "db" / "mills").mkdir(parents=True)
    connection = sqlite3.connect(tmp_path / "db" / "mills" / "mills.sqlite")
    connection.executescript(
        "CREATE TABLE mill (id INT, name TEXT); INSERT INTO mill VALUES (1, 'Arn'), (2, 'Bel');"
    )
    connection.close()
    path = tmp_path / "q.json"
    path.write_text(json.dumps(QUESTIONS))
    return path


def test_the_table_counts_every_seed_and_the_files_hold_them(isthmus, questions, tmp_path):
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    result = isthmus("seeds", questions, "--databases", tmp_path / "db", "--out", good, "--rejected", bad)
    assert result.code == 0
    assert [line.split()[:2] for line in result.out.splitlines()] == [
        ["gold", "seeds"], ["ok", "1"], ["no-database", "1"], ["unordered-limit", "1"], ["trivial", "1"],
    ]  # fmt: skip
    assert [json.loads(line)["question"] for line in good.read_text().splitlines()] == [
        "Which mill is first?"
    ]
    assert [json.loads(line)["reason"] for line in bad.read_text().splitlines()] == [
        "unordered-limit", "trivial", "no-database",
    ]  # fmt: skip


def test_bad_input_is_one_line_and_writes_nothing(isthmus, questions, tmp_path):
    out = tmp_path / "good.jsonl"
    (tmp_path / "empty").mkdir()
    twice = tmp_path / "db" / "mills.db"
    for folder, message in [("gone", "no such folder"), ("empty", "no SQLite file in it")]:
        result = isthmus("seeds", questions, "--databases", tmp_path / folder, "--out", out)
        assert (result.code, result.err.count("\n")) == (2, 1) and message in result.err
    twice.write_bytes((tmp_path / "db" / "mills" / "mills.sqlite").read_bytes())
    result = isthmus("seeds", questions, "--databases", tmp_path / "db", "--out", out)
    assert result.code == 2 and "two databases are named 'mills'" in result.err
    twice.unlink()
    questions.write_text('{"db_id": "mills"}')
    result = isthmus("seeds", questions, "--databases", tmp_path / "db", "--out", out)
    assert result.code == 2 and "line 1: no question" in result.err
    assert not out.exists()
