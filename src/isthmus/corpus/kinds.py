"""Readers by name, and which one suits a path."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from isthmus.corpus.readers import JsonlCorpus, WikitextJsonl
from isthmus.corpus.source import Source
from isthmus.errors import InputError

KINDS: dict[str, Callable[[Path], Source]] = {
    "wikitext-jsonl": WikitextJsonl,
    "jsonl": JsonlCorpus,
}
"""Reader of each kind of corpus."""


def open_source(kind: str, path: Path) -> Source:
    """Return the reader of a kind for a path.

    Raises:
        InputError: when there is no such kind or nothing at the path.
    """
    if kind not in KINDS:
        raise InputError(f"unknown kind of corpus {kind!r}", place=str(path), fix=f"use one of {', '.join(KINDS)}")
    return KINDS[kind](path)
