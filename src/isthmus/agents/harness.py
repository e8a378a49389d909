"""The one loop: messages and tools to the model, its calls to the tools, their results to the messages, until an end.

The same loop collects teacher episodes, rolls out policies in training and evaluates. Invariants:

- Every way to end has a `StopReason`. A server that broke, model or tool, ends the episode with an infrastructure reason, which
  leaves it unscored; everything else that is raised is a fault of ours and escapes.
- `prompt` and `turns` together are the conversation exactly as the model saw it: nothing is added between turns and nothing is
  taken back. Each call of a turn has one result, in order, whatever happened to it.
- An episode is a function of task, policy and tools; clock times are not in it.

The ends are those of HybridResearcher's harness (arXiv:2610.24899): a valid final answer, a turn without a tool call, an
exhausted budget. That at a limit the model is made to answer is InfoAgent's (arXiv:2509.25189).
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from isthmus.agents.admission import admit, storable
from isthmus.agents.limits import Limits
from isthmus.agents.policies import Policy
from isthmus.agents.prompts import task_prompt
from isthmus.errors import InfrastructureError
from isthmus.messages import Message, Role, ToolCall
from isthmus.models import ModelClient, Reply, ToolSpec
from isthmus.records import Episode, StopReason, Task, ToolResult, ToolStatus, Turn

FINAL_ANSWER = "final_answer"
"""Name of the tool whose valid call ends an episode; its argument is `answer`."""

_SERVER_ERRORS = (InfrastructureError, ConnectionError, TimeoutError)


class ToolRunner(Protocol):
    """What the loop asks of the tools; `isthmus.tools.Toolbox` is one."""

    def specs(self) -> list[ToolSpec]:
        """Return the tools as OpenAI-compatible servers take them."""
        ...

    async def run(self, call: ToolCall) -> ToolResult:
        """Run one call; whatever is wrong with it comes back as a result."""
        ...


async def run_episode(
    task: Task, policy: Policy, toolbox: ToolRunner, *, attempt: int = 0, limits: Limits | None = None
) -> Episode:
    """Let a policy attempt a task once."""
    loop = _Loop(task, policy, toolbox, attempt, limits or Limits())
    end = await loop.run()
    return Episode(
        id=episode_id(policy.name, task.id, attempt),
        task_id=task.id,
        policy=policy.name,
        attempt=attempt,
        prompt=loop.prompt,
        turns=tuple(loop.turns),
        stop=end.stop,
        answer=end.answer,
        error=end.error,
    )


def episode_id(policy: str, task_id: str, attempt: int) -> str:
    """Return the id an attempt has, before it is made; resuming goes by it."""
    return f"{policy}/{task_id}/{attempt}"


@dataclass(frozen=True, slots=True, kw_only=True)
class _End:
    stop: StopReason
    answer: str | None = None
    error: str = ""


class _Loop:
    """The state of one running episode."""

    def __init__(self, task: Task, policy: Policy, toolbox: ToolRunner, attempt: int, limits: Limits) -> None:
        self.prompt = task_prompt(task)
        self.turns: list[Turn] = []
        self._task, self._policy, self._attempt = task, policy, attempt
        self._toolbox, self._limits = toolbox, limits
        self._messages: list[Message] = list(self.prompt)
        self._calls_made = 0
        self._call_ids: set[str] = set()
        self._open: _OpenTurn | None = None

    async def run(self) -> _End:
        try:
            async with asyncio.timeout(self._limits.wall_clock_seconds) as clock:
                return await self._converse()
        except TimeoutError:
            if not clock.expired():
                raise
            return self._out_of_time()

    async def _converse(self) -> _End:
        specs = self._toolbox.specs()
        closing = [spec for spec in specs if _spec_name(spec) == FINAL_ANSWER]
        try:
            model = self._policy.model(self._task, self._attempt)
        except _SERVER_ERRORS as error:
            return _End(stop=StopReason.MODEL_FAILED, error=_words(error))
        while True:
            spent = self._spent()
            if spent and not self._limits.forced_answer:
                return _End(stop=spent)
            last = spent or (StopReason.MAX_TURNS if len(self.turns) + 1 >= self._limits.turns else None)
            forced = last is not None and self._limits.forced_answer
            try:
                reply = await self._ask(model, closing if forced else specs)
            except _SERVER_ERRORS as error:
                return _End(stop=StopReason.MODEL_FAILED, error=_words(error))
            end = await self._take(reply, forced=forced)
            if end:
                return end
            if last:
                return _End(stop=last)
            # A model and tools that never wait would else keep the clock and the other episodes from running.
            await asyncio.sleep(0)

    def _spent(self) -> StopReason | None:
        """Return the budget that is used up, if one is."""
        limits = self._limits
        if limits.tool_calls is not None and self._calls_made >= limits.tool_calls:
            return StopReason.MAX_TOOL_CALLS
        if limits.tokens is not None and self.turns:
            usage = self.turns[-1].usage
            if usage.prompt_tokens + usage.completion_tokens >= limits.tokens:
                return StopReason.MAX_TOKENS
        return None

    async def _ask(self, model: ModelClient, specs: Sequence[ToolSpec]) -> Reply:
        seconds = self._limits.call_seconds
        try:
            async with asyncio.timeout(seconds) as clock:
                reply = await model.reply(self._messages, tools=specs)
        except TimeoutError as error:
            if clock.expired():
                raise InfrastructureError(f"model {model.name!r} gave no reply in {seconds:g} s") from error
            raise
        return reply

    async def _take(self, reply: Reply, *, forced: bool) -> _End | None:
        """Do what a reply asks for, append it as a turn, and return the end if it is one."""
        message = admit(reply.message, seen=self._call_ids, turn=len(self.turns))
        self._open = turn = _OpenTurn(message, reply)
        cap = self._limits.tokens_per_turn
        if reply.truncated or (cap is not None and reply.usage.completion_tokens > cap):
            self._close("not run: the message was longer than a turn may be")
            return _End(stop=StopReason.MAX_TOKENS)
        if not turn.calls:
            self._close()
            text = message.content.strip()
            return _End(stop=StopReason.NO_TOOL_CALL, answer=text or None)
        answer = await self._run_calls(turn, forced=forced)
        self._close("not run: the episode ended before it")
        if turn.failure:
            return _End(stop=StopReason.TOOL_FAILED, error=turn.failure)
        return None if answer is None else _End(stop=StopReason.ANSWERED, answer=answer)

    async def _run_calls(self, turn: _OpenTurn, *, forced: bool) -> str | None:
        """Run a turn's calls and return the final answer if a valid one is among them."""
        runnable = []
        for place, call in enumerate(turn.calls):
            if call.name == FINAL_ANSWER:
                runnable.append(place)
            elif forced:
                turn.refuse(place, f"not run: only {FINAL_ANSWER} may be called in the last turn")
            elif self._limits.tool_calls is not None and self._calls_made >= self._limits.tool_calls:
                turn.refuse(place, f"not run: the limit of {self._limits.tool_calls} tool calls is reached")
            else:
                self._calls_made += 1
                runnable.append(place)
        if len(runnable) > 1 and not any(turn.calls[place].name == FINAL_ANSWER for place in runnable):
            await self._run_together(turn, runnable)
            return None
        for place in runnable:
            await self._run_call(turn, place)
            if turn.failure:
                return None
            answer = turn.final_answer(place)
            if answer is not None:
                return answer
        return None

    async def _run_together(self, turn: _OpenTurn, places: Sequence[int]) -> None:
        waiting = iter(places)

        async def work() -> None:
            for place in waiting:
                if not turn.failure:
                    await self._run_call(turn, place)

        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(min(len(places), self._limits.parallel_tool_calls)):
                    group.create_task(work())
        except BaseExceptionGroup as errors:
            raise first_leaf(errors) from None

    async def _run_call(self, turn: _OpenTurn, place: int) -> None:
        """Run one call; a tool that broke is tried again a few times."""
        call, limits = turn.calls[place], self._limits
        for tries_left in range(limits.tool_retries, -1, -1):
            result = await self._try_call(call)
            if result.status is not ToolStatus.FAILED:
                turn.breaking.pop(place, None)
                turn.results[place] = result
                return
            turn.breaking[place] = f"tool {call.name!r}: {result.text}"
            if tries_left:
                await asyncio.sleep(limits.retry_seconds * 2 ** (limits.tool_retries - tries_left))
        turn.results[place] = result
        turn.failure = turn.failure or turn.breaking[place]

    async def _try_call(self, call: ToolCall) -> ToolResult:
        try:
            async with asyncio.timeout(self._limits.call_seconds) as clock:
                result = await self._toolbox.run(call)
        except _SERVER_ERRORS as error:
            text = f"no result in {self._limits.call_seconds:g} s" if clock.expired() else _words(error)
            return ToolResult(call_id=call.id, name=call.name, status=ToolStatus.FAILED, text=text)
        return result

    def _close(self, unfinished: str = "") -> None:
        """Append the open turn; calls without a result get one that says why."""
        turn, self._open = self._open, None
        if turn is None:
            return
        for place, result in enumerate(turn.results):
            if result is None:
                turn.refuse(place, unfinished)
        results = tuple(result for result in turn.results if result is not None)
        self.turns.append(Turn(message=turn.message, results=results, usage=turn.usage))
        self._messages.append(turn.message)
        self._messages.extend(
            Message(role=Role.TOOL, content=result.text, tool_call_id=result.call_id) for result in results
        )

    def _out_of_time(self) -> _End:
        """Return the end of an episode whose time is over; a tool that kept breaking is the cause if there is one."""
        breaking = list(self._open.breaking.values()) if self._open else []
        self._close("not finished: the episode's time was over")
        if breaking:
            return _End(stop=StopReason.TOOL_FAILED, error=breaking[0])
        return _End(stop=StopReason.TIMEOUT)


class _OpenTurn:
    """A reply whose calls are being run."""

    __slots__ = ("breaking", "calls", "failure", "message", "results", "usage")

    def __init__(self, message: Message, reply: Reply) -> None:
        self.message, self.usage = message, reply.usage
        self.calls = message.tool_calls
        self.results: list[ToolResult | None] = [None] * len(self.calls)
        self.breaking: dict[int, str] = {}
        self.failure = ""

    def refuse(self, place: int, text: str) -> None:
        call = self.calls[place]
        self.results[place] = ToolResult(
            call_id=call.id, name=call.name, status=ToolStatus.REFUSED, text=text
        )

    def final_answer(self, place: int) -> str | None:
        """Return the answer if this call is a final answer that the tool accepted."""
        call, result = self.calls[place], self.results[place]
        if call.name != FINAL_ANSWER or result is None or result.status is not ToolStatus.OK:
            return None
        return storable(str(json.loads(call.arguments)["answer"]))


def first_leaf(errors: BaseExceptionGroup[BaseException]) -> BaseException:
    """Return the first error inside nested groups: callers handle errors by type, not by how we run things."""
    error: BaseException = errors
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def _spec_name(spec: ToolSpec) -> object:
    function = spec.get("function")
    return function.get("name") if isinstance(function, dict) else None


def _words(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())
