"""Everything in one table: each stage on generated worlds of 10,000 and 100,000 pages.

Stages run as a run runs them, two processes where it uses two. CPU seconds include workers; a growth of
10 per tenfold is linear. After the table come the scripts that measure one part against its peers. The result goes
to the screen and, with --write, to a Markdown file that names the machine. Usage: python
benchmarks/all.py [--large] [--quick] [--write benchmarks/RESULTS.md]
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

from isthmus.agents import Limits, run_episodes
from isthmus.agents.oracle import Oracle
from isthmus.corpus import Snapshot, build_snapshot
from isthmus.gates import GateContext, GateSettings, certify
from isthmus.graph import EvidenceGraph, build_graph
from isthmus.ids import derive_rng
from isthmus.pipeline.maker import Maker, Recipe
from isthmus.records import Episode, ResearchTree, Task
from isthmus.retrieval import LexicalIndex
from isthmus.tasks import Browser, Grower, SynthConfig, candidate_roots
from isthmus.tools import document_tools
from isthmus.worlds import World, WorldConfig

SIZES = (10_000, 100_000)
LARGE = 1_000_000
TASKS = 400
ROOTS = 4_000
SCRIPTS = ("worlds", "ingest", "graph", "trees", "gates", "search", "harness")
"""Scripts that measure one part beside its peers, in the order of the flow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One measure of one size."""

    measure: str
    value: float
    unit: str
    grows: bool
    """Whether the value grows with the corpus, so that its growth says something."""


def cpu() -> float:
    """Return the CPU seconds of this process and the workers it waited for."""
    mine, workers = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return mine.ru_utime + mine.ru_stime + workers.ru_utime + workers.ru_stime


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """Return what the work gives and its CPU seconds."""
    start = cpu()
    result = work()
    return result, cpu() - start


def build_rows(pages: int, folder: Path) -> list[Row]:
    """Build snapshot, graph and index of a world; return what each cost."""
    source = World(WorldConfig(pages=pages)).source()
    snapshot, ingest = timed(lambda: build_snapshot(source, folder / "snapshot"))
    _, graph = timed(lambda: build_graph(snapshot, folder / "graph"))
    _, index = timed(lambda: LexicalIndex.build(snapshot, folder / "index"))
    start = time.perf_counter()
    EvidenceGraph.open(folder / "graph", Snapshot.open(folder / "snapshot"))
    opened = 1000 * (time.perf_counter() - start)
    return [
        Row(measure="ingest, world included", value=ingest, unit="CPU-s", grows=True),
        Row(measure="evidence graph with claims", value=graph, unit="CPU-s", grows=True),
        Row(measure="opening the graph", value=opened, unit="ms", grows=True),
        Row(measure="search index", value=index, unit="CPU-s", grows=True),
    ]


def tree_rows(snapshot: Snapshot, graph: EvidenceGraph) -> list[Row]:
    """Grow trees from some roots, met first and met again."""
    config = SynthConfig()
    grower = Grower(Browser(graph, snapshot, config), config)
    roots = candidate_roots(graph, seed=0)[:ROOTS]
    rows = []
    for label in ("pages met first", "pages met before"):
        found, seconds = timed(
            lambda label=label: sum(
                isinstance(grower.grow(root, derive_rng(0, label, root)), ResearchTree) for root in roots
            )
        )
        rows.append(Row(measure=f"trees ({label})", value=found / seconds, unit="a CPU-s", grows=False))
    return rows


def task_rows(folder: Path, snapshot: Snapshot, graph: EvidenceGraph, index: LexicalIndex) -> list[Row]:
    """Make certified tasks, put them to the gates again, search their questions, let the oracle attempt them."""
    paths = {"snapshot": folder / "snapshot", "graph": folder / "graph", "index": folder / "index"}
    maker = Maker(Recipe(**paths, synth=SynthConfig(), gates=GateSettings(), seed=0))

    def make() -> list[Task]:
        made = (task for root in candidate_roots(graph, seed=0) for task in maker.root(root).tasks)
        return list(islice(made, TASKS))

    tasks, making = timed(make)
    context = GateContext(snapshot=snapshot, graph=graph, index=index, settings=GateSettings())
    _, gating = timed(lambda: [certify(task, context) for task in tasks])
    _, searching = timed(lambda: [index.search(task.question, 10) for task in tasks])
    episodes: list[Episode] = []
    toolbox = document_tools(index, snapshot)

    def attempt() -> None:
        asyncio.run(
            run_episodes(
                tasks,
                Oracle(),
                toolbox,
                attempts=1,
                limits=Limits(),
                concurrency=8,
                done=(),
                emit=episodes.append,
            )
        )

    _, rolling = timed(attempt)
    count = len(tasks)
    return [
        Row(measure="certified task, all gates", value=1000 * making / count, unit="CPU-ms", grows=True),
        Row(
            measure="all gates on a task that passes", value=1000 * gating / count, unit="CPU-ms", grows=True
        ),
        Row(
            measure="a question searched, snippets included",
            value=1000 * searching / count,
            unit="CPU-ms",
            grows=True,
        ),
        Row(measure="oracle episode", value=1000 * rolling / len(episodes), unit="CPU-ms", grows=True),
    ]


def measure(pages: int, folder: Path) -> list[Row]:
    """Return all rows of one size."""
    rows = build_rows(pages, folder)
    snapshot = Snapshot.open(folder / "snapshot")
    graph = EvidenceGraph.open(folder / "graph", snapshot)
    index = LexicalIndex.open(folder / "index", snapshot)
    return rows + tree_rows(snapshot, graph) + task_rows(folder, snapshot, graph, index)


def growth_table(sizes: tuple[int, ...]) -> str:
    """Return the Markdown table over sizes."""
    columns: list[list[Row]] = []
    for pages in sizes:
        with tempfile.TemporaryDirectory() as folder:
            columns.append(measure(pages, Path(folder)))
    heads = " | ".join(f"{pages:,} pages" for pages in sizes)
    lines = [f"| measure | unit | {heads} | growth per tenfold |", "|---|---|" + "---|" * (len(sizes) + 1)]
    for rows in zip(*columns, strict=True):
        values = " | ".join(f"{row.value:,.2f}" if row.value < 100 else f"{row.value:,.0f}" for row in rows)
        growths = [later.value / earlier.value for earlier, later in pairwise(rows)]
        grown = ", ".join(f"{growth:.1f}" for growth in growths) if rows[0].grows else ""
        lines.append(f"| {rows[0].measure} | {rows[0].unit} | {values} | {grown} |")
    return "\n".join(lines)


def machine() -> str:
    """Return the machine in one line."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = (
            line for line in info.read_text(encoding="utf-8").splitlines() if line.startswith("model name")
        )
        model = next(names, model).partition(":")[2].strip() or model
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    return f"{model}, {os.cpu_count()} cores, Python {platform.python_version()}; load {load} when it began"


def main() -> None:
    """Print the tables, and write them where asked."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--large", action="store_true", help=f"also {LARGE:,} pages")
    parser.add_argument("--quick", action="store_true", help="only the first table")
    parser.add_argument("--write", type=Path, default=None, help="file for the tables")
    arguments = parser.parse_args()
    parts = [f"# Measured\n\n{machine()}.\n"]
    sizes = (*SIZES, LARGE) if arguments.large else SIZES
    parts.append(f"## Each stage by size\n\n{growth_table(sizes)}\n")
    print("\n".join(parts), flush=True)
    if not arguments.quick:
        for script in SCRIPTS:
            command = [sys.executable, str(Path(__file__).with_name(f"{script}.py"))]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            body = (
                done.stdout if done.returncode == 0 else f"failed:\n\n```text\n{done.stderr[-1500:]}\n```\n"
            )
            parts.append(f"## {script}.py\n\n{body}")
            print(parts[-1], flush=True)
    if arguments.write is not None:
        arguments.write.write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
