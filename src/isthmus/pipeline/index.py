"""Stage 3: from a snapshot to its search index."""

from __future__ import annotations

from collections.abc import Mapping

from isthmus.config import Config
from isthmus.pipeline.job import INDEX, Job, Made
from isthmus.retrieval import LexicalIndex
from isthmus.retrieval.build import index_id
from isthmus.runs import Manifest, StageFolder


def settings(config: Config) -> Mapping[str, object]:
    """Return what changes the index of a snapshot: the versions and constants of the search."""
    del config
    return {"definition": index_id("")}


def run_index(job: Job, stage: StageFolder) -> Made:
    """Build the index."""
    snapshot = job.snapshot
    with job.console.progress("index", len(snapshot)) as progress:
        index = LexicalIndex.build(snapshot, stage.path / INDEX, progress=progress)
    return Made(outputs={"index": index.id}, counts={"documents": len(snapshot)})


def tell(manifest: Manifest) -> str:
    """Say what the index holds."""
    return f"{manifest.counts['documents']:,} documents searchable"
