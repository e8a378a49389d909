"""The pages on agents and scoring: examples run and print what they say, tables name what there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from isthmus.agents import BASELINES
from isthmus.records import StopReason
from isthmus.scoring import MatchReason

DOCS = Path(__file__).parents[2] / "docs"


def run(page, capsys):
    namespace = {}
    for block in re.findall(r"^```python\n(.*?)^```", (DOCS / page).read_text(encoding="utf-8"), re.M | re.S):
        exec(block, namespace)
    return capsys.readouterr().out.splitlines()


def test_the_examples_of_agents_run(capsys):
    assert run("agents.md", capsys) == [
        "scripted/t1/0 answered have mercy 1.0",
        "['no_search/t1/1', 'one_search/t1/0', 'one_search/t1/1']",
    ]


def test_the_examples_of_scoring_print_what_they_say(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    told = re.findall(r"print\(.*\)  # (.*)", (DOCS / "scoring.md").read_text(encoding="utf-8"))
    printed = run("scoring.md", capsys)
    assert printed[: len(told)] == told
    assert printed[len(told) :] == ["0.3333333333333333 2 5 4 1", "0.5 0.25"]


@pytest.mark.parametrize("reason", list(MatchReason))
def test_every_reason_has_its_row(reason):
    right = "not scored" if reason is MatchReason.INFRASTRUCTURE else "yes" if reason.is_right() else "no"
    assert f"| `{reason}` | {right} |" in (DOCS / "scoring.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("stop", list(StopReason))
def test_every_stop_has_its_row(stop):
    row = next(
        line for line in (DOCS / "agents.md").read_text(encoding="utf-8").splitlines() if f"`{stop}`" in line
    )
    assert ("**no**" in row) == stop.is_infrastructure()


def test_every_baseline_has_its_row():
    assert all(
        f"| `{policy.name}` |" in (DOCS / "agents.md").read_text(encoding="utf-8") for policy in BASELINES
    )
