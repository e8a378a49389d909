"""The one thing the harness asks of a model: given the conversation and the tools offered, the next message.

Invariant: a client raises `InfrastructureError` when its server fails for good (its own retries are over) and never turns a
failure into words of the model. What a model said, well-formed or not, is a `Reply`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from isthmus.messages import Message, Role, ToolCall
from isthmus.records import Usage

ToolSpec = dict[str, object]
"""A tool as OpenAI-compatible servers take it: `{"type": "function", "function": {"name", "description", "parameters"}}`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """One message of a model and what it cost."""

    message: Message
    """What the model said; its role is `assistant`."""
    usage: Usage = field(default_factory=Usage)
    """Tokens of this call as the server counted them; zeros when it does not count."""
    truncated: bool = False
    """Whether the server cut the message at its token limit; a cut message is no answer."""


class ModelClient(Protocol):
    """Anything that can continue a conversation."""

    @property
    def name(self) -> str:
        """Name of the model, as reports show it."""
        ...

    async def reply(self, messages: Sequence[Message], *, tools: Sequence[ToolSpec]) -> Reply:
        """Return the next message.

        Args:
            messages: the conversation so far; belongs to the harness and grows after the call, so copy what you keep.
            tools: the tools the model may call in this turn.

        Raises:
            InfrastructureError: when no reply can be had.
        """
        ...


def say(text: str) -> Reply:
    """Return a reply that is only text."""
    return Reply(message=Message(role=Role.ASSISTANT, content=text))


def call_tool(name: str, /, **arguments: object) -> Reply:
    """Return a reply that calls one tool; the harness gives the call its id."""
    return call_tools((name, arguments))


def call_tools(*calls: tuple[str, dict[str, object]]) -> Reply:
    """Return a reply that calls several tools, given as (name, arguments)."""
    return Reply(
        message=Message(
            role=Role.ASSISTANT,
            tool_calls=tuple(
                ToolCall(id="", name=name, arguments=json.dumps(arguments, ensure_ascii=False))
                for name, arguments in calls
            ),
        )
    )
