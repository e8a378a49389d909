"""Reading zstd archives so that a cut one is noticed: the library's own reader takes the cut for the end of the file."""

from __future__ import annotations

import io
from pathlib import Path
from typing import IO, Any

import zstandard

from isthmus.errors import RecordError

PIECE = 1 << 17
"""Compressed bytes read at once."""


def open_archive(path: Path) -> IO[str]:
    """Open a text file in a zstd archive of one frame or more.

    Raises:
        RecordError: while reading, when the archive is damaged or cut off.
    """
    return io.TextIOWrapper(io.BufferedReader(_Archive(path)), encoding="utf-8", newline="\n")


class _Archive(io.RawIOBase):
    """The bytes inside an archive."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = path.open("rb")
        self._frame: Any = None
        self._packed = b""
        self._ready = memoryview(b"")

    def readable(self) -> bool:
        return True

    def close(self) -> None:
        self._file.close()
        super().close()

    def readinto(self, buffer: Any) -> int:
        while not self._ready:
            self._packed = self._packed or self._file.read(PIECE)
            if not self._packed:
                if self._frame is not None:
                    raise RecordError(
                        "the archive is cut off", place=str(self._path), fix="copy it or make it again"
                    )
                return 0
            self._ready = memoryview(self._unpack())
        count = min(len(buffer), len(self._ready))
        buffer[:count] = self._ready[:count]
        self._ready = self._ready[count:]
        return count

    def _unpack(self) -> bytes:
        if self._frame is None:
            self._frame = zstandard.ZstdDecompressor().decompressobj()
        try:
            data: bytes = self._frame.decompress(self._packed)
        except zstandard.ZstdError:
            raise RecordError(
                "no zstd archive, or a damaged one", place=str(self._path), fix="copy it or make it again"
            ) from None
        self._packed = b""
        if self._frame.eof:
            self._packed, self._frame = self._frame.unused_data, None
        return data
