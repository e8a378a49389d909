"""Evidence graph: what building, opening and asking cost as the corpus grows, beside NetworkX with Python sets.

Each build runs in a process of its own; memory is the proportional share of it and its workers. The plain graph is what one would
write first: a NetworkX digraph of the links, a dict of sets of the mentions found by ahocorasick_rs at word boundaries, and no
claims; so claims are left out of both where they are compared.
Usage: python benchmarks/graph.py [--large] [--links 20]
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import networkx as nx
import psutil
from ahocorasick_rs import AhoCorasick

from isthmus.corpus.snapshot import Snapshot, build_snapshot
from isthmus.corpus.source import Source
from isthmus.corpus.titles import plain
from isthmus.graph import EvidenceGraph, build_graph
from isthmus.graph.claims import Claim
from isthmus.graph.sets import intersection, leave_one_out
from isthmus.ids import derive_rng
from isthmus.records import Document, Link, Redirect, Rejection
from isthmus.worlds import World, WorldConfig

SIZES = (10_000, 100_000)
LARGE = 1_000_000
PLAIN_LIMIT = 100_000
STARS = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What one piece of work took."""

    wall: float
    cpu: float
    peak_mb: float
    value: Any


class Denser:
    """A source whose pages get further links until they have a given number, so that link counts can be chosen."""

    def __init__(self, source: Source, links: int) -> None:
        self.name, self._source, self._links = source.name, source, links

    def fingerprint(self) -> str:
        """Return an id of the source and the number of links."""
        return f"{self._source.fingerprint()}+{self._links}"

    def items(self) -> Iterator[Document | Redirect | Rejection]:
        """Yield the source's items, documents with links added."""
        titles: list[str] = []
        for item in self._source.items():
            if isinstance(item, Document):
                item = self._with_links(item, titles)
                titles.append(item.id)
            yield item

    def _with_links(self, document: Document, titles: list[str]) -> Document:
        missing = self._links - len(document.links)
        if missing <= 0 or not titles:
            return document
        rng = derive_rng(0, document.id)
        text, links = document.text + "\n\n## See also\n\n", list(document.links)
        for _ in range(missing):
            # The square makes early pages popular, as on the web.
            title = titles[int(rng.random() ** 2 * len(titles))]
            links.append(Link(start=len(text) + 2, end=len(text) + 2 + len(title), target=title))
            text += f"- {title}\n"
        return replace(document, text=text, links=tuple(links))


def no_claims(document: Document, resolve: Callable[[str], str]) -> list[Claim]:
    """Leave claims out."""
    return []


def measured(work: Callable[..., Any], *arguments: Any) -> Cost:
    """Run a piece of work in a process of its own and watch it."""
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)

    def run() -> None:
        value = work(*arguments)
        usage = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        sender.send((sum(part.ru_utime + part.ru_stime for part in usage), value))

    start = time.perf_counter()
    process = context.Process(target=run)
    process.start()
    sender.close()
    peak = 0
    while not receiver.poll(0.5):
        peak = max(peak, _share(process.pid))
        if not process.is_alive() and not receiver.poll(0):
            raise SystemExit("a measured process died")
    cpu, value = receiver.recv()
    process.join()
    return Cost(wall=time.perf_counter() - start, cpu=cpu, peak_mb=peak / 2**20, value=value)


def _share(pid: int | None) -> int:
    total = 0
    try:
        main = psutil.Process(pid)
        for process in (main, *main.children(recursive=True)):
            total += process.memory_full_info().pss
    except psutil.Error:
        pass
    return total


def build(folder: Path, target: Path, claims: bool) -> tuple[int, ...]:
    """Build and return counts."""
    snapshot = Snapshot.open(folder)
    if claims:
        graph = build_graph(snapshot, target)
    else:
        graph = build_graph(snapshot, target, extract=no_claims)
    links = sum(len(graph.links_out(document)) for document in range(graph.documents))
    return graph.documents, links, graph.entities


@dataclass(frozen=True, slots=True, kw_only=True)
class Plain:
    """The graph one would write first."""

    links: nx.DiGraph
    mentions: dict[str, set[str]]

    @classmethod
    def of(cls, snapshot: Snapshot) -> Plain:
        """Read a snapshot."""
        links, mentions = nx.DiGraph(), defaultdict(set)
        names = sorted({plain(id) for id in snapshot.ids()})
        automaton = AhoCorasick(names)
        for document in snapshot.documents():
            links.add_node(document.id)
            links.add_edges_from((document.id, link.target) for link in document.links)
            text = document.text
            for name, start, end in automaton.find_matches_as_indexes(text, overlapping=True):
                if not (text[start - 1 : start].isalnum() or text[end : end + 1].isalnum()):
                    mentions[names[name]].add(document.id)
        return cls(links=links, mentions=mentions)

    def closure(self, title: str) -> set[str]:
        """Return the pages that link to or mention a title, and its own."""
        return {title} | set(self.links.predecessors(title)) | self.mentions.get(plain(title), set())


def stars(graph: EvidenceGraph) -> list[list[int]]:
    """Return three link targets of each of some documents."""
    rng = derive_rng(0, "stars")
    found = []
    while len(found) < STARS:
        targets = [
            t for t in graph.links_out(rng.randrange(graph.documents)).tolist() if graph.is_document(t)
        ]
        if len(targets) >= 3:
            found.append(rng.sample(targets, 3))
    return found


def ask(folder: Path, target: Path) -> tuple[float, float, float]:
    """Return seconds to open, and microseconds for a star's first and second evaluation."""
    snapshot = Snapshot.open(folder)
    start = time.perf_counter()
    graph = EvidenceGraph.open(target, snapshot)
    opened = time.perf_counter() - start
    chosen = stars(graph)
    times = []
    for _ in range(2):
        start = time.process_time()
        for star in chosen:
            closures = [graph.closure(entity) for entity in star]
            intersection(closures), leave_one_out(closures)
        times.append((time.process_time() - start) / len(chosen) * 1e6)
    return opened, times[0], times[1]


def build_and_ask_plain(folder: Path, target: Path) -> tuple[float, float]:
    """Build the plain graph; return CPU seconds of that and microseconds for a star."""
    snapshot = Snapshot.open(folder)
    start = time.process_time()
    graph = Plain.of(snapshot)
    built = time.process_time() - start
    entities = EvidenceGraph.open(target, snapshot)
    chosen = [[entities.name(entity) for entity in star] for star in stars(entities)]
    start = time.process_time()
    for star in chosen:
        closures = [graph.closure(title) for title in star]
        set.intersection(*closures)
        for place in range(3):
            len(set.intersection(*(closure for other, closure in enumerate(closures) if other != place)))
    return built, (time.process_time() - start) / len(chosen) * 1e6


def row(pages: int, links: int | None, folder: Path) -> dict[str, float]:
    """Measure one size."""
    source: Source = World(WorldConfig(pages=pages)).source()
    snapshot = folder / f"snapshot-{pages}"
    build_snapshot(Denser(source, links) if links else source, snapshot)
    whole = measured(build, snapshot, folder / f"graph-{pages}", True)
    bare = measured(build, snapshot, folder / f"bare-{pages}", False)
    asked = measured(ask, snapshot, folder / f"bare-{pages}")
    documents, linked, entities = whole.value
    found: dict[str, float] = {
        "documents": documents,
        "links": linked,
        "entities": entities,
        "build, wall s": whole.wall,
        "build, CPU s": whole.cpu,
        "build without claims, wall s": bare.wall,
        "build without claims, CPU s": bare.cpu,
        "build, peak MB": max(whole.peak_mb, bare.peak_mb),
        "size on disk, MB": sum(path.stat().st_size for path in (folder / f"graph-{pages}").iterdir())
        / 2**20,
        "open, ms": asked.value[0] * 1e3,
        "star of three closures, first, us": asked.value[1],
        "star of three closures, again, us": asked.value[2],
    }
    if pages <= PLAIN_LIMIT:
        other = measured(build_and_ask_plain, snapshot, folder / f"bare-{pages}")
        found["plain: build, CPU s"] = other.value[0]
        found["plain: peak MB"] = other.peak_mb
        found["plain: star of three closures, us"] = other.value[1]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--large", action="store_true", help="also a million pages")
    parser.add_argument(
        "--links", type=int, default=None, help="least links a page; as generated when left out"
    )
    parser.add_argument(
        "--folder", type=Path, default=None, help="where to work; a temporary folder when left out"
    )
    arguments = parser.parse_args()
    sizes = (*SIZES, LARGE) if arguments.large else SIZES
    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        rows = [row(pages, arguments.links, Path(folder)) for pages in sizes]
    print("| | " + " | ".join(f"{pages:,} pages" for pages in sizes) + " | growth per tenfold |")
    print("|---|" + "---|" * (len(sizes) + 1))
    for name in rows[0]:
        values = [found.get(name) for found in rows]
        known = [value for value in values if value is not None]
        growth = [f"{later / max(earlier, 1e-9):.1f}" for earlier, later in pairwise(known)]
        cells = [
            "-" if value is None else f"{value:,.0f}" if value >= 100 else f"{value:.2f}" for value in values
        ]
        print(f"| {name} | " + " | ".join(cells) + f" | {', '.join(growth)} |")
    last = rows[len(SIZES) - 1]
    print(f"\nRatios at {SIZES[-1]:,} pages, plain to ours:")
    for ours, other in (
        ("build without claims, CPU s", "plain: build, CPU s"),
        ("build, peak MB", "plain: peak MB"),
        ("star of three closures, first, us", "plain: star of three closures, us"),
        ("star of three closures, again, us", "plain: star of three closures, us"),
    ):
        print(f"- {ours}: {last[other] / last[ours]:.1f}")


if __name__ == "__main__":
    main()
