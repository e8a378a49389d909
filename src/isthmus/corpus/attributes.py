"""The attribute lines at the head of a document: `Label: value; value`, one field a line.

All readers that find facts (infoboxes, fact boxes, front matter, HTML tables) write them through `Lines`, so that offsets are
right by construction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from isthmus.corpus.marks import MIDDLE, Marked, settle, unmark
from isthmus.records import Attribute, Document, Link

SEPARATOR = "; "


class Lines:
    """Collects fields; values may hold marked links. A field named twice is one line."""

    def __init__(self) -> None:
        self._fields: dict[str, list[str]] = {}

    def add(self, name: str, values: Iterable[str]) -> None:
        """Add values to a field of a name in lower case with underscores."""
        known = self._fields.setdefault(name, [])
        shown = {unmark(value) for value in known}
        known.extend(value for value in values if unmark(value) not in shown)

    def settle(self, targets: Callable[[int], str]) -> tuple[Marked, tuple[Attribute, ...]]:
        """Return the lines as text with its links, and the place of every value."""
        lines: list[str] = []
        attributes: list[Attribute] = []
        length = 0
        for name, values in self._fields.items():
            if not values:
                continue
            label = f"{name[:1].upper()}{name[1:]}".replace("_", " ")
            place = length + len(label) + 2
            for value in values:
                end = place + len(unmark(value))
                attributes.append(Attribute(name=name, start=place, end=end))
                place = end + len(SEPARATOR)
            length = place - len(SEPARATOR) + 1
            lines.append(f"{label}: {SEPARATOR.join(values)}")
        return settle("\n".join(lines), targets), tuple(attributes)

    def document(
        self,
        title: str,
        url: str,
        head: Marked,
        attributes: tuple[Attribute, ...],
        body: Marked,
        *,
        aliases: Iterable[str] = (),
        categories: Iterable[str] = (),
    ) -> Document:
        """Return a document of attribute lines, a blank line, and the running text."""
        shift = len(head.text) + 2 if head.text else 0
        text = f"{head.text}\n\n{body.text}" if head.text else body.text
        moved = tuple(Link(start=a.start + shift, end=a.end + shift, target=a.target) for a in body.links)
        return Document(
            id=title,
            title=title,
            text=text,
            url=url,
            links=head.links + moved,
            attributes=attributes,
            aliases=tuple(aliases),
            categories=tuple(dict.fromkeys(categories)),
            body_start=shift,
        )


__all__ = ["MIDDLE", "Lines"]
