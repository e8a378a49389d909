"""Stage 7: everything in one HTML file."""

from __future__ import annotations

from collections.abc import Mapping

from isthmus.config import Config
from isthmus.ids import file_digest
from isthmus.pipeline.accuracy import accuracies
from isthmus.pipeline.funnel import funnel
from isthmus.pipeline.job import Job, Made
from isthmus.pipeline.rollout import EPISODES
from isthmus.pipeline.score import SCORES
from isthmus.pipeline.synth import TASKS
from isthmus.records import Document, Episode, Score, Task, dump_python, read_records
from isthmus.report import ReportInputs, write_report
from isthmus.runs import Manifest, StageFolder

REPORT = "report.html"


def settings(config: Config) -> Mapping[str, object]:
    """Return what changes the report."""
    return {"name": config.run.name, "seed": config.run.seed, **dump_python(config.report)}


def run_report(job: Job, stage: StageFolder) -> Made:
    """Write the report."""
    tasks = list(read_records(Task, job.path("synth") / f"{TASKS}.jsonl"))
    scores = list(read_records(Score, job.path("score") / f"{SCORES}.jsonl"))
    ingest, synth = job.done["ingest"][1].counts, job.done["synth"][1].counts
    gates = funnel(synth)

    def lookup(document_id: str) -> Document | None:
        number = job.snapshot.number(document_id)
        return None if number is None else job.snapshot.at(number)

    path = stage.path / REPORT
    write_report(
        ReportInputs(
            title=job.config.run.name,
            facts={
                "Corpus": job.snapshot.name,
                "Pages": ingest["documents"],
                "Entities": job.done["graph"][1].counts["entities"],
                "Roots tried": synth["roots"],
                "Tasks": len(tasks),
                "Seed": job.config.run.seed,
                "Snapshot": job.snapshot.id,
            },
            funnel=gates,
            tasks=tasks,
            rejected=job.snapshot.manifest.get("rejected", {}),
            episodes=read_records(Episode, job.path("rollout") / f"{EPISODES}.jsonl"),
            scores=scores,
            summaries=accuracies(scores, job.config.rollout.policies),
            lookup=lookup,
            details=job.config.report.details,
        ),
        path,
    )
    return Made(outputs={REPORT: file_digest(path)}, counts={TASKS: len(tasks), "bytes": path.stat().st_size})


def tell(manifest: Manifest) -> str:
    """Say how large the report is."""
    return f"{REPORT}, {manifest.counts['bytes'] / 1e6:.1f} MB"
