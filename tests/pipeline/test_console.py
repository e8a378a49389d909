from __future__ import annotations

import io

import pytest

from isthmus.pipeline.console import Console, PlainConsole, RichConsole, console_for, duration, progress_line


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_plain_lines_come_every_few_seconds():
    stream, now = io.StringIO(), [0.0]
    console = PlainConsole(stream, every=5.0, clock=lambda: now[0])
    with console.progress("graph", 1000) as progress:
        for second in range(13):
            now[0] = float(second)
            progress(second * 50)
    console.say("done")
    assert stream.getvalue().splitlines() == [
        "graph: 250 of 1,000, 50/s, 15 s left",
        "graph: 500 of 1,000, 50/s, 10 s left",
        "done",
    ]


def test_a_terminal_gets_bars_and_text_is_never_markup():
    stream = Terminal()
    console = console_for(stream)
    assert isinstance(console, RichConsole)
    with console.progress("[red]graph", 10) as progress:
        progress(5)
        console.say("[bold]a line")
    text = stream.getvalue()
    assert "[red]graph" in text
    assert "5 of 10" in text
    assert "[bold]a line" in text


def test_other_streams_get_plain_lines_and_libraries_nothing():
    assert isinstance(console_for(io.StringIO()), PlainConsole)
    with Console().progress("x") as progress:
        progress(1)
    Console().say("nothing")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("a", 0, None, 0.0), "a: 0"),
        (("a", 5, None, 10.0), "a: 5, 0.5/s"),
        (("", 1200, 3000, 3.0), "1,200 of 3,000, 400/s, 4.5 s left"),
        (("a", 3000, 3000, 3.0), "a: 3,000 of 3,000, 1,000/s"),
    ],
)
def test_progress_line(arguments, line):
    assert progress_line(*arguments) == line


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.42, "0.4 s"), (12.3, "12 s"), (119, "119 s"), (180, "3 min"), (9000, "2.5 h")]
)
def test_duration(seconds, text):
    assert duration(seconds) == text
