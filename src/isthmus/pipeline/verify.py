"""Verification of a task file on the stored parts it was made from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from isthmus.corpus import Snapshot
from isthmus.errors import InputError, StaleError
from isthmus.gates import Difference, GateContext, GateSettings, verify_duplicates, verify_task
from isthmus.graph import EvidenceGraph
from isthmus.pipeline.console import Console
from isthmus.pipeline.job import GRAPH, INDEX, SNAPSHOT
from isthmus.pipeline.pool import in_order
from isthmus.records import Certificate, Task, load, read_records
from isthmus.records.jsonl import adapter
from isthmus.retrieval import LexicalIndex
from isthmus.runs import Manifest

_CHUNK = 8
"""Tasks handed to a worker at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What verification found."""

    tasks: int
    """Tasks looked at."""
    verdicts: int
    """Verdicts in their certificates."""
    differences: tuple[Difference, ...]
    """Everything that does not reproduce."""


def verify_tasks(path: Path, out: Path, *, workers: int = 2, console: Console | None = None) -> Checked:
    """Compute the certificates of a task file again.

    Args:
        path: JSONL file of tasks.
        out: folder of the run whose store holds the snapshot, the graph and the index.
        workers: processes.
        console: where progress is shown.

    Raises:
        StaleError: when the store does not hold what the certificates name.
        InputError: when a task has no certificate or there is none.
    """
    console = console or Console()
    tasks = list(read_records(Task, path))
    if not tasks or tasks[0].certificate is None:
        raise InputError("no task with a certificate", place=str(path), fix="name the tasks.jsonl of a run")
    first = tasks[0].certificate
    # Opened here once, so that what is missing is said before workers start.
    settings = _context(first, out).settings

    def start() -> Callable[[Task], list[Difference]]:
        context = _context(first, out)
        return lambda task: list(verify_task(task, context))

    differences: list[Difference] = []
    with console.progress("verify", len(tasks)) as progress:
        for done, found in enumerate(in_order(start, tasks, workers=workers, chunk=_CHUNK), start=1):
            differences += found
            progress(done)
    differences += verify_duplicates(tasks, settings)
    return Checked(
        tasks=len(tasks),
        verdicts=sum(len(task.certificate.verdicts) for task in tasks if task.certificate),
        differences=tuple(differences),
    )


def _context(certificate: Certificate, out: Path) -> GateContext:
    """Open what a certificate names."""
    snapshot = Snapshot.open(_made(out, "ingest", SNAPSHOT, certificate.snapshot_id) / SNAPSHOT)
    graph = EvidenceGraph.open(_made(out, "graph", GRAPH, certificate.graph_id) / GRAPH, snapshot)
    index = None
    if certificate.index_id is not None:
        index = LexicalIndex.open(_made(out, "index", INDEX, certificate.index_id) / INDEX, snapshot)
    return GateContext(snapshot=snapshot, graph=graph, index=index, settings=_gate_settings(out))


def _made(out: Path, stage: str, output: str, id: str) -> Path:
    """Return the stage folder whose manifest says that it made the output of this id."""
    if not (out / "store").is_dir():
        raise StaleError("no run here that made the tasks", place=str(out), fix="name its folder with --out")
    for path in sorted((out / "store").glob(f"{stage}-*/manifest.json")):
        if load(Manifest, path.read_bytes(), place=str(path)).outputs.get(output) == id:
            return path.parent
    raise StaleError(
        f"no {output} {id} here, which the certificates were made on",
        place=str(out),
        fix="name the run that made the tasks with --out, or make them again",
    )


def _gate_settings(out: Path) -> GateSettings:
    """Return the thresholds the run's tasks were held to."""
    path = out / "synth" / "manifest.json"
    if not path.is_file():
        return GateSettings()
    manifest = load(Manifest, path.read_bytes(), place=str(path))
    values: Any = manifest.settings["gates"]
    settings: GateSettings = adapter(GateSettings).validate_python(values)
    return settings
