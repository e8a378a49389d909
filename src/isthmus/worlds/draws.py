"""Columns of random numbers and weighted choices, by arithmetic.

Every column is a function of (seed, name, row): the splitmix64 finaliser (Steele, Lea and Flood, "Fast splittable
pseudorandom number generators", OOPSLA 2014) over a counter, keyed by `ids.derive_seed`. A row therefore never depends on how
many rows are made at once. Only operations that IEEE 754 rounds exactly are used (no power, no logarithm), so that
columns are equal on every machine.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from isthmus.ids import derive_seed

Ints: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float64]
Mask: TypeAlias = npt.NDArray[np.bool_]

NONE = -1
"""No entity: the value of an absent relation."""
_YEARS = 4096
"""Years are packed below a group number; every year of a world is smaller."""


class Draws:
    """Named columns of random numbers of one world."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def uniform(self, name: str, rows: int) -> Floats:
        """Return `rows` numbers in [0, 1)."""
        key = np.uint64(derive_seed(self._seed, "world", name))
        with np.errstate(over="ignore"):
            x = key + np.arange(1, rows + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
            x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
            x ^= x >> np.uint64(31)
        return (x >> np.uint64(11)).astype(np.float64) * 2.0**-53

    def integers(self, name: str, rows: int, low: int, high: int) -> Ints:
        """Return `rows` integers in [low, high]."""
        drawn: Ints = low + (self.uniform(name, rows) * (high - low + 1)).astype(np.int64)
        return drawn

    def between(self, name: str, low: Ints, high: Ints) -> Ints:
        """Return an integer in [low, high] a row; `low` where the interval is empty."""
        span = np.maximum(high - low + 1, 1)
        drawn: Ints = low + (self.uniform(name, len(low)) * span).astype(np.int64)
        return drawn

    def chance(self, name: str, rows: int, probability: float) -> Mask:
        """Return `rows` coins that are true with the given probability."""
        return self.uniform(name, rows) < probability

    def popularity(self, name: str, rows: int, head: float = 3.0) -> Floats:
        """Return weights with a Zipf tail of exponent 1; a larger `head` flattens the top."""
        return 1.0 / (self.uniform(name, rows) + head / max(rows, 1))

    def heavy(self, name: str, rows: int, low: int, high: int) -> Ints:
        """Return integers between `low` and about `high`, most of them near `low` (Pareto of exponent 1)."""
        return (low / (self.uniform(name, rows) + low / high)).astype(np.int64)

    def dates(self, name: str, years: Ints) -> Ints:
        """Return a day in each year, as yyyymmdd."""
        rows = len(years)
        return (
            years * 10_000
            + self.integers(name + "/m", rows, 1, 12) * 100
            + self.integers(name + "/d", rows, 1, 28)
        )


class Chooser:
    """Weighted choice among candidates of one group whose year lies in a window, for many rows at once.

    Candidates are sorted by (group, year) once; a window is two binary searches, the choice a third in the running sum
    of weights. A candidate's weight is its popularity, so that hubs are hubs in every relation.
    """

    def __init__(
        self, candidates: Ints, weights: Floats, *, group: Ints | None = None, year: Ints | None = None
    ) -> None:
        key = np.zeros(len(candidates), dtype=np.int64)
        if group is not None:
            key += group * _YEARS
        if year is not None:
            key += year
        order = np.argsort(key, kind="stable")
        self._keys = key[order]
        self._candidates = candidates[order]
        self._sums = np.concatenate([np.zeros(1), np.cumsum(weights[order])])

    def pick(
        self,
        uniform: Floats,
        *,
        group: Ints | None = None,
        low: Ints | int = 0,
        high: Ints | int = _YEARS - 1,
    ) -> Ints:
        """Return a candidate a row, NONE where the window is empty."""
        base: Ints | int = 0 if group is None else group * _YEARS
        ends = np.zeros(len(uniform), dtype=np.int64)
        first = np.searchsorted(self._keys, ends + base + low, side="left")
        last = np.searchsorted(self._keys, ends + base + high, side="right")
        aim = self._sums[first] + uniform * (self._sums[np.maximum(last, first)] - self._sums[first])
        found = np.searchsorted(self._sums, aim, side="right") - 1
        found = np.clip(found, first, np.maximum(last - 1, first))
        full = last > first
        chosen = np.full(len(uniform), NONE, dtype=np.int64)
        chosen[full] = self._candidates[found[full]]
        return chosen


class Near:
    """A choice that prefers candidates of the row's own country and falls back on all."""

    def __init__(self, candidates: Ints, weights: Floats, country: Ints, year: Ints | None = None) -> None:
        self._local = Chooser(candidates, weights, group=country, year=year)
        self._all = Chooser(candidates, weights, year=year)

    def pick(
        self,
        uniform: Floats,
        country: Ints,
        *,
        low: Ints | int = 0,
        high: Ints | int = _YEARS - 1,
        local: float = 0.8,
    ) -> Ints:
        """Return a candidate a row: local with probability `local` if there is one, else from anywhere."""
        at_home = uniform < local
        scaled = np.where(
            at_home, uniform / local, (uniform - local) / (1.0 - local) if local < 1 else uniform
        )
        scaled = np.clip(scaled, 0.0, 1.0 - 2.0**-53)
        home = self._local.pick(scaled, group=country, low=low, high=high)
        away = self._all.pick(scaled, low=low, high=high)
        return np.where(at_home & (home != NONE), home, away)


class Inverse:
    """Who points at each target: for targets base..base+count, the sources in order of a sort key."""

    def __init__(self, targets: Ints, sources: Ints, base: int, count: int, key: Ints | None = None) -> None:
        here = (targets >= base) & (targets < base + count)
        targets, sources = targets[here] - base, sources[here]
        order = np.argsort(targets, kind="stable") if key is None else np.lexsort((key[here], targets))
        self._sources = sources[order].astype(np.int32)
        self._starts = np.concatenate(
            [np.zeros(1, dtype=np.int64), np.cumsum(np.bincount(targets, minlength=count))]
        )

    def of(self, number: int, limit: int) -> list[int]:
        """Return at most `limit` sources of the target with this number in its kind."""
        start = int(self._starts[number])
        sources: list[int] = self._sources[start : min(start + limit, int(self._starts[number + 1]))].tolist()
        return sources

    def counts(self) -> Ints:
        """Return the number of sources of each target."""
        return np.diff(self._starts)

    def first(self, columns: int) -> Ints:
        """Return the first sources of each target as a table padded with NONE."""
        table = np.full((len(self._starts) - 1, columns), NONE, dtype=np.int64)
        for column in range(columns):
            has = self.counts() > column
            table[has, column] = self._sources[self._starts[:-1][has] + column]
        return table
