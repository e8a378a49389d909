from __future__ import annotations

import asyncio
import itertools

import pytest

from isthmus.agents import Limits, ModelPolicy, run_episodes
from isthmus.errors import InfrastructureError, InputError, StorageError
from isthmus.models import ScriptedModel, call_tool
from isthmus.records import StopReason, dump

ANSWER = call_tool("final_answer", answer="x")


class Slow:
    """A model whose replies take a while, and that notes how many wait at once."""

    name = "slow"

    def __init__(self, seconds=0.005):
        self.seconds, self.running, self.most, self.calls = seconds, 0, 0, 0

    async def reply(self, messages, *, tools):
        self.calls += 1
        self.running += 1
        self.most = max(self.most, self.running)
        try:
            await asyncio.sleep(self.seconds)
        finally:
            self.running -= 1
        return ANSWER


@pytest.fixture
def run(make_tools):
    def run(tasks, model, *, attempts=1, concurrency=4, done=(), emit=None):
        episodes = []
        asyncio.run(
            run_episodes(
                tasks,
                ModelPolicy(client=model),
                make_tools(),
                attempts=attempts,
                limits=Limits(),
                concurrency=concurrency,
                done=done,
                emit=emit or episodes.append,
            )
        )
        return episodes

    return run


def test_each_attempt_is_made_once(run, make_task):
    tasks = [make_task(id=f"t{n}") for n in range(10)]
    episodes = run(tasks, Slow(), attempts=3)
    assert sorted(e.id for e in episodes) == sorted(f"slow/t{n}/{a}" for n in range(10) for a in range(3))


@pytest.mark.parametrize("concurrency", [1, 3, 8])
def test_no_more_than_concurrency_run_at_once(run, make_task, concurrency):
    model = Slow()
    run([make_task(id=f"t{n}") for n in range(20)], model, concurrency=concurrency)
    assert model.most == concurrency


def test_what_is_done_is_not_made_again(run, make_task):
    tasks = [make_task(id=f"t{n}") for n in range(5)]
    model = Slow()
    episodes = run(tasks, model, attempts=2, done={"slow/t1/0", "slow/t4/1"})
    assert len(episodes) == model.calls == 8
    assert not {"slow/t1/0", "slow/t4/1"} & {e.id for e in episodes}


def test_episodes_do_not_depend_on_concurrency_or_order(run, make_task):
    tasks = [make_task(id=f"t{n}") for n in range(10)]
    one = sorted(dump(e) for e in run(tasks, Slow(0.001), concurrency=1))
    many = sorted(dump(e) for e in run(tasks[::-1], Slow(0.001), concurrency=7))
    assert one == many


def test_tasks_are_drawn_as_workers_become_free(run, make_task):
    """Memory follows the concurrency: a stream of tasks is never read ahead of the workers."""
    drawn, ended = [0], [0]

    def stream():
        for n in range(30):
            drawn[0] += 1
            assert drawn[0] - ended[0] <= 4
            yield make_task(id=f"t{n}")

    def emit(episode):
        ended[0] += 1

    run(stream(), Slow(0.001), concurrency=4, emit=emit)
    assert ended == [30]


def test_a_dead_server_gives_unscored_episodes_and_the_run_goes_on(run, make_task):
    class Flaky:
        name = "flaky"

        def __init__(self):
            self.n = itertools.count()

        async def reply(self, messages, *, tools):
            if next(self.n) % 3 == 0:
                raise InfrastructureError("503")
            return ANSWER

    episodes = run([make_task(id=f"t{n}") for n in range(30)], Flaky(), concurrency=5)
    stops = [episode.stop for episode in episodes]
    assert (stops.count(StopReason.MODEL_FAILED), stops.count(StopReason.ANSWERED)) == (10, 20)


def test_a_fault_of_ours_stops_the_run_as_itself(run, make_task):
    def script(messages, tools):
        if "bad" in messages[-1].content:
            raise ZeroDivisionError("bug")
        return ANSWER

    tasks = [make_task(id=f"t{n}", question="bad" if n == 5 else "good") for n in range(50)]
    with pytest.raises(ZeroDivisionError):
        run(tasks, ScriptedModel(script))


def test_a_full_disk_stops_the_run_as_itself(run, make_task):
    def emit(episode):
        raise StorageError("no space left", place="episodes.jsonl")

    model = Slow()
    with pytest.raises(StorageError):
        run([make_task(id=f"t{n}") for n in range(50)], model, emit=emit, concurrency=4)
    assert model.calls <= 8


def test_cancelling_keeps_what_was_emitted_and_leaves_nothing_running(make_task, make_tools):
    emitted = []

    async def main():
        running = asyncio.create_task(
            run_episodes(
                [make_task(id=f"t{n}") for n in range(100)],
                ModelPolicy(client=Slow(0.01)),
                make_tools(),
                attempts=1,
                limits=Limits(),
                concurrency=5,
                done=(),
                emit=emitted.append,
            )
        )
        await asyncio.sleep(0.1)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(main())
    assert 0 < len(emitted) < 100
    assert all(episode.stop is StopReason.ANSWERED for episode in emitted)


def test_resuming_after_a_stop_makes_exactly_the_rest(run, make_task):
    tasks = [make_task(id=f"t{n}") for n in range(20)]
    written = {}

    def emit_some(episode):
        if len(written) == 7:
            raise StorageError("no space left")
        written[episode.id] = dump(episode)

    with pytest.raises(StorageError):
        run(tasks, Slow(0.001), attempts=2, emit=emit_some)

    def emit(episode):
        assert episode.id not in written
        written[episode.id] = dump(episode)

    run(tasks, Slow(0.001), attempts=2, done=set(written), emit=emit)
    assert written == {e.id: dump(e) for e in run(tasks, Slow(0.001), attempts=2)}


def test_nothing_to_do_is_no_error(run):
    assert run([], Slow()) == []


@pytest.mark.parametrize("wrong", [{"attempts": 0}, {"concurrency": 0}])
def test_numbers_below_one_are_refused(run, make_task, wrong):
    with pytest.raises(InputError, match="give 1 or more"):
        run([make_task()], Slow(), **wrong)
