from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isthmus.databases import Catalog, Column, InvalidQuery, Table
from isthmus.databases.analysis import ColumnRef, analyse, with_literal

TABLES = {
    "harbour": [("id", "INTEGER"), ("name", "TEXT"), ("photo", "BLOB")],
    "ship": [
        ("id", "INTEGER"),
        ("name", "TEXT"),
        ("harbour_id", "INT"),
        ("tons", "REAL"),
        ('odd "name', "TEXT"),
    ],
    "big": [("name", "TEXT")],
}
CATALOG = Catalog(
    database="fleet",
    dialect="sqlite",
    tables=tuple(
        Table(name=name, columns=tuple(Column(name=column, type=kind) for column, kind in columns))
        for name, columns in TABLES.items()
    ),
)


@pytest.fixture
def catalog():
    return CATALOG


def ref(dotted: str) -> ColumnRef:
    table, column = dotted.split(".")
    return ColumnRef(table=table, column=column)


@pytest.mark.parametrize(
    ("sql", "outputs"),
    [
        ("SELECT name FROM ship", [("ship.name", True)]),
        ("SELECT * FROM harbour", [("harbour.id", True), ("harbour.name", True), ("harbour.photo", True)]),
        ("SELECT upper(NAME) FROM SHIP", [("ship.name", False)]),
        ("SELECT s.name || h.name FROM ship s JOIN harbour h ON s.harbour_id = h.id", [("harbour.name ship.name", False)]),
        ("SELECT x FROM (SELECT name AS x FROM ship)", [("ship.name", True)]),
        ("SELECT x FROM (SELECT max(tons) AS x FROM ship)", [("ship.tons", False)]),
        ("WITH a AS (SELECT name n FROM ship) SELECT n FROM a", [("ship.name", True)]),
        ("SELECT name FROM ship UNION SELECT name FROM harbour", [("harbour.name ship.name", True)]),
        ("SELECT (SELECT name FROM harbour WHERE id = s.tons) FROM ship s", [("harbour.id harbour.name ship.tons", False)]),
        ("SELECT count(*) FROM ship", [("", False)]),
        ('SELECT "odd ""name" FROM ship', [('ship.odd "name', True)]),
        ("SELECT name FROM big", [("big.name", True)]),
    ],
)  # fmt: skip
def test_where_outputs_come_from(catalog, sql, outputs):
    found = [
        (" ".join(f"{c.table}.{c.column}" for c in o.columns), o.is_plain)
        for o in analyse(sql, catalog).outputs
    ]
    assert found == outputs


@pytest.mark.parametrize(
    ("sql", "literals"),
    [
        ("SELECT id FROM ship WHERE name = 'UPDATE me'", [("UPDATE me", "=", "ship.name")]),
        ('SELECT id FROM ship WHERE name = "Marigold"', [("Marigold", "=", "ship.name")]),
        ("SELECT id FROM ship WHERE 80 <= tons", [(80, "<=", "ship.tons")]),
        ("SELECT id FROM ship WHERE tons > -2.5", [(-2.5, ">", "ship.tons")]),
        ("SELECT id FROM ship WHERE tons BETWEEN 1 AND 90", [(1, "between", "ship.tons"), (90, "between", "ship.tons")]),
        ("SELECT id FROM ship WHERE name IN ('a', 'b')", [("a", "in", "ship.name"), ("b", "in", "ship.name")]),
        ("SELECT id FROM ship WHERE name NOT LIKE '%x%'", [("%x%", "like", "ship.name")]),
        ("SELECT id FROM ship WHERE harbour_id IN (SELECT id FROM harbour WHERE name = 'Osk')", [("Osk", "=", "harbour.name")]),
        ("SELECT n FROM (SELECT name n FROM ship) WHERE n <> 'it''s'", [("it's", "<>", "ship.name")]),
        ("SELECT id FROM ship GROUP BY id HAVING max(tons) > 3", [(3, ">", "ship.tons")]),
        ("SELECT id FROM ship s WHERE EXISTS (SELECT 1 FROM harbour WHERE s.name = 'q')", [("q", "=", "ship.name")]),
        ("SELECT 'x', 3 FROM ship ORDER BY tons LIMIT 4", []),
    ],
)  # fmt: skip
def test_literals_and_the_columns_they_test(catalog, sql, literals):
    found = analyse(sql, catalog).literals
    assert [(one.value, one.comparison, one.columns) for one in found] == [
        (value, comparison, (ref(column),)) for value, comparison, column in literals
    ]


def test_a_negated_comparison_is_told(catalog):
    negated = [one.is_negated for one in analyse(
        "SELECT id FROM ship WHERE name <> 'a' AND NOT name LIKE 'b' AND tons = 3", catalog
    ).literals]  # fmt: skip
    assert negated == [True, True, False]


@given(st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=12), st.integers(-(10**6), 10**6))
def test_a_replaced_literal_is_read_again_and_nothing_else_changes(text, number):
    catalog = CATALOG
    sql = "SELECT name AS \"a 'b\" FROM ship WHERE name = 'old' /* 'old' */ AND tons < -7 AND id = 1"
    first, second, _ = analyse(sql, catalog).literals
    changed = with_literal(with_literal(sql, second, number, "sqlite"), first, text, "sqlite")
    again = analyse(changed, catalog).literals
    assert [one.value for one in again] == [text, number, 1]
    assert changed[: first.start] == sql[: first.start]
    assert changed.endswith("AND id = 1")


@pytest.mark.parametrize(
    ("sql", "features"),
    [
        ("SELECT name FROM ship", ""),
        ("SELECT DISTINCT name FROM ship LIMIT 3", "distinct limit"),
        ("SELECT a.name FROM ship a, harbour b", "join"),
        ("SELECT count(*) FROM ship", "aggregate"),
        ("SELECT name FROM ship EXCEPT SELECT name FROM harbour", "set-operation"),
        ("SELECT name, rank() OVER (ORDER BY tons) FROM ship", "aggregate order window"),
        ("SELECT id FROM ship WHERE id = 1 GROUP BY id HAVING count(*) > 1 ORDER BY 1", "filter group having order"),
    ],
)  # fmt: skip
def test_features(catalog, sql, features):
    found = analyse(sql, catalog)
    assert found.features - {"aggregate"} == set(features.split()) - {"aggregate"}
    assert found.is_substantive == bool(set(features.split()) - {"distinct", "limit", "subquery"})


def test_order_is_asked_for_by_the_outermost_query_alone(catalog):
    assert analyse("SELECT name FROM ship ORDER BY name", catalog).is_ordered
    assert not analyse("SELECT name FROM (SELECT name FROM ship ORDER BY name)", catalog).is_ordered


@pytest.mark.parametrize("sql", ["SELECT random()", "SELECT date('now')", "SELECT CURRENT_TIMESTAMP"])
def test_what_changes_by_itself(catalog, sql):
    assert analyse(sql, catalog).is_varying
    assert not analyse("SELECT name FROM ship WHERE name = 'now'", catalog).is_varying


@pytest.mark.parametrize(
    "sql",
    ["", ";", "SELEC 1", "DROP TABLE ship", "SELECT 1; SELECT 2", "SELECT (", "(" * 5000],
)  # fmt: skip
def test_what_is_no_single_query_is_said(catalog, sql):
    with pytest.raises(InvalidQuery):
        analyse(sql, catalog)


WORDS = [
    "SELECT",
    "FROM",
    "WHERE",
    "ship",
    "name",
    "(",
    ")",
    ",",
    ".",
    "*",
    "=",
    "'a'",
    "1",
    "AND",
    "JOIN",
    "ON",
    "AS",
    "x",
    "UNION",
    "ORDER",
    "BY",
    "LIMIT",
]


@given(st.lists(st.sampled_from(WORDS), max_size=14))
def test_any_words_are_analysed_or_refused(words):
    try:
        analyse(" ".join(words), CATALOG)
    except InvalidQuery:
        return
