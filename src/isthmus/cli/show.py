"""`isthmus show`: a task with its proof."""

from __future__ import annotations

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
    help="Folder of the run, or a JSONL file of tasks.",
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

    path = tasks_file(out)
    task = find_task(path, task_id)
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


def find_task(path: Path, task_id: str) -> Task:
    """Return the task whose id begins with the text.

    Raises:
        InputError: when none does, or several do.
    """
    from isthmus.errors import InputError
    from isthmus.records import Task, read_records

    found = [task for task in read_records(Task, path) if task.id.startswith(task_id)]
    exact = [task for task in found if task.id == task_id]
    if len(found) == 1 or exact:
        return (exact or found)[0]
    if found:
        some = ", ".join(task.id for task in found[:3])
        raise InputError(
            f"{len(found)} tasks begin with {task_id!r}", place=str(path), fix=f"give more of it: {some}"
        )
    raise InputError(f"no task {task_id!r}", place=str(path), fix="take an id from the report or the file")


def _snapshot_beside(path: Path) -> Snapshot | None:
    """Open the snapshot of the run the file is in; None for a file that was copied elsewhere."""
    from isthmus.corpus import Snapshot

    folder = path.absolute().parent.parent / "ingest" / "snapshot"
    return Snapshot.open(folder) if folder.is_dir() else None


commands = {"show": show}
