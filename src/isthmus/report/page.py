"""The report's HTML file: views of everything, one template, one style sheet, one script, all inline.

Invariants: nothing is fetched (a Content-Security-Policy forbids it and allows only this style sheet and this script, by hash);
all text reaches the page through Jinja2's autoescape or as JSON that cannot end its element, and the script writes text with
`textContent` alone (the policy forbids HTML from strings). The file is written whole or not at all; the same inputs give the
same bytes.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from isthmus.errors import StorageError
from isthmus.ids import digest
from isthmus.records import Episode, Score, Task
from isthmus.report import charts, statistics
from isthmus.report.clues import Segment, segments
from isthmus.report.excerpts import Excerpt, excerpts
from isthmus.report.inputs import ReportInputs
from isthmus.report.overview import overview
from isthmus.report.proof import Proof, proof_of
from isthmus.report.reader import EpisodeView, outcome, read
from isthmus.report.text import LINE, PASSAGE, clip, name, printable
from isthmus.report.tree import BOX_HEIGHT, Drawing, columns, draw

if TYPE_CHECKING:
    import jinja2

COLOURS = 8
"""Colours of clues and policies; more than that share one, and the number tells them apart."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Detail:
    """A task shown in full."""

    index: int
    """Place of the task in the run, 0-based; names its template element."""
    id: str
    """Task id."""
    question: tuple[Segment, ...]
    """The question by clue."""
    answer: str
    """The right answer."""
    aliases: str
    """Other accepted forms, on one line."""
    vertices: int
    """Number of vertices."""
    depth: int
    """Edges on the longest path."""
    family: str
    """Task family."""
    writer: str
    """Who wrote the question."""
    columns: int
    """Leaves side by side in the drawing across; chooses the width from which it is shown."""
    drawings: tuple[Drawing, Drawing]
    """Across and outline."""
    proof: Proof
    """The certificate."""
    pages: tuple[Excerpt, ...]
    """Evidence pages."""
    evidence: tuple[tuple[int, str, str], ...]
    """(clue, sentence, page title) of each constraint."""
    episodes: tuple[EpisodeView, ...]
    """Episodes at hand."""


def write_report(inputs: ReportInputs, path: Path) -> None:
    """Write the report, whole or not at all.

    Raises:
        StorageError: when the disk refuses.
    """
    page = render(inputs)
    temporary = path.with_name(f".{path.name}.partial")
    try:
        temporary.write_text(page, encoding="utf-8", newline="\n")
        os.replace(temporary, path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise StorageError(f"cannot write: {error.strerror or error}", place=str(path)) from None


def render(inputs: ReportInputs) -> str:
    """Return the report as HTML."""
    policies = statistics.policies_of(inputs.scores, (s.policy for s in inputs.summaries))
    sizes = statistics.by_size(inputs.tasks, inputs.scores, policies, inputs.costs)
    along = {
        "vertices": statistics.accuracy_along(
            inputs.tasks, inputs.scores, policies, lambda t: len(t.tree.vertices)
        ),
        "depth": statistics.accuracy_along(inputs.tasks, inputs.scores, policies, lambda t: t.tree.depth()),
    }
    chosen = choose_details(inputs.tasks, inputs.details)
    style, script = _asset("style.css"), _asset("script.js")
    return (
        _environment()
        .get_template("report.html.j2")
        .render(
            style=style,
            script=script,
            policy=_content_policy(style, script),
            head=overview(inputs),
            funnel=charts.funnel_bars(inputs.funnel),
            rejected=sorted(
                ((n, r) for r, n in inputs.rejected.items() if n), key=lambda item: (-item[0], item[1])
            ),
            policies=[name(p) for p in policies],
            bars=charts.policy_bars(inputs.summaries),
            sizes=sizes,
            cost_columns=statistics.cost_columns(inputs.costs),
            size_columns=charts.size_columns(sizes),
            dot_charts=[
                charts.dot_chart(axis, series)
                for axis, series in along.items()
                if any(s.points for s in series)
            ],
            box=BOX_HEIGHT,
            plot=(charts.PLOT_TOP, charts.PLOT_HEIGHT),
            details=_details(inputs, chosen),
            details_shown=len(chosen),
            total=len(inputs.tasks),
            index=_index(inputs.tasks, inputs.scores, policies, chosen),
        )
    )


def choose_details(tasks: Sequence[Task], most: int) -> frozenset[int]:
    """Return the places of the tasks shown in full: all, or a fixed draw with every number of vertices in turn."""
    if len(tasks) <= most:
        return frozenset(range(len(tasks)))
    groups: dict[int, list[int]] = {}
    for place in sorted(range(len(tasks)), key=lambda i: digest("report", tasks[i].id)):
        groups.setdefault(len(tasks[place].tree.vertices), []).append(place)
    queues = [groups[size][::-1] for size in sorted(groups)]
    chosen: list[int] = []
    while len(chosen) < most:
        for queue in queues:
            if queue and len(chosen) < most:
                chosen.append(queue.pop())
    return frozenset(chosen)


def _details(inputs: ReportInputs, chosen: frozenset[int]) -> Iterable[Detail]:
    wanted = {inputs.tasks[i].id for i in chosen}
    scores = {s.episode_id: s for s in inputs.scores if s.task_id in wanted}
    episodes: dict[str, list[Episode]] = {}
    for episode in inputs.episodes:
        if episode.task_id in wanted:
            episodes.setdefault(episode.task_id, []).append(episode)
    order = {s.policy: i for i, s in enumerate(inputs.summaries)}
    for index in sorted(chosen):
        task = inputs.tasks[index]
        mine = sorted(
            episodes.get(task.id, ()),
            key=lambda e: (order.get(e.policy, len(order)), e.policy, e.attempt, e.id),
        )
        yield _detail(index, task, inputs, tuple(read(e, task, scores.get(e.id)) for e in mine))


def _detail(index: int, task: Task, inputs: ReportInputs, episodes: tuple[EpisodeView, ...]) -> Detail:
    proof = proof_of(task)
    pages = excerpts(task.tree, inputs.lookup)
    titles = {clue: page.title for page in pages for clue in page.clues}
    return Detail(
        index=index,
        id=name(task.id),
        question=segments(task, PASSAGE),
        answer=clip(task.answer.text, LINE),
        aliases=clip("; ".join(task.answer.aliases), LINE),
        vertices=len(task.tree.vertices),
        depth=task.tree.depth(),
        family=name(task.family.replace("_", " ")),
        writer=name(task.writer),
        columns=columns(task.tree),
        drawings=draw(task.tree, proof.sizes),
        proof=proof,
        pages=pages,
        evidence=tuple(
            (c.object, clip(" ".join(c.evidence.text.split()), LINE), titles[c.object])
            for c in task.tree.constraints
        ),
        episodes=episodes,
    )


def _index(
    tasks: Sequence[Task], scores: Sequence[Score], policies: Sequence[str], chosen: frozenset[int]
) -> Mapping[str, object]:
    """Return what the gallery's rows are made of; one short list a task, so that tens of thousands stay quick."""
    found: dict[tuple[str, str], set[str]] = {}
    for score in scores:
        found.setdefault((score.task_id, score.policy), set()).add(outcome(score))
    rows = [
        [
            name(task.id),
            clip(task.question, LINE),
            clip(task.answer.text, LINE // 4),
            len(task.tree.vertices),
            task.tree.depth(),
            "".join(_letter(found.get((task.id, policy), set())) for policy in policies),
            1 if i in chosen else 0,
        ]
        for i, task in enumerate(tasks)
    ]
    return {"policies": [name(p) for p in policies], "rows": rows}


def _letter(outcomes: set[str]) -> str:
    """Return one letter for a policy's attempts at a task: all right, none right, some right, not scored, none made."""
    scored = outcomes - {"unscored"}
    if not scored:
        return "u" if outcomes else "-"
    if scored == {"right"}:
        return "r"
    return "w" if scored == {"wrong"} else "p"


def island(value: object) -> str:
    """Return JSON that can stand in a script element: nothing in it can end the element or break a line."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return printable(text)


@cache
def _asset(file: str) -> str:
    return files("isthmus.report").joinpath("templates", file).read_text(encoding="utf-8").strip()


def _content_policy(style: str, script: str) -> str:
    """Return the Content-Security-Policy: this style sheet, this script, no request, no HTML from strings."""
    return "; ".join(
        (
            "default-src 'none'",
            f"style-src {_source(style)}",
            f"script-src {_source(script)}",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
        )
    )


def _source(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _environment() -> jinja2.Environment:
    import jinja2
    from markupsafe import Markup

    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(_asset),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["island"] = lambda value: Markup(island(value))
    environment.filters["asset"] = Markup
    environment.filters["colour"] = lambda number: (number - 1) % COLOURS + 1
    environment.filters["comma"] = lambda number: f"{number:,}"
    environment.filters["tenth"] = lambda number: f"{number:.1f}"
    environment.filters["said"] = charts.said
    return environment
