"""Calls that are wrong come back as words; calls that are right reach the tool; what breaks is marked as broken."""

from __future__ import annotations

import asyncio
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from isthmus.errors import InfrastructureError, InputError
from isthmus.messages import ToolCall
from isthmus.records import ToolStatus, dump
from isthmus.tools import FinalAnswer, Observation, Toolbox

BAD = [
    ("", "not JSON"),
    ("{", "not JSON"),
    ("query", "not JSON"),
    ("{'query': 'x'}", "not JSON"),
    ('{"query": "x"} trailing', "not JSON"),
    ('{"query": NaN}', "NaN"),
    ("[" * 100_000, "nesting too deep"),
    ('{"query": 1' + "0" * 5000 + "}", "number too long"),
    ('{"query": "' + "x" * 100_001 + '"}', "limit is 100000"),
    ("null", "must be a JSON object, not null"),
    ('"x"', "must be a JSON object, not a string"),
    ('["x"]', "must be a JSON object, not a list"),
    ("3", "not an integer"),
    ("{}", "missing argument 'query'"),
    ('{"q": "x"}', "unknown argument 'q'; the arguments are: query, count"),
    ('{"query": "a", "query": "b"}', "'query' is given twice"),
    ('{"query": 3}', "'query' must be a string, not an integer"),
    ('{"query": null}', "'query' must be a string, not null"),
    ('{"query": ["x"]}', "'query' must be a string, not a list"),
    ('{"query": "x", "count": "3"}', "'count' must be an integer, not a string"),
    ('{"query": "x", "count": true}', "'count' must be an integer, not true or false"),
    ('{"query": "x", "count": 3.0}', "'count' must be an integer, not a number with a point"),
    ('{"query": "x", "count": 0}', "'count' must be between 1 and 20"),
    ('{"query": "x", "count": 21}', "'count' must be between 1 and 20"),
    ('{"query": ""}', "'query' is too short"),
    (json.dumps({"query": "x" * 401}), "'query' is too long: 401 characters, at most 400"),
    (json.dumps({"query": "x " * 51}), "51 words"),
    ('{"query": "\\ud800"}', "not valid Unicode"),
    ('{"\\ud800": 1}', "unknown argument"),
]


@pytest.mark.parametrize(("raw", "words"), BAD)
def test_bad_arguments_say_why_and_nothing_runs(run, engine, raw, words):
    result = run("web_search", raw)
    assert result.status is ToolStatus.BAD_ARGUMENTS
    assert words in result.text
    assert engine.asked == []
    dump(result)


def test_unknown_tool(run):
    result = run("browse" * 100, "{}")
    assert result.status is ToolStatus.UNKNOWN_TOOL
    assert result.text.endswith("the tools are: web_search, web_fetch, run_sql, final_answer")
    assert len(result.text) < 200


@pytest.mark.parametrize(
    "error", [InfrastructureError("the index is gone"), InputError("damaged"), OSError("disk")]
)
def test_a_broken_tool_is_marked_as_broken(run, engine, error):
    engine.error = error
    result = run("web_search", query="x")
    assert result.status is ToolStatus.FAILED
    assert str(error) in result.text


def test_faults_of_ours_escape(run, engine):
    engine.error = ZeroDivisionError()
    with pytest.raises(ZeroDivisionError):
        run("web_search", query="x")


def test_specs(toolbox):
    specs = toolbox.specs()
    assert [spec["function"]["name"] for spec in specs] == [
        "web_search",
        "web_fetch",
        "run_sql",
        "final_answer",
    ]
    assert all(spec["type"] == "function" for spec in specs)
    required = {spec["function"]["name"]: spec["function"]["parameters"]["required"] for spec in specs}
    assert required == {
        "web_search": ["query"],
        "web_fetch": ["url"],
        "run_sql": ["sql", "description"],
        "final_answer": ["answer"],
    }
    json.dumps(specs)


class Odd:
    name = "odd"
    description = "For tests."

    def __init__(self, text="", **rule):
        self.text = text
        self.parameters = {
            "type": "object",
            "properties": {"x": {"type": "integer", **rule}},
            "additionalProperties": False,
        }

    async def call(self, arguments):
        return Observation(text=self.text)


def test_schemas_that_would_go_unchecked_are_refused():
    with pytest.raises(InputError, match="'multipleOf' of 'x'"):
        Toolbox([Odd(multipleOf=2)])
    with pytest.raises(InputError, match="'null' of 'x'"):
        Toolbox([Odd(type="null")])
    with pytest.raises(InputError, match="'tuple' of 'x'"):
        Toolbox([Odd(type="array", items={"type": "tuple"})])
    odd = Odd()
    del odd.parameters["additionalProperties"]
    with pytest.raises(InputError, match="additionalProperties"):
        Toolbox([odd])
    with pytest.raises(InputError, match="two tools"):
        Toolbox([FinalAnswer(), FinalAnswer()])


def test_lists_and_choices_are_checked():
    def attempt(rule, value):
        call = ToolCall(id="1", name="odd", arguments=json.dumps({"x": value}))
        return asyncio.run(Toolbox([Odd("done", **rule)]).run(call)).text

    words = {"type": "array", "items": {"type": "string", "maxLength": 3}, "minItems": 1, "maxItems": 2}
    assert attempt(words, ["a", "b"]) == "done"
    assert "'x'[1] must be a string" in attempt(words, ["a", 1])
    assert "'x'[0] is too long" in attempt(words, ["abcd"])
    assert "at most 2" in attempt(words, ["a", "b", "c"])
    assert "at least 1" in attempt(words, [])
    assert attempt({"type": "string", "enum": ["a", "b"]}, "b") == "done"
    assert "one of a, b" in attempt({"type": "string", "enum": ["a", "b"]}, "c")
    assert "must be 3 or more" in attempt({"minimum": 3}, 2)
    assert "must be 3 or less" in attempt({"maximum": 3}, 4)
    assert attempt({"type": "number"}, 2) == "done"
    assert attempt({"type": "boolean"}, True) == "done"
    assert "true or false, not an integer" in attempt({"type": "boolean"}, 1)


def test_long_and_broken_texts_are_bounded_and_can_be_stored():
    call = ToolCall(id="1", name="odd", arguments="{}")
    result = asyncio.run(Toolbox([Odd("x\ud800" * 60_000)]).run(call))
    assert result.truncated
    assert len(result.text) < 61_000
    assert "\ud800" not in result.text
    dump(result)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
SOME_TEXT = (
    st.text()
    | JSON.map(json.dumps)
    | st.dictionaries(st.sampled_from(["query", "count", "url", "page", "sql", "answer"]), JSON).map(
        json.dumps
    )
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200)
@given(name=st.sampled_from(["web_search", "web_fetch", "run_sql", "final_answer", "x"]), raw=SOME_TEXT)
def test_any_arguments_give_a_result(run, name, raw):
    result = run(name, raw)
    assert result.call_id == "c1"
    assert result.text
    assert result.status is not ToolStatus.FAILED
    dump(result)
