"""Builds the folder of a lexical index from a snapshot.

    manifest.json   written last: ids, settings, counts; a folder without it is not an index
    engine/         the engine's files: terms, positions, and each chunk's text, title and url
    ids.bin, ids.npy  document ids by number

Everything is written to a hidden folder beside and renamed when whole, so a build that was killed leaves nothing that opens.
One writer thread and documents in the snapshot's order: the same snapshot gives the same chunks in the same order.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from isthmus.errors import StorageError
from isthmus.ids import content_id, digest
from isthmus.records import read_json, write_json
from isthmus.retrieval.analysis import ANALYZER, STOP_WORDS, make_splitter, prepare
from isthmus.retrieval.chunks import CHUNK_SIZE, chunk_spans
from isthmus.retrieval.plan import COMMON_FLOOR, COMMON_FRACTION, TITLE_WEIGHT
from isthmus.runs.folder import refusals
from isthmus.runs.whole import whole_folder

if TYPE_CHECKING:
    import tantivy

    from isthmus.corpus.snapshot import Snapshot
    from isthmus.records import Document

KIND = "lexical-index"
VERSION = 1
"""Version of the folder's layout and of the ranking; a change of either changes it."""
SPLITTER = "isthmus"
"""Name the word splitter is registered under in the engine."""
WRITER_BYTES = 512_000_000
"""Memory the engine may fill before it writes a segment; it takes what it needs, about 0.5 kB a chunk."""
_ENCODER = json.JSONEncoder(ensure_ascii=False, check_circular=False)
PROGRESS_EVERY = 256
"""Documents between two calls of the progress function."""


def settings() -> dict[str, object]:
    """Return everything besides the snapshot that decides what a query finds."""
    return {
        "version": VERSION,
        "analyzer": ANALYZER,
        "stop_words": digest(*sorted(STOP_WORDS)),
        "chunk_size": CHUNK_SIZE,
        "title_weight": TITLE_WEIGHT,
        "common_fraction": COMMON_FRACTION,
        "common_floor": COMMON_FLOOR,
    }


def index_id(snapshot_id: str) -> str:
    """Return the id of the index of a snapshot under the present settings."""
    return content_id({"snapshot": snapshot_id, "settings": settings()}, prefix="x")


def make_schema() -> Any:
    """Return the engine's schema: two searched fields, the document's number, and what a hit shows."""
    from tantivy import SchemaBuilder

    builder = SchemaBuilder()
    builder.add_text_field("body", tokenizer_name=SPLITTER)
    builder.add_text_field("title", tokenizer_name=SPLITTER)
    # Signed on purpose: terms of unsigned fields are silently missed by some calls of the Python binding (0.27).
    builder.add_integer_field("number", indexed=True, fast=True)
    builder.add_bytes_field("shown", stored=True)
    return builder.build()


def build_index(snapshot: Snapshot, folder: Path, *, progress: Callable[[int], None] | None = None) -> None:
    """Write the index of a snapshot to a folder, replacing an index that is there.

    Raises:
        InputError: when the folder holds something else.
        StorageError: when the disk refuses.
    """
    folder = Path(folder).absolute()
    with refusals(folder), whole_folder(folder, is_ours=_is_index, what="a search index") as partial:
        (partial / "engine").mkdir()
        chunks = _write_engine(snapshot, partial, progress)
        manifest = {
            "kind": KIND,
            "id": index_id(snapshot.id),
            "snapshot_id": snapshot.id,
            "settings": settings(),
            "documents": len(snapshot),
            "chunks": chunks,
        }
        write_json(partial / "manifest.json", manifest)


def _is_index(folder: Path) -> bool:
    manifest = folder / "manifest.json"
    return manifest.is_file() and read_json(manifest).get("kind") == KIND


def _write_engine(snapshot: Snapshot, folder: Path, progress: Callable[[int], None] | None) -> int:
    from tantivy import Index

    index = Index(make_schema(), path=str(folder / "engine"))
    index.register_tokenizer(SPLITTER, make_splitter())
    writer = _refusing(lambda: index.writer(WRITER_BYTES, 1), folder)
    try:
        chunks = _write_documents(writer, snapshot, folder, progress)
        _refusing(writer.commit, folder)
    finally:
        # Its threads would else go on writing into a folder that is being removed.
        _refusing(writer.wait_merging_threads, folder)
    return chunks


def _write_documents(
    writer: tantivy.IndexWriter, snapshot: Snapshot, folder: Path, progress: Callable[[int], None] | None
) -> int:
    chunks = 0
    offsets = [0]
    with (folder / "ids.bin").open("wb") as ids:
        for number, document in enumerate(snapshot.documents()):
            offsets.append(offsets[-1] + ids.write(document.id.encode("utf-8", "surrogatepass")))
            chunks += _add(writer, number, document, folder)
            if progress is not None and number % PROGRESS_EVERY == PROGRESS_EVERY - 1:
                progress(number + 1)
    np.save(folder / "ids.npy", np.array(offsets, dtype=np.int64))
    if progress is not None:
        progress(len(offsets) - 1)
    return chunks


def _add(writer: tantivy.IndexWriter, number: int, document: Document, folder: Path) -> int:
    from tantivy import Document as Entry

    title = prepare(document.title)
    count = 0
    # A page without text can still be found by its title.
    for start, end in list(chunk_spans(document.text, document.body_start)) or [(0, 0)]:
        text = document.text[start:end]
        entry = Entry()
        entry.add_text("body", prepare(text))
        entry.add_text("title", title)
        entry.add_integer("number", number)
        entry.add_bytes("shown", pack(document, start, end))
        _refusing(lambda entry=entry: writer.add_document(entry), folder)  # type: ignore[misc]
        count += 1
    return count


def pack(document: Document, start: int, end: int) -> bytes:
    """Return what a hit on a chunk shows, as stored with the chunk."""
    shown = [document.id, document.title, document.url, start, end, document.text[start:end]]
    return _ENCODER.encode(shown).encode("utf-8", "surrogatepass")


def _refusing(step: Callable[[], Any], folder: Path) -> Any:
    """Run a step of the engine, whose errors of every kind are ValueErrors, and name the disk as what it most likely is."""
    try:
        return step()
    except ValueError as error:
        raise StorageError(
            f"the search engine cannot write: {error}",
            place=str(folder),
            fix="free space or choose another folder",
        ) from None
