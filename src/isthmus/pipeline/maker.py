"""Synthesis in worker processes: each opens the stored parts itself and makes the tasks of one root after another.

What a root gives depends on the seed and the root alone, so the number of workers and their pace cannot be seen in the result.
"""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from isthmus.corpus import Snapshot
from isthmus.errors import InfrastructureError
from isthmus.gates import GateContext, GateSettings, certify
from isthmus.graph import EvidenceGraph
from isthmus.records import Rejection, Status, Task, Verdict
from isthmus.retrieval import LexicalIndex
from isthmus.tasks import Browser, Grower, SynthConfig, synthesise

CHUNK = 8
"""Roots handed to a worker at once."""
_IN_FLIGHT = 4
"""Chunks in flight for each worker."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """All a worker needs; small, so that it can be sent to it."""

    snapshot: Path
    """Folder of the snapshot."""
    graph: Path
    """Folder of the graph."""
    index: Path
    """Folder of the index."""
    synth: SynthConfig
    """How trees are made."""
    gates: GateSettings
    """What they must pass."""
    seed: int
    """The run's seed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RootResult:
    """What came of one root."""

    tasks: tuple[Task, ...]
    """Tasks that passed every gate a task can be put to by itself."""
    rejected: tuple[Rejection, ...]
    """The others, and trees that did not come about; `stage` is the gate, or `synth`."""


class Maker:
    """Makes and certifies the tasks of roots, in one process."""

    def __init__(self, recipe: Recipe) -> None:
        """Open the stored parts."""
        snapshot = Snapshot.open(recipe.snapshot)
        graph = EvidenceGraph.open(recipe.graph, snapshot)
        self._recipe = recipe
        self._grower = Grower(Browser(graph, snapshot, recipe.synth), recipe.synth)
        self._context = GateContext(
            snapshot=snapshot,
            graph=graph,
            index=LexicalIndex.open(recipe.index, snapshot),
            settings=recipe.gates,
        )

    def root(self, root: int) -> RootResult:
        """Return the tasks of one root."""
        tasks: list[Task] = []
        rejected: list[Rejection] = []
        for number in range(self._recipe.synth.tasks_per_root):
            made = synthesise(self._grower, root, seed=self._recipe.seed, number=number)
            if isinstance(made, Rejection):
                rejected.append(made)
                continue
            task = certify(made, self._context)
            failed = failed_verdict(task)
            if failed is None:
                tasks.append(task)
            else:
                rejected.append(rejection_of(task, failed))
        return RootResult(tasks=tuple(tasks), rejected=tuple(rejected))


def failed_verdict(task: Task) -> Verdict | None:
    """Return the verdict that keeps a certified task out, if there is one."""
    assert task.certificate is not None
    return next((v for v in task.certificate.verdicts if v.status is Status.FAILED), None)


def rejection_of(task: Task, failed: Verdict) -> Rejection:
    """Return the rejection of a task: its gate, reason, answer and question."""
    detail = f"{task.answer.text}: {task.question}"
    return Rejection(id=task.id, stage=failed.gate, reason=failed.reason, detail=detail)


def results(recipe: Recipe, roots: Iterable[int], workers: int) -> Generator[RootResult, None, None]:
    """Yield what came of each root, in order of the roots; work ahead is thrown away when the caller stops.

    Raises:
        InfrastructureError: when a worker was killed.
    """
    if workers == 1:
        maker = Maker(recipe)
        yield from map(maker.root, roots)
        return
    chunks = _chunks(iter(roots))
    # Forked workers need no import of the caller's main module, so a plain script can run a job.
    context = multiprocessing.get_context("fork")
    waiting: deque[Future[list[RootResult]]] = deque()
    with ProcessPoolExecutor(workers, mp_context=context, initializer=_start, initargs=(recipe,)) as pool:
        try:
            for chunk in chunks:
                waiting.append(pool.submit(_work, chunk))
                if len(waiting) >= workers * _IN_FLIGHT:
                    yield from waiting.popleft().result()
            while waiting:
                yield from waiting.popleft().result()
        except BrokenProcessPool:
            raise InfrastructureError(
                "a worker process was killed while making tasks (out of memory?); run again with --set run.workers=1"
            ) from None
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _chunks(roots: Iterator[int]) -> Iterator[Sequence[int]]:
    while chunk := list(islice(roots, CHUNK)):
        yield chunk


_makers: list[Maker] = []
"""The maker of a worker process; a pool's initializer has no other way to hand it to the work."""


def _start(recipe: Recipe) -> None:
    _makers[:] = [Maker(recipe)]


def _work(roots: Sequence[int]) -> list[RootResult]:
    return [_makers[0].root(root) for root in roots]
