from __future__ import annotations

import asyncio
import json

import pytest

from isthmus.messages import Message, Role
from isthmus.models import ModelClient, ScriptedModel, call_tool, call_tools, say

USER = Message(role=Role.USER, content="q")


def reply(model: ModelClient, *messages):
    return asyncio.run(model.reply(messages, tools=[]))


def test_a_list_is_recited_by_the_place_in_the_conversation():
    model = ScriptedModel([say("one"), say("two")])
    spoken = Message(role=Role.ASSISTANT, content="whatever was said")
    assert reply(model, USER).message.content == "one"
    assert reply(model, USER, spoken).message.content == "two"
    assert reply(model, USER).message.content == "one"


def test_a_list_that_ends_is_a_fault_of_the_script():
    with pytest.raises(LookupError, match="holds 0 replies and reply 1"):
        reply(ScriptedModel([]), USER)


def test_a_function_sees_messages_and_tools():
    model = ScriptedModel(lambda messages, tools: say(f"{len(messages)} {tools}"), name="f")
    assert (model.name, reply(model, USER, USER).message.content) == ("f", "2 []")


def test_calls_are_json_and_keep_their_order():
    calls = call_tools(("a", {"x": "é\n"}), ("b", {})).message.tool_calls
    assert [(call.name, json.loads(call.arguments)) for call in calls] == [("a", {"x": "é\n"}), ("b", {})]
    assert call_tool("search", name="n").message.tool_calls[0].arguments == '{"name": "n"}'
