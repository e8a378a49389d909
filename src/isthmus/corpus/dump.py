"""MediaWiki's XML export (`pages-articles.xml.bz2`), read as a stream by expat.

Only the fields needed of the page being read are held, so memory does not grow with the dump; a page beyond the limit is not held
either. A document type declaration is refused: an export has none, and entities are how small XML files become large.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.parsers import expat

from isthmus.corpus.files import Place, open_bytes, reading
from isthmus.corpus.marks import clear
from isthmus.corpus.readers import stem
from isthmus.corpus.source import EMPTY, MALFORMED, PAGE_LIMIT, TOO_LARGE, Item, fingerprint_path, rejection
from isthmus.corpus.titles import NAMESPACES, normalise
from isthmus.corpus.wikiscan import Namespaces
from isthmus.corpus.wikitext import parse_wikitext, redirect_of
from isthmus.errors import InputError
from isthmus.records import Redirect

_CHUNK = 1 << 16
_FIELDS = frozenset(("title", "ns", "text", "namespace"))
_FILE, _CATEGORY = "6", "14"
_TOO_LONG = "\x00too-long "


class MediaWikiDump:
    """Pages of the main namespace of a MediaWiki XML export, plain or compressed."""

    version = 1

    def __init__(self, path: Path, *, name: str = "", page_limit: int = PAGE_LIMIT) -> None:
        self.path = Path(path)
        self.name = name or stem(self.path)
        self.page_limit = page_limit
        self._namespaces = Namespaces()

    def items(self) -> Iterator[Item]:
        """Yield the pages in order."""
        for place, record in self.records():
            if (item := self.parse(place, record)) is not None:
                yield item

    def records(self) -> Iterator[tuple[str, str]]:
        """Yield (title, what the page is) in order: a redirect's target, or the wikitext."""
        place = Place(self.path)
        reader = _PageReader(self.path, self.page_limit)
        with open_bytes(self.path) as file, reading(place):
            while piece := file.read(_CHUNK):
                reader.feed(piece)
                place.line = reader.parser.CurrentLineNumber
                if reader.spaces:
                    self._namespaces = reader.namespaces()
                    reader.spaces.clear()
                yield from reader.take()
            reader.close()
        yield from reader.take()

    def parse(self, place: str, record: bytes | str) -> Item | None:
        """Return the page in a record."""
        assert isinstance(record, str)
        title = clear(place)
        target, _, wikitext = record.partition("\n")
        if target.startswith(_TOO_LONG):
            return rejection(title, TOO_LARGE, f"more than {target.removeprefix(_TOO_LONG)} characters")
        if not normalise(title):
            return rejection(place, MALFORMED, "the page has no title")
        if target:
            return Redirect(source=normalise(title), target=normalise(target))
        if (redirect := redirect_of(title, wikitext)) is not None:
            return redirect
        document = parse_wikitext(title, wikitext, namespaces=self._namespaces)
        return document if document.text else rejection(title, EMPTY)

    def fingerprint(self) -> str:
        """Return an id of the file and this reader."""
        return fingerprint_path(self.path, f"mediawiki-dump/{self.version}")


class _PageReader:
    """Expat handlers that collect the pages of an export."""

    def __init__(self, path: Path, limit: int) -> None:
        self._path, self._limit = path, limit
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.buffer_size = _CHUNK
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.spaces: dict[str, str] = {}
        """Names of namespaces by number, as the export's head gives them."""
        self._begun = False
        self._field = ""
        self._key = ""
        self._values: dict[str, list[str]] = {}
        self._size = 0
        self._redirect = ""
        self._pages: list[tuple[str, str]] = []

    def feed(self, piece: bytes) -> None:
        """Take some bytes of the file."""
        self._parse(piece, False)

    def close(self) -> None:
        """Take the end of the file."""
        self._parse(b"", True)

    def take(self) -> list[tuple[str, str]]:
        """Return the pages finished since the last call."""
        pages, self._pages = self._pages, []
        return pages

    def namespaces(self) -> Namespaces:
        """Return the namespaces of the wiki, its own names and the English ones."""
        usual = Namespaces()
        names = {number: name.lower() for number, name in self.spaces.items() if name}
        files = {name for number, name in names.items() if number == _FILE}
        categories = {name for number, name in names.items() if number == _CATEGORY}
        return Namespaces(
            usual.files | files, usual.categories | categories, NAMESPACES | set(names.values())
        )

    def _parse(self, piece: bytes, last: bool) -> None:
        try:
            self.parser.Parse(piece, last)
        except expat.ExpatError as error:
            place = f"{self._path}:{error.lineno}"
            problem = expat.errors.messages[error.code]
            if not self._begun:
                raise InputError(
                    f"not XML ({problem})", place=place, fix="give a MediaWiki XML export"
                ) from None
            raise InputError(
                f"the XML is broken here ({problem})", place=place, fix="fetch the file again"
            ) from None

    def _doctype(self, *_: Any) -> None:
        raise InputError(
            "has a document type declaration, which no export has",
            place=f"{self._path}:{self.parser.CurrentLineNumber}",
            fix="give a MediaWiki XML export",
        )

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        if not self._begun:
            if tag != "mediawiki":
                raise InputError(
                    f"the root is <{tag}>, not <mediawiki>",
                    place=str(self._path),
                    fix="give a MediaWiki XML export",
                )
            self._begun = True
        if tag == "page":
            self._values, self._redirect, self._size = {}, "", 0
        elif tag == "redirect":
            self._redirect = attributes.get("title", "")
        self._field = tag if tag in _FIELDS else ""
        self._key = attributes.get("key", "")
        if tag == "text":
            # Of several revisions the last counts.
            self._values.pop("text", None)
            self._size = 0

    def _text(self, text: str) -> None:
        if not self._field:
            return
        if self._field == "text":
            self._size += len(text)
            if self._size > self._limit:
                self._values.pop("text", None)
                return
        self._values.setdefault(self._field, []).append(text)

    def _end(self, tag: str) -> None:
        self._field = ""
        if tag == "namespace":
            self.spaces[self._key] = "".join(self._values.pop("namespace", ()))
        elif tag == "page" and "".join(self._values.get("ns", ("0",))) == "0":
            title = " ".join("".join(self._values.get("title", ())).split())
            target = (
                f"{_TOO_LONG}{self._limit:,}"
                if self._size > self._limit
                else self._redirect.replace("\n", " ")
            )
            self._pages.append((title, f"{target}\n{''.join(self._values.get('text', ()))}"))
