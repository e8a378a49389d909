"""The oracle plays through the real tools, types only what it has seen, and claims only what it has found."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from isthmus.agents import Limits, run_episode
from isthmus.agents.oracle import UNKNOWN, Oracle, queries, research
from isthmus.corpus import Snapshot, build_snapshot, plain
from isthmus.graph.words import fold_word, split_words
from isthmus.records import (
    Answer,
    Certificate,
    Constraint,
    Document,
    Episode,
    Evidence,
    ResearchTree,
    Step,
    StopReason,
    Task,
    Vertex,
    VertexRole,
)
from isthmus.retrieval import LexicalIndex
from isthmus.retrieval.query import MAX_QUERY_CHARACTERS, MAX_QUERY_WORDS
from isthmus.tools import Toolbox, document_tools

TEXTS = {
    "Ilmen Fair (label)": "Ilmen Fair is a record label of Torvik, set up by Asta Brenn.",
    "Grey Ledger": "Grey Ledger is a record label of Torvik, set up by Odd Marsh.",
    "Sundry Works": "Sundry Works is a record label of Halm, set up by Asta Brenn.",
    "Nightjar Nine": "Nightjar Nine is a band from Halm that plays reed music and recorded for Ilmen Fair.",
    "Tallow Road": "Tallow Road is a band from Halm that plays reed music and recorded for Grey Ledger.",
    "Wolf & Wick": "Wolf & Wick is a band from Torvik that plays reed music and recorded for Ilmen Fair.",
    "Nightjar Nine [2]": "Nightjar Nine is a street in Halm, named after nobody.",
}


@dataclass
class Pages:
    name: str = "few"

    def items(self) -> Iterator[Document]:
        for id, text in TEXTS.items():
            title = id.removesuffix(" [2]")
            yield Document(id=id, title=title, text=text, url=f"doc://few/{id.replace(' ', '_')}")

    def fingerprint(self) -> str:
        return "few"


def edge(subject: int, object: int, clue: str, page: str) -> Constraint:
    evidence = Evidence(document_id=page, start=0, end=1, text=TEXTS[page][:1])
    return Constraint(subject=subject, object=object, relation="r", clue=clue, evidence=evidence)


NAMED = VertexRole.NAMED
TREE = ResearchTree(
    vertices=(
        Vertex(
            id=0, role=VertexRole.ANSWER, entity="Nightjar Nine", document_id="Nightjar Nine", noun="band"
        ),
        Vertex(id=1, role=NAMED, entity="Halm", wording="Halm"),
        Vertex(
            id=2,
            role=VertexRole.HIDDEN,
            entity="Ilmen Fair (label)",
            document_id="Ilmen Fair (label)",
            noun="record label",
        ),
        Vertex(id=3, role=NAMED, entity="Torvik", wording="Torvik"),
        Vertex(id=4, role=NAMED, entity="Asta Brenn", wording="Asta Brenn"),
    ),
    constraints=(
        edge(0, 1, "comes from {}", "Nightjar Nine"),
        edge(0, 2, "recorded for {}", "Nightjar Nine"),
        edge(2, 3, "has its home in {}", "Ilmen Fair (label)"),
        edge(2, 4, "was set up by {}", "Ilmen Fair (label)"),
    ),
)
TASK = Task(
    id="t1",
    family="research_tree",
    question="Which band comes from Halm and recorded for a record label that has its home in Torvik and was set up by Asta "
    "Brenn?",
    answer=Answer(text="Nightjar Nine"),
    tree=TREE,
)


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    folder: Path = tmp_path_factory.mktemp("few")
    return build_snapshot(Pages(), folder / "snapshot")


@pytest.fixture(scope="module")
def toolbox(snapshot: Snapshot) -> Toolbox:
    return document_tools(LexicalIndex.build(snapshot, snapshot.folder.parent / "index"), snapshot)


def play(task: Task, toolbox: Toolbox, oracle: Oracle | None = None, limits: Limits | None = None) -> Episode:
    return asyncio.run(run_episode(task, oracle or Oracle(), toolbox, limits=limits or Limits()))


def calls(episode: Episode) -> list[tuple[str, dict[str, object]]]:
    return [
        (call.name, json.loads(call.arguments)) for turn in episode.turns for call in turn.message.tool_calls
    ]


def assert_typed_only_what_was_seen(episode: Episode, task: Task) -> None:
    """Every query's words are the question's, or of titles in earlier observations; every url was shown before."""
    words = set(map(fold_word, split_words(task.question)))
    titles: set[str] = set()
    shown = ""
    for turn in episode.turns:
        for call, result in zip(turn.message.tool_calls, turn.results, strict=True):
            arguments = json.loads(call.arguments)
            if call.name == "web_search":
                typed = set(map(fold_word, split_words(arguments["query"])))
                assert typed <= words | titles, typed - words - titles
            elif call.name == "web_fetch":
                assert arguments["url"] in shown
            shown += result.text
            for title in re.findall(r"^\[\d+\] (.+)$", result.text, re.MULTILINE):
                titles |= set(map(fold_word, split_words(plain(title))))


def test_it_finds_the_pages_from_the_leaves_up_and_answers(toolbox: Toolbox, snapshot: Snapshot) -> None:
    episode = play(TASK, toolbox)
    assert (episode.stop, episode.answer, episode.policy) == (StopReason.ANSWERED, "Nightjar Nine", "oracle")
    fetched = [arguments["url"] for name, arguments in calls(episode) if name == "web_fetch"]
    assert fetched == [snapshot.document(id).url for id in ("Ilmen Fair (label)", "Nightjar Nine")]
    assert_typed_only_what_was_seen(episode, TASK)


def test_all_its_calls_are_valid(toolbox: Toolbox) -> None:
    episode = play(TASK, toolbox)
    assert all(result.status == "ok" for turn in episode.turns for result in turn.results)


def test_attempts_do_not_differ(toolbox: Toolbox) -> None:
    oracle = Oracle()
    first, second = play(TASK, toolbox, oracle), play(TASK, toolbox, oracle)
    assert first == second


def test_what_is_not_found_is_unknown(toolbox: Toolbox) -> None:
    vertices = list(TREE.vertices)
    vertices[2] = replace(vertices[2], entity="Elsewhere Records", document_id="Elsewhere Records")
    task = replace(TASK, tree=replace(TREE, vertices=tuple(vertices)))
    episode = play(task, toolbox, Oracle(searches=3))
    assert (episode.stop, episode.answer) == (StopReason.ANSWERED, UNKNOWN)
    assert [name for name, _ in calls(episode)] == ["web_search"] * 3 + ["final_answer"]
    assert_typed_only_what_was_seen(episode, task)


def test_a_title_in_a_snippet_is_not_a_page_found(toolbox: Toolbox) -> None:
    """Torvik is named on pages but has none of its own."""
    vertices = list(TREE.vertices)
    vertices[2] = replace(vertices[2], entity="Torvik", document_id="Torvik")
    task = replace(TASK, tree=replace(TREE, vertices=tuple(vertices)))
    assert play(task, toolbox).answer == UNKNOWN


def test_the_url_of_the_certificate_tells_pages_of_one_title_apart(
    toolbox: Toolbox, snapshot: Snapshot
) -> None:
    url = snapshot.document("Nightjar Nine [2]").url
    path = (Step(action="fetch", query=url, vertex=0),)
    certificate = Certificate(snapshot_id="s", graph_id="g", index_id="i", verdicts=(), path=path)
    episode = play(replace(TASK, certificate=certificate), toolbox)
    assert [a["url"] for name, a in calls(episode) if name == "web_fetch"][-1] == url


def test_an_answer_that_was_not_seen_is_not_given(toolbox: Toolbox) -> None:
    """It knows the certificate but says only what a page showed: then the page's name."""
    assert play(replace(TASK, answer=Answer(text="1987")), toolbox).answer == "Nightjar Nine"
    assert play(replace(TASK, answer=Answer(text="reed music")), toolbox).answer == "reed music"


def test_a_last_turn_without_search_is_answered(toolbox: Toolbox) -> None:
    episode = play(TASK, toolbox, limits=Limits(turns=2))
    assert (episode.stop, episode.answer) == (StopReason.ANSWERED, UNKNOWN)


def test_only_words_that_the_question_shows_are_typed() -> None:
    """Clues and leaves may hold words the writer left out."""
    vertices = list(TREE.vertices)
    vertices[3] = replace(vertices[3], wording="Torvik upon Sound")
    tree = replace(TREE, vertices=tuple(vertices))
    tree = replace(
        tree, constraints=(*tree.constraints[:3], replace(tree.constraints[3], clue="was launched by {}"))
    )
    typed = " ".join(queries(replace(TASK, tree=tree), 2, {}))
    assert "Torvik" in typed and "Asta Brenn" in typed
    assert "Sound" not in typed and "launched" not in typed


def test_found_names_are_used_without_their_brackets() -> None:
    for query in queries(TASK, 0, {2: "Ilmen Fair (label)"})[:2]:
        assert "Ilmen Fair" in query and "label" not in query
    assert all("Ilmen" not in query for query in queries(TASK, 0, {}))


def test_queries_are_distinct_and_short_enough_for_the_tool() -> None:
    long = " ".join(f"word{number}" for number in range(70))
    vertices = list(TREE.vertices)
    vertices[3] = replace(vertices[3], wording=long)
    task = replace(TASK, question=f"{long} {TASK.question}", tree=replace(TREE, vertices=tuple(vertices)))
    planned = queries(task, 2, {})
    assert len(planned) == len(set(planned)) > 3
    for query in planned:
        assert 0 < len(query) <= MAX_QUERY_CHARACTERS
        assert len(query.split()) <= MAX_QUERY_WORDS


def test_research_stops_at_the_first_vertex_it_cannot_find() -> None:
    def follow(found: Mapping[int, str]) -> list[int]:
        walk = research(TASK, searches=4)
        asked: list[int] = []
        try:
            wanted = next(walk)
            while True:
                asked.append(wanted.vertex)
                wanted = walk.send(found.get(wanted.vertex))
        except StopIteration:
            return asked

    assert follow({}) == [2, 2, 2, 2]
    assert follow({2: "Ilmen Fair (label)"}) == [2, 0, 0, 0, 0]
    assert follow({2: "Ilmen Fair (label)", 0: "Nightjar Nine"}) == [2, 0]
