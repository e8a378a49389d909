"""The truth of a world: one table of columns a kind. Pages, database and facts are three views of these tables.

Entity columns hold entity numbers of the whole world (`Sizes.base` of the kind plus the row), NONE where a relation is
absent; columns of several values are two-dimensional and padded with NONE. Dates are yyyymmdd, absent dates and years 0.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from isthmus.worlds.draws import NONE, Draws, Floats, Ints, Inverse
from isthmus.worlds.sizes import Kind, Sizes

PRESENT = 2024
"""The year every page is written in."""

Table = dict[str, Ints]


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """Tables being filled by the modules of this package, from geography to papers."""

    sizes: Sizes
    """Counts and entity numbers."""
    draws: Draws
    """Source of every random column."""
    tables: dict[Kind, Table] = field(default_factory=dict)
    """Columns by kind and name."""

    def ids(self, kind: Kind) -> Ints:
        """Return the entity numbers of a kind."""
        return np.arange(self.sizes.base[kind], self.sizes.base[kind + 1], dtype=np.int64)

    def count(self, kind: Kind) -> int:
        """Return how many entities of a kind there are."""
        return self.sizes.count[kind]

    def get(self, kind: Kind, column: str, entities: Ints, absent: int = 0) -> Ints:
        """Return a column of a kind at entity numbers; `absent` where the entity is NONE."""
        values = self.tables[kind][column]
        rows = np.where(entities == NONE, 0, entities - self.sizes.base[kind])
        return np.where(entities == NONE, absent, values[rows])

    def country_of_city(self, cities: Ints) -> Ints:
        """Return the country of each city."""
        return self.get(Kind.CITY, "country", cities, NONE)

    def popularity(self, kind: Kind) -> Floats:
        """Return the weight with which entities of a kind are chosen, the same in every relation."""
        return self.draws.popularity(f"popularity/{kind.name}", self.count(kind))

    def inverse(self, target: Kind, source: Kind, column: str, key: str | None = None) -> Inverse:
        """Return who of `source` points at each entity of `target` through a column, ordered by the `key` column."""
        table = self.tables[source]
        values = table[column]
        sources = self.ids(source)
        order = table[key] if key else None
        if values.ndim == 2:
            width = values.shape[1]
            sources = np.repeat(sources, width)
            order = np.repeat(order, width) if order is not None else None
            values = values.ravel()
        return Inverse(values, sources, self.sizes.base[target], self.count(target), order)


def drop_repeats(table: Ints) -> Ints:
    """Replace values that already stand further left in their row by NONE, and close the gaps."""
    table = table.copy()
    for column in range(1, table.shape[1]):
        for earlier in range(column):
            table[table[:, column] == table[:, earlier], column] = NONE
    order = np.argsort(table == NONE, axis=1, kind="stable")
    return np.take_along_axis(table, order, axis=1)
