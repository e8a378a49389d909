"""`web_fetch`: the text of one page of the snapshot, in parts when it is long.

Only pages of the snapshot (and documents added to its index) are served; nothing is fetched from anywhere. A url is compared as
written, then by what RFC 3986 calls equivalent: without its fragment, and with percent escapes read. No nearest match is
guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ClassVar
from urllib.parse import quote, unquote

from isthmus.tools.base import Observation, bad, refused

if TYPE_CHECKING:
    from isthmus.corpus.snapshot import Snapshot
    from isthmus.records import Document

PART_CHARACTERS = 10_000
"""Characters of a page shown at once."""
MAX_URL = 2000

AddedAt = Callable[[str], "Document | None"]
"""Returns the added document at a url: `LexicalIndex.added_at`."""


class WebFetch:
    """Opens pages of a snapshot."""

    name: ClassVar[str] = "web_fetch"
    description: ClassVar[str] = (
        "Open a page by its url and read its text. A long page comes in parts; ask for the next with `page`."
    )
    parameters: ClassVar[dict[str, object]] = {
        "type": "object",
        "properties": {
            "url": {
                "type": "string",
                "description": "Url of the page, as web_search gives it.",
                "minLength": 1,
                "maxLength": MAX_URL,
            },
            "page": {
                "type": "integer",
                "description": "Which part of a long page, from 1.",
                "minimum": 1,
                "default": 1,
            },
        },
        "required": ["url"],
        "additionalProperties": False,
    }

    def __init__(self, snapshot: Snapshot, *, added_at: AddedAt | None = None) -> None:
        """Serve a snapshot, and documents added to its index when `added_at` is given."""
        self._snapshot, self._added_at = snapshot, added_at

    async def call(self, arguments: Mapping[str, object]) -> Observation:
        """Return a part of the page."""
        url, part = str(arguments["url"]), arguments.get("page", 1)
        assert isinstance(part, int)
        document = self._find(url.strip())
        if document is None:
            shown = url if len(url) <= 200 else url[:200] + "…"
            return refused(f"There is no page at {shown!r} here. Open a url that web_search returned.")
        parts = split_parts(document.text, PART_CHARACTERS)
        if part > len(parts):
            return bad(
                f"the page has {len(parts)} part{'s' if len(parts) > 1 else ''}; there is no part {part}"
            )
        start, end = parts[part - 1]
        head = f"# {document.title}\n{document.url}"
        if len(parts) > 1:
            head += f"\n(part {part} of {len(parts)})"
        text = f"{head}\n\n{document.text[start:end].strip() or '(the page has no text)'}"
        if part < len(parts):
            text += f"\n\n(continued: call web_fetch with page={part + 1})"
        return Observation(text=text, document_ids=(document.id,), truncated=len(parts) > 1)

    def _find(self, url: str) -> Document | None:
        bare = url.partition("#")[0]
        for form in dict.fromkeys((url, bare, unquote(bare), quote(unquote(bare), safe="/:?=&@!$'()*+,;~"))):
            if self._added_at is not None and (added := self._added_at(form)) is not None:
                return added
            id = self._snapshot.by_url(form) if _is_text(form) else None
            if id is not None:
                return self._snapshot.document(id)
        return None


def _is_text(text: str) -> bool:
    return "\0" not in text


def split_parts(text: str, size: int) -> list[tuple[int, int]]:
    """Return spans that cover the text in order, each at most `size` long, cut at a blank line, a line end or a blank."""
    spans = []
    start = 0
    while len(text) - start > size:
        end = -1
        for mark in ("\n\n", "\n", " "):
            end = text.rfind(mark, start + size // 2, start + size)
            if end > 0:
                break
        end = start + size if end <= 0 else end
        spans.append((start, end))
        start = end
    spans.append((start, len(text)))
    return spans
