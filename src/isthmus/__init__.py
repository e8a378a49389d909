"""Isthmus: research tasks that carry their own proof, from documents, links and databases.

    import isthmus

    run = isthmus.run(isthmus.load_config("examples/demo.toml"))
    for task in run.tasks():
        print(task.question, task.answer.text)

Names are loaded when they are first used, so `import isthmus` is quick and needs nothing heavy.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from isthmus.version import __version__

if TYPE_CHECKING:
    from isthmus.config import Config, load_config
    from isthmus.corpus import Snapshot, build_snapshot, open_source
    from isthmus.errors import InputError, IsthmusError
    from isthmus.gates import certify, verify
    from isthmus.graph import EvidenceGraph, build_graph
    from isthmus.pipeline import Run, open_run
    from isthmus.pipeline import run_all as run
    from isthmus.records import Document, Episode, Score, Task, read_records, write_records
    from isthmus.retrieval import LexicalIndex
    from isthmus.worlds import World, WorldConfig

_HOMES = {
    "Config": "config",
    "Document": "records",
    "Episode": "records",
    "EvidenceGraph": "graph",
    "InputError": "errors",
    "IsthmusError": "errors",
    "LexicalIndex": "retrieval",
    "Run": "pipeline",
    "Score": "records",
    "Snapshot": "corpus",
    "Task": "records",
    "World": "worlds",
    "WorldConfig": "worlds",
    "build_graph": "graph",
    "build_snapshot": "corpus",
    "certify": "gates",
    "load_config": "config",
    "open_run": "pipeline",
    "open_source": "corpus",
    "read_records": "records",
    "run": "pipeline",
    "verify": "gates",
    "write_records": "records",
}

__all__ = [
    "Config",
    "Document",
    "Episode",
    "EvidenceGraph",
    "InputError",
    "IsthmusError",
    "LexicalIndex",
    "Run",
    "Score",
    "Snapshot",
    "Task",
    "World",
    "WorldConfig",
    "__version__",
    "build_graph",
    "build_snapshot",
    "certify",
    "load_config",
    "open_run",
    "open_source",
    "read_records",
    "run",
    "verify",
    "write_records",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'isthmus' has no attribute {name!r}")
    value = getattr(import_module(f"isthmus.{_HOMES[name]}"), "run_all" if name == "run" else name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
