"""`isthmus ingest`, `graph`, `index`, `synth`, `rollout`, `score`, `report`: one stage, with those it needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from isthmus.cli.options import configured, run_until

if TYPE_CHECKING:
    from isthmus.config import Config

TEXTS = {
    "ingest": """Read the corpus into a snapshot.

    Reads documents, links, infoboxes and redirects into OUT/ingest/snapshot. A page that cannot be read is left out with
    its reason in rejected.jsonl; the rest goes on.

    \b
    Example:
      isthmus ingest my.toml
    """,
    "graph": """Find entities, links, mentions and claims.

    Reads the snapshot and writes memory-mapped arrays to OUT/graph/graph: who links to whom, who mentions whom in text, and
    what each page states about its own subject. Runs `ingest` first where needed.

    \b
    Example:
      isthmus graph my.toml
    """,
    "index": """Make the documents searchable.

    Builds the search index that gates, oracle and agents use, in OUT/index/index. Runs `ingest` first where needed.

    \b
    Example:
      isthmus index my.toml
    """,
    "synth": """Grow research trees, write questions, keep those that pass the gates.

    Writes OUT/synth/tasks.jsonl, each task with its certificate, and OUT/synth/rejected.jsonl, each rejected one with its
    gate and reason; prints the yield per gate. Runs the stages before it where needed.

    \b
    Example:
      isthmus synth my.toml --set synth.tasks=1000
    """,
    "rollout": """Let each policy attempt each task.

    Writes OUT/rollout/episodes.jsonl: every message, tool call and observation. Runs the stages before it where needed.

    \b
    Example:
      isthmus rollout my.toml --set rollout.attempts=4
    """,
    "score": """Compare the answers.

    Writes OUT/score/scores.jsonl and prints each policy's accuracy with its interval. An episode that a failed server ended
    is not scored. Runs the stages before it where needed.

    \b
    Example:
      isthmus score my.toml
    """,
    "report": """Write the HTML report.

    Writes OUT/report/report.html, one file that needs nothing else. Runs the stages before it where needed.

    \b
    Example:
      isthmus report my.toml --set report.details=500
    """,
}


def _command(stage: str, text: str) -> click.Command:
    def body(config: Config) -> None:
        run_until(stage, config)

    body.__doc__ = text
    return click.command(stage)(configured(stage)(body))


commands = {stage: _command(stage, text) for stage, text in TEXTS.items()}
"""`score` is here as every stage is; the command line reaches it through `isthmus.cli.score`."""
