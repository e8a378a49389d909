"""Ingest: pages a second of each reader and of the snapshot, memory as the corpus grows, and the wikitext scanner beside others.

Real corpora are read when they are there (ISTHMUS_DATA); everything else is made here. Rates are by CPU-second, workers included,
so that they hold on a busy machine: on two idle cores a build with two workers is nearly twice as fast as the figure. Peers parse
the same pages in the same process, one after the other.
Usage: python benchmarks/ingest.py [--pages 20000]
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import lzma
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path

from isthmus.corpus import JsonlCorpus, MediaWikiDump, Snapshot, WikitextJsonl, build_snapshot
from isthmus.corpus.source import Source
from isthmus.corpus.wikitext import parse_wikitext
from isthmus.ids import derive_rng

DATA = Path(os.environ.get("ISTHMUS_DATA", Path(__file__).parents[2] / "shared" / "data")) / "corpora"
WORDS = [
    "harbour",
    "lantern",
    "music",
    "tower",
    "river",
    "winter",
    "school",
    "letter",
    "garden",
    "travel",
    "station",
    "captain",
]


def sentences(seed: int, number: int, total: int, count: int, link: str) -> str:
    """Return sentences with a link in every second one."""
    rng = derive_rng(seed, "page", number)
    parts = []
    for place in range(count):
        words = " ".join(rng.choices(WORDS, k=12))
        parts.append(f"{words} {link.format(rng.randrange(total))}." if place % 2 else f"{words}.")
    return " ".join(parts)


def write_jsonl(path: Path, pages: int, length: int) -> None:
    """Write pages of plain text, each with a list of its links."""
    with path.open("w", encoding="utf-8") as file:
        for number in range(pages):
            text = sentences(0, number, pages, length, "Page {}")
            links = re.findall(r"Page \d+", text)
            file.write(json.dumps({"title": f"Page {number}", "text": text, "links": links}) + "\n")


def write_dump(path: Path, pages: int, length: int) -> None:
    """Write a MediaWiki export with infoboxes."""
    with path.open("w", encoding="utf-8") as file:
        file.write("<mediawiki>")
        for number in range(pages):
            made = f"{{{{start date|19{number % 90 + 10}}}}}"
            box = f"{{{{Infobox thing|name=Page {number}|kind=[[Page {number // 2}]]|made={made}}}}}"
            body = sentences(
                1, number, pages, length, "[[Page {}|there]]&lt;ref&gt;{{{{cite|x}}}}&lt;/ref&gt;"
            )
            file.write(
                f"<page><title>Page {number}</title><ns>0</ns><revision><text>{box}\n{body}</text></revision></page>\n"
            )
        file.write("</mediawiki>")


def cpu() -> float:
    """Return the CPU-seconds of this process and of its finished children."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def seconds(work: Callable[[], object]) -> float:
    """Return the CPU-seconds of some work."""
    begin = cpu()
    work()
    return cpu() - begin


def ingest_rows(sources: dict[str, Source], folder: Path) -> Iterator[str]:
    """Yield a row a source: pages a CPU-second with one and two workers, and of reading the snapshot back."""
    yield "| source | pages | kB a page | build, 1 worker | build, 2 workers | read back | MB on disk |"
    yield "|---|---|---|---|---|---|---|"
    for name, source in sources.items():
        costs = [
            seconds(partial(build_snapshot, source, folder / name, workers=workers)) for workers in (1, 2)
        ]
        snapshot = Snapshot.open(folder / name)
        characters = 0

        def read(snapshot: Snapshot = snapshot) -> None:
            nonlocal characters
            characters = sum(len(document.text) for document in snapshot.documents())

        wall = seconds(read)
        pages = len(snapshot)
        size = (snapshot.folder / "documents.sqlite").stat().st_size / 1e6
        yield (
            f"| {name} | {pages} | {characters / pages / 1000:.1f} | {pages / costs[0]:,.0f} | {pages / costs[1]:,.0f} "
            f"| {pages / wall:,.0f} | {size:.1f} |"
        )


def fetch_rows(folders: list[Path]) -> Iterator[str]:
    """Yield what one fetch costs, by id and by title, in random order."""
    yield "| snapshot | fetch by id | resolve a title |"
    yield "|---|---|---|"
    for folder in folders:
        snapshot = Snapshot.open(folder)
        ids = list(snapshot.ids())
        rng = derive_rng(0, "fetch")
        chosen = [rng.choice(ids) for _ in range(3000)]
        fetch = seconds(
            lambda snapshot=snapshot, chosen=chosen: [snapshot.document(id) for id in chosen]
        ) / len(chosen)
        titles = seconds(
            lambda snapshot=snapshot, chosen=chosen: [snapshot.resolve(id) for id in chosen]
        ) / len(chosen)
        yield f"| {folder.name} | {fetch * 1e6:,.0f} us | {titles * 1e6:,.0f} us |"


def memory_rows(folder: Path, sizes: tuple[int, ...]) -> Iterator[str]:
    """Yield the largest resident size of a build, its workers included, as the corpus grows."""
    yield "| pages | file MB | peak of parent, MB | peak of a worker, MB | pages a CPU-second |"
    yield "|---|---|---|---|---|"
    for pages in sizes:
        path = folder / f"memory-{pages}.xml"
        write_dump(path, pages, 20)
        done = subprocess.run(
            [sys.executable, __file__, "--measure", str(path), str(folder / f"memory-{pages}")],
            capture_output=True,
            text=True,
            check=True,
        )
        parent, worker, wall = (float(word) for word in done.stdout.split())
        yield f"| {pages} | {path.stat().st_size / 1e6:.0f} | {parent:.0f} | {worker:.0f} | {pages / wall:,.0f} |"
        path.unlink()


def measure(path: Path, folder: Path) -> None:
    """Build a snapshot of a dump and print peak memory of this process and its workers, and the seconds."""
    wall = seconds(lambda: build_snapshot(MediaWikiDump(path), folder))
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(own, children, wall)


def parser_rows(pages: list[str]) -> Iterator[str]:
    """Yield pages a CPU-second of wikitext parsers on the same pages."""
    peers: dict[str, Callable[[str], object]] = {
        "isthmus, whole document": lambda text: parse_wikitext("T", text)
    }
    if importlib.util.find_spec("mwparserfromhell"):
        import mwparserfromhell

        peers["mwparserfromhell, parse and links only"] = lambda text: mwparserfromhell.parse(
            text
        ).filter_wikilinks()
    if importlib.util.find_spec("wikitextparser"):
        import wikitextparser

        peers["wikitextparser, parse and links only"] = lambda text: wikitextparser.parse(text).wikilinks
    costs = {}
    for name, parse in peers.items():
        begin = time.process_time()
        for page in pages:
            parse(page)
        costs[name] = time.process_time() - begin
    first = next(iter(costs.values()))
    yield "| parser | pages a CPU-second | times slower |"
    yield "|---|---|---|"
    for name, cost in costs.items():
        yield f"| {name} | {len(pages) / cost:,.0f} | {cost / first:.1f} |"


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=20_000)
    parser.add_argument("--measure", nargs=2, metavar=("DUMP", "FOLDER"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        measure(*(Path(name) for name in options.measure))
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_jsonl(folder / "plain.jsonl", options.pages, 12)
        write_dump(folder / "export.xml", options.pages, 12)
        sources: dict[str, Source] = {
            "plain": JsonlCorpus(folder / "plain.jsonl"),
            "export": MediaWikiDump(folder / "export.xml"),
        }
        musicians = DATA / "musicians_wikitext.jsonl.xz"
        if musicians.is_file():
            sources["musicians"] = WikitextJsonl(musicians)
            sources["schools"] = JsonlCorpus(DATA / "schools_wikipedia.jsonl.xz")
        print(*ingest_rows(sources, folder / "snapshots"), sep="\n", end="\n\n")
        print(*fetch_rows([folder / "snapshots" / name for name in sources]), sep="\n", end="\n\n")
        print(*memory_rows(folder, (10_000, 100_000)), sep="\n", end="\n\n")
        if musicians.is_file():
            with lzma.open(musicians, "rt", encoding="utf-8") as file:
                pages = [json.loads(line)["wikitext"] for line in islice(file, 100)]
            print(*parser_rows(pages), sep="\n")


if __name__ == "__main__":
    main()
