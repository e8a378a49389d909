"""A finished run, for reading: what the README's Python example holds in its hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from isthmus.config import Config
from isthmus.corpus import Snapshot
from isthmus.errors import InputError
from isthmus.pipeline.accuracy import PolicyAccuracy, accuracies
from isthmus.records import Episode, Rejection, Score, Task, load, read_records
from isthmus.report import FunnelGate
from isthmus.runs import Manifest


@dataclass(frozen=True, kw_only=True)
class Run:
    """The results of a run's finished stages. Records are read from disk each time, one after another."""

    config: Config
    """What was run."""
    stages: Mapping[str, Path]
    """Folder of each finished stage, by name."""

    def folder(self, stage: str) -> Path:
        """Return the folder of a stage.

        Raises:
            InputError: when the run has not come to that stage.
        """
        if stage not in self.stages:
            raise InputError(
                f"no results of {stage!r} yet",
                place=str(self.config.run.out),
                fix=f"run `isthmus {stage}` first",
            )
        return self.stages[stage]

    def manifest(self, stage: str) -> Manifest:
        """Return the manifest of a stage."""
        path = self.folder(stage) / "manifest.json"
        return load(Manifest, path.read_bytes(), place=str(path))

    def tasks(self) -> Iterator[Task]:
        """Yield the tasks that passed every gate."""
        return read_records(Task, self.folder("synth") / "tasks.jsonl")

    def rejected(self) -> Iterator[Rejection]:
        """Yield the trees and tasks that were rejected, with the gate and the reason."""
        return read_records(Rejection, self.folder("synth") / "rejected.jsonl")

    def episodes(self) -> Iterator[Episode]:
        """Yield every episode of every policy."""
        return read_records(Episode, self.folder("rollout") / "episodes.jsonl")

    def scores(self) -> Iterator[Score]:
        """Yield the score of every episode."""
        return read_records(Score, self.folder("score") / "scores.jsonl")

    def accuracies(self) -> list[PolicyAccuracy]:
        """Return accuracy with interval, one a policy, in the order of the configuration."""
        return accuracies(self.scores(), self.config.rollout.policies)

    def funnel(self) -> list[FunnelGate]:
        """Return the yield per gate."""
        from isthmus.pipeline.funnel import funnel

        return funnel(self.manifest("synth").counts)

    @cached_property
    def snapshot(self) -> Snapshot:
        """Open the corpus the run's proofs hold for."""
        return Snapshot.open(self.folder("ingest") / "snapshot")

    @property
    def report(self) -> Path:
        """Return the path of the HTML report."""
        return self.folder("report") / "report.html"
