from __future__ import annotations

import asyncio
import re
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from isthmus.agents import Limits, ModelPolicy, run_episode, task_prompt
from isthmus.errors import InfrastructureError, InputError
from isthmus.messages import Message, Role, ToolCall
from isthmus.models import Reply, ScriptedModel, call_tool, call_tools, say
from isthmus.records import Episode, StopReason, ToolStatus, Usage, dump, load

SEARCH = call_tool("search", query="a")
ANSWER = call_tool("final_answer", answer="Have Mercy")


def usage(reply, prompt=0, completion=0):
    return replace(reply, usage=Usage(prompt_tokens=prompt, completion_tokens=completion))


def raises(error):
    def function(**_):
        raise error

    return function


# How episodes end


def test_a_valid_final_answer_ends_the_episode(play, make_tools):
    episode = play([SEARCH, ANSWER], make_tools(search=lambda query: f"found {query}"))
    assert (episode.stop, episode.answer, episode.error) == (StopReason.ANSWERED, "Have Mercy", "")
    assert [[result.text for result in turn.results] for turn in episode.turns] == [["found a"], ["accepted"]]
    assert episode.id == "scripted/t1/0"


def test_an_invalid_final_answer_is_an_observation(play):
    bad = Reply(
        message=Message(
            role=Role.ASSISTANT, tool_calls=(ToolCall(id="x", name="final_answer", arguments="{nope"),)
        )
    )
    episode = play([bad, ANSWER])
    assert [turn.results[0].status for turn in episode.turns] == [ToolStatus.BAD_ARGUMENTS, ToolStatus.OK]
    assert episode.turns[0].message.tool_calls[0].arguments == "{nope"
    assert episode.answer == "Have Mercy"


def test_a_turn_without_a_call_ends_with_its_text(play, make_tools):
    episode = play([SEARCH, say("  It is Have Mercy. ")], make_tools(search=lambda query: "x"))
    assert (episode.stop, episode.answer) == (StopReason.NO_TOOL_CALL, "It is Have Mercy.")


def test_an_empty_turn_gives_no_answer(play):
    episode = play([say("  ")])
    assert (episode.stop, episode.answer) == (StopReason.NO_TOOL_CALL, None)


def test_an_unknown_tool_is_an_observation(play):
    episode = play([call_tool("serach", query="a"), ANSWER])
    assert episode.turns[0].results[0].status is ToolStatus.UNKNOWN_TOOL
    assert episode.stop is StopReason.ANSWERED


# Limits


@pytest.mark.parametrize("turns", [1, 2, 5])
def test_the_last_turn_offers_only_the_final_answer(play, make_tools, turns):
    offers = []

    def script(messages, tools):
        offers.append([spec["function"]["name"] for spec in tools])
        return ANSWER if len(tools) == 1 else SEARCH

    episode = play(script, make_tools(search=lambda query: "x"), turns=turns)
    assert offers == [["final_answer", "search"]] * (turns - 1) + [["final_answer"]]
    assert (episode.stop, len(episode.turns)) == (StopReason.ANSWERED, turns)


def test_who_searches_on_in_the_last_turn_is_refused(play, make_tools):
    tools = make_tools(search=lambda query: "x")
    episode = play(lambda messages, specs: SEARCH, tools, turns=3)
    assert (episode.stop, episode.answer, len(episode.turns)) == (StopReason.MAX_TURNS, None, 3)
    assert [turn.results[0].status for turn in episode.turns] == [
        ToolStatus.OK,
        ToolStatus.OK,
        ToolStatus.REFUSED,
    ]
    assert len(tools.calls) == 2


def test_text_in_the_last_turn_is_the_answer(play, make_tools):
    script = [SEARCH, say("Have Mercy")]
    assert play(script, make_tools(search=lambda query: "x"), turns=2).answer == "Have Mercy"


def test_without_forced_answer_all_turns_offer_all_tools(play, make_tools):
    offers = []

    def script(messages, tools):
        offers.append(len(tools))
        return SEARCH

    episode = play(script, make_tools(search=lambda query: "x"), turns=3, forced_answer=False)
    assert (episode.stop, offers) == (StopReason.MAX_TURNS, [2, 2, 2])


def test_calls_beyond_the_limit_are_refused_and_the_next_turn_is_the_last(play, make_tools):
    tools = make_tools(search=lambda query: "x")
    three = call_tools(*[("search", {"query": str(n)}) for n in range(3)])
    episode = play([three, ANSWER], tools, tool_calls=2)
    assert [result.status for result in episode.turns[0].results] == [
        ToolStatus.OK,
        ToolStatus.OK,
        ToolStatus.REFUSED,
    ]
    assert episode.stop is StopReason.ANSWERED
    episode = play([three, SEARCH], make_tools(search=lambda query: "x"), tool_calls=2)
    assert (episode.stop, len(episode.turns)) == (StopReason.MAX_TOOL_CALLS, 2)
    episode = play([three, SEARCH], make_tools(search=lambda query: "x"), tool_calls=3, forced_answer=False)
    assert (episode.stop, len(episode.turns)) == (StopReason.MAX_TOOL_CALLS, 1)


def test_no_tool_calls_allowed_means_answer_at_once(play):
    assert play([ANSWER], tool_calls=0).stop is StopReason.ANSWERED


def test_the_token_limit_forces_the_answer(play, make_tools):
    offers = []

    def script(messages, tools):
        offers.append(len(tools))
        reply = ANSWER if len(tools) == 1 else SEARCH
        return usage(reply, prompt=100 * len(offers), completion=10)

    episode = play(script, make_tools(search=lambda query: "x"), tokens=310)
    assert (episode.stop, offers) == (StopReason.ANSWERED, [2, 2, 2, 1])
    episode = play(
        lambda messages, tools: usage(SEARCH, prompt=400), make_tools(search=lambda query: "x"), tokens=310
    )
    assert (episode.stop, len(episode.turns)) == (StopReason.MAX_TOKENS, 2)


@pytest.mark.parametrize(
    "reply",
    [
        usage(say("Have Mercy"), completion=11),
        usage(ANSWER, completion=11),
        replace(say("Have Mer"), truncated=True),
    ],
)
def test_a_reply_that_is_too_long_or_cut_is_no_answer(play, make_tools, reply):
    tools = make_tools()
    episode = play([reply], tools, tokens_per_turn=10)
    assert (episode.stop, episode.answer, tools.calls) == (StopReason.MAX_TOKENS, None, [])
    assert len(episode.turns[0].results) == len(reply.message.tool_calls)


async def slow(seconds, text="x"):
    await asyncio.sleep(seconds)
    return text


def test_the_wall_clock_ends_the_episode_and_keeps_what_was_done(play, make_tools):
    tools = make_tools(search=lambda query: "quick", read=lambda: slow(5))
    both = call_tools(("search", {"query": "a"}), ("read", {}))
    episode = play([SEARCH, both], tools, wall_clock_seconds=0.5, call_seconds=0.2)
    # The read is cut at 0.2 s as a failed call and tried again: the cause is the tool, not the clock.
    assert episode.stop is StopReason.TOOL_FAILED
    assert [result.text for result in episode.turns[0].results] == ["quick"]


def test_slow_but_living_tools_are_a_timeout(play, make_tools):
    tools = make_tools(search=lambda query: slow(0.05, "slow"))
    episode = play(lambda messages, specs: SEARCH, tools, wall_clock_seconds=0.4, call_seconds=0.35)
    assert (episode.stop, episode.answer) == (StopReason.TIMEOUT, None)
    assert episode.turns[0].results[0].text == "slow"
    last = episode.turns[-1].results
    assert len(last) == 1 and (last[0].text == "slow" or last[0].status is ToolStatus.REFUSED)


def test_the_clock_runs_even_when_nothing_waits(play, make_tools):
    tools = make_tools(search=lambda query: "x")
    episode = play(lambda m, s: SEARCH, tools, wall_clock_seconds=0.05, call_seconds=0.04, turns=10**9)
    assert episode.stop is StopReason.TIMEOUT


@pytest.mark.parametrize(
    "wrong",
    [
        {"turns": 0},
        {"tool_calls": -1},
        {"tokens": 0},
        {"call_seconds": 0.0},
        {"parallel_tool_calls": 0},
        {"retry_seconds": float("nan")},
        {"wall_clock_seconds": 60.0},
        {"wall_clock_seconds": 60.0, "call_seconds": None},
    ],
)
def test_limits_that_make_no_sense_are_refused(wrong):
    with pytest.raises(InputError, match=r"limits\.\w+: .* give "):
        Limits(**wrong)


# Servers that break


class BrokenModel:
    name = "broken"

    def __init__(self, error, after=0):
        self.error, self.after = error, after

    async def reply(self, messages, *, tools):
        if sum(message.role is Role.ASSISTANT for message in messages) < self.after:
            return SEARCH
        raise self.error


@pytest.mark.parametrize(
    "error", [InfrastructureError("503 from the server"), ConnectionResetError("reset"), TimeoutError("read")]
)
@pytest.mark.parametrize("after", [0, 2])
def test_a_model_that_fails_is_named_and_is_no_answer(make_task, make_tools, error, after):
    tools = make_tools(search=lambda query: "x")
    policy = ModelPolicy(client=BrokenModel(error, after))
    episode = asyncio.run(run_episode(make_task(), policy, tools))
    assert (episode.stop, episode.answer, len(episode.turns)) == (StopReason.MODEL_FAILED, None, after)
    assert str(error) in episode.error


def test_a_model_that_never_replies_has_failed(make_task, make_tools):
    class Dead:
        name = "dead"

        async def reply(self, messages, *, tools):
            await asyncio.sleep(60)

    limits = Limits(call_seconds=0.02, wall_clock_seconds=5.0)
    episode = asyncio.run(run_episode(make_task(), ModelPolicy(client=Dead()), make_tools(), limits=limits))
    assert episode.stop is StopReason.MODEL_FAILED
    assert episode.error == "InfrastructureError: model 'dead' gave no reply in 0.02 s"


def test_a_policy_that_cannot_reach_its_model_has_failed(make_task, make_tools):
    class Unreachable:
        name = "unreachable"

        def model(self, task, attempt):
            raise InfrastructureError("no server on port 8000")

    episode = asyncio.run(run_episode(make_task(), Unreachable(), make_tools()))
    assert (episode.stop, episode.turns) == (StopReason.MODEL_FAILED, ())


@pytest.mark.parametrize("failures, stop", [(2, StopReason.ANSWERED), (3, StopReason.TOOL_FAILED)])
def test_a_tool_that_breaks_is_tried_again_a_few_times(play, make_tools, failures, stop):
    left = [failures]

    def search(query):
        left[0] -= 1
        if left[0] >= 0:
            raise InfrastructureError("index gone")
        return "found"

    tools = make_tools(search=search)
    episode = play([SEARCH, ANSWER], tools, tool_retries=2)
    assert episode.stop is stop
    assert sum(call.name == "search" for call in tools.calls) == 3
    assert episode.answer == ("Have Mercy" if stop is StopReason.ANSWERED else None)
    if stop is StopReason.TOOL_FAILED:
        assert episode.error == "tool 'search': index gone"
        assert episode.turns[-1].results[0].status is ToolStatus.FAILED


def test_a_broken_final_answer_tool_is_not_a_wrong_answer(play, make_tools):
    tools = make_tools(final_answer=raises(InfrastructureError("gone")))
    assert play([call_tool("final_answer", answer="x")], tools).stop is StopReason.TOOL_FAILED


def test_a_tool_that_never_returns_has_failed(play, make_tools):
    episode = play([SEARCH], make_tools(search=lambda query: slow(60)), call_seconds=0.01, tool_retries=1)
    assert episode.stop is StopReason.TOOL_FAILED
    assert episode.error == "tool 'search': no result in 0.01 s"


def test_a_toolbox_that_raises_a_server_error_has_failed(make_task, make_tools):
    class Raising(type(make_tools())):
        async def run(self, call):
            raise ConnectionRefusedError("port closed")

    policy = ModelPolicy(client=ScriptedModel([SEARCH]))
    episode = asyncio.run(run_episode(make_task(), policy, Raising(), limits=Limits(retry_seconds=0)))
    assert episode.stop is StopReason.TOOL_FAILED


@pytest.mark.parametrize("calls", [1, 3])
def test_a_fault_of_ours_escapes(play, make_tools, calls):
    tools = make_tools(search=raises(ZeroDivisionError("bug")))
    with pytest.raises(ZeroDivisionError):
        play([call_tools(*[("search", {"query": "a"})] * calls)], tools)


def test_a_timeout_error_of_ours_escapes_from_the_tools_side_only_as_a_failure(play, make_tools):
    tools = make_tools(search=raises(TimeoutError("socket")))
    assert play([SEARCH], tools, wall_clock_seconds=900.0).stop is StopReason.TOOL_FAILED


def test_a_timeout_error_of_ours_is_not_taken_for_the_clock(make_task, make_tools):
    tools = make_tools()
    tools.specs = raises(TimeoutError("bug"))
    with pytest.raises(TimeoutError, match="bug"):
        asyncio.run(run_episode(make_task(), ModelPolicy(client=ScriptedModel([])), tools))


def test_a_tool_that_recovered_is_not_blamed_for_a_timeout(play, make_tools):
    left = [1]

    def read():
        left[0] -= 1
        if left[0] == 0:
            raise InfrastructureError("once")
        return "x"

    tools = make_tools(search=lambda query: slow(5), read=read)
    both = call_tools(("read", {}), ("search", {"query": "a"}))
    episode = play([both], tools, wall_clock_seconds=0.6, call_seconds=0.35, tool_retries=1)
    assert episode.turns[0].results[0].text == "x"
    # The search is first cut as a failed call at 0.35 s, so the clock finds it breaking, not the read.
    assert episode.error == "tool 'search': no result in 0.35 s"


def test_retries_wait_longer_each_time(play, make_tools, monkeypatch):
    waits = []
    sleep = asyncio.sleep

    async def record(seconds):
        if seconds:
            waits.append(seconds)
        await sleep(0)

    monkeypatch.setattr(asyncio, "sleep", record)
    tools = make_tools(search=raises(InfrastructureError("gone")))
    play([SEARCH], tools, tool_retries=3, retry_seconds=0.5)
    assert waits == [0.5, 1.0, 2.0]


def test_no_answer_is_given_after_a_tool_broke(play, make_tools):
    tools = make_tools(read=raises(InfrastructureError("gone")))
    calls = call_tools(("read", {}), ("final_answer", {"answer": "x"}))
    episode = play([calls], tools, tool_retries=0)
    assert (episode.stop, episode.answer) == (StopReason.TOOL_FAILED, None)
    assert [call.name for call in tools.calls] == ["read"]


def test_cancelling_cancels(make_task, make_tools):
    async def main():
        tools = make_tools(search=lambda query: slow(60))
        policy = ModelPolicy(client=ScriptedModel([call_tools(*[("search", {"query": "a"})] * 3)]))
        running = asyncio.create_task(run_episode(make_task(), policy, tools))
        await asyncio.sleep(0.02)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(main())


# Several calls in one message


def test_results_keep_the_order_of_the_calls_whatever_finishes_first(play, make_tools):
    running, most = [0], [0]

    async def search(query):
        running[0] += 1
        most[0] = max(most[0], running[0])
        await asyncio.sleep(0.02 / (1 + int(query)))
        running[0] -= 1
        return query

    calls = call_tools(*[("search", {"query": str(n)}) for n in range(7)])
    episode = play([calls, ANSWER], make_tools(search=search), parallel_tool_calls=3)
    assert [result.text for result in episode.turns[0].results] == list("0123456")
    assert most == [3]


def test_calls_after_the_final_answer_are_not_run(play, make_tools):
    tools = make_tools(search=lambda query: "x")
    calls = call_tools(
        ("search", {"query": "a"}), ("final_answer", {"answer": "Have Mercy"}), ("search", {"query": "b"})
    )
    episode = play([calls], tools)
    assert (episode.stop, episode.answer) == (StopReason.ANSWERED, "Have Mercy")
    assert [result.status for result in episode.turns[0].results] == [
        ToolStatus.OK,
        ToolStatus.OK,
        ToolStatus.REFUSED,
    ]
    assert [call.name for call in tools.calls] == ["search", "final_answer"]


def test_the_first_valid_final_answer_counts(play):
    calls = call_tools(
        ("final_answer", {"anwser": "a"}),
        ("final_answer", {"answer": "b"}),
        ("final_answer", {"answer": "c"}),
    )
    assert play([calls]).answer == "b"


def test_one_broken_call_among_several_ends_the_episode(play, make_tools):
    tools = make_tools(search=lambda query: "x", read=raises(InfrastructureError("gone")))
    calls = call_tools(("search", {"query": "a"}), ("read", {}), ("search", {"query": "b"}))
    episode = play([calls], tools, parallel_tool_calls=1)
    assert episode.stop is StopReason.TOOL_FAILED
    assert [result.status for result in episode.turns[0].results] == [
        ToolStatus.OK,
        ToolStatus.FAILED,
        ToolStatus.REFUSED,
    ]


def test_ids_of_calls_are_unique_in_the_episode(play, make_tools):
    def same_id(name, arguments):
        return ToolCall(id="call_0_1", name=name, arguments=arguments)

    twice = Message(role=Role.ASSISTANT, tool_calls=(same_id("search", '{"query":"a"}'),) * 3)
    last = Message(role=Role.ASSISTANT, tool_calls=(same_id("final_answer", '{"answer":"a"}'),))
    episode = play([Reply(message=twice), Reply(message=last)], make_tools(search=lambda query: "x"))
    ids = [call.id for turn in episode.turns for call in turn.message.tool_calls]
    assert len(set(ids)) == 4 and ids[0] == "call_0_1"
    assert ids == [result.call_id for turn in episode.turns for result in turn.results]


# The record


replies = st.one_of(
    st.text(max_size=20).map(say),
    st.lists(
        st.tuples(
            st.sampled_from(["search", "read", "nothing", "final_answer"]),
            st.dictionaries(st.sampled_from(["query", "answer", "url"]), st.text(max_size=5), max_size=2),
        ),
        max_size=4,
    ).map(lambda calls: call_tools(*calls)),
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=150)
@given(
    script=st.lists(replies, min_size=8, max_size=8),
    turns=st.integers(1, 7),
    tool_calls=st.none() | st.integers(0, 5),
    forced=st.booleans(),
)
def test_any_script_gives_a_whole_record(play, make_tools, script, turns, tool_calls, forced):
    """Whatever a model says: the record is the conversation it saw, each call has its result, and the stop fits."""
    saw = []

    def model(messages, tools):
        saw[:] = messages
        return script[sum(message.role is Role.ASSISTANT for message in messages)]

    tools = make_tools(search=lambda query: query, read=lambda url: (ToolStatus.REFUSED, "no"))
    episode = play(model, tools, turns=turns, tool_calls=tool_calls, forced_answer=forced)
    conversation = list(episode.prompt)
    for turn in episode.turns[:-1]:
        conversation.append(turn.message)
        conversation += [
            Message(role=Role.TOOL, content=r.text, tool_call_id=r.call_id) for r in turn.results
        ]
    # The model was not asked again after the last turn, except where a limit ended the episode before a turn.
    assert saw == conversation or (not episode.turns and not saw)
    assert load(Episode, dump(episode)) == episode
    for turn in episode.turns:
        assert [call.id for call in turn.message.tool_calls] == [result.call_id for result in turn.results]
    ids = [result.call_id for turn in episode.turns for result in turn.results]
    assert len(ids) == len(set(ids))
    assert len(episode.turns) <= turns
    assert tool_calls is None or sum(call.name != "final_answer" for call in tools.calls) <= tool_calls
    assert (episode.stop is StopReason.ANSWERED) <= (episode.answer is not None)
    if episode.stop in (StopReason.MAX_TURNS, StopReason.MAX_TOOL_CALLS):
        assert episode.answer is None
    assert not episode.stop.is_infrastructure() and not episode.error


@pytest.mark.parametrize("text", ['{"answer": "\\ud800 x"}', '{"answer": "a\\u0000b"}'])
def test_halves_of_characters_do_not_stop_the_run(play, text):
    call = ToolCall(id="\udc00", name="final_answer", arguments=text)
    message = Message(role=Role.ASSISTANT, content="\ud83d", reasoning="\ude00", tool_calls=(call,))
    episode = play([Reply(message=message)])
    assert episode.stop is StopReason.ANSWERED
    assert load(Episode, dump(episode)) == episode


def test_the_prompt_holds_the_question_and_not_the_answer(make_task):
    task = make_task(question="Which band?", answer="Anarbor")
    text = " ".join(message.content for message in task_prompt(task))
    assert "Which band?" in text and "Anarbor" not in text and task.id not in text


def test_an_episode_survives_the_file(play, make_tools):
    episode = play([SEARCH, ANSWER], make_tools(search=lambda query: "\u2028 <|im_end|> \x00 é"))
    assert load(Episode, dump(episode)) == episode
    assert not re.search(r"\d{4}-\d\d-\d\d|time|second", dump(replace(episode, prompt=())))
