"""Packing a source's items, in several processes where the source allows, always in reading order.

The parent reads raw records and keeps a bounded number of batches in flight; workers parse and pack. Small inputs are done in
the parent, since starting processes costs more than they save.
"""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from isthmus.corpus.encoding import Packed, Packer
from isthmus.corpus.source import MALFORMED, Item, RecordSource, Source, rejection
from isthmus.corpus.titles import normalise
from isthmus.errors import InfrastructureError
from isthmus.records import Document, Redirect, Rejection

Raw = tuple[str, bytes | str]
"""A place and a raw record."""
Stored = Packed | Redirect | Rejection
"""What a writer takes."""

_BATCH_RECORDS, _BATCH_SIZE = 64, 1 << 20
_INLINE_SIZE = 4 << 20
"""Characters or bytes of records parsed in the parent before workers are started."""
_IN_FLIGHT = 3
"""Batches in flight for each worker."""


def packed_items(source: Source, workers: int) -> Generator[Stored, None, None]:
    """Yield a source's items packed, in reading order."""
    if not isinstance(source, RecordSource):
        yield from _pack(source.items())
        return
    batches = _batches(source.records())
    size = 0
    for batch in batches:
        yield from parse_batch(source, batch)
        size += sum(len(record) for _, record in batch)
        if workers > 1 and size > _INLINE_SIZE:
            break
    else:
        return
    yield from _in_processes(source, batches, workers)


def parse_batch(source: RecordSource, batch: Sequence[Raw]) -> list[Stored]:
    """Return the packed items of some records; runs in a worker."""
    return list(_pack(item for place, record in batch if (item := source.parse(place, record)) is not None))


def _pack(items: Iterable[Item]) -> Iterator[Stored]:
    packer = Packer()
    for item in items:
        if isinstance(item, Document):
            key = normalise(item.title)
            yield packer.pack(item, key) if key else rejection(item.title, MALFORMED, "the title is empty")
        else:
            yield item


def _batches(records: Iterator[Raw]) -> Iterator[list[Raw]]:
    batch: list[Raw] = []
    size = 0
    for raw in records:
        batch.append(raw)
        size += len(raw[1])
        if len(batch) >= _BATCH_RECORDS or size >= _BATCH_SIZE:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _in_processes(source: RecordSource, batches: Iterator[list[Raw]], workers: int) -> Iterator[Stored]:
    # Forked workers need no import of the caller's main module, so a plain script can build a snapshot.
    methods = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("fork" if "fork" in methods else None)
    waiting: deque[Future[list[Stored]]] = deque()
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        try:
            for batch in batches:
                waiting.append(pool.submit(parse_batch, source, batch))
                if len(waiting) >= workers * _IN_FLIGHT:
                    yield from waiting.popleft().result()
            while waiting:
                yield from waiting.popleft().result()
        except BrokenProcessPool:
            raise InfrastructureError(
                "a worker process was killed while parsing (out of memory?); use fewer workers or a smaller page limit"
            ) from None
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
