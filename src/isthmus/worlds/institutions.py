"""Genres, fields, and organisations with a seat: universities to publishers, and awards. People join them later.

Every organisation sits in a city, chosen by population, and is founded after the city.
"""

from __future__ import annotations

import numpy as np

from isthmus.worlds.draws import NONE, Chooser, Ints, Near
from isthmus.worlds.sizes import Kind
from isthmus.worlds.truth import Truth

INDUSTRIES = (
    "shipbuilding", "clockmaking", "optics", "textiles", "brewing", "railway equipment", "ceramics", "paper",
    "publishing equipment", "pharmaceuticals", "electric power", "steel", "glass", "agricultural machinery", "shipping",
    "banking", "insurance", "telecommunications", "software", "cartographic instruments", "musical instruments", "timber",
)  # fmt: skip
SHIPBUILDING = INDUSTRIES.index("shipbuilding")
SHIPPING = INDUSTRIES.index("shipping")
DISCIPLINES: tuple[tuple[str, str], ...] = (
    ("astronomy", "astronomer"), ("botany", "botanist"), ("chemistry", "chemist"), ("geology", "geologist"),
    ("mathematics", "mathematician"), ("physics", "physicist"), ("zoology", "zoologist"), ("linguistics", "linguist"),
    ("oceanography", "oceanographer"), ("meteorology", "meteorologist"), ("archaeology", "archaeologist"),
    ("economics", "economist"),
)  # fmt: skip
"""Discipline and practitioner."""
INSTRUMENTS = (
    "fiddle", "concertina", "slide guitar", "hammered dulcimer", "double bass", "accordion", "electric organ",
    "harp", "clarinet", "frame drum", "bagpipes", "mandolin",
)  # fmt: skip
UNIVERSITY_TYPES = (
    "public university",
    "private university",
    "technical university",
    "collegiate university",
)
MUSEUM_TYPES = (
    "art museum",
    "maritime museum",
    "museum of natural history",
    "ethnographic museum",
    "museum of design",
)
PUBLICATIONS = ("novels", "poetry", "travel writing", "school books", "scholarly monographs", "plays")
CATEGORIES = (
    "literature", "music", "cinema", "painting", "architecture", "natural science", "exploration", "the performing arts",
)  # fmt: skip
"""What awards are given for; `people.AWARD_OF_GROUP` refers to these positions."""


def build_institutions(truth: Truth) -> None:
    """Fill the tables of genres, fields, awards and organisations, without the people in them."""
    _genres(truth)
    _fields(truth)
    for kind, first, last in (
        (Kind.UNIVERSITY, 1220, 1968),
        (Kind.MUSEUM, 1790, 1990),
        (Kind.ORCHESTRA, 1822, 1985),
        (Kind.COMPANY, 1815, 2012),
        (Kind.LABEL, 1944, 2009),
        (Kind.PUBLISHER, 1780, 1998),
    ):
        truth.tables[kind] = _seated(truth, kind, first, last)
    _details(truth)
    _observatories(truth)
    _parents(truth, Kind.COMPANY, 0.16)
    _parents(truth, Kind.LABEL, 0.3)
    _awards(truth)


def _cities(truth: Truth, name: str, rows: int) -> Ints:
    cities = truth.ids(Kind.CITY)
    population = truth.tables[Kind.CITY]["population"].astype(np.float64)
    return Chooser(cities, population).pick(truth.draws.uniform(name, rows))


def _seated(truth: Truth, kind: Kind, first: int, last: int) -> dict[str, Ints]:
    """Return seat, country and founding year; more organisations are young than old."""
    d, rows = truth.draws, truth.count(kind)
    city = _cities(truth, f"{kind.name}/city", rows)
    age = d.uniform(f"{kind.name}/founded", rows)
    founded = last - (age * age * (last - first)).astype(np.int64)
    return {"location": city, "country": truth.country_of_city(city), "founded": founded}


def _genres(truth: Truth) -> None:
    d, rows = truth.draws, truth.count(Kind.GENRE)
    decade = np.sort(d.integers("genre/decade", rows, 190, 197) * 10)
    decade[0] = 1900
    genres = truth.ids(Kind.GENRE)
    weights = truth.popularity(Kind.GENRE)
    sources = np.stack(
        [
            Chooser(genres, weights, year=decade).pick(d.uniform(f"genre/origin{i}", rows), high=decade - 10)
            for i in (1, 2)
        ],
        axis=1,
    )
    sources[:, 1] = np.where(
        (sources[:, 1] == sources[:, 0]) | d.chance("genre/one", rows, 0.5), NONE, sources[:, 1]
    )
    truth.tables[Kind.GENRE] = {
        "decade": decade,
        "cultural_origin": _cities(truth, "genre/city", rows),
        "stylistic_origins": sources,
        "instrument": d.integers("genre/instrument", rows, 0, len(INSTRUMENTS) - 1),
    }


def _fields(truth: Truth) -> None:
    d, rows = truth.draws, truth.count(Kind.FIELD)
    truth.tables[Kind.FIELD] = {
        "discipline": np.arange(rows, dtype=np.int64) % len(DISCIPLINES),
        "introduced": d.integers("field/introduced", rows, 1780, 1960),
    }


def _details(truth: Truth) -> None:
    d = truth.draws
    university, museum = truth.tables[Kind.UNIVERSITY], truth.tables[Kind.MUSEUM]
    rows = truth.count(Kind.UNIVERSITY)
    university["type"] = d.integers("university/type", rows, 0, len(UNIVERSITY_TYPES) - 1)
    university["students"] = d.heavy("university/students", rows, 1_400, 60_000)
    rows = truth.count(Kind.MUSEUM)
    museum["type"] = d.integers("museum/type", rows, 0, len(MUSEUM_TYPES) - 1)
    museum["collection_size"] = d.heavy("museum/collection", rows, 900, 400_000)
    museum["visitors"] = d.heavy("museum/visitors", rows, 9_000, 1_500_000)
    company = truth.tables[Kind.COMPANY]
    rows = truth.count(Kind.COMPANY)
    industry = d.integers("company/industry", rows, 0, len(INDUSTRIES) - 1)
    industry[0], industry[1] = SHIPBUILDING, SHIPPING
    company["industry"] = industry
    company["num_employees"] = d.heavy("company/employees", rows, 40, 60_000)
    company["revenue"] = np.maximum(
        company["num_employees"] * d.integers("company/revenue", rows, 40, 400) // 1000, 1
    )
    label = truth.tables[Kind.LABEL]
    rows = truth.count(Kind.LABEL)
    label["genre"] = Chooser(truth.ids(Kind.GENRE), truth.popularity(Kind.GENRE)).pick(
        d.uniform("label/genre", rows)
    )
    rows = truth.count(Kind.PUBLISHER)
    truth.tables[Kind.PUBLISHER]["publications"] = d.integers(
        "publisher/kind", rows, 0, len(PUBLICATIONS) - 1
    )


def _observatories(truth: Truth) -> None:
    d, rows = truth.draws, truth.count(Kind.OBSERVATORY)
    table = _seated(truth, Kind.OBSERVATORY, 1788, 1996)
    university = truth.tables[Kind.UNIVERSITY]
    table["organization"] = Near(
        truth.ids(Kind.UNIVERSITY),
        truth.popularity(Kind.UNIVERSITY),
        university["country"],
        university["founded"],
    ).pick(d.uniform("observatory/university", rows), table["country"], high=table["founded"])
    table["altitude"] = d.integers("observatory/altitude", rows, 180, 4_300)
    table["telescopes"] = d.integers("observatory/telescopes", rows, 2, 11)
    truth.tables[Kind.OBSERVATORY] = table


def _parents(truth: Truth, kind: Kind, share: float) -> None:
    """Give some organisations an older parent organisation."""
    d, rows = truth.draws, truth.count(kind)
    table = truth.tables[kind]
    parent = Near(truth.ids(kind), truth.popularity(kind), table["country"], table["founded"]).pick(
        d.uniform(f"{kind.name}/parent", rows), table["country"], high=table["founded"] - 1
    )
    table["parent"] = np.where(d.chance(f"{kind.name}/has parent", rows, share), parent, NONE)


def _awards(truth: Truth) -> None:
    d, rows = truth.draws, truth.count(Kind.AWARD)
    university = truth.tables[Kind.UNIVERSITY]
    presenter = Chooser(truth.ids(Kind.UNIVERSITY), truth.popularity(Kind.UNIVERSITY)).pick(
        d.uniform("award/presenter", rows)
    )
    founded = truth.get(Kind.UNIVERSITY, "founded", presenter)
    truth.tables[Kind.AWARD] = {
        "category": np.arange(rows, dtype=np.int64) % len(CATEGORIES),
        "presenter": presenter,
        "country": university["country"][presenter - truth.sizes.base[Kind.UNIVERSITY]],
        "first_awarded": d.between(
            "award/first", np.maximum(founded + 2, 1842), np.full(rows, 1984, dtype=np.int64)
        ),
        "prize_money": d.heavy("award/money", rows, 2, 400) * 1000,
    }
