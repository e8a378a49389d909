"""People: born before everything they do, dead after it.

Everyone lives to be sixty at least, so whoever is chosen for something with a birth year 20 to 58 years before it was alive.
People are numbered by group (musicians first), which makes a group a range of entity numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from isthmus.worlds.draws import NONE, Chooser, Floats, Ints, Inverse, Near
from isthmus.worlds.institutions import CATEGORIES
from isthmus.worlds.sizes import Kind
from isthmus.worlds.truth import PRESENT, Truth, drop_repeats

YOUNGEST = 1996
"""Last birth year."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """People of one walk of life."""

    name: str
    """Singular, for use in this package."""
    first_birth: int
    """Earliest birth year."""
    last_birth: int
    """Latest birth year."""
    share: int
    """Out of a thousand people."""
    occupations: tuple[str, ...]
    """What they are called; of scientists the field decides."""
    category: str
    """Which awards they can win."""
    alma_mater: float
    """Probability that a university is known."""


GROUPS: tuple[Group, ...] = (
    Group(name="musician", first_birth=1926, last_birth=YOUNGEST, share=270, category="music", alma_mater=0.2,
          occupations=("singer", "guitarist", "pianist", "drummer", "songwriter", "bassist", "fiddler", "saxophonist")),
    Group(name="composer", first_birth=1790, last_birth=YOUNGEST, share=45, category="music", alma_mater=0.5,
          occupations=("composer",)),
    Group(name="conductor", first_birth=1800, last_birth=YOUNGEST, share=25, category="the performing arts",
          alma_mater=0.5, occupations=("conductor",)),
    Group(name="writer", first_birth=1785, last_birth=YOUNGEST, share=150, category="literature", alma_mater=0.6,
          occupations=("novelist", "poet", "playwright", "essayist", "historian", "travel writer")),
    Group(name="scientist", first_birth=1785, last_birth=YOUNGEST, share=175, category="natural science",
          alma_mater=0.95, occupations=()),
    Group(name="director", first_birth=1886, last_birth=YOUNGEST, share=60, category="cinema", alma_mater=0.4,
          occupations=("film director",)),
    Group(name="actor", first_birth=1886, last_birth=YOUNGEST, share=105, category="the performing arts", alma_mater=0.2,
          occupations=("actor",)),
    Group(name="painter", first_birth=1780, last_birth=YOUNGEST, share=60, category="painting", alma_mater=0.3,
          occupations=("painter", "watercolourist", "muralist", "printmaker")),
    Group(name="architect", first_birth=1780, last_birth=YOUNGEST, share=40, category="architecture", alma_mater=0.85,
          occupations=("architect", "engineer", "bridge builder")),
    Group(name="explorer", first_birth=1785, last_birth=1965, share=20, category="exploration", alma_mater=0.3,
          occupations=("explorer", "navigator", "cartographer")),
    Group(name="entrepreneur", first_birth=1780, last_birth=YOUNGEST, share=30, category="", alma_mater=0.4,
          occupations=("industrialist", "entrepreneur", "financier")),
    Group(name="politician", first_birth=1850, last_birth=YOUNGEST, share=15, category="", alma_mater=0.8,
          occupations=("politician", "jurist")),
    Group(name="officer", first_birth=1782, last_birth=1905, share=15, category="", alma_mater=0.0,
          occupations=("general", "admiral", "army officer")),
)  # fmt: skip
MUSICIAN, COMPOSER, CONDUCTOR, WRITER, SCIENTIST, DIRECTOR, ACTOR = range(7)
PAINTER, ARCHITECT, EXPLORER, ENTREPRENEUR, POLITICIAN, OFFICER = range(7, 13)
MOVEMENTS = ("Harbour School", "tonal realism", "Late Lamplight", "new figuration", "chromatism", "Chalk Circle")  # fmt: skip


def group_sizes(people: int) -> list[int]:
    """Return how many people each group has; at least two."""
    sizes = [max(2, people * group.share // 1010) for group in GROUPS]
    sizes[MUSICIAN] += people - sum(sizes)
    return sizes


def build_people(truth: Truth) -> None:
    """Fill the table of people, then the posts and founders of organisations."""
    _lives(truth)
    _studies(truth)
    _careers(truth)
    _couples(truth)
    _awards(truth)
    _posts(truth)
    _founders(truth)


def range_of(truth: Truth, group: int) -> Ints:
    """Return the entity numbers of a group's people."""
    sizes = group_sizes(truth.count(Kind.PERSON))
    first = truth.sizes.base[Kind.PERSON] + sum(sizes[:group])
    return np.arange(first, first + sizes[group], dtype=np.int64)


def people_of(truth: Truth, *groups: int) -> Near:
    """Return a chooser among the people of groups by country and birth year."""
    ids = np.concatenate([range_of(truth, group) for group in groups])
    rows = ids - truth.sizes.base[Kind.PERSON]
    table = truth.tables[Kind.PERSON]
    return Near(ids, truth.popularity(Kind.PERSON)[rows], table["country"][rows], table["birth_year"][rows])


def alive_in(
    chooser: Near,
    uniform: Floats,
    country: Ints,
    year: Ints,
    *,
    youngest: int = 21,
    oldest: int = 58,
    local: float = 0.8,
) -> Ints:
    """Return a person of suitable age in each year, NONE where there is none."""
    return chooser.pick(uniform, country, low=year - oldest, high=year - youngest, local=local)


def _lives(truth: Truth) -> None:
    d, rows = truth.draws, truth.count(Kind.PERSON)
    group = np.repeat(np.arange(len(GROUPS)), group_sizes(rows))
    first = np.array([g.first_birth for g in GROUPS])[group]
    last = np.array([g.last_birth for g in GROUPS])[group]
    u = d.uniform("person/birth", rows)
    birth = last - (u * np.sqrt(u) * (last - first)).astype(np.int64)
    cities = truth.ids(Kind.CITY)
    city = truth.tables[Kind.CITY]
    home = Near(cities, city["population"].astype(np.float64), city["country"])
    birth_place = Chooser(cities, city["population"].astype(np.float64)).pick(d.uniform("person/city", rows))
    country = truth.country_of_city(birth_place)
    death = birth + d.integers("person/age", rows, 60, 97)
    dead = death < PRESENT
    countries = truth.ids(Kind.COUNTRY)
    moved = Chooser(countries, truth.popularity(Kind.COUNTRY)).pick(d.uniform("person/moved", rows))
    kinds = np.array([max(len(g.occupations), 1) for g in GROUPS])[group]
    truth.tables[Kind.PERSON] = {
        "group": group,
        "occupation": (d.uniform("person/occupation", rows) * kinds).astype(np.int64),
        "female": d.chance("person/female", rows, 0.48).astype(np.int64),
        "birth_year": birth,
        "birth_date": d.dates("person/birth", birth),
        "birth_place": birth_place,
        "country": country,
        "nationality": np.where(d.chance("person/moves", rows, 0.07), moved, country),
        "death_year": np.where(dead, death, 0),
        "death_date": np.where(dead, d.dates("person/death", death), 0),
        "death_place": np.where(dead, home.pick(d.uniform("person/death city", rows), country), NONE),
    }


def _studies(truth: Truth) -> None:
    d, rows = truth.draws, truth.count(Kind.PERSON)
    person, university = truth.tables[Kind.PERSON], truth.tables[Kind.UNIVERSITY]
    choose = Near(
        truth.ids(Kind.UNIVERSITY),
        truth.popularity(Kind.UNIVERSITY),
        university["country"],
        university["founded"],
    )
    alma = choose.pick(d.uniform("person/alma", rows), person["country"], high=person["birth_year"] + 18)
    known = np.array([g.alma_mater for g in GROUPS])[person["group"]]
    person["alma_mater"] = np.where(d.uniform("person/has alma", rows) < known, alma, NONE)
    scientist = person["group"] == SCIENTIST
    field = Chooser(truth.ids(Kind.FIELD), truth.popularity(Kind.FIELD)).pick(d.uniform("person/field", rows))
    person["field"] = np.where(scientist, field, NONE)
    ids = range_of(truth, SCIENTIST)
    here = ids - truth.sizes.base[Kind.PERSON]
    weights = truth.popularity(Kind.PERSON)[here]
    birth = person["birth_year"][here]
    same_field = Chooser(ids, weights, group=person["field"][here], year=birth)
    anyone = Near(ids, weights, person["country"][here], birth)
    u = d.uniform("person/advisor", len(here))
    close = same_field.pick(u, group=person["field"][here], low=birth - 38, high=birth - 22)
    other = anyone.pick(u, person["country"][here], low=birth - 38, high=birth - 22)
    advisor = np.full(rows, NONE, dtype=np.int64)
    advisor[here] = np.where(
        (close != NONE) & d.chance("person/advisor field", len(here), 0.75), close, other
    )
    advisor[here] = np.where(d.chance("person/has advisor", len(here), 0.62), advisor[here], NONE)
    person["doctoral_advisor"] = advisor


def _employers(truth: Truth) -> Ints:
    d, rows = truth.draws, truth.count(Kind.PERSON)
    person = truth.tables[Kind.PERSON]

    def choose(kind: Kind, age: int) -> Ints:
        table = truth.tables[kind]
        near = Near(truth.ids(kind), truth.popularity(kind), table["country"], table["founded"])
        return near.pick(
            d.uniform(f"person/at {kind.name}", rows), person["nationality"], high=person["birth_year"] + age
        )

    coin = d.uniform("person/employer", rows)
    university, observatory = choose(Kind.UNIVERSITY, 28), choose(Kind.OBSERVATORY, 28)
    company = choose(Kind.COMPANY, 30)
    group = person["group"]
    employer = np.full(rows, NONE, dtype=np.int64)
    employer = np.where((group == SCIENTIST) & (coin < 0.8), university, employer)
    employer = np.where((group == SCIENTIST) & (coin < 0.17) & (observatory != NONE), observatory, employer)
    employer = np.where((group == ENTREPRENEUR) & (coin < 0.8), company, employer)
    return np.where(np.isin(group, (ARCHITECT, COMPOSER, WRITER)) & (coin < 0.16), university, employer)


def _careers(truth: Truth) -> None:
    d, rows = truth.draws, truth.count(Kind.PERSON)
    person = truth.tables[Kind.PERSON]
    group, birth = person["group"], person["birth_year"]
    genres = Chooser(truth.ids(Kind.GENRE), truth.popularity(Kind.GENRE))
    musical = np.isin(group, (MUSICIAN, COMPOSER))
    genre = np.stack([genres.pick(d.uniform(f"person/genre{i}", rows)) for i in (1, 2)], axis=1)
    genre[~musical] = NONE
    genre[d.chance("person/one genre", rows, 0.55), 1] = NONE
    label_table = truth.tables[Kind.LABEL]
    labels = Near(
        truth.ids(Kind.LABEL), truth.popularity(Kind.LABEL), label_table["country"], label_table["founded"]
    )
    label = labels.pick(d.uniform("person/label", rows), person["nationality"], high=birth + 26)
    active = np.isin(group, (MUSICIAN, DIRECTOR, ACTOR, COMPOSER, CONDUCTOR))
    start = birth + d.integers("person/start", rows, 18, 26)
    end = start + d.integers("person/active", rows, 20, 52)
    end = np.where((person["death_year"] > 0) & (end > person["death_year"]), person["death_year"], end)
    movement = d.integers("person/movement", rows, 0, len(MOVEMENTS) - 1)
    person |= {
        "genre": drop_repeats(genre),
        "label": np.where((group == MUSICIAN) & d.chance("person/has label", rows, 0.6), label, NONE),
        "active_from": np.where(active, start, 0),
        "active_to": np.where(active & (end <= PRESENT - 1), end, 0),
        "movement": np.where((group == PAINTER) & d.chance("person/has movement", rows, 0.7), movement, NONE),
        "employer": _employers(truth),
    }
    influences = np.full(rows, NONE, dtype=np.int64)
    for one in (WRITER, PAINTER, COMPOSER, DIRECTOR):
        here = np.flatnonzero(group == one)
        found = people_of(truth, one).pick(
            d.uniform(f"person/influence{one}", len(here)),
            person["country"][here],
            high=birth[here] - 12,
            local=0.6,
        )
        influences[here] = np.where(d.chance(f"person/influenced{one}", len(here), 0.4), found, NONE)
    person["influences"] = influences


def _couples(truth: Truth) -> None:
    """Marry neighbours in the order of country and birth year: couples of one country and nearly one age."""
    d, rows = truth.draws, truth.count(Kind.PERSON)
    person = truth.tables[Kind.PERSON]
    order = np.lexsort((d.uniform("person/couples", rows), person["birth_year"] // 6, person["country"]))
    left, right = order[0 : rows - 1 : 2], order[1::2]
    birth = person["birth_year"]
    fit = (person["country"][left] == person["country"][right]) & (np.abs(birth[left] - birth[right]) <= 15)
    fit &= (person["female"][left] != person["female"][right]) | d.chance("person/couple", len(left), 0.08)
    fit &= d.chance("person/marry", len(left), 0.62)
    spouse, married = np.full(rows, NONE, dtype=np.int64), np.zeros(rows, dtype=np.int64)
    base = truth.sizes.base[Kind.PERSON]
    spouse[left[fit]], spouse[right[fit]] = right[fit] + base, left[fit] + base
    year = np.maximum(birth[left], birth[right]) + d.integers("person/wedding", len(left), 22, 27)
    married[left[fit]] = married[right[fit]] = year[fit]
    person["spouse"], person["married"] = spouse, married


def _awards(truth: Truth) -> None:
    d, rows = truth.draws, truth.count(Kind.PERSON)
    person, award = truth.tables[Kind.PERSON], truth.tables[Kind.AWARD]
    number = {name: position for position, name in enumerate(CATEGORIES)}
    # A group without awards asks for a category that no award has, and so wins none.
    category = np.array([number.get(g.category, len(CATEGORIES)) for g in GROUPS])[person["group"]]
    choose = Chooser(
        truth.ids(Kind.AWARD),
        truth.popularity(Kind.AWARD),
        group=award["category"],
        year=award["first_awarded"],
    )
    year = person["birth_year"] + d.integers("person/award year", rows, 29, 59)
    won = choose.pick(d.uniform("person/award", rows), group=category, high=np.minimum(year, PRESENT - 1))
    won[(year >= PRESENT) | ~d.chance("person/wins", rows, 0.3)] = NONE
    person["award"], person["award_year"] = won, np.where(won == NONE, 0, year)
    newest = Inverse(
        won,
        truth.ids(Kind.PERSON),
        truth.sizes.base[Kind.AWARD],
        truth.count(Kind.AWARD),
        -person["award_year"],
    )
    award["latest_winner"] = newest.first(1)[:, 0]
    award["latest_year"] = truth.get(Kind.PERSON, "award_year", award["latest_winner"])


def _holder(truth: Truth, place: Kind, people: Ints, seat: Ints) -> Ints:
    """Return for each place the one living person of these who holds its post; `seat` is where each could hold it."""
    post = np.full(truth.count(place), NONE, dtype=np.int64)
    base = truth.sizes.base[place]
    fit = (seat >= base) & (seat < base + len(post))
    post[seat[fit] - base] = people[fit]
    return post


def _posts(truth: Truth) -> None:
    d = truth.draws
    person = truth.tables[Kind.PERSON]
    base = truth.sizes.base[Kind.PERSON]

    def active(group: int) -> Ints:
        ids = range_of(truth, group)
        birth = person["birth_year"][ids - base]
        alive = person["death_year"][ids - base] == 0
        found: Ints = ids[(birth >= PRESENT - 64) & (birth <= PRESENT - 34) & alive]
        return found

    mayors = active(POLITICIAN)
    city = truth.tables[Kind.CITY]
    city["mayor"] = _holder(truth, Kind.CITY, mayors, person["birth_place"][mayors - base])
    scholars = active(SCIENTIST)
    truth.tables[Kind.UNIVERSITY]["rector"] = _holder(
        truth, Kind.UNIVERSITY, scholars, person["employer"][scholars - base]
    )
    truth.tables[Kind.OBSERVATORY]["director"] = _holder(
        truth, Kind.OBSERVATORY, scholars, person["employer"][scholars - base]
    )
    heads = active(ENTREPRENEUR)
    truth.tables[Kind.COMPANY]["key_people"] = _holder(
        truth, Kind.COMPANY, heads, person["employer"][heads - base]
    )
    conductors = active(CONDUCTOR)
    orchestra = truth.tables[Kind.ORCHESTRA]
    seats = Near(truth.ids(Kind.ORCHESTRA), truth.popularity(Kind.ORCHESTRA), orchestra["country"]).pick(
        d.uniform("orchestra/conductor", len(conductors)), person["nationality"][conductors - base]
    )
    orchestra["principal_conductor"] = _holder(truth, Kind.ORCHESTRA, conductors, seats)
    office = np.full(truth.count(Kind.PERSON), NONE, dtype=np.int64)
    held = city["mayor"] != NONE
    office[city["mayor"][held] - base] = truth.ids(Kind.CITY)[held]
    person["office"] = office


def _founders(truth: Truth) -> None:
    d = truth.draws
    for kind, groups, share in (
        (Kind.COMPANY, (ENTREPRENEUR,), 0.8),
        (Kind.LABEL, (MUSICIAN, ENTREPRENEUR), 0.8),
        (Kind.PUBLISHER, (WRITER, ENTREPRENEUR), 0.7),
    ):
        table, rows = truth.tables[kind], truth.count(kind)
        founder = alive_in(
            people_of(truth, *groups),
            d.uniform(f"{kind.name}/founder", rows),
            table["country"],
            table["founded"],
        )
        table["founder"] = np.where(d.chance(f"{kind.name}/has founder", rows, share), founder, NONE)
    museum, rows = truth.tables[Kind.MUSEUM], truth.count(Kind.MUSEUM)
    museum["architect"] = alive_in(
        people_of(truth, ARCHITECT), d.uniform("museum/architect", rows), museum["country"], museum["founded"]
    )
    field, rows = truth.tables[Kind.FIELD], truth.count(Kind.FIELD)
    own = range_of(truth, SCIENTIST)
    here = own - truth.sizes.base[Kind.PERSON]
    table = truth.tables[Kind.PERSON]
    pioneers = Chooser(
        own, truth.popularity(Kind.PERSON)[here], group=table["field"][here], year=table["birth_year"][here]
    ).pick(d.uniform("field/pioneer", rows), group=truth.ids(Kind.FIELD), high=field["introduced"] - 24)
    birth = truth.get(Kind.PERSON, "birth_year", pioneers)
    # A pioneer opens the field between the ages of 26 and 58, so the year follows the person where there is one.
    field["introduced"] = np.where(
        pioneers == NONE, field["introduced"], birth + d.integers("field/age", rows, 26, 58)
    )
    field["introduced"] = np.minimum(field["introduced"], PRESENT - 8)
    field["pioneer"] = pioneers
