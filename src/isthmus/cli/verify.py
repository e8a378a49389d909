"""`isthmus verify`: every certificate computed again."""

from __future__ import annotations

import sys
from pathlib import Path

import click


@click.command("verify")
@click.argument("tasks", type=click.Path(path_type=Path), metavar="TASKS")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Folder of the run that made the tasks, where TASKS was copied elsewhere.",
)
@click.option("--most", type=int, default=20, show_default=True, help="Differences printed; all are counted.")
def verify(tasks: Path, out: Path | None, most: int) -> int:
    """Compute every number of every certificate again and compare.

    TASKS is a tasks.jsonl or the folder of a run. Snapshot, graph and index are those the tasks were made on, found in the
    run's store. Ends with 1 when anything differs, and says what.

    \b
    Examples:
      isthmus verify runs-out/demo
      isthmus verify copied/tasks.jsonl --out runs-out/demo
    """
    from isthmus.cli.show import tasks_file
    from isthmus.pipeline import console_for, verify_tasks

    path = tasks_file(tasks)
    checked = verify_tasks(path, out or path.absolute().parent.parent, console=console_for(sys.stderr))
    for difference in checked.differences[:most]:
        click.echo(str(difference))
    if len(checked.differences) > most:
        click.echo(f"... and {len(checked.differences) - most:,} more")
    click.echo(
        f"{checked.tasks:,} tasks, {checked.verdicts:,} verdicts, {len(checked.differences):,} differences"
    )
    return int(bool(checked.differences))


commands = {"verify": verify}
