"""Compressed files as bounded streams of lines.

One opener for plain, gzip, bzip2, xz and zstd files. Whatever goes wrong inside a file (cut short, damaged, not the kind its name
says) becomes one InputError that names the file and the line reached; nothing is silently taken for the end of the file.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, cast

from isthmus.errors import InputError, StorageError

_PIECE = 1 << 18

MAGIC = {
    ".gz": b"\x1f\x8b",
    ".bz2": b"BZh",
    ".xz": b"\xfd7zXZ\x00",
    ".zst": b"\x28\xb5\x2f\xfd",
    ".dz": b"\x1f\x8b",
}
"""First bytes of each compressed form, by the ending of the file's name."""


class _ZstdFile(io.RawIOBase):
    """A zstd file that raises EOFError when its last frame is cut short (the library's reader ends silently)."""

    def __init__(self, path: Path) -> None:
        import zstandard

        self._file = path.open("rb")
        self._decompressor = zstandard.ZstdDecompressor()
        self._frame: Any = None
        self._ready = b""

    def readable(self) -> bool:
        return True

    def close(self) -> None:
        self._file.close()
        super().close()

    def readinto(self, buffer: Any) -> int:
        while not self._ready:
            unused = self._frame.unused_data if self._frame is not None and self._frame.eof else b""
            piece = unused or self._file.read(_PIECE)
            if not piece:
                if self._frame is not None and not self._frame.eof:
                    raise EOFError("cut short")
                return 0
            if self._frame is None or self._frame.eof:
                self._frame = self._decompressor.decompressobj()
            self._ready = self._frame.decompress(piece)
        size = min(len(buffer), len(self._ready))
        buffer[:size] = self._ready[:size]
        self._ready = self._ready[size:]
        return size


def open_bytes(path: Path) -> IO[bytes]:
    """Open a file for reading, decompressed according to its ending.

    Raises:
        InputError: when the path is missing, is a folder, or is not of the kind its ending says.
        StorageError: when the disk refuses.
    """
    try:
        magic = MAGIC.get(path.suffix)
        if magic is not None:
            with path.open("rb") as file:
                head = file.read(len(magic))
            if head != magic:
                raise InputError(
                    f"not a {path.suffix} file (it begins with {head!r})",
                    place=str(path),
                    fix="rename it to what it is, or fetch it again",
                )
        if path.suffix == ".zst":
            return io.BufferedReader(_ZstdFile(path), _PIECE)
        if path.suffix in (".gz", ".dz"):
            return cast(IO[bytes], gzip.open(path))
        if path.suffix == ".bz2":
            return cast(IO[bytes], bz2.open(path))
        return cast(IO[bytes], lzma.open(path)) if path.suffix == ".xz" else path.open("rb")
    except FileNotFoundError:
        raise InputError("no such file", place=str(path), fix="check the path") from None
    except IsADirectoryError:
        raise InputError("is a folder, not a file", place=str(path), fix="name a file in it") from None
    except OSError as error:
        raise StorageError(f"cannot read: {error.strerror or error}", place=str(path)) from None


class Place:
    """How far a file has been read, for messages."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.line = 0

    def __str__(self) -> str:
        return f"{self.path}:{self.line}" if self.line else str(self.path)


@contextmanager
def reading(place: Place) -> Iterator[None]:
    """Turn whatever a decompressor raises into one InputError at the place reached."""
    from zstandard import ZstdError

    again = "fetch or compress the file again"
    try:
        yield
    except EOFError:
        raise InputError("the file is cut short here", place=str(place), fix=again) from None
    except (lzma.LZMAError, zlib.error, ZstdError, gzip.BadGzipFile) as error:
        raise InputError(f"the file is damaged here ({error})", place=str(place), fix=again) from None
    except OSError as error:
        if error.errno is None:
            raise InputError(f"the file is damaged here ({error})", place=str(place), fix=again) from None
        raise StorageError(f"cannot read: {error.strerror}", place=str(place)) from None


def read_lines(path: Path, *, limit: int) -> Iterator[tuple[str, bytes | None]]:
    """Yield (`file:line`, line without its end) of a file; None for a line longer than `limit` bytes, which is not held.

    Raises:
        InputError: when the file is cut short or damaged, after the lines before.
    """
    place = Place(path)
    with open_bytes(path) as file, reading(place):
        while line := file.readline(limit + 1):
            place.line += 1
            if len(line) > limit and not line.endswith(b"\n"):
                while (rest := file.readline(_PIECE)) and not rest.endswith(b"\n"):
                    pass
                yield f"{path.name}:{place.line}", None
            else:
                yield f"{path.name}:{place.line}", line.rstrip(b"\r\n")
