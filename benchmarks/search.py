"""Search: what the index costs beside the engine's own call, a plain Python BM25, and bm25s when it is installed.

CPU time, alternating in one run, so that a busy machine slows all alike. Usage: python benchmarks/search.py [--pages 100000]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import resource
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tantivy import Occur, Query

from isthmus.corpus.snapshot import Snapshot, build_snapshot
from isthmus.databases import SqliteDatabase
from isthmus.ids import derive_rng
from isthmus.messages import ToolCall
from isthmus.retrieval import LexicalIndex
from isthmus.retrieval.analysis import STOP_WORDS
from isthmus.retrieval.chunks import chunk_spans
from isthmus.retrieval.plan import TITLE_WEIGHT
from isthmus.tools import document_tools
from isthmus.tools.threads import Workers
from isthmus.worlds import World, WorldConfig

QUERIES = 300
ROUNDS = 3
ADDED = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the table."""

    what: str
    value: str
    ratio: str = ""


def cpu(work: Callable[[], object]) -> float:
    """Return the CPU seconds of all threads that a piece of work takes."""
    start = time.process_time()
    work()
    return time.process_time() - start


def alternate(works: Sequence[Callable[[], object]]) -> list[float]:
    """Return the least CPU seconds of each piece of work over some rounds, taken in turn."""
    taken = [[cpu(work) for work in works] for _ in range(ROUNDS)]
    return [min(column) for column in zip(*taken, strict=True)]


def keyword_queries(snapshot: Snapshot, seed: int = 0) -> list[str]:
    """Return queries of three to six words of one page."""
    rng = derive_rng(seed, "keyword-queries")
    queries = []
    while len(queries) < QUERIES:
        text = snapshot.at(rng.randrange(len(snapshot))).text
        words = [word for word in text.split() if word.isalpha() and word.lower() not in STOP_WORDS]
        if len(words) >= 6:
            queries.append(" ".join(rng.sample(words, rng.randint(3, 6))))
    return queries


def question_queries(snapshot: Snapshot, seed: int = 0) -> list[str]:
    """Return queries like questions: a run of 8 to 14 words of a page, function words and all."""
    rng = derive_rng(seed, "question-queries")
    queries = []
    while len(queries) < QUERIES:
        document = snapshot.at(rng.randrange(len(snapshot)))
        words = document.text[document.body_start :].split()
        if len(words) >= 20:
            start = rng.randrange(len(words) - 14)
            queries.append("Which is the one that " + " ".join(words[start : start + rng.randint(8, 14)]))
    return queries


def ranking(index: LexicalIndex, queries: Sequence[str], name: str) -> list[Row]:
    """Compare `rank` and `search` with the engine's bare call of the same compiled query."""
    engine = index._engine
    compiled = [engine._query(index._plan(query), None) for query in queries]
    searcher = engine._searcher
    raw, ranked, searched = alternate(
        [
            lambda: [searcher.search(query, 10, count=False).hits for query in compiled],
            lambda: [index.rank(query, 10) for query in queries],
            lambda: [index.search(query, 10) for query in queries],
        ]
    )
    each = 1000 / len(queries)
    return [
        Row(what=f"{name}: engine's bare call, top 10 chunks", value=f"{raw * each:.3f} ms"),
        Row(
            what=f"{name}: rank, 10 pages",
            value=f"{ranked * each:.3f} ms",
            ratio=f"{ranked / raw:.2f} of the bare call",
        ),
        Row(
            what=f"{name}: search, 10 pages with snippets",
            value=f"{searched * each:.3f} ms",
            ratio=f"{searched / raw:.2f}",
        ),
    ]


def stop_words(index: LexicalIndex, queries: Sequence[str]) -> list[Row]:
    """Compare a question with an OR of all its words, which is what an engine does by itself."""
    engine = index._engine

    def all_words(query: str) -> Query:
        terms = dict.fromkeys(index._analyzer.query_terms(query))
        bodies = [(Occur.Should, engine._term("body", term)) for term in terms]
        titles = [
            (Occur.Should, Query.boost_query(engine._term("title", term), TITLE_WEIGHT)) for term in terms
        ]
        return Query.boolean_query(bodies + titles)

    every = [all_words(query) for query in queries]
    raw, ours = alternate(
        [
            lambda: [engine._searcher.search(query, 10, count=False).hits for query in every],
            lambda: [index.rank(query, 10) for query in queries],
        ]
    )
    agree = 0
    for query, engine_query in zip(queries, every, strict=True):
        best = engine._numbers(engine._search(engine_query, 1))
        agree += index.rank(query, 1) == [engine.document_id(number) for number in best]
    each = 1000 / len(queries)
    return [
        Row(what="question: engine's OR of all words", value=f"{raw * each:.3f} ms"),
        Row(
            what=f"question: rank (same first page for {agree} of {len(queries)})",
            value=f"{ours * each:.3f} ms",
            ratio=f"{ours / raw:.2f} of that OR",
        ),
    ]


class PlainBm25:
    """BM25 in plain Python: a dict of postings, a Counter of scores. What one writes first."""

    def __init__(self, index: LexicalIndex, snapshot: Snapshot) -> None:
        self.postings: dict[str, list[tuple[int, int]]] = {}
        self.lengths: list[int] = []
        self.pages: list[str] = []
        for document in snapshot.documents():
            for start, end in chunk_spans(document.text, document.body_start):
                terms = index._analyzer.document_terms(document.text[start:end])
                for term, count in Counter(terms).items():
                    self.postings.setdefault(term, []).append((len(self.lengths), count))
                self.lengths.append(len(terms))
                self.pages.append(document.id)
        self.average = sum(self.lengths) / len(self.lengths)

    def rank(self, terms: Sequence[str], k: int) -> list[str]:
        """Return the best pages."""
        scores: Counter[int] = Counter()
        for term in terms:
            postings = self.postings.get(term, [])
            idf = math.log(1 + (len(self.lengths) - len(postings) + 0.5) / (len(postings) + 0.5))
            for chunk, count in postings:
                norm = 1.2 * (0.25 + 0.75 * self.lengths[chunk] / self.average)
                scores[chunk] += idf * 2.2 * count / (count + norm)
        return list(dict.fromkeys(self.pages[chunk] for chunk, _ in scores.most_common(k * 8)))[:k]


def peers(index: LexicalIndex, snapshot: Snapshot, queries: Sequence[str]) -> list[Row]:
    """Compare with other BM25s over the same chunks, stop words left out for all."""
    terms = [[t for t in index._analyzer.query_terms(query) if t not in STOP_WORDS] for query in queries]
    plain = PlainBm25(index, snapshot)
    works: list[Callable[[], object]] = [
        lambda: [index.rank(query, 10) for query in queries],
        lambda: [plain.rank(words, 10) for words in terms],
    ]
    names = ["rank", "plain Python BM25"]
    try:
        import bm25s
    except ImportError:
        names.append("bm25s (not installed)")
    else:
        corpus = [
            index._analyzer.document_terms(document.text[start:end])
            for document in snapshot.documents()
            for start, end in chunk_spans(document.text, document.body_start)
        ]
        retriever = bm25s.BM25(backend="auto")
        retriever.index(corpus, show_progress=False)
        works.append(
            lambda: [
                retriever.retrieve([words or ["-"]], k=10, show_progress=False, n_threads=1)
                for words in terms
            ]
        )
        names.append("bm25s")
    times = alternate(works)
    rows = [
        Row(
            what=name,
            value=f"{seconds * 1000 / len(queries):.3f} ms",
            ratio=f"rank takes {times[0] / seconds:.3f} of it",
        )
        for name, seconds in zip(names[1:], times[1:], strict=False)
    ]
    return rows + [Row(what=name, value="-") for name in names[1 + len(rows) :]]


def additions(index: LexicalIndex, snapshot: Snapshot, queries: Sequence[str]) -> list[Row]:
    """Add ten thousand pages and take them out again."""
    before = [index.search(query, 10) for query in queries]
    pages = [
        replace(
            snapshot.at(number % len(snapshot)), id=f"added {number}", url=f"https://added.example/{number}"
        )
        for number in range(ADDED)
    ]
    add = cpu(lambda: index.add(pages))
    with_added = cpu(lambda: [index.rank(query, 10) for query in queries])
    one = replace(
        pages[0],
        id="one",
        url="https://added.example/one",
        title="Quorvexian",
        text="Quorvexian stands alone.",
    )
    start = time.perf_counter()
    index.add([one])
    found = index.rank("quorvexian", 1) == ["one"]
    visible = time.perf_counter() - start
    remove = cpu(lambda: index.remove([page.id for page in [*pages, one]]))
    same = [index.search(query, 10) for query in queries] == before
    alone = cpu(lambda: [index.rank(query, 10) for query in queries])
    each = 1000 / len(queries)
    return [
        Row(what=f"add {ADDED} pages", value=f"{add:.2f} s"),
        Row(
            what=f"one more page visible ({'found' if found else 'NOT FOUND'})",
            value=f"{visible * 1000:.1f} ms",
        ),
        Row(
            what="rank with them in",
            value=f"{with_added * each:.3f} ms",
            ratio=f"{with_added / alone:.2f} of without",
        ),
        Row(
            what="remove them",
            value=f"{remove:.2f} s",
            ratio="results identical" if same else "RESULTS DIFFER",
        ),
    ]


def tools(index: LexicalIndex, snapshot: Snapshot, queries: Sequence[str], folder: Path) -> list[Row]:
    """What a tool call costs above the work in it."""
    path = folder / "empty.sqlite"
    path.touch()
    database = SqliteDatabase(path)
    toolbox = document_tools(index, snapshot, [database])
    pages = [index.search(query, 1)[0].url for query in queries if index.rank(query, 1)]
    workers = Workers()

    def calls(name: str, arguments: Sequence[dict[str, object]]) -> Callable[[], object]:
        made = [ToolCall(id="c", name=name, arguments=json.dumps(value)) for value in arguments]

        async def go() -> None:
            for call in made:
                await toolbox.run(call)

        return lambda: asyncio.run(go())

    async def hand_offs() -> None:
        for _ in queries:
            await workers.run(lambda: None)

    search, bare, fetch, sql, bare_sql, hand_off = alternate(
        [
            calls("web_search", [{"query": query} for query in queries]),
            lambda: [index.search(query, 10) for query in queries],
            calls("web_fetch", [{"url": url} for url in pages]),
            calls("run_sql", [{"sql": "SELECT 1", "description": "-"} for _ in queries]),
            lambda: [database.execute("SELECT 1") for _ in queries],
            lambda: asyncio.run(hand_offs()),
        ]
    )
    each = 1000 / len(queries)
    return [
        Row(what="web_search", value=f"{search * each:.3f} ms", ratio=f"{search / bare:.2f} of search"),
        Row(what="web_fetch", value=f"{fetch * 1000 / len(pages):.3f} ms"),
        Row(what="run_sql, SELECT 1", value=f"{sql * each:.3f} ms", ratio=f"{sql / bare_sql:.2f} of execute"),
        Row(what="hand-off to a thread and back", value=f"{hand_off * each:.3f} ms"),
    ]


def measure(pages: int, folder: Path) -> list[Row]:
    """Build a world, its snapshot and its index in a folder, and return all rows."""
    snapshot = build_snapshot(World(WorldConfig(pages=pages)).source(), folder / "snapshot")
    start = time.perf_counter()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    taken = cpu(lambda: LexicalIndex.build(snapshot, folder / "index"))
    wall = time.perf_counter() - start
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    index = LexicalIndex.open(folder / "index", snapshot)
    chunks = index._engine.chunks
    size = sum(path.stat().st_size for path in (folder / "index").rglob("*") if path.is_file())
    keywords, questions = keyword_queries(snapshot), question_queries(snapshot)
    return [
        Row(
            what=f"build, {pages} pages, {chunks} chunks",
            value=f"{chunks / taken:.0f} chunks a CPU-second",
            ratio=f"{chunks / wall:.0f} a second",
        ),
        Row(what="build: peak memory (before it)", value=f"{memory / 1024:.0f} MB ({before / 1024:.0f})"),
        Row(
            what="index on disk, texts to show included",
            value=f"{size / 1e6:.0f} MB",
            ratio=f"{size / chunks:.0f} bytes a chunk",
        ),
        *ranking(index, keywords, "keywords"),
        *ranking(index, questions, "question"),
        *stop_words(index, questions),
        *tools(index, snapshot, keywords, folder),
        *additions(index, snapshot, keywords),
        *(peers(index, snapshot, keywords) if pages <= 100_000 else []),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=100_000, help="pages of the generated world")
    with tempfile.TemporaryDirectory() as folder:
        rows = measure(parser.parse_args().pages, Path(folder))
    width = max(len(row.what) for row in rows)
    for row in rows:
        print(f"{row.what:{width}}  {row.value:28}  {row.ratio}")


if __name__ == "__main__":
    main()
