"""Stage 4: from the graph to tasks that have passed every gate.

Roots are tried in an order drawn from the seed until enough tasks have passed. Results are taken in that order, whatever the pace
of the workers, and the gate against duplicates sees them in that order; so the journal is always a prefix of the whole work, and
going on after a kill is the same as never having stopped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import islice

from isthmus.config import Config
from isthmus.gates import GATES, Deduplicator
from isthmus.ids import file_digest
from isthmus.pipeline.job import GRAPH, INDEX, SNAPSHOT, Job, Made
from isthmus.pipeline.maker import Maker, Recipe, RootResult, rejection_of
from isthmus.pipeline.pool import in_order
from isthmus.records import Rejection, Status, Task, dump_python, load, read_records
from isthmus.runs import Manifest, RecordJournal, StageFolder
from isthmus.tasks import candidate_roots

TASKS, REJECTED = "tasks", "rejected"
CHUNK = 8
"""Roots handed to a worker at once."""


def settings(config: Config) -> Mapping[str, object]:
    """Return what changes the tasks."""
    return {
        "seed": config.run.seed,
        "synth": dump_python(config.synth),
        "gates": dump_python(config.gates),
        "gate_versions": {
            **{gate.name: gate.version for gate in GATES},
            Deduplicator.name: Deduplicator.version,
        },
    }


def run_synth(job: Job, stage: StageFolder) -> Made:
    """Make tasks until enough have passed or the roots are used up."""
    config = job.config
    recipe = Recipe(
        snapshot=job.path("ingest") / SNAPSHOT,
        graph=job.path("graph") / GRAPH,
        index=job.path("index") / INDEX,
        synth=config.synth,
        gates=config.gates,
        seed=config.run.seed,
    )
    roots = candidate_roots(job.graph, seed=config.run.seed)
    journal = stage.journal("roots")
    keep = _Keeper(journal, Deduplicator(config.gates), config.synth.tasks)
    if not keep.is_enough():
        rest = islice(roots, len(journal), None)
        with job.console.progress("synth", config.synth.tasks) as progress:
            made = in_order(lambda: Maker(recipe).root, rest, workers=config.run.workers, chunk=CHUNK)
            for result in made:
                keep.add(result)
                progress(keep.count)
                if keep.is_enough():
                    break
            made.close()
    tried = len(journal)
    counts = journal.finish(stage.path, [TASKS, REJECTED])
    outputs = {name: file_digest(stage.path / f"{name}.jsonl") for name in (TASKS, REJECTED)}
    reasons = Counter(
        f"{rejection.stage}.{rejection.reason}"
        for rejection in read_records(Rejection, stage.path / f"{REJECTED}.jsonl")
    )
    return Made(
        outputs=outputs,
        counts={"roots": tried, "left": len(roots) - tried, **counts, **dict(sorted(reasons.items()))},
    )


def tell(manifest: Manifest) -> str:
    """Say how many tasks there are."""
    counts = manifest.counts
    text = f"{counts[TASKS]:,} tasks from {counts['roots']:,} roots, {counts[REJECTED]:,} rejected"
    return f"{text}; no root is left" if counts["left"] == 0 else text


class _Keeper:
    """Takes results in order of the roots, keeps out duplicates, and writes each root down."""

    def __init__(self, journal: RecordJournal, duplicates: Deduplicator, wanted: int) -> None:
        self._journal, self._duplicates, self._wanted = journal, duplicates, wanted
        self.count = 0
        for key in sorted(journal.done):
            for line in journal.read(key).get(TASKS, ()):
                duplicates.check(load(Task, line))
                self.count += 1

    def is_enough(self) -> bool:
        return self.count >= self._wanted

    def add(self, result: RootResult) -> None:
        rejected = list(result.rejected)
        kept: list[Task] = []
        for task in result.tasks:
            if self.is_enough():
                break
            verdict = self._duplicates.check(task)
            if verdict.status is Status.FAILED:
                rejected.append(rejection_of(task, verdict))
                continue
            assert task.certificate is not None
            verdicts = (*task.certificate.verdicts, verdict)
            kept.append(replace(task, certificate=replace(task.certificate, verdicts=verdicts)))
            self.count += 1
        self._journal.append(f"{len(self._journal):09d}", {TASKS: kept, REJECTED: rejected})
