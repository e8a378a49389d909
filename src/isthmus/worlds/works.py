"""Bands and works: books, albums, films, paintings, buildings.

A work's year lies in its maker's working life (23 to 58) or its band's years; its publisher, its label and the book it is
based on are older than it.
"""

from __future__ import annotations

import numpy as np

from isthmus.worlds import people
from isthmus.worlds.draws import NONE, Chooser, Ints, Near
from isthmus.worlds.people import alive_in, people_of, range_of
from isthmus.worlds.sizes import Kind
from isthmus.worlds.truth import PRESENT, Truth, drop_repeats

BOOK_FORMS = (
    "novel", "historical novel", "poetry collection", "travel book", "memoir", "short story collection", "play",
    "epistolary novel",
)  # fmt: skip
MEDIUMS = ("oil on canvas", "tempera on panel", "watercolour on paper", "oil on copper", "gouache on paper")
STRUCTURES = (
    "bridge",
    "town hall",
    "theatre",
    "library",
    "lighthouse",
    "railway station",
    "concert hall",
    "observation tower",
)
BRIDGE = STRUCTURES.index("bridge")
MATERIALS = ("granite", "red brick", "limestone", "wrought iron", "reinforced concrete", "sandstone", "steel")


def build_works(truth: Truth) -> None:
    """Fill the tables of bands and works."""
    _bands(truth)
    _books(truth)
    _albums(truth)
    _films(truth)
    _paintings(truth)
    _structures(truth)
    _notable_works(truth)


def _notable_works(truth: Truth) -> None:
    """Name the first works of writers, directors, painters and architects on their own pages."""
    notable = np.full((truth.count(Kind.PERSON), 3), NONE, dtype=np.int64)
    for kind, column, key in (
        (Kind.BOOK, "author", "year"),
        (Kind.FILM, "director", "year"),
        (Kind.PAINTING, "artist", "year"),
        (Kind.STRUCTURE, "architect", "opened"),
    ):
        first = truth.inverse(Kind.PERSON, kind, column, key).first(3)
        notable = np.where(first != NONE, first, notable)
    truth.tables[Kind.PERSON]["notable_works"] = notable


def _makers(truth: Truth, kind: Kind, group: int, *, oldest: int = 58) -> tuple[Ints, Ints, Ints]:
    """Return maker, year and maker's country of each work of a kind."""
    d, rows = truth.draws, truth.count(kind)
    ids = range_of(truth, group)
    here = ids - truth.sizes.base[Kind.PERSON]
    # One work each for as many makers as there are, so that few people are idle; the rest goes to the popular.
    weights = truth.popularity(Kind.PERSON)[here]
    maker = Chooser(ids, weights).pick(d.uniform(f"{kind.name}/maker", rows))
    once = min(len(ids), rows * 3 // 5)
    maker[:once] = ids[:once]
    birth = truth.get(Kind.PERSON, "birth_year", maker)
    latest = np.minimum(birth + oldest, PRESENT - 1)
    year = d.between(f"{kind.name}/year", birth + 23, latest)
    return maker, year, truth.get(Kind.PERSON, "nationality", maker)


def _previous(makers: Ints, dates: Ints, ids: Ints) -> Ints:
    """Return the work before each by the same maker, NONE for the first."""
    order = np.lexsort((dates, makers))
    same = makers[order][1:] == makers[order][:-1]
    before = np.full(len(ids), NONE, dtype=np.int64)
    before[order[1:][same]] = ids[order[:-1][same]]
    return before


def _next(before: Ints, ids: Ints) -> Ints:
    after = np.full(len(ids), NONE, dtype=np.int64)
    has = before != NONE
    after[before[has] - ids[0]] = ids[has]
    return after


def _line_ups(truth: Truth, country: Ints, formed: Ints) -> Ints:
    """Return five members, then two past members, of each band; nobody is named twice."""
    d, rows = truth.draws, len(formed)
    musicians = people_of(truth, people.MUSICIAN)
    everyone = np.stack(
        [
            alive_in(
                musicians,
                d.uniform(f"band/{place}", rows),
                country,
                formed,
                youngest=18,
                oldest=34,
                local=0.93,
            )
            for place in ("member0", "member1", "member2", "member3", "member4", "past0", "past1")
        ],
        axis=1,
    )
    everyone[:, 3:] = np.where(
        d.uniform("band/size", rows * 4).reshape(rows, 4) < 0.55, everyone[:, 3:], NONE
    )
    for column in range(1, 7):
        for earlier in range(column):
            everyone[everyone[:, column] == everyone[:, earlier], column] = NONE
    return everyone


def _bands(truth: Truth) -> None:
    d, rows = truth.draws, truth.count(Kind.BAND)
    city = truth.tables[Kind.CITY]
    origin = Chooser(truth.ids(Kind.CITY), city["population"].astype(np.float64)).pick(
        d.uniform("band/origin", rows)
    )
    country = truth.country_of_city(origin)
    u = d.uniform("band/formed", rows)
    formed = 2016 - (u * np.sqrt(u) * 62).astype(np.int64)
    split = formed + d.integers("band/years", rows, 3, 45)
    everyone = _line_ups(truth, country, formed)
    table = truth.tables[Kind.LABEL]
    labels = Near(truth.ids(Kind.LABEL), truth.popularity(Kind.LABEL), table["country"], table["founded"])
    label = np.stack(
        [
            labels.pick(d.uniform("band/label1", rows), country, high=formed + 1),
            labels.pick(d.uniform("band/label2", rows), country, high=formed + 3),
        ],
        axis=1,
    )
    label[~d.chance("band/two labels", rows, 0.4), 1] = NONE
    genres = Chooser(truth.ids(Kind.GENRE), truth.popularity(Kind.GENRE))
    genre = np.stack([genres.pick(d.uniform(f"band/genre{i}", rows)) for i in (1, 2)], axis=1)
    genre[~d.chance("band/two genres", rows, 0.5), 1] = NONE
    ids = truth.ids(Kind.BAND)
    acts = Near(ids, truth.popularity(Kind.BAND), country, formed)
    act = np.stack(
        [
            acts.pick(d.uniform(f"band/act{i}", rows), country, low=formed - 8, high=formed + 8)
            for i in (1, 2)
        ],
        axis=1,
    )
    act[act == ids[:, None]] = NONE
    act[~d.chance("band/acts", rows, 0.6)] = NONE
    truth.tables[Kind.BAND] = {
        "origin": origin,
        "country": country,
        "active_from": formed,
        "active_to": np.where((split < PRESENT) & d.chance("band/ended", rows, 0.7), split, 0),
        "members": drop_repeats(everyone[:, :5]),
        "past_members": drop_repeats(everyone[:, 5:]),
        "label": drop_repeats(label),
        "genre": drop_repeats(genre),
        "associated_acts": drop_repeats(act),
    }


def _books(truth: Truth) -> None:
    d, rows, ids = truth.draws, truth.count(Kind.BOOK), truth.ids(Kind.BOOK)
    author, year, country = _makers(truth, Kind.BOOK, people.WRITER)
    table = truth.tables[Kind.PUBLISHER]
    publisher = Near(
        truth.ids(Kind.PUBLISHER), truth.popularity(Kind.PUBLISHER), table["country"], table["founded"]
    ).pick(d.uniform("book/publisher", rows), country, high=year)
    date = d.dates("book/date", year)
    before = _previous(author, date, ids)
    illustrator = alive_in(
        people_of(truth, people.PAINTER), d.uniform("book/illustrator", rows), country, year
    )
    truth.tables[Kind.BOOK] = {
        "author": author,
        "year": year,
        "release_date": date,
        "country": country,
        "language": truth.get(Kind.COUNTRY, "official_language", country),
        "publisher": publisher,
        "form": d.integers("book/form", rows, 0, len(BOOK_FORMS) - 1),
        "pages": d.integers("book/pages", rows, 96, 780),
        "illustrator": np.where(d.chance("book/illustrated", rows, 0.2), illustrator, NONE),
        "preceded_by": before,
        "followed_by": _next(before, ids),
    }


def _albums(truth: Truth) -> None:
    d, rows, ids = truth.draws, truth.count(Kind.ALBUM), truth.ids(Kind.ALBUM)
    solo, solo_year, solo_country = _makers(truth, Kind.ALBUM, people.MUSICIAN)
    bands = truth.ids(Kind.BAND)
    band = Chooser(bands, truth.popularity(Kind.BAND)).pick(d.uniform("album/band", rows))
    by_band = d.chance("album/by band", rows, 0.66)
    formed = truth.get(Kind.BAND, "active_from", band)
    split = truth.get(Kind.BAND, "active_to", band)
    band_year = d.between(
        "album/band year", formed + 1, np.where(split > 0, split, np.minimum(formed + 30, PRESENT - 1))
    )
    year = np.where(by_band, band_year, solo_year)
    artist = np.where(by_band, band, solo)
    country = np.where(by_band, truth.get(Kind.BAND, "country", band), solo_country)
    own = np.full((rows, 2), NONE, dtype=np.int64)
    for column in (0, 1):
        of_band = truth.tables[Kind.BAND]["label"][band - bands[0], column]
        of_solo = truth.get(Kind.PERSON, "label", solo, NONE) if column == 0 else of_band * 0 + NONE
        own[:, column] = np.where(by_band, of_band, of_solo)
    second = d.chance("album/second label", rows, 0.4) & (own[:, 1] != NONE)
    label = np.where(second, own[:, 1], own[:, 0])
    label = np.where(truth.get(Kind.LABEL, "founded", label) <= year, label, NONE)
    of_band = truth.tables[Kind.BAND]["genre"][band - bands[0], 0]
    of_solo = truth.tables[Kind.PERSON]["genre"][solo - truth.sizes.base[Kind.PERSON], 0]
    producer = alive_in(
        people_of(truth, people.MUSICIAN), d.uniform("album/producer", rows), country, year, local=0.7
    )
    date = d.dates("album/date", year)
    before = _previous(artist, date, ids)
    city = truth.tables[Kind.CITY]
    studio = Near(truth.ids(Kind.CITY), city["population"].astype(np.float64), city["country"])
    truth.tables[Kind.ALBUM] = {
        "artist": artist,
        "year": year,
        "release_date": date,
        "country": country,
        "label": label,
        "genre": np.where(by_band, of_band, of_solo),
        "producer": np.where((producer != artist) & d.chance("album/produced", rows, 0.7), producer, NONE),
        "studio": np.where(
            d.chance("album/studio", rows, 0.6),
            studio.pick(d.uniform("album/city", rows), country, local=0.75),
            NONE,
        ),
        "tracks": d.integers("album/tracks", rows, 7, 16),
        "length": d.integers("album/length", rows, 1_740, 4_500),
        "preceded_by": before,
        "followed_by": _next(before, ids),
    }


def _films(truth: Truth) -> None:
    d, rows = truth.draws, truth.count(Kind.FILM)
    director, year, country = _makers(truth, Kind.FILM, people.DIRECTOR)
    actors = people_of(truth, people.ACTOR)
    cast = drop_repeats(
        np.stack(
            [
                alive_in(actors, d.uniform(f"film/star{i}", rows), country, year, youngest=19)
                for i in range(3)
            ],
            axis=1,
        )
    )
    cast[d.chance("film/two stars", rows, 0.4), 2] = NONE
    book = truth.tables[Kind.BOOK]
    based = Near(truth.ids(Kind.BOOK), truth.popularity(Kind.BOOK), book["country"], book["year"]).pick(
        d.uniform("film/book", rows), country, high=year - 1
    )
    writer = alive_in(people_of(truth, people.WRITER), d.uniform("film/writer", rows), country, year)
    music = alive_in(
        people_of(truth, people.COMPOSER, people.MUSICIAN), d.uniform("film/music", rows), country, year
    )
    truth.tables[Kind.FILM] = {
        "director": director,
        "year": year,
        "release_date": d.dates("film/date", year),
        "country": country,
        "language": truth.get(Kind.COUNTRY, "official_language", country),
        "starring": cast,
        "writer": np.where(d.chance("film/written", rows, 0.7), writer, NONE),
        "music": np.where(d.chance("film/scored", rows, 0.7), music, NONE),
        "based_on": np.where(d.chance("film/adapted", rows, 0.28), based, NONE),
        "running_time": d.integers("film/minutes", rows, 68, 192),
        "budget": d.heavy("film/budget", rows, 90, 60_000) * 1_000,
    }


def _paintings(truth: Truth) -> None:
    d, rows = truth.draws, truth.count(Kind.PAINTING)
    artist, year, country = _makers(truth, Kind.PAINTING, people.PAINTER)
    museum = truth.tables[Kind.MUSEUM]
    cities = truth.ids(Kind.CITY)
    city = truth.tables[Kind.CITY]
    shown = Near(cities, city["population"].astype(np.float64), city["country"]).pick(
        d.uniform("painting/subject", rows), country, local=0.85
    )
    truth.tables[Kind.PAINTING] = {
        "artist": artist,
        "year": year,
        "country": country,
        "museum": Near(truth.ids(Kind.MUSEUM), truth.popularity(Kind.MUSEUM), museum["country"]).pick(
            d.uniform("painting/museum", rows), country, local=0.8
        ),
        "depicts": np.where(d.chance("painting/view", rows, 0.55), shown, NONE),
        "medium": d.integers("painting/medium", rows, 0, len(MEDIUMS) - 1),
        "height": d.integers("painting/height", rows, 28, 240),
        "width": d.integers("painting/width", rows, 28, 310),
    }


def _structures(truth: Truth) -> None:
    d, rows = truth.draws, truth.count(Kind.STRUCTURE)
    architect, opened, country = _makers(truth, Kind.STRUCTURE, people.ARCHITECT)
    city = truth.tables[Kind.CITY]
    location = Near(truth.ids(Kind.CITY), city["population"].astype(np.float64), city["country"]).pick(
        d.uniform("structure/city", rows), country, local=0.9
    )
    river = truth.get(Kind.CITY, "river", location, NONE)
    form = d.integers("structure/form", rows, 1, len(STRUCTURES) - 1)
    bridge = (river != NONE) & d.chance("structure/bridge", rows, 0.5)
    company = truth.tables[Kind.COMPANY]
    builder = Near(
        truth.ids(Kind.COMPANY), truth.popularity(Kind.COMPANY), company["country"], company["founded"]
    ).pick(d.uniform("structure/builder", rows), truth.country_of_city(location), high=opened)
    truth.tables[Kind.STRUCTURE] = {
        "architect": architect,
        "opened": opened,
        "location": location,
        "country": truth.country_of_city(location),
        "form": np.where(bridge, BRIDGE, form),
        "crosses": np.where(bridge, river, NONE),
        "material": d.integers("structure/material", rows, 0, len(MATERIALS) - 1),
        "length": np.where(bridge, d.integers("structure/length", rows, 48, 1_900), 0),
        "height": np.where(bridge, 0, d.integers("structure/height", rows, 11, 168)),
        "contractor": np.where(d.chance("structure/contractor", rows, 0.35), builder, NONE),
    }
