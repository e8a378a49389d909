"""Dates as people write them, to the precision they state: a day, a month, a year, a decade, or a span of two.

A form that may be read in two ways (`3/4/1975`) gives both readings; who compares must not choose.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from datetime import date


@dataclass(frozen=True, slots=True, kw_only=True)
class Date:
    """A date; what it does not state is None."""

    year: int
    """Year; 44 BC is -44. For a decade its first year."""
    month: int | None = None
    """1 to 12."""
    day: int | None = None
    """1 to 31; only with a month."""
    decade: bool = False
    """Whether the whole decade is meant."""
    until: Date | None = None
    """For a span: its last date."""

    def precision(self) -> str:
        """Return `day`, `month`, `year`, `decade` or `span`."""
        if self.until:
            return "span"
        if self.decade:
            return "decade"
        return "day" if self.day else "month" if self.month else "year"

    def covers(self, other: Date) -> bool:
        """Return whether the other date is the same or lies inside this one, spans aside."""
        if self.decade:
            return self.year <= other.year < self.year + 10
        return self.year == other.year and self.month in (None, other.month) and self.day in (None, other.day)


def parse_date(text: str) -> tuple[Date, ...]:
    """Return the readings of a text that states a date and nothing else: one, two when it is ambiguous, or none."""
    if len(text) > _LONGEST:
        return ()
    tidy = unicodedata.normalize("NFKC", text).replace("–", "-").replace("—", "-").strip(" .,;()")
    tidy = _LEADING.sub("", " ".join(tidy.split()))
    readings = _parse_single(tidy)
    if readings:
        return readings
    return _parse_span(tidy)


def _parse_span(text: str) -> tuple[Date, ...]:
    for pattern in _SPANS:
        match = pattern.fullmatch(text)
        if match:
            first, last = _parse_single(match.group(1)), _parse_single(match.group(2))
            if len(first) == 1 and len(last) == 1 and first[0].precision() == last[0].precision():
                return (replace(first[0], until=last[0]),)
    return ()


def _parse_single(text: str) -> tuple[Date, ...]:
    for pattern in _FORMS:
        match = pattern.fullmatch(text)
        if match:
            made = _make(match.groupdict())
            return (made,) if made else ()
    match = _SLASHED.fullmatch(text)
    if match:
        one, two, year = (int(group) for group in match.groups())
        found = {_checked(year, two, one), _checked(year, one, two)}
        return tuple(sorted((d for d in found if d), key=lambda d: (d.month or 0, d.day or 0)))
    return ()


def _make(found: dict[str, str | None]) -> Date | None:
    year = int(found["year"] or 0)
    if (found.get("era") or "").casefold().startswith("b"):
        year = -year
    if found.get("decade"):
        return Date(year=year, decade=True) if year % 10 == 0 else None
    month, day = _month(found.get("month")), found.get("day")
    return _checked(year, month, int(day) if day else None)


def _month(name: str | None) -> int | None:
    if not name:
        return None
    if name.isdigit():
        return int(name)
    return _MONTHS.get(name.casefold()[:3])


def _checked(year: int, month: int | None, day: int | None) -> Date | None:
    """Return the date if there is such a day."""
    try:
        # Years before 1 have no `date`; 2000 stands in, so that 29 February passes.
        date(
            year if 1 <= year <= 9999 else 2000,
            month if month is not None else 1,
            day if day is not None else 1,
        )
    except ValueError:
        return None
    return Date(year=year, month=month, day=day)


_LONGEST = 100
_ABBREVIATED = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTHS = {name: number for number, name in enumerate(_ABBREVIATED, start=1)}
_LEADING = re.compile(
    r"^(?:(?:in|on|since|during|the year|year|around|about|circa|ca?\.)\s+)*"
    r"(?:(?:mon|tues?|wednes|thurs?|fri|satur|sun)day,?\s+)?",
    re.I,
)
_NAME = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_DAY = r"(?:the )?(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>\d{1,4})(?: ?(?P<era>b\.?c\.?(?:e\.?)?|a\.?d\.?|c\.?e\.?))?"
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})",
        r"(?P<year>\d{4})-(?P<month>0[1-9]|1[0-2])",
        r"(?P<day>\d{1,2})\.\s?(?P<month>\d{1,2})\.\s?(?P<year>\d{4})",
        rf"{_DAY}(?: of)? {_NAME},? {_YEAR}",
        rf"{_NAME} {_DAY},? {_YEAR}",
        rf"(?P<year>\d{{4}}),? {_NAME} {_DAY}",
        rf"{_NAME},?(?: of)? {_YEAR}",
        r"(?P<month>0[1-9]|1[0-2])/(?P<year>\d{4})",
        r"(?:the )?(?P<year>\d{3,4})(?P<decade>['’]?s)",
        r"(?P<year>\d{3,4})年(?:(?P<month>\d{1,2})月(?:(?P<day>\d{1,2})[日号])?)?",
        r"(?P<era>ad) (?P<year>\d{1,4})",
        _YEAR,
    )
)
_SLASHED = re.compile(r"(\d{1,2})[/-](\d{1,2})[/-](\d{4})")
_SPANS = tuple(
    re.compile(span, re.IGNORECASE)
    for span in (
        r"(?:from )?(.+?) ?- ?(.+)",
        r"(?:from )?(.+?) (?:to|until|till) (.+)",
        r"between (.+?) and (.+)",
    )
)
