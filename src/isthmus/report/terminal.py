"""A task with its proof for the terminal: question, drawn tree, sentences that prove each clue, gates with numbers, path."""

from __future__ import annotations

from typing import TYPE_CHECKING

from isthmus.records import Task
from isthmus.report.clues import segments
from isthmus.report.excerpts import excerpts
from isthmus.report.inputs import Lookup, no_pages
from isthmus.report.proof import Proof, proof_of
from isthmus.report.text import LINE, PASSAGE, clip, count, name
from isthmus.report.tree import note_of, said_of, title_of

if TYPE_CHECKING:
    from rich.console import Group, RenderableType
    from rich.tree import Tree

_COLOURS = ("blue", "yellow", "green", "magenta", "red", "cyan", "bright_yellow", "bright_blue")
_MARKS = {"passed": ("✓", "green"), "failed": ("✕", "red"), "not_run": ("–", "yellow")}


def show_task(task: Task, lookup: Lookup = no_pages) -> Group:
    """Return a task ready for `rich.console.Console.print`. Text from pages and models is never read as markup."""
    from rich.console import Group
    from rich.text import Text

    proof = proof_of(task)
    blocks: list[RenderableType] = [_head(task, proof), Text(), _question(task), Text()]
    blocks.append(Text.assemble(("Answer  ", "dim"), (clip(task.answer.text, LINE), "bold")))
    if task.answer.aliases:
        blocks.append(Text(f"        also {clip('; '.join(task.answer.aliases), LINE)}", style="dim"))
    blocks += [
        Text(),
        _tree(task, proof),
        Text(),
        *_evidence(task, lookup),
        Text(),
        *_gates(proof),
        *_path(proof),
    ]
    return Group(*blocks)


def _head(task: Task, proof: Proof) -> RenderableType:
    from rich.text import Text

    parts = [
        name(task.id),
        count(len(task.tree.vertices), "vertex", "vertices"),
        f"depth {task.tree.depth()}",
    ]
    parts.append(
        f"{proof.passed} of {count(len(proof.gates), 'gate')} passed" if proof.gates else "no certificate"
    )
    return Text(" · ".join(parts), style="dim")


def _question(task: Task) -> RenderableType:
    from rich.text import Text

    text = Text()
    for segment in segments(task, PASSAGE):
        if segment.clue:
            text.append(segment.text, style=f"underline {_colour(segment.clue)}")
            text.append(f"[{segment.clue}]", style=f"dim {_colour(segment.clue)}")
        else:
            text.append(segment.text, style="bold")
    return text


def _tree(task: Task, proof: Proof) -> RenderableType:
    from rich.text import Text
    from rich.tree import Tree

    vertices = task.tree.vertices
    root = Tree(
        Text.assemble((title_of(vertices[0]), "bold"), (f"  {note_of(vertices[0])}", "dim")),
        guide_style="dim",
    )
    placed: dict[int, Tree] = {0: root}
    for constraint in sorted(task.tree.constraints, key=lambda c: c.object):
        vertex = vertices[constraint.object]
        size = f"  {count(proof.sizes[vertex.id], 'page')}" if vertex.id in proof.sizes else ""
        label = Text.assemble(
            (f"[{vertex.id}] ", f"bold {_colour(vertex.id)}"),
            (f"{name(said_of(constraint))}  ", _colour(vertex.id)),
            (title_of(vertex), "bold"),
            (f"  {note_of(vertex)}{size}", "dim"),
        )
        placed[vertex.id] = placed[constraint.subject].add(label)
    return root


def _evidence(task: Task, lookup: Lookup) -> list[RenderableType]:
    from rich.text import Text

    pages = excerpts(task.tree, lookup)
    titles = {clue: page.title for page in pages for clue in page.clues}
    problems = {page.title: page.problem for page in pages if page.problem}
    lines: list[RenderableType] = [Text("Evidence", style="bold")]
    for c in task.tree.constraints:
        lines.append(
            Text.assemble(
                (f"[{c.object}] ", f"bold {_colour(c.object)}"),
                clip(" ".join(c.evidence.text.split()), LINE),
                (f"  ({titles[c.object]})", "dim"),
            )
        )
    lines += [Text(f"    {title}: {problem}", style="yellow") for title, problem in problems.items()]
    return lines


def _gates(proof: Proof) -> list[RenderableType]:
    from rich.table import Table
    from rich.text import Text

    lines: list[RenderableType] = [Text("Proof", style="bold")]
    if not proof.gates:
        return [*lines, Text("no certificate: nothing is proven", style="red")]
    for meeting in proof.meetings:
        kind = f"{meeting.kind or 'any kind'} {meeting.of_kind} ∩ " if meeting.of_kind else ""
        sets = kind + " ∩ ".join(f"[{clue}] {size}" for clue, size in meeting.sets)
        lines.append(Text.assemble((meeting.title, "bold"), f": {sets} = {meeting.common}"))
    if proof.clue_columns:
        table = Table("clue", box=None, padding=(0, 2, 0, 0), header_style="dim")
        for column in proof.clue_columns:
            table.add_column(Text(column), justify="right")
        for row in proof.clues:
            table.add_row(
                Text(f"[{row.id}] {clip(row.text, 60)}", style=_colour(row.id)), *map(Text, row.values)
            )
        lines.append(table)
    for gate in proof.gates:
        mark, colour = _MARKS[gate.status]
        numbers = ", ".join(f"{what} {value}" for what, value in gate.numbers)
        why = f": {gate.reason}" if gate.reason else ""
        said = f"  {gate.meaning}" + (f"; {numbers}" if numbers and gate.meaning else numbers)
        lines.append(Text.assemble((f"{mark} ", colour), (gate.gate + why, "bold"), (said, "dim")))
    for vertex in proof.vertices:
        pairs = zip(proof.vertex_columns, vertex.values, strict=True)
        lines.append(
            Text(f"  {vertex.title}: " + ", ".join(f"{what} {value}" for what, value in pairs), style="dim")
        )
    return lines


def _path(proof: Proof) -> list[RenderableType]:
    from rich.text import Text

    if not proof.path:
        return []
    lines: list[RenderableType] = [Text(), Text("The oracle's path", style="bold")]
    for number, step in enumerate(proof.path, start=1):
        lines.append(
            Text.assemble(
                f"{number}. {step.action} ",
                (step.query, "cyan"),
                (f"  for {step.vertex}: {step.outcome}", "dim"),
            )
        )
    return lines


def _colour(clue: int) -> str:
    return _COLOURS[(clue - 1) % len(_COLOURS)]
