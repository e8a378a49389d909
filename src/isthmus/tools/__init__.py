"""Tools an agent may call: search, pages, SQL, the final answer; names and arguments of HybridDeepResearch."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from isthmus.databases import Database, SqliteDatabase
from isthmus.databases.knowledge import knowledge_beside
from isthmus.retrieval import LexicalIndex
from isthmus.tools.answer import FinalAnswer
from isthmus.tools.base import Observation, Tool
from isthmus.tools.fetch import WebFetch
from isthmus.tools.knowledge import knowledge_tools
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
    "knowledge_tools",
]


def document_tools(
    index: LexicalIndex, snapshot: Snapshot, databases: Iterable[Database | Path] = ()
) -> Toolbox:
    """Return the usual tools: search, pages, SQL when there are databases, the final answer.

    A path is a SQLite file; where `<db>_kb.jsonl` lies beside it, the knowledge tools are there too.

    Raises:
        InputError: when a database or its knowledge base cannot be read, or two databases share an id.
    """
    databases = list(databases)
    opened = [SqliteDatabase(entry) if isinstance(entry, Path) else entry for entry in databases]
    workers = Workers() if index.chunks > CHUNKS_IN_PLACE else None
    tools: list[Tool] = [WebSearch(index, workers=workers), WebFetch(snapshot, added_at=index.added_at)]
    if opened:
        tools.append(RunSql(opened))
    knowledge = [known for entry in databases if isinstance(entry, Path) for known in knowledge_beside(entry)]
    if knowledge:
        tools += knowledge_tools(knowledge)
    return Toolbox([*tools, FinalAnswer()])
