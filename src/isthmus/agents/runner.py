"""Many episodes at once, bounded, resumable.

A fixed number of workers draw attempts from one stream, so memory follows the concurrency and not the number of tasks. Each
episode is handed out when it ends, whole, in the order of ending; a caller that writes it down and passes the written ids as
`done` next time loses at most the episodes in flight and repeats none. A fault of ours in any episode stops the run.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Container, Iterable, Iterator

from isthmus.agents.harness import ToolRunner, episode_id, first_leaf, run_episode
from isthmus.agents.limits import Limits
from isthmus.agents.policies import Policy
from isthmus.errors import InputError
from isthmus.records import Episode, Task


async def run_episodes(
    tasks: Iterable[Task],
    policy: Policy,
    toolbox: ToolRunner,
    *,
    attempts: int,
    limits: Limits,
    concurrency: int,
    done: Container[str],
    emit: Callable[[Episode], None],
) -> None:
    """Attempt each task `attempts` times.

    Args:
        tasks: drawn one by one, as workers become free.
        policy: what acts.
        toolbox: shared by all episodes.
        attempts: attempts a task, numbered from 0.
        limits: bounds of each episode.
        concurrency: episodes in flight at most.
        done: ids of episodes not to make again.
        emit: called with each episode as it ends, one at a time; what it raises stops the run.

    Raises:
        InputError: when `attempts` or `concurrency` is below 1.
    """
    for name, value in (("attempts", attempts), ("concurrency", concurrency)):
        if value < 1:
            raise InputError(f"{value!r} is too small", place=name, fix="give 1 or more")
    waiting = _attempts(tasks, attempts, policy.name, done)

    async def work() -> None:
        for task, attempt in waiting:
            emit(await run_episode(task, policy, toolbox, attempt=attempt, limits=limits))

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(concurrency):
                group.create_task(work())
    except BaseExceptionGroup as errors:
        raise first_leaf(errors) from None


def _attempts(
    tasks: Iterable[Task], attempts: int, policy: str, done: Container[str]
) -> Iterator[tuple[Task, int]]:
    for task in tasks:
        for attempt in range(attempts):
            if episode_id(policy, task.id, attempt) not in done:
                yield task, attempt
