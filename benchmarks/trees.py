"""Research trees: how many are grown and evaluated a second, and what a whole certified task costs.

Trees are counted when they stand: grown from a root, unique on the closures, necessary, none of its
sets inside another, with the evidence of every edge. They are spread over two processes, as synthesis
spreads them. The plain program is what one would write first over the same claims and closures: Python
sets in a dict, constraint sets drawn at random. Usage: python benchmarks/trees.py [--pages 100000]
[--corpus musicians_wikitext.jsonl.xz] [--tasks 2000]
"""

from __future__ import annotations

import argparse
import multiprocessing
import tempfile
import time
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from isthmus.corpus import Snapshot, build_snapshot, detect_kind, open_source
from isthmus.corpus.source import Source
from isthmus.gates import GateSettings
from isthmus.graph import EvidenceGraph, build_graph
from isthmus.graph.claims import FAMILY
from isthmus.ids import derive_rng
from isthmus.pipeline.maker import Maker, Recipe
from isthmus.records import ResearchTree
from isthmus.retrieval import LexicalIndex
from isthmus.tasks import Browser, Grower, SynthConfig, candidate_roots
from isthmus.worlds import World, WorldConfig

WORKERS = 2
PAPER_TASKS = 52_138
"""Tasks of InfoSeek's data set (arXiv:2509.00375, Table 2)."""
ROOTS = 4_000
"""Roots of each process."""
SECONDS = 10.0
"""How long each process grows trees from pages it has met."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """Folders of one corpus."""

    folder: Path

    def open(self) -> tuple[Snapshot, EvidenceGraph]:
        """Open snapshot and graph."""
        snapshot = Snapshot.open(self.folder / "snapshot")
        return snapshot, EvidenceGraph.open(self.folder / "graph", snapshot)


@dataclass(frozen=True, slots=True, kw_only=True)
class Grown:
    """What one process grew in one pass: the first reads each page for the first time."""

    trees: int
    deep: int
    tried: int
    cpu: float
    wall: float


def grow(stored: Stored, part: int) -> tuple[Grown, Grown]:
    """Grow a tree from each of some roots, then again and again from the same roots for a while."""
    snapshot, graph = stored.open()
    config = SynthConfig()
    grower = Grower(Browser(graph, snapshot, config), config)
    roots = candidate_roots(graph, seed=0)[part::WORKERS][:ROOTS]
    first = rounds(grower, roots, start=0, seconds=0.0)
    return first, rounds(grower, roots, start=1, seconds=SECONDS)


def rounds(grower: Grower, roots: list[int], *, start: int, seconds: float) -> Grown:
    """Grow from every root once, and on until the seconds are over."""
    trees = deep = tried = 0
    cpu, wall = time.process_time(), time.perf_counter()
    number = start
    while True:
        for root in roots:
            tree = grower.grow(root, derive_rng(number, "tree", root))
            tried += 1
            if isinstance(tree, ResearchTree):
                trees += 1
                deep += tree.depth() >= 2
        number += 1
        if time.perf_counter() - wall >= seconds:
            break
    return Grown(
        trees=trees, deep=deep, tried=tried, cpu=time.process_time() - cpu, wall=time.perf_counter() - wall
    )


def plain_sets(stored: Stored, seconds: float) -> tuple[int, float]:
    """Draw stars of two to four claims with Python sets; return how many stand and the CPU seconds."""
    snapshot, graph = stored.open()
    claims = {root: [c for c in graph.claims(root) if c.object is not None] for root in range(len(snapshot))}
    closures: dict[int, set[int]] = {}
    asserted: dict[tuple[str, int], set[int]] = {}
    for root, made in claims.items():
        for claim in made:
            asserted.setdefault((claim.relation, claim.object), set()).add(root)
    for made in claims.values():
        for claim in made:
            if claim.object not in closures:
                closures[claim.object] = set(graph.closure(claim.object))
    family = {
        root: next((c.object for c in made if c.relation == FAMILY), None) for root, made in claims.items()
    }
    rng = derive_rng(0, "plain")
    found, start = 0, time.process_time()
    roots = list(claims)
    while time.process_time() - start < seconds:
        root = rng.choice(roots)
        universe = asserted.get((FAMILY, family[root])) if family[root] is not None else None
        usable = [c for c in claims[root] if 4 <= len(closures[c.object]) <= len(snapshot) // 2]
        for _ in range(30):
            chosen = rng.sample(usable, min(len(usable), rng.randint(2, 4)))
            if len(chosen) < 2 or universe is None:
                break
            if set.intersection(*(closures[c.object] for c in chosen)) != {root}:
                continue
            sets = [asserted[(c.relation, c.object)] & universe for c in chosen]
            if all(
                len(set.intersection(*(s for j, s in enumerate(sets) if j != i))) > 1
                for i in range(len(sets))
            ):
                found += 1
                break
    return found, time.process_time() - start


def certify_tasks(stored: Stored, wanted: int, part: int) -> tuple[int, int, float, float]:
    """Make certified tasks in one process: tasks, roots, CPU and wall seconds."""
    recipe = Recipe(
        snapshot=stored.folder / "snapshot",
        graph=stored.folder / "graph",
        index=stored.folder / "index",
        synth=SynthConfig(),
        gates=GateSettings(),
        seed=0,
    )
    maker = Maker(recipe)
    _, graph = stored.open()
    made = tried = 0
    cpu, wall = time.process_time(), time.perf_counter()
    for root in islice(candidate_roots(graph, seed=0), part, None, WORKERS):
        made += len(maker.root(root).tasks)
        tried += 1
        if made >= wanted // WORKERS:
            break
    return made, tried, time.process_time() - cpu, time.perf_counter() - wall


def build(source: Source, folder: Path) -> Stored:
    """Build snapshot, graph and index of a corpus."""
    snapshot = build_snapshot(source, folder / "snapshot")
    build_graph(snapshot, folder / "graph")
    LexicalIndex.build(snapshot, folder / "index")
    return Stored(folder=folder)


def report(name: str, stored: Stored, wanted: int) -> None:
    """Print the rows of one corpus."""
    with multiprocessing.get_context("fork").Pool(WORKERS) as pool:
        passes = pool.starmap(grow, [(stored, part) for part in range(WORKERS)])
        for label, grown in zip(
            ("pages met first", "pages met before"), zip(*passes, strict=True), strict=True
        ):
            trees, cpu, wall = (
                sum(g.trees for g in grown),
                sum(g.cpu for g in grown),
                max(g.wall for g in grown),
            )
            print(
                f"| {name} | trees a second, two processes; a CPU-second; two levels or more ({label}) |"
                f" {trees / wall:,.0f}; {trees / cpu:,.0f}; {sum(g.deep for g in grown) / max(trees, 1):.0%} |"
            )
        (plain,) = pool.starmap(plain_sets, [(stored, SECONDS / 2)])
        print(f"| {name} | plain sets: stars a CPU-second (one level) | {plain[0] / plain[1]:,.0f} |")
        for share in (wanted // 4, wanted):
            made = pool.starmap(certify_tasks, [(stored, share, part) for part in range(WORKERS)])
            tasks, wall = sum(m[0] for m in made), max(m[3] for m in made)
            cpu = sum(m[2] for m in made)
            rate = tasks / wall
            print(
                f"| {name} | {tasks:,} certified tasks, search gates included: tasks a second; CPU-ms a task; minutes for"
                f" {PAPER_TASKS:,} | {rate:,.0f}; {1000 * cpu / max(tasks, 1):.1f}; {PAPER_TASKS / rate / 60:.1f} |"
            )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pages", type=int, default=100_000, help="pages of the generated world")
    parser.add_argument("--corpus", type=Path, default=None, help="a real corpus beside it")
    parser.add_argument("--tasks", type=int, default=2_000, help="certified tasks to make")
    parser.add_argument("--keep", type=Path, default=None, help="folder for what is built, to be used again")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        base = arguments.keep or Path(temporary)
        print("| corpus | measure | value |\n|---|---|---|")
        world = base / f"world-{arguments.pages}"
        if not (world / "index").exists():
            world.mkdir(parents=True, exist_ok=True)
            build(World(WorldConfig(pages=arguments.pages)).source(), world)
        report(f"world, {arguments.pages:,} pages", Stored(folder=world), arguments.tasks)
        if arguments.corpus is not None:
            real = base / arguments.corpus.name.split(".")[0]
            if not (real / "index").exists():
                real.mkdir(parents=True, exist_ok=True)
                build(open_source(detect_kind(arguments.corpus), arguments.corpus), real)
            report(arguments.corpus.name, Stored(folder=real), arguments.tasks // 10)


if __name__ == "__main__":
    main()
