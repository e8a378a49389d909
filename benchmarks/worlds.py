"""Worlds: pages, facts and database rows a second, and memory, as the world grows.

Each size runs in a process of its own, so that peak memory is that size's. Seconds are processor seconds of one process; the
growth column is the cost of a page beside that of the smallest world (1.00 is linear).
Usage: python benchmarks/worlds.py [--large] [--papers 0.05]
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from isthmus.worlds import World, WorldConfig

SIZES = (10_000, 100_000)
LARGE = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What one world cost."""

    pages: int
    """Documents streamed."""
    build: float
    """Seconds to draw the truth and the names."""
    stream: float
    """Seconds to write every page."""
    stream_mb: float
    """Peak memory after streaming."""
    characters: int
    """Text streamed."""
    links: int
    """Links in it."""
    facts: int
    """Facts of the world."""
    telling: float
    """Seconds to list them."""
    database: float
    """Seconds to write the database."""
    database_mb: float
    """Its size."""


@contextmanager
def stopwatch(into: list[float]) -> Iterator[None]:
    """Append the processor seconds of the block."""
    begun = time.process_time()
    yield
    into.append(time.process_time() - begun)


def measure(pages: int, papers: int) -> Result:
    """Make one world and every view of it."""
    seconds: list[float] = []
    with stopwatch(seconds):
        world = World(WorldConfig(pages=pages, papers=papers))
    count = characters = links = 0
    with stopwatch(seconds):
        for document in world.source().documents():
            count += 1
            characters += len(document.text)
            links += len(document.links)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    with stopwatch(seconds):
        facts = sum(1 for _ in world.facts())
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "world.sqlite"
        with stopwatch(seconds):
            world.write_database(path)
        size = path.stat().st_size / 1e6
    build, stream, telling, database = seconds
    return Result(
        pages=count, build=build, stream=stream, stream_mb=peak, characters=characters, links=links, facts=facts,
        telling=telling, database=database, database_mb=size,
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--large", action="store_true", help="also the world of a million pages")
    parser.add_argument("--papers", type=float, default=0.05, help="papers for each page")
    options = parser.parse_args()
    sizes = (*SIZES, LARGE) if options.large else SIZES
    print(
        "| pages | build s | pages/s | growth | chars/page | links/page | peak MB | facts/s | database s (MB) |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    first: float | None = None
    for pages in sizes:
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            result = pool.apply(measure, (pages, int(pages * options.papers)))
        each = (result.build + result.stream) / result.pages
        first = first or each
        print(
            f"| {result.pages:,} | {result.build:.2f} | {1 / each:,.0f} | {each / first:.2f} "
            f"| {result.characters / result.pages:,.0f} | {result.links / result.pages:.1f} | {result.stream_mb:,.0f} "
            f"| {result.facts / result.telling:,.0f} | {result.database:.1f} ({result.database_mb:,.0f}) |"
        )


if __name__ == "__main__":
    main()
