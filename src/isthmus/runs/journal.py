"""Work in progress as lines: a record is written when it is done, and a broken end is cut off.

A line is a head, a tab, and the records that came of one key, as they will stand in the output files:

    {"key":"000012","sizes":{"tasks":[812],"rejected":[]}}<TAB>{"id":"t1f..."...}

A key is done when its line is whole. `finish` writes each output file sorted by key, so neither the order of work nor the
number of workers nor a kill in between can be seen in the result. Only keys and offsets are held in memory.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType

from isthmus.errors import RecordError, StorageError
from isthmus.records import dump


class RecordJournal:
    """An append-only file of keyed records that survives a kill at any byte."""

    def __init__(self, path: Path, *, sync: bool = False) -> None:
        """Open or go on with a journal.

        Args:
            path: the journal's file; made when missing.
            sync: also ask the disk to keep each line (`fsync`), for machines that may lose power. A killed process loses
                nothing without it.
        """
        self.path = path
        self._sync = sync
        self._places: dict[str, tuple[int, int]] = {}
        try:
            self._file = path.open("a+b", buffering=0)
        except OSError as error:
            raise _refused(path, error) from None
        self._end = self._recover()

    def __enter__(self) -> RecordJournal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def done(self) -> frozenset[str]:
        """Return the keys whose lines are whole."""
        return frozenset(self._places)

    def __contains__(self, key: str) -> bool:
        return key in self._places

    def __len__(self) -> int:
        return len(self._places)

    def append(self, key: str, records: Mapping[str, Sequence[object]]) -> None:
        """Write what came of one key, and count it as done.

        Args:
            key: not done before.
            records: the records, by the name of the output file (without `.jsonl`) they go to; may be empty.

        Raises:
            StorageError: when the disk refuses; the journal stays good up to the record before.
        """
        if key in self._places:
            raise ValueError(f"{key!r} is already in {self.path}")
        bodies = {name: [dump(record).encode() for record in group] for name, group in records.items()}
        sizes = {name: [len(body) for body in group] for name, group in bodies.items()}
        head = json.dumps({"key": key, "sizes": sizes}, separators=(",", ":")).encode()
        line = b"".join([head, b"\t", *(body for group in bodies.values() for body in group), b"\n"])
        try:
            _write_all(self._file.fileno(), line)
            if self._sync:
                os.fsync(self._file.fileno())
        except OSError as error:
            self._cut(self._end)
            raise _refused(self.path, error) from None
        self._places[key] = (self._end, len(line))
        self._end += len(line)

    def read(self, key: str) -> dict[str, list[bytes]]:
        """Return the records of a done key, each as its JSON bytes, by output name."""
        start, length = self._places[key]
        head, _, body = os.pread(self._file.fileno(), length, start).partition(b"\t")
        result: dict[str, list[bytes]] = {}
        position = 0
        for name, sizes in json.loads(head)["sizes"].items():
            result[name] = []
            for size in sizes:
                result[name].append(body[position : position + size])
                position += size
        return result

    def finish(self, folder: Path, names: Iterable[str]) -> dict[str, int]:
        """Write `<name>.jsonl` into the folder for each name, sorted by key, whole or not at all; return how many of each.

        The journal itself stays until `remove`, so that a kill between here and the manifest loses nothing.
        """
        counts = dict.fromkeys(names, 0)
        partial = {name: folder / f".{name}.jsonl.partial" for name in counts}
        try:
            files = {name: path.open("wb") for name, path in partial.items()}
            try:
                for key in sorted(self._places):
                    for name, group in self.read(key).items():
                        files[name].writelines(body + b"\n" for body in group)
                        counts[name] += len(group)
            finally:
                for file in files.values():
                    file.close()
            for name, path in partial.items():
                os.replace(path, folder / f"{name}.jsonl")
        except OSError as error:
            for path in partial.values():
                path.unlink(missing_ok=True)
            raise _refused(folder, error) from None
        return counts

    def remove(self) -> None:
        """Close and delete the journal; what it held is in the finished files."""
        self.close()
        self.path.unlink(missing_ok=True)

    def close(self) -> None:
        """Close the file; lines already written stay."""
        self._file.close()

    def _recover(self) -> int:
        """Read the lines there are, cut a last line without its end, and return the length of what is good."""
        end = 0
        for number, line in enumerate(self._lines(), start=1):
            if not line.endswith(b"\n"):
                self._cut(end)
                break
            self._places[self._key_of(line, number)] = (end, len(line))
            end += len(line)
        return end

    def _key_of(self, line: bytes, number: int) -> str:
        """Return the key of a whole line, after checking that the line is as long as it says."""
        head, _, body = line.partition(b"\t")
        try:
            value = json.loads(head)
            if sum(sum(sizes) for sizes in value["sizes"].values()) == len(body) - 1:
                return str(value["key"])
        except (ValueError, KeyError, TypeError, AttributeError):
            pass
        raise RecordError(
            "not a line of a journal",
            place=f"{self.path}:{number}",
            fix="delete the file to begin this stage again",
        )

    def _lines(self) -> Iterator[bytes]:
        with self.path.open("rb") as file:
            yield from file

    def _cut(self, length: int) -> None:
        try:
            os.ftruncate(self._file.fileno(), length)
        except OSError as error:
            raise _refused(self.path, error) from None


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def _refused(path: Path, error: OSError) -> StorageError:
    return StorageError(
        f"cannot write: {error.strerror or error}",
        place=str(path),
        fix="make room or name another folder with --out",
    )
