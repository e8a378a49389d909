"""A small database with the names that trip careless guards: a column `create_date`, a literal `UPDATE me`."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from isthmus.databases import Bounds, SqliteDatabase

SCHEMA = """
CREATE TABLE harbour (id INTEGER PRIMARY KEY, name TEXT NOT NULL, photo BLOB);
CREATE TABLE ship (
    id INTEGER PRIMARY KEY, name TEXT, harbour_id INT REFERENCES harbour(id), create_date TEXT, tons REAL,
    "odd ""name" TEXT
);
CREATE VIEW big AS SELECT name FROM ship WHERE tons > 100;
CREATE VIEW broken AS SELECT * FROM gone;
CREATE VIRTUAL TABLE log USING fts5(entry);
INSERT INTO harbour VALUES (1, 'Osk', x'00ff'), (2, 'Vell', NULL);
INSERT INTO ship VALUES (1, 'Marigold', 1, '1901-02-03', 250.5, 'a'), (2, 'UPDATE me', 2, '1902-01-01', 80, NULL);
INSERT INTO log VALUES ('left harbour at dawn');
"""


@pytest.fixture(scope="session")
def file(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("db") / "fleet.sqlite"
    connection = sqlite3.connect(path)
    connection.executescript(SCHEMA)
    connection.close()
    return path


@pytest.fixture(scope="session")
def database(file) -> SqliteDatabase:
    return SqliteDatabase(file, bounds=Bounds(seconds=0.3))
