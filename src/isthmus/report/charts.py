"""Charts as geometry. Places along the width are percentages, so that one drawing fits every width without script."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from isthmus.report.inputs import FunnelGate, PolicySummary
from isthmus.report.proof import MEANINGS
from isthmus.report.statistics import Estimate, Series, SizeRow
from isthmus.report.text import count, humanise, name, number, percent

PLOT_HEIGHT = 190
"""Height of the plotting area of a column chart, SVG units (CSS pixels)."""
PLOT_TOP = 18
"""Room above it for the figures."""
_MOST_REASONS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class FunnelBar:
    """One gate of the funnel."""

    gate: str
    """Name in words."""
    entered: int
    """Candidates that came in."""
    passed: int
    """Candidates that went on."""
    kept: float
    """Width of the passed part, percent of the widest bar."""
    lost: float
    """Width of the rejected part, percent."""
    meaning: str
    """What the gate asks, in words; may be empty."""
    reasons: tuple[tuple[str, str], ...]
    """(reason in words, count), most frequent first."""
    label: str
    """The bar as a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column of a column chart."""

    label: str
    """Below the column."""
    value: str
    """Above the column."""
    x: float
    """Left edge, percent."""
    middle: float
    """Middle, percent."""
    width: float
    """Width, percent."""
    y: float
    """Top."""
    height: float
    """Height."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dot:
    """An estimate with its interval in a chart."""

    policy: int
    """Place of the policy in the list: colour and shape."""
    x: float
    """Percent along the width."""
    y: float
    """Height of the mean."""
    top: float
    """Height of the interval's upper end."""
    bottom: float
    """Height of the interval's lower end."""
    label: str
    """The estimate as a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DotChart:
    """Accuracy of the policies along an axis."""

    axis: str
    """What the values are: `vertices`, `depth`."""
    ticks: tuple[tuple[str, float], ...]
    """(value, percent along the width)."""
    dots: tuple[Dot, ...]
    """All estimates."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyBar:
    """A policy's accuracy as a row."""

    policy: str
    """Who."""
    mean: float | None
    """Percent, also the place along the row."""
    low: float
    """Percent."""
    high: float
    """Percent."""
    figure: str
    """`97.5 %`."""
    interval: str
    """`95.1 to 98.9`."""
    basis: str
    """`400 questions, 400 episodes, 3 not scored`."""


def funnel_bars(funnel: Sequence[FunnelGate]) -> tuple[FunnelBar, ...]:
    """Return one bar a gate, all on one scale."""
    most = max((gate.entered for gate in funnel), default=0) or 1
    bars = []
    for gate in funnel:
        rejected = gate.entered - gate.passed
        reasons = sorted(((n, r) for r, n in gate.reasons.items() if n), key=lambda item: (-item[0], item[1]))
        shown = [(humanise(r), number(n)) for n, r in reasons[:_MOST_REASONS]]
        if len(reasons) > _MOST_REASONS:
            shown.append(("other reasons", number(sum(n for n, _ in reasons[_MOST_REASONS:]))))
        said = "; ".join(f"{n} {r}" for r, n in shown)
        bars.append(
            FunnelBar(
                gate=humanise(gate.gate),
                entered=gate.entered,
                passed=gate.passed,
                kept=round(100 * gate.passed / most, 3),
                lost=round(100 * max(0, rejected) / most, 3),
                meaning=MEANINGS.get(gate.gate, ""),
                reasons=tuple(shown),
                label=f"{gate.entered:,} entered, {gate.passed:,} passed, {rejected:,} rejected"
                + (f": {said}" if said else ""),
            )
        )
    return tuple(bars)


def size_columns(rows: Sequence[SizeRow]) -> tuple[Column, ...]:
    """Return one column a number of vertices; the last row, over all tasks, is left out."""
    rows = rows[:-1]
    most = max((row.count for row in rows), default=0) or 1
    step = 100 / max(len(rows), 1)
    columns = []
    for i, row in enumerate(rows):
        height = round(PLOT_HEIGHT * row.count / most, 2)
        width = min(step * 0.6, 12.0)
        middle = (i + 0.5) * step
        columns.append(
            Column(
                label=row.label,
                value=number(row.count),
                x=round(middle - width / 2, 3),
                middle=round(middle, 3),
                width=round(width, 3),
                y=round(PLOT_TOP + PLOT_HEIGHT - height, 2),
                height=height,
            )
        )
    return tuple(columns)


def policy_bars(summaries: Sequence[PolicySummary]) -> tuple[PolicyBar, ...]:
    """Return one row a policy."""
    bars = []
    for s in summaries:
        low, high = _ends(s)
        basis = f"{count(s.n_questions, 'question')}, {count(s.n_episodes, 'episode')}"
        bars.append(
            PolicyBar(
                policy=name(s.policy),
                mean=None if s.mean is None else round(100 * s.mean, 3),
                low=round(100 * low, 3),
                high=round(100 * high, 3),
                figure=percent(s.mean),
                interval="" if s.mean is None else f"{_bare(low)} to {_bare(high)}",
                basis=basis + (f", {s.unscored:,} not scored" if s.unscored else ""),
            )
        )
    return tuple(bars)


def _ends(summary: PolicySummary) -> tuple[float, float]:
    """Return an interval's ends; nothing scored has an empty one."""
    if summary.low is None or summary.high is None:
        return 0.0, 0.0
    return summary.low, summary.high


def dot_chart(axis: str, series: Sequence[Series]) -> DotChart:
    """Return the accuracy of all policies side by side at each value of the axis."""
    values = sorted({value for s in series for value, _ in s.points})
    step = 100 / max(len(values), 1)
    ticks = tuple((str(value), round((i + 0.5) * step, 3)) for i, value in enumerate(values))
    at = {value: (i + 0.5) * step for i, value in enumerate(values)}
    spread = min(step * 0.6 / max(len(series), 1), 6.0)
    dots = []
    for index, s in enumerate(series):
        shift = (index - (len(series) - 1) / 2) * spread
        for value, e in s.points:
            if e.mean is not None and e.low is not None and e.high is not None:
                dots.append(
                    Dot(
                        policy=index,
                        x=round(at[value] + shift, 3),
                        y=_height(e.mean),
                        top=_height(e.high),
                        bottom=_height(e.low),
                        label=f"{name(s.policy)}, {value} {axis}: {said(e)}",
                    )
                )
    return DotChart(axis=axis, ticks=ticks, dots=tuple(dots))


def said(e: Estimate) -> str:
    """Return an estimate with all it rests on: `97.5 % (95.1 to 98.9, n = 120, 2 not scored)`."""
    if e.mean is None or e.low is None or e.high is None:
        return f"not scored ({count(e.unscored, 'episode')})" if e.unscored else "–"
    unscored = f", {e.unscored:,} not scored" if e.unscored else ""
    return f"{percent(e.mean)} ({_bare(e.low)} to {_bare(e.high)}, n = {e.n:,}{unscored})"


def _bare(share: float) -> str:
    return f"{100 * share:.1f}".removesuffix(".0")


def _height(share: float) -> float:
    return round(PLOT_TOP + PLOT_HEIGHT * (1 - share), 2)
