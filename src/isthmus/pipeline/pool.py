"""Work spread over processes, its results in order: neither the number of workers nor their pace can be seen in them."""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Any, TypeVar

from isthmus.errors import InfrastructureError
from isthmus.runs.lock import follow_parent

X = TypeVar("X")
Y = TypeVar("Y")

_IN_FLIGHT = 4
"""Chunks in flight for each worker."""


def in_order(
    start: Callable[[], Callable[[X], Y]], items: Iterable[X], *, workers: int, chunk: int
) -> Generator[Y, None, None]:
    """Yield the result of each item, in order of the items; work ahead is thrown away when the caller stops.

    Args:
        start: called once in each worker; opens what the work needs and returns the work. With one worker it runs here.
        items: what to work on; drawn as workers become free.
        workers: processes.
        chunk: items handed to a worker at once.

    Raises:
        InfrastructureError: when a worker was killed.
    """
    if workers == 1:
        yield from map(start(), items)
        return
    # Forked workers need no import of the caller's main module, so a plain script can run a job.
    context = multiprocessing.get_context("fork")
    waiting: deque[Future[list[Y]]] = deque()
    with ProcessPoolExecutor(workers, mp_context=context, initializer=_start, initargs=(start,)) as pool:
        try:
            for part in _chunks(iter(items), chunk):
                waiting.append(pool.submit(_work, part))
                if len(waiting) >= workers * _IN_FLIGHT:
                    yield from waiting.popleft().result()
            while waiting:
                yield from waiting.popleft().result()
        except BrokenProcessPool:
            raise InfrastructureError(
                "a worker process was killed (out of memory?); run again with --set run.workers=1"
            ) from None
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _chunks(items: Iterator[X], size: int) -> Iterator[list[X]]:
    while part := list(islice(items, size)):
        yield part


_started: list[Callable[[Any], Any]] = []
"""The work of a worker process; a pool's initializer has no other way to hand it over."""


def _start(start: Callable[[], Callable[[Any], Any]]) -> None:
    follow_parent()
    _started[:] = [start()]


def _work(part: Sequence[Any]) -> list[Any]:
    return [_started[0](item) for item in part]
