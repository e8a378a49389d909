"""Writing a snapshot folder: whole or not at all.

Everything is written into a folder beside the target, which takes the target's name only when complete. A build that was killed
leaves a folder that the next build of the same target removes.
"""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from isthmus.corpus.parallel import packed_items
from isthmus.corpus.source import Source
from isthmus.corpus.writer import SnapshotWriter
from isthmus.errors import StorageError
from isthmus.records import write_json
from isthmus.runs.whole import whole_folder

FORMAT = 1
"""Version of the snapshot's layout; a snapshot of another version is refused."""
DATABASE = "documents.sqlite"
MANIFEST = "manifest.json"
REJECTED = "rejected.jsonl"

_PROGRESS = 256


def write_snapshot(
    source: Source, folder: Path, *, progress: Callable[[int], None] | None = None, workers: int = 2
) -> None:
    """Read a source into a snapshot folder, replacing a snapshot that is there.

    Raises:
        InputError: for a corpus without documents or one that is mostly unreadable, and whatever the source raises.
        StorageError: when the disk refuses. In each case nothing is left behind and an older snapshot stays.
    """
    folder = folder.absolute()
    with (
        _disk(folder),
        whole_folder(folder, is_ours=lambda f: (f / MANIFEST).is_file(), what="a snapshot") as temporary,
    ):
        _fill(temporary, source, progress, workers)


def _fill(temporary: Path, source: Source, progress: Callable[[int], None] | None, workers: int) -> None:
    connection = sqlite3.connect(temporary / DATABASE, isolation_level=None)
    try:
        with (temporary / REJECTED).open("w", encoding="utf-8", newline="\n") as rejected:
            writer = SnapshotWriter(connection, rejected, source.name)
            items = packed_items(source, workers)
            try:
                for count, item in enumerate(items, start=1):
                    writer.add(item)
                    if progress is not None and count % _PROGRESS == 0:
                        progress(writer.documents)
            finally:
                items.close()
            writer.finish()
    finally:
        connection.close()
    if progress is not None:
        progress(writer.documents)
    manifest = {"format": FORMAT, "name": source.name, "source": source.fingerprint(), **writer.summary()}
    manifest["bytes"] = (temporary / DATABASE).stat().st_size
    write_json(temporary / MANIFEST, manifest)


@contextmanager
def _disk(folder: Path) -> Iterator[None]:
    """Turn a refusal of the disk into one StorageError."""
    try:
        yield
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
        fix = "free some space" if full else "choose a folder that can be written"
        raise StorageError(
            f"cannot write the snapshot: {error.strerror or error}", place=str(folder), fix=fix
        ) from None
    except sqlite3.OperationalError as error:
        raise StorageError(
            f"cannot write the snapshot: {error}",
            place=str(folder),
            fix="free some space or choose another folder",
        ) from None
