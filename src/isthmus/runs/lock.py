"""One writer a folder: an advisory lock that the system lets go when its process dies, however it dies.

Worker processes forked while the lock is held must not keep it after a `kill -9` of their parent, nor wait for work that never
comes: each lets go of the lock at once and ends when its parent does. Ctrl-C reaches the whole group; the parent deals with it.
"""

from __future__ import annotations

import fcntl
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.util import register_after_fork
from pathlib import Path

from isthmus.errors import InputError, StorageError

LOCK_NAME = ".lock"
"""File that is locked; it stays in the folder, since removing it would let two processes lock two files of one name."""
_WATCH_SECONDS = 0.5


@contextmanager
def hold_lock(folder: Path) -> Iterator[None]:
    """Hold the folder's lock for the body of a `with`; make the folder when it is missing.

    Raises:
        InputError: when another process holds it; names that process.
        StorageError: when the folder cannot be made or written.
    """
    lock = _Lock(folder)
    register_after_fork(lock, _Lock.leave_in_child)
    try:
        lock.take()
        yield
    finally:
        lock.close()


class _Lock:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._descriptor = os.open(folder / LOCK_NAME, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise self._refused(error) from None

    def take(self) -> None:
        """Lock, and write the process id down for the message of whoever comes second."""
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            owner = os.pread(self._descriptor, 32, 0).decode("ascii", "replace").strip() or "unknown"
            raise InputError(
                f"process {owner} is working here",
                place=str(self._folder),
                fix="wait for it to end, stop it, or name another folder with --out",
            ) from None
        try:
            os.ftruncate(self._descriptor, 0)
            os.pwrite(self._descriptor, f"{os.getpid()}\n".encode("ascii"), 0)
        except OSError as error:
            raise self._refused(error) from None

    def close(self) -> None:
        """Let go."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def leave_in_child(self) -> None:
        """In a forked worker: let go of the lock, which is the parent's, and follow it."""
        if self._descriptor >= 0:
            self.close()
            follow_parent()

    def _refused(self, error: OSError) -> StorageError:
        return StorageError(
            f"cannot write here: {error.strerror or error}",
            place=str(self._folder),
            fix="name another folder with --out",
        )


def follow_parent() -> None:
    """In a worker process: leave Ctrl-C to the parent, and end when it has ended, however it did."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, args=(os.getppid(),), daemon=True).start()


def _end_with_parent(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_WATCH_SECONDS)
    os._exit(1)
