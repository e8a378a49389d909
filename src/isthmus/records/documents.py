"""What a corpus is made of: documents, the links in them, and their typed attributes.

All offsets are characters into `Document.text`, half-open.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class DocumentKind(StrEnum):
    """What sort of page a document is. Only articles may be anchors or answers of tasks."""

    ARTICLE = "article"
    DISAMBIGUATION = "disambiguation"
    LIST = "list"
    STUB = "stub"
    """Too short to carry two claims; see `corpus.classify`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A link from a span of a document's text to the title of another."""

    start: int
    """First character of the anchor text."""
    end: int
    """One past the last character of the anchor text."""
    target: str
    """Title linked to, normalised by `corpus.titles.normalise`; redirects are resolved by the snapshot, not here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribute:
    """One value of an infobox field, fact table or metadata key, at its place in the text."""

    name: str
    """Field name in lower case with underscores: `birth_place`."""
    start: int
    """First character of the value in `Document.text`."""
    end: int
    """One past the last character of the value. A field with several values gives several attributes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """One page of a corpus.

    The text of a page with an infobox begins with one line a field, `Label: value; value`, then a blank line and the body, so
    that every fact of the infobox has offsets and an agent that opens the page can read it.
    """

    id: str
    """Unique in the snapshot: the normalised title, with ` [2]` and so on after a second page of one title."""
    title: str
    """Title as written, outer blanks removed."""
    text: str
    """Plain text; paragraphs separated by a blank line; section headings as lines that begin with `## `."""
    url: str
    """Where the page came from; unique in the snapshot; what `web_search` returns and `web_fetch` takes."""
    links: tuple[Link, ...] = ()
    """In order of `start`, not overlapping."""
    attributes: tuple[Attribute, ...] = ()
    """In order of `start`."""
    aliases: tuple[str, ...] = ()
    """Other names of the page's subject, redirect titles excluded."""
    categories: tuple[str, ...] = ()
    """Categories as written in the source."""
    kind: DocumentKind = DocumentKind.ARTICLE
    """What sort of page it is."""
    body_start: int = 0
    """Where the running text begins, after the attribute lines; 0 when there are none."""

    def value(self, attribute: Attribute) -> str:
        """Return the text of one attribute's value."""
        return self.text[attribute.start : attribute.end]


@dataclass(frozen=True, slots=True, kw_only=True)
class Redirect:
    """A title that stands for another page."""

    source: str
    """Normalised title of the redirect."""
    target: str
    """Normalised title it leads to; may itself be a redirect."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejection:
    """Something that was left out, with the reason; written to `rejected.jsonl` by every stage."""

    id: str
    """What was left out: a title, a task id, or `file:line`."""
    stage: str
    """Stage that left it out."""
    reason: str
    """A reason code in lower case with hyphens, counted in reports."""
    detail: str = ""
    """One line more, for a person."""
