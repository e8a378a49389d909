"""Folders of Markdown notes: front matter, `[text](other.md)` and `[[wiki links]]`.

Front matter is the small part of YAML that notes use: `key: value` and lists. `title`, `aliases`, `tags` and `categories` have
their meaning; every other key becomes an attribute.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from isthmus.corpus.attributes import Lines
from isthmus.corpus.classify import classify
from isthmus.corpus.folders import LinkTarget, PageFolder, title_from_path
from isthmus.corpus.infobox import field_key
from isthmus.corpus.inline import tidy
from isthmus.corpus.marks import clear, mark, settle, unmark
from isthmus.corpus.source import PAGE_LIMIT, Item, fingerprint_path
from isthmus.corpus.titles import normalise
from isthmus.records import Document

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_FRONT = re.compile(r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_ENTRY = re.compile(r"([A-Za-z][\w .-]{0,40}):(?:[ \t]+(.*))?\Z")
_WIKI = re.compile(r"!?\[\[([^\[\]|\n]+)(?:\|([^\[\]\n]+))?\]\]")
_TITLE = re.compile(r"^#[ \t]+(.+?)[ \t#]*$", re.MULTILINE)
_LISTS = {
    f"{kind}_{end}": step
    for kind in ("bullet_list", "ordered_list", "table")
    for end, step in (("open", 1), ("close", -1))
}
_KNOWN = frozenset(("title", "aliases", "alias", "tags", "categories"))


class MarkdownFolder:
    """A folder of Markdown files that link to each other."""

    version = 1

    def __init__(self, path: Path, *, name: str = "", page_limit: int = PAGE_LIMIT) -> None:
        self.path = Path(path)
        self.name = name or self.path.name
        self._folder = PageFolder(self.path, (".md", ".markdown"), page_limit)

    def items(self) -> Iterator[Item]:
        """Yield the notes in order of path."""
        return self._folder.items(markdown_title, parse_markdown)

    def fingerprint(self) -> str:
        """Return an id of the files and this reader."""
        return fingerprint_path(self.path, f"markdown-folder/{self.version}")


def markdown_title(name: str, text: str) -> str:
    """Return the title of a note: of its front matter, its first heading, or its path."""
    front, body = _front_matter(clear(text))
    found = _TITLE.search(body)
    for title in (*front.get("title", ()), tidy(found.group(1)) if found else ""):
        if normalise(title):
            return " ".join(title.split())
    return title_from_path(name)


def parse_markdown(title: str, text: str, target_of: LinkTarget) -> Document:
    """Return the document in a note."""
    front, body = _front_matter(clear(text))
    lines = Lines()
    for key, values in front.items():
        if key not in _KNOWN:
            lines.add(key, values)
    writer = _Writer(title, target_of)
    blocks = writer.blocks(_parser().parse(body))
    head, attributes = lines.settle(writer.targets.__getitem__)
    running = settle("\n\n".join(blocks), writer.targets.__getitem__)
    aliases = [name for key in ("aliases", "alias") for name in front.get(key, ())]
    categories = [name for key in ("categories", "tags") for name in front.get(key, ())]
    return classify(
        lines.document(title, "", head, attributes, running, aliases=aliases, categories=categories)
    )


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable("table")


def _front_matter(text: str) -> tuple[dict[str, list[str]], str]:
    """Return the keys of a note's front matter with their values, and the rest."""
    found = _FRONT.match(text)
    if found is None:
        return {}, text
    entries: dict[str, list[str]] = {}
    key = ""
    for line in found.group(1).split("\n"):
        entry = _ENTRY.match(line)
        if entry is not None:
            key = field_key(entry.group(1))
            value = (entry.group(2) or "").strip()
            values = value[1:-1].split(",") if value[:1] + value[-1:] == "[]" else [value]
        elif key and line.strip().startswith("- "):
            values = [line.strip()[2:]]
        else:
            continue
        if key:
            cleaned = (item.strip().strip("\"'").strip() for item in values)
            entries.setdefault(key, []).extend(item for item in cleaned if item)
    return entries, text[found.end() :]


class _Writer:
    """Writes the blocks of a parsed note as marked text."""

    def __init__(self, title: str, target_of: LinkTarget) -> None:
        self._title, self._target_of = title, target_of
        self.targets: list[str] = []
        self._blocks: list[str] = []
        self._items: list[str] = []
        self._cells: list[str] | None = None
        self._depth = 0
        self._heading = False

    def blocks(self, tokens: list[Token]) -> list[str]:
        """Return headings, paragraphs, lists and tables."""
        for token in tokens:
            kind = token.type
            if kind in _LISTS:
                self._depth += _LISTS[kind]
                if not self._depth:
                    self._end_list()
            elif kind.startswith("heading_"):
                self._heading = kind == "heading_open"
            elif kind == "tr_open":
                self._cells = []
            elif kind == "tr_close":
                self._items.append(f"- {' | '.join(self._cells or ())}")
                self._cells = None
            elif kind == "inline" and (text := self._inline(token.children or [])):
                self._place(text)
        return self._blocks

    def _end_list(self) -> None:
        if self._items:
            self._blocks.append("\n".join(self._items))
            self._items.clear()

    def _place(self, text: str) -> None:
        if self._heading:
            if (shown := unmark(text)) != self._title:
                self._blocks.append(f"## {shown}")
        elif self._cells is not None:
            self._cells.append(text)
        elif self._depth:
            self._items.append(f"- {text}")
        else:
            self._blocks.append(text)

    def _inline(self, tokens: list[Token]) -> str:
        pieces: list[str] = []
        target = ""
        label_start = 0
        for token in tokens:
            if token.type == "link_open":
                target, label_start = (
                    normalise(self._target_of(str(token.attrs.get("href", "")))),
                    len(pieces),
                )
            elif token.type == "link_close":
                label = "".join(pieces[label_start:])
                if target and unmark(label).strip():
                    pieces[label_start:] = [self._mark(target, unmark(label))]
                target = ""
            elif token.type in ("softbreak", "hardbreak"):
                pieces.append(" ")
            elif token.type == "text":
                pieces.append(_WIKI.sub(self._wiki, token.content) if not target else token.content)
            elif token.type == "code_inline":
                pieces.append(token.content)
        return tidy("".join(pieces)).strip()

    def _wiki(self, found: re.Match[str]) -> str:
        if found.group().startswith("!"):
            return ""
        name, label = found.group(1).strip(), found.group(2)
        target = normalise(self._target_of(name)) or normalise(name)
        shown = (label or name.partition("#")[0] or name.strip("#")).strip()
        return self._mark(target, shown) if target and shown else shown

    def _mark(self, target: str, label: str) -> str:
        self.targets.append(target)
        return mark(len(self.targets) - 1, label)
