"""The harness: CPU a turn with a scripted model and an in-memory tool, beside smolagents' loop when that is installed.

Episodes of ten tool calls and an answer. Process CPU time, the least of some rounds taken in turn, so that a busy machine slows
all alike. Usage: python benchmarks/harness.py [--episodes 400] [--memory 20000]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import io
import resource
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from isthmus.agents import Limits, ModelPolicy, run_episodes
from isthmus.models import ScriptedModel, call_tool
from isthmus.records import (
    Answer,
    AnswerKind,
    Episode,
    ResearchTree,
    StopReason,
    Task,
    Vertex,
    VertexRole,
    dump,
)
from isthmus.scoring import match
from isthmus.tools import FinalAnswer, Toolbox
from isthmus.tools.base import Observation

CALLS = 10
TURNS = CALLS + 1
ROUNDS = 3
TARGET = 0.35
"""CPU milliseconds a turn that the harness may take."""
CONCURRENCIES = (1, 64, 1000)
TEXT = "A band from Baltimore that recorded for a label of Florida. " * 20


class Lookup:
    """A tool that answers from memory."""

    name: ClassVar[str] = "lookup"
    description: ClassVar[str] = "Look up a name."
    parameters: ClassVar[dict[str, object]] = {
        "type": "object",
        "properties": {"name": {"type": "string", "description": "The name."}},
        "required": ["name"],
        "additionalProperties": False,
    }

    async def call(self, arguments: Mapping[str, object]) -> Observation:
        """Return the same text for every name."""
        return Observation(text=TEXT)


def tasks(count: int) -> list[Task]:
    root = Vertex(id=0, role=VertexRole.ANSWER, entity="Have Mercy")
    tree = ResearchTree(vertices=(root,), constraints=())
    return [
        Task(
            id=f"t{n}",
            family="none",
            question=f"Which band is number {n}?",
            answer=Answer(text="x"),
            tree=tree,
        )
        for n in range(count)
    ]


def run_ours(count: int, concurrency: int, emit: Callable[[Episode], None]) -> None:
    script = [call_tool("lookup", name=f"name {n}") for n in range(CALLS)]
    policy = ModelPolicy(client=ScriptedModel([*script, call_tool("final_answer", answer="Have Mercy")]))
    toolbox = Toolbox([Lookup(), FinalAnswer()])
    asyncio.run(
        run_episodes(
            tasks(count),
            policy,
            toolbox,
            attempts=1,
            limits=Limits(),
            concurrency=concurrency,
            done=(),
            emit=emit,
        )
    )


def check(episode: Episode) -> None:
    """Raise unless the episode did what is measured."""
    if episode.stop is not StopReason.ANSWERED or episode.tool_calls() != TURNS:
        raise RuntimeError(f"episode {episode.id!r} ended {episode.stop} after {episode.tool_calls()} calls")


def smolagents_runner() -> Callable[[int], None] | None:
    """Return a function that runs episodes with smolagents, or None when it is not installed."""
    try:
        from smolagents import ChatMessage, MessageRole, Model, Tool, ToolCallingAgent
        from smolagents.models import ChatMessageToolCall, ChatMessageToolCallFunction
    except ImportError:
        return None

    class Scripted(Model):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__(model_id="scripted")
            self.place = 0

        def generate(self, messages: Any, **_: Any) -> Any:
            last = self.place == CALLS
            name, arguments = (
                ("final_answer", {"answer": "x"}) if last else ("lookup", {"name": f"name {self.place}"})
            )
            self.place += 1
            function = ChatMessageToolCallFunction(name=name, arguments=arguments)
            call = ChatMessageToolCall(id=f"call_{self.place}", type="function", function=function)
            return ChatMessage(role=MessageRole.ASSISTANT, content="", tool_calls=[call])

    class PeerLookup(Tool):  # type: ignore[misc]
        name = "lookup"
        description = "Look up a name."
        inputs: ClassVar[dict[str, Any]] = {"name": {"type": "string", "description": "The name."}}
        output_type = "string"

        def forward(self, name: str) -> str:
            return TEXT

    def run(count: int) -> None:
        for n in range(count):
            agent = ToolCallingAgent(
                tools=[PeerLookup()], model=Scripted(), max_steps=TURNS, verbosity_level=0
            )
            with contextlib.redirect_stdout(io.StringIO()):
                given = agent.run(f"Which band is number {n}?")
            if given != "x" or len(agent.memory.steps) != TURNS + 1:
                raise RuntimeError(f"smolagents gave {given!r} after {len(agent.memory.steps)} steps")

    return run


def cpu_ms_a_turn(work: Callable[[int], None], count: int) -> tuple[float, float]:
    """Return CPU milliseconds a turn and episodes a second of wall-clock."""
    wall, cpu = time.perf_counter(), time.process_time()
    work(count)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    return cpu * 1000 / (count * TURNS), count / wall


def ours_at(concurrency: int) -> Callable[[int], None]:
    return lambda count: run_ours(count, concurrency, check)


def measure_turns(count: int) -> None:
    runners: dict[str, Callable[[int], None]] = {f"isthmus, {n} at once": ours_at(n) for n in CONCURRENCIES}
    peer = smolagents_runner()
    if peer:
        runners["smolagents, 1 at once"] = peer
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in runners}
    for _ in range(ROUNDS):
        for name, work in runners.items():
            # The peer is slower; fewer episodes of it measure as well.
            found[name].append(
                cpu_ms_a_turn(work, count if name.startswith("isthmus") else max(20, count // 8))
            )
    best = {name: min(rounds) for name, rounds in found.items()}
    base = best["isthmus, 1 at once"][0]
    print(f"{'loop':24}{'CPU ms a turn':>15}{'ratio':>8}{'episodes a second':>20}")
    for name, (cpu, speed) in best.items():
        print(f"{name:24}{cpu:15.3f}{cpu / base:8.2f}{speed:20.0f}")
    if not peer:
        print("smolagents is not installed: no ratio to it")
    print(f"target: {TARGET} CPU ms a turn, {'met' if base <= TARGET else 'MISSED'}")


def measure_memory(count: int) -> None:
    """Print how the process grows when episodes are written down and let go."""
    peaks: list[int] = []
    seen = written = 0

    def emit(episode: Episode) -> None:
        nonlocal seen, written
        seen += 1
        written += len(dump(episode))
        if seen in (count // 4, count):
            peaks.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)

    wall = time.perf_counter()
    run_ours(count, 64, emit)
    speed = seen / (time.perf_counter() - wall)
    print(
        f"\n{count:,} episodes, 64 at once, written: {speed:,.0f} a second, {written / seen / 1000:.1f} kB each"
    )
    print(f"peak memory {peaks[0]} MiB at a quarter, {peaks[1]} MiB at the end")


def measure_matching(count: int) -> None:
    """Print what comparing an answer costs; each text is new, so that no cache helps."""
    rows: Sequence[tuple[str, Answer, str]] = (
        ("name", Answer(text="Have Mercy", aliases=("Have Mercy (band)",)), "The answer is {}, a band."),
        ("number", Answer(text="1.2 km", kind=AnswerKind.NUMBER), "{} m"),
        ("date", Answer(text="12 March 1975", kind=AnswerKind.DATE), "March 12, {}"),
        ("set of three", Answer(text="", items=("A b", "C d", "E f"), kind=AnswerKind.SET), "C d, {}, A b"),
    )
    print(f"\n{'answer':24}{'CPU us a match':>15}")
    for name, answer, form in rows:
        texts = [form.format(n) for n in range(count)]
        start = time.process_time()
        for text in texts:
            match(answer, text)
        print(f"{name:24}{(time.process_time() - start) * 1e6 / count:15.0f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--episodes", type=int, default=400)
    parser.add_argument("--memory", type=int, default=20_000)
    parser.add_argument("--matches", type=int, default=3000)
    options = parser.parse_args()
    measure_turns(options.episodes)
    measure_memory(options.memory)
    measure_matching(options.matches)


if __name__ == "__main__":
    main()
