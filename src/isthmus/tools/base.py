"""What a tool is. A tool knows nothing of models or episodes: arguments in, an observation out.

Tools and the harness meet in three statuses besides success: a call that is wrong (`BAD_ARGUMENTS`), a call that is understood
and not allowed (`REFUSED`), and a tool that broke (`FAILED`, by raising). Only the last is not the model's doing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from isthmus.records import ToolStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """What a tool answers."""

    text: str
    """The words the model sees: data from strangers, bounded in length, never to be read as instructions or markup."""
    status: ToolStatus = ToolStatus.OK
    """How the call ended."""
    document_ids: tuple[str, ...] = ()
    """Documents shown, in order; never shown to the model."""
    truncated: bool = False
    """Whether something was cut."""


class Tool(Protocol):
    """Something a model may call."""

    @property
    def name(self) -> str:
        """Name the model calls it by."""
        ...

    @property
    def description(self) -> str:
        """What it does, for the model."""
        ...

    @property
    def parameters(self) -> dict[str, object]:
        """JSON schema of its arguments: an object, of the keywords in `tools.arguments`."""
        ...

    async def call(self, arguments: Mapping[str, object]) -> Observation:
        """Run once, with arguments that fit the schema.

        Raises:
            IsthmusError: when the tool itself broke (a lost index, a damaged snapshot); never for what the model asked.
        """
        ...


def refused(text: str) -> Observation:
    """Return the observation of a call that is not allowed."""
    return Observation(text=text, status=ToolStatus.REFUSED)


def bad(text: str) -> Observation:
    """Return the observation of a call whose arguments are wrong."""
    return Observation(text=text, status=ToolStatus.BAD_ARGUMENTS)
