"""What the stages of one run share: configuration, folder, console, and the opened results of earlier stages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from isthmus.config import Config
from isthmus.corpus import Snapshot
from isthmus.graph import EvidenceGraph
from isthmus.pipeline.console import Console
from isthmus.retrieval import LexicalIndex
from isthmus.runs import Manifest, RunFolder, StageFolder

SNAPSHOT, GRAPH, INDEX = "snapshot", "graph", "index"
"""Names of the folders the first three stages make inside their own."""
WORLD_DATABASE = "world.sqlite"
"""The generated world's database, beside its snapshot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """What a stage's work gave."""

    outputs: Mapping[str, str]
    """Ids of what was made."""
    counts: Mapping[str, int]
    """What was counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StageDefinition:
    """One stage of the pipeline."""

    name: str
    """Name, folder name and command."""
    version: str
    """Version of what the stage does; part of its fingerprint."""
    needs: tuple[str, ...]
    """Stages whose results it reads."""
    settings: Callable[[Config], Mapping[str, object]]
    """The part of the configuration that changes its result, as JSON."""
    work: Callable[[Job, StageFolder], Made]
    """Does the work in the stage's folder."""
    tell: Callable[[Manifest], str]
    """Says in a few words what a finished stage holds."""
    inputs: Callable[[Config], Mapping[str, str]] = lambda config: {}
    """Ids of what it reads from outside the run."""


@dataclass
class Job:
    """One configuration being run."""

    config: Config
    folder: RunFolder
    console: Console
    done: dict[str, tuple[StageFolder, Manifest]] = field(default_factory=dict)
    """Finished stages, by name."""

    def path(self, stage: str) -> Path:
        """Return the folder of a finished stage."""
        return self.done[stage][0].path

    @cached_property
    def snapshot(self) -> Snapshot:
        """Open the corpus snapshot."""
        return Snapshot.open(self.path("ingest") / SNAPSHOT)

    @cached_property
    def graph(self) -> EvidenceGraph:
        """Open the evidence graph."""
        return EvidenceGraph.open(self.path("graph") / GRAPH, self.snapshot)

    @cached_property
    def index(self) -> LexicalIndex:
        """Open the search index."""
        return LexicalIndex.open(self.path("index") / INDEX, self.snapshot)

    @property
    def databases(self) -> tuple[Path, ...]:
        """Return the databases an agent may query."""
        own = self.path("ingest") / WORLD_DATABASE
        return (*((own,) if self.config.world else ()), *self.config.databases.paths)
