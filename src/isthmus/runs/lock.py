"""One writer a folder: an advisory lock that the system lets go when its process dies, however it dies."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from isthmus.errors import InputError, StorageError

LOCK_NAME = ".lock"
"""File that is locked; it stays in the folder, since removing it would let two processes lock two files of one name."""


@contextmanager
def hold_lock(folder: Path) -> Iterator[None]:
    """Hold the folder's lock for the body of a `with`; make the folder when it is missing.

    Raises:
        InputError: when another process holds it; names that process.
        StorageError: when the folder cannot be made or written.
    """
    path = folder / LOCK_NAME
    try:
        folder.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise StorageError(
            f"cannot write here: {error.strerror or error}",
            place=str(folder),
            fix="name another folder with --out",
        ) from None
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            owner = os.pread(descriptor, 32, 0).decode("ascii", "replace").strip() or "unknown"
            raise InputError(
                f"process {owner} is working here",
                place=str(folder),
                fix="wait for it to end, stop it, or name another folder with --out",
            ) from None
        _sign(descriptor, folder)
        yield
    finally:
        os.close(descriptor)


def _sign(descriptor: int, folder: Path) -> None:
    """Write the process id into the lock file, for the message of whoever comes second."""
    try:
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode("ascii"), 0)
    except OSError as error:
        raise StorageError(f"cannot write here: {error.strerror or error}", place=str(folder)) from None
