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
from isthmus.tools.threads import Workers
from isthmus.tools.toolbox import Toolbox, function_spec

if TYPE_CHECKING:
    from isthmus.corpus.snapshot import Snapshot

CHUNKS_IN_PLACE = 300_000
"""Up to this size a search takes a fraction of a millisecond and runs on the event loop; a hand-off would cost a tenth of it."""

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
    workers = Workers() if index.chunks > CHUNKS_IN_PLACE else None
    tools: list[Tool] = [WebSearch(index, workers=workers), WebFetch(snapshot, added_at=index.added_at)]
    if opened:
        tools.append(RunSql(opened))
    return Toolbox([*tools, FinalAnswer()])
