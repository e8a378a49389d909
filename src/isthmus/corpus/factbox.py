"""Boxes of facts in pages dumped by a text browser, read row by row by their labels.

Only rows whose label is known become facts; everything else in a box is dropped, since a wrong fact is worse than none. A value
goes on in the next row when that row begins exactly under it, or when the row plainly is not finished: it ends in a comma, has
an open bracket, or could not have taken the next word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from isthmus.corpus.factbox_labels import LABELS, PARTS, Label
from isthmus.corpus.factbox_values import MANY_LINES, clean, split_items

_LONGEST_LABEL = max(len(name.split()) for name in LABELS)
_DASH = re.compile(r"\s*[-–•]\s+(?=\S)")
_GAP = re.compile(r"\s{2,}|:\s+")
_AGE = re.compile(r"\s*\((?:aged?|baptised|baptized|OS|NS)[^)]*\)|\s*\[[^\]]*\]?")
_DATE = re.compile(
    r"(?:c\. ?|~|about |before |after )?(?:[A-Z][a-z]+ \d{1,2}, )?(?:\d{1,2} [A-Z][a-z]+ )?\d{1,4}(?: BCE?| AD)?"
)
_DAY = re.compile(r"(?:\d{1,2} )?[A-Z][a-z]+ (?:\d{1,2}, ?)?\d{3,4}|\b\d{3,4}\b")
_PLACE = re.compile(r"[A-ZÀ-Þ][^\d=:]{2,80}\Z")
_UNFINISHED = (
    ",",
    "–",
    "-",
    "/",
    *(
        f" {word}"
        for word in ["and", "&", "of", "the", "in", "or", "to", "with", "by", "for", "a", "an", "from", "on"]
    ),
)
_FROM = re.compile(r"(?:independence )?from (?:the )?(.+)", re.IGNORECASE)
_WIDTH = 74
_MARGIN = 3
_LONGEST_ROW = 200
_LOOSE = frozenset(
    (
        "date",
        "region",
        "location",
        "type",
        "order",
        "area",
        "population",
        "population_density",
        "independence",
    )
)
"""Fields that a row with a dash does not stand for on its own."""
_OFFICES = frozenset(
    ("president", "vice_president", "prime_minister", "monarch", "governor", "governor_general", "chancellor")
)
"""Fields that tell who governs a place; in the box of a person such a row names whom that person served under."""
_PLACES = ("Capital", "Area", "Currency", "Population", "Official language")
_MIN_ROWS = 2
_SURE = 3
"""Labels that make a box sure enough to trust ordinary words as labels too."""


class _Row(NamedTuple):
    """A row of a box."""

    text: str
    column: int
    """Where its text begins."""
    part: bool
    """Whether a dash stands before it."""

    def end(self) -> int:
        return self.column + len(self.text)


class _Found(NamedTuple):
    """A row whose label is known."""

    label: Label
    value: str
    column: int
    """Where the value begins."""
    end: int
    """Where the row ends."""


class _Line(NamedTuple):
    """A further row of a value."""

    text: str
    joined: bool
    """Whether it continues the words before it, rather than being a value of its own."""


def read_box(rows: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield (field, values) of the rows whose labels are known."""
    box = [_row(text) for text in rows if text.strip() and len(text) <= _LONGEST_ROW]
    sure = sum(1 for row in box if (found := _find(row, weak=False)) is not None and found.value)
    if sure < _MIN_ROWS:
        return
    unfit = frozenset() if any(row.text.startswith(_PLACES) for row in box) else _OFFICES
    group = ""
    for position, row in enumerate(box):
        following = box[position + 1 : position + 13]
        if row.part and group:
            facts = list(_part(group, row, following))
            if facts:
                yield from facts
                continue
        found = _find(row, weak=sure >= _SURE)
        if found is None or (found.label.field in (_LOOSE if row.part else unfit)):
            continue
        if not row.part:
            group = found.label.field if found.label.field in PARTS else ""
        yield from _facts(found, following)


def _row(text: str) -> _Row:
    dash = _DASH.match(text)
    start = dash.end() if dash else len(text) - len(text.lstrip())
    return _Row(text[start:].rstrip(), start, dash is not None)


def _find(row: _Row, *, weak: bool) -> _Found | None:
    """Return the known label a row begins with, the longest."""
    words = row.text.split()
    for size in range(min(_LONGEST_LABEL, len(words)), 0, -1):
        name = " ".join(words[:size]).lower()
        label = LABELS.get(name.rstrip(":"))
        if label is None:
            continue
        matched = re.match(r"\s+".join(re.escape(word) for word in words[:size]), row.text)
        assert matched is not None
        rest = row.text[matched.end() :]
        told = not rest or name.endswith(":") or _GAP.match(rest)
        if label.weak and not told and not (weak and _may_be_value(rest.strip())):
            return None
        value = rest.lstrip(": ")
        return _Found(label, value.strip(), row.column + len(row.text) - len(value), row.end())
    return None


def _may_be_value(text: str) -> bool:
    """Return whether what follows a weak label after one blank can be its value."""
    return len(text) < 60 and (text[0].isupper() or text[0].isdigit() or text[0] in "~+")


def _facts(found: _Found, following: Sequence[_Row]) -> Iterator[tuple[str, list[str]]]:
    field, value = found.label.field, found.value
    if not field or field == "gdp":
        return
    if field in ("born", "died"):
        yield from _life("birth" if field == "born" else "death", found, following)
    elif field.startswith("capital"):
        yield from _capital(field, value, following)
    elif field == "name_symbol_number":
        parts = [part.strip() for part in value.split(",")]
        if len(parts) == 3:
            yield from clean("symbol", [parts[1]])
            yield from clean("atomic_number", [parts[2]])
    elif field == "independence":
        yield from _independence(value)
    elif value:
        yield from clean(field, _values(found, following))


def _values(found: _Found, following: Sequence[_Row]) -> list[str]:
    """Return the values of a row and of the rows it goes on in."""
    values = [found.value]
    for line in _continuation(found, following):
        if line.joined:
            values[-1] = f"{values[-1]} {line.text}"
        elif found.label.many or found.label.field in MANY_LINES:
            values.append(line.text)
        else:
            break
    if found.label.many:
        return [item for value in values for item in split_items(value)]
    return values


def _continuation(found: _Found, following: Sequence[_Row]) -> Iterator[_Line]:
    before, end = found.value, found.end
    for row in following:
        if row.part or row.text[0] == "_" or _find(row, weak=True) is not None or _GAP.search(row.text):
            return
        full = end + 1 + len(row.text.split(" ", 1)[0]) > _WIDTH
        unfinished = before.endswith(_UNFINISHED) or before.count("(") > before.count(")")
        under = row.column == found.column and (row.text[0].isalpha() or row.text[0] in "(\"'")
        if not under and not unfinished and not (full and row.column == _MARGIN):
            return
        yield _Line(row.text, unfinished or full or row.text[0] == "(" or row.text[0].islower())
        before, end = row.text, row.end()


def _part(group: str, row: _Row, following: Sequence[_Row]) -> Iterator[tuple[str, list[str]]]:
    """Yield the fact of a row with a dash, under the heading it belongs to."""
    gap = _GAP.search(row.text)
    for pattern, field in PARTS[group]:
        if gap is not None:
            matched = re.fullmatch(pattern, row.text[: gap.start()].strip(), re.IGNORECASE)
            value = row.text[gap.end() :]
        else:
            matched = re.match(rf"(?:{pattern})(?=\s|\Z)", row.text, re.IGNORECASE)
            value = row.text[matched.end() :] if matched else ""
        if matched is None:
            continue
        if group == "independence":
            yield from _independence_part(field, row.text)
        elif field and value.strip():
            value = re.sub(r"\A\s*\([^()]*\d{4}[^()]*\)", "", value).strip()
            found = _Found(Label(field), value, row.end() - len(value), row.end())
            lines = (
                [line for line in _continuation(found, following) if "," not in value]
                if group == "government"
                else []
            )
            # A name may go on under itself; a second form of government may not.
            name = " ".join([value, *(line.text for line in lines[:1])])
            yield from clean(field, [name])
        return


def _independence_part(field: str, text: str) -> Iterator[tuple[str, list[str]]]:
    day = _DAY.search(text)
    source = _FROM.match(text[: day.start()] if day else text)
    if source is not None:
        yield from clean("independence_from", [source.group(1).strip(" :")])
    if field and day is not None:
        yield from clean(field, [day.group()])


def _independence(value: str) -> Iterator[tuple[str, list[str]]]:
    source = _FROM.match(value)
    if source is not None:
        yield from clean("independence_from", [source.group(1).partition("(")[0]])
    if day := _DAY.search(value):
        yield from clean("independence", [day.group()])


def _life(stem: str, found: _Found, following: Sequence[_Row]) -> Iterator[tuple[str, list[str]]]:
    """Yield date and place of a birth or death; the place is in brackets or in the next row."""
    value = _AGE.sub("", found.value)
    date = _DATE.search(value)
    if date is None:
        return
    yield from clean(f"{stem}_date", [date.group()])
    rest = value[date.end() :].strip(" ,;")
    if not rest and following:
        row = following[0]
        aligned = row.column == found.column or found.column - row.column > 3
        if aligned and not row.part and _find(row, weak=True) is None:
            rest = row.text
            if rest.endswith(_UNFINISHED) and len(following) > 1:
                rest = f"{rest} {following[1].text}"
    if rest.startswith("("):
        rest = rest.strip("( )")
    if _PLACE.match(rest):
        yield from clean(f"{stem}_place", [rest])


def _capital(field: str, value: str, following: Sequence[_Row]) -> Iterator[tuple[str, list[str]]]:
    """Yield the capital, which may also be called the largest city, in the same row or the next."""
    if not value and following and following[0].text.startswith("(and largest city)"):
        value = following[0].text
    both = field.endswith("largest_city") or value.startswith("(and largest city)")
    value = value.removeprefix("(and largest city)").strip()
    name = re.split(r"\s{2,}|\s\d+\s*°|\d{1,3}°", value)[0].strip(" :")
    yield from clean("capital", [name])
    if both:
        yield from clean("largest_city", [name])
