"""Values of facts dumped by a text browser, cleaned: flags, ranks, footnotes and stray blanks go, units stay readable."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from isthmus.corpus.inline import tidy

_MANY_LINES_WORDS = """
government key_people awards spouse official_languages other_names products industry lake_type predecessor
successor consort notable_works senators discovered_by capital result regulated_by
"""
MANY_LINES = frozenset(_MANY_LINES_WORDS.split())
"""Fields without commas of which each further row is a value of its own."""

_LONGEST = 160
_RANK = re.compile(
    r"\s*\(\s*(?:ranked\s*)?\d+\^?(?:st|nd|rd|th)[^)]{0,12}\)|\s*\bRanked \d.*|\s*\( ?(?:not |un)?ranked\)",
    re.IGNORECASE,
)
_NOTHING = re.compile(
    r"(?:n/?a|none|unknown|\?|-|–|not available|nil|see .*|coat of arms.*|flag .*|map .*|location of .*|"
    r"varies|various|detail|no data|\W*)\W*\Z",
    re.IGNORECASE,
)
_FLAG = re.compile(r"(?:Flag|Coat of arms|Seal) of (.+?)\s+(?=.*\b\1\b)|Flag of [^,;]+?  +")
_ALT = re.compile(r"\A([A-Z]\w+(?: \w+)?) (?=.+, \1\Z)")
"""The words a flag stands for, before a value that ends with them."""
_SPLIT = re.compile(r"\s*(?:,(?: and)?|;| [–-] | · |\band\b)\s+(?![^()]*\))")
_CODE = re.compile(r"\s*\(\s*[A-Z]{3}(?:,[^)]*)?\s*\)")
_RAISED = re.compile(r"([A-Za-z]*|\d*)\s?\^([+−–-]?\d+[+−–-]?|[a-z])(?![\w.⁄/])")
_UNITS_WORDS = """
km m cm mm s mol K g kg mi ft in J W Pa dm L l d f p
"""
_UNITS = frozenset(_UNITS_WORDS.split())
_STRAY = re.compile(r"(?<=\A[\"“]) +|(?<=\s[\"“]) +|(?<=\d[-–]) (?=\d)")
"""Blanks that the browser left before links."""
_SUPERSCRIPTS = str.maketrans("0123456789+-−–", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻")
_MEASURE = {
    "population_density": re.compile(r"\d.*(?:/|per )"),
    "area": re.compile(r"\d.*(?:km|mi|ha\b|acres|m²|hectares)"),
    "elevation": re.compile(r"\d.*(?:m\b|ft|feet|met)"),
    "population": re.compile(r"[\d,.]{2,}(?!.*(?:km|mi²|/))"),
    "census_population": re.compile(r"[\d,.]{3,}"),
    "burial_place": re.compile(r"(?!.*\d{3,4}\Z)[A-ZÀ-Þ]"),
    "date": re.compile(r".*\d{3}"),
    "location": re.compile(r"(?!\d+°)"),
    "gdp": re.compile(r".*\d"),
    "gdp_per_capita": re.compile(r".*\d"),
    "water_percent": re.compile(r"[\d.]+ ?%?\Z"),
}
"""What a value of a field must look like: a box that came apart puts figures in the wrong row."""


def split_items(text: str) -> list[str]:
    """Return the items of a list with commas, dashes or `and` between."""
    return _SPLIT.split(text)


def clean(field: str, values: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield the field with those of its values that say something, cleaned; nothing when none does."""
    kept: list[str] = []
    for value in values:
        text = clean_value(field, value)
        measure = _MEASURE.get(field)
        if not text or len(text) > _LONGEST or _NOTHING.match(text) or "{{" in text:
            continue
        if (measure is None or measure.match(text)) and text not in kept:
            kept.append(text)
    if kept:
        yield field, kept


def clean_value(field: str, value: str) -> str:
    """Return one value, cleaned."""
    value = _RANK.sub("", _FLAG.sub("", value))
    value = _RAISED.sub(
        lambda found: _raised(found, whole=field in ("electron_configuration", "formula")), value
    )
    value = re.sub(r"(?<=[A-Za-z)])\[(\d+)\]", r"\1", value)
    value = re.sub(r"\s*\[\d*\]|\s*\(\s*(?:List|more|more\.\.\.|details|In detail)\s*\)", "", value)
    value = _STRAY.sub("", value)
    if field == "currency":
        value = _CODE.sub("", value)
    if re.search(r"\bU\.?S\.?A?\.?\Z|United States\Z", value):
        value = value.removeprefix("United States ") or value
    half = len(value) // 2
    if len(value) > 6 and value[:half].strip() == value[half:].strip():
        value = value[:half]
    value = tidy(_ALT.sub("", value)).strip(' ,;:·•*†{}|^"' if value.count('"') == 1 else " ,;:·•*†{}|^")
    inner = value[1:-1]
    return inner if value[:1] + value[-1:] in ("()", "[]") and not re.search(r"[(\[]", inner) else value


def _raised(found: re.Match[str], *, whole: bool) -> str:
    """Return a raised number as an exponent after a unit or a power of ten, and nothing where it is a footnote."""
    before, raised = found.groups()
    if whole or before in _UNITS or before == "10":
        return before + raised.translate(_SUPERSCRIPTS)
    return before
