"""Chat messages and tool calls, in the shape OpenAI-compatible servers use.

Arguments of a tool call stay the raw string the model wrote; parsing it is the harness's business, and a string that does not
parse is kept as evidence of what the model did.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    """Who speaks."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """A request of the model to run a tool."""

    id: str
    """Unique in the episode."""
    name: str
    """Tool name as the model wrote it; may not exist."""
    arguments: str
    """Raw argument text as the model wrote it; may not be JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One chat message."""

    role: Role
    """Who speaks."""
    content: str = ""
    """Text; for tool messages, the observation."""
    reasoning: str = ""
    """Reasoning the server kept apart from the content."""
    tool_calls: tuple[ToolCall, ...] = ()
    """Calls of an assistant message."""
    tool_call_id: str = ""
    """For tool messages: the call answered."""
