"""The head of the report: what the run made and whether to trust it, in ten seconds.

Its first line says how many episodes are not scored and how many of those stopped by a failed server; no figure hides them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from isthmus.records import Score, Status, Task
from isthmus.report.charts import policy_bars
from isthmus.report.inputs import ReportInputs
from isthmus.report.text import clip, count, name, number, percent

_MOST_FIGURES = 6
_ALARM = 0.02
"""Share of unscored episodes above which the first line is an alarm, not a note."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One of the large numbers."""

    value: str
    """The number."""
    label: str
    """What it is."""
    note: str
    """What it rests on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Overview:
    """The head of the page."""

    title: str
    """Heading."""
    first_line: str
    """Unscored episodes and infrastructure failures."""
    tone: str
    """`calm`, `note` or `alarm`: how the first line looks."""
    trust: tuple[tuple[str, str], ...]
    """(mark, sentence) pairs; the mark is `good`, `note` or `bad`."""
    figures: tuple[Figure, ...]
    """Large numbers."""
    facts: tuple[tuple[str, str], ...]
    """Facts of the run."""


def overview(inputs: ReportInputs) -> Overview:
    """Return the head of the report."""
    first_line, tone = scored_line(inputs)
    return Overview(
        title=name(inputs.title) or "Report",
        first_line=first_line,
        tone=tone,
        trust=_trust(inputs.tasks),
        figures=_figures(inputs),
        facts=tuple((clip(key, 60), number(value)) for key, value in inputs.facts.items()),
    )


def scored_line(inputs: ReportInputs) -> tuple[str, str]:
    """Return the report's first line and its tone."""
    scores = inputs.scores
    unscored = sum(s.value is None for s in scores)
    total = len(scores)
    if not scores:
        unscored = sum(s.unscored for s in inputs.summaries)
        total = unscored + sum(s.n_episodes for s in inputs.summaries)
    if not total:
        return (
            "No episodes were scored in this run: it says what the tasks are, not how hard they are.",
            "note",
        )
    if not unscored:
        return f"All {count(total, 'episode')} are scored; no infrastructure failure.", "calm"
    failed = _infrastructure(scores)
    cause = f" ({failed:,} stopped by an infrastructure failure)" if failed else ""
    verb = "is" if unscored == 1 else "are"
    line = (
        f"{unscored:,} of {count(total, 'episode')}, {percent(unscored / total)}, {verb} not scored{cause}."
        " They are in no accuracy below and are not counted as wrong."
    )
    return line, "alarm" if unscored / total > _ALARM else "note"


def _infrastructure(scores: Sequence[Score]) -> int:
    return sum(s.value is None and s.reason == "infrastructure" for s in scores)


def _trust(tasks: Sequence[Task]) -> tuple[tuple[str, str], ...]:
    if not tasks:
        return (("bad", "The run made no task."),)
    lines: list[tuple[str, str]] = []
    bare = sum(t.certificate is None for t in tasks)
    certificates = [t.certificate for t in tasks if t.certificate is not None]
    failed = sum(not c.passed() for c in certificates)
    gates = Counter(v.gate for c in certificates for v in c.verdicts if v.status is Status.PASSED)
    waiting = Counter(v.gate for c in certificates for v in c.verdicts if v.status is Status.NOT_RUN)
    whole = sum(bool(c.verdicts) and all(v.status is Status.PASSED for v in c.verdicts) for c in certificates)
    if whole == len(tasks):
        lines.append(
            (
                "good",
                f"Every task passed every one of {count(len(gates), 'gate')}; the numbers are stored with it.",
            )
        )
    elif whole:
        lines.append(("note", f"{whole:,} of {count(len(tasks), 'task')} passed every gate."))
    if failed:
        lines.append(("bad", f"{count(failed, 'task')} failed a gate and should not be used."))
    if bare:
        lines.append(("bad", f"{count(bare, 'task')} without a certificate: nothing is proven of them."))
    for gate, n in sorted(waiting.items()):
        lines.append(("note", f"The gate {name(gate)} did not run for {count(n, 'task')}."))
    snapshots = {c.snapshot_id for c in certificates}
    if len(snapshots) == 1:
        lines.append(
            (
                "good",
                f"All proofs hold for one snapshot of the corpus, {name(snapshots.pop())}; they say nothing of the live web.",
            )
        )
    elif snapshots:
        lines.append(
            ("note", f"The proofs hold for {len(snapshots)} different snapshots; compare with care.")
        )
    return tuple(lines)


def _figures(inputs: ReportInputs) -> tuple[Figure, ...]:
    tasks = len(inputs.tasks)
    entered = inputs.funnel[0].entered if inputs.funnel else 0
    made = Figure(
        value=f"{tasks:,}",
        label="task" if tasks == 1 else "tasks",
        note=f"of {count(entered, 'candidate')} ({percent(tasks / entered)})" if entered else "kept",
    )
    bars = policy_bars(inputs.summaries)
    shown = tuple(
        Figure(
            value=b.figure,
            label=b.policy,
            note=f"right ({b.interval}), {b.basis.split(', ')[0]}" if b.interval else "not scored",
        )
        for b in bars[: _MOST_FIGURES - 1]
    )
    return (made, *shown)
