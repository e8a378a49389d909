"""The examples of docs/report.md run as they stand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from isthmus.records import Task, write_records

DOCS = Path(__file__).parents[2] / "docs" / "report.md"


def test_the_examples_run(
    task: Task, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write_records(tmp_path / "tasks.jsonl", [task])
    names: dict[str, object] = {}
    examples = re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert len(examples) == 2
    for example in examples:
        exec(compile(example, str(DOCS), "exec"), names)
    assert "Vellum Harbour" in (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "Vellum Harbour" in capsys.readouterr().out
