"""What a SQL statement says, read with sqlglot: where its output comes from, which literals test which columns, what orders it.

Names are resolved against the catalog of the database it is for, so `T1.name` is a column of a table and `"France"`, which SQLite
takes for text when no column is called so, is text. Nothing is executed here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError
from sqlglot.optimizer.qualify import qualify
from sqlglot.optimizer.scope import Scope, traverse_scope

from isthmus.databases.base import InvalidQuery
from isthmus.databases.schema import Catalog, Cell

MAX_SQL = 50_000
"""Characters of a statement that is analysed; longer ones cost seconds."""


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class ColumnRef:
    """A column of a table, spelt as in the catalog."""

    table: str
    """Name of the table."""
    column: str
    """Name of the column."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """One column of the result."""

    name: str
    """Its alias or column name; may be empty for an expression."""
    columns: tuple[ColumnRef, ...]
    """Every stored column its values are computed from, in order of name."""
    is_plain: bool
    """Whether its values are cells of a stored column, not computed from them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Literal:
    """A value written in the statement and compared with columns."""

    value: Cell
    """The value: text, a number, or None for NULL."""
    start: int
    """Offset of its first character in the statement, a sign or quote included."""
    end: int
    """Offset after its last character."""
    columns: tuple[ColumnRef, ...]
    """The stored columns it is compared with, in order of name."""
    comparison: str
    """`=`, `<>`, `<`, `<=`, `>`, `>=`, `in`, `between` or `like`."""
    is_negated: bool
    """Whether the comparison stands under NOT, or is `<>`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """What a statement says."""

    tables: tuple[str, ...]
    """Stored tables it reads, in order of name."""
    outputs: tuple[Output, ...]
    """Columns of the result, in order."""
    literals: tuple[Literal, ...]
    """Values compared with columns anywhere in the statement, in order of place."""
    features: frozenset[str]
    """Which of filter, join, aggregate, group, having, order, limit, distinct, window, set-operation, subquery it uses."""
    is_ordered: bool
    """Whether the order of the result's rows is asked for: the outermost query has ORDER BY."""
    is_varying: bool
    """Whether it asks for the time or for chance, so that its result changes by itself."""

    @property
    def is_substantive(self) -> bool:
        """Whether it does more than show a table: filter, join, aggregate, order, or compare (HR2, gate *executable*)."""
        return bool(self.features - {"limit", "distinct", "subquery"})


_COMPARISONS: dict[type[exp.Expr], str] = {
    exp.EQ: "=",
    exp.NEQ: "<>",
    exp.LT: "<",
    exp.LTE: "<=",
    exp.GT: ">",
    exp.GTE: ">=",
    exp.Is: "=",
    exp.In: "in",
    exp.Between: "between",
    exp.Like: "like",
    exp.ILike: "like",
    exp.Glob: "like",
}
_FEATURES: dict[type[exp.Expr], str] = {
    exp.Where: "filter",
    exp.Join: "join",
    exp.AggFunc: "aggregate",
    exp.Group: "group",
    exp.Having: "having",
    exp.Order: "order",
    exp.Limit: "limit",
    exp.Distinct: "distinct",
    exp.Window: "window",
    exp.SetOperation: "set-operation",
    exp.Subquery: "subquery",
}
_VARYING = (exp.Rand, exp.CurrentTimestamp, exp.CurrentDate, exp.CurrentTime, exp.CurrentDatetime)
_VARYING_NAMES = frozenset(
    ["random", "randomblob", "now", "sysdate", "clock_timestamp", "uuid", "gen_random_uuid"]
)


def parsed(sql: str, catalog: Catalog) -> exp.Query:
    """Return the statement with every name resolved: tables, columns, `*`; places of literals in the text are kept.

    Raises:
        InvalidQuery: when it is no single query, or sqlglot cannot read it.
    """
    if len(sql) > MAX_SQL:
        raise InvalidQuery(f"the statement is longer than {MAX_SQL} characters")
    schema: dict[str, object] = {
        table.name: {column.name: column.type or "text" for column in table.columns}
        for table in catalog.tables
    }
    try:
        statements = [one for one in sqlglot.parse(sql, dialect=catalog.dialect) if one is not None]
        if len(statements) != 1 or not isinstance(statements[0], exp.Query):
            raise InvalidQuery("not one query")
        query = _with_text(statements[0], catalog)
        resolved = qualify(
            query, schema=schema, dialect=catalog.dialect, validate_qualify_columns=False, identify=False
        )
    except (SqlglotError, RecursionError, ValueError, KeyError, AttributeError) as error:
        # Beside its own errors, the library lets a few of Python's escape on statements it does not expect.
        raise InvalidQuery(
            f"cannot be analysed: {str(error).splitlines()[0] if str(error) else error!r}"
        ) from None
    assert isinstance(resolved, exp.Query)
    return resolved


def analyse(sql: str, catalog: Catalog) -> Analysis:
    """Return what a statement says.

    Raises:
        InvalidQuery: when it is no single query, or sqlglot cannot read it.
    """
    query = parsed(sql, catalog)
    scopes = list(traverse_scope(query))
    names = _Names(catalog, scopes)
    features = {
        feature for node in query.walk() for kind, feature in _FEATURES.items() if isinstance(node, kind)
    }
    if any(len(scope.selected_sources) > 1 for scope in scopes):
        features.add("join")
    literals = [
        literal
        for scope in scopes
        if isinstance(scope.expression, exp.Select)
        for literal in _literals(sql, scope, names)
    ]
    unique = {literal.start: literal for literal in literals}
    return Analysis(
        tables=tuple(sorted({ref.table for scope in scopes for ref in names.tables(scope)})),
        outputs=_outputs(query, scopes[-1], names),
        literals=tuple(unique[start] for start in sorted(unique)),
        features=frozenset(features),
        is_ordered=query.args.get("order") is not None,
        is_varying=any(_is_varying(node) for node in query.walk()),
    )


def with_literal(sql: str, literal: Literal, value: Cell, dialect: str) -> str:
    """Return the statement with one literal replaced; nothing else of it changes."""
    written = exp.convert(value).sql(dialect=dialect)
    return sql[: literal.start] + written + sql[literal.end :]


def _with_text(query: exp.Query, catalog: Catalog) -> exp.Query:
    """Replace quoted names that no column, table or alias has by the text that SQLite takes them for."""
    if catalog.dialect != "sqlite":
        return query
    known = {column.name.lower() for table in catalog.tables for column in table.columns}
    known |= {table.name.lower() for table in catalog.tables}
    known |= {
        alias.alias.lower() for alias in query.find_all(exp.Alias, exp.CTE, exp.Subquery) if alias.alias
    }
    for column in list(query.find_all(exp.Column)):
        name = column.this
        if not isinstance(name, exp.Identifier) or not name.args.get("quoted") or column.table:
            continue
        if name.name.lower() not in known:
            text = exp.Literal.string(name.name)
            text.meta.update(name.meta)
            column.replace(text)
    return query


class _Names:
    """Resolves columns to stored ones, spelt as in the catalog."""

    def __init__(self, catalog: Catalog, scopes: Iterable[Scope]) -> None:
        self._scopes = {id(scope.expression): scope for scope in scopes}
        self._tables = {table.name.lower(): table for table in catalog.tables}

    def tables(self, scope: Scope) -> Iterator[ColumnRef]:
        for source in scope.sources.values():
            if isinstance(source, exp.Table) and source.name.lower() in self._tables:
                yield ColumnRef(table=self._tables[source.name.lower()].name, column="")

    def of(self, node: exp.Expr, scope: Scope, depth: int = 0) -> set[ColumnRef]:
        """Return the stored columns that a node's value is computed from, subqueries included."""
        found: set[ColumnRef] = set()
        for column in node.find_all(exp.Column):
            found |= self._column(column, scope, depth)
        return found

    def _column(self, column: exp.Column, scope: Scope, depth: int) -> set[ColumnRef]:
        # A subquery's columns are its own scope's, or those of one around it.
        outer: Scope | None = self._scopes.get(id(column.parent_select), scope)
        while outer is not None and column.table not in outer.sources:
            outer = outer.parent
        if outer is None or depth > 50:
            return set()
        source = outer.sources[column.table]
        if isinstance(source, exp.Table):
            return self._stored(source.name, column.name)
        found: set[ColumnRef] = set()
        for select, inner in _selects(source):
            for place, name in enumerate(_names_of(source)):
                if name.lower() == column.name.lower() and place < len(select.expressions):
                    found |= self.of(select.expressions[place], inner, depth + 1)
        return found

    def _stored(self, table: str, column: str) -> set[ColumnRef]:
        stored = self._tables.get(table.lower())
        spelt = (
            next((c.name for c in stored.columns if c.name.lower() == column.lower()), None)
            if stored
            else None
        )
        return (
            {ColumnRef(table=stored.name, column=spelt)}
            if stored is not None and spelt is not None
            else set()
        )


def _selects(scope: Scope) -> Iterator[tuple[exp.Select, Scope]]:
    """Yield the selects whose rows a scope gives, of both sides of a set operation."""
    if isinstance(scope.expression, exp.Select):
        yield scope.expression, scope
    for side in scope.set_operation_scopes:
        yield from _selects(side)


def _names_of(scope: Scope) -> list[str]:
    return scope.expression.named_selects if isinstance(scope.expression, exp.Query) else []


def _outputs(query: exp.Query, scope: Scope, names: _Names) -> tuple[Output, ...]:
    sides = list(_selects(scope))
    outputs = []
    for place, name in enumerate(query.named_selects):
        shown = [(s.expressions[place], inner) for s, inner in sides if place < len(s.expressions)]
        columns = {ref for node, inner in shown for ref in names.of(node, inner)}
        outputs.append(
            Output(
                name=name,
                columns=tuple(sorted(columns)),
                is_plain=bool(shown)
                and all(isinstance(node.unalias(), exp.Column) for node, _ in shown)
                and all(_is_stored(node.unalias(), inner) for node, inner in shown),
            )
        )
    return tuple(outputs)


def _is_stored(node: exp.Expr, scope: Scope) -> bool:
    """Return whether a column leads to stored cells, through any number of derived tables."""
    for _ in range(50):
        if not isinstance(node, exp.Column):
            return False
        source = scope.sources.get(node.table)
        if not isinstance(source, Scope):
            return isinstance(source, exp.Table)
        inner = next(_selects(source), None)
        names = [name.lower() for name in _names_of(source)]
        if inner is None or node.name.lower() not in names:
            return False
        select, scope = inner
        node = select.expressions[names.index(node.name.lower())].unalias()
    return False


def _literals(sql: str, scope: Scope, names: _Names) -> Iterator[Literal]:
    for comparison in scope.find_all(*_COMPARISONS):
        sides = list(comparison.iter_expressions())
        columns = {ref for side in sides if not isinstance(side, exp.Query) for ref in names.of(side, scope)}
        inner = comparison.args.get("query")
        if isinstance(inner, exp.Expr):
            columns -= names.of(inner, scope)
        for side in sides:
            literal = _written(sql, side)
            if literal is not None and columns:
                value, start, end = literal
                yield Literal(
                    value=value,
                    start=start,
                    end=end,
                    columns=tuple(sorted(columns)),
                    comparison=_COMPARISONS[type(comparison)],
                    is_negated=isinstance(comparison, exp.NEQ) or isinstance(comparison.parent, exp.Not),
                )


def _written(sql: str, node: exp.Expr) -> tuple[Cell, int, int] | None:
    """Return a literal's value and its place in the text."""
    sign = ""
    if isinstance(node, exp.Neg):
        sign, node = "-", node.this
    if isinstance(node, exp.Collate | exp.Paren):
        node = node.this
    if not isinstance(node, exp.Literal) or "start" not in node.meta:
        return None
    start, end = int(node.meta["start"]), int(node.meta["end"]) + 1
    if node.is_string:
        return (node.name, start, end) if not sign else None
    if sign:
        start = sql.rindex("-", 0, start)
    text = sign + node.name
    try:
        return int(text), start, end
    except ValueError:
        return float(text), start, end


def _is_varying(node: exp.Expr) -> bool:
    if isinstance(node, _VARYING):
        return True
    if isinstance(node, exp.Anonymous):
        return node.name.lower() in _VARYING_NAMES
    # SQLite's clock is a word: date('now').
    return (
        isinstance(node, exp.Literal)
        and node.is_string
        and node.name.lower() == "now"
        and isinstance(node.parent, exp.Func)
    )
