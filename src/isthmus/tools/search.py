"""`web_search`: pages of the snapshot for a query, under the name and limits of HybridDeepResearch's tools.

The text of a result is one block a page: `[1] title`, its url, a snippet. Full text only through `web_fetch`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from isthmus.retrieval import Hit, Retriever
from isthmus.retrieval.query import MAX_QUERY_CHARACTERS, MAX_QUERY_WORDS, count_words
from isthmus.tools.base import Observation, bad
from isthmus.tools.threads import Workers

MAX_COUNT = 20
DEFAULT_COUNT = 10
TITLE_CHARACTERS = 200
URL_CHARACTERS = 500


class WebSearch:
    """Searches an index."""

    name: ClassVar[str] = "web_search"
    description: ClassVar[str] = (
        "Search the web. Returns up to `count` pages with title, url and the passage that fits the query best. "
        'Use a few telling words; "words in quotes" must stand on the page in a row, a word after a minus must not be on it. '
        "Open a page with web_fetch to read all of it."
    )
    parameters: ClassVar[dict[str, object]] = {
        "type": "object",
        "properties": {
            "query": {
                "type": "string",
                "description": f"What to search for: at most {MAX_QUERY_CHARACTERS} characters and {MAX_QUERY_WORDS} words.",
                "minLength": 1,
                "maxLength": MAX_QUERY_CHARACTERS,
            },
            "count": {
                "type": "integer",
                "description": "How many pages to return.",
                "minimum": 1,
                "maximum": MAX_COUNT,
                "default": DEFAULT_COUNT,
            },
        },
        "required": ["query"],
        "additionalProperties": False,
    }

    def __init__(self, index: Retriever, *, workers: Workers | None = None) -> None:
        """Search `index`; in threads when `workers` are given, else in place (right where a search takes about a millisecond)."""
        self._index, self._workers = index, workers

    async def call(self, arguments: Mapping[str, object]) -> Observation:
        """Return the pages found."""
        query, count = str(arguments["query"]), arguments.get("count", DEFAULT_COUNT)
        assert isinstance(count, int)
        words = count_words(query)
        if words > MAX_QUERY_WORDS:
            return bad(f"the query has {words} words; the limit is {MAX_QUERY_WORDS}. Nothing was run.")
        if self._workers is None:
            hits = self._index.search(query, count)
        else:
            hits = await self._workers.run(lambda: self._index.search(query, count))
        return Observation(text=results_text(hits), document_ids=tuple(hit.document_id for hit in hits))


def results_text(hits: Sequence[Hit]) -> str:
    """Return the text of a result list."""
    if not hits:
        return "No page was found. Try fewer or other words, without quotes."
    return "\n\n".join(
        f"[{place}] {_line(hit.title, TITLE_CHARACTERS)}\n{_line(hit.url, URL_CHARACTERS)}\n{_line(hit.snippet, 400)}"
        for place, hit in enumerate(hits, start=1)
    )


def _line(text: str, limit: int) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= limit else flat[: limit - 1] + "…"
