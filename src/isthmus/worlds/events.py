"""Ships, expeditions, festivals and battles."""

from __future__ import annotations

import numpy as np

from isthmus.worlds import people
from isthmus.worlds.draws import NONE, Chooser, Ints, Near
from isthmus.worlds.institutions import SHIPBUILDING, SHIPPING
from isthmus.worlds.people import alive_in, people_of, range_of
from isthmus.worlds.sizes import Kind
from isthmus.worlds.truth import PRESENT, Truth, drop_repeats

FATES = (
    "scrapped",
    "preserved as a museum ship",
    "lost in a storm",
    "converted into a hulk",
    "sold and renamed",
)
SHIP_TYPES = ("barque", "steamship", "schooner", "research vessel", "brigantine", "icebreaker")
PURPOSES = (
    "to chart the coast", "to observe a solar eclipse", "to collect plants", "to look for an inland passage",
    "to measure the depth of the offshore trench", "to survey the glaciers",
)  # fmt: skip
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
)  # fmt: skip
FESTIVAL_FORMS = ("music festival", "film festival", "literary festival", "theatre festival", "folk festival")


def build_events(truth: Truth) -> None:
    """Fill the tables of ships and events."""
    _ships(truth)
    _expeditions(truth)
    _festivals(truth)
    _battles(truth)


def _ships(truth: Truth) -> None:
    d, rows = truth.draws, truth.count(Kind.SHIP)
    company = truth.tables[Kind.COMPANY]
    weights = truth.popularity(Kind.COMPANY)

    def of(industry: int) -> Near:
        here = np.flatnonzero(company["industry"] == industry)
        return Near(
            truth.ids(Kind.COMPANY)[here], weights[here], company["country"][here], company["founded"][here]
        )

    cities = truth.ids(Kind.CITY)
    port = Chooser(cities, truth.tables[Kind.CITY]["population"].astype(np.float64)).pick(
        d.uniform("ship/port", rows)
    )
    country = truth.country_of_city(port)
    launched = d.integers("ship/launched", rows, 1805, 1985)
    fate = d.integers("ship/fate", rows, 0, len(FATES) - 1)
    truth.tables[Kind.SHIP] = {
        "form": d.integers("ship/form", rows, 0, len(SHIP_TYPES) - 1),
        "launched": launched,
        "home_port": port,
        "country": country,
        "builder": of(SHIPBUILDING).pick(d.uniform("ship/builder", rows), country, high=launched),
        "owner": of(SHIPPING).pick(d.uniform("ship/owner", rows), country, high=launched),
        "length": d.integers("ship/length", rows, 21, 148),
        "displacement": d.integers("ship/tons", rows, 140, 9_400),
        "fate": fate,
    }


def _expeditions(truth: Truth) -> None:
    d, rows = truth.draws, truth.count(Kind.EXPEDITION)
    ids = range_of(truth, people.EXPLORER)
    here = ids - truth.sizes.base[Kind.PERSON]
    leader = Chooser(ids, truth.popularity(Kind.PERSON)[here]).pick(d.uniform("expedition/leader", rows))
    leader[: min(len(ids), rows)] = ids[:rows]
    birth = truth.get(Kind.PERSON, "birth_year", leader)
    country = truth.get(Kind.PERSON, "nationality", leader)
    start = d.between("expedition/start", birth + 25, np.minimum(birth + 52, PRESENT - 6))
    ship = truth.tables[Kind.SHIP]
    vessel = Chooser(truth.ids(Kind.SHIP), truth.popularity(Kind.SHIP), year=ship["launched"]).pick(
        d.uniform("expedition/ship", rows), low=start - 60, high=start
    )
    university = truth.tables[Kind.UNIVERSITY]
    sponsor = Near(
        truth.ids(Kind.UNIVERSITY),
        truth.popularity(Kind.UNIVERSITY),
        university["country"],
        university["founded"],
    ).pick(d.uniform("expedition/sponsor", rows), country, high=start)
    regions = truth.ids(Kind.REGION)
    goal = Chooser(regions, truth.popularity(Kind.REGION)).pick(d.uniform("expedition/goal", rows))
    scientists = people_of(truth, people.SCIENTIST)
    crew = np.stack(
        [alive_in(scientists, d.uniform(f"expedition/crew{i}", rows), country, start) for i in range(3)],
        axis=1,
    )
    truth.tables[Kind.EXPEDITION] = {
        "leader": leader,
        "country": country,
        "year": start,
        "start_date": d.dates("expedition/date", start),
        "end_year": start + d.integers("expedition/years", rows, 1, 4),
        "ship": vessel,
        "sponsor": sponsor,
        "destination": goal,
        "participants": drop_repeats(crew),
        "crew": d.integers("expedition/size", rows, 9, 84),
        "purpose": d.integers("expedition/purpose", rows, 0, len(PURPOSES) - 1),
    }


def _festivals(truth: Truth) -> None:
    d, rows = truth.draws, truth.count(Kind.FESTIVAL)
    cities = truth.ids(Kind.CITY)
    city = Chooser(cities, truth.tables[Kind.CITY]["population"].astype(np.float64)).pick(
        d.uniform("festival/city", rows)
    )
    country = truth.country_of_city(city)
    founded = d.integers("festival/founded", rows, 1934, 2014)
    form = d.integers("festival/form", rows, 0, len(FESTIVAL_FORMS) - 1)
    founder = alive_in(
        people_of(truth, people.MUSICIAN, people.ACTOR, people.DIRECTOR, people.WRITER, people.COMPOSER),
        d.uniform("festival/founder", rows), country, founded,
    )  # fmt: skip
    genre = Chooser(truth.ids(Kind.GENRE), truth.popularity(Kind.GENRE)).pick(
        d.uniform("festival/genre", rows)
    )
    truth.tables[Kind.FESTIVAL] = {
        "form": form,
        "location": city,
        "country": country,
        "founded": founded,
        "founder": np.where(d.chance("festival/has founder", rows, 0.8), founder, NONE),
        "genre": np.where((form == 0) | (form == 4), genre, NONE),
        "month": d.integers("festival/month", rows, 0, 11),
        "attendance": d.heavy("festival/attendance", rows, 1_100, 220_000),
        "days": d.integers("festival/days", rows, 2, 12),
    }


def _battles(truth: Truth) -> None:
    d, rows = truth.draws, truth.count(Kind.BATTLE)
    countries = truth.ids(Kind.COUNTRY)
    choose = Chooser(countries, truth.popularity(Kind.COUNTRY))
    one, two = choose.pick(d.uniform("battle/one", rows)), choose.pick(d.uniform("battle/two", rows))
    following = (two - countries[0] + 1) % len(countries) + countries[0]
    two = np.where(one == two, following, two)
    year = d.integers("battle/year", rows, 1808, 1944)
    cities = truth.ids(Kind.CITY)
    city = truth.tables[Kind.CITY]
    place = Chooser(cities, np.ones(len(cities)), group=city["country"]).pick(
        d.uniform("battle/place", rows), group=np.where(d.chance("battle/at one", rows, 0.5), one, two)
    )
    officers = people_of(truth, people.OFFICER)

    def commander(side: Ints, name: str) -> Ints:
        found = alive_in(officers, d.uniform(f"battle/{name}", rows), side, year, youngest=25, local=1.0)
        return np.where(truth.get(Kind.PERSON, "country", found, NONE) == side, found, NONE)

    commanders = np.stack([commander(one, "first"), commander(two, "second")], axis=1)
    truth.tables[Kind.BATTLE] = {
        "combatants": np.stack([one, two], axis=1),
        "commanders": drop_repeats(commanders),
        "year": year,
        "date": d.dates("battle/date", year),
        "location": place,
        "country": truth.country_of_city(place),
        "victor": np.where(d.chance("battle/victor", rows, 0.5), one, two),
        "casualties": d.heavy("battle/casualties", rows, 180, 24_000),
    }
