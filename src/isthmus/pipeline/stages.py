"""The pipeline is this tuple: what runs, in which order, and what each stage reads.

A stage is run when no folder has its fingerprint; otherwise its folder is used as it is, whoever made it and when.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from isthmus.config import Config
from isthmus.pipeline import graph, index, ingest, report, rollout, score, synth
from isthmus.pipeline.console import Console, duration
from isthmus.pipeline.job import Job, StageDefinition
from isthmus.pipeline.run import Run
from isthmus.runs import Manifest, RunFolder, StageFolder, StageKey
from isthmus.runs.folder import refusals

STAGES: tuple[StageDefinition, ...] = (
    StageDefinition(
        name="ingest",
        version="1",
        needs=(),
        settings=ingest.settings,
        inputs=ingest.inputs,
        work=ingest.run_ingest,
        tell=ingest.tell,
    ),
    StageDefinition(
        name="graph",
        version="1",
        needs=("ingest",),
        settings=graph.settings,
        work=graph.run_graph,
        tell=graph.tell,
    ),
    StageDefinition(
        name="index",
        version="1",
        needs=("ingest",),
        settings=index.settings,
        work=index.run_index,
        tell=index.tell,
    ),
    StageDefinition(
        name="synth",
        version="3",
        needs=("ingest", "graph", "index"),
        settings=synth.settings,
        work=synth.run_synth,
        tell=synth.tell,
    ),
    StageDefinition(
        name="rollout",
        version="1",
        needs=("ingest", "index", "synth"),
        settings=rollout.settings,
        work=rollout.run_rollout,
        tell=rollout.tell,
    ),
    StageDefinition(
        name="score",
        version="1",
        needs=("synth", "rollout"),
        settings=score.settings,
        work=score.run_score,
        tell=score.tell,
    ),
    StageDefinition(
        name="report",
        version="1",
        needs=("ingest", "graph", "synth", "rollout", "score"),
        settings=report.settings,
        work=report.run_report,
        tell=report.tell,
    ),
)


def run_stages(config: Config, *, until: str = "report", console: Console | None = None) -> Run:
    """Run the stages up to and including one, doing only what is not done yet.

    Args:
        config: the whole configuration.
        until: name of the last stage wanted.
        console: where progress is shown; nowhere by default.
    """
    job = Job(config=config, folder=RunFolder(config.run.out), console=console or Console())
    rollout.policies(config)
    with job.folder.locked():
        for definition in wanted(until):
            stage = job.folder.stage(_key(definition, job))
            job.done[definition.name] = (stage, _ensure(definition, job, stage))
    return Run(config=config, stages={name: stage.path for name, (stage, _) in job.done.items()})


def open_run(config: Config, *, until: str = "report") -> Run:
    """Return the finished stages of a configuration, as far as they go, without running anything."""
    job = Job(config=config, folder=RunFolder(config.run.out), console=Console())
    for line in _plan(job, until):
        if line.manifest is not None:
            job.done[line.stage.name] = (line.folder, line.manifest)
    return Run(config=config, stages={name: stage.path for name, (stage, _) in job.done.items()})


def run_all(config: Config, *, console: Console | None = None) -> Run:
    """Run the whole job: from the corpus to the report."""
    return run_stages(config, console=console)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanLine:
    """What a dry run knows of one stage."""

    stage: StageDefinition
    """The stage."""
    folder: StageFolder
    """Where its results are or would go."""
    manifest: Manifest | None
    """Its manifest when it is finished."""


def wanted(until: str) -> tuple[StageDefinition, ...]:
    """Return the stages that one stage needs, and itself, in order."""
    names = {until}
    for definition in reversed(STAGES):
        if definition.name in names:
            names.update(definition.needs)
    return tuple(definition for definition in STAGES if definition.name in names)


def plan(config: Config, *, until: str = "report") -> list[PlanLine]:
    """Return what would be done: the stages whose fingerprint is known, up to and including the first that is not finished."""
    return list(_plan(Job(config=config, folder=RunFolder(config.run.out), console=Console()), until))


def _plan(job: Job, until: str) -> Iterator[PlanLine]:
    for definition in wanted(until):
        if not all(need in job.done for need in definition.needs):
            continue
        stage = job.folder.stage(_key(definition, job))
        manifest = stage.finished()
        if manifest is not None:
            job.done[definition.name] = (stage, manifest)
        yield PlanLine(stage=definition, folder=stage, manifest=manifest)


def _key(definition: StageDefinition, job: Job) -> StageKey:
    inputs = {need: job.done[need][1].output_id for need in definition.needs}
    return StageKey(
        stage=definition.name,
        version=definition.version,
        settings=definition.settings(job.config),
        inputs={**definition.inputs(job.config), **inputs},
    )


def _ensure(definition: StageDefinition, job: Job, stage: StageFolder) -> Manifest:
    """Return the manifest of a stage, after doing its work if need be."""
    manifest = stage.finished()
    if manifest is not None:
        stage.tidy()
        job.console.say(f"{definition.name:<8} nothing to do: {definition.tell(manifest)}")
    else:
        began = time.monotonic()
        stage.begin()
        try:
            with refusals(stage.path):
                made = definition.work(job, stage)
            seconds = time.monotonic() - began
            manifest = stage.finish(outputs=made.outputs, counts=made.counts, seconds=seconds)
        finally:
            stage.close()
        job.console.say(f"{definition.name:<8} {definition.tell(manifest)} ({duration(seconds)})")
    stage.point()
    return manifest
