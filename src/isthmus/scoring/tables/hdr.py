"""HybridDeepResearch's execution match, as its evaluation of text-to-SQL calls it.

The rule (Snowflake-AI-Research/HybridDeepResearch, `evaluation/execution_match.py`, with 3 digits and further columns ignored):

- the same number of rows; or, where order matters and unless `strict`, one row that agrees with the first of several;
- up to 3 further columns; each true column has a predicted one of its own that agrees with it, in order where order matters;
- or, unless `strict`, three quarters of the true columns are found one by one, each sorted on its own (see `hdr_columns`);
- columns of the same name run together into one column, as they do in the evaluation's tables;
- an error while comparing is no match here: the evaluation would stop.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from isthmus.databases import Cell
from isthmus.scoring.tables.hdr_cells import Profile, Reader, Value, rounded, same_in_any_order, same_in_order
from isthmus.scoring.tables.hdr_columns import columns_found
from isthmus.scoring.tables.matching import covers
from isthmus.scoring.tables.records import Table, TableCase
from isthmus.scoring.tables.verdicts import Budget, NotComparable, TableReason, Verdict, right, wrong

EXTRA_COLUMNS = 3
ENOUGH = 0.75
"""Part of the true columns that is enough unless `strict`."""
Cells = list[list[Cell]]
_Test = Callable[[list[Value], list[Value]], bool]


def score_hdr(case: TableCase, budget: Budget) -> Verdict:
    """Compare by HybridDeepResearch's rule; of several true tables any may match.

    Raises:
        TooLarge: when the budget is spent.
    """
    verdict = wrong(TableReason.NO_GOLD)
    pred = _run_together(case.pred)
    for gold in case.golds:
        try:
            verdict = _Comparison(pred, _run_together(gold), case, budget).verdict()
        except NotComparable:
            verdict = wrong(TableReason.NOT_COMPARABLE)
        if verdict.match:
            return verdict
    return verdict


def _run_together(table: Table) -> Cells:
    """Return the columns; those of one name as one, row after row."""
    columns: dict[str, list[Cell]] = {name: [] for name in table.columns}
    if len(columns) == len(table.columns):
        return [table.column(number) for number in range(len(table.columns))]
    for row in table.rows:
        for name, cell in zip(table.columns, row, strict=True):
            columns[name].append(cell)
    return list(columns.values())


class _Comparison:
    """A prediction and one true table."""

    def __init__(self, pred: Cells, gold: Cells, case: TableCase, budget: Budget) -> None:
        self.budget = budget
        self.case = case
        # Fractions are rounded before anything else, also where they are later held as numbers of a frame.
        self.raw = [[_rounded(column) for column in table] for table in (pred, gold)]
        for table in self.raw:
            budget.spend(1 + sum(map(len, table)))
        self.reader = Reader()
        # With the table itself, so that no other gets its id.
        self.known: dict[int, tuple[Cells, list[list[Value]]]] = {}

    def verdict(self) -> Verdict:
        pred, gold = self.raw
        if not pred or not gold:
            few = TableReason.MISSING_COLUMN if gold else TableReason.EXTRA_COLUMN
            return wrong(few) if pred or gold else right()
        if len(pred[0]) != len(gold[0]):
            return self.by_first_row()
        equal = self.by_all_columns()
        # The evaluation always looks at the columns one by one, and an error there stops it, strict or not.
        enough = self.has_most_columns()
        if equal.match or self.case.strict or not enough:
            return equal
        return right(TableReason.MOST_COLUMNS)

    def by_first_row(self) -> Verdict:
        pred, gold = self.raw
        if self.case.strict or not self.case.ordered:
            return wrong(TableReason.ROW_COUNT)
        for single, several in ((pred, gold), (gold, pred)):
            if len(single[0]) == 1 and len(several[0]) > 1:
                first = [column[:1] for column in several]
                if 0 <= len(single) - len(first) <= EXTRA_COLUMNS and self.all_found(
                    single, first, ordered=True
                ):
                    return right(TableReason.FIRST_ROW)
        return wrong(TableReason.ROW_COUNT)

    def by_all_columns(self) -> Verdict:
        pred, gold = self.raw
        further = len(pred) - len(gold)
        if not 0 <= further <= EXTRA_COLUMNS:
            return wrong(TableReason.MISSING_COLUMN if further < 0 else TableReason.EXTRA_COLUMN)
        if self.all_found(pred, gold, ordered=self.case.ordered):
            return right()
        if self.case.ordered and self.all_found(pred, gold, ordered=False):
            return wrong(TableReason.ORDER_DIFFERS)
        return wrong(TableReason.VALUE_DIFFERS)

    def all_found(self, pred: Cells, gold: Cells, *, ordered: bool) -> bool:
        """Return whether each column of the second table has one of its own in the first."""
        left, right_ = self.read(pred), self.read(gold)
        if ordered:
            pairs = _Pairs(left, right_, lambda a, b: same_in_order(a, b, self.budget))
        else:
            profiles = {id(column): Profile(column) for column in (*left, *right_)}
            pairs = _Pairs(
                left,
                right_,
                lambda a, b: same_in_any_order(profiles[id(a)], profiles[id(b)], self.budget),
            )
        return covers(len(gold), len(pred), lambda true, other: pairs.agree(other, true))

    def read(self, table: Cells) -> list[list[Value]]:
        """Return a table's columns as comparable values; each table is read once."""
        if id(table) not in self.known:
            self.known[id(table)] = (table, [self.reader.column(column) for column in table])
        return self.known[id(table)][1]

    def has_most_columns(self) -> bool:
        pred, gold = self.raw
        if len({len(column) for column in pred}) > 1 or len({len(column) for column in gold}) > 1:
            raise NotComparable("columns of different length")
        if not pred[0]:
            return False
        return columns_found(pred, gold, self.budget) / len(gold) >= ENOUGH


class _Pairs:
    """Which columns agree, each two asked about once; columns of the same content count as one."""

    def __init__(self, left: Sequence[list[Value]], right: Sequence[list[Value]], test: _Test) -> None:
        self.test = test
        classes: dict[tuple[tuple[Value, ...], tuple[type, ...]], list[Value]] = {}
        self.left, self.right = (
            [classes.setdefault((tuple(column), tuple(map(type, column))), column) for column in side]
            for side in (left, right)
        )
        self.known: dict[tuple[int, int], bool] = {}

    def agree(self, left: int, right: int) -> bool:
        """Return whether two columns agree."""
        a, b = self.left[left], self.right[right]
        pair = (id(a), id(b))
        if pair not in self.known:
            self.known[pair] = self.test(a, b)
        return self.known[pair]


def _rounded(column: list[Cell]) -> list[Cell]:
    return [rounded(cell) if isinstance(cell, float) else cell for cell in column]
