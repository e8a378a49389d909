"""What an episode may spend. The defaults for turns and tokens a turn are HybridResearcher's (arXiv:2610.24899): 100 and 32k."""

from __future__ import annotations

from dataclasses import dataclass

from isthmus.errors import InputError


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds of one episode; None means unbounded."""

    turns: int = 100
    """Model calls."""
    tool_calls: int | None = None
    """Tool calls that are run, `final_answer` and retries not counted; calls beyond it are refused."""
    tokens: int | None = None
    """Tokens of the conversation, prompt and reply of the latest model call together. Once reached, one turn is left to answer,
    so set it below the model's context by what an answer needs."""
    tokens_per_turn: int | None = 32_768
    """Tokens of one reply; a longer one ends the episode."""
    wall_clock_seconds: float | None = None
    """Time of the whole episode; must be longer than `call_seconds`, so that a dead server is told from a slow policy."""
    call_seconds: float | None = 600.0
    """Time of one model or tool call. A call that takes longer has failed: it is the server's fault, not the policy's."""
    tool_retries: int = 2
    """How often a tool that broke is tried again before the episode ends unscored."""
    retry_seconds: float = 0.5
    """Wait before the first retry; doubled each time."""
    parallel_tool_calls: int = 4
    """Calls of one message that may run at the same time; results keep the order of the calls."""
    forced_answer: bool = True
    """Whether, when a limit leaves one turn, that turn offers `final_answer` only. Without it the episode just ends there."""

    def __post_init__(self) -> None:
        for name, least in _LEAST.items():
            value = getattr(self, name)
            if value is not None and not value >= least:
                raise InputError(
                    f"{value!r} is too small", place=f"limits.{name}", fix=f"give {least} or more"
                )
        whole, call = self.wall_clock_seconds, self.call_seconds
        if whole is not None and (call is None or call >= whole):
            raise InputError(
                f"{call!r} is not below limits.wall_clock_seconds = {whole!r}",
                place="limits.call_seconds",
                fix="give fewer seconds, so that a dead server is not taken for a slow policy",
            )


_LEAST = {
    "turns": 1,
    "tool_calls": 0,
    "tokens": 1,
    "tokens_per_turn": 1,
    "wall_clock_seconds": 0.001,
    "call_seconds": 0.001,
    "tool_retries": 0,
    "retry_seconds": 0,
    "parallel_tool_calls": 1,
}
