"""One pass over wikitext: templates, links and tables by their brackets, without recursion.

The scanner keeps a stack of open brackets. Text between brackets goes to the innermost; a closed link becomes marked text, a
closed template what `wikitemplates.render` makes of it, a closed table nothing. So the time is linear in the page, whatever the
nesting, and nothing is read twice. Brackets that never close stay text and are swept at the end. The order (comments, tags, then
brackets) is the one of MediaWiki's preprocessor.
"""

from __future__ import annotations

import re
from html import unescape
from typing import Final

from isthmus.corpus import wikitemplates
from isthmus.corpus.marks import BREAK, mark, unmark
from isthmus.corpus.titles import NAMESPACES, normalise, plain
from isthmus.corpus.wikiarguments import name_of, named

MAX_DEPTH: Final = 40
"""Open brackets kept; deeper ones are text. MediaWiki's own limit for templates is 40."""

_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]*+)([^<>]*+)>")
_DROPPED_WORDS = """
ref references gallery math chem ce timeline score imagemap syntaxhighlight source templatestyles graph
mapframe maplink hiero inputbox indicator noinclude style script
"""
_DROPPED = frozenset(_DROPPED_WORDS.split())
"""Tags dropped with what is in them."""
_CLOSING = {name: re.compile(rf"</{name}[^<>]*>", re.IGNORECASE) for name in (*_DROPPED, "nowiki")}
_EXTERNAL = re.compile(
    r"(?<!\[)\[(?:https?:|ftp:|mailto:|//)[^\s\[\]<>]*+[^\S\n]*+([^\[\]\n]*+)\]", re.IGNORECASE
)
_MAGIC = re.compile(r"__[A-Z]{3,}__")
_TOKEN = re.compile(
    r"\[\[([^\[\]{}|\n]++)(?:\|([^\[\]{}|\n]*+))?\]\]([a-zß-öø-ÿ]*)"
    r"|\{\{|\}\}|\[\[(?!\[)|\]\]([a-zß-öø-ÿ]*)|^[:* \t]*+\{\||^\|\}(?!\})|\|",
    re.MULTILINE,
)
_LANGUAGE = re.compile(r"(?:[a-z]{2,3}|simple|be-x-old|zh-[a-z-]+|[a-z]{2,3}-[a-z]{2,4})\Z")
_ESCAPED = str.maketrans(
    {"[": "&#91;", "]": "&#93;", "{": "&#123;", "}": "&#125;", "|": "&#124;", "'": "&#39;"}
)

TEMPLATE, LINK, TABLE = "{{", "[[", "{|"


class Namespaces:
    """Names of a wiki's file and category namespaces and of all others, in lower case."""

    def __init__(
        self,
        files: frozenset[str] = frozenset(("file", "image", "media")),
        categories: frozenset[str] = frozenset(("category",)),
        others: frozenset[str] = NAMESPACES,
    ) -> None:
        self.files, self.categories = files, categories
        self.all = files | categories | others


class _Frame:
    """An open bracket: its kind, where it opened, its finished parts, and the pieces of the part being read."""

    __slots__ = ("kind", "parts", "pieces", "start")

    def __init__(self, kind: str, start: int) -> None:
        self.kind, self.start = kind, start
        self.parts: list[str] = []
        self.pieces: list[str] = []

    def literal(self) -> str:
        """Return the text as it was written, for a bracket that is none."""
        return self.kind + "|".join((*self.parts, "".join(self.pieces)))


class Infobox:
    """An infobox as found: name of its template, fields in order, values still marked."""

    def __init__(self, name: str, start: int, fields: dict[str, str]) -> None:
        self.name, self.start, self.fields = name, start, fields


class Scan:
    """What one pass over a page gives."""

    def __init__(self, title: str, namespaces: Namespaces) -> None:
        self.title = title
        self.targets: list[str] = []
        """Normalised targets by link number."""
        self.categories: list[str] = []
        self.infoboxes: list[Infobox] = []
        self.templates: set[str] = set()
        """Lower-case names of all templates of the page, for classifying it."""
        self._namespaces = namespaces
        self._stack: list[_Frame] = []
        self._templates = 0

    def run(self, wikitext: str) -> str:
        """Return the page's text with marked links; templates, tables and tags gone."""
        text = strip_tags(_COMMENT.sub("", wikitext))
        text = _EXTERNAL.sub(r"\1", text)
        if "__" in text:
            text = _MAGIC.sub("", text)
        body = self._expand(text)
        # A box further down is about something else: an album, a tour, a count of awards.
        lead = text.find("\n==") % (len(text) + 1)
        self.infoboxes = sorted(
            (box for box in self.infoboxes if box.start < lead), key=lambda box: box.start
        )
        return body

    def _expand(self, text: str) -> str:
        stack = self._stack = [_Frame("", 0)]
        position = 0
        for found in _TOKEN.finditer(text):
            start = found.start()
            pieces = stack[-1].pieces
            if start > position:
                pieces.append(text[position:start])
            position = found.end()
            target = found.group(1)
            if target is not None:
                pieces.append(self.link(target, found.group(2), found.group(3)))
                continue
            token = found.group()
            if token == "|":
                self._bar()
            elif token == "}}":
                self._close_template()
            elif token[0] == "]":
                self._close_link(token, found.group(4))
            elif token == "|}":
                self._close_table()
            elif len(stack) <= MAX_DEPTH:
                kind = token if token in (TEMPLATE, LINK) else TABLE
                self._templates += kind == TEMPLATE
                stack.append(_Frame(kind, start))
            else:
                pieces.append(token)
        stack[-1].pieces.append(text[position:])
        while len(stack) > 1:
            self._give_up()
        return "".join(stack[0].pieces)

    def _bar(self) -> None:
        top = self._stack[-1]
        if top.kind == TEMPLATE or top.kind == LINK:
            top.parts.append("".join(top.pieces))
            top.pieces = []
        else:
            top.pieces.append("|")

    def _close_template(self) -> None:
        if not self._templates:
            self._stack[-1].pieces.append("}}")
            return
        while self._stack[-1].kind != TEMPLATE:
            self._give_up()
        self._templates -= 1
        frame = self._stack.pop()
        self._stack[-1].pieces.append(self._template(frame))

    def _close_link(self, token: str, trail: str) -> None:
        if self._stack[-1].kind == LINK:
            frame = self._stack.pop()
            self._stack[-1].pieces.append(self._long_link(frame, trail))
        else:
            self._stack[-1].pieces.append(token)

    def _close_table(self) -> None:
        if self._stack[-1].kind == TABLE:
            self._stack.pop()
        else:
            self._stack[-1].pieces.append("|}")

    def _give_up(self) -> None:
        """Turn the innermost bracket back into the text it was written as."""
        frame = self._stack.pop()
        self._templates -= frame.kind == TEMPLATE
        self._stack[-1].pieces.append(frame.literal())

    def link(self, target: str, label: str | None, trail: str) -> str:
        """Return what a link shows, marked when it leads to a page."""
        if "&" in target:
            target = unescape(target)
        target = target.strip()
        prefix, colon, rest = target.partition(":")
        if colon:
            return self._prefixed(prefix, rest, target, label, trail)
        return self._marked(target, label, trail)

    def _prefixed(self, prefix: str, rest: str, target: str, label: str | None, trail: str) -> str:
        name = " ".join(prefix.replace("_", " ").split()).lower()
        spaces = self._namespaces
        if not name:
            shown = label if label else rest
            inner = rest.partition(":")[0].strip().lower()
            if ":" in rest and (inner in spaces.all or _LANGUAGE.match(inner)):
                return shown + trail
            return self._marked(rest, shown, trail)
        if name in spaces.files:
            return ""
        if name in spaces.categories:
            self.categories.append(" ".join(rest.replace("_", " ").split()))
            return ""
        if name in spaces.all:
            return (label if label else plain(rest)) + trail
        if _LANGUAGE.match(prefix) and rest[:1].strip():
            return "" if label is None else label + trail
        return self._marked(target, label, trail)

    def _marked(self, target: str, label: str | None, trail: str) -> str:
        key = normalise(target)
        shown = target.removeprefix("#") if label is None else label or plain(target)
        shown = unmark(shown) + trail
        if not key or not shown.strip():
            return shown
        self.targets.append(key)
        return mark(len(self.targets) - 1, shown)

    def _long_link(self, frame: _Frame, trail: str) -> str:
        """Close a link that has brackets inside."""
        parts = (*frame.parts, "".join(frame.pieces))
        label = "|".join(parts[1:]) if len(parts) > 1 else None
        return self.link(unmark(parts[0]).replace("\n", " "), label, trail)

    def _template(self, frame: _Frame) -> str:
        parts = (*frame.parts, "".join(frame.pieces))
        name = name_of(parts[0])
        self.templates.add(name)
        if wikitemplates.is_infobox(name):
            self.infoboxes.append(Infobox(name, frame.start, named(parts[1:])))
            return ""
        return wikitemplates.render(name, parts, self)


def strip_tags(text: str) -> str:
    """Return wikitext without HTML tags: some with what is in them, `<br>` as a break, the others only themselves."""
    if "<" not in text:
        return text
    pieces: list[str] = []
    position = 0
    unclosed: set[str] = set()
    while found := _TAG.search(text, position):
        pieces.append(text[position : found.start()])
        position = found.end()
        closing, name, rest = found.groups()
        name = name.lower()
        if name == "br":
            pieces.append(BREAK)
        elif name == "hr":
            pieces.append("\n")
        elif closing or rest.endswith("/") or name in unclosed:
            continue
        elif name in _CLOSING:
            end = _CLOSING[name].search(text, position)
            if end is None:
                unclosed.add(name)
                continue
            if name == "nowiki":
                pieces.append(text[position : end.start()].translate(_ESCAPED))
            position = end.end()
    pieces.append(text[position:])
    return "".join(pieces)
