"""Gold SQL is run as a prediction first: one that fails, says nothing, or hangs on chance is no ground truth (HR2, *executable*).

Public sets hold many such (FINDINGS: golds that do not give their own gold results); each is kept out with its reason.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from isthmus.databases.analysis import Analysis, analyse
from isthmus.databases.base import Bounds, Database, InvalidQuery, QueryError, QueryResult, RefusedQuery
from isthmus.databases.schema import Catalog, Cell
from isthmus.databases.seeds import Seed
from isthmus.databases.variants import variants

BOUNDS = Bounds(rows=10_000, seconds=30.0)
"""Limits of a gold: a result beyond these is no answer to check."""


class GoldReason(StrEnum):
    """What became of a gold."""

    OK = "ok"
    NO_DATABASE = "no-database"
    """Its database is not there."""
    NOT_ANALYSED = "not-analysed"
    """It is no single query, or cannot be read."""
    FAILING = "failing"
    """The database says that it is wrong."""
    REFUSED = "refused"
    """It writes, or goes beyond a limit."""
    TOO_LARGE = "too-large"
    """Its result is cut by the limits."""
    EMPTY = "empty"
    """It gives no row, or nothing but NULL."""
    UNSTABLE = "unstable"
    """Two runs differ, or it asks for the time or for chance."""
    TIE = "tie-dependent"
    """A LIMIT cuts through rows that tie."""
    UNORDERED_LIMIT = "unordered-limit"
    """A LIMIT without ORDER BY takes some of several rows."""
    BARE_COLUMN = "bare-column"
    """A column that is neither grouped nor aggregated differs within its group."""
    TRIVIAL = "trivial"
    """It only shows a table."""
    DUPLICATE = "duplicate"
    """An earlier seed asks the same of the same database, in words or in SQL."""


_OF_OPEN = {
    "tie": GoldReason.TIE,
    "unordered-limit": GoldReason.UNORDERED_LIMIT,
    "bare-column": GoldReason.BARE_COLUMN,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Gold:
    """A seed whose gold was run."""

    seed: Seed
    """The seed."""
    reason: GoldReason
    """Why it is kept out, or OK."""
    detail: str = ""
    """What the database said, for those kept out."""
    analysis: Analysis | None = None
    """What its SQL says; None when that cannot be read."""
    result: QueryResult | None = None
    """What it gave; None when it was not run."""

    def rejection(self) -> RejectedSeed:
        """Return what is written of a seed that is kept out."""
        return RejectedSeed(seed=self.seed, reason=self.reason, detail=self.detail)


@dataclass(frozen=True, slots=True, kw_only=True)
class RejectedSeed:
    """A line of the file of seeds kept out."""

    seed: Seed
    """The seed."""
    reason: GoldReason
    """Why."""
    detail: str
    """What the database said; may be empty."""


def examine(seed: Seed, database: Database, catalog: Catalog, *, bounds: Bounds = BOUNDS) -> Gold:
    """Run a gold, twice and in every way it leaves open, and say whether it can be a ground truth.

    Raises:
        InfrastructureError: when the database is broken, which says nothing of the gold.
    """
    try:
        analysis = analyse(seed.sql, catalog)
    except InvalidQuery as error:
        return Gold(seed=seed, reason=GoldReason.NOT_ANALYSED, detail=str(error))
    try:
        result = database.execute(seed.sql, bounds)
        reason = _shape(result, analysis)
        if reason is GoldReason.OK and not same_rows(result, database.execute(seed.sql, bounds)):
            reason = GoldReason.UNSTABLE
    except RefusedQuery as error:
        return Gold(seed=seed, reason=GoldReason.REFUSED, detail=str(error), analysis=analysis)
    except QueryError as error:
        return Gold(seed=seed, reason=GoldReason.FAILING, detail=str(error), analysis=analysis)
    detail = ""
    if reason is GoldReason.OK:
        reason, detail = _open(seed.sql, database, catalog, bounds)
    if reason is GoldReason.OK and not analysis.is_substantive:
        reason = GoldReason.TRIVIAL
    return Gold(seed=seed, reason=reason, detail=detail, analysis=analysis, result=result)


def examine_all(
    seeds: Iterable[Seed], databases: Mapping[str, Database], *, bounds: Bounds = BOUNDS
) -> Iterator[Gold]:
    """Yield what became of each seed, in order; of those that ask the same, the first good one is kept.

    Raises:
        InfrastructureError: when a database is broken.
    """
    catalogs: dict[str, Catalog] = {}
    asked: set[tuple[str, str]] = set()
    for seed in seeds:
        database = databases.get(seed.database)
        if database is None:
            yield Gold(seed=seed, reason=GoldReason.NO_DATABASE)
            continue
        asks = {(seed.database, f"q {_plain(seed.question)}"), (seed.database, f"s {_plain_sql(seed.sql)}")}
        if asks & asked:
            yield Gold(seed=seed, reason=GoldReason.DUPLICATE)
            continue
        if seed.database not in catalogs:
            catalogs[seed.database] = database.catalog()
        gold = examine(seed, database, catalogs[seed.database], bounds=bounds)
        if gold.reason is GoldReason.OK:
            asked |= asks
        yield gold


def same_rows(one: QueryResult, other: QueryResult, *, ordered: bool = False) -> bool:
    """Return whether two results hold the same rows, as often, and in the same order when that is asked.

    Numbers are compared to nine digits, since sums of floats hang on the order of their parts.
    """
    left, right = [_row(row) for row in one.rows], [_row(row) for row in other.rows]
    return left == right if ordered else Counter(left) == Counter(right)


def _shape(result: QueryResult, analysis: Analysis) -> GoldReason:
    if analysis.is_varying:
        return GoldReason.UNSTABLE
    if result.truncated:
        return GoldReason.TOO_LARGE
    if not any(cell is not None for row in result.rows for cell in row):
        return GoldReason.EMPTY
    return GoldReason.OK


def _open(sql: str, database: Database, catalog: Catalog, bounds: Bounds) -> tuple[GoldReason, str]:
    """Run the statement in every way it leaves open."""
    try:
        for variant in variants(sql, catalog):
            one, other = (database.execute(text, bounds) for text in (variant.one, variant.other))
            if not same_rows(one, other):
                return _OF_OPEN[variant.open], ""
    except QueryError as error:
        # The gold runs but its rewriting does not: whether it leaves anything open is not known, so it is kept out.
        return GoldReason.NOT_ANALYSED, str(error)
    return GoldReason.OK, ""


def _row(row: tuple[Cell, ...]) -> tuple[tuple[str, str], ...]:
    return tuple(_cell(cell) for cell in row)


def _cell(cell: Cell) -> tuple[str, str]:
    if isinstance(cell, int | float):
        return "number", f"{cell:.9g}" if isinstance(
            cell, float
        ) and not cell.is_integer() else f"{int(cell)}"
    return type(cell).__name__, cell.hex() if isinstance(cell, bytes) else str(cell)


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", unicodedata.normalize("NFKC", text).casefold()))


def _plain_sql(sql: str) -> str:
    return " ".join(sql.rstrip("; \n\t").split())
