from __future__ import annotations

import asyncio
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isthmus.databases.knowledge import Knowledge, knowledge_beside, read_knowledge
from isthmus.errors import InputError
from isthmus.messages import ToolCall
from isthmus.records import ToolStatus
from isthmus.tools import Toolbox, knowledge_tools
from isthmus.tools.knowledge import TEXT_CHARACTERS

ENTRIES = [
    {"id": 0, "knowledge": "Load", "description": "How full.", "definition": "tons / capacity", "children_knowledge": -1},
    {"id": 7, "knowledge": "Heavy Ship", "definition": "Load above 0.9", "children_knowledge": [0, 99]},
]  # fmt: skip


def written(folder, entries=ENTRIES):
    path = folder / "fleet_kb.jsonl"
    path.write_text("\n".join(json.dumps(entry) for entry in entries) + "\n\n")
    return path


def call(tools, name, **arguments):
    return asyncio.run(Toolbox(tools).run(ToolCall(id="1", name=name, arguments=json.dumps(arguments))))


def test_the_three_tools(tmp_path):
    tools = knowledge_tools(read_knowledge(written(tmp_path)))
    assert call(tools, "get_all_external_knowledge_names").text == "Load\nHeavy Ship"
    load = "Load: How full.\n  definition: tons / capacity"
    heavy = "Heavy Ship\n  definition: Load above 0.9\n  builds on: Load"
    assert call(tools, "get_knowledge_definition", knowledge_name="heavy  ship").text == heavy
    assert call(tools, "get_all_knowledge_definitions").text == f"{load}\n{heavy}"


def test_an_unknown_name_is_answered_with_near_ones(tmp_path):
    tools = knowledge_tools(read_knowledge(written(tmp_path)))
    near = call(tools, "get_knowledge_definition", knowledge_name="Heavy Shop")
    assert (near.status, near.text) == (ToolStatus.BAD_ARGUMENTS, "no term 'Heavy Shop'; near: Heavy Ship")
    far = call(tools, "get_knowledge_definition", knowledge_name="zzzz")
    assert far.text.endswith("get_all_external_knowledge_names lists them")


def test_the_file_beside_a_database(tmp_path):
    written(tmp_path)
    for name in ("fleet.sqlite", "fleet_template.sqlite"):
        assert [entry.name for entry in knowledge_beside(tmp_path / name)] == ["Load", "Heavy Ship"]
    assert knowledge_beside(tmp_path / "other.sqlite") == ()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "fleet_kb.jsonl:1: not JSON"),
        ("[1]", "fleet_kb.jsonl:1: not an object"),
        ('{"knowledge": "x"}', "fleet_kb.jsonl:1: no definition; give 'definition' as text"),
        ('{"knowledge": 3, "definition": "y"}', "fleet_kb.jsonl:1: no knowledge"),
        ('{"knowledge": "x", "definition": "y"}\n{"knowledge": "X", "definition": "z"}', "fleet_kb.jsonl:2: knowledge 'X' is"),
    ],
)  # fmt: skip
def test_a_broken_file_names_line_and_key(tmp_path, line, message):
    path = tmp_path / "fleet_kb.jsonl"
    path.write_text(line)
    with pytest.raises(InputError) as caught:
        read_knowledge(path)
    assert message in str(caught.value)


def test_no_entries_no_tools():
    with pytest.raises(InputError, match="without entries"):
        knowledge_tools([])


@given(st.lists(st.integers(1, TEXT_CHARACTERS * 2), min_size=1, max_size=6))
def test_whatever_the_length_the_text_is_bounded_and_says_what_is_missing(lengths):
    entries = [
        Knowledge(name=f"n{place}", description="", definition="d" * length)
        for place, length in enumerate(lengths)
    ]
    result = call(knowledge_tools(entries), "get_all_knowledge_definitions")
    assert len(result.text) <= TEXT_CHARACTERS + 50
    shown = sum(f"n{place}\n" in result.text for place in range(len(lengths)))
    assert result.truncated == (shown < len(lengths) or result.text.endswith("…"))
