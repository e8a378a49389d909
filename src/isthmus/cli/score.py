"""`isthmus score`: the stage of a run, and `score tables`, which needs no run.

A group whose default is the stage: what is neither a subcommand nor `--help` is given to the stage, so `isthmus score my.toml`
means what it means for every other stage.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from isthmus.cli.stages import commands as stages

RULES = ("hdr", "spider2", "bird", "exact")


_STAGE = "CONFIG"


class _StageByDefault(click.Group):
    """A group that hands everything but its subcommands to the stage."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put a mark for the stage in front where no subcommand is named."""
        if not args or (args[0] not in self.commands and args[0] not in ctx.help_option_names):
            args = [_STAGE, *args]
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command to call, its name for messages, and what is left for it."""
        if args[0] == _STAGE:
            return "", stages["score"], args[1:]
        return super().resolve_command(ctx, args)


@click.group("score", cls=_StageByDefault, subcommand_metavar="CONFIG.toml | tables CASES.jsonl")
def score() -> None:
    """Compare the answers of a run, or any tables with the true ones.

    \b
    isthmus score CONFIG.toml        the stage of a run: writes OUT/score/scores.jsonl and prints each
                                     policy's accuracy with its interval; an episode that a failed
                                     server ended is not scored; runs the stages before it where needed
    isthmus score tables CASES.jsonl results of queries, by a benchmark's rules or ours

    The stage takes the options of every stage: --set KEY=VALUE, --out FOLDER, --seed N, --dry-run. A
    configuration whose name is `tables` is written `./tables`.

    \b
    Examples:
      isthmus score my.toml
      isthmus score tables cases.jsonl --rules exact
    """


@score.command("tables")
@click.argument("cases", type=click.Path(path_type=Path), metavar="CASES.jsonl")
@click.option(
    "--rules",
    type=click.Choice(RULES),
    required=True,
    help="Whose notion of the same table.",
)
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="Where verdicts go; stdout by default."
)
@click.option("--explain", is_flag=True, help="Add to each line what every set of rules says, and why.")
def tables(cases: Path, rules: str, out: Path | None, explain: bool) -> int:
    """Compare tables with the true ones.

    Each line of CASES.jsonl is a case: {"id", "pred": {"columns", "rows"}, "golds": [{"columns", "rows"}, ...]}, and where
    wanted "condition_cols", "ordered" or "ignore_order", "strict", and "match", a verdict to compare with. Writes one
    {"id", "match", "reason"} a line; match is null where nothing can be said. Ends with 1 when a verdict is another than the
    one its case carries.

    \b
    Rules:
      hdr      HybridDeepResearch: forgives case, percent for fraction, a quarter of the columns
      spider2  Spider 2.0-lite: each true column is found, within 0.01
      bird     BIRD: the same set of rows
      exact    ours: every value, every repeat, nothing else

    \b
    Examples:
      isthmus score tables cases.jsonl --rules exact
      isthmus score tables cases.jsonl --rules spider2 --out verdicts.jsonl --explain
    """
    from isthmus.scoring.tables import Rules, score_file

    tally = score_file(cases, Rules(rules), out=out, stream=sys.stdout, explain=explain)
    line = f"{tally.cases:,} cases, {tally.right:,} match"
    if tally.unscored:
        line += f", {tally.unscored:,} not scored"
    if tally.compared:
        line += (
            f"; {tally.compared - tally.differing:,} of {tally.compared:,} agree with the verdict they carry"
        )
    if tally.differing:
        line += (
            f", others: {', '.join(tally.examples)}{', ...' if tally.differing > len(tally.examples) else ''}"
        )
    click.echo(line, err=True)
    return int(tally.differing > 0)


commands = {"score": score}
