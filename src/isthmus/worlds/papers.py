"""Pages of research papers: abstract, sections, and related work whose citations are links."""

from __future__ import annotations

from isthmus.worlds.compose import Template, compile_template
from isthmus.worlds.draws import NONE
from isthmus.worlds.pages import Draw, PageWriter
from isthmus.worlds.schema import Value
from isthmus.worlds.sizes import Kind

_PARTS: tuple[tuple[str, tuple[tuple[str, ...], ...]], ...] = (
    ("Abstract", (
        ("We study a question of {field} that has been open for some years.", "This paper treats a problem in {field}.",
         "Progress in {field} has been held back by a lack of long records.", "We report new results in {field}."),
        ("Our data were collected over {months} months.", "We analyse {samples} samples.", "The study rests on {samples} observations.",
         "Measurements were repeated {months} times."),
        ("The effect is smaller than reported before.", "We find a clear seasonal signal.", "The error is reduced by {percent} per cent.",
         "Agreement with theory is within {percent} per cent."),
    )),
    ("Introduction", (
        ("Since the founding of {field} the question has been asked in several forms.", "Interest in the question is not confined to {field}.",
         "Textbooks of {field} give it a page at most.", "Few problems of {field} are as easily stated."),
        ("The work was done at {the institution}.", "We use the facilities of {the institution}.", "{the institution} made its archive available.",
         "The instruments belong to {the institution}."),
        ("We proceed as follows.", "The argument has three steps.", "Notation is kept to a minimum.", "All figures are given with their errors."),
    )),
    ("Method and results", (
        ("A first series of {samples} measurements was discarded.", "Of {samples} samples, a tenth had to be excluded.",
         "The instrument was calibrated every {months} days.", "We fitted {months} models and kept the simplest."),
        ("The residuals show no trend.", "The main result holds for both halves of the data.", "A deviation of {percent} per cent remains unexplained.",
         "The confidence interval has a width of {percent} per cent."),
        ("A longer record would settle the matter.", "We expect the method to be useful elsewhere.", "The data are available on request.",
         "An independent check would be welcome."),
    )),
)  # fmt: skip
_CITED: tuple[str, ...] = (
    "The method goes back to {x}.",
    "A different approach is taken in {x}.",
    "Our results extend those of {x}.",
    "The data of {x} cover an earlier period.",
    "A first estimate was given in {x}.",
    "We correct an error in {x}.",
    "The question was raised in {x}.",
    "{x} treats a special case.",
    "For a survey see {x}.",
    "Unlike {x}, we do not assume a steady state.",
)
_PASSING: tuple[str, ...] = (
    "A popular account was given by {x} in a public lecture.",
    "Similar questions are being studied at {the x}.",
    "Material from the {x} was not used.",
)
_PASSING_KINDS = (Kind.PERSON, Kind.UNIVERSITY, Kind.EXPEDITION)


class PaperWriter(PageWriter):
    """Writes the pages of papers."""

    def _compile_parts(self) -> list[tuple[str, list[tuple[Template, ...]]]]:
        positions = self._positions | {
            name: len(self._positions) + i for i, name in enumerate(("samples", "months", "percent"))
        }
        return [
            (heading, [tuple(compile_template(text, positions) for text in group) for group in groups])
            for heading, groups in _PARTS
        ]

    def _prepare(self) -> None:
        self._parts = self._compile_parts()
        self._cited = [compile_template(text, {"x": 0}) for text in _CITED]
        self._passing = [compile_template(text, {"x": 0}) for text in _PASSING]
        self._cites = self._view.truth.tables[Kind.PAPER]["cites"]

    def _write_body(self, row: int, values: tuple[Value, ...], draw: Draw) -> None:
        numbers = (f"{int(draw() * 9_000) + 120:,}", str(int(draw() * 40) + 3), str(int(draw() * 23) + 2))
        for heading, groups in self._parts:
            self._section(heading, groups, (*values, *numbers), 1.0, draw)
        writer = self._writer
        cited = [entity for entity in self._cites[row].tolist() if entity != NONE]
        if cited:
            writer.text("\n\n## Related work\n\n")
        first = int(draw() * len(self._cited))
        for place, entity in enumerate(cited):
            writer.text(" " if place else "")
            writer.sentence(self._cited[(first + place) % len(self._cited)], (entity,), 0)
        if draw() < 0.4:
            place = int(draw() * len(_PASSING))
            kind = _PASSING_KINDS[place]
            truth = self._view.truth
            writer.text(" " if cited else "\n\n")
            writer.sentence(
                self._passing[place], (truth.sizes.base[kind] + int(draw() * truth.count(kind)),), 0
            )
