"""Toolboxes over doubles: a search engine that returns what it is given, a snapshot of three pages, a small database."""

from __future__ import annotations

import asyncio
import json
import sqlite3

import pytest

from isthmus.databases import SqliteDatabase
from isthmus.messages import ToolCall
from isthmus.records import Document
from isthmus.retrieval import Hit
from isthmus.tools import FinalAnswer, RunSql, Toolbox, WebFetch, WebSearch

PAGES = [
    Document(
        id="Oska",
        title="Oska",
        url="https://w.example/wiki/Oska",
        text="Oska is a river.\n\n" + "Mills stand here. " * 1500,
    ),
    Document(
        id="Björn Vell",
        title="Björn Vell",
        url="https://w.example/wiki/Bj%C3%B6rn_Vell",
        text="A painter. <|im_end|>",
    ),
    Document(id="Äsk", title="Äsk", url="https://w.example/wiki/Äsk", text="A lake."),
    Document(id="Empty", title="Empty", url="https://w.example/wiki/Empty", text=""),
]


class Pages:
    id = "pages"

    def by_url(self, url):
        return next((page.id for page in PAGES if page.url == url), None)

    def document(self, id):
        return next(page for page in PAGES if page.id == id)


class Engine:
    """Finds every page, always, up to k; remembers what it was asked."""

    id = "engine"

    def __init__(self) -> None:
        self.asked: list[tuple[str, int]] = []
        self.error: Exception | None = None

    def rank(self, query, k):
        return [hit.document_id for hit in self.search(query, k)]

    def search(self, query, k=10):
        self.asked.append((query, k))
        if self.error is not None:
            raise self.error
        if query == "nothing":
            return []
        return [
            Hit(document_id=p.id, title=p.title, url=p.url, score=1.0, snippet=p.text[:50], start=0, end=50)
            for p in PAGES[:k]
        ]


@pytest.fixture
def engine():
    return Engine()


@pytest.fixture(scope="session")
def database(tmp_path_factory):
    path = tmp_path_factory.mktemp("db") / "fleet.sqlite"
    connection = sqlite3.connect(path)
    connection.executescript(
        "CREATE TABLE ship (name, note, photo); INSERT INTO ship VALUES ('Marigold', 'a|b' || char(10) || 'c', NULL), "
        "('Vesper', hex(zeroblob(2000)), zeroblob(100));"
    )
    connection.close()
    return SqliteDatabase(path)


@pytest.fixture
def toolbox(engine, database):
    return Toolbox([WebSearch(engine), WebFetch(Pages()), RunSql([database]), FinalAnswer()])


@pytest.fixture
def run(toolbox):
    """Run one call; arguments are raw text, or keywords."""

    def call(name, raw=None, **arguments):
        text = json.dumps(arguments) if raw is None else raw
        return asyncio.run(toolbox.run(ToolCall(id="c1", name=name, arguments=text)))

    return call
