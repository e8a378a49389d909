"""Our own comparison: every value of every row, every repeat, nothing else.

- A value keeps its type: 1 and '1' differ, true and 1 differ, NULL equals NULL only. 1 and 1.0 are the same number.
- Two whole numbers are equal or not, however large. Where one is a fraction, one part in 1e9 is forgiven, the noise of sums.
- Repeats count: the rows are bags. Order counts when it is asked for.
- Names do not matter, since a question does not fix them. The order of columns does not matter either, but one and the same
  rearrangement must make all rows agree: columns are never compared apart from their rows.

Finding that rearrangement is as hard as telling graphs apart in the worst case. It is searched column by column, keeping only
beginnings under which the bags of cut rows agree; real tables decide at once, made-up ones end at the budget.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from isthmus.databases import Cell
from isthmus.scoring.tables.records import Table, TableCase
from isthmus.scoring.tables.verdicts import Budget, TableReason, Verdict, right, wrong

RELATIVE = 1e-9
"""Difference forgiven where a fraction is involved."""
Codes = list[int]


def score_exact(case: TableCase, budget: Budget) -> Verdict:
    """Compare by our own rule.

    Raises:
        TooLarge: when the budget is spent.
    """
    verdict = wrong(TableReason.NO_GOLD)
    for gold in case.golds:
        verdict = _compare(case.pred, gold, case.ordered, budget)
        if verdict.match:
            return verdict
    return verdict


def _compare(pred: Table, gold: Table, ordered: bool, budget: Budget) -> Verdict:
    if len(pred.columns) != len(gold.columns):
        few = len(pred.columns) < len(gold.columns)
        return wrong(TableReason.MISSING_COLUMN if few else TableReason.EXTRA_COLUMN)
    if len(pred.rows) != len(gold.rows):
        return wrong(TableReason.ROW_COUNT)
    budget.spend(2 * len(pred.rows) * len(pred.columns))
    left, right_ = _coded(pred, gold)
    if Counter(map(tuple, left)) == Counter(map(tuple, right_)):
        return right()
    if not _Search(left, right_, budget).finds():
        return wrong(TableReason.VALUE_DIFFERS)
    return wrong(TableReason.ORDER_DIFFERS) if ordered else right()


def _coded(pred: Table, gold: Table) -> tuple[list[Codes], list[Codes]]:
    """Return both tables by columns, with a number for each value: equal numbers mean the same value."""
    numbers = _number_codes(cell for rows in (pred.rows, gold.rows) for row in rows for cell in row)
    codes: dict[tuple[str, Cell], int] = {}

    def code(cell: Cell) -> int:
        if isinstance(cell, float) and math.isnan(cell):
            return codes.setdefault(("nan", None), len(codes))
        if isinstance(cell, int | float) and not isinstance(cell, bool):
            return codes.setdefault(("number", numbers[cell]), len(codes))
        return codes.setdefault((type(cell).__name__, cell), len(codes))

    left, right_ = (
        [[code(cell) for cell in table.column(number)] for number in range(len(table.columns))]
        for table in (pred, gold)
    )
    return left, right_


def _number_codes(cells: Iterable[Cell]) -> dict[int | float, int]:
    """Return a number of a group for each number; a group spans one part in 1e9 and holds one whole number at most."""
    # NaN, the one number that is not itself, has a code of its own.
    found = {
        cell
        for cell in cells
        if isinstance(cell, int | float) and not isinstance(cell, bool) and cell == cell
    }
    codes: dict[int | float, int] = {}
    first: int | float = 0
    has_whole = False
    group = -1
    for number in sorted(found):
        whole = isinstance(number, int) or number.is_integer()
        if group < 0 or (whole and has_whole) or not _is_near(first, number):
            group, first, has_whole = group + 1, number, False
        has_whole = has_whole or whole
        codes[number] = group
    return codes


def _is_near(a: int | float, b: int | float) -> bool:
    try:
        return math.isclose(a, b, rel_tol=RELATIVE, abs_tol=0.0)
    except OverflowError:
        return False


class _Search:
    """Looks for a rearrangement of the predicted columns under which the bags of rows agree."""

    def __init__(self, pred: Sequence[Codes], gold: Sequence[Codes], budget: Budget) -> None:
        self.pred = pred
        self.rows = len(pred[0]) if pred else 0
        self.budget = budget
        bags = Counter(_bag(column) for column in gold)
        # Columns with the fewest look-alikes first: most have one candidate, and they tell the others apart.
        self.gold = sorted(gold, key=lambda column: (bags[_bag(column)], -len(set(column)), tuple(column)))
        self.candidates: dict[tuple[tuple[int, int], ...], list[int]] = {}
        for number, column in enumerate(pred):
            self.candidates.setdefault(_bag(column), []).append(number)
        self.same_bags = bags == Counter(_bag(column) for column in pred)

    def finds(self) -> bool:
        """Return whether there is one; a loop and no recursion, so that many columns are no danger.

        Raises:
            TooLarge: when the budget is spent.
        """
        if not self.same_bags:
            return False
        start = [0] * self.rows
        used: list[int] = []
        prefixes = [(start, start)]
        waiting = [iter(self._choices(0, set()))]
        while waiting:
            if len(used) == len(self.gold):
                return True
            number = next(waiting[-1], None)
            if number is None:
                waiting.pop()
                prefixes.pop()
                if used:
                    used.pop()
                continue
            longer = self._extend(prefixes[-1], number, len(used))
            if longer is None:
                continue
            used.append(number)
            prefixes.append(longer)
            waiting.append(iter(self._choices(len(used), set(used))))
        return False

    def _choices(self, depth: int, used: set[int]) -> list[int]:
        """Return the unused predicted columns that may be the true column at this depth; of identical ones the first."""
        if depth == len(self.gold):
            return []
        different: dict[tuple[int, ...], int] = {}
        for number in self.candidates[_bag(self.gold[depth])]:
            if number not in used:
                self.budget.spend(1 + self.rows // 10)
                different.setdefault(tuple(self.pred[number]), number)
        return list(different.values())

    def _extend(self, prefix: tuple[Codes, Codes], number: int, depth: int) -> tuple[Codes, Codes] | None:
        """Return the cut rows of both sides, one column longer, as codes; None when their bags differ."""
        self.budget.spend(1 + self.rows)
        codes: dict[tuple[int, int], int] = {}
        left, right_ = (
            [codes.setdefault(pair, len(codes)) for pair in zip(cut, column, strict=True)]
            for cut, column in zip(prefix, (self.pred[number], self.gold[depth]), strict=True)
        )
        return (left, right_) if Counter(left) == Counter(right_) else None


def _bag(column: Codes) -> tuple[tuple[int, int], ...]:
    return tuple(sorted(Counter(column).items()))
