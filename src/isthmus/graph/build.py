"""Building an evidence graph from a snapshot, in bounded memory and two readings of the documents.

Workers write chunks of arrays; this process joins them. Titles meet as 64-bit hashes of their normal form; strings are kept
once, in the order of their first use. The folder is written under another name and takes its own when whole, so a graph that
can be opened is complete. Equal snapshots, settings and versions give equal bytes, whatever the number of workers.
"""

from __future__ import annotations

import multiprocessing
import shutil
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path

from isthmus.corpus.snapshot import Snapshot
from isthmus.errors import InfrastructureError
from isthmus.graph.claims import CLAIMS_VERSION, extract_claims
from isthmus.graph.join import Joiner
from isthmus.graph.scan import CHUNK, Extract, Reading, read_names, read_texts
from isthmus.graph.store import FORMAT, MANIFEST, EvidenceGraph
from isthmus.graph.values import VALUES_VERSION
from isthmus.graph.words import WORDS_VERSION
from isthmus.ids import content_id
from isthmus.records import write_json
from isthmus.runs.folder import refusals
from isthmus.runs.whole import whole_folder

_IN_PROCESS = 400
"""Documents read without starting workers."""
_JOB_CHUNKS = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphSettings:
    """What may be chosen about a graph."""

    anchors: bool = True
    """Whether a link's text is a name of its target, when used for it at least twice and in a tenth of its uses."""


def build_graph(
    snapshot: Snapshot,
    folder: Path,
    *,
    progress: Callable[[int], None] | None = None,
    workers: int = 2,
    settings: GraphSettings | None = None,
    extract: Extract = extract_claims,
) -> EvidenceGraph:
    """Build the graph of a snapshot in a folder, whole or not at all, and open it.

    Args:
        snapshot: Corpus to read.
        folder: Where the graph is to be; an older graph there is replaced.
        progress: Called with the number of documents done so far.
        workers: Processes that read; the result is the same for any number.
        settings: Choices; the defaults when None.
        extract: Maker of claims, a function of a module.

    Raises:
        InputError: when the folder holds something else.
        StorageError: when the disk refuses.
    """
    settings = settings or GraphSettings()
    folder = Path(folder).absolute()
    with (
        refusals(folder),
        whole_folder(folder, is_ours=lambda f: (f / MANIFEST).is_file(), what="a graph") as temporary,
    ):
        parts = temporary / "parts"
        parts.mkdir()
        reading = Reading(snapshot=snapshot, folder=parts, extract=extract, anchors=settings.anchors)
        half = _Halves(progress, len(snapshot))
        _in_processes(read_names, reading, workers, half)
        joiner = Joiner(snapshot, parts, temporary)
        joiner.join_names()
        _in_processes(read_texts, reading, workers, half)
        joiner.join_texts()
        shutil.rmtree(parts)
        manifest = {
            "format": FORMAT,
            "id": graph_id(snapshot.id, settings, extract),
            "snapshot": snapshot.id,
            "settings": {"anchors": settings.anchors},
            **joiner.summary(),
            "files": {path.name: path.stat().st_size for path in sorted(temporary.glob("*.npy"))},
        }
        write_json(temporary / MANIFEST, manifest)
    return EvidenceGraph.open(folder, snapshot)


def graph_id(snapshot_id: str, settings: GraphSettings, extract: Extract = extract_claims) -> str:
    """Return the id of the graph of a snapshot: of what goes in, never of the bytes."""
    versions = [
        FORMAT,
        WORDS_VERSION,
        VALUES_VERSION,
        CLAIMS_VERSION,
        f"{extract.__module__}.{extract.__qualname__}",
    ]
    return content_id([snapshot_id, versions, settings.anchors], prefix="g")


class _Halves:
    """Tells progress over both readings as a number of documents."""

    def __init__(self, progress: Callable[[int], None] | None, documents: int) -> None:
        self._progress, self._documents, self._read = progress, documents, 0

    def add(self, documents: int) -> None:
        self._read += documents
        if self._progress is not None:
            self._progress(min(self._documents, self._read // 2))


def _in_processes(
    read: Callable[[Reading, range], int], reading: Reading, workers: int, half: _Halves
) -> None:
    """Run one reading over all chunks."""
    documents = len(reading.snapshot)
    chunks = -(-documents // CHUNK)
    size = max(1, min(_JOB_CHUNKS, chunks // (4 * max(workers, 1))))
    jobs = [range(first, min(first + size, chunks)) for first in range(0, chunks, size)]
    if workers <= 1 or documents <= _IN_PROCESS:
        for job in jobs:
            half.add(read(reading, job))
        return
    # Forked workers need no import of the caller's main module, so a plain script can build a graph.
    methods = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("fork" if "fork" in methods else None)
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        try:
            for count in pool.map(read, [reading] * len(jobs), jobs):
                half.add(count)
        except BrokenProcessPool:
            raise InfrastructureError(
                "a worker process was killed while reading documents (out of memory?); use fewer workers"
            ) from None
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
