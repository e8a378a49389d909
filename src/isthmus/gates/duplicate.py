"""The not-duplicate gate: no two tasks are the same, or nearly (IS8; near duplicates by MinHash, Broder 1997).

It is a property of a set of tasks, so it runs last, over the tasks that passed all else, in order of id: the first of two
equal ones stays, whatever order they were made in. Candidates come from a banded MinHash index; their similarity is then exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, ClassVar

from isthmus.gates.base import Numbers
from isthmus.gates.reasons import Reason
from isthmus.gates.settings import GateSettings
from isthmus.gates.words import Words
from isthmus.graph.words import fold_word
from isthmus.records import Status, Task, Verdict, VertexRole

_PERMUTATIONS, _BANDS = 120, 20
"""Six rows a band: questions of similarity 0.8 meet with probability 0.998, of 0.3 with 0.015."""
_SEED = 1

Proof = tuple[str, frozenset[tuple[str, str, float | None, float | None]]]


@dataclass(slots=True)
class Deduplicator:
    """Sees tasks one by one and knows those it let pass."""

    settings: GateSettings = field(default_factory=GateSettings)
    _proofs: dict[Proof, str] = field(default_factory=dict)
    _kept: list[tuple[str, str]] = field(default_factory=list)
    _index: Any = None

    name: ClassVar[str] = "not_duplicate"
    version: ClassVar[str] = "1"

    def check(self, task: Task) -> Verdict:
        """Return whether the task is new, and remember it if it is.

        Numbers:
            shingles: word shingles of the question; of, similarity: the earlier task, if there is one.
        """
        shingles = shingles_of(task.question, self.settings.shingle_words)
        numbers: Numbers = {"shingles": len(shingles)}
        proof = proof_of(task)
        if proof in self._proofs:
            return self._verdict(Reason.SAME_PROOF, numbers | {"of": self._proofs[proof]})
        sketch = _sketch(shingles)
        best, other = self._nearest(shingles, sketch)
        if best >= self.settings.near_question:
            return self._verdict(Reason.NEAR_QUESTION, numbers | {"of": other, "similarity": round(best, 4)})
        self._proofs[proof] = task.id
        self._lsh().insert(len(self._kept), sketch)
        self._kept.append((task.id, task.question))
        return self._verdict(Reason.OK, numbers)

    def _nearest(self, shingles: frozenset[str], sketch: Any) -> tuple[float, str]:
        best, other = 0.0, ""
        for place in sorted(self._lsh().query(sketch)):
            id, question = self._kept[place]
            similarity = jaccard(shingles, shingles_of(question, self.settings.shingle_words))
            if similarity > best:
                best, other = similarity, id
        return best, other

    def _lsh(self) -> Any:
        if self._index is None:
            from rensa import RMinHashLSH

            self._index = RMinHashLSH(
                threshold=self.settings.near_question, num_perm=_PERMUTATIONS, num_bands=_BANDS
            )
        return self._index

    def _verdict(self, reason: Reason, numbers: Numbers) -> Verdict:
        status = Status.PASSED if reason is Reason.OK else Status.FAILED
        return Verdict(
            gate=self.name, version=self.version, status=status, reason=reason.value, numbers=numbers
        )


def deduplicate(tasks: Iterable[Task], settings: GateSettings) -> Iterator[Task]:
    """Yield certified tasks in order of id, each with this gate's verdict; the failed ones too.

    Raises:
        ValueError: for a task without certificate, which is a fault of the caller.
    """
    deduplicator = Deduplicator(settings)
    for task in sorted(tasks, key=lambda task: task.id):
        if task.certificate is None:
            raise ValueError(f"task {task.id} has no certificate")
        verdicts = (*task.certificate.verdicts, deduplicator.check(task))
        yield replace(task, certificate=replace(task.certificate, verdicts=verdicts))


@lru_cache(1 << 12)
def shingles_of(question: str, size: int) -> frozenset[str]:
    """Return the runs of `size` folded words in a question; the whole question when it is shorter."""
    words = Words(question).folded
    return frozenset(" ".join(words[start : start + size]) for start in range(max(len(words) - size + 1, 1)))


def jaccard(first: frozenset[str], second: frozenset[str]) -> float:
    """Return the share of shingles in common."""
    common = len(first & second)
    return common / (len(first) + len(second) - common)


def _sketch(shingles: frozenset[str]) -> Any:
    from rensa import RMinHash

    sketch = RMinHash(num_perm=_PERMUTATIONS, seed=_SEED)
    sketch.update(sorted(shingles))
    return sketch


def proof_of(task: Task) -> Proof:
    """Return what two tasks of equal proof share: the answer and the leaves."""
    inner = (VertexRole.ANSWER, VertexRole.HIDDEN)
    leaves = ((v.role.value, v.entity, v.low, v.high) for v in task.tree.vertices if v.role not in inner)
    return " ".join(map(fold_word, task.answer.text.split())), frozenset(leaves)
