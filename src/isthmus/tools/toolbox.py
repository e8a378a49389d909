"""The tools of an episode. Whatever a model writes, `run` returns a result; only faults of ours raise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from isthmus.errors import InputError, IsthmusError
from isthmus.messages import ToolCall
from isthmus.records import ToolResult, ToolStatus
from isthmus.tools.arguments import BadArguments, check_schema, read_arguments
from isthmus.tools.base import Observation, Tool, bad

MAX_CHARACTERS = 60_000
"""Longest observation any tool may give; each has tighter limits of its own."""


def function_spec(tool: Tool) -> dict[str, object]:
    """Return a tool as OpenAI-compatible servers, chat templates and training sets take it."""
    function = {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
    return {"type": "function", "function": function}


class Toolbox:
    """Runs tool calls by name. Safe for any number of episodes at once."""

    def __init__(self, tools: Iterable[Tool]) -> None:
        """Check the tools' schemas.

        Raises:
            InputError: when two tools have one name or a schema says what is never checked.
        """
        self.tools: Mapping[str, Tool] = _by_name(tools)

    def specs(self) -> list[dict[str, object]]:
        """Return all tools in order, as OpenAI-compatible servers take them."""
        return [function_spec(tool) for tool in self.tools.values()]

    async def run(self, call: ToolCall) -> ToolResult:
        """Run one call and return what it gave, whatever was wrong with it."""
        observation = await self._observe(call)
        text, cut = _bounded(observation.text)
        return ToolResult(
            call_id=call.id,
            name=call.name,
            status=observation.status,
            text=text,
            document_ids=observation.document_ids,
            truncated=observation.truncated or cut,
        )

    async def _observe(self, call: ToolCall) -> Observation:
        tool = self.tools.get(call.name)
        if tool is None:
            name = call.name if len(call.name) <= 60 else call.name[:60] + "…"
            text = f"there is no tool {name!r}; the tools are: {', '.join(self.tools)}"
            return Observation(text=text, status=ToolStatus.UNKNOWN_TOOL)
        parameters: Mapping[str, Any] = tool.parameters
        try:
            arguments = read_arguments(call.arguments, parameters)
        except BadArguments as error:
            return bad(f"{error}. Nothing was run.")
        try:
            return await tool.call(arguments)
        except (IsthmusError, OSError) as error:
            return Observation(text=f"the tool is broken, not your call: {error}", status=ToolStatus.FAILED)


def _by_name(tools: Iterable[Tool]) -> dict[str, Tool]:
    result: dict[str, Tool] = {}
    for tool in tools:
        if tool.name in result:
            raise InputError(f"two tools are named {tool.name!r}", fix="give each tool a name of its own")
        check_schema(tool.name, tool.parameters)
        result[tool.name] = tool
    return result


def _bounded(text: str) -> tuple[str, bool]:
    """Return text that can be stored (no halves of characters) and is not too long."""
    text = text.encode("utf-8", "replace").decode()
    if len(text) <= MAX_CHARACTERS:
        return text, False
    return text[:MAX_CHARACTERS] + "\n[cut]", True
