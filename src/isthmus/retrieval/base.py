"""What a search engine offers, whatever is inside."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One page found, by its best chunk."""

    document_id: str
    """Page found."""
    title: str
    """Its title."""
    url: str
    """Its url, what `web_fetch` takes."""
    score: float
    """Score of its best chunk; comparable within one result list only."""
    snippet: str
    """Up to 300 characters of the best chunk, chosen for the query; `…` marks a cut."""
    start: int
    """First character of the best chunk in the document's text."""
    end: int
    """One past its last character."""


class Retriever(Protocol):
    """Ranks pages for a query. Implementations are safe to call from several threads."""

    id: str
    """Content id of what is searched and how; equal ids give equal results."""

    def rank(self, query: str, k: int) -> list[str]:
        """Return up to k document ids, best first, each once."""
        ...

    def search(self, query: str, k: int = 10) -> list[Hit]:
        """Return up to k pages, best first, each once, in the order of `rank`."""
        ...
