"""Where documents come from.

A `Source` yields documents, redirects and rejections in reading order. A source that can split cheap reading from costly parsing
is a `RecordSource`: `build_snapshot` reads its records in one process and parses them in several, in the same order.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol, runtime_checkable

from isthmus.errors import StorageError
from isthmus.ids import digest, file_digest
from isthmus.records import Document, Redirect, Rejection

STAGE = "ingest"
"""`Rejection.stage` of everything left out while reading."""

MALFORMED = "malformed-record"
"""Reason: a line or page that is not what its format says."""
INVALID_UTF8 = "invalid-utf8"
"""Reason: bytes that are not UTF-8."""
TOO_LARGE = "page-too-large"
"""Reason: a page longer than the limit."""
EMPTY = "no-text"
"""Reason: a page without text."""

PAGE_LIMIT = 10_000_000
"""Characters of a page above which it is kept out, unless a reader is told otherwise."""

_WHOLE_DIGEST = 256 << 20
_SAMPLE = 1 << 20

Item = Document | Redirect | Rejection
"""What a source yields."""


class Source(Protocol):
    """A corpus that can be read."""

    name: str
    """Short name; part of the addresses of pages that have none of their own."""

    def items(self) -> Iterator[Item]:
        """Yield everything in reading order. `Document.url` may be empty; the snapshot then makes one."""
        ...

    def fingerprint(self) -> str:
        """Return an id of the input and of the reader's version; equal fingerprints read equal items."""
        ...


@runtime_checkable
class RecordSource(Protocol):
    """A source whose parsing can be spread over processes; instances are pickled to the workers."""

    def records(self) -> Iterator[tuple[str, bytes | str]]:
        """Yield (place, raw record) in reading order; cheap, and without keeping them."""
        ...

    def parse(self, place: str, record: bytes | str) -> Item | None:
        """Return what one record holds, or None for a record to pass over (blank line, other namespace)."""
        ...


def rejection(id: str, reason: str, detail: str = "") -> Rejection:
    """Return a rejection of the ingest stage."""
    return Rejection(id=id, stage=STAGE, reason=reason, detail=" ".join(detail.split())[:300])


def fingerprint_path(path: Path, reader: str) -> str:
    """Return a fingerprint of a file or folder for a reader `name/version`.

    Files up to 256 MiB are digested whole; of larger ones size, time of change, first and last MiB. Of a folder
    every file counts.
    """
    try:
        if path.is_dir():
            files = sorted(item for item in path.rglob("*") if item.is_file())
            parts = [part for item in files for part in (item.relative_to(path).as_posix(), _file_id(item))]
            return digest(reader, *parts)
        return digest(reader, _file_id(path))
    except OSError as error:
        raise StorageError(f"cannot read: {error.strerror or error}", place=str(path)) from None


def _file_id(path: Path) -> str:
    status = path.stat()
    if status.st_size <= _WHOLE_DIGEST:
        return file_digest(path)
    with path.open("rb") as file:
        head = file.read(_SAMPLE)
        file.seek(-_SAMPLE, os.SEEK_END)
        tail = file.read(_SAMPLE)
    return digest(str(status.st_size), str(status.st_mtime_ns), head, tail)
