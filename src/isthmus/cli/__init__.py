"""The command line. A command's module is loaded when the command is called, so that `isthmus --help` is quick.

Exit codes: 0 done; 1 something was checked and found different (`verify`, `doctor`); 2 the input cannot be used; 130 stopped by
Ctrl-C. Results go to stdout, progress and errors to stderr.
"""

from __future__ import annotations

import sys

import click

from isthmus.cli.lazy import LazyGroup, Line
from isthmus.errors import IsthmusError
from isthmus.version import __version__

_STAGES = "isthmus.cli.stages"
COMMANDS = {
    "run": Line("isthmus.cli.run", "Make tasks from a corpus, attempt and score them, and write the report."),
    "init": Line(
        "isthmus.cli.init", "Look at your documents and databases and write a configuration for them."
    ),
    "show": Line("isthmus.cli.show", "Print a task with its tree, its evidence and its certificate."),
    "verify": Line("isthmus.cli.verify", "Compute every number of every certificate again and compare."),
    "doctor": Line("isthmus.cli.doctor", "Check this machine: Python, packages, disk, browser."),
    "ingest": Line(_STAGES, "Stage 1: read the corpus into a snapshot."),
    "graph": Line(_STAGES, "Stage 2: find entities, links, mentions and claims."),
    "index": Line(_STAGES, "Stage 3: make the documents searchable."),
    "synth": Line(_STAGES, "Stage 4: grow research trees, write questions, keep those that pass the gates."),
    "rollout": Line(_STAGES, "Stage 5: let each policy attempt each task."),
    "score": Line("isthmus.cli.score", "Stage 6: compare the answers; or compare tables."),
    "report": Line(_STAGES, "Stage 7: write the HTML report."),
    "seeds": Line(
        "isthmus.cli.seeds", "Run the gold SQL of a question set and keep what can be ground truth."
    ),
    "world": Line("isthmus.cli.world", "Write a generated world to disk, as JSON lines and a database."),
}
"""Every command, in the order shown."""


@click.group(cls=LazyGroup, table=COMMANDS, context_settings={"max_content_width": 100})
@click.version_option(__version__, prog_name="isthmus")
def cli() -> None:
    """Research tasks that carry their own proof, made from your documents and databases.

    \b
    Try it on a generated world (no download, no key, ten seconds):
      isthmus run examples/demo.toml
    Then on your own documents:
      isthmus init my-documents/ --to my.toml
      isthmus run my.toml
    """


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and leave the process with its exit code."""
    try:
        result = cli.main(arguments, prog_name="isthmus", standalone_mode=False)
    except IsthmusError as error:
        click.echo(f"isthmus: {one_line(error)}", err=True)
        sys.exit(error.exit_code)
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except (KeyboardInterrupt, click.Abort):
        click.echo("isthmus: stopped; run the same command to go on", err=True)
        sys.exit(130)
    except BrokenPipeError:
        # Whoever read our output has enough of it, as `head` does.
        sys.stderr.close()
        sys.exit(0)
    sys.exit(result if isinstance(result, int) else 0)


def one_line(error: BaseException) -> str:
    """Return an error's text on one line."""
    return " ".join(str(error).split())
