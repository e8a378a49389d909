"""Readers by name, and which one suits a path."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import islice
from pathlib import Path

from isthmus.corpus.dump import MediaWikiDump
from isthmus.corpus.files import read_lines
from isthmus.corpus.foldoc import Foldoc
from isthmus.corpus.html import HtmlFolder
from isthmus.corpus.markdown import MarkdownFolder
from isthmus.corpus.own import DOCUMENTS, OwnDocuments
from isthmus.corpus.readers import JsonlCorpus, WikitextJsonl
from isthmus.corpus.source import Source
from isthmus.errors import InputError

KINDS: dict[str, Callable[[Path], Source]] = {
    "wikitext-jsonl": WikitextJsonl,
    "jsonl": JsonlCorpus,
    "mediawiki": MediaWikiDump,
    "html": HtmlFolder,
    "markdown": MarkdownFolder,
    "foldoc": Foldoc,
    "documents": OwnDocuments,
}
"""Reader of each kind of corpus."""

_COMPRESSED = (".xz", ".gz", ".bz2", ".zst")
_SNIFFED_LINES = 20
_LONGEST_LINE = 64 << 20


def open_source(kind: str, path: Path) -> Source:
    """Return the reader of a kind for a path.

    Raises:
        InputError: when there is no such kind or nothing at the path.
    """
    if kind not in KINDS:
        raise InputError(
            f"unknown kind of corpus {kind!r}", place=str(path), fix=f"use one of {', '.join(KINDS)}"
        )
    if not Path(path).exists():
        raise InputError(
            "no such file or folder",
            place=str(path),
            fix="check the path, or name another: --set corpus.path=PATH",
        )
    return KINDS[kind](Path(path))


def detect_kind(path: Path) -> str:
    """Return the kind of corpus at a path, from names and the first lines.

    Raises:
        InputError: when it is none of the known kinds.
    """
    path = Path(path)
    if not path.exists():
        raise InputError(
            "no such file or folder",
            place=str(path),
            fix="check the path, or name another: --set corpus.path=PATH",
        )
    if path.is_file() and path.stat().st_size == 0:
        raise InputError(
            "the corpus is empty: the file has no bytes", place=str(path), fix="name one with documents"
        )
    kind = _folder_kind(path) if path.is_dir() else _file_kind(path)
    if not kind:
        seen = "no such pages in this folder" if path.is_dir() else "cannot tell what kind of corpus this is"
        raise InputError(
            seen, place=str(path), fix=f"known are {', '.join(KINDS)}: see docs/corpus.md, or set corpus.kind"
        )
    return kind


def _folder_kind(path: Path) -> str:
    if any(path.glob("*.index")) and any(path.glob("*.dict*")):
        return "foldoc"
    if (path / DOCUMENTS).is_file():
        return _file_kind(path / DOCUMENTS)
    counts = {
        kind: sum(1 for ending in endings for _ in islice(path.rglob(f"*{ending}"), 1000))
        for kind, endings in (("html", (".html", ".htm")), ("markdown", (".md", ".markdown")))
    }
    best = max(counts, key=lambda kind: counts[kind])
    return best if counts[best] else ""


def _file_kind(path: Path) -> str:
    name = path.name
    for ending in _COMPRESSED:
        name = name.removesuffix(ending)
    if name.endswith(".xml"):
        return "mediawiki"
    if path.name.endswith((".index", ".dict", ".dict.dz")):
        return "foldoc"
    for _, line in islice(read_lines(path, limit=_LONGEST_LINE), _SNIFFED_LINES):
        try:
            page = json.loads(line or b"")
        except (ValueError, RecursionError):
            continue
        if isinstance(page, dict) and isinstance(page.get("title"), str):
            return _line_kind(page)
    return ""


def _line_kind(page: dict[str, object]) -> str:
    if "wikitext" in page:
        return "wikitext-jsonl"
    if "text" not in page:
        return ""
    return "documents" if "id" in page and "body_start" in page else "jsonl"
