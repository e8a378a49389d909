"""What the page and the terminal show, before any template: clues, drawings, excerpts, proofs, episodes, numbers."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isthmus.messages import Message, Role, ToolCall
from isthmus.records import (
    Certificate,
    Constraint,
    Document,
    Episode,
    Evidence,
    ResearchTree,
    Score,
    Status,
    StopReason,
    Task,
    Turn,
    Verdict,
    Vertex,
    VertexRole,
)
from isthmus.report.charts import funnel_bars
from isthmus.report.clues import segments
from isthmus.report.excerpts import excerpts
from isthmus.report.inputs import FunnelGate, no_pages
from isthmus.report.proof import proof_of
from isthmus.report.reader import arguments_line, outcome, read
from isthmus.report.statistics import accuracy_along, by_size, estimate
from isthmus.report.text import bounded, cells, clip, fit, number, percent, printable, wrap
from isthmus.report.tree import BOX_HEIGHT, Drawing, draw

Lookup = Callable[[str], Document | None]


# Text


@given(st.text(), st.integers(1, 60))
def test_bounds_hold(text: str, limit: int) -> None:
    assert len(clip(text, limit)) <= limit
    assert cells(fit(text, limit)) <= limit
    assert printable(text) == printable(printable(text))
    assert len(printable(text)) == len(text)
    printable(text).encode("utf-8")
    if len(text) <= limit:
        assert clip(text, limit) == bounded(text, limit) == printable(text)


@given(st.text(), st.integers(4, 40), st.integers(1, 4))
def test_wrapped_lines_fit(text: str, width: int, lines: int) -> None:
    rows = wrap(text, width, lines)
    assert len(rows) <= lines
    assert all(cells(row) <= width for row in rows)
    joined = " ".join(printable(text).split())
    if len(rows) == 1 and not rows[0].endswith("…"):
        assert rows[0] == joined


def test_a_cut_is_told() -> None:
    assert bounded("x" * 3000, 2000) == "x" * 2000 + "… (+1,000 characters)"


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (1105, "1,105"),
        (True, "yes"),
        (None, "–"),
        (0.1234, "0.123"),
        (2.0, "2"),
        (math.inf, "inf"),
        ("a\x1b[31m", "a�[31m"),
    ],
)
def test_numbers(value: object, said: str) -> None:
    assert number(value) == said


def test_percent() -> None:
    assert (percent(1.0), percent(0.975), percent(None)) == ("100 %", "97.5 %", "–")


# Clues


def test_every_clue_is_found_in_its_words(task: Task) -> None:
    found = {s.clue: s.text for s in segments(task, 5000) if s.clue}
    assert found == {
        1: "recorded for",
        2: "plays chamber folk",
        3: "has been active since the early 1970s",
        4: "was founded by Maud Ferrier",
        5: "comes from a northern country",
    }


def test_a_dropped_auxiliary_is_forgiven_and_a_lost_clue_is_not_coloured(task: Task) -> None:
    changed = replace(task, question="Which group, active since the early 1970s, is like Maud Ferriers?")
    found = {s.clue: s.text for s in segments(changed, 5000) if s.clue}
    assert found == {3: "active since the early 1970s"}


@given(st.text(max_size=80), st.text(max_size=20), st.text(max_size=20), st.integers(1, 100))
def test_segments_are_the_question(question: str, clue: str, wording: str, limit: int) -> None:
    nowhere = Evidence(document_id="d", start=0, end=0, text="")
    tree = ResearchTree(
        vertices=(
            Vertex(id=0, role=VertexRole.ANSWER, entity="a"),
            Vertex(id=1, role=VertexRole.NAMED, entity="b", wording=wording),
            Vertex(id=2, role=VertexRole.HIDDEN, entity="c"),
        ),
        constraints=tuple(
            Constraint(subject=0, object=i, relation="r", clue=clue + "{}", evidence=nowhere) for i in (1, 2)
        ),
    )
    task = make(question, tree)
    joined = "".join(s.text for s in segments(task, limit))
    assert joined.startswith(printable(question)[:limit])
    assert len(question) > limit or joined == printable(question)


def make(question: str, tree: ResearchTree) -> Task:
    from isthmus.records import Answer

    return Task(id="t", family="research_tree", question=question, answer=Answer(text="a"), tree=tree)


# Drawings


@st.composite
def trees(draw_from: st.DrawFn) -> ResearchTree:
    size = draw_from(st.integers(1, 9))
    parents = [0, *(draw_from(st.integers(0, i - 1)) for i in range(1, size))]
    inner = set(parents[1:])
    words = st.text(min_size=1, max_size=60)
    vertices = tuple(
        Vertex(
            id=i,
            role=VertexRole.ANSWER if i == 0 else VertexRole.HIDDEN if i in inner else VertexRole.NAMED,
            entity=draw_from(words),
            wording=draw_from(words),
        )
        for i in range(size)
    )
    nowhere = Evidence(document_id="d", start=0, end=0, text="")
    return ResearchTree(
        vertices=vertices,
        constraints=tuple(
            Constraint(subject=parents[i], object=i, relation="r", clue=draw_from(words), evidence=nowhere)
            for i in range(1, size)
        ),
    )


@given(trees())
def test_boxes_stay_inside_and_apart(tree: ResearchTree) -> None:
    for drawing in draw(tree, {v.id: 7 for v in tree.vertices}):
        assert [n.id for n in drawing.nodes] == [v.id for v in tree.vertices]
        assert [e.id for e in drawing.edges] == [c.object for c in tree.constraints]
        for node in drawing.nodes:
            assert node.x >= 0 and node.x + node.width <= drawing.width
            assert node.y >= 0 and node.y + BOX_HEIGHT <= drawing.height
            assert node.id == 0 or node.y > drawing.nodes[0].y
        boxes = [(n.x, n.y, n.width, BOX_HEIGHT) for n in drawing.nodes]
        boxes += [words_box(drawing, edge) for edge in drawing.edges]
        assert not any(meet(a, b) for a, b in combinations(boxes, 2))


def words_box(drawing: Drawing, edge: object) -> tuple[int, int, int, int]:
    x, y, width, height = edge.area  # type: ignore[attr-defined]
    return (x, y, width, height)


def meet(a: tuple[int, int, int, int], b: tuple[int, int, int, int]) -> bool:
    return a[0] < b[0] + b[2] and b[0] < a[0] + a[2] and a[1] < b[1] + b[3] and b[1] < a[1] + a[3]


def test_a_node_says_what_it_is(task: Task) -> None:
    across, _ = draw(task.tree, {1: 30})
    notes = [(" ".join(n.title), n.note, n.spoiler) for n in across.nodes]
    assert notes[0] == ("Vellum Harbour", "answer · group", True)
    assert notes[1] == ("Lantern Street", "hidden · record label", True)
    assert notes[3] == ("the early 1970s", "1970 to 1974", False)
    assert notes[5] == ("a northern country", "Norrland and 2 more", False)
    assert across.edges[0].count == "30 pages" and across.edges[1].count == ""
    assert across.edges[3].label == "Clue 4: a hidden record label was founded by Maud Ferrier"


# Excerpts


def test_evidence_is_marked_on_its_page_among_its_neighbours(task: Task, lookup: Lookup) -> None:
    vellum, lantern = excerpts(task.tree, lookup)
    assert (vellum.title, vellum.clues, vellum.problem) == ("Vellum Harbour", (1, 2, 3), "")
    marked = {
        p.clues: p.text for page in (vellum, lantern) for q in page.paragraphs for p in q.pieces if p.clues
    }
    assert marked == {(c.object,): c.evidence.text for c in task.tree.constraints}
    assert [p.kind for p in vellum.paragraphs][:6] == ["fact", "fact", "fact", "fact", "text", "heading"]
    assert vellum.paragraphs[-1].kind == "gap"
    text = "".join(piece.text for p in vellum.paragraphs for piece in p.pieces)
    assert "chandler's shop" in text and "on a ferry" not in text


def test_evidence_that_is_not_there_is_told(task: Task, lookup: Lookup) -> None:
    page = lookup("Lantern Street")
    assert page is not None
    changed = replace(page, text="A new first line.\n" + page.text)
    found = excerpts(task.tree, lambda d: changed if d == page.id else lookup(d))
    assert "no longer reads as stored for clue 4, clue 5" in found[1].problem
    assert any(piece.clues == (4,) for p in found[1].paragraphs for piece in p.pieces)
    assert all("not at hand" in page.problem for page in excerpts(task.tree, no_pages))


def test_overlapping_evidence_and_long_paragraphs(task: Task) -> None:
    text = "a " * 4000 + "THE PROOF IS HERE" + " b" * 4000
    start = text.index("THE")
    page = Document(id="p", title="p", text=text, url="u")
    one = Evidence(document_id="p", start=start, end=start + 9, text=text[start : start + 9])
    two = Evidence(document_id="p", start=start + 4, end=start + 17, text=text[start + 4 : start + 17])
    tree = ResearchTree(
        vertices=task.tree.vertices[:3],
        constraints=(
            replace(task.tree.constraints[0], evidence=one),
            replace(task.tree.constraints[1], evidence=two),
        ),
    )
    (found,) = excerpts(tree, {"p": page}.get)
    pieces = found.paragraphs[0].pieces
    assert [(p.text, p.clues) for p in pieces if p.clues] == [
        ("THE ", (1,)),
        ("PROOF", (1, 2)),
        (" IS HERE", (2,)),
    ]
    assert sum(len(p.text) for p in pieces) < 1000


def test_a_page_of_one_endless_list_is_bounded(task: Task) -> None:
    lines = [f"line {i}" for i in range(50_000)]
    text = "\n".join(lines)
    page = Document(id="p", title="p", text=text, url="u")
    constraints = []
    for i in range(5):
        start = text.index(lines[9000 * i + 7])
        end = start + len(lines[9000 * i + 7])
        proof = Evidence(document_id="p", start=start, end=end, text=text[start:end])
        constraints.append(replace(task.tree.constraints[i], evidence=proof))
    (found,) = excerpts(replace(task.tree, constraints=tuple(constraints)), {"p": page}.get)
    assert len(found.paragraphs) < 40
    assert {c for p in found.paragraphs for piece in p.pieces for c in piece.clues} == {1, 2, 3, 4, 5}


# Proofs


def test_numbers_stand_where_they_belong(task: Task) -> None:
    proof = proof_of(task)
    assert proof.clue_columns == ("may fit", "state it", "left without it")
    assert [row.values for row in proof.clues][:2] == [("30", "22", "7"), ("412", "97", "3")]
    assert [(m.title, m.kind, m.of_kind, m.sets, m.common) for m in proof.meetings] == [
        ("Vellum Harbour", "group", "312", ((1, "30"), (2, "412"), (3, "1,105")), "1"),
        ("Lantern Street", "record label", "45", ((4, "8"), (5, "39")), "1"),
    ]
    assert proof.vertex_columns == (
        "meet, of any kind",
        "fewest clues that suffice",
        "rank by the question",
        "calls",
        "rank when found",
    )
    assert [row.values for row in proof.vertices] == [("2", "3", "–", "2", "1"), ("1", "2", "4", "2", "2")]
    beside = {gate.gate: gate.numbers for gate in proof.gates}
    assert beside["resistant"] == (
        ("results looked at, question and clue", "5, 3"),
        ("answer's rank by a clue alone", "none"),
    )
    assert beside["hidden"] == (("names sought in the question", "3 + 1 + 2"),)
    assert proof.passed == 9 and proof.sizes == {1: 30, 2: 412, 3: 1105, 4: 8, 5: 39}
    assert [s.outcome for s in proof.path] == ["found at rank 2", "opened", "found at rank 1"]


@pytest.mark.parametrize(
    "numbers",
    [
        {"closures": []},
        {"closures": [[0, 1], [0]]},
        {"closures": [[0, 1, 3], [0, 1, 4], [0, 2, 1], [0, 3, 1], [1, 4, 1], [1, 5, 1]]},
        {"closures": [["a", None, 3]], "solutions": [[99, 1]]},
        {"solutions": [1, 1], "closures": [1, 2, 3, 4, 5]},
    ],
)
def test_numbers_of_another_shape_are_shown_beside_their_gate(task: Task, numbers: dict[str, object]) -> None:
    verdict = Verdict(gate="unique", version="9", status=Status.PASSED, reason="ok", numbers=numbers)  # type: ignore[arg-type]
    odd = Certificate(snapshot_id="s", graph_id="g", index_id=None, verdicts=(verdict,))
    proof = proof_of(replace(task, certificate=odd))
    assert proof.clue_columns == () and proof.meetings == () and proof.sizes == {}
    assert len(proof.gates[0].numbers) == len(numbers)


def test_a_gate_that_stopped_early_leaves_dashes(task: Task) -> None:
    numbers = {"clues": [[0, 1, None], [0, 2, 2]]}
    verdict = Verdict(
        gate="resistant", version="1", status=Status.FAILED, reason="answer-by-clue", numbers=numbers
    )  # type: ignore[arg-type]
    odd = Certificate(snapshot_id="s", graph_id="g", index_id="i", verdicts=(verdict,))
    proof = proof_of(replace(task, certificate=odd))
    assert [row.values for row in proof.clues] == [("–",), ("2",), ("–",), ("–",), ("–",)]
    assert (proof.gates[0].reason, proof.passed) == ("answer by clue", 0)


def test_no_certificate(task: Task) -> None:
    proof = proof_of(replace(task, certificate=None))
    assert proof.gates == () and len(proof.clues) == 5 and proof.passed == 0


# Episodes


def episode_of(task: Task, turns: int, **changes: object) -> Episode:
    said = tuple(Turn(message=Message(role=Role.ASSISTANT, content=f"turn {i}")) for i in range(turns))
    base = Episode(
        id="p/t/0",
        task_id=task.id,
        policy="p",
        attempt=0,
        prompt=(),
        turns=said,
        stop=StopReason.MAX_TURNS,
        answer=None,
    )
    return replace(base, **changes)  # type: ignore[arg-type]


def test_a_long_episode_keeps_its_ends(task: Task) -> None:
    view = read(episode_of(task, 200), task, None)
    assert len(view.turns) == 60
    assert [(t.number, t.skipped) for t in view.turns if t.skipped] == [(171, 140)]
    assert (view.turns[0].number, view.turns[-1].number) == (1, 200)
    assert view.outcome == "unscored" and view.stop == "max turns"


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ('{"query": "a \\"b\\"", "count": 5}', 'query: "a \\"b\\"", count: 5'),
        ("{not json", "{not json"),
        ("[1, 2]", "[1, 2]"),
        ("[" * 100_000, None),
    ],
)
def test_arguments(arguments: str, line: str | None) -> None:
    found = arguments_line(ToolCall(id="c", name="web_search", arguments=arguments))
    assert len(found) <= 400 and line in (None, found)


def test_unscored_is_not_wrong() -> None:
    score = Score(episode_id="e", task_id="t", policy="p", scorer="s", value=None, reason="infrastructure")
    assert outcome(score) == outcome(None) == "unscored"
    assert outcome(replace(score, value=0.0)) == "wrong" and outcome(replace(score, value=0.5)) == "partly"


# Statistics


def scored(task_id: str, *values: float | None, policy: str = "p") -> list[Score]:
    return [
        Score(
            episode_id=f"{policy}/{task_id}/{i}",
            task_id=task_id,
            policy=policy,
            scorer="s",
            value=v,
            reason="",
        )
        for i, v in enumerate(values)
    ]


def test_a_question_is_the_unit_and_unscored_episodes_are_in_no_mean() -> None:
    found = estimate([*scored("a", 1.0, 1.0, 1.0), *scored("b", 0.0, None), *scored("c", None)])
    assert (found.n, found.unscored, found.mean) == (2, 2, 0.5)
    assert estimate(scored("a", None)).mean is None


def test_by_size(task: Task) -> None:
    bare = replace(
        task,
        id="u",
        tree=replace(task.tree, vertices=task.tree.vertices[:1], constraints=()),
        question="One two?",
    )
    rows = by_size([task, bare], [*scored(task.id, 1.0), *scored("u", 0.0), *scored("gone", 0.0)], ["p"], {})
    assert [(r.label, r.count, r.question_words) for r in rows] == [
        ("1", 1, 2.0),
        ("6", 1, 31.0),
        ("all", 2, 16.5),
    ]
    assert [r.failures[0].mean for r in rows] == [1.0, 0.0, 0.5]
    series = accuracy_along([task, bare], scored(task.id, 1.0), ["p", "q"], lambda t: t.tree.depth())
    assert [(s.policy, [x for x, _ in s.points]) for s in series] == [("p", [2]), ("q", [])]


# Charts


def test_the_funnel_has_one_scale() -> None:
    bars = funnel_bars(
        [
            FunnelGate(gate="a", entered=200, passed=100, reasons={"x-y": 60, "z": 40}),
            FunnelGate(gate="b", entered=100, passed=0),
        ]
    )
    assert [(b.kept, b.lost) for b in bars] == [(50.0, 50.0), (0.0, 50.0)]
    assert bars[0].label == "200 entered, 100 passed, 100 rejected: 60 x y; 40 z"
    assert funnel_bars([FunnelGate(gate="a", entered=0, passed=0)])[0].kept == 0
