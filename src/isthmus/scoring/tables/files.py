"""A file of cases scored to a file or stream of verdicts, one case at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from isthmus.errors import InputError
from isthmus.records import dump, write_records
from isthmus.scoring.tables.judge import ExplainedLine, Line, explained_line_of, line_of
from isthmus.scoring.tables.records import read_cases
from isthmus.scoring.tables.verdicts import Rules


@dataclass(slots=True, kw_only=True)
class Tally:
    """Counts over a file."""

    cases: int = 0
    """Cases read."""
    right: int = 0
    """Cases that match."""
    unscored: int = 0
    """Cases about which nothing is said."""
    compared: int = 0
    """Cases that carry a verdict."""
    differing: int = 0
    """Cases whose verdict is another than the one they carry."""
    examples: list[str] = field(default_factory=list)
    """Ids of the first few of these."""


def score_file(
    path: Path, rules: Rules, *, out: Path | None, stream: IO[str], explain: bool = False
) -> Tally:
    """Score the cases of a file.

    Args:
        path: JSONL of cases.
        rules: The rules whose verdict counts.
        out: File for the verdicts, written whole or not at all; None writes to `stream` as they come.
        stream: Where verdicts go without `out`.
        explain: Whether each line also says what the other rules say.

    Raises:
        RecordError: when a line is no case.
        StorageError: when a file cannot be read or written.
        InputError: when the verdicts would replace the cases.
    """
    tally = Tally()
    lines = _lines(path, rules, explain, tally)
    if out is None:
        for line in lines:
            stream.write(dump(line) + "\n")
        return tally
    if out.exists() and path.exists() and out.samefile(path):
        raise InputError(
            "the verdicts would replace the cases", place=str(out), fix="name another file with --out"
        )
    write_records(out, lines)
    return tally


def _lines(path: Path, rules: Rules, explain: bool, tally: Tally) -> Iterator[Line | ExplainedLine]:
    for case in read_cases(path):
        line = explained_line_of(case, rules) if explain else line_of(case, rules)
        tally.cases += 1
        tally.right += line.match is True
        tally.unscored += line.match is None
        tally.compared += case.match is not None
        if case.match is not None and line.match is not case.match:
            tally.differing += 1
            if tally.differing <= 5:
                tally.examples.append(case.id)
        yield line
