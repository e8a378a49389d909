"""A folder that is there whole or not at all.

    .NAME.building-PID   where a build works; takes the name at the end
    .NAME.replaced-PID   what had the name before, until it is removed

What a killed build left is cleared by the next one: its half-made folder is removed, and a folder that it had just set aside
comes back.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from isthmus.errors import InputError


@contextmanager
def whole_folder(folder: Path, *, is_ours: Callable[[Path], bool], what: str) -> Iterator[Path]:
    """Give a temporary folder that takes the name of `folder` at the end, or vanishes when something fails.

    Args:
        folder: An absolute path. An empty folder, or one of ours, is replaced.
        is_ours: Tells whether a folder is an older one of the same kind.
        what: The kind, for people: `a snapshot`.

    Raises:
        InputError: when the path holds something else.
        OSError: when the disk refuses.
    """
    if folder.exists() and not (folder.is_dir() and (is_ours(folder) or not any(folder.iterdir()))):
        raise InputError(f"exists and is not {what}", place=str(folder), fix="name another folder")
    folder.parent.mkdir(parents=True, exist_ok=True)
    _sweep(folder)
    temporary = folder.with_name(f".{folder.name}.building-{os.getpid()}")
    old = folder.with_name(f".{folder.name}.replaced-{os.getpid()}")
    temporary.mkdir()
    try:
        yield temporary
        if folder.exists():
            os.replace(folder, old)
        os.replace(temporary, folder)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
        if old.exists() and not folder.exists():
            os.replace(old, folder)
        shutil.rmtree(old, ignore_errors=True)


def _sweep(folder: Path) -> None:
    for leftover in sorted(folder.parent.glob(f".{folder.name}.*")):
        kind, _, process = leftover.name.removeprefix(f".{folder.name}.").partition("-")
        if kind not in ("building", "replaced") or not process.isdigit() or _is_alive(int(process)):
            continue
        if kind == "replaced" and not folder.exists():
            os.replace(leftover, folder)
        else:
            shutil.rmtree(leftover, ignore_errors=True)


def _is_alive(process: int) -> bool:
    """Return whether another process still runs."""
    if process == os.getpid():
        return False
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True
