"""Writing a snapshot folder: whole or not at all.

Everything is written into a folder beside the target, which takes the target's name only when complete. A build that was killed
leaves a folder that the next build of the same target removes.
"""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from isthmus.corpus.parallel import packed_items
from isthmus.corpus.source import Source
from isthmus.corpus.writer import SnapshotWriter
from isthmus.errors import InputError, StorageError
from isthmus.records import write_json

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
    temporary = folder.with_name(f".{folder.name}.building-{os.getpid()}")
    with _disk(folder):
        if folder.exists() and not _is_replaceable(folder):
            raise InputError("exists and is not a snapshot", place=str(folder), fix="name another folder")
        folder.parent.mkdir(parents=True, exist_ok=True)
        _sweep(folder)
        temporary.mkdir()
    try:
        with _disk(folder):
            _fill(temporary, source, progress, workers)
            _swap(temporary, folder)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


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


def _is_replaceable(folder: Path) -> bool:
    return folder.is_dir() and ((folder / MANIFEST).is_file() or not any(folder.iterdir()))


def _swap(temporary: Path, folder: Path) -> None:
    """Give the finished folder the target's name; an older snapshot is set aside first and removed last."""
    old = folder.with_name(f".{folder.name}.replaced-{os.getpid()}")
    if folder.exists():
        os.replace(folder, old)
    try:
        os.replace(temporary, folder)
    except OSError:
        if old.exists():
            os.replace(old, folder)
        raise
    shutil.rmtree(old, ignore_errors=True)


def _sweep(folder: Path) -> None:
    """Remove what killed builds left beside the target; bring back a snapshot that one had just set aside."""
    for leftover in sorted(folder.parent.glob(f".{folder.name}.replaced-*")):
        if not _is_alive(leftover):
            if folder.exists():
                shutil.rmtree(leftover, ignore_errors=True)
            else:
                os.replace(leftover, folder)
    for leftover in folder.parent.glob(f".{folder.name}.building-*"):
        if not _is_alive(leftover):
            shutil.rmtree(leftover, ignore_errors=True)


def _is_alive(leftover: Path) -> bool:
    """Return whether the process in a leftover's name still runs (and is not this one)."""
    number = leftover.name.rpartition("-")[2]
    if not number.isdigit() or int(number) == os.getpid():
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True


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
