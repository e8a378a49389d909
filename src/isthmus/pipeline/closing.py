"""The lines a command ends with: what came of it, in numbers, and what to do next."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from isthmus.pipeline.accuracy import PolicyAccuracy
from isthmus.pipeline.run import Run
from isthmus.report import FunnelGate


def closing_lines(run: Run, *, program: str = "isthmus") -> list[str]:
    """Return what `isthmus run` ends with: yield, accuracy, report, and three commands to try.

    Args:
        run: the finished run.
        program: how the program is called where the reader is.
    """
    first = next(run.tasks(), None)
    out = run.config.run.out
    lines = ["", *funnel_lines(run.funnel()), "", *accuracy_lines(run.accuracies()), ""]
    lines += [f"report: {_shown(run.config.run.out / 'report' / 'report.html')}", ""]
    if first is None:
        return [*lines, f"no tree of this corpus passed every gate: {_why_none(run)}"]
    lines.append("next:")
    tasks = out / "synth" / "tasks.jsonl"
    return [
        *lines,
        f"  {program} show {first.id} --out {_shown(out)}",
        f"  {program} verify {_shown(tasks)}",
        f"  {program} init YOUR-DOCUMENTS/ --to my.toml",
    ]


def _why_none(run: Run) -> str:
    """Return what kept every task out, and the page that says what to do about it."""
    rows = run.funnel()
    counts = {reason: count for row in rows for reason, count in row.reasons.items()}
    if not counts:
        kinds = run.snapshot.manifest["kinds"]
        pages = ", ".join(f"{kind} {count:,}" for kind, count in sorted(kinds.items()))
        return f"no page can be an answer ({pages}); docs/corpus.md says what an article is"
    often = min(counts, key=lambda reason: (-counts[reason], reason))
    return f"{counts[often]:,} of {rows[0].entered:,} for {often}; docs/tasks.md says what that means and what to turn"


def stage_lines(run: Run, stage: str) -> list[str]:
    """Return what a stage's command ends with."""
    lines: list[str] = []
    if stage == "synth":
        lines = funnel_lines(run.funnel())
    elif stage == "score":
        lines = accuracy_lines(run.accuracies())
    return [*lines, str(_shown(run.config.run.out / stage))]


def funnel_lines(rows: Sequence[FunnelGate]) -> list[str]:
    """Return the yield per gate as a table, with the two most frequent reasons."""
    lines = [f"{'gate':<14}{'entered':>9}{'passed':>9}{'yield':>8}  rejected for"]
    for row in rows:
        share = f"{row.passed / row.entered:.0%}" if row.entered else "-"
        often = sorted(row.reasons.items(), key=lambda item: (-item[1], item[0]))
        reasons = ", ".join(f"{reason} {count:,}" for reason, count in often[:3])
        more = f", {len(often) - 3} more" if len(often) > 3 else ""
        lines.append(f"{row.gate:<14}{row.entered:>9,}{row.passed:>9,}{share:>8}  {reasons}{more}".rstrip())
    return lines


def accuracy_lines(rows: Sequence[PolicyAccuracy]) -> list[str]:
    """Return accuracy with interval, n and the unscored count as a table."""
    lines = [f"{'policy':<14}{'accuracy':>9}  {'95% interval':<14}{'questions':>10}{'unscored':>10}"]
    for row in rows:
        mean = "-" if row.mean is None else f"{row.mean:.3f}"
        interval = "-" if row.low is None or row.high is None else f"{row.low:.3f} to {row.high:.3f}"
        lines.append(f"{row.policy:<14}{mean:>9}  {interval:<14}{row.n_questions:>10,}{row.unscored:>10,}")
    return lines


def _shown(path: Path) -> Path:
    """Return a path as a person in the working folder would type it."""
    try:
        return path.absolute().relative_to(Path(os.getcwd()))
    except ValueError:
        return path
