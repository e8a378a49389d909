"""Stage 1: from a corpus, or a generated world, to a snapshot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from isthmus.config import Config
from isthmus.corpus import Source, build_snapshot, detect_kind, open_source
from isthmus.ids import file_digest
from isthmus.pipeline.job import SNAPSHOT, WORLD_DATABASE, Job, Made
from isthmus.runs import Manifest, StageFolder

if TYPE_CHECKING:
    from isthmus.worlds import World


def source_of(config: Config) -> Source:
    """Return the corpus a configuration names."""
    if config.corpus is not None:
        path = config.corpus.path
        kind = detect_kind(path) if config.corpus.kind == "auto" else config.corpus.kind
        return open_source(kind, path)
    return _world(config).source()


def settings(config: Config) -> Mapping[str, object]:
    """Return what changes the snapshot, beside the source itself: nothing."""
    del config
    return {}


def inputs(config: Config) -> Mapping[str, str]:
    """Return the id of the corpus's bytes, or of the world's settings."""
    return {"source": source_of(config).fingerprint()}


def run_ingest(job: Job, stage: StageFolder) -> Made:
    """Build the snapshot, and a world's database beside it."""
    total = job.config.world.pages + job.config.world.papers if job.config.world else None
    outputs: dict[str, str] = {}
    with job.console.progress("ingest", total) as progress:
        snapshot = build_snapshot(
            source_of(job.config), stage.path / SNAPSHOT, progress=progress, workers=job.config.run.workers
        )
    if job.config.world is not None:
        database = stage.path / WORLD_DATABASE
        _world(job.config).write_database(database)
        outputs["database"] = file_digest(database)
    rejected = sum(1 for _ in snapshot.rejections())
    redirects = sum(1 for _ in snapshot.redirects())
    return Made(
        outputs={"snapshot": snapshot.id, **outputs},
        counts={"documents": len(snapshot), "redirects": redirects, "rejected": rejected},
    )


def tell(manifest: Manifest) -> str:
    """Say what the snapshot holds."""
    counts = manifest.counts
    text = f"{counts['documents']:,} documents, {counts['redirects']:,} redirects"
    return f"{text}, {counts['rejected']:,} left out" if counts["rejected"] else text


def _world(config: Config) -> World:
    from isthmus.worlds import World

    assert config.world is not None
    return World(config.world)
