"""What a person sees while a stage works: a bar on a terminal, a plain line every few seconds elsewhere, nothing in a library."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol, TextIO

EVERY_SECONDS = 5.0
"""Time between two plain lines of one stage."""


class Progress(Protocol):
    """Where a stage tells how far it is."""

    def __call__(self, done: int) -> None:
        """Tell how many are done in all."""
        ...


class Console:
    """Says nothing; the base for those that do, and what library callers get."""

    def say(self, line: str) -> None:
        """Show one line of a finished stage."""

    @contextmanager
    def progress(self, label: str, total: int | None = None) -> Iterator[Progress]:
        """Show the progress of one piece of work for the body of a `with`.

        Args:
            label: what is being done, a word or two.
            total: how many there are, where known.
        """
        yield lambda done: None


class PlainConsole(Console):
    """Plain lines, for files, pipes and CI logs."""

    def __init__(
        self, stream: TextIO, *, every: float = EVERY_SECONDS, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Write to a stream, a line at most `every` seconds for running work."""
        self._stream, self._every, self._clock = stream, every, clock

    def say(self, line: str) -> None:
        """Write the line at once."""
        self._stream.write(line + "\n")
        self._stream.flush()

    @contextmanager
    def progress(self, label: str, total: int | None = None) -> Iterator[Progress]:
        """Write a line with count, rate and time left whenever some seconds have passed."""
        began = last = self._clock()

        def update(done: int) -> None:
            nonlocal last
            now = self._clock()
            if now - last >= self._every:
                last = now
                self.say(progress_line(label, done, total, now - began))

        yield update


class RichConsole(Console):
    """Bars that vanish when the work is done, for terminals."""

    def __init__(self, stream: TextIO) -> None:
        """Draw on a terminal."""
        from rich.console import Console as Terminal

        self._terminal = Terminal(file=stream, highlight=False)

    def say(self, line: str) -> None:
        """Write the line above any bar."""
        self._terminal.print(line, markup=False, soft_wrap=True)

    @contextmanager
    def progress(self, label: str, total: int | None = None) -> Iterator[Progress]:
        """Draw a bar with count, rate and time left."""
        from rich import progress

        columns = (
            progress.TextColumn("{task.description}", markup=False),
            progress.BarColumn(),
            progress.TextColumn("{task.fields[line]}", markup=False),
        )
        with progress.Progress(*columns, console=self._terminal, transient=True) as bars:
            bar = bars.add_task(label, total=total, line="")
            began = time.monotonic()

            def update(done: int) -> None:
                line = progress_line("", done, total, time.monotonic() - began)
                bars.update(bar, completed=done, line=line)

            yield update


def console_for(stream: TextIO) -> Console:
    """Return the console that suits a stream."""
    return RichConsole(stream) if stream.isatty() else PlainConsole(stream)


def progress_line(label: str, done: int, total: int | None, seconds: float) -> str:
    """Return `graph: 1,200 of 3,000, 400/s, 4 s left`."""
    rate = done / seconds if seconds > 0 else 0.0
    parts = [f"{done:,} of {total:,}" if total is not None else f"{done:,}"]
    if rate > 0:
        parts.append(f"{rate:,.0f}/s" if rate >= 10 else f"{rate:.2g}/s")
        if total is not None and done < total:
            parts.append(f"{duration((total - done) / rate)} left")
    text = ", ".join(parts)
    return f"{label}: {text}" if label else text


def duration(seconds: float) -> str:
    """Return a span of time in the unit a person would choose: `0.4 s`, `12 s`, `3 min`, `2.5 h`."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    if seconds < 120:
        return f"{seconds:.0f} s"
    if seconds < 7200:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
