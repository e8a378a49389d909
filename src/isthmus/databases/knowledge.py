"""The knowledge base of a database: terms that its questions use and its schema does not explain.

`<db>_kb.jsonl` beside the database, in the format of LiveSQLBench, whose databases HybridDeepResearch's tasks are about: a line
an entry, `{id, knowledge, description, definition, type, children_knowledge}`, where `knowledge` is its name and the children are
ids of entries that the definition builds on (-1 for none).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from isthmus.errors import InputError, RecordError
from isthmus.records.jsonl import open_text

MAX_ENTRIES = 10_000
"""Entries of one knowledge base at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowledge:
    """One entry."""

    name: str
    """What it is called."""
    description: str
    """What it is about."""
    definition: str
    """What it means: a formula, a rule, the meaning of a value."""
    builds_on: tuple[str, ...] = ()
    """Names of the entries that the definition uses."""


def read_knowledge(path: Path) -> tuple[Knowledge, ...]:
    """Return the entries of a `<db>_kb.jsonl` in order.

    Raises:
        InputError: when the file is missing, or a line is no entry, or two have one name; names file, line and key.
    """
    if not path.is_file():
        raise InputError("no such file", place=str(path), fix="name a <db>_kb.jsonl")
    names: dict[str, str] = {}
    read: list[tuple[str, Mapping[str, object]]] = []
    with open_text(path) as stream:
        for number, line in enumerate(stream, start=1):
            if not line.strip():
                continue
            where = f"{path}:{number}"
            entry = _entry(line, where)
            name = str(entry["knowledge"]).strip()
            if name.casefold() in {known.casefold() for known, _ in read}:
                raise RecordError(
                    f"knowledge {name!r} is there twice", place=where, fix="rename or remove one"
                )
            if len(read) == MAX_ENTRIES:
                raise RecordError(f"more than {MAX_ENTRIES:,} entries", place=where, fix="split the file")
            names[str(entry.get("id"))] = name
            read.append((name, entry))
    return tuple(
        Knowledge(
            name=name,
            description=str(entry.get("description") or "").strip(),
            definition=str(entry["definition"]).strip(),
            builds_on=tuple(names[child] for child in _children(entry) if child in names),
        )
        for name, entry in read
    )


def knowledge_beside(database: Path) -> tuple[Knowledge, ...]:
    """Return the entries of the knowledge base that lies beside a database file; none when there is no such file.

    Raises:
        InputError: when the file is there and cannot be read.
    """
    path = database.with_name(f"{database.stem.removesuffix('_template')}_kb.jsonl")
    return read_knowledge(path) if path.is_file() else ()


def _entry(line: str, where: str) -> Mapping[str, object]:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"not JSON ({error})", place=where, fix="mend or remove the line") from None
    if not isinstance(entry, dict):
        raise RecordError("not an object", place=where, fix="mend or remove the line")
    for key in ("knowledge", "definition"):
        if not isinstance(entry.get(key), str) or not entry[key].strip():
            raise RecordError(f"no {key}", place=where, fix=f"give {key!r} as text")
    return entry


def _children(entry: Mapping[str, object]) -> list[str]:
    children = entry.get("children_knowledge")
    return [str(child) for child in children] if isinstance(children, list) else []
