"""Doubles for the harness: a toolbox of plain functions, tasks without proof, and a one-line way to play an episode."""

from __future__ import annotations

import asyncio
import inspect
import json

import pytest

from isthmus.agents import Limits, ModelPolicy, run_episode
from isthmus.errors import InfrastructureError
from isthmus.messages import ToolCall
from isthmus.models import ScriptedModel
from isthmus.records import Answer, ResearchTree, Task, ToolResult, ToolStatus, Vertex, VertexRole


class FakeTools:
    """A toolbox of functions that take the arguments and return text, a (status, text) pair, or raise."""

    def __init__(self, **functions):
        self.functions = {"final_answer": lambda answer: "accepted", **functions}
        self.calls: list[ToolCall] = []

    def specs(self):
        return [{"type": "function", "function": {"name": name, "parameters": {}}} for name in self.functions]

    async def run(self, call):
        self.calls.append(call)
        status, text = await self._run(call)
        return ToolResult(call_id=call.id, name=call.name, status=status, text=text)

    async def _run(self, call):
        if call.name not in self.functions:
            return ToolStatus.UNKNOWN_TOOL, f"no tool {call.name!r}"
        try:
            arguments = json.loads(call.arguments)
            function = self.functions[call.name]
            inspect.signature(function).bind(**arguments)
        except (ValueError, TypeError) as error:
            return ToolStatus.BAD_ARGUMENTS, str(error)
        try:
            given = function(**arguments)
            if inspect.isawaitable(given):
                given = await given
        except InfrastructureError as error:
            return ToolStatus.FAILED, str(error)
        return given if isinstance(given, tuple) else (ToolStatus.OK, given)


@pytest.fixture
def make_tools():
    return FakeTools


@pytest.fixture
def make_task():
    def make(id="t1", question="Which band is it?", answer="Have Mercy"):
        root = Vertex(id=0, role=VertexRole.ANSWER, entity=answer)
        return Task(
            id=id,
            family="research_tree",
            question=question,
            answer=Answer(text=answer),
            tree=ResearchTree(vertices=(root,), constraints=()),
        )

    return make


@pytest.fixture
def play(make_task, make_tools):
    """Play one episode of a script (list or function) and return the record."""

    def play(script, tools=None, **limits):
        policy = ModelPolicy(client=ScriptedModel(script))
        limits = {"retry_seconds": 0.0, **limits}
        return asyncio.run(run_episode(make_task(), policy, tools or make_tools(), limits=Limits(**limits)))

    return play
