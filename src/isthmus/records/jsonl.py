"""Records at the file edge: JSONL, compressed when the name ends in `.zst`; unknown keys are refused.

One pydantic `TypeAdapter` a record type, made on first use, so that `import isthmus` stays light.
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import IO, Any, TypeVar, cast

from isthmus.errors import RecordError, StorageError

T = TypeVar("T")


def adapter(kind: Any) -> Any:
    """Return pydantic's `TypeAdapter` of a record class, made on first use, with unknown keys refused at every depth."""
    return _made_adapter(kind)


@cache
def _made_adapter(kind: Any) -> Any:
    from pydantic import ConfigDict, TypeAdapter

    _forbid_unknown_keys(kind, ConfigDict(extra="forbid"))
    return TypeAdapter(kind)


def _forbid_unknown_keys(kind: Any, config: Any) -> None:
    """Mark a record class and every record class inside it as closed, before pydantic builds its schema."""
    import dataclasses
    import typing

    if dataclasses.is_dataclass(kind):
        if "__pydantic_config__" in kind.__dict__:
            return
        typing.cast(Any, kind).__pydantic_config__ = config
        for hint in typing.get_type_hints(kind).values():
            _forbid_unknown_keys(hint, config)
    for argument in typing.get_args(kind):
        _forbid_unknown_keys(argument, config)


def dump(record: object) -> str:
    """Return a record as one line of JSON, fields in the order they are declared."""
    return cast(bytes, adapter(type(record)).dump_json(record)).decode("utf-8")


def dump_python(record: object) -> Any:
    """Return a record as plain dicts, lists, strings and numbers."""
    return adapter(type(record)).dump_python(record, mode="json")


def load(kind: type[T], line: str | bytes, *, place: str = "") -> T:
    """Return the record in one line of JSON.

    Raises:
        RecordError: names `place` and the key when the line is not such a record.
    """
    from pydantic import ValidationError

    try:
        return cast(T, adapter(kind).validate_json(line))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        key = ".".join(str(part) for part in first["loc"]) or "the line"
        raise RecordError(
            f"not a {kind.__name__}: {key}: {first['msg']}", place=place, fix="mend or remove the line"
        ) from None


def open_text(path: Path, mode: str = "r") -> IO[str]:
    """Open a text file for reading (`r`) or writing (`w`), through zstd when its name ends in `.zst`.

    Raises:
        RecordError: while reading, when an archive is damaged or cut off.
    """
    if path.suffix == ".zst":
        if mode == "r":
            from isthmus.records.archives import open_archive

            return open_archive(path)
        import zstandard

        return cast(IO[str], zstandard.open(path, mode + "t", encoding="utf-8", newline="\n"))
    return path.open(mode, encoding="utf-8", newline="\n")


def read_records(kind: type[T], path: Path) -> Iterator[T]:
    """Yield the records of a JSONL file.

    Raises:
        RecordError: names file, line and key of the first line that is not a record.
        StorageError: when the file cannot be read.
    """
    try:
        with open_text(path) as file:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    yield load(kind, line, place=f"{path}:{number}")
    except UnicodeDecodeError as error:
        raise RecordError(
            f"not UTF-8 ({error.reason})", place=str(path), fix="convert the file to UTF-8"
        ) from None
    except OSError as error:
        raise StorageError(f"cannot read: {error.strerror or error}", place=str(path)) from None


def write_records(path: Path, records: Iterable[object]) -> int:
    """Write records to a new file, whole or not at all, and return how many."""
    count = 0
    temporary = path.with_name(f".{path.name}.partial{path.suffix}")
    try:
        with open_text(temporary, "w") as file:
            for record in records:
                file.write(dump(record))
                file.write("\n")
                count += 1
        os.replace(temporary, path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise StorageError(f"cannot write: {error.strerror or error}", place=str(path)) from None
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return count


def write_json(path: Path, value: object) -> None:
    """Write a JSON value, indented, whole or not at all."""
    text = io.StringIO()
    json.dump(value, text, indent=2, ensure_ascii=False, sort_keys=True)
    temporary = path.with_name(f".{path.name}.partial")
    try:
        temporary.write_text(text.getvalue() + "\n", encoding="utf-8")
        os.replace(temporary, path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise StorageError(f"cannot write: {error.strerror or error}", place=str(path)) from None


def read_json(path: Path) -> Any:
    """Return the JSON value in a file.

    Raises:
        RecordError: when the file is not JSON.
        StorageError: when it cannot be read.
    """
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, UnicodeDecodeError) as error:
        raise RecordError(f"not JSON: {error}", place=str(path), fix="restore or delete the file") from None
    except OSError as error:
        raise StorageError(f"cannot read: {error.strerror or error}", place=str(path)) from None
