"""What sort of page a document is. Only articles may be anchors or answers of tasks.

Disambiguation pages, lists, pages of years and days, and pages too short to carry two claims stay documents: an agent may find
them, and links through them count.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace

from isthmus.records import Document, DocumentKind

STUB_CHARACTERS = 200
"""Running text below which a page without two attributes is a stub: two short sentences."""

_DISAMBIGUATION_TEMPLATES = re.compile(
    r"(?:.*disambiguation|disambig|dab|hndis|geodis|surname|given name|nickname|mountainindex|roaddis|set index article|sia|"
    r"shipindex|numberdis|letterdis|airport disambig|callsigndis|chinese title disambig|begriffsklärung)\Z"
)
_DISAMBIGUATION = re.compile(
    r".{1,120}?\b(?:may|can|might|could) (?:also )?(?:refer to|mean)\b[^.\n]{0,60}(?:\n|\Z)"
)
_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_LIST = re.compile(
    r"(?:lists?|index|outline|timeline|glossary|comparison|bibliography|discography|table|chronology) of\b"
    r"|.+ (?:discography|filmography|bibliography|videography)\Z",
    re.IGNORECASE,
)
_TIME = re.compile(
    r"(?:\d{1,4}(?:s|(?:st|nd|rd|th) (?:century|millennium))?(?: (?:BC|BCE|AD|CE))?"
    rf"|(?:{_MONTHS})(?: \d{{1,2}}(?:, \d{{4}})?| \d{{4}})?"
    r"|\d{4}s? in .+|\d{4}[–-]\d{2,4} in .+)\Z"
)


def classify(document: Document, templates: Collection[str] = ()) -> Document:
    """Return the document with its kind."""
    kind = kind_of(document, templates)
    return document if kind is document.kind else replace(document, kind=kind)


def kind_of(document: Document, templates: Collection[str] = ()) -> DocumentKind:
    """Return the kind of a document from its title, its length, and the templates it was written with."""
    title, body = document.title, document.text[document.body_start :]
    if title.endswith("(disambiguation)") or any(_DISAMBIGUATION_TEMPLATES.match(name) for name in templates):
        return DocumentKind.DISAMBIGUATION
    if len(document.attributes) < 2 and _DISAMBIGUATION.match(body[:240]):
        return DocumentKind.DISAMBIGUATION
    if _LIST.match(title) or _TIME.match(title):
        return DocumentKind.LIST
    if len(body) < STUB_CHARACTERS and len(document.attributes) < 2:
        return DocumentKind.STUB
    return DocumentKind.ARTICLE
