"""Stage 2: from a snapshot to its evidence graph."""

from __future__ import annotations

from collections.abc import Mapping

from isthmus.config import Config
from isthmus.graph import build_graph, graph_id
from isthmus.pipeline.job import GRAPH, Job, Made
from isthmus.runs import Manifest, StageFolder


def settings(config: Config) -> Mapping[str, object]:
    """Return what changes the graph of a snapshot: the choices, and the versions of what reads it."""
    return {"definition": graph_id("", config.graph)}


def run_graph(job: Job, stage: StageFolder) -> Made:
    """Build the graph."""
    snapshot = job.snapshot
    with job.console.progress("graph", len(snapshot)) as progress:
        graph = build_graph(
            snapshot,
            stage.path / GRAPH,
            progress=progress,
            workers=job.config.run.workers,
            settings=job.config.graph,
        )
    return Made(
        outputs={"graph": graph.id}, counts={"documents": graph.documents, "entities": graph.entities}
    )


def tell(manifest: Manifest) -> str:
    """Say what the graph holds."""
    return f"{manifest.counts['entities']:,} entities in {manifest.counts['documents']:,} documents"
