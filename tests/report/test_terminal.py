"""`show_task`: everything of the proof is on the terminal, and nothing of a stranger's text acts on it."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace

from rich.console import Console

from isthmus.records import Document, Task
from isthmus.report import show_task


def printed(
    task: Task, lookup: Callable[[str], Document | None], *, width: int = 100, color: bool = False
) -> str:
    out = io.StringIO()
    Console(file=out, width=width, force_terminal=color, color_system="truecolor" if color else None).print(
        show_task(task, lookup)
    )
    return out.getvalue()


def test_a_task_is_printed_with_its_proof(task: Task, lookup: Callable[[str], Document | None]) -> None:
    text = printed(task, lookup)
    assert "Which group that plays chamber folk[2] and has been active" in text
    assert "│   ├── [4] was founded by  Maud Ferrier  named · person  8 pages" in text
    assert "└── [3] has been active since  the early 1970s  1970 to 1974  1,105 pages" in text
    assert "[5] Country: Norrland  (Lantern Street)" in text
    assert "Vellum Harbour: group 312 ∩ [1] 30 ∩ [2] 412 ∩ [3] 1,105 = 1" in text
    assert "✓ unique" in text and "9 of 9 gates passed" in text
    assert "for Lantern Street: found at rank 2" in text
    assert text == printed(task, lookup)


def test_it_fits_narrow_terminals(task: Task, lookup: Callable[[str], Document | None]) -> None:
    assert all(len(line) <= 40 for line in printed(task, lookup, width=40).splitlines())


def test_markup_and_escapes_of_strangers_are_text(
    nasty: Task, lookup: Callable[[str], Document | None]
) -> None:
    task = replace(nasty, question="[bold red]x[/] \x1b]0;title\x07 [link=file:///etc]y[/link]")
    text = printed(task, lookup, color=True)
    assert "\x1b]0;" not in text and "\x07" not in text
    assert "[link=file:///etc]" in text
    assert "✕" in printed(task, lookup)


def test_without_certificate_nothing_is_claimed(task: Task, lookup: Callable[[str], Document | None]) -> None:
    text = printed(replace(task, certificate=None), lookup)
    assert "no certificate: nothing is proven" in text and "✓" not in text


def test_pages_not_at_hand_are_told(task: Task) -> None:
    assert "the page is not at hand" in printed(task, lambda _: None)
