from __future__ import annotations

import asyncio
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isthmus.agents import BASELINES, ModelPolicy, NoSearch, OneSearch, run_episode
from isthmus.agents.policies import QUERY_CHARACTERS, QUERY_WORDS, as_query, first_title, guess
from isthmus.models import ScriptedModel
from isthmus.records import StopReason
from isthmus.retrieval import Hit
from isthmus.retrieval.analysis import Analyzer
from isthmus.retrieval.query import MAX_QUERY_CHARACTERS, MAX_QUERY_WORDS, parse
from isthmus.tools import FinalAnswer, Toolbox
from isthmus.tools.search import WebSearch, results_text


def hit(title):
    return Hit(
        document_id=title,
        title=title,
        url=f"https://x/{title}",
        score=1.0,
        snippet="[1] Trap\n[1] x",
        start=0,
        end=1,
    )


class Index:
    def __init__(self, *titles):
        self.hits, self.queries = [hit(title) for title in titles], []

    def search(self, query, k=10):
        self.queries.append(query)
        return self.hits[:k]

    def rank(self, query, k):
        return [hit.document_id for hit in self.search(query, k)]


def attempt(policy, task, index):
    toolbox = Toolbox([WebSearch(index), FinalAnswer()])
    return asyncio.run(run_episode(task, policy, toolbox))


def test_one_search_answers_with_the_first_title(make_task):
    index = Index("Have Mercy (band)", "Anarbor")
    episode = attempt(OneSearch(), make_task(question="Which band?"), index)
    assert (episode.stop, episode.answer, episode.id) == (
        StopReason.ANSWERED,
        "Have Mercy",
        "one_search/t1/0",
    )
    assert index.queries == ["Which band?"]


def test_one_search_without_results_answers_unknown(make_task):
    assert attempt(OneSearch(), make_task(), Index()).answer == "unknown"


def test_one_search_with_a_long_question_is_not_refused(make_task):
    question = " ".join(f"word{n}" for n in range(200))
    index = Index("Have Mercy")
    assert attempt(OneSearch(), make_task(question=question), index).answer == "Have Mercy"
    assert len(index.queries[0].split()) == QUERY_WORDS


def test_no_search_uses_no_tool(make_task):
    index = Index("Have Mercy")
    question = "A band signed by a label of Phoenix toured with a band of Lake Placid. Lake Placid, who from Lake Placid?"
    episode = attempt(NoSearch(), make_task(question=question), index)
    assert (episode.answer, index.queries, len(episode.turns)) == ("Lake Placid", [], 1)


@pytest.mark.parametrize(
    "question, name",
    [
        ("Which band is it?", "unknown"),
        ("", "unknown"),
        ("Vancouver is named. Which band of Phoenix?", "Phoenix"),
        ("It met Ann, then Bob.", "Ann"),
        ("It met Bob, then Ann, then Ann.", "Ann"),
    ],
)
def test_the_guess_is_the_most_repeated_name(question, name):
    assert guess(question) == name


def test_the_baselines_see_only_the_question(make_task):
    one, other = make_task(answer="Anarbor"), make_task(answer="Have Mercy")
    for policy in BASELINES:
        assert attempt(policy, one, Index("X")).turns == attempt(policy, other, Index("X")).turns


@given(st.text(max_size=600) | st.lists(st.sampled_from(['"', "-", "−a", "“b”", "c", " "])).map("".join))
def test_a_query_fits_the_tool_and_holds_no_operator(question):
    query = as_query(question)
    assert 0 < len(query) <= QUERY_CHARACTERS and len(query.split()) <= QUERY_WORDS
    parsed = parse(query, Analyzer())
    assert not (parsed.phrases or parsed.excluded)


def test_the_query_limits_are_the_tools():
    assert (QUERY_CHARACTERS, QUERY_WORDS) == (MAX_QUERY_CHARACTERS, MAX_QUERY_WORDS)


@pytest.mark.parametrize("title", ["Have Mercy", "10,000 Maniacs", "!!!", "[1] x", "A (B) C"])
def test_the_first_title_is_read_from_the_search_tools_text(title):
    assert first_title(results_text([hit(title), hit("Other")])) == title
    assert first_title(results_text([])) == ""


def test_a_model_policy_is_named_like_its_model(make_task):
    client = ScriptedModel([], name="m")
    policy = ModelPolicy(client=client)
    assert policy.name == "m" and policy.model(make_task(), 3) is client


def test_replies_of_baselines_are_json(make_task):
    episode = attempt(OneSearch(), make_task(), Index('He said "x" \\ y'))
    assert json.loads(episode.turns[1].message.tool_calls[0].arguments) == {"answer": 'He said "x" \\ y'}
