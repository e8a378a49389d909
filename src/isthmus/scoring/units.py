"""Units of measure, each with its kind and its exact size in the base unit of the kind (international yard and pound, 1959).

Temperatures and currencies are not converted: each is a kind of its own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """A unit of measure."""

    kind: str
    """Units of one kind convert into each other: `length`; `=people` for a counted noun, which is no unit of measure."""
    factor: Fraction = Fraction(1)
    """Size in the base unit of the kind."""


def find_unit(words: str) -> Unit | None:
    """Return the unit of that name or sign, or a counted noun (`people`) as a kind of its own, or None for anything else."""
    key = " ".join(words.casefold().replace(".", "").split())
    key = _POWER.sub(r"\1\2", key)
    if key in _UNITS:
        return _UNITS[key]
    if _NOUN.fullmatch(key):
        return Unit(kind="=" + key.removesuffix("s"))
    return None


def find_currency(sign: str) -> Unit | None:
    """Return the currency of a sign or code before a number."""
    name = _CURRENCIES.get(sign.casefold())
    return Unit(kind=name) if name else None


_POWER = re.compile(r"\b([a-z]+)\s*\^\s*([23])")
_NOUN = re.compile(r"[^\W\d_]+(?: [^\W\d_]+){0,3}")
_CURRENCIES = {
    "$": "us dollar",
    "us$": "us dollar",
    "usd": "us dollar",
    "€": "euro",
    "eur": "euro",
    "£": "pound sterling",
    "gbp": "pound sterling",
    "¥": "yen",
    "jpy": "yen",
}
_TABLE: tuple[tuple[str, str, str], ...] = (
    # kind, size, names
    ("length", "1", "m metre metres meter meters"),
    ("length", "1000", "km kilometre kilometres kilometer kilometers"),
    ("length", "1/100", "cm centimetre centimetres centimeter centimeters"),
    ("length", "1/1000", "mm millimetre millimetres millimeter millimeters"),
    ("length", "0.0254", "in inch inches"),
    ("length", "0.3048", "ft foot feet"),
    ("length", "0.9144", "yd yard yards"),
    ("length", "1609.344", "mi mile miles"),
    ("length", "1852", "nmi"),
    ("mass", "1", "kg kilogram kilograms kilogramme kilogrammes"),
    ("mass", "1/1000", "g gram grams gramme grammes"),
    ("mass", "1/1000000", "mg milligram milligrams"),
    ("mass", "1000", "t tonne tonnes"),
    ("mass", "0.45359237", "lb lbs pound pounds"),
    ("mass", "0.028349523125", "oz ounce ounces"),
    ("time", "1", "s sec secs second seconds"),
    ("time", "60", "min mins minute minutes"),
    ("time", "3600", "h hr hrs hour hours"),
    ("time", "86400", "d day days"),
    ("time", "604800", "week weeks"),
    ("months", "1", "month months"),
    ("months", "12", "year years yr yrs"),
    ("area", "1", "m2 sqm"),
    ("area", "1000000", "km2"),
    ("area", "10000", "ha hectare hectares"),
    ("area", "4046.8564224", "acre acres"),
    ("area", "0.09290304", "ft2"),
    ("area", "2589988.110336", "mi2"),
    ("volume", "1", "l litre litres liter liters"),
    ("volume", "1/1000", "ml millilitre millilitres milliliter milliliters"),
    ("volume", "1000", "m3"),
    ("volume", "1000000000000", "km3"),
    ("speed", "1", "m/s"),
    ("speed", "5/18", "km/h kph kmh"),
    ("speed", "0.44704", "mph"),
    ("percent", "1", "% percent"),
    ("celsius", "1", "°c"),
    ("fahrenheit", "1", "°f"),
    ("us dollar", "1", "dollar dollars usd"),
    ("euro", "1", "euro euros eur"),
    ("pound sterling", "1", "gbp"),
    ("yen", "1", "yen jpy"),
)
_SEVERAL_WORDS = {
    "square metres": "m2",
    "square meters": "m2",
    "square kilometres": "km2",
    "square kilometers": "km2",
    "sq km": "km2",
    "sq m": "m2",
    "sq mi": "mi2",
    "sq ft": "ft2",
    "square miles": "mi2",
    "square feet": "ft2",
    "cubic metres": "m3",
    "cubic meters": "m3",
    "cubic kilometres": "km3",
    "nautical miles": "nmi",
    "kilometres per hour": "km/h",
    "kilometers per hour": "km/h",
    "miles per hour": "mph",
    "metres per second": "m/s",
    "per cent": "%",
    "degrees celsius": "°c",
    "degrees fahrenheit": "°f",
    "us dollars": "usd",
    "pounds sterling": "gbp",
}
_UNITS = {
    name: Unit(kind=kind, factor=Fraction(size)) for kind, size, names in _TABLE for name in names.split()
}
_UNITS |= {words: _UNITS[name] for words, name in _SEVERAL_WORDS.items()}
