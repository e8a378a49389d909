"""What the certificate says of reaching is what the oracle does with the tools."""

from __future__ import annotations

import asyncio
import json

from isthmus.agents import run_episode
from isthmus.agents.oracle import Oracle
from isthmus.corpus import Snapshot
from isthmus.gates import GateContext, GateSettings, certify
from isthmus.records import StopReason, Task
from isthmus.tools import document_tools


def test_the_oracle_plays_the_stored_path(clean: list[Task], context: GateContext) -> None:
    assert isinstance(context.snapshot, Snapshot) and context.index is not None
    toolbox = document_tools(context.index, context.snapshot)  # type: ignore[arg-type]
    settings = GateSettings()
    oracle = Oracle(searches=settings.reach_calls - 1, results=settings.reach_k)
    for task in clean:
        assert task.certificate is not None
        episode = asyncio.run(run_episode(task, oracle, toolbox))
        assert (episode.stop, episode.answer) == (StopReason.ANSWERED, task.answer.text)
        played = [
            (call.name.removeprefix("web_"), arguments.get("query") or arguments["url"])
            for turn in episode.turns
            for call in turn.message.tool_calls
            if (arguments := json.loads(call.arguments)) and call.name != "final_answer"
        ]
        assert played == [(step.action, step.query) for step in task.certificate.path]


def test_fewer_calls_reach_less(tasks: list[Task], context: GateContext) -> None:
    def reached(calls: int, k: int) -> int:
        settings = GateSettings(reach_calls=calls, reach_k=k, question_k=1, question_hidden_k=0, clue_k=1)
        here = GateContext(
            snapshot=context.snapshot, graph=context.graph, index=context.index, settings=settings
        )
        certified = [certify(task, here).certificate for task in tasks]
        return sum(certificate is not None and certificate.passed() for certificate in certified)

    counts = [reached(2, 1), reached(2, 10), reached(6, 10)]
    assert counts == sorted(counts) and counts[0] < counts[-1]
