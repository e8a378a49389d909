"""Boxes of facts in pages dumped by a text browser."""

from __future__ import annotations

from collections.abc import Iterator


def read_box(title: str, rows: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield (field, values) of the labels that are known."""
    yield from ()
