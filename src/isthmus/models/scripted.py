"""A model that follows a script: the stand-in for a served model in tests, baselines and benchmarks.

Its place in the script is the number of assistant messages in the conversation, so one object serves any number of episodes at
once and keeps nothing between calls.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from isthmus.messages import Message, Role
from isthmus.models.base import Reply, ToolSpec

Script = Callable[[Sequence[Message], Sequence[ToolSpec]], Reply]
"""Given the conversation and the tools offered, the next reply."""


class ScriptedModel:
    """Replies from a list, in order, or from a function of the conversation."""

    def __init__(self, script: Sequence[Reply] | Script, *, name: str = "scripted") -> None:
        self.name = name
        self._next: Script = script if callable(script) else _recite(tuple(script))

    async def reply(self, messages: Sequence[Message], *, tools: Sequence[ToolSpec]) -> Reply:
        """Return the script's reply to this conversation.

        Raises:
            LookupError: when a list has no reply left, which is a fault of the script.
        """
        return self._next(messages, tools)


def _recite(replies: tuple[Reply, ...]) -> Script:
    def next_reply(messages: Sequence[Message], tools: Sequence[ToolSpec]) -> Reply:
        place = sum(message.role is Role.ASSISTANT for message in messages)
        if place >= len(replies):
            raise LookupError(f"the script holds {len(replies)} replies and reply {place + 1} was asked for")
        return replies[place]

    return next_reply
