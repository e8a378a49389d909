"""Episodes and scores: what an agent did with a task, and what that is worth.

Records hold no clock times, so that the same seed gives the same bytes; durations are in a stage's `timings.json`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from isthmus.messages import Message


class ToolStatus(StrEnum):
    """How a tool call ended."""

    OK = "ok"
    BAD_ARGUMENTS = "bad_arguments"
    """The call was malformed; the observation says what was wrong."""
    UNKNOWN_TOOL = "unknown_tool"
    REFUSED = "refused"
    """Allowed in form, not in substance: a write, a page outside the snapshot, a limit."""
    FAILED = "failed"
    """The tool itself broke (infrastructure); never the model's fault."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResult:
    """What a tool call gave."""

    call_id: str
    """`ToolCall.id` it answers."""
    name: str
    """Tool called."""
    status: ToolStatus
    """How it ended."""
    text: str
    """The observation exactly as the model saw it."""
    document_ids: tuple[str, ...] = ()
    """Documents shown, in order; for analysis, never shown to the model."""
    truncated: bool = False
    """Whether the observation was cut."""


class StopReason(StrEnum):
    """Why an episode ended. Infrastructure reasons leave it unscored."""

    ANSWERED = "answered"
    NO_TOOL_CALL = "no_tool_call"
    """A turn without a tool call; its text is taken as the answer."""
    MAX_TURNS = "max_turns"
    MAX_TOKENS = "max_tokens"
    MAX_TOOL_CALLS = "max_tool_calls"
    TIMEOUT = "timeout"
    MODEL_FAILED = "model_failed"
    TOOL_FAILED = "tool_failed"

    def is_infrastructure(self) -> bool:
        """Return whether the episode ended by a fault that is not the policy's."""
        return self in (StopReason.MODEL_FAILED, StopReason.TOOL_FAILED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens of one model call or a whole episode, as the server counted them."""

    prompt_tokens: int = 0
    completion_tokens: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One model call and the tool results it led to. Deltas only: concatenating turns gives the whole conversation."""

    message: Message
    """What the model said."""
    results: tuple[ToolResult, ...] = ()
    """One for each tool call, in order."""
    usage: Usage = Usage()
    """Tokens of this call."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Episode:
    """One attempt at one task."""

    id: str
    """`{policy}/{task_id}/{attempt}`."""
    task_id: str
    """Task attempted."""
    policy: str
    """Name of the policy: `oracle`, `one_search`, a model id."""
    attempt: int
    """0-based attempt number."""
    prompt: tuple[Message, ...]
    """Messages before the first turn."""
    turns: tuple[Turn, ...]
    """In order."""
    stop: StopReason
    """Why it ended."""
    answer: str | None
    """Final answer, or None when none was given."""
    error: str = ""
    """For infrastructure stops: what failed."""

    def tool_calls(self) -> int:
        """Return how many tool calls were made."""
        return sum(len(turn.results) for turn in self.turns)


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """What an episode is worth."""

    episode_id: str
    """Episode scored."""
    task_id: str
    """Its task."""
    policy: str
    """Its policy."""
    scorer: str
    """Name and version of the scorer: `answer-match/1`."""
    value: float | None
    """1.0 right, 0.0 wrong, None not scored (a failed server or judge)."""
    reason: str
    """Reason code: `match`, `alias`, `no-answer`, `different`, `infrastructure`."""
