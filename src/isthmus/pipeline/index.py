"""Stage 3: from a snapshot to its search index."""

from __future__ import annotations

from isthmus.pipeline.job import INDEX, Job, Made
from isthmus.retrieval import LexicalIndex
from isthmus.runs import Manifest, StageFolder


def run_index(job: Job, stage: StageFolder) -> Made:
    """Build the index."""
    snapshot = job.snapshot
    with job.console.progress("index", len(snapshot)) as progress:
        index = LexicalIndex.build(snapshot, stage.path / INDEX, progress=progress)
    return Made(outputs={"index": index.id}, counts={"documents": len(snapshot)})


def tell(manifest: Manifest) -> str:
    """Say what the index holds."""
    return f"{manifest.counts['documents']:,} documents searchable"
