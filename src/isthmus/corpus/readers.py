"""JSONL readers: a page a line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from isthmus.corpus import schools
from isthmus.corpus.anchors import find_links
from isthmus.corpus.attributes import Lines
from isthmus.corpus.classify import classify
from isthmus.corpus.files import read_lines
from isthmus.corpus.marks import Marked, clear
from isthmus.corpus.source import (
    EMPTY,
    INVALID_UTF8,
    MALFORMED,
    PAGE_LIMIT,
    TOO_LARGE,
    Item,
    fingerprint_path,
    rejection,
)
from isthmus.corpus.wikitext import parse_wikitext, redirect_of
from isthmus.records import Rejection

_LINE_FACTOR = 6
"""Bytes a character takes at most in a JSON line (`\\u00e9`)."""


class JsonLines:
    """Reads the lines of a JSONL file; what is in a line is the business of the reader that has it."""

    def __init__(self, path: Path, page_limit: int) -> None:
        self.path, self.page_limit = path, page_limit

    def records(self) -> Iterator[tuple[str, bytes]]:
        """Yield (place, line); a line too long to hold a page is yielded empty and rejected when parsed."""
        for place, line in read_lines(self.path, limit=self.page_limit * _LINE_FACTOR + 100_000):
            if line is None:
                yield place, _TOO_LONG
            elif line.strip():
                yield place, line

    def load(self, place: str, line: bytes, text_key: str) -> dict[str, Any] | Rejection:
        """Return the object in a line, with a title and a text that are strings, or why there is none."""
        if line is _TOO_LONG or line == _TOO_LONG:
            return rejection(place, TOO_LARGE, f"more than {self.page_limit:,} characters")
        try:
            value = json.loads(line.decode("utf-8"))
        except UnicodeDecodeError as error:
            return rejection(place, INVALID_UTF8, f"{error.reason} at byte {error.start}")
        except (ValueError, RecursionError) as error:
            return rejection(place, MALFORMED, f"not JSON: {error}")
        if not isinstance(value, dict):
            return rejection(place, MALFORMED, "not a JSON object")
        for key in ("title", text_key):
            if not isinstance(value.get(key), str):
                return rejection(place, MALFORMED, f"{key!r} is missing or not a string")
        if not value["title"].strip():
            return rejection(place, MALFORMED, "'title' is empty")
        if len(value[text_key]) > self.page_limit:
            return rejection(
                value["title"].strip(),
                TOO_LARGE,
                f"{len(value[text_key]):,} characters; the limit is {self.page_limit:,}",
            )
        return value


_TOO_LONG = b"\x00too-long"


class WikitextJsonl:
    """Pages of wikitext, one JSON object a line: `title`, `wikitext`, and `url` if there is one; other keys are passed over."""

    version = 1

    def __init__(self, path: Path, *, name: str = "", page_limit: int = PAGE_LIMIT) -> None:
        self.path = Path(path)
        self.name = name or stem(self.path)
        self._lines = JsonLines(self.path, page_limit)

    def items(self) -> Iterator[Item]:
        """Yield the pages in order."""
        for place, line in self.records():
            if (item := self.parse(place, line)) is not None:
                yield item

    def records(self) -> Iterator[tuple[str, bytes]]:
        """Yield the raw lines."""
        return self._lines.records()

    def parse(self, place: str, record: bytes | str) -> Item | None:
        """Return the page in a line."""
        assert isinstance(record, bytes)
        page = self._lines.load(place, record, "wikitext")
        if isinstance(page, Rejection):
            return page
        title, wikitext = page["title"], page["wikitext"]
        redirect = redirect_of(title, wikitext)
        if redirect is not None:
            return redirect
        url = page.get("url")
        document = parse_wikitext(title, wikitext, url=url if isinstance(url, str) else "")
        return document if document.text else rejection(document.title, EMPTY)

    def fingerprint(self) -> str:
        """Return an id of the file and this reader."""
        return fingerprint_path(self.path, f"wikitext-jsonl/{self.version}")


class JsonlCorpus:
    """Pages of plain text, one JSON object a line: `title`, `text`, and any of `links`, `categories`, `aliases`, `url`.

    `links` lists titles, or pairs of a title and the words that link to it. Paragraphs of `text` are separated by blank lines.
    Pages dumped from a text browser (the Schools Wikipedia selection) are recognised and cleaned.
    """

    version = 1

    def __init__(self, path: Path, *, name: str = "", page_limit: int = PAGE_LIMIT) -> None:
        self.path = Path(path)
        self.name = name or stem(self.path)
        self._lines = JsonLines(self.path, page_limit)

    def items(self) -> Iterator[Item]:
        """Yield the pages in order."""
        for place, line in self.records():
            if (item := self.parse(place, line)) is not None:
                yield item

    def records(self) -> Iterator[tuple[str, bytes]]:
        """Yield the raw lines."""
        return self._lines.records()

    def parse(self, place: str, record: bytes | str) -> Item | None:
        """Return the page in a line."""
        assert isinstance(record, bytes)
        page = self._lines.load(place, record, "text")
        if isinstance(page, Rejection):
            return page
        title = " ".join(clear(page["title"]).split())
        lists: dict[str, list[str]] = {}
        for key in ("categories", "aliases"):
            values = page.get(key) or []
            if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
                return rejection(place, MALFORMED, f"{key!r} is not a list of strings")
            lists[key] = [clear(value) for value in values]
        links = _link_list(page.get("links") or [])
        if links is None:
            return rejection(place, MALFORMED, "'links' is not a list of titles or of [title, words] pairs")
        url = page.get("url")
        lines = Lines()
        text = clear(page["text"])
        if schools.is_dump(text):
            text, named = schools.clean(title, text, lines)
            lists["categories"] = lists["categories"] or named
        head, attributes = lines.settle(str)
        document = lines.document(
            title, url if isinstance(url, str) else "", head, attributes, Marked(text.strip(), ()), **lists
        )
        if not document.text:
            return rejection(title, EMPTY)
        anchors = {target: words for target, words in links if words}
        found = find_links(
            document.text, [target for target, _ in links], anchors=anchors, body_start=document.body_start
        )
        return classify(replace(document, links=found))

    def fingerprint(self) -> str:
        """Return an id of the file and this reader."""
        return fingerprint_path(self.path, f"jsonl-corpus/{self.version}")


def _link_list(values: object) -> list[tuple[str, str]] | None:
    """Return (title, words or nothing) of a list of links, or None when it is no such list."""
    if not isinstance(values, list):
        return None
    links: list[tuple[str, str]] = []
    for value in values:
        pair = [value, ""] if isinstance(value, str) else value
        if not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(part, str) for part in pair):
            return None
        links.append((clear(pair[0]), clear(pair[1])))
    return links


def stem(path: Path) -> str:
    """Return a file's name without its endings: `pages.jsonl.xz` -> `pages`."""
    return path.name.split(".")[0] or path.name
