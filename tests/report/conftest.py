"""Tasks made by hand for the report: small musical world, a hostile one, episodes of three policies."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from isthmus.messages import Message, Role, ToolCall
from isthmus.records import (
    Answer,
    Certificate,
    Constraint,
    Document,
    Episode,
    Evidence,
    ResearchTree,
    Score,
    Status,
    Step,
    StopReason,
    Task,
    ToolResult,
    ToolStatus,
    Turn,
    Usage,
    Verdict,
    Vertex,
    VertexRole,
)
from isthmus.report import FunnelGate, ReportInputs

HOSTILE = "</script><script>window.pwned=1</script><img src=x onerror=window.pwned=2>\u2028\u202e'\"&{{7*7}}"
"""A name that tries to leave every context it may stand in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainSummary:
    """The least a policy's summary may be."""

    policy: str
    n_questions: int
    n_episodes: int
    unscored: int
    mean: float | None
    low: float | None
    high: float | None


def page(title: str, facts: dict[str, str], body: str) -> Document:
    lines = "".join(f"{label}: {value}\n" for label, value in facts.items())
    text = f"{lines}\n{body}" if lines else body
    return Document(
        id=title,
        title=title,
        text=text,
        url=f"https://example.org/wiki/{title.replace(' ', '_')}",
        body_start=len(lines) + 1 if lines else 0,
    )


VELLUM = page(
    "Vellum Harbour",
    {
        "Origin": "Osterby",
        "Genre": "chamber folk; slow jazz",
        "Label": "Lantern Street",
        "Years active": "1974-1991",
    },
    "Vellum Harbour were a chamber folk group from Osterby.\n\n## History\n\nThe four met in a rowing club and rehearsed above a"
    " chandler's shop for two winters before anyone heard them.\n\nIn 1976 they signed to Lantern Street, whose founder had"
    " heard a tape by chance. Their second record took three years.\n\n## Members\n\n- Ida Kestrel\n- Tomas Ruun\n\n"
    "They played their last concert on a ferry.",
)
LANTERN = page(
    "Lantern Street",
    {"Founded": "1969", "Country": "Norrland"},
    "Lantern Street is a record label from Norrland.\n\nIt was set up by Maud Ferrier in 1969, in the back room of a"
    " bookshop.\n\nIts catalogue was later bought by a bank, which lost it.",
)
PAGES = {p.id: p for p in (VELLUM, LANTERN)}


def evidence(document: Document, words: str) -> Evidence:
    start = document.text.index(words)
    return Evidence(document_id=document.id, start=start, end=start + len(words), text=words)


def vertex(id: int, role: VertexRole, entity: str, **more: object) -> Vertex:
    return Vertex(id=id, role=role, entity=entity, **more)  # type: ignore[arg-type]


def make_tree() -> ResearchTree:
    """Six vertices, depth two: the group, its hidden label, four leaves."""
    return ResearchTree(
        vertices=(
            vertex(0, VertexRole.ANSWER, "Vellum Harbour", document_id="Vellum Harbour", noun="group"),
            vertex(1, VertexRole.HIDDEN, "Lantern Street", document_id="Lantern Street", noun="record label"),
            vertex(2, VertexRole.NAMED, "Chamber folk", noun="genre", wording="chamber folk"),
            vertex(3, VertexRole.VALUE, "1974", wording="the early 1970s", low=1970, high=1974),
            vertex(4, VertexRole.NAMED, "Maud Ferrier", noun="person", wording="Maud Ferrier"),
            vertex(
                5,
                VertexRole.DESCRIBED,
                "Norrland",
                wording="a northern country",
                members=("Norrland", "Sudrland", "Vesterland"),
            ),
        ),
        constraints=(
            Constraint(
                subject=0, object=1, relation="label", clue="recorded for {}",
                evidence=evidence(VELLUM, "In 1976 they signed to Lantern Street, whose founder had heard a tape by chance."),
            ),
            Constraint(
                subject=0, object=2, relation="genre", clue="plays {}",
                evidence=evidence(VELLUM, "Genre: chamber folk; slow jazz"),
            ),
            Constraint(
                subject=0, object=3, relation="years_active", clue="has been active since {}",
                evidence=evidence(VELLUM, "Years active: 1974-1991"),
            ),
            Constraint(
                subject=1, object=4, relation="founder", clue="was founded by {}",
                evidence=evidence(LANTERN, "It was set up by Maud Ferrier in 1969, in the back room of a bookshop."),
            ),
            Constraint(
                subject=1, object=5, relation="country", clue="comes from {}",
                evidence=evidence(LANTERN, "Country: Norrland"),
            ),
        ),
    )  # fmt: skip


def make_certificate() -> Certificate:
    def verdict(gate: str, **numbers: object) -> Verdict:
        return Verdict(gate=gate, version="1", status=Status.PASSED, reason="ok", numbers=numbers)  # type: ignore[arg-type]

    return Certificate(
        snapshot_id="s0123456789abcdef",
        graph_id="g0123456789abcdef",
        index_id="i0123456789abcdef",
        verdicts=(
            verdict("well_formed", vertices=6, depth=2, words=27),
            verdict("grounded", evidence=5),
            verdict(
                "unique",
                closures=[[0, 1, 30], [0, 2, 412], [0, 3, 1105], [1, 4, 8], [1, 5, 39]],
                kinds=[[0, 312], [1, 45]],
                met=[[0, 2], [1, 1]],
                solutions=[[0, 1], [1, 1]],
            ),
            verdict(
                "necessary",
                asserted=[[0, 1, 22], [0, 2, 97], [0, 3, 240], [1, 4, 3], [1, 5, 12]],
                leave_one_out=[[0, 1, 7], [0, 2, 3], [0, 3, 2], [1, 4, 12], [1, 5, 3]],
                smallest=[[0, 3], [1, 2]],
            ),
            verdict("hidden", names=[[0, 3], [1, 1], [5, 2]]),
            verdict("not_verbatim", longest=3),
            verdict(
                "resistant",
                looked_at=[5, 3],
                question=[[0, None], [1, 4]],
                clues=[[0, 1, None], [0, 2, None], [0, 3, None], [1, 4, None], [1, 5, None]],
            ),
            verdict("reachable", vertices=[[1, 2, 2], [0, 2, 1]]),
            verdict("not_duplicate", similarity=0.12),
        ),
        path=(
            Step(
                action="search",
                query="record label founded by Maud Ferrier northern country",
                vertex=1,
                rank=2,
            ),
            Step(action="fetch", query="https://example.org/wiki/Lantern_Street", vertex=1),
            Step(action="search", query="group recorded for Lantern Street chamber folk", vertex=0, rank=1),
        ),
    )


QUESTION = (
    "Which group that plays chamber folk and has been active since the early 1970s recorded for a record label that was"
    " founded by Maud Ferrier and comes from a northern country?"
)


def make_task(id: str = "t0000000000000001", **changes: object) -> Task:
    task = Task(
        id=id,
        family="research_tree",
        question=QUESTION,
        answer=Answer(text="Vellum Harbour", aliases=("The Vellum Harbour",)),
        tree=make_tree(),
        certificate=make_certificate(),
        writer="template",
    )
    return replace(task, **changes)  # type: ignore[arg-type]


def small_task(id: str, size: int) -> Task:
    """A task of `size` vertices (3 to 5), one level deep, cut from the large one."""
    tree = make_tree()
    leaves = [v for v in tree.vertices if v.role not in (VertexRole.ANSWER, VertexRole.HIDDEN)][: size - 1]
    vertices = (tree.vertices[0], *(replace(v, id=i) for i, v in enumerate(leaves, start=1)))
    constraints = tuple(
        replace(next(c for c in tree.constraints if c.object == old.id), subject=0, object=new.id)
        for old, new in zip(leaves, vertices[1:], strict=True)
    )
    small = ResearchTree(vertices=vertices, constraints=constraints)
    said = " and ".join(c.clue.replace("{}", vertices[c.object].wording) for c in constraints)
    certificate = replace(
        make_certificate(),
        verdicts=(
            Verdict(gate="unique", version="1", status=Status.PASSED, reason="ok",
                    numbers={"closures": [[0, i, 40 + i] for i in range(1, size)], "solutions": [[0, 1]]}),
            Verdict(gate="closed_book", version="1", status=Status.NOT_RUN, reason="no_model"),
        ),
        path=(),
    )  # fmt: skip
    return make_task(id, question=f"Which group {said}?", tree=small, certificate=certificate)


def hostile_task(id: str = "thostile") -> Task:
    """A task in which every string is an attack, and every evidence offset is wrong."""
    bad = Evidence(document_id=HOSTILE, start=0, end=5, text=HOSTILE)
    tree = ResearchTree(
        vertices=(
            vertex(0, VertexRole.ANSWER, HOSTILE, document_id=HOSTILE, noun=HOSTILE),
            vertex(1, VertexRole.NAMED, HOSTILE, noun=HOSTILE, wording=HOSTILE),
            vertex(2, VertexRole.DESCRIBED, HOSTILE, wording=HOSTILE, members=(HOSTILE, "x")),
        ),
        constraints=(
            Constraint(subject=0, object=1, relation=HOSTILE, clue=HOSTILE + " {}", evidence=bad),
            Constraint(subject=0, object=2, relation=HOSTILE, clue="{} " + "很长的字" * 40, evidence=bad),
        ),
    )
    certificate = Certificate(
        snapshot_id=HOSTILE,
        graph_id=HOSTILE,
        index_id=None,
        verdicts=(
            Verdict(
                gate=HOSTILE,
                version="1",
                status=Status.FAILED,
                reason=HOSTILE,
                numbers={HOSTILE: HOSTILE, "n": [1, 2]},
            ),
        ),
        path=(Step(action=HOSTILE, query=HOSTILE, vertex=99),),
    )
    return Task(
        id=id,
        family=HOSTILE,
        question=f"Which {HOSTILE} is it? " + "x" * 9000,
        answer=Answer(text=HOSTILE, aliases=(HOSTILE,)),
        tree=tree,
        certificate=certificate,
        writer=HOSTILE,
    )


def call(id: str, tool: str, **arguments: object) -> ToolCall:
    return ToolCall(id=id, name=tool, arguments=json.dumps(arguments))


def episode(
    task: Task, policy: str, *, answer: str | None, stop: StopReason = StopReason.ANSWERED, text: str = ""
) -> Episode:
    found = "1. Lantern Street\n   https://example.org/wiki/Lantern_Street\n   It was set up by Maud Ferrier in 1969 ..."
    turns = (
        Turn(
            message=Message(
                role=Role.ASSISTANT,
                content=text or "First I look for the label.",
                reasoning="The label is described by its founder and its country.",
                tool_calls=(call("c1", "web_search", query="record label Maud Ferrier", count=10),),
            ),
            results=(
                ToolResult(call_id="c1", name="web_search", status=ToolStatus.OK, text=text or found, document_ids=(LANTERN.id,)),
            ),
            usage=Usage(prompt_tokens=900, completion_tokens=60),
        ),
        Turn(
            message=Message(role=Role.ASSISTANT, tool_calls=(ToolCall(id="c2", name="web_fetch", arguments="{not json"),)),
            results=(
                ToolResult(call_id="c2", name="web_fetch", status=ToolStatus.BAD_ARGUMENTS, text=text or "No JSON."),
            ),
        ),
        Turn(message=Message(role=Role.ASSISTANT, tool_calls=(call("c3", "final_answer", answer=answer or ""),))),
    )  # fmt: skip
    return Episode(
        id=f"{policy}/{task.id}/0", task_id=task.id, policy=policy, attempt=0, prompt=(), turns=turns, stop=stop,
        answer=answer, error="the model server closed the connection" if stop.is_infrastructure() else "",
    )  # fmt: skip


def score(episode_id: str, task_id: str, policy: str, value: float | None) -> Score:
    reason = {1.0: "match", 0.0: "different", None: "infrastructure"}[value]
    return Score(
        episode_id=episode_id,
        task_id=task_id,
        policy=policy,
        scorer="answer-match/1",
        value=value,
        reason=reason,
    )


def make_inputs(count: int = 40, *, hostile: bool = False, details: int = 200) -> ReportInputs:
    tasks = [make_task()]
    tasks += [small_task(f"t{i:016d}", 3 + i % 3) for i in range(2, count + 1)]
    tasks += [make_task(f"t9{i:015d}") for i in range(count // 4)]
    if hostile:
        tasks.insert(1, hostile_task())
    episodes, scores = [], []
    for i, task in enumerate(tasks):
        outcomes = {
            "oracle": None if i % 17 == 3 else 1.0,
            "one_search": 1.0 if i % 6 == 0 else 0.0,
            "no_search": 1.0 if i % 19 == 0 else 0.0,
        }
        for policy, value in outcomes.items():
            stop = StopReason.MODEL_FAILED if value is None else StopReason.ANSWERED
            answer = None if value is None else "Vellum Harbour" if value else "Somebody Else"
            text = HOSTILE if task.id == "thostile" else ""
            episodes.append(episode(task, policy, answer=answer, stop=stop, text=text))
            scores.append(score(episodes[-1].id, task.id, policy, value))
    summaries = []
    for policy in ("oracle", "one_search", "no_search"):
        values = [s.value for s in scores if s.policy == policy]
        known = [v for v in values if v is not None]
        mean = sum(known) / len(known)
        summaries.append(
            PlainSummary(
                policy=policy, n_questions=len(known), n_episodes=len(known), unscored=len(values) - len(known),
                mean=mean, low=max(0.0, mean - 0.08), high=min(1.0, mean + 0.08),
            )
        )  # fmt: skip
    doubles = Counter({"near-question": 203 - len(tasks), HOSTILE if hostile else "same-proof": 1})
    return ReportInputs(
        title=HOSTILE if hostile else "Harbour towns: a world of 2,000 pages",
        facts={"Corpus": HOSTILE if hostile else "generated world", "Pages": 2000, "Links": 41873, "Tasks wanted": 200, "Seed": 0,
               "Snapshot": "s0123456789abcdef", "Models": "none (built-in roles)", "Attempts a task": 1},
        funnel=(
            FunnelGate(gate="synthesis", entered=412, passed=264, reasons=Counter({"no_second_level": 101, "not_unique": 47})),
            FunnelGate(gate="well_formed", entered=264, passed=264),
            FunnelGate(gate="grounded", entered=264, passed=261, reasons=Counter({"wrong_subject": 3})),
            FunnelGate(gate="unique", entered=261, passed=240, reasons=Counter({"more_than_one": 18, "none": 3})),
            FunnelGate(gate="necessary", entered=240, passed=233, reasons=Counter({"redundant_clue": 7})),
            FunnelGate(gate="hidden", entered=233, passed=229, reasons=Counter({"alias_in_question": 4})),
            FunnelGate(gate="resistant", entered=229, passed=212, reasons=Counter({"answer-by-question": 17})),
            FunnelGate(gate="reachable", entered=212, passed=203, reasons=Counter({"not_in_results": 9})),
            FunnelGate(gate="not_duplicate", entered=203, passed=len(tasks), reasons=doubles),
        ),
        tasks=tasks,
        rejected={"stub": 122, "malformed page": 3},
        episodes=iter(episodes),
        scores=scores,
        summaries=summaries,
        lookup=PAGES.get,
        details=details,
    )  # fmt: skip


@pytest.fixture(scope="session")
def task() -> Task:
    return make_task()


@pytest.fixture(scope="session")
def nasty() -> Task:
    return hostile_task()


@pytest.fixture(scope="session")
def hostile_text() -> str:
    return HOSTILE


@pytest.fixture(scope="session")
def lookup() -> Callable[[str], Document | None]:
    return PAGES.get


@pytest.fixture(scope="session")
def inputs_of() -> Callable[..., ReportInputs]:
    return make_inputs
