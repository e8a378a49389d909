"""The tasks of one root: grown, written and certified. What a root gives depends on the seed and the root alone."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from isthmus.corpus import Snapshot
from isthmus.gates import GateContext, GateSettings, certify, proof_of
from isthmus.gates.duplicate import Proof
from isthmus.graph import EvidenceGraph
from isthmus.records import Rejection, Status, Task, Verdict
from isthmus.retrieval import LexicalIndex
from isthmus.tasks import HOPELESS, Browser, Grower, SynthConfig, synthesise


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """All a maker needs."""

    snapshot: Path
    """Folder of the snapshot."""
    graph: Path
    """Folder of the graph."""
    index: Path
    """Folder of the index."""
    synth: SynthConfig
    """How trees are made."""
    gates: GateSettings
    """What they must pass."""
    seed: int
    """The run's seed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RootResult:
    """What came of one root."""

    tasks: tuple[Task, ...]
    """Tasks that passed every gate a task can be put to by itself."""
    rejected: tuple[Rejection, ...]
    """The others, and trees that did not come about; `stage` is the gate, or `synth`."""


class Maker:
    """Makes and certifies the tasks of roots, in one process."""

    def __init__(self, recipe: Recipe) -> None:
        """Open the stored parts."""
        snapshot = Snapshot.open(recipe.snapshot)
        graph = EvidenceGraph.open(recipe.graph, snapshot)
        self._recipe = recipe
        strict = recipe.gates.necessary_on == "asserted"
        self._grower = Grower(Browser(graph, snapshot, recipe.synth), recipe.synth, strict=strict)
        self._context = GateContext(
            snapshot=snapshot,
            graph=graph,
            index=LexicalIndex.open(recipe.index, snapshot),
            settings=recipe.gates,
        )

    def root(self, root: int) -> RootResult:
        """Return the tasks of one root."""
        tasks: list[Task] = []
        proofs: set[Proof] = set()
        rejected: list[Rejection] = []
        for number in range(self._recipe.synth.tries_per_root):
            if len(tasks) == self._recipe.synth.tasks_per_root:
                break
            made = synthesise(self._grower, root, seed=self._recipe.seed, number=number)
            if isinstance(made, Rejection):
                rejected.append(made)
                if made.reason in HOPELESS:
                    break
                continue
            # Another wording of a proof this root already has would only be kept out as a duplicate.
            if (proof := proof_of(made)) in proofs:
                continue
            task = certify(made, self._context)
            failed = failed_verdict(task)
            if failed is None:
                tasks.append(task)
                proofs.add(proof)
            else:
                rejected.append(rejection_of(task, failed))
        return RootResult(tasks=tuple(tasks), rejected=tuple(rejected))


def failed_verdict(task: Task) -> Verdict | None:
    """Return the verdict that keeps a certified task out, if there is one."""
    assert task.certificate is not None
    return next((v for v in task.certificate.verdicts if v.status is Status.FAILED), None)


def rejection_of(task: Task, failed: Verdict) -> Rejection:
    """Return the rejection of a task: its gate, reason, answer and question."""
    detail = f"{task.answer.text}: {task.question}"
    return Rejection(id=task.id, stage=failed.gate, reason=failed.reason, detail=detail)
