"""Gates: what a certificate costs a task, gate by gate, as the corpus grows.

Worlds are generated; trees are grown and certified root after root in one process, as synthesis does, and each gate runs on
every well-formed task, failed before or not. Processor time, so that a busy machine shows less. The last column is the growth per
tenfold.
Usage: python benchmarks/gates.py [--large] [--tasks 500]
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from math import log10
from pathlib import Path

from isthmus.corpus import Snapshot, build_snapshot
from isthmus.gates import GATES, Deduplicator, GateContext, WellFormed, certify, verify_task
from isthmus.graph import EvidenceGraph, build_graph
from isthmus.records import Rejection, Status, Task
from isthmus.retrieval import LexicalIndex
from isthmus.tasks import Browser, Grower, SynthConfig, candidate_roots, synthesise
from isthmus.worlds import World, WorldConfig

SIZES = (1_000, 10_000)
LARGE = 100_000
SEARCH = ("resistant", "reachable")


def stored(pages: int, folder: Path) -> tuple[Snapshot, EvidenceGraph, LexicalIndex]:
    """Return the stored parts of a generated world."""
    snapshot = build_snapshot(World(WorldConfig(pages=pages)).source(), folder / "snapshot")
    return snapshot, build_graph(snapshot, folder / "graph"), LexicalIndex.build(snapshot, folder / "index")


def made(graph: EvidenceGraph, snapshot: Snapshot) -> Iterator[Task]:
    """Yield the task of each root that has one."""
    config = SynthConfig()
    grower = Grower(Browser(graph, snapshot, config), config)
    for root in candidate_roots(graph, seed=0):
        task = synthesise(grower, root, seed=0)
        if not isinstance(task, Rejection):
            yield task


def measure(pages: int, tasks: int) -> dict[str, float]:
    """Return microseconds a task: each gate, all cheap and all search gates, certifying, verifying."""
    with tempfile.TemporaryDirectory() as folder:
        snapshot, graph, index = stored(pages, Path(folder))
        context = GateContext(snapshot=snapshot, graph=graph, index=index)
        spent: Counter[str] = Counter()
        kept: list[Task] = []
        count = 0
        for task in islice(made(graph, snapshot), tasks):
            if WellFormed().check(task, context).status is Status.FAILED:
                continue
            count += 1
            for gate in GATES:
                start = time.process_time()
                gate.check(task, context)
                spent[gate.name] += time.process_time() - start
            start = time.process_time()
            certified = certify(task, context)
            spent["certify"] += time.process_time() - start
            if certified.certificate is not None and certified.certificate.passed():
                kept.append(certified)
        deduplicator = Deduplicator(context.settings)
        start = time.process_time()
        for task in kept:
            deduplicator.check(task)
        spent[Deduplicator.name] = (time.process_time() - start) * count / max(len(kept), 1)
        start = time.process_time()
        differences = sum(1 for task in kept for _ in verify_task(task, context))
        spent["verify, a kept task"] = (time.process_time() - start) * count / max(len(kept), 1)
        print(f"{pages:,} pages: {count} tasks, {len(kept)} kept, {differences} differences")
        result = {name: seconds / max(count, 1) * 1e6 for name, seconds in spent.items()}
        names = [gate.name for gate in GATES]
        result["cheap gates"] = sum(result[name] for name in names if name not in SEARCH)
        result["search gates"] = sum(result[name] for name in SEARCH)
        return result


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--large", action="store_true", help=f"also {LARGE:,} pages")
    parser.add_argument("--tasks", type=int, default=500, help="tasks made at each size")
    options = parser.parse_args()
    sizes = (*SIZES, LARGE) if options.large else SIZES
    columns = [measure(pages, options.tasks) for pages in sizes]
    print(
        "\n| microseconds a task | " + " | ".join(f"{pages:,} pages" for pages in sizes) + " | per tenfold |"
    )
    print("|---|" + "---|" * (len(sizes) + 1))
    for name in columns[0]:
        row = [column[name] for column in columns]
        growth = (row[-1] / max(row[0], 1e-9)) ** (1 / log10(sizes[-1] / sizes[0]))
        print(f"| {name} | " + " | ".join(f"{value:,.0f}" for value in row) + f" | {growth:.1f} |")


if __name__ == "__main__":
    main()
