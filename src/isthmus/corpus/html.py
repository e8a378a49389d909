"""Folders of HTML pages: title, running text, links between the pages, tables as lines.

The tree is walked without recursion and its depth is bounded beforehand, so that no page can exhaust the stack or the parser.
Rows of one heading and one cell (as in the info box of a wiki's page) become attributes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from selectolax.lexbor import LexborHTMLParser

from isthmus.corpus.attributes import Lines
from isthmus.corpus.classify import classify
from isthmus.corpus.folders import LinkTarget, PageFolder, title_from_path
from isthmus.corpus.infobox import field_key
from isthmus.corpus.inline import tidy
from isthmus.corpus.marks import clear, mark, settle, unmark
from isthmus.corpus.source import PAGE_LIMIT, Item, fingerprint_path
from isthmus.corpus.titles import normalise
from isthmus.records import Document

MAX_DEPTH = 5000
"""Open elements of a page; the parser's time grows with the square of it. Browsers stop at 512."""

_DROPPED_WORDS = """
script style noscript template nav header footer aside form button select textarea iframe object svg canvas
audio video figure figcaption head title math -comment sup
"""
_DROPPED = frozenset(_DROPPED_WORDS.split())
_BLOCKS_WORDS = """
p div section article main body ul ol dl table thead tbody tfoot caption blockquote pre address fieldset
details summary hr center
"""
_BLOCKS = frozenset(_BLOCKS_WORDS.split())
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_LISTS = frozenset(("ul", "ol", "dl", "table"))
_ITEMS = frozenset(("li", "dt", "dd"))
_MAIN = ("main", "article", "[role=main]", "#mw-content-text", "#content", "#main", ".content", "body")
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)")
_OPTIONAL_END_WORDS = """
p li td tr th dt dd option br hr img input meta link area base col embed source track wbr
"""
_OPTIONAL_END = frozenset(_OPTIONAL_END_WORDS.split())
_TITLE = re.compile(r"<title[^<>]*>([^<]*)", re.IGNORECASE)


class HtmlFolder:
    """A folder of HTML files that link to each other."""

    version = 1

    def __init__(self, path: Path, *, name: str = "", page_limit: int = PAGE_LIMIT) -> None:
        self.path = Path(path)
        self.name = name or self.path.name
        self._folder = PageFolder(self.path, (".html", ".htm"), page_limit)

    def items(self) -> Iterator[Item]:
        """Yield the pages in order of path."""
        return self._folder.items(html_title, parse_html)

    def fingerprint(self) -> str:
        """Return an id of the files and this reader."""
        return fingerprint_path(self.path, f"html-folder/{self.version}")


def html_title(name: str, html: str) -> str:
    """Return the title of a page, or one made from its path."""
    found = _TITLE.search(html)
    title = tidy(" ".join(clear(found.group(1)).split())) if found else ""
    return title if normalise(title) else title_from_path(name)


def parse_html(title: str, html: str, target_of: LinkTarget) -> Document:
    """Return the document in a page of HTML; an overly deep page has no text."""
    walker = _Walker(target_of)
    if _depth(html) <= MAX_DEPTH:
        tree = LexborHTMLParser(html)
        root = next((node for selector in _MAIN if (node := tree.css_first(selector)) is not None), None)
        if root is not None:
            walker.walk(root)
    head, attributes = walker.lines.settle(walker.targets.__getitem__)
    body = settle(tidy("\n\n".join(walker.blocks)), walker.targets.__getitem__)
    return classify(walker.lines.document(title, "", head, attributes, body))


def _depth(html: str) -> int:
    """Return an upper bound of the depth of a page's elements."""
    depth = deepest = 0
    for found in _TAG.finditer(html):
        if found.group(2).lower() in _OPTIONAL_END:
            continue
        depth = max(0, depth - 1) if found.group(1) else depth + 1
        deepest = max(deepest, depth)
    return deepest


class _Walker:
    """Collects blocks of text while a tree is walked."""

    def __init__(self, target_of: LinkTarget) -> None:
        self._target_of = target_of
        self.targets: list[str] = []
        self.blocks: list[str] = []
        self.lines = Lines()
        self._pieces: list[str] = []
        self._cells: list[tuple[str, str]] | None = None
        self._items: list[str] = []
        self._depth = 0
        """List items open."""

    def walk(self, root: Any) -> None:
        """Visit every node once, in order."""
        stack: list[tuple[Any, bool]] = [(root, False)]
        while stack:
            node, leaving = stack.pop()
            if leaving:
                self._leave(node.tag)
                continue
            tag = node.tag
            if tag == "-text":
                self._pieces.append(clear(node.text_content or "").replace("\n", " "))
            elif tag == "a":
                self._link(node)
            elif tag not in _DROPPED:
                self._enter(tag)
                stack.append((node, True))
                children = []
                child = node.child
                while child is not None:
                    children.append((child, False))
                    child = child.next
                stack.extend(reversed(children))
        self._paragraph()
        self._flush_items()

    def _link(self, node: Any) -> None:
        label = " ".join(clear(node.text(deep=True)).split())
        target = normalise(self._target_of(node.attributes.get("href") or ""))
        if not target or not label:
            self._pieces.append(label)
            return
        self.targets.append(target)
        self._pieces.append(mark(len(self.targets) - 1, label))

    def _enter(self, tag: str) -> None:
        if tag in _BLOCKS or tag in _HEADINGS or tag in _ITEMS:
            self._paragraph()
            self._depth += tag in _ITEMS
        elif tag == "tr":
            self._paragraph()
            self._cells = []
        elif tag in ("td", "th") or tag == "br":
            self._pieces.append(" ")

    def _leave(self, tag: str) -> None:
        if tag in _HEADINGS:
            text = unmark(self._take())
            if text and tag != "h1":
                self._flush_items()
                self.blocks.append(f"## {text}")
        elif tag in _ITEMS:
            self._paragraph()
            self._depth -= 1
        elif tag in ("td", "th") and self._cells is not None:
            self._cells.append((tag, self._take()))
        elif tag == "tr":
            self._row()
        elif tag in _BLOCKS:
            self._paragraph()
            if tag in _LISTS and not self._depth:
                self._flush_items()

    def _row(self) -> None:
        cells = [(tag, text) for tag, text in self._cells or () if text]
        self._cells = None
        name = field_key(unmark(cells[0][1]).rstrip(":")) if cells else ""
        if [tag for tag, _ in cells] == ["th", "td"] and name:
            self.lines.add(name, [cells[1][1]])
        elif cells:
            self._items.append(f"- {' | '.join(text for _, text in cells)}")

    def _take(self) -> str:
        text = " ".join("".join(self._pieces).split())
        self._pieces.clear()
        return text

    def _paragraph(self) -> None:
        if self._cells is not None:
            self._pieces.append(" ")
        elif text := self._take():
            if self._depth:
                self._items.append(f"- {text}")
            else:
                self._flush_items()
                self.blocks.append(text)

    def _flush_items(self) -> None:
        if self._items:
            self.blocks.append("\n".join(self._items))
            self._items.clear()
