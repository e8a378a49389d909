"""Pages of research papers: the sections every page has, then related work, whose citations are links."""

from __future__ import annotations

from isthmus.worlds.compose import compile_template
from isthmus.worlds.draws import NONE
from isthmus.worlds.pages import Draw, PageWriter
from isthmus.worlds.schema import Value
from isthmus.worlds.sizes import Kind

_CITING: tuple[str, ...] = (
    "The method goes back to {x}.",
    "A different approach is taken in {x}.",
    "Our results extend those of {x}.",
    "The data of {x} cover an earlier period.",
    "A first estimate was given in {x}.",
    "We correct an error in {x}.",
    "The question was raised in {x}.",
    "A special case is treated in {x}.",
    "For a survey see {x}.",
    "Unlike {x}, we do not assume a steady state.",
)
"""Sentences of related work; a paper uses each once, since it has fewer citations."""
_PASSING: tuple[tuple[Kind, str], ...] = (
    (Kind.PERSON, "A popular account was given by {x} in a public lecture."),
    (Kind.UNIVERSITY, "Similar questions are being studied at {the x}."),
    (Kind.EXPEDITION, "Material from the {x} was not used."),
)
"""Mentions that are no citations."""


class PaperWriter(PageWriter):
    """Writes the pages of papers."""

    def _prepare(self) -> None:
        self._citing = [compile_template(text, {"x": 0}) for text in _CITING]
        self._passing = [(kind, compile_template(text, {"x": 0})) for kind, text in _PASSING]
        self._cites = self._view.truth.tables[Kind.PAPER]["cites"]

    def _write_body(self, row: int, values: tuple[Value, ...], draw: Draw) -> None:
        for heading, groups in self._sections:
            self._section(heading, groups, values, 1.0, draw)
        writer = self._writer
        cited = [entity for entity in self._cites[row].tolist() if entity != NONE]
        writer.text("\n\n## Related work\n\n")
        if not cited:
            writer.text("No earlier work on the question is known to us.")
        first = int(draw() * len(self._citing))
        for place, entity in enumerate(cited):
            writer.text(" " if place else "")
            writer.sentence(self._citing[(first + place) % len(self._citing)], (entity,), 0)
        if draw() < 0.4:
            kind, template = self._passing[int(draw() * len(self._passing))]
            truth = self._view.truth
            writer.text(" ")
            writer.sentence(template, (truth.sizes.base[kind] + int(draw() * truth.count(kind)),), 0)
