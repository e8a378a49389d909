"""Numbers with units, as exact fractions: `1,200 m`, `1.2 km`, `five million`, `$3.5bn`, `between 10 and 20`, `5 ft 11 in`.

Two quantities are equal when their values are, in one unit, exactly. A range of rounding counts only where the text states it:
`about 1,200` covers 1,150 to 1,250, half a unit of its last significant digit on both sides. Commas and blanks group thousands
and the point is decimal; `1,5` is no number here, since it may mean two things.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from isthmus.scoring.number_words import read_number_words
from isthmus.scoring.units import Unit, find_currency, find_unit


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """A number or a range of numbers, in a unit or in none."""

    low: Fraction
    """Smallest value, in the unit as stated."""
    high: Fraction
    """Largest value; equal to `low` unless a range is stated."""
    unit: Unit | None = None
    """The unit; None when none is stated."""
    rounding: Fraction = Fraction(0)
    """Half the worth of the last significant digit where the text says that it is rounded, else 0."""

    def is_range(self) -> bool:
        """Return whether a range is stated."""
        return self.low != self.high

    def scaled(self) -> Quantity:
        """Return the quantity in the base unit of its kind."""
        if self.unit is None or self.unit.factor == 1:
            return self
        factor = self.unit.factor
        return replace(
            self,
            low=self.low * factor,
            high=self.high * factor,
            rounding=self.rounding * factor,
            unit=Unit(kind=self.unit.kind),
        )


@lru_cache(maxsize=16_384)
def parse_quantity(text: str) -> Quantity | None:
    """Return the quantity that the whole text states, or None."""
    if len(text) > _LONGEST:
        return None
    tidy = _tidy(text)
    bare = _ABOUT.sub("", tidy)
    number = _parse_range(bare) or _parse_one(bare) or _parse_sum(bare)
    if number is None:
        return None
    return number.quantity if bare != tidy else replace(number.quantity, rounding=Fraction(0))


@dataclass(frozen=True, slots=True)
class _Parsed:
    quantity: Quantity
    tail: str
    """Scale and unit as written, for a range that says them once."""


def _parse_range(text: str) -> _Parsed | None:
    match = _BETWEEN.fullmatch(text) or _SPAN.fullmatch(text)
    if match is None:
        return None
    high = _parse_one(match.group(2))
    if high is None:
        return None
    low = _parse_one(match.group(1))
    if low and not low.tail and high.tail:
        low = _parse_one(f"{match.group(1)} {high.tail}")
    if low is None or low.quantity.unit != high.quantity.unit or low.quantity.low > high.quantity.low:
        return None
    return _Parsed(replace(low.quantity, high=high.quantity.high), "")


def _parse_sum(text: str) -> _Parsed | None:
    """Return several quantities of one kind said together, as one: `5 ft 11 in`."""
    parts = [part for part in map(_parse_one, _PIECE.findall(text)) if part]
    if len(parts) < 2 or _PIECE.sub("", text).replace("and", "").strip(" ,"):
        return None
    scaled = [part.quantity.scaled() for part in parts]
    kinds = {quantity.unit.kind if quantity.unit else "" for quantity in scaled}
    if len(kinds) != 1 or kinds == {""}:
        return None
    total = sum((quantity.low for quantity in scaled), Fraction(0))
    return _Parsed(replace(scaled[0], low=total, high=total, rounding=Fraction(0)), "")


def _parse_one(text: str) -> _Parsed | None:
    text = text.strip()
    sign = _CURRENCY.match(text)
    currency = find_currency(sign.group(1)) if sign else None
    number = _read_number(text[sign.end() :] if sign else text)
    if number is None:
        return None
    value, step, tail = number
    scale, name = _read_scale(tail)
    unit = find_unit(name) if name else currency
    if name and (unit is None or currency is not None):
        return None
    value, half = value * scale, step * scale / 2
    return _Parsed(Quantity(low=value, high=value, unit=unit, rounding=half), tail)


def _read_number(text: str) -> tuple[Fraction, Fraction, str] | None:
    """Return a number, the worth of its last significant digit, and the text after it."""
    ratio = _RATIO.fullmatch(text)
    if ratio:
        whole, part, over = (int(group or 0) for group in ratio.groups())
        return (whole + Fraction(part, over), Fraction(1, over), "") if over else None
    match = _DECIMAL.match(text)
    if match is None:
        words = read_number_words(text)
        return (Fraction(words.value), Fraction(1), words.rest.strip()) if words else None
    digits = match.group("digits").replace(",", "").replace(" ", "")
    exponent = int(match.group("e") or match.group("power") or 0)
    if abs(exponent) > _LARGEST_EXPONENT:
        return None
    ten = Fraction(10) ** exponent
    whole_digits, _, decimals = digits.partition(".")
    zeros = len(whole_digits) - len(whole_digits.rstrip("0")) if whole_digits.strip("0") else 0
    step = Fraction(10) ** (-len(decimals) if decimals else zeros)
    sign = -1 if match.group("sign") else 1
    return sign * Fraction(digits) * ten, step * ten, _ORDINAL.sub("", text[match.end() :]).strip()


def _read_scale(tail: str) -> tuple[int, str]:
    """Return the scale a number's tail begins with, and the rest: `million people` is (1000000, `people`)."""
    match = _SCALE.match(tail)
    if match is None:
        return 1, tail
    # "M" is a million and "m" is a metre, so the short signs go by their case.
    word = match.group(1)
    return _SCALES.get(word) or _SCALES[word.casefold()], tail[match.end() :].strip()


def _tidy(text: str) -> str:
    text = _VULGAR.sub(r"\1 \2", text)
    text = _SUPERSCRIPT.sub(lambda run: "^" + unicodedata.normalize("NFKC", run.group()), text)
    text = unicodedata.normalize("NFKC", text).translate(_SIGNS)
    text = _POWER_OF_TEN.sub("1x10^", text)
    return " ".join(text.split()).strip(" .,;")


_LONGEST = 200
_LARGEST_EXPONENT = 40
_VULGAR = re.compile(r"(\d)([¼-¾⅐-⅞])")
_SUPERSCRIPT = re.compile(r"(?<=\w)[⁻]?[⁰¹²³⁴-⁹]+")
_POWER_OF_TEN = re.compile(r"(?<![\w.])(?<!x )10\^")
_SIGNS = {ord("−"): "-", ord("–"): "-", ord("—"): "-", ord("⁄"): "/", ord("×"): "x", ord("≈"): "~"}
_ABOUT = re.compile(
    r"^(?:(?:about|around|approximately|approx\.?|roughly|circa|ca?\.|nearly|almost|some)\s+|~\s*)", re.I
)
_BETWEEN = re.compile(r"between (.+?) and (.+)", re.I)
_SPAN = re.compile(r"(?:from )?(.+?)(?: to | ?(?<=[\w%])- ?(?=[\d$€£¥]))(.+)", re.I)
_RATIO = re.compile(r"(?:(\d{1,9}) )?(\d{1,9})\s?/\s?(\d{1,9})")
_DECIMAL = re.compile(
    r"(?P<sign>-\s?|minus )?(?P<digits>(?:\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+|\d+)(?:\.\d+)?)(?![,.]?\d)"
    r"(?:e(?P<e>[+-]?\d{1,3})| ?x ?10\^?(?P<power>-?\d{1,3}))?",
    re.IGNORECASE,
)
_ORDINAL = re.compile(r"^(?:st|nd|rd|th)\b")
_SCALE = re.compile(r"((?i:hundred|thousand|million|billion|trillion|mln|bn|tn)|[kKMB])(?![^\W\d_])\.?")
_SCALES = {
    "hundred": 10**2,
    "thousand": 10**3,
    "k": 10**3,
    "million": 10**6,
    "mln": 10**6,
    "M": 10**6,
    "billion": 10**9,
    "bn": 10**9,
    "B": 10**9,
    "trillion": 10**12,
    "tn": 10**12,
}
_CURRENCY = re.compile(r"((?:us)?\$|€|£|¥|usd|eur|gbp|jpy)\s*", re.I)
_PIECE = re.compile(r"\d[\d,.]*\s?[^\W\d_]+")
