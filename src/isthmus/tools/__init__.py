"""Tools an agent may call: search, pages, SQL, the final answer; names and arguments of HybridDeepResearch."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from isthmus.databases import Database, SqliteDatabase
from isthmus.retrieval import LexicalIndex
from isthmus.tools.answer import FinalAnswer
from isthmus.tools.base import Observation, Tool
from isthmus.tools.fetch import WebFetch
from isthmus.tools.search import WebSearch
from isthmus.tools.sql import RunSql
from isthmus.tools.toolbox import Toolbox, function_spec

if TYPE_CHECKING:
    from isthmus.corpus.snapshot import Snapshot

__all__ = [
    "FinalAnswer",
    "Observation",
    "RunSql",
    "Tool",
    "Toolbox",
    "WebFetch",
    "WebSearch",
    "document_tools",
    "function_spec",
]


def document_tools(
    index: LexicalIndex, snapshot: Snapshot, databases: Iterable[Database | Path] = ()
) -> Toolbox:
    """Return the usual tools: search, pages, SQL when there are databases (a path is a SQLite file), the final answer."""
    opened = [SqliteDatabase(entry) if isinstance(entry, Path) else entry for entry in databases]
    tools: list[Tool] = [WebSearch(index), WebFetch(snapshot, added_at=index.added_at)]
    if opened:
        tools.append(RunSql(opened))
    return Toolbox([*tools, FinalAnswer()])
