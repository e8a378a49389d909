"""The page around each piece of evidence, with the stating words marked.

Evidence of one page is shown together, once. The excerpt is the lines that hold evidence and some lines around each; a gap is
shown as a gap. The text marked is taken from the page at the stored offsets and compared with the stored words: a difference is
told, never hidden.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from isthmus.records import Constraint, Document, ResearchTree
from isthmus.report.inputs import Lookup
from isthmus.report.text import LINE, PASSAGE, name, printable

_AROUND = 2
"""Lines shown before and after one that holds evidence."""
_MOST_LINES = 24
"""Lines of one page at most; what is cut away is context, evidence first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A run of a page's text."""

    text: str
    """The words."""
    clues: tuple[int, ...] = ()
    """Clues this run is evidence of, by object vertex id; empty for context."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paragraph:
    """A line of a page."""

    kind: str
    """`text`, `heading`, `item`, `fact` (an infobox line) or `gap`."""
    pieces: tuple[Piece, ...] = ()
    """Runs in order; empty for a gap."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Excerpt:
    """What is shown of one page."""

    title: str
    """The page's title."""
    url: str
    """Its address, shown as text, never as a link."""
    clues: tuple[int, ...]
    """Clues with evidence here."""
    paragraphs: tuple[Paragraph, ...]
    """Lines in the page's order."""
    problem: str
    """What is wrong with the evidence, for a person; empty when page and proof agree."""


def excerpts(tree: ResearchTree, lookup: Lookup) -> tuple[Excerpt, ...]:
    """Return one excerpt for each page with evidence, in order of first use."""
    pages: dict[str, list[Constraint]] = {}
    for constraint in tree.constraints:
        pages.setdefault(constraint.evidence.document_id, []).append(constraint)
    return tuple(_excerpt(document_id, group, lookup(document_id)) for document_id, group in pages.items())


def _excerpt(document_id: str, constraints: list[Constraint], page: Document | None) -> Excerpt:
    clues = tuple(c.object for c in constraints)
    if page is None:
        stored = tuple(
            Paragraph(kind="text", pieces=(Piece(text=_bound(c.evidence.text), clues=(c.object,)),))
            for c in constraints
        )
        return Excerpt(
            title=name(document_id),
            url="",
            clues=clues,
            paragraphs=stored,
            problem="the page is not at hand; the sentences stored with the task are shown",
        )
    wrong = [c for c in constraints if page.text[c.evidence.start : c.evidence.end] != c.evidence.text]
    right = [c for c in constraints if c not in wrong]
    lost = tuple(
        Paragraph(kind="text", pieces=(Piece(text=_bound(c.evidence.text), clues=(c.object,)),))
        for c in wrong
    )
    problem = ""
    if wrong:
        problem = "the page no longer reads as stored for " + ", ".join(f"clue {c.object}" for c in wrong)
    return Excerpt(
        title=name(page.title),
        url=name(page.url),
        clues=clues,
        paragraphs=tuple(_paragraphs(page, right)) + lost,
        problem=problem,
    )


def _paragraphs(page: Document, constraints: list[Constraint]) -> list[Paragraph]:
    lines = _lines(page.text)
    held = [i for i, (start, end) in enumerate(lines) if any(_meets(c, start, end) for c in constraints)]
    shown: list[int] = []
    for around in range(_AROUND + 1):
        for index in held:
            for near in (index - around, index + around):
                if 0 <= near < len(lines) and near not in shown and len(shown) < _MOST_LINES:
                    shown.append(near)
    shown.sort()
    result: list[Paragraph] = []
    before = -1
    for index in shown:
        if index != before + 1:
            result.append(Paragraph(kind="gap"))
        result.append(_paragraph(page, *lines[index], constraints))
        before = index
    if shown and before != len(lines) - 1:
        result.append(Paragraph(kind="gap"))
    return result


def _lines(text: str) -> list[tuple[int, int]]:
    """Return the offsets of all lines that hold words."""
    result: list[tuple[int, int]] = []
    start = 0
    while start <= len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        if text[start:end].strip():
            result.append((start, end))
        start = end + 1
    return result


def _meets(constraint: Constraint, start: int, end: int) -> bool:
    return constraint.evidence.start < end and constraint.evidence.end > start


def _paragraph(page: Document, start: int, end: int, constraints: Iterable[Constraint]) -> Paragraph:
    kind, skip = "text", 0
    if page.text.startswith("## ", start):
        kind, skip = "heading", 3
    elif page.text.startswith("- ", start):
        kind, skip = "item", 2
    elif start < page.body_start:
        kind = "fact"
    start += skip
    inside = [c for c in constraints if _meets(c, start, end)]
    cuts = {start, end}
    for c in inside:
        cuts |= {max(start, c.evidence.start), min(end, c.evidence.end)}
    places = sorted(cuts)
    pieces = tuple(
        Piece(
            text=printable(page.text[a:b]),
            clues=tuple(c.object for c in inside if c.evidence.start <= a and b <= c.evidence.end),
        )
        for a, b in pairwise(places)
        if a < b
    )
    return Paragraph(kind=kind, pieces=_shorten(pieces))


def _shorten(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Cut long context in a paragraph, keeping the words next to the marks; marks themselves are cut last."""
    if sum(len(piece.text) for piece in pieces) <= PASSAGE:
        return pieces
    result: list[Piece] = []
    for i, piece in enumerate(pieces):
        if piece.clues:
            result.append(Piece(text=_bound(piece.text), clues=piece.clues))
        elif len(piece.text) <= LINE:
            result.append(piece)
        elif i == 0 and len(pieces) > 1:
            result.append(Piece(text="… " + piece.text[-LINE:]))
        elif i == len(pieces) - 1:
            result.append(Piece(text=piece.text[:LINE] + " …"))
        else:
            result.append(Piece(text=f"{piece.text[: LINE // 2]} … {piece.text[-LINE // 2 :]}"))
    return tuple(result)


def _bound(text: str) -> str:
    text = printable(text)
    return text if len(text) <= PASSAGE else text[:PASSAGE] + "…"
