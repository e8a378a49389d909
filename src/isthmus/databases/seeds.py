"""Reads question sets over databases: a question in words with its gold SQL (text-to-SQL seeds, HR1, HR10).

One reader for the formats in use, told apart by their keys, as a JSON list or as JSON lines:

    Spider, KaggleDBQA, Archer    db_id, question, query | sql
    BIRD                          db_id, question, SQL, evidence, question_id
    Spider 2.0-lite               db, question, instance_id, external_knowledge; gold SQL in a folder of <instance_id>.sql
    HybridDeepResearch            db, sql_question, sql, id
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from isthmus.errors import InputError
from isthmus.ids import content_id
from isthmus.records.jsonl import open_text

_KEYS: dict[str, tuple[str, ...]] = {
    "database": ("db_id", "db", "database"),
    "question": ("sql_question", "question", "instruction"),
    "sql": ("query", "SQL", "sql"),
    "hint": ("evidence", "hint", "external_knowledge"),
    "name": ("question_id", "instance_id", "id"),
}
"""Keys that hold each part, the first that is there counts. HDR's `sql_question` comes before a merged `question`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seed:
    """A question over a database with its gold SQL."""

    id: str
    """Content id."""
    database: str
    """Id of the database."""
    question: str
    """The question, in words."""
    sql: str
    """The gold SQL."""
    hint: str = ""
    """What a reader must know beside the schema; empty for nothing."""
    source: str = ""
    """Where it was read, as `file:place`."""
    name: str = ""
    """Its id in the set it was read from."""


def read_seeds(path: Path, *, gold: Path | None = None) -> Iterator[Seed]:
    """Yield the questions of a file in order.

    Args:
        path: A JSON list, or JSON lines; compressed with zstd when its name says so.
        gold: Folder of `<id>.sql` for sets whose gold SQL lies apart; what has no file there is left out.

    Raises:
        InputError: when the file is missing or no such set, or a question lacks a part; names file, place and key.
    """
    for place, item in _items(path):
        seed = _seed(path, place, item, gold)
        if seed is not None:
            yield seed


def _items(path: Path) -> Iterator[tuple[str, object]]:
    if not path.is_file():
        raise InputError("no such file", place=str(path), fix="name a JSON or JSONL file of questions")
    try:
        with open_text(path) as stream:
            head = stream.read(64).lstrip("\ufeff \t\r\n")[:1]
        with open_text(path) as stream:
            if head == "[":
                for number, item in enumerate(json.load(stream), start=1):
                    yield f"item {number}", item
                return
            for number, line in enumerate(stream, start=1):
                if line.strip():
                    yield f"line {number}", json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"not JSON ({error})", place=str(path), fix="give a JSON list or JSON lines of questions"
        ) from None


def _seed(path: Path, place: str, item: object, gold: Path | None) -> Seed | None:
    where = f"{path}, {place}"
    if not isinstance(item, Mapping):
        raise InputError(
            f"not an object but {type(item).__name__}", place=where, fix="each question is an object"
        )
    name = _part(item, "name", where)
    sql = _part(item, "sql", where)
    if not sql and gold is not None:
        file = gold / f"{name}.sql"
        if not name or Path(name).name != name or not file.is_file():
            return None
        sql = file.read_text(encoding="utf-8", errors="replace")
    parts = {
        "database": _part(item, "database", where),
        "question": _part(item, "question", where),
        "sql": sql,
    }
    for key, value in parts.items():
        if not value.strip():
            raise InputError(
                f"no {key}", place=where, fix=f"expected one of the keys {', '.join(_KEYS[key])}"
            )
    parts = {key: value.strip() for key, value in parts.items()}
    hint = _part(item, "hint", where).strip()
    return Seed(
        id=content_id([*parts.values(), hint], prefix="d"),
        hint=hint,
        source=f"{path.name}:{place.rpartition(' ')[2]}",
        name=name,
        **parts,
    )


def _part(item: Mapping[str, object], part: str, where: str) -> str:
    for key in _KEYS[part]:
        value = item.get(key)
        if isinstance(value, str | int) and not isinstance(value, bool):
            return str(value)
        if isinstance(value, list) and value and all(isinstance(one, str) for one in value):
            return str(value[0])
        if value is not None:
            raise InputError(f"{key} is not text", place=where, fix="give text")
    return ""
