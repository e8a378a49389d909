"""What every command that takes a configuration has in common: CONFIG, --set, --out, --seed, --dry-run."""

from __future__ import annotations

import functools
import json
import os
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from isthmus.config import Config

Command = Callable[..., Any]


def configured(stage: str) -> Callable[[Callable[[Config], None]], Command]:
    """Give a command the common arguments; it is called with the resolved configuration, or not at all in a dry run.

    Args:
        stage: last stage the command runs, for `--dry-run`.
    """

    def decorate(function: Callable[[Config], None]) -> Command:
        @click.argument("config", type=click.Path(path_type=Path), metavar="CONFIG.toml")
        @click.option(
            "--set",
            "overrides",
            multiple=True,
            metavar="KEY=VALUE",
            help="Replace one key, as in --set synth.tasks=50; may be given again and again.",
        )
        @click.option("--out", metavar="FOLDER", help="Where results go; replaces run.out.")
        @click.option("--seed", type=int, metavar="N", help="Replaces run.seed.")
        @click.option(
            "--dry-run",
            is_flag=True,
            help="Print the resolved configuration and what would be done; do nothing.",
        )
        @functools.wraps(function)
        def command(
            config: Path, overrides: Sequence[str], out: str | None, seed: int | None, dry_run: bool
        ) -> None:
            from isthmus.config import load_config

            given = list(overrides)
            if out is not None:
                given.append(f"run.out={json.dumps(out)}")
            if seed is not None:
                given.append(f"run.seed={seed}")
            resolved = load_config(config, given)
            if dry_run:
                show_plan(resolved, stage)
            else:
                function(resolved)

        return command

    return decorate


def show_plan(config: Config, stage: str) -> None:
    """Print the resolved configuration and the state of each stage."""
    from isthmus.config import describe
    from isthmus.pipeline import plan, wanted

    click.echo(describe(config))
    click.echo()
    lines = {line.stage.name: line for line in plan(config, until=stage)}
    for definition in wanted(stage):
        line = lines.get(definition.name)
        if line is None:
            click.echo(f"# {definition.name:<8} to do, after {', '.join(definition.needs)}")
        elif line.manifest is None:
            click.echo(f"# {definition.name:<8} to do, in {line.folder.path}")
        else:
            click.echo(f"# {definition.name:<8} nothing to do: {definition.tell(line.manifest)}")


def run_until(stage: str, config: Config) -> None:
    """Run up to one stage, and print what it says and where its results are."""
    from isthmus.pipeline import console_for, run_stages, stage_lines

    run = run_stages(config, until=stage, console=console_for(sys.stderr))
    for line in stage_lines(run, stage):
        click.echo(line)


def program_name() -> str:
    """Return how the reader has to call this program: `isthmus`, or a path when it is not on the PATH."""
    called = Path(sys.argv[0])
    if called.name != "isthmus":
        return "python -m isthmus" if called.name == "__main__.py" else "isthmus"
    if shutil.which("isthmus"):
        return "isthmus"
    return os.path.relpath(called) if called.is_absolute() else str(called)
