"""Values that sentences use beside the infobox fields: names, adjectives, pronouns, years."""

from __future__ import annotations

from collections.abc import Callable

from isthmus.worlds import events
from isthmus.worlds.fields import country_adjectives
from isthmus.worlds.schema import View, column_block, date_text
from isthmus.worlds.sizes import Kind

Texts = list[str | None]
_STATELESS = (Kind.COUNTRY, Kind.LANGUAGE, Kind.GENRE, Kind.FIELD, Kind.PAPER, Kind.BATTLE)
"""Kinds without an adjective of a country."""
_YEARS: dict[Kind, tuple[tuple[str, str], ...]] = {
    Kind.PERSON: (("married", "married"), ("award_year", "award_year")),
    Kind.BAND: (("formed", "active_from"), ("ended", "active_to")),
    Kind.BOOK: (("year", "year"),),
    Kind.ALBUM: (("year", "year"),),
    Kind.FILM: (("year", "year"),),
    Kind.PAINTING: (("year_word", "year"),),
    Kind.EXPEDITION: (("year", "year"),),
    Kind.PAPER: (("year", "year"),),
}
"""Names of slots and the columns whose years they write."""


def extras(view: View, kind: Kind, start: int, stop: int) -> dict[str, Texts]:
    """Return further values of a block of rows by slot name."""
    base = view.truth.sizes.base[kind]
    names = view.names.names[base + start : base + stop]
    titled: Texts = [_as_subject(kind, name) for name in names]
    found: dict[str, Texts] = {"N": titled, "him": ["it"] * (stop - start)}
    if kind not in _STATELESS:
        column = "nationality" if kind is Kind.PERSON else "country"
        found["adjective"] = list(country_adjectives(view, kind, column, start, stop))
    for slot, column in _YEARS.get(kind, ()):
        found[slot] = [str(year) if year else None for year in column_block(view, kind, column, start, stop)]
    more = _MORE.get(kind)
    if more is not None:
        found |= more(view, start, stop)
    return found


def _as_subject(kind: Kind, name: str) -> str:
    if kind is Kind.UNIVERSITY and name.startswith("University"):
        return "The " + name
    return name[0].upper() + name[1:]


def _person(view: View, start: int, stop: int) -> dict[str, Texts]:
    base = view.truth.sizes.base[Kind.PERSON]
    born = column_block(view, Kind.PERSON, "birth_date", start, stop)
    died = column_block(view, Kind.PERSON, "death_date", start, stop)
    female = column_block(view, Kind.PERSON, "female", start, stop)
    begun = column_block(view, Kind.PERSON, "active_from", start, stop)
    ended = column_block(view, Kind.PERSON, "active_to", start, stop)
    return {
        "family": [name.rpartition(" ")[2] for name in view.names.names[base + start : base + stop]],
        "he": ["she" if f else "he" for f in female],
        "He": ["She" if f else "He" for f in female],
        "his": ["her" if f else "his" for f in female],
        "His": ["Her" if f else "His" for f in female],
        "him": ["her" if f else "him" for f in female],
        "be": ["was" if date else "is" for date in died],
        "life": [
            f"{date_text(birth)} – {date_text(death)}" if death else f"born {date_text(birth)}"
            for birth, death in zip(born, died, strict=True)
        ],
        "span": [
            (f"from {first} to {last}" if last else f"from {first} onwards") if first else None
            for first, last in zip(begun, ended, strict=True)
        ],
    }


def _band(view: View, start: int, stop: int) -> dict[str, Texts]:
    over = column_block(view, Kind.BAND, "active_to", start, stop)
    return {
        slot: [past if year else present for year in over]
        for slot, present, past in (
            ("be", "is", "was"),
            ("are", "are", "were"),
            ("consists", "consists", "consisted"),
            ("plays", "plays", "played"),
        )
    }


def _album(view: View, start: int, stop: int) -> dict[str, Texts]:
    return {"tracks": [str(count) for count in column_block(view, Kind.ALBUM, "tracks", start, stop)]}


def _festival(view: View, start: int, stop: int) -> dict[str, Texts]:
    return {"days": [str(count) for count in column_block(view, Kind.FESTIVAL, "days", start, stop)]}


def _expedition(view: View, start: int, stop: int) -> dict[str, Texts]:
    return {
        "purpose": [
            events.PURPOSES[code] for code in column_block(view, Kind.EXPEDITION, "purpose", start, stop)
        ]
    }


def _paper(view: View, start: int, stop: int) -> dict[str, Texts]:
    return {
        slot: [f"{number:,}" for number in column_block(view, Kind.PAPER, slot, start, stop)]
        for slot in ("samples", "months", "percent")
    }


_MORE: dict[Kind, Callable[[View, int, int], dict[str, Texts]]] = {
    Kind.PERSON: _person,
    Kind.BAND: _band,
    Kind.ALBUM: _album,
    Kind.FESTIVAL: _festival,
    Kind.EXPEDITION: _expedition,
    Kind.PAPER: _paper,
}
