"""The infobox fields of every kind, in the order in which pages show them."""

from __future__ import annotations

from collections.abc import Callable

from isthmus.worlds import events, geography, institutions, literature, people, works
from isthmus.worlds.occupations import occupations
from isthmus.worlds.schema import Field, Form, View, column_block
from isthmus.worlds.sizes import Kind

K = Kind


def _one(name: str, column: str, *targets: Kind) -> Field:
    return Field(name=name, form=Form.ENTITY, column=column, targets=targets)


def _many(name: str, column: str, *targets: Kind) -> Field:
    return Field(name=name, form=Form.ENTITIES, column=column, targets=targets)


def _year(name: str, column: str) -> Field:
    return Field(name=name, form=Form.YEAR, column=column)


def _date(name: str, column: str) -> Field:
    return Field(name=name, form=Form.DATE, column=column)


def _number(name: str, column: str, unit: str = "") -> Field:
    return Field(name=name, form=Form.NUMBER, column=column, unit=unit)


def _choice(name: str, column: str, choices: tuple[str, ...]) -> Field:
    return Field(name=name, form=Form.CHOICE, column=column, choices=choices)


def country_adjectives(view: View, kind: Kind, column: str, start: int, stop: int) -> list[str]:
    """Return the adjective of the country in a column for a block of rows."""
    demonyms = view.names.demonyms
    return [demonyms[country] for country in column_block(view, kind, column, start, stop)]


def _currency(view: View, start: int, stop: int) -> list[str | None]:
    coins = column_block(view, K.COUNTRY, "currency", start, stop)
    return [
        f"{adjective} {geography.CURRENCIES[coin]}"
        for adjective, coin in zip(view.names.demonyms[start:stop], coins, strict=True)
    ]


def _demonym(view: View, start: int, stop: int) -> list[str | None]:
    return list(view.names.demonyms[start:stop])


def _occupation(view: View, start: int, stop: int) -> list[str | None]:
    return list(occupations(view.truth, start, stop))


def _length(view: View, start: int, stop: int) -> list[str | None]:
    return [
        f"{seconds // 60}:{seconds % 60:02d}"
        for seconds in column_block(view, K.ALBUM, "length", start, stop)
    ]


def _dimensions(view: View, start: int, stop: int) -> list[str | None]:
    heights = column_block(view, K.PAINTING, "height", start, stop)
    widths = column_block(view, K.PAINTING, "width", start, stop)
    return [f"{height} cm × {width} cm" for height, width in zip(heights, widths, strict=True)]


def _decade(view: View, start: int, stop: int) -> list[str | None]:
    return [f"{decade}s" for decade in column_block(view, K.GENRE, "decade", start, stop)]


def _branch(view: View, start: int, stop: int) -> list[str | None]:
    return [institutions.DISCIPLINES[d][0] for d in column_block(view, K.FIELD, "discipline", start, stop)]


def _second_name(kind: Kind, name: str) -> Field:
    def make(view: View, start: int, stop: int) -> list[str | None]:
        base, second = view.truth.sizes.base[kind], view.names.second
        return [second.get(base + row) for row in range(start, stop)]

    return Field(name=name, form=Form.MADE, make=make)


def _conflict(view: View, start: int, stop: int) -> list[str | None]:
    """Name a war after its sides in alphabetical order, so that battles of one pair share it."""
    pairs = view.truth.tables[K.BATTLE]["combatants"][start:stop].tolist()
    demonyms = view.names.demonyms
    return ["{}–{} War".format(*sorted((demonyms[one], demonyms[two]))) for one, two in pairs]


def _made(name: str, make: Callable[[View, int, int], list[str | None]]) -> Field:
    return Field(name=name, form=Form.MADE, make=make)


FIELDS: dict[Kind, tuple[Field, ...]] = {
    K.COUNTRY: (
        _one("capital", "capital", K.CITY),
        _one("largest_city", "largest_city", K.CITY),
        _one("official_languages", "official_language", K.LANGUAGE),
        _made("demonym", _demonym),
        _choice("government_type", "government", geography.GOVERNMENTS),
        _year("established", "established"),
        _number("population", "population"),
        _number("area", "area", " km²"),
        _made("currency", _currency),
        _second_name(K.COUNTRY, "official_name"),
    ),
    K.REGION: (
        _one("country", "country", K.COUNTRY),
        _one("capital", "capital", K.CITY),
        _year("established", "established"),
        _number("population", "population"),
        _number("area", "area", " km²"),
    ),
    K.CITY: (
        _one("country", "country", K.COUNTRY),
        _one("region", "region", K.REGION),
        _year("founded", "founded"),
        _number("population", "population"),
        _number("elevation", "elevation", " m"),
        _one("river", "river", K.RIVER),
        _one("mayor", "mayor", K.PERSON),
        _one("twin_towns", "twin_town", K.CITY),
        _second_name(K.CITY, "former_name"),
    ),
    K.RIVER: (
        _one("country", "country", K.COUNTRY),
        _one("source", "source", K.REGION),
        _one("mouth", "mouth", K.CITY),
        _number("length", "length", " km"),
        _number("basin_size", "basin_size", " km²"),
        _number("discharge", "discharge", " m³/s"),
    ),
    K.LANGUAGE: (
        _many("states", "states", K.COUNTRY),
        _choice("language_family", "family", geography.FAMILIES),
        _number("speakers", "speakers"),
    ),
    K.GENRE: (
        _many("stylistic_origins", "stylistic_origins", K.GENRE),
        _one("cultural_origins", "cultural_origin", K.CITY),
        _made("decade", _decade),
        _choice("instruments", "instrument", institutions.INSTRUMENTS),
    ),
    K.FIELD: (
        _made("branch_of", _branch),
        _year("introduced", "introduced"),
        _one("pioneer", "pioneer", K.PERSON),
    ),
    K.UNIVERSITY: (
        _year("established", "founded"),
        _choice("type", "type", institutions.UNIVERSITY_TYPES),
        _one("city", "location", K.CITY),
        _one("country", "country", K.COUNTRY),
        _number("students", "students"),
        _one("rector", "rector", K.PERSON),
    ),
    K.OBSERVATORY: (
        _one("organization", "organization", K.UNIVERSITY),
        _one("location", "location", K.CITY),
        _number("altitude", "altitude", " m"),
        _year("established", "founded"),
        _number("telescopes", "telescopes"),
        _one("director", "director", K.PERSON),
    ),
    K.MUSEUM: (
        _year("established", "founded"),
        _one("location", "location", K.CITY),
        _choice("type", "type", institutions.MUSEUM_TYPES),
        _number("collection_size", "collection_size", " objects"),
        _number("visitors", "visitors"),
        _one("architect", "architect", K.PERSON),
    ),
    K.ORCHESTRA: (
        _one("location", "location", K.CITY),
        _year("founded", "founded"),
        _one("principal_conductor", "principal_conductor", K.PERSON),
    ),
    K.COMPANY: (
        _choice("industry", "industry", institutions.INDUSTRIES),
        _year("founded", "founded"),
        _one("founder", "founder", K.PERSON),
        _one("headquarters", "location", K.CITY),
        _one("key_people", "key_people", K.PERSON),
        _number("num_employees", "num_employees"),
        _number("revenue", "revenue", " million"),
        _one("parent", "parent", K.COMPANY),
        _second_name(K.COMPANY, "former_name"),
    ),
    K.LABEL: (
        _one("parent", "parent", K.LABEL),
        _year("founded", "founded"),
        _one("founder", "founder", K.PERSON),
        _one("genre", "genre", K.GENRE),
        _one("country", "country", K.COUNTRY),
        _one("location", "location", K.CITY),
    ),
    K.PUBLISHER: (
        _year("founded", "founded"),
        _one("founder", "founder", K.PERSON),
        _one("country", "country", K.COUNTRY),
        _one("headquarters", "location", K.CITY),
        _choice("publications", "publications", institutions.PUBLICATIONS),
    ),
    K.AWARD: (
        _choice("awarded_for", "category", institutions.CATEGORIES),
        _one("presenter", "presenter", K.UNIVERSITY),
        _one("country", "country", K.COUNTRY),
        _year("first_awarded", "first_awarded"),
        _number("reward", "prize_money"),
        _one("winner", "latest_winner", K.PERSON),
    ),
    K.PERSON: (
        _second_name(K.PERSON, "other_names"),
        _date("birth_date", "birth_date"),
        _one("birth_place", "birth_place", K.CITY),
        _date("death_date", "death_date"),
        _one("death_place", "death_place", K.CITY),
        _one("citizenship", "nationality", K.COUNTRY),
        _made("occupation", _occupation),
        _one("office", "office", K.CITY),
        Field(name="years_active", form=Form.SPAN, column="active_from", end="active_to"),
        _one("alma_mater", "alma_mater", K.UNIVERSITY),
        _one("fields", "field", K.FIELD),
        _one("doctoral_advisor", "doctoral_advisor", K.PERSON),
        _one("employer", "employer", K.UNIVERSITY, K.OBSERVATORY, K.COMPANY),
        _many("genre", "genre", K.GENRE),
        _one("label", "label", K.LABEL),
        _choice("movement", "movement", people.MOVEMENTS),
        _many("notable_works", "notable_works", K.BOOK, K.FILM, K.PAINTING, K.STRUCTURE),
        _one("influences", "influences", K.PERSON),
        _one("spouse", "spouse", K.PERSON),
        _one("awards", "award", K.AWARD),
    ),
    K.BAND: (
        _one("origin", "origin", K.CITY),
        Field(name="years_active", form=Form.SPAN, column="active_from", end="active_to"),
        _many("genre", "genre", K.GENRE),
        _many("label", "label", K.LABEL),
        _many("associated_acts", "associated_acts", K.BAND),
        _many("members", "members", K.PERSON),
        _many("past_members", "past_members", K.PERSON),
    ),
    K.BOOK: (
        _one("author", "author", K.PERSON),
        _one("illustrator", "illustrator", K.PERSON),
        _one("country", "country", K.COUNTRY),
        _one("language", "language", K.LANGUAGE),
        _choice("genre", "form", works.BOOK_FORMS),
        _one("publisher", "publisher", K.PUBLISHER),
        _date("release_date", "release_date"),
        _number("pages", "pages"),
        _one("preceded_by", "preceded_by", K.BOOK),
        _one("followed_by", "followed_by", K.BOOK),
    ),
    K.ALBUM: (
        _one("artist", "artist", K.BAND, K.PERSON),
        _date("release_date", "release_date"),
        _one("recorded", "studio", K.CITY),
        _one("genre", "genre", K.GENRE),
        _made("length", _length),
        _one("label", "label", K.LABEL),
        _one("producer", "producer", K.PERSON),
        _one("preceded_by", "preceded_by", K.ALBUM),
        _one("followed_by", "followed_by", K.ALBUM),
    ),
    K.FILM: (
        _one("director", "director", K.PERSON),
        _one("writer", "writer", K.PERSON),
        _one("based_on", "based_on", K.BOOK),
        _many("starring", "starring", K.PERSON),
        _one("music", "music", K.PERSON),
        _date("release_date", "release_date"),
        _number("running_time", "running_time", " minutes"),
        _one("country", "country", K.COUNTRY),
        _one("language", "language", K.LANGUAGE),
        _number("budget", "budget"),
    ),
    K.PAINTING: (
        _one("artist", "artist", K.PERSON),
        _year("year", "year"),
        _choice("medium", "medium", works.MEDIUMS),
        _made("dimensions", _dimensions),
        _one("subject", "depicts", K.CITY),
        _one("museum", "museum", K.MUSEUM),
    ),
    K.STRUCTURE: (
        _one("location", "location", K.CITY),
        _choice("type", "form", works.STRUCTURES),
        _one("architect", "architect", K.PERSON),
        _one("main_contractor", "contractor", K.COMPANY),
        _one("crosses", "crosses", K.RIVER),
        _choice("material", "material", works.MATERIALS),
        _number("length", "length", " m"),
        _number("height", "height", " m"),
        _year("opened", "opened"),
    ),
    K.SHIP: (
        _choice("type", "form", events.SHIP_TYPES),
        _one("owner", "owner", K.COMPANY),
        _one("builder", "builder", K.COMPANY),
        _year("launched", "launched"),
        _one("home_port", "home_port", K.CITY),
        _number("length", "length", " m"),
        _number("displacement", "displacement", " t"),
        _choice("fate", "fate", events.FATES),
    ),
    K.EXPEDITION: (
        _one("leader", "leader", K.PERSON),
        _date("start_date", "start_date"),
        _year("end_date", "end_year"),
        _one("ship", "ship", K.SHIP),
        _one("sponsor", "sponsor", K.UNIVERSITY),
        _one("destination", "destination", K.REGION),
        _number("crew", "crew"),
        _many("participants", "participants", K.PERSON),
    ),
    K.FESTIVAL: (
        _one("location", "location", K.CITY),
        _choice("type", "form", events.FESTIVAL_FORMS),
        _one("genre", "genre", K.GENRE),
        _year("founded", "founded"),
        _one("founders", "founder", K.PERSON),
        _choice("month", "month", events.MONTHS),
        _number("attendance", "attendance"),
    ),
    K.BATTLE: (
        _made("conflict", _conflict),
        _date("date", "date"),
        _one("location", "location", K.CITY),
        _many("combatants", "combatants", K.COUNTRY),
        _many("commanders", "commanders", K.PERSON),
        _one("victor", "victor", K.COUNTRY),
        _number("casualties", "casualties"),
    ),
    K.PAPER: (
        _many("authors", "authors", K.PERSON),
        _date("published", "published"),
        _choice("journal", "journal", literature.JOURNALS),
        _one("field", "field", K.FIELD),
        _one("institution", "institution", K.UNIVERSITY, K.OBSERVATORY, K.COMPANY),
    ),
}  # fmt: skip

CITES = Field(name="cites", form=Form.ENTITIES, column="cites", targets=(Kind.PAPER,))
"""Citations of a paper: facts without an infobox line; the related-work section links them."""
