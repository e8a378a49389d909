"""The report as a file: escaped, hashed, bounded, whole or not at all, the same each time."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isthmus.errors import StorageError
from isthmus.records import Document, Score, Status, Task, Verdict
from isthmus.report import ReportInputs, write_report
from isthmus.report.overview import overview, scored_line
from isthmus.report.page import choose_details, island, render

Inputs = Callable[..., ReportInputs]


def test_same_inputs_same_bytes(inputs_of: Inputs) -> None:
    assert render(inputs_of(12, hostile=True)) == render(inputs_of(12, hostile=True))


def test_the_order_of_episodes_does_not_matter(inputs_of: Inputs) -> None:
    inputs = inputs_of(6)
    episodes = list(inputs.episodes)
    assert render(replace(inputs, episodes=episodes)) == render(replace(inputs, episodes=episodes[::-1]))


def test_the_policy_names_exactly_the_inline_style_and_script(inputs_of: Inputs) -> None:
    page = render(inputs_of(3, hostile=True))
    policy = html.unescape(re.search(r'Content-Security-Policy" content="([^"]*)"', page)[1])  # type: ignore[index]
    style = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    script = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    assert len(style) == len(script) == 1
    for kind, text in (("style-src", style[0]), ("script-src", script[0])):
        assert (
            f"{kind} 'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'" in policy
        )
    assert "default-src 'none'" in policy and "unsafe" not in policy


class Elements(HTMLParser):
    """All elements and attributes of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.attributes: list[tuple[str, str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes += [(key, value or "") for key, value in attrs]


def test_strangers_add_no_element_link_or_handler(inputs_of: Inputs, hostile_text: str) -> None:
    page = render(inputs_of(4, hostile=True))
    found = Elements(page)
    assert hostile_text not in page and "&lt;/script&gt;" in page
    assert found.tags["script"] == 2 and found.tags["style"] == 1 and found.tags["img"] == 0
    keys = {key for key, _ in found.attributes}
    assert not keys & {"style", "src", "srcset", "action", "onerror", "onclick", "onload"}
    assert {value for key, value in found.attributes if key == "href"} <= {
        "data:,", "#tasks", "#funnel", "#accuracy", "#sizes"
    }  # fmt: skip


def test_the_index_is_json_and_holds_every_task(inputs_of: Inputs, hostile_text: str) -> None:
    inputs = inputs_of(30, hostile=True, details=5)
    found = re.search(r'<script type="application/json" id="index">(.*?)</script>', render(inputs), re.DOTALL)
    index = json.loads(found[1])  # type: ignore[index]
    assert [row[0] for row in index["rows"]] == [t.id for t in inputs.tasks]
    assert sum(row[6] for row in index["rows"]) == 5
    assert index["policies"] == ["oracle", "one_search", "no_search"]
    assert index["rows"][0][5] == "rrr" and index["rows"][3][5][0] == "u"


@given(
    st.recursive(
        st.text() | st.integers() | st.none(),
        lambda c: st.lists(c) | st.dictionaries(st.text(), c),
        max_leaves=8,
    )
)
def test_no_island_can_be_left(value: object) -> None:
    text = island(value)
    assert not set("<>&\u2028\u2029\u202e") & set(text)
    text.encode("utf-8")
    json.loads(text)


def test_nothing_half_written(tmp_path: Path, inputs_of: Inputs) -> None:
    path = tmp_path / "report.html"
    path.write_text("old", encoding="utf-8")

    def broken(document_id: str) -> Document | None:
        raise RuntimeError(document_id)

    with pytest.raises(RuntimeError):
        write_report(replace(inputs_of(3), lookup=broken), path)
    assert path.read_text(encoding="utf-8") == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["report.html"]


def test_a_folder_that_is_not_there_is_one_clear_line(tmp_path: Path, inputs_of: Inputs) -> None:
    path = tmp_path / "gone" / "report.html"
    with pytest.raises(StorageError, match=re.escape(str(path))):
        write_report(inputs_of(3), path)


def test_lone_surrogates_and_huge_text_are_written(tmp_path: Path, inputs_of: Inputs, task: Task) -> None:
    path = tmp_path / "report.html"
    odd = replace(task, question="\ud800 " + "word " * 200_000)
    write_report(replace(inputs_of(2), tasks=[odd], title="\udfff"), path)
    assert path.stat().st_size < 200_000


def test_an_empty_run_says_so(tmp_path: Path) -> None:
    page = render(ReportInputs(title="Nothing"))
    assert "The run made no task." in page and "no task passed" in page and "No episodes were scored" in page


def test_only_a_sample_is_embedded_and_every_size_is_in_it(inputs_of: Inputs) -> None:
    inputs = inputs_of(60)
    chosen = choose_details(inputs.tasks, 8)
    assert len(chosen) == 8
    assert {len(inputs.tasks[i].tree.vertices) for i in chosen} == {3, 4, 5, 6}
    assert chosen == choose_details(inputs.tasks, 8)
    assert choose_details(inputs.tasks, 1000) == frozenset(range(len(inputs.tasks)))
    assert choose_details(inputs.tasks, 0) == frozenset()
    page = render(replace(inputs, details=8))
    assert page.count("<template") == 9
    assert "All 75 tasks are listed. 8 of them" in page


def test_size_is_bounded_by_the_sample(inputs_of: Inputs) -> None:
    few, many = (len(render(inputs_of(n, details=10))) for n in (100, 400))
    assert (many - few) / 375 < 500  # a row a task, nothing more


def scores(*values: float | None) -> list[Score]:
    return [
        Score(
            episode_id=f"p/t{i}/0", task_id=f"t{i}", policy="p", scorer="s/1", value=v,
            reason="infrastructure" if v is None else "match",
        )
        for i, v in enumerate(values)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("given_scores", "said", "tone"),
    [
        ([], "No episodes were scored", "note"),
        (scores(1.0, 0.0), "All 2 episodes are scored", "calm"),
        (
            scores(None, *[1.0] * 99),
            "1 of 100 episodes, 1 %, is not scored (1 stopped by an infrastructure failure)",
            "note",
        ),
        (scores(None, None, 1.0), "2 of 3 episodes, 66.7 %, are not scored (2 stopped", "alarm"),
    ],
)
def test_first_line(given_scores: list[Score], said: str, tone: str) -> None:
    line, found = scored_line(ReportInputs(title="x", scores=given_scores))
    assert said in line and found == tone


def test_a_judge_that_failed_is_unscored_but_no_infrastructure(inputs_of: Inputs) -> None:
    odd = [replace(s, reason="judge") for s in scores(None, 1.0)]
    line, _ = scored_line(ReportInputs(title="x", scores=odd))
    assert "1 of 2 episodes, 50 %, is not scored." in line


def test_trust_is_not_claimed_for_what_did_not_run(task: Task) -> None:
    assert task.certificate is not None
    waiting = Verdict(gate="closed_book", version="1", status=Status.NOT_RUN, reason="no-model")
    broken = Verdict(gate="unique", version="1", status=Status.FAILED, reason="several-solutions")
    sound = overview(ReportInputs(title="x", tasks=[task])).trust
    assert sound[0] == ("good", "Every task passed every one of 9 gates; the numbers are stored with it.")
    verdicts = task.certificate.verdicts
    tasks = [
        task,
        replace(task, certificate=replace(task.certificate, verdicts=(*verdicts, waiting))),
        replace(
            task, certificate=replace(task.certificate, verdicts=(*verdicts, broken), snapshot_id="other")
        ),
        replace(task, certificate=None),
    ]
    marks = {sentence: mark for mark, sentence in overview(ReportInputs(title="x", tasks=tasks)).trust}
    assert marks["1 of 4 tasks passed every gate."] == "note"
    assert marks["1 task failed a gate and should not be used."] == "bad"
    assert marks["1 task without a certificate: nothing is proven of them."] == "bad"
    assert marks["The gate closed_book did not run for 1 task."] == "note"
    assert any("2 different snapshots" in sentence for sentence in marks)


def test_cost_columns_only_when_given(inputs_of: Inputs) -> None:
    inputs = inputs_of(12)
    assert "US$ a task" not in render(inputs)
    page = render(replace(inputs_of(12), costs={3: {"US$ a task": 0.0021}}))
    assert "US$ a task" in page and "0.0021" in page
