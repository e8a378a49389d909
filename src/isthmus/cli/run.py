"""`isthmus run`: the whole job."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from isthmus.cli.options import configured, program_name

if TYPE_CHECKING:
    from isthmus.config import Config


@click.command("run")
@configured("report")
def command(config: Config) -> None:
    """Make tasks from a corpus, attempt and score them, and write the report.

    Runs every stage that is not done yet: ingest, graph, index, synth, rollout, score, report. What is done is kept, so the
    same command goes on where it was stopped, and a changed key runs only what depends on it.

    \b
    Examples:
      isthmus run examples/demo.toml
      isthmus run examples/demo.toml --set synth.tasks=50 --seed 7 --out /tmp/seven
      isthmus run my.toml --dry-run
    """
    from isthmus.pipeline import closing_lines, console_for, run_all

    run = run_all(config, console=console_for(sys.stderr))
    for line in closing_lines(run, program=program_name()):
        click.echo(line)


commands = {"run": command}
