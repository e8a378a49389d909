"""The frozen corpus that everything later is computed on.

A snapshot is a folder: `documents.sqlite` (documents in reading order, compressed; redirects), `manifest.json` (id, counts) and
`rejected.jsonl`. It never changes, so it is opened immutable, without locks, by any number of threads and processes. A
document's *number* is its place in reading order, 0 to len - 1.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from isthmus.corpus.build import DATABASE, FORMAT, MANIFEST, REJECTED, write_snapshot
from isthmus.corpus.encoding import Unpacker
from isthmus.corpus.source import Source
from isthmus.corpus.titles import normalise
from isthmus.errors import InputError
from isthmus.records import Document, Redirect, Rejection, read_json, read_records

_CACHED = 64
"""Documents kept unpacked, for pages that are opened again and again."""


def build_snapshot(
    source: Source, folder: Path, *, progress: Callable[[int], None] | None = None, workers: int = 2
) -> Snapshot:
    """Read a source into a snapshot folder, whole or not at all, and open it.

    Args:
        source: What to read.
        folder: Where the snapshot is to be; an older snapshot there is replaced.
        progress: Called with the number of documents so far.
        workers: Processes that parse; the result is the same for any number.

    Raises:
        InputError: for a corpus without documents, or one of which most cannot be read.
        StorageError: when the disk refuses.
    """
    write_snapshot(source, folder, progress=progress, workers=workers)
    return Snapshot.open(folder)


class Snapshot:
    """A frozen corpus. Make one with `build_snapshot`, reopen it with `Snapshot.open`."""

    def __init__(self, folder: Path, manifest: dict[str, Any]) -> None:
        self.folder = folder
        self.manifest = manifest
        """Counts by kind and reason, as written when building."""
        self.id: str = manifest["id"]
        self.name: str = manifest["name"]
        self._length: int = manifest["documents"]
        self._local = threading.local()
        self._cached = lru_cache(_CACHED)(self._read)

    @classmethod
    def open(cls, folder: Path) -> Snapshot:
        """Open a snapshot folder.

        Raises:
            InputError: when it is no snapshot, of another version, or damaged.
        """
        folder = Path(folder).absolute()
        manifest = folder / MANIFEST
        if not manifest.is_file():
            raise InputError("not a snapshot", place=str(folder), fix="build one with `isthmus ingest`")
        snapshot = cls(folder, _checked(read_json(manifest), folder))
        with snapshot._damage():
            (last,) = snapshot._connection().execute("SELECT MAX(number) FROM documents").fetchone()
        if last != len(snapshot) - 1:
            raise _damaged(folder, f"{last} is the last document, not {len(snapshot) - 1}")
        return snapshot

    def __len__(self) -> int:
        return self._length

    def __reduce__(self) -> tuple[Any, ...]:
        return (Snapshot.open, (self.folder,))

    def document(self, id: str) -> Document:
        """Return the document of an id.

        Raises:
            KeyError: when there is none.
        """
        number = self.number(id)
        if number is None:
            raise KeyError(id)
        return self._cached(number)

    def at(self, number: int) -> Document:
        """Return the document of a number.

        Raises:
            IndexError: when it is not in 0..len-1.
        """
        if not 0 <= number < self._length:
            raise IndexError(number)
        return self._cached(number)

    def number(self, id: str) -> int | None:
        """Return the number of a document, or None."""
        number: int | None = self._one("SELECT number FROM documents WHERE id = ?", id)
        return number

    def id_at(self, number: int) -> str:
        """Return the id of the document of a number.

        Raises:
            IndexError: when it is not in 0..len-1.
        """
        id = self._one("SELECT id FROM documents WHERE number = ?", number)
        if id is None:
            raise IndexError(number)
        return str(id)

    def ids(self) -> Iterator[str]:
        """Yield the ids in order of number, without reading the documents."""
        for (id,) in self._rows("SELECT id FROM documents ORDER BY number"):
            yield id

    def documents(self, start: int = 0, stop: int | None = None) -> Iterator[Document]:
        """Yield the documents of numbers start..stop-1 in order, streaming over a connection of its own."""
        unpacker = Unpacker()
        query = "SELECT id, url, data FROM documents WHERE number >= ? AND number < ? ORDER BY number"
        for id, url, data in self._rows(query, start, self._length if stop is None else stop):
            yield self._unpack(unpacker, id, url, data)

    def resolve(self, title: str) -> str | None:
        """Return the id of the document a title means, as itself or as a redirect, or None."""
        key = normalise(title)
        if self.number(key) is not None:
            return key
        id: str | None = self._one(
            "SELECT id FROM redirects JOIN documents USING (number) WHERE source = ?", key
        )
        return id

    def redirects(self) -> Iterator[Redirect]:
        """Yield the redirects in order of source; each leads straight to the id of a document."""
        query = "SELECT source, id FROM redirects JOIN documents USING (number) ORDER BY source"
        for source, id in self._rows(query):
            yield Redirect(source=source, target=id)

    def by_url(self, url: str) -> str | None:
        """Return the id of the document at an address, or None."""
        id: str | None = self._one("SELECT id FROM documents WHERE url = ?", url)
        return id

    def rejections(self) -> Iterator[Rejection]:
        """Yield what was left out when building."""
        return read_records(Rejection, self.folder / REJECTED)

    def _read(self, number: int) -> Document:
        with self._damage():
            row = (
                self._connection()
                .execute("SELECT id, url, data FROM documents WHERE number = ?", (number,))
                .fetchone()
            )
        return self._unpack(self._local.unpacker, *row)

    def _unpack(self, unpacker: Unpacker, id: str, url: str, data: bytes) -> Document:
        from zstandard import ZstdError

        try:
            return unpacker.unpack(id, url, data)
        except (ValueError, KeyError, TypeError, ZstdError) as error:
            raise _damaged(self.folder, f"document {id!r}: {error}") from None

    def _one(self, query: str, *values: str | int) -> Any:
        with self._damage():
            row = self._connection().execute(query, values).fetchone()
        return row[0] if row else None

    def _rows(self, query: str, *values: str | int) -> Iterator[Any]:
        connection = _connect(self.folder)
        try:
            with self._damage():
                yield from connection.execute(query, values)
        finally:
            connection.close()

    def _connection(self) -> sqlite3.Connection:
        """Return this thread's connection; a forked process makes its own."""
        local = self._local
        if getattr(local, "process", None) != os.getpid():
            local.process = os.getpid()
            local.unpacker = Unpacker()
            local.connection = _connect(self.folder)
        connection: sqlite3.Connection = local.connection
        return connection

    @contextmanager
    def _damage(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.DatabaseError as error:
            raise _damaged(self.folder, str(error)) from None


def _connect(folder: Path) -> sqlite3.Connection:
    return sqlite3.connect(
        f"{(folder / DATABASE).as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False
    )


def _checked(manifest: Any, folder: Path) -> dict[str, Any]:
    """Return a manifest that can be trusted."""
    needed = {"id", "name", "documents", "bytes", "format"}
    if not isinstance(manifest, dict) or not needed <= manifest.keys():
        raise _damaged(folder, f"{MANIFEST} lacks {', '.join(sorted(needed - set(manifest or ())))}")
    if manifest["format"] != FORMAT:
        raise InputError(
            f"the snapshot has format {manifest['format']!r}, this version reads {FORMAT}",
            place=str(folder),
            fix="build it again with `isthmus ingest`",
        )
    database = folder / DATABASE
    size = database.stat().st_size if database.is_file() else 0
    if size != manifest["bytes"]:
        raise _damaged(folder, f"{DATABASE} has {size} bytes, not {manifest['bytes']}")
    return manifest


def _damaged(folder: Path, what: str) -> InputError:
    return InputError(
        f"the snapshot is damaged ({what})", place=str(folder), fix="build it again with `isthmus ingest`"
    )
