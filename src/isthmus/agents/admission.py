"""What a server sent, made fit for a record: call ids unique in the episode, text that UTF-8 can hold.

Nothing else is touched; arguments that are no JSON stay as they are.
"""

from __future__ import annotations

from dataclasses import replace

from isthmus.messages import Message, ToolCall


def admit(message: Message, *, seen: set[str], turn: int) -> Message:
    """Return a model's message with storable text and with call ids that are not in `seen`, and add them to it.

    Servers repeat ids from turn to turn or leave them out.
    """
    content, reasoning = storable(message.content), storable(message.reasoning)
    calls = []
    for place, call in enumerate(message.tool_calls):
        admitted = _admit_call(call, seen, f"call_{turn}_{place}")
        seen.add(admitted.id)
        calls.append(admitted)
    if content is message.content and reasoning is message.reasoning and not calls:
        return message
    return replace(message, content=content, reasoning=reasoning, tool_calls=tuple(calls))


def storable(text: str) -> str:
    """Return the text with lone surrogates, which JSON can spell and UTF-8 cannot hold, as question marks."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace").decode()
    return text


def _admit_call(call: ToolCall, seen: set[str], fresh: str) -> ToolCall:
    id, name, arguments = storable(call.id), storable(call.name), storable(call.arguments)
    if not id or id in seen:
        id = fresh
        while id in seen:
            id += "_"
    if id is call.id and name is call.name and arguments is call.arguments:
        return call
    return ToolCall(id=id, name=name, arguments=arguments)
