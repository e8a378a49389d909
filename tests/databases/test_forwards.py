"""Seeds made from a bare database: of many patterns, each what its SQL says, and the same again."""

from __future__ import annotations

import random

import pytest

from isthmus.databases import SqliteDatabase
from isthmus.databases.forwards import ROWS, seeds_of
from isthmus.databases.golds import GoldReason
from isthmus.databases.patterns import PATTERNS
from isthmus.databases.wording import is_opaque, singular, words

TOWNS = [
    f"{first}{last}"
    for first in ("Ar", "Bel", "Cor", "Dun", "El")
    for last in ("wick", "ford", "ton", "mouth")
]


@pytest.fixture(scope="module")
def mills(tmp_path_factory):
    import sqlite3

    rng = random.Random(3)
    path = tmp_path_factory.mktemp("forwards") / "mills.sqlite"
    connection = sqlite3.connect(path)
    connection.executescript(
        "CREATE TABLE towns (town_id INTEGER PRIMARY KEY, name TEXT, county TEXT, people INT);"
        "CREATE TABLE mills (mill_id INTEGER PRIMARY KEY, name TEXT, kind TEXT, grain TEXT, built_year INT, stones INT, "
        "town_id INT REFERENCES towns(town_id));"
    )
    counties = ["Vale", "Moor", "Shore"]
    for number, town in enumerate(TOWNS):
        row = (number, town, counties[number % 3], rng.randrange(500, 90_000))
        connection.execute("INSERT INTO towns VALUES (?, ?, ?, ?)", row)
    for number in range(120):
        connection.execute(
            "INSERT INTO mills VALUES (?, ?, ?, ?, ?, ?, ?)",
            (number, f"{rng.choice(TOWNS)} {rng.choice(['Old', 'High', 'Low'])} Mill {number}",
             rng.choice(["Wind", "Water", "Horse"]), rng.choice(["Wheat", "Barley", "Oats"]),
             rng.randrange(1700, 1900), rng.randrange(1, 5000), int(rng.random() ** 2 * 15)),
        )  # fmt: skip
    connection.commit()
    connection.close()
    return SqliteDatabase(path, frozen=True)


def test_twenty_patterns_or_more_give_good_seeds(mills):
    golds = list(seeds_of(mills, wanted=10_000))
    good = {gold.seed.source.removeprefix("pattern:") for gold in golds if gold.reason is GoldReason.OK}
    assert good <= {pattern.__name__ for pattern in PATTERNS}
    assert len(good) >= 20


def test_good_seeds_are_short_different_and_the_same_again(mills):
    one, other = (
        [g for g in seeds_of(mills, wanted=60, seed=5) if g.reason is GoldReason.OK] for _ in range(2)
    )
    assert [g.seed for g in one] == [g.seed for g in other]
    assert len({g.seed.question for g in one}) == len(one) == 60
    for gold in one:
        assert gold.result is not None and 1 <= len(gold.result.rows) <= ROWS
        assert mills.execute(gold.seed.sql).rows == gold.result.rows
        assert gold.analysis is not None and gold.analysis.is_substantive


def test_names_become_words():
    assert [words(name) for name in ("SurfaceArea", "area_km2", "GNPOld", "c0", "xzq")] == [
        "surface area", "area in km2", "gnp old", "", "",
    ]  # fmt: skip
    assert [singular(noun) for noun in ("power plants", "countries", "boxes", "glass", "towns")] == [
        "power plant", "country", "box", "glass", "town",
    ]  # fmt: skip
    assert is_opaque("geonameid") and is_opaque("Postal_Code") and not is_opaque("population")
