"""Seeds from a bare database, for those who have no question set: the catalog of patterns run forwards over its data.

A draft is kept when its gold can be ground truth (`golds`) and its answer can be read: a few rows, no longer than a person would
check. The same database and seed give the same seeds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from isthmus.databases.base import Bounds, Database
from isthmus.databases.golds import Gold, GoldReason, examine
from isthmus.databases.patterns import PATTERNS, Draft, Draw, Missing
from isthmus.databases.profile import Subject, profile
from isthmus.databases.schema import Catalog
from isthmus.databases.seeds import Seed
from isthmus.ids import content_id, derive_rng

ROWS = 25
"""Rows of an answer at most: more are not read one by one."""
TRIES = 4
"""Drafts of a pattern over a subject in one round."""
_BOUNDS = Bounds(rows=ROWS, seconds=10.0)


def seeds_of(database: Database, *, wanted: int, seed: int = 0, rounds: int = 8) -> Iterator[Gold]:
    """Yield drafts that were run, good and bad, until `wanted` are good or the rounds are over.

    Patterns and subjects take turns, so that few seeds are still of many kinds.

    Args:
        database: The database.
        wanted: Good ones asked for.
        seed: Another seed gives others.
        rounds: How often each pattern is tried over each subject.

    Raises:
        InfrastructureError: when the database is broken.
    """
    catalog = database.catalog()
    subjects = profile(database, catalog)
    asked: set[str] = set()
    good: Counter[bool] = Counter()
    for number in range(rounds):
        for pattern in PATTERNS:
            for subject in subjects:
                gold = _first_good(database, catalog, subject, pattern.__name__, (seed, number), asked)
                if gold is None:
                    continue
                yield gold
                good[gold.reason is GoldReason.OK] += 1
                if good[True] >= wanted:
                    return


def _first_good(
    database: Database,
    catalog: Catalog,
    subject: Subject,
    name: str,
    place: tuple[int, int],
    asked: set[str],
) -> Gold | None:
    """Return the first good draft of a pattern over a subject, else the last bad one; None when there is no new draft."""
    pattern = next(one for one in PATTERNS if one.__name__ == name)
    rng = derive_rng(place[0], "forwards", database.id, subject.table, name, place[1])
    last: Gold | None = None
    for _ in range(TRIES):
        try:
            draft = pattern(Draw(subject, rng, database.dialect))
        except Missing:
            return last
        if draft.question in asked:
            continue
        asked.add(draft.question)
        last = examine(_seed(database, draft, name), database, catalog, bounds=_BOUNDS)
        if last.reason is GoldReason.OK:
            break
    return last


def _seed(database: Database, draft: Draft, name: str) -> Seed:
    return Seed(
        id=content_id([database.id, draft.question, draft.sql, ""], prefix="d"),
        database=database.id,
        question=draft.question,
        sql=draft.sql,
        source=f"pattern:{name}",
    )
