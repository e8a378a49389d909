"""Arrays on disk: strings as one block of bytes, and postings (key -> sorted documents) as CSR.

Everything that grows with the corpus is a numpy file that is mapped into memory, never read whole. Postings are
made by counting, from chunks that cover consecutive ranges of documents: two passes over the chunks, no sort of the
whole, so memory stays that of the offsets. Bytes depend on the chunks' contents and order only.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Documents = npt.NDArray[np.int32]
Hashes = npt.NDArray[np.uint64]
Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Pairs = Callable[[], Iterable[tuple[npt.NDArray[Any], Documents]]]
"""Gives the chunks of (dense keys ascending, documents ascending within a key), anew at each call."""

_BLOCK = 1 << 16


def save(folder: Path, name: str, array: npt.NDArray[Any]) -> None:
    """Write an array as `name.npy`."""
    np.save(folder / f"{name}.npy", array, allow_pickle=False)


def load(folder: Path, name: str) -> npt.NDArray[Any]:
    """Map an array into memory, read-only."""
    array: npt.NDArray[Any] = np.load(folder / f"{name}.npy", mmap_mode="r", allow_pickle=False)
    # A plain view is several times quicker to slice than a memmap object, and keeps the mapping alive.
    return np.asarray(array)


def create(folder: Path, name: str, dtype: npt.DTypeLike, length: int) -> npt.NDArray[Any]:
    """Return a new array that is written to `name.npy` as it is filled."""
    if length == 0:
        save(folder, name, np.empty(0, dtype))
        return np.empty(0, dtype)
    path = folder / f"{name}.npy"
    mapped = np.lib.format.open_memmap(path, mode="w+", dtype=np.dtype(dtype), shape=(length,))
    if hasattr(os, "posix_fallocate"):
        # Without room set aside, a full disk would end the process by a signal at the first write.
        with path.open("r+b") as file:
            os.posix_fallocate(file.fileno(), 0, path.stat().st_size)
    return mapped


def offsets_of(counts: npt.NDArray[Any]) -> Ints:
    """Return where each of consecutive runs begins, and where the last ends."""
    offsets = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=offsets[1:])
    return offsets


def spans(starts: npt.NDArray[Any], lengths: npt.NDArray[Any]) -> Ints:
    """Return the indices start..start+length-1 of every span, one after the other."""
    ends = np.cumsum(lengths, dtype=np.int64)
    total = int(ends[-1]) if len(ends) else 0
    shifts: Ints = np.repeat(starts - (ends - lengths), lengths)
    return shifts + np.arange(total, dtype=np.int64)


class Strings:
    """Strings by number, stored as UTF-8 one after the other."""

    def __init__(self, data: Bytes, offsets: Ints) -> None:
        self.data, self.offsets = data, offsets

    @classmethod
    def of(cls, strings: Iterable[str]) -> Strings:
        """Return the strings packed."""
        encoded = [string.encode("utf-8", "surrogatepass") for string in strings]
        lengths = np.fromiter(map(len, encoded), np.int64, len(encoded))
        return cls(np.frombuffer(b"".join(encoded), np.uint8), offsets_of(lengths))

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, number: int) -> str:
        return (
            self.data[self.offsets[number] : self.offsets[number + 1]]
            .tobytes()
            .decode("utf-8", "surrogatepass")
        )

    def __iter__(self) -> Iterator[str]:
        for number in range(len(self)):
            yield self[number]

    def take(self, numbers: Ints) -> Strings:
        """Return the strings of some numbers, in that order."""
        lengths = self.offsets[numbers + 1] - self.offsets[numbers]
        data = np.empty(int(lengths.sum()), np.uint8)
        offsets = offsets_of(lengths)
        for begin in range(0, len(numbers), _BLOCK):
            end = min(begin + _BLOCK, len(numbers))
            data[offsets[begin] : offsets[end]] = self.data[
                spans(self.offsets[numbers[begin:end]], lengths[begin:end])
            ]
        return Strings(data, offsets)


def joined(parts: Iterable[Strings]) -> Strings:
    """Return several lists of strings as one."""
    kept = list(parts)
    if not kept:
        return Strings.of([])
    lengths = np.concatenate([np.diff(part.offsets) for part in kept])
    return Strings(np.concatenate([part.data for part in kept]), offsets_of(lengths))


def runs(ascending: npt.NDArray[Any]) -> tuple[Ints, Ints]:
    """Return where each run of equal values begins in an ascending array, and how long it is."""
    if not len(ascending):
        return np.empty(0, np.int64), np.empty(0, np.int64)
    starts = np.concatenate([[0], np.flatnonzero(ascending[1:] != ascending[:-1]) + 1]).astype(np.int64)
    return starts, np.diff(starts, append=len(ascending))


def write_postings(folder: Path, name: str, keys: int, pairs: Pairs) -> None:
    """Write `name.offsets` and `name.documents`: for each key 0..keys-1 its documents, ascending.

    A document that comes twice for a key in one chunk must come once; chunks must follow each other in document order.
    """
    counts = np.zeros(keys, np.int64)
    for found, _ in pairs():
        starts, lengths = runs(found)
        counts[found[starts]] += lengths
    offsets = offsets_of(counts)
    save(folder, f"{name}.offsets", offsets)
    documents = create(folder, f"{name}.documents", np.int32, int(offsets[-1]))
    cursor = offsets[:-1].copy()
    for found, values in pairs():
        starts, lengths = runs(found)
        distinct = found[starts]
        documents[np.repeat(cursor[distinct] - starts, lengths) + np.arange(len(found))] = values
        cursor[distinct] += lengths


class Postings:
    """Documents by dense key, mapped into memory."""

    def __init__(self, folder: Path, name: str) -> None:
        self.offsets: Ints = load(folder, f"{name}.offsets")
        self.documents: Documents = load(folder, f"{name}.documents")

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def of(self, key: int) -> Documents:
        """Return the documents of a key, ascending."""
        return self.documents[self.offsets[key] : self.offsets[key + 1]]

    def between(self, low: int, high: int) -> Documents:
        """Return the documents of the keys low..high-1, one list after the other."""
        return self.documents[self.offsets[low] : self.offsets[high]]
