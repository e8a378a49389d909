"""An episode made ready to read: what the model said, what it called, what came back, how it ended.

Nothing is left out, only bounded: every turn and every call is there, long texts are cut with the number of characters cut.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from isthmus.messages import ToolCall
from isthmus.records import Episode, Score, Task, Turn
from isthmus.report.text import LINE, PASSAGE, bounded, clip, count, humanise, name

_MOST_TURNS = 60
"""Turns embedded at most; the first and the last, the middle is counted."""

OUTCOMES = ("right", "wrong", "partly", "unscored")
"""What a score is called and coloured as."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A tool call with what it gave."""

    tool: str
    """Tool as the model wrote it."""
    arguments: str
    """Arguments on one line, `query: "x", count: 5`, or the raw string when it is no JSON object."""
    status: str
    """`ok` or what went wrong, in words; `no result` when the episode ended before."""
    ok: bool
    """Whether it went well."""
    text: str
    """The observation, bounded."""
    size: str
    """Its whole length in words for a person: `1,204 characters`."""
    clues: tuple[int, ...]
    """Clues whose evidence page is among the documents shown."""
    answer: bool
    """Whether this call gives the final answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnView:
    """One turn."""

    number: int
    """1-based."""
    text: str
    """What the model said, bounded."""
    reasoning: str
    """What it thought aloud, bounded."""
    calls: tuple[Call, ...]
    """Calls in order."""
    skipped: int
    """Turns left out before this one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EpisodeView:
    """One episode."""

    policy: str
    """Who played."""
    attempt: int
    """1-based."""
    outcome: str
    """One of `OUTCOMES`."""
    verdict: str
    """The score's reason in words."""
    stop: str
    """Why it ended, in words."""
    error: str
    """What failed, for infrastructure stops."""
    answer: str
    """The answer given."""
    summary: str
    """`4 turns, 5 tool calls, 3,210 tokens`."""
    turns: tuple[TurnView, ...]
    """In order."""


def outcome(score: Score | None) -> str:
    """Return what a score is called; no score at all is unscored, never wrong."""
    if score is None or score.value is None:
        return "unscored"
    if score.value >= 1.0:
        return "right"
    return "wrong" if score.value <= 0.0 else "partly"


def read(episode: Episode, task: Task, score: Score | None) -> EpisodeView:
    """Return the episode ready to read."""
    evidence: dict[str, list[int]] = {}
    for constraint in task.tree.constraints:
        evidence.setdefault(constraint.evidence.document_id, []).append(constraint.object)
    tokens = sum(t.usage.prompt_tokens + t.usage.completion_tokens for t in episode.turns)
    summary = [count(len(episode.turns), "turn"), count(episode.tool_calls(), "tool call")]
    if tokens:
        summary.append(count(tokens, "token"))
    return EpisodeView(
        policy=name(episode.policy),
        attempt=episode.attempt + 1,
        outcome=outcome(score),
        verdict=humanise(score.reason) if score else "no score",
        stop=humanise(episode.stop.value),
        error=clip(episode.error, LINE),
        answer=clip(episode.answer, LINE) if episode.answer is not None else "",
        summary=", ".join(summary),
        turns=_turns(episode, evidence),
    )


def _turns(episode: Episode, evidence: Mapping[str, list[int]]) -> tuple[TurnView, ...]:
    numbered = list(enumerate(episode.turns, start=1))
    cut = len(numbered) - _MOST_TURNS
    if cut > 0:
        half = _MOST_TURNS // 2
        numbered = numbered[:half] + numbered[half + cut :]
    views = []
    before = 0
    for number, turn in numbered:
        views.append(_turn(number, turn, evidence, skipped=number - before - 1))
        before = number
    return tuple(views)


def _turn(number: int, turn: Turn, evidence: Mapping[str, list[int]], *, skipped: int) -> TurnView:
    results = {result.call_id: result for result in turn.results}
    calls = []
    for call in turn.message.tool_calls:
        result = results.get(call.id)
        seen = {clue for doc in (result.document_ids if result else ()) for clue in evidence.get(doc, ())}
        calls.append(
            Call(
                tool=name(call.name),
                arguments=arguments_line(call),
                status=humanise(result.status.value) if result else "no result",
                ok=result is not None and result.status.value == "ok",
                text=bounded(result.text, PASSAGE) if result else "",
                size=count(len(result.text), "character") if result else "",
                clues=tuple(sorted(seen)),
                answer=call.name == "final_answer",
            )
        )
    return TurnView(
        number=number,
        text=bounded(turn.message.content, PASSAGE),
        reasoning=bounded(turn.message.reasoning, PASSAGE),
        calls=tuple(calls),
        skipped=skipped,
    )


def arguments_line(call: ToolCall) -> str:
    """Return a call's arguments as `key: value` pairs on one line; the raw string when it is no JSON object."""
    try:
        parsed = json.loads(call.arguments)
    except (ValueError, RecursionError):
        parsed = None
    if not isinstance(parsed, dict):
        return clip(call.arguments, LINE)
    pairs = (f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in parsed.items())
    return clip(", ".join(pairs), LINE)
