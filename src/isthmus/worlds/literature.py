"""Research papers that cite earlier papers, most often famous ones of their own field."""

from __future__ import annotations

import numpy as np

from isthmus.worlds import people
from isthmus.worlds.draws import NONE, Chooser, Ints
from isthmus.worlds.people import alive_in, people_of, range_of
from isthmus.worlds.sizes import Kind
from isthmus.worlds.truth import PRESENT, Truth, drop_repeats

CITATIONS = 9
"""Most citations of one paper."""
JOURNALS = (
    "Annals of Boundary Studies", "Proceedings of the Meridian Society", "Littoral Letters", "Acta Crepuscula",
    "Journal of Slow Processes", "Transactions on Measure and Motion", "The Lamplight Review", "Quarterly of Faint Signals",
)  # fmt: skip


def build_papers(truth: Truth) -> None:
    """Fill the table of papers; a paper's rows are in order of date, so that it cites lower rows only."""
    d, rows = truth.draws, truth.count(Kind.PAPER)
    ids = range_of(truth, people.SCIENTIST)
    here = ids - truth.sizes.base[Kind.PERSON]
    first = Chooser(ids, truth.popularity(Kind.PERSON)[here]).pick(d.uniform("paper/author", rows))
    birth = truth.get(Kind.PERSON, "birth_year", first)
    year = d.between("paper/year", birth + 24, np.minimum(birth + 58, PRESENT - 1))
    date = d.dates("paper/date", year)
    order = np.argsort(date, kind="stable")
    first, year, date = first[order], year[order], date[order]
    country = truth.get(Kind.PERSON, "nationality", first)
    scientists = people_of(truth, people.SCIENTIST)
    others = np.stack(
        [alive_in(scientists, d.uniform(f"paper/with{i}", rows), country, year, youngest=24) for i in (1, 2)],
        axis=1,
    )
    others[~d.chance("paper/second", rows, 0.65), 0] = NONE
    others[~d.chance("paper/third", rows, 0.4), 1] = NONE
    field = truth.get(Kind.PERSON, "field", first, NONE)
    truth.tables[Kind.PAPER] = {
        "authors": drop_repeats(np.concatenate([first[:, None], others], axis=1)),
        "published": date,
        "year": year,
        "country": country,
        "field": field,
        "institution": truth.get(Kind.PERSON, "employer", first, NONE),
        "journal": d.integers("paper/journal", rows, 0, len(JOURNALS) - 1),
        "samples": d.integers("paper/samples", rows, 120, 9_400),
        "months": d.integers("paper/months", rows, 3, 44),
        "percent": d.integers("paper/percent", rows, 2, 26),
        "cites": _citations(truth, field),
    }


def _citations(truth: Truth, field: Ints) -> Ints:
    """Choose citations among lower rows, four in five from the paper's own field."""
    d, rows = truth.draws, truth.count(Kind.PAPER)
    ids = truth.ids(Kind.PAPER)
    weights = truth.popularity(Kind.PAPER)
    sums = np.concatenate([np.zeros(1), np.cumsum(weights)])
    order = np.lexsort((np.arange(rows), field))
    in_field = np.concatenate([np.zeros(1), np.cumsum(weights[order])])
    place = np.empty(rows, dtype=np.int64)
    place[order] = np.arange(rows)
    starts = np.searchsorted(field[order], field, side="left")
    table = np.full((rows, CITATIONS), NONE, dtype=np.int64)
    wanted = d.integers("paper/citations", rows, 3, CITATIONS)
    for column in range(CITATIONS):
        u = d.uniform(f"paper/cites{column}", rows)
        own = d.chance(f"paper/own field{column}", rows, 0.8) & (place > starts)
        anywhere = np.clip(
            np.searchsorted(sums, u * sums[:rows], side="right") - 1, 0, np.maximum(np.arange(rows) - 1, 0)
        )
        aim = in_field[starts] + u * (in_field[place] - in_field[starts])
        near = np.clip(
            np.searchsorted(in_field, aim, side="right") - 1, starts, np.maximum(place - 1, starts)
        )
        chosen = np.where(own, order[near], anywhere)
        table[:, column] = np.where(
            (column < wanted) & (chosen < np.arange(rows)), ids[np.minimum(chosen, rows - 1)], NONE
        )
    return drop_repeats(table)
