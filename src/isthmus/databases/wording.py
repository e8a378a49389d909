"""Words for tables and columns: `SurfaceArea` is a surface area, `nuclear_power_plants` holds nuclear power plants."""

from __future__ import annotations

import re

_PARTS = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_UNITS = frozenset(["km2", "km", "kg", "usd", "eur", "mm", "cm", "kw", "mw", "ms", "pct"])
_KNOWN = frozenset(["gdp", "gnp", "ppp", "tv", "km", "km2", "usd"])
"""Parts without a vowel, or too short, that a person reads all the same."""
_OPAQUE = frozenset(
    {
        *(
            "id",
            "ids",
            "key",
            "code",
            "ref",
            "uuid",
            "guid",
            "idx",
            "no",
            "num",
            "iso",
            "flag",
            "hash",
            "url",
        ),
        *("lat", "lng", "lon", "latitude", "longitude"),
        *("address", "street", "postal", "zip", "phone", "fax", "mail", "email"),
    }
)
"""Parts of columns that hold marks and addresses, not something a person asks about."""


def words(name: str) -> str:
    """Return a table's or column's name as words: `area_km2` -> `area in km2`; empty when a person cannot read it."""
    name = re.sub(r"km2\b", "km2", name)
    parts = [part.lower() for part in _PARTS.findall(name.replace("km2", "Kmtwo"))]
    parts = ["km2" if part == "kmtwo" else part for part in parts]
    if not parts or not all(_is_read(part) for part in parts):
        return ""
    if len(parts) > 1 and parts[-1] in _UNITS:
        return f"{' '.join(parts[:-1])} in {parts[-1]}"
    return " ".join(parts)


def is_opaque(name: str) -> bool:
    """Return whether a column's name says that it holds a mark: an id, a code, a coordinate."""
    return name.lower().endswith("id") or any(part.lower() in _OPAQUE for part in _PARTS.findall(name))


def is_name(name: str) -> bool:
    """Return whether a column's name says that it holds names, and whole ones: `name`, `Title`, `city_name`, not `first_name`."""
    parts = [part.lower() for part in _PARTS.findall(name)]
    return bool(parts) and parts[-1] in ("name", "title") and not is_part_of_name(name)


def is_part_of_name(name: str) -> bool:
    """Return whether a column's name says that it holds a part of a person's name."""
    parts = [part.lower() for part in _PARTS.findall(name)]
    return any(
        part in ("first", "last", "middle", "given", "family", "sur", "surname", "forename") for part in parts
    )


def article(noun: str) -> str:
    """Return `a` or `an`, by the first letter."""
    return "an" if noun[:1].lower() in "aeiou" else "a"


def singular(noun: str) -> str:
    """Return the singular of words that may be a plural: `power plants` -> `power plant`."""
    head, _, last = noun.rpartition(" ")
    if last.endswith("ies") and len(last) > 4:
        last = f"{last[:-3]}y"
    elif re.search(r"(?:[sx]|ch|sh)es$", last) and not last.endswith("ases"):
        last = last[:-2]
    elif last.endswith("s") and not last.endswith(("ss", "us", "is")):
        last = last[:-1]
    return f"{head} {last}".strip()


def plural(noun: str) -> str:
    """Return the plural of a singular."""
    if re.search(r"[^aeiou]y$", noun):
        return f"{noun[:-1]}ies"
    return f"{noun}es" if re.search(r"(?:[sxz]|ch|sh)$", noun) else f"{noun}s"


def _is_read(part: str) -> bool:
    return part in _KNOWN or (len(part) > 2 and part.isalpha() and any(c in "aeiouy" for c in part))
