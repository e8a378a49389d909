"""The guides say what the code does: every gate, reason and number is in them, and their examples run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from isthmus.gates import GATES, Deduplicator, GateSettings, Reason, deduplicate
from isthmus.records import Task, write_records

DOCS = Path(__file__).parents[2] / "docs"
GATES_TEXT = (DOCS / "gates.md").read_text(encoding="utf-8")


def code(text: str) -> str:
    return "\n".join(re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL))


def test_every_gate_has_its_heading_in_order() -> None:
    headings = re.findall(r"^## (\w+)$", GATES_TEXT, re.MULTILINE)
    assert headings == [*(gate.name for gate in GATES), Deduplicator.name]


def test_every_reason_is_explained_once() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \| (.+) \|$", GATES_TEXT, re.MULTILINE)
    assert sorted(reason for reason, _ in rows) == sorted(Reason)
    assert all(meaning.endswith(".") for _, meaning in rows)


def test_every_number_is_named(clean: list[Task]) -> None:
    for task in deduplicate(clean[:5], GateSettings()):
        assert task.certificate is not None
        for verdict in task.certificate.verdicts:
            section = GATES_TEXT.partition(f"\n## {verdict.gate}\n")[2].partition("\n## ")[0]
            assert all(f"`{key}`" in section for key in verdict.numbers), verdict


def test_the_examples_run(
    stored: object,
    clean: list[Task],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    kept = [t for t in deduplicate(clean, GateSettings()) if t.certificate and t.certificate.passed()]
    folder = stored.snapshot.folder.parent  # type: ignore[attr-defined]
    for part in ("snapshot", "graph", "index"):
        (tmp_path / part).symlink_to(folder / part)
    write_records(tmp_path / "tasks.jsonl", kept)
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    exec(code((DOCS / "certificate.md").read_text(encoding="utf-8")), names)
    assert capsys.readouterr().out == f"{len(kept)} tasks, 0 differences\n"
    names |= {"task": kept[0], "graph": names["context"].graph, "index": names["context"].index}  # type: ignore[attr-defined]
    exec(code(GATES_TEXT), names)
    assert "closures" in capsys.readouterr().out
