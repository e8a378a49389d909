"""Folders of pages that link to each other by path.

The titles of all files are read first, so that a link to a file becomes a link to its title. A file's page comes from what is in
it; its address is made by the snapshot.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from urllib.parse import unquote, urlsplit

from isthmus.corpus.source import EMPTY, INVALID_UTF8, TOO_LARGE, Item, rejection
from isthmus.errors import InputError, StorageError
from isthmus.records import Document, Rejection

LinkTarget = Callable[[str], str]
"""Title that a link's address leads to, or nothing for one out of the folder."""


class PageFolder:
    """The files of a folder with certain endings, in order of path."""

    def __init__(self, path: Path, endings: Sequence[str], page_limit: int) -> None:
        self.path, self._endings, self._limit = path, tuple(endings), page_limit

    def files(self) -> list[str]:
        """Return the paths of the files, relative to the folder, in order.

        Raises:
            InputError: when there is no such folder or no such file in it.
        """
        if not self.path.is_dir():
            problem = "is a file, not a folder" if self.path.exists() else "no such folder"
            raise InputError(problem, place=str(self.path), fix="name a folder of pages")
        found = sorted(
            item.relative_to(self.path).as_posix()
            for item in self.path.rglob("*")
            if item.suffix.lower() in self._endings and item.is_file()
        )
        if not found:
            raise InputError(
                f"no {' or '.join(self._endings)} file in the folder",
                place=str(self.path),
                fix="name another folder",
            )
        return found

    def items(
        self, title_of: Callable[[str, str], str], parse: Callable[[str, str, LinkTarget], Document]
    ) -> Iterator[Item]:
        """Yield the pages.

        Args:
            title_of: Title of a page from its path and text.
            parse: Document from title, text, and the function that tells where a link leads.
        """
        files = self.files()
        titles: dict[str, str] = {}
        for name in files:
            text = self._read(name)
            if isinstance(text, str):
                titles[name] = title_of(name, text)
        for name in files:
            text = self._read(name)
            if isinstance(text, Rejection):
                yield text
                continue
            document = parse(titles[name], text, partial(self._target, titles, name))
            yield document if document.text else rejection(name, EMPTY)

    def _target(self, titles: dict[str, str], name: str, address: str) -> str:
        try:
            parts = urlsplit(address.strip())
        except ValueError:
            return ""
        if parts.scheme or parts.netloc or not parts.path:
            return ""
        path = unquote(parts.path)
        path = posixpath.normpath(
            posixpath.join(posixpath.dirname(name), path) if path[0] != "/" else path.lstrip("/")
        )
        endings = ("", *self._endings, *(f"/index{ending}" for ending in self._endings))
        return next((titles[path + ending] for ending in endings if path + ending in titles), "")

    def _read(self, name: str) -> str | Rejection:
        path = self.path / name
        try:
            if path.stat().st_size > self._limit:
                return rejection(
                    name, TOO_LARGE, f"{path.stat().st_size:,} bytes; the limit is {self._limit:,}"
                )
            return path.read_bytes().decode("utf-8-sig")
        except UnicodeDecodeError as error:
            return rejection(name, INVALID_UTF8, f"{error.reason} at byte {error.start}")
        except OSError as error:
            raise StorageError(f"cannot read: {error.strerror or error}", place=str(path)) from None


def title_from_path(name: str) -> str:
    """Return a title made from a file's path: `guide/first-steps.md` -> `First steps`; an index has its folder's."""
    path = Path(name)
    words = path.parent.name if path.stem.lower() in ("index", "readme") and path.parent.name else path.stem
    words = " ".join(words.replace("_", " ").replace("-", " ").split()) or words
    return words[:1].upper() + words[1:]
