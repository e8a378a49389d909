"""Countries, regions, cities, rivers and languages.

Every region lies in one country and every city in one region; populations add up: a region has more people than its cities
together, a country is the sum of its regions.
"""

from __future__ import annotations

import numpy as np

from isthmus.worlds.draws import NONE, Chooser, Ints
from isthmus.worlds.sizes import Kind
from isthmus.worlds.truth import Truth

GOVERNMENTS = (
    "constitutional monarchy",
    "parliamentary republic",
    "federal republic",
    "presidential republic",
    "grand duchy",
)
CURRENCIES = ("crown", "mark", "florin", "thaler", "dinar", "peso", "shilling", "ducat")
FAMILIES = ("Thalassic", "Orvanic", "Upper Kestic", "Meridian", "Old Harric", "Insular")


def build_geography(truth: Truth) -> None:
    """Fill the tables of all places and of languages."""
    _countries(truth)
    _regions(truth)
    _cities(truth)
    _rivers(truth)
    _sums(truth)
    _languages(truth)


def _countries(truth: Truth) -> None:
    d, rows = truth.draws, truth.count(Kind.COUNTRY)
    languages = truth.ids(Kind.LANGUAGE)
    language = Chooser(languages, truth.popularity(Kind.LANGUAGE)).pick(d.uniform("country/language", rows))
    own = np.arange(rows)
    language = np.where(own < len(languages), languages[np.minimum(own, len(languages) - 1)], language)
    truth.tables[Kind.COUNTRY] = {
        "official_language": language,
        "established": d.integers("country/established", rows, 1210, 1790),
        "government": d.integers("country/government", rows, 0, len(GOVERNMENTS) - 1),
        "currency": d.integers("country/currency", rows, 0, len(CURRENCIES) - 1),
    }


def _spread(truth: Truth, name: str, parents: Ints, rows: int) -> Ints:
    """Assign rows to parents: each parent one, the rest by the parents' weights; sorted by parent."""
    weights = truth.draws.popularity(name + "/weight", len(parents), head=0.15 * len(parents))
    chosen = Chooser(parents, weights).pick(truth.draws.uniform(name, rows))
    chosen[: len(parents)] = parents[:rows]
    return np.sort(chosen)


def _regions(truth: Truth) -> None:
    d, rows = truth.draws, truth.count(Kind.REGION)
    country = _spread(truth, "region/country", truth.ids(Kind.COUNTRY), rows)
    founded = truth.get(Kind.COUNTRY, "established", country)
    truth.tables[Kind.REGION] = {
        "country": country,
        "established": d.between("region/established", founded, founded + 180),
    }


def _cities(truth: Truth) -> None:
    d, rows = truth.draws, truth.count(Kind.CITY)
    region = _spread(truth, "city/region", truth.ids(Kind.REGION), rows)
    country = truth.get(Kind.REGION, "country", region)
    order = np.argsort(d.uniform("city/twin/order", rows), kind="stable")
    twin = np.full(rows, NONE, dtype=np.int64)
    left, right = order[0 : rows - 1 : 2], order[1::2]
    joined = (country[left] != country[right]) & d.chance("city/twin", len(left), 0.4)
    base = truth.sizes.base[Kind.CITY]
    twin[left[joined]], twin[right[joined]] = right[joined] + base, left[joined] + base
    truth.tables[Kind.CITY] = {
        "region": region,
        "country": country,
        "population": d.heavy("city/population", rows, 3_000, 2_400_000),
        "elevation": d.integers("city/elevation", rows, 2, 900),
        "founded": d.integers("city/founded", rows, 780, 1195),
        "twin_town": twin,
    }


def _rivers(truth: Truth) -> None:
    d, rows = truth.draws, truth.count(Kind.RIVER)
    cities = truth.ids(Kind.CITY)
    city = truth.tables[Kind.CITY]
    mouth = Chooser(cities, city["population"].astype(np.float64)).pick(d.uniform("river/mouth", rows))
    country = truth.country_of_city(mouth)
    regions = truth.ids(Kind.REGION)
    source = Chooser(regions, np.ones(len(regions)), group=truth.tables[Kind.REGION]["country"]).pick(
        d.uniform("river/source", rows), group=country
    )
    length = d.heavy("river/length", rows, 60, 2_400)
    truth.tables[Kind.RIVER] = {
        "country": country,
        "mouth": mouth,
        "source": source,
        "length": length,
        "basin_size": length * d.integers("river/basin", rows, 18, 70),
        "discharge": np.maximum(length * d.integers("river/discharge", rows, 5, 60) // 30, 4),
    }
    rivers = truth.ids(Kind.RIVER)
    through = Chooser(rivers, truth.popularity(Kind.RIVER), group=country).pick(
        d.uniform("city/river", len(cities)), group=city["country"]
    )
    through[~d.chance("city/has river", len(cities), 0.6)] = NONE
    through[mouth - truth.sizes.base[Kind.CITY]] = rivers
    city["river"] = through


def _sums(truth: Truth) -> None:
    d = truth.draws
    city, region, country = (truth.tables[kind] for kind in (Kind.CITY, Kind.REGION, Kind.COUNTRY))
    cities = truth.ids(Kind.CITY)

    def total(values: Ints, groups: Ints, kind: Kind) -> Ints:
        sums = np.zeros(truth.count(kind), dtype=np.int64)
        np.add.at(sums, groups - truth.sizes.base[kind], values)
        return sums

    def largest(groups: Ints, kind: Kind) -> Ints:
        best = np.full(truth.count(kind), NONE, dtype=np.int64)
        order = np.argsort(city["population"], kind="stable")
        best[groups[order] - truth.sizes.base[kind]] = cities[order]
        return best

    urban = total(city["population"], city["region"], Kind.REGION)
    region["population"] = urban * d.integers("region/rural", len(urban), 115, 290) // 100
    region["area"] = (
        region["population"] * 1000 // d.integers("region/density", len(urban), 14_000, 190_000) + 40
    )
    region["capital"] = largest(city["region"], Kind.REGION)
    country["population"] = total(region["population"], region["country"], Kind.COUNTRY)
    country["area"] = total(region["area"], region["country"], Kind.COUNTRY)
    country["largest_city"] = largest(city["country"], Kind.COUNTRY)
    seats = Chooser(cities, np.sqrt(city["population"].astype(np.float64)), group=city["country"]).pick(
        d.uniform("country/capital", len(country["area"])), group=truth.ids(Kind.COUNTRY)
    )
    country["capital"] = np.where(
        d.chance("country/capital is largest", len(seats), 0.7), country["largest_city"], seats
    )


def _languages(truth: Truth) -> None:
    d, rows = truth.draws, truth.count(Kind.LANGUAGE)
    country = truth.tables[Kind.COUNTRY]
    speakers = np.zeros(rows, dtype=np.int64)
    np.add.at(speakers, country["official_language"] - truth.sizes.base[Kind.LANGUAGE], country["population"])
    truth.tables[Kind.LANGUAGE] = {
        "speakers": speakers * d.integers("language/share", rows, 71, 97) // 100,
        "family": d.integers("language/family", rows, 0, len(FAMILIES) - 1),
    }
    states = truth.inverse(Kind.LANGUAGE, Kind.COUNTRY, "official_language").first(4)
    truth.tables[Kind.LANGUAGE] |= {"states": states, "country": states[:, 0]}
