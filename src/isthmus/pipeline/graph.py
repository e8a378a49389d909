"""Stage 2: from a snapshot to its evidence graph."""

from __future__ import annotations

from isthmus.graph import build_graph
from isthmus.pipeline.job import GRAPH, Job, Made
from isthmus.runs import Manifest, StageFolder


def run_graph(job: Job, stage: StageFolder) -> Made:
    """Build the graph."""
    snapshot = job.snapshot
    with job.console.progress("graph", len(snapshot)) as progress:
        graph = build_graph(snapshot, stage.path / GRAPH, progress=progress, workers=job.config.run.workers)
    return Made(
        outputs={"graph": graph.id}, counts={"documents": graph.documents, "entities": graph.entities}
    )


def tell(manifest: Manifest) -> str:
    """Say what the graph holds."""
    return f"{manifest.counts['entities']:,} entities in {manifest.counts['documents']:,} documents"
