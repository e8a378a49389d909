"""Does a statement's result hang on what its author left open? Asked by running it in two ways that SQL allows alike.

Rows that tie on the sort key may come in any order, so a LIMIT that cuts through a tie, or stands without ORDER BY, takes rows by
chance. A column that is neither grouped nor aggregated is taken from any row of its group. Each place where a statement leaves
something open is closed both ways: ties broken by the output ascending and descending, the open column by its least and its
greatest value. Where the two results differ, the statement has no answer of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeVar

from sqlglot import exp

from isthmus.databases.analysis import parsed
from isthmus.databases.schema import Catalog

T = TypeVar("T", bound=exp.Expr)

Open = Literal["tie", "unordered-limit", "bare-column"]
"""What a statement can leave open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """Two statements that a complete statement would not tell apart."""

    open: Open
    """What is closed differently in them."""
    one: str
    """The one way."""
    other: str
    """The other way."""


def variants(sql: str, catalog: Catalog) -> list[Variant]:
    """Return a pair of statements for each place where this one leaves something open; none when it leaves nothing.

    Raises:
        InvalidQuery: when it is no single query, or sqlglot cannot read it.
    """
    query = parsed(sql, catalog)
    found: list[Variant] = []
    for node in query.find_all(exp.Query):
        if isinstance(node, exp.Subquery) or node.args.get("limit") is None:
            continue
        kind: Open = "tie" if node.args.get("order") is not None else "unordered-limit"
        found.append(_pair(query, node, kind, _break_ties, catalog))
    for select in query.find_all(exp.Select):
        if any(True for _ in _open_columns(select)):
            found.append(_pair(query, select, "bare-column", _close_columns, catalog))
    return found


def _pair(
    query: exp.Query,
    node: exp.Query,
    kind: Open,
    change: Callable[[exp.Query, bool], None],
    catalog: Catalog,
) -> Variant:
    """Change a node in two copies of its statement, found again by its place in the walk."""
    place = next(number for number, other in enumerate(query.walk()) if other is node)
    texts = []
    for way in (False, True):
        copy = query.copy()
        found = next(other for number, other in enumerate(copy.walk()) if number == place)
        assert isinstance(found, exp.Query)
        change(found, way)
        texts.append(copy.sql(dialect=catalog.dialect))
    return Variant(open=kind, one=texts[0], other=texts[1])


def _break_ties(node: exp.Query, descending: bool) -> None:
    """Order by every output column too, after the keys that are there."""
    keys = [
        exp.Ordered(this=exp.Literal.number(place), desc=descending)
        for place in range(1, len(node.named_selects) + 1)
    ]
    order = node.args.get("order")
    before = list(order.expressions) if order is not None else []
    node.set("order", exp.Order(expressions=before + keys))


def _close_columns(node: exp.Query, greatest: bool) -> None:
    """Take the least or the greatest value of each open column."""
    assert isinstance(node, exp.Select)
    kind = exp.Max if greatest else exp.Min
    for column in list(_open_columns(node)):
        column.replace(kind(this=column.copy()))


def _open_columns(select: exp.Select) -> Iterator[exp.Column]:
    """Yield columns of a grouped or aggregated select that stand outside of aggregates and are not grouped by."""
    group = select.args.get("group")
    shown = [
        *select.expressions,
        *(select.args[part] for part in ("having", "order") if select.args.get(part)),
    ]
    if group is None and not any(_own(node, exp.AggFunc, select) for node in select.expressions):
        return
    keys = {key.sql() for key in group.expressions} if group is not None else set()
    for node in shown:
        for column in _own(node, exp.Column, select):
            if column.table and not _is_closed(column, select, keys):
                yield column


def _own(node: exp.Expr, kind: type[T], select: exp.Select) -> list[T]:
    return [found for found in node.find_all(kind) if found.parent_select is select]


def _is_closed(column: exp.Column, select: exp.Select, keys: set[str]) -> bool:
    """Return whether a column stands in an aggregate or window, or in an expression that is grouped by."""
    node: exp.Expr | None = column
    while node is not None and node is not select:
        if isinstance(node, exp.AggFunc | exp.Window) or node.sql() in keys:
            return True
        node = node.parent
    return False
