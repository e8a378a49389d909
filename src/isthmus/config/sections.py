"""The whole configuration of a run. A component's table is that component's own class."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from isthmus.agents import Limits
from isthmus.gates import GateSettings
from isthmus.graph import GraphSettings
from isthmus.tasks import SynthConfig
from isthmus.worlds.config import WorldConfig


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSection:
    """Table `[run]`: what the run is called, where it goes, and its seed."""

    name: str
    """Name of the run; in the report's heading and, for generated worlds and files, in pages' addresses."""
    out: Path = Path("runs-out")
    """Folder for results, from the folder you work in; `--out` replaces it. Runs may share one."""
    seed: int = 0
    """Seed of everything random; `--seed` replaces it. Equal seeds give equal bytes."""
    workers: int = 2
    """Processes that work at once; does not change any result."""

    def __post_init__(self) -> None:
        if not self.name or "/" in self.name:
            raise ValueError("run.name must be a word or two without a slash")
        if not 1 <= self.workers <= 1024:
            raise ValueError("run.workers must be between 1 and 1024")


@dataclass(frozen=True, slots=True, kw_only=True)
class CorpusSection:
    """Table `[corpus]`: your own documents. A run has this or `[world]`."""

    path: Path
    """A file or folder, from the folder of the configuration file: MediaWiki, JSON lines, HTML, Markdown, FOLDOC."""
    kind: str = "auto"
    """Format: `auto` looks at the file; else one of the kinds in docs/corpus.md."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DatabasesSection:
    """Table `[databases]`: SQLite files the agent may query with `run_sql`."""

    paths: tuple[Path, ...] = ()
    """Files, from the folder of the configuration file. A generated world brings its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RolloutSection:
    """Table `[rollout]`: who attempts the tasks, how often, and within which limits."""

    policies: tuple[str, ...] = ("oracle", "one_search", "no_search")
    """In the order shown. `oracle` knows the certificate and proves reachability; `one_search` and `no_search` are baselines."""
    attempts: int = 1
    """Attempts at each task by each policy; the built-in policies always do the same."""
    concurrency: int = 8
    """Episodes in flight at once."""
    limits: Limits = field(default_factory=Limits)
    """Table `[rollout.limits]`: what one episode may spend."""

    def __post_init__(self) -> None:
        if self.attempts < 1 or self.concurrency < 1:
            raise ValueError("rollout.attempts and rollout.concurrency must be 1 or more")
        if len(set(self.policies)) != len(self.policies):
            raise ValueError("rollout.policies names one policy twice")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportSection:
    """Table `[report]`: what the HTML file holds."""

    details: int = 200
    """Tasks shown with tree, proof, pages and episodes, about 20 kB each; every task has its row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """A whole run: `[run]`, one of `[corpus]` and `[world]`, and any of the others."""

    run: RunSection
    """Name, folder, seed."""
    corpus: CorpusSection | None = None
    """Your own documents."""
    world: WorldConfig | None = None
    """A generated world instead."""
    databases: DatabasesSection = field(default_factory=DatabasesSection)
    """Databases the agent may query."""
    graph: GraphSettings = field(default_factory=GraphSettings)
    """What counts as a name of an entity."""
    synth: SynthConfig = field(default_factory=SynthConfig)
    """How research trees are made."""
    gates: GateSettings = field(default_factory=GateSettings)
    """Thresholds of the gates."""
    rollout: RolloutSection = field(default_factory=RolloutSection)
    """Who attempts the tasks."""
    report: ReportSection = field(default_factory=ReportSection)
    """What the report shows."""

    def __post_init__(self) -> None:
        if (self.corpus is None) == (self.world is None):
            raise ValueError("a run needs one of [corpus] and [world]")
