"""`isthmus show`: a task with its proof."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from isthmus.corpus import Snapshot
    from isthmus.records import Document, Task


@click.command("show")
@click.argument("task_id", metavar="TASK_ID")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("runs-out"),
    show_default=True,
    metavar="FOLDER",
    help="Folder of a run or of several, or a JSONL file of tasks.",
)
def show(task_id: str, out: Path) -> None:
    """Print a task with its tree, its evidence and its certificate.

    TASK_ID may be cut short while it stays unmistakable. Colours are used on a terminal only.

    \b
    Examples:
      isthmus show t3f8a91 --out runs-out/demo
      isthmus show t3f8a91c2d4e5f60 --out other/tasks.jsonl
    """
    from rich.console import Console

    from isthmus.report import show_task

    path, task = find_task(_task_files(out), task_id)
    snapshot = _snapshot_beside(path)

    def lookup(document_id: str) -> Document | None:
        number = None if snapshot is None else snapshot.number(document_id)
        return None if snapshot is None or number is None else snapshot.at(number)

    Console(highlight=False).print(show_task(task, lookup))


def tasks_file(out: Path) -> Path:
    """Return the task file of a run's folder, or the file itself.

    Raises:
        InputError: when there is none.
    """
    from isthmus.errors import InputError

    path = out / "synth" / "tasks.jsonl" if out.is_dir() else out
    if not path.is_file():
        raise InputError(
            "no tasks here", place=str(out), fix="name a run's folder with --out, or run `isthmus run`"
        )
    return path


def _task_files(out: Path) -> list[Path]:
    """Return the task files of the runs in a folder, or else that of one run."""
    return sorted(out.glob("*/synth/tasks.jsonl")) or [tasks_file(out)]


def find_task(paths: Sequence[Path], task_id: str) -> tuple[Path, Task]:
    """Return the task whose id begins with the text, and its file; of the first file that has one.

    Raises:
        InputError: when none does, or several do.
    """
    from isthmus.errors import InputError
    from isthmus.records import Task, read_records

    # Runs of one corpus share tasks: equal content, equal id.
    found = {
        task.id: (path, task)
        for path in reversed(paths)
        for task in read_records(Task, path)
        if task.id.startswith(task_id)
    }
    if task_id in found or len(found) == 1:
        return found.get(task_id) or next(iter(found.values()))
    place = str(paths[0]) if len(paths) == 1 else f"{len(paths)} runs"
    if found:
        some = ", ".join(list(found)[:3])
        raise InputError(
            f"{len(found)} tasks begin with {task_id!r}", place=place, fix=f"give more of it: {some}"
        )
    raise InputError(f"no task {task_id!r}", place=place, fix="take an id from the report or the file")


def _snapshot_beside(path: Path) -> Snapshot | None:
    """Open the snapshot of the run the file is in; None for a file that was copied elsewhere."""
    from isthmus.corpus import Snapshot

    folder = path.absolute().parent.parent / "ingest" / "snapshot"
    return Snapshot.open(folder) if folder.is_dir() else None


commands = {"show": show}
