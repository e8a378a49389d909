"""FOLDOC, the Free On-line Dictionary of Computing, in dictd's form: an index of words and a (compressed) text of entries.

The index gives place and length of every entry in base 64; words that share an entry are its names: the first is the title, the
others are redirects. References stand in braces, topics in angle brackets at the head of a sense.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from isthmus.corpus.attributes import Lines
from isthmus.corpus.classify import classify
from isthmus.corpus.files import Place, open_bytes, reading
from isthmus.corpus.inline import tidy
from isthmus.corpus.marks import clear, mark, settle
from isthmus.corpus.source import EMPTY, INVALID_UTF8, MALFORMED, Item, fingerprint_path, rejection
from isthmus.corpus.titles import normalise
from isthmus.errors import InputError
from isthmus.records import Redirect

_DIGITS = {
    digit: value
    for value, digit in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
}
_LARGEST = 512 << 20
"""Bytes of decompressed text above which the file is no dictionary."""
_REFERENCE = re.compile(r"\{([^{}]{1,200})\}")
_ADDRESS = re.compile(
    r"\s*\((?:https?|ftp|mailto|news|[\w.-]+\.html?)[^()]*\)|\A\(?https?://\S*\)?\Z|\s*\([^()\s]+\.(?:html?|txt|gz|ps)\)"
)
_TOPICS = re.compile(r"\A((?:\d+\. )?)<([a-z][a-z ,/&-]*)> ")
_DATE = re.compile(r"\(\d{4}-\d{2}-\d{2}\)\Z")


class Foldoc:
    """A dictd dictionary of FOLDOC's form: the path of its index, of its text, or of the folder of both."""

    version = 1

    def __init__(self, path: Path, *, name: str = "foldoc") -> None:
        self.path = Path(path)
        self.name = name

    def items(self) -> Iterator[Item]:
        """Yield the entries in the order of the text."""
        index, text = self._files()
        entries = self._entries(index)
        data = self._data(text)
        titles: dict[str, str] = {}
        parsed: list[tuple[list[str], list[str]]] = []
        for (start, length), words in sorted(entries.items()):
            if any(word.startswith(("00-database", "00database")) for word in words):
                continue
            if start + length > len(data):
                raise InputError(
                    f"the text is shorter than the index says ({words[0]!r})",
                    place=str(text),
                    fix="fetch both files again",
                )
            try:
                entry = clear(data[start : start + length].decode("utf-8"))
            except UnicodeDecodeError as error:
                yield rejection(words[0], INVALID_UTF8, f"{error.reason} at byte {start + error.start}")
                continue
            heads, body = _split(entry)
            if not heads:
                yield rejection(words[0], MALFORMED, "the entry has no heading")
                continue
            for word in (*words, *heads):
                titles.setdefault(word.lower(), heads[0])
            parsed.append((heads, body))
        for heads, body in parsed:
            yield from _entry(heads, body, titles)

    def fingerprint(self) -> str:
        """Return an id of both files and this reader."""
        index, text = self._files()
        return fingerprint_path(index, f"foldoc/{self.version}/{fingerprint_path(text, '')}")

    def _files(self) -> tuple[Path, Path]:
        folder = self.path if self.path.is_dir() else self.path.parent
        stem = self.path.name.split(".")[0]
        indexes = sorted(folder.glob("*.index") if self.path.is_dir() else folder.glob(f"{stem}.index"))
        for index in indexes:
            for ending in (".dict.dz", ".dict"):
                text = index.with_name(index.name.removesuffix(".index") + ending)
                if text.is_file():
                    return index, text
        raise InputError(
            "no dictionary (NAME.index with NAME.dict or NAME.dict.dz)",
            place=str(self.path),
            fix="name the folder of both files",
        )

    def _entries(self, index: Path) -> dict[tuple[int, int], list[str]]:
        entries: dict[tuple[int, int], list[str]] = {}
        place = Place(index)
        with open_bytes(index) as file, reading(place):
            for line in file:
                place.line += 1
                parts = line.decode("utf-8", "replace").rstrip("\n").split("\t")
                try:
                    word, start, length = parts
                    entries.setdefault((_number(start), _number(length)), []).append(word)
                except (ValueError, KeyError):
                    raise InputError(
                        "not a line of a dictd index", place=str(place), fix="fetch the file again"
                    ) from None
        return entries

    def _data(self, text: Path) -> bytes:
        place = Place(text)
        with open_bytes(text) as file, reading(place):
            data = file.read(_LARGEST + 1)
        if len(data) > _LARGEST:
            raise InputError(
                f"more than {_LARGEST >> 20} MiB of text", place=str(text), fix="name a dictionary"
            )
        return data


def _number(digits: str) -> int:
    value = 0
    for digit in digits:
        value = value * 64 + _DIGITS[digit]
    return value


def _split(entry: str) -> tuple[list[str], list[str]]:
    """Return the headings and the paragraphs of an entry."""
    rows = entry.split("\n")
    size = next(
        (number for number, row in enumerate(rows) if not row.strip() or row.startswith("   ")), len(rows)
    )
    heads = rows[:size]
    if any("%%%" in head for head in heads):
        heads = " ".join(heads).split("%%%")
    paragraphs: list[str] = []
    current: list[str] = []
    for row in (*rows[size:], ""):
        if row.strip():
            current.append(row.strip())
        elif current:
            paragraphs.append(" ".join(current))
            current = []
    return [" ".join(head.split()) for head in heads if head.strip()], paragraphs


def _entry(heads: list[str], paragraphs: list[str], titles: dict[str, str]) -> Iterator[Item]:
    title = heads[0]
    lines = Lines()
    targets: list[str] = []

    def refer(found: re.Match[str]) -> str:
        shown = _ADDRESS.sub("", " ".join(found.group(1).split())).strip()
        if not shown:
            return ""
        target = _target(shown, titles)
        targets.append(target)
        return mark(len(targets) - 1, shown)

    blocks: list[str] = []
    for paragraph in paragraphs:
        if _DATE.match(paragraph):
            continue
        topics = _TOPICS.match(paragraph)
        if topics is not None:
            lines.add("topic", [topic for part in topics.group(2).split(",") if (topic := part.strip())])
            paragraph = topics.group(1) + paragraph[topics.end() :]
        text = tidy(_REFERENCE.sub(refer, paragraph)).strip()
        if re.search(r"\w", text):
            blocks.append(text)
    head, attributes = lines.settle(targets.__getitem__)
    body = settle("\n\n".join(blocks), targets.__getitem__)
    if not body.text:
        yield rejection(title, EMPTY)
        return
    categories = [head.text[item.start : item.end] for item in attributes]
    aliases = [name for name in heads[1:] if name != title]
    yield classify(lines.document(title, "", head, attributes, body, aliases=aliases, categories=categories))
    for alias in aliases:
        if normalise(alias) not in ("", normalise(title)):
            yield Redirect(source=normalise(alias), target=normalise(title))


def _target(shown: str, titles: dict[str, str]) -> str:
    """Return the title a reference means: as written, or its singular."""
    word = shown.lower()
    for form in (word, word.removesuffix("s"), word.removesuffix("es"), word.removesuffix("ies") + "y"):
        if form in titles:
            return normalise(titles[form])
    return normalise(shown)
