"""The catalog: what the prompt says about a schema."""

from __future__ import annotations


def test_catalog(database):
    catalog = database.catalog()
    assert [table.name for table in catalog.tables] == ["big", "harbour", "log", "ship"]
    ship = catalog.table("SHIP")
    assert ship.rows == 2
    assert not ship.is_view
    assert [column.name for column in ship.columns] == [
        "id",
        "name",
        "harbour_id",
        "create_date",
        "tons",
        'odd "name',
    ]
    by_name = {column.name: column for column in ship.columns}
    assert by_name["id"].primary_key
    assert by_name["harbour_id"].references == "harbour.id"
    assert by_name["tons"].samples == (250.5, 80.0)
    assert by_name["tons"].type == "REAL"
    assert not catalog.table("harbour").columns[1].nullable
    assert catalog.table("big").is_view
    assert catalog.table("none") is None


def test_catalog_text(database):
    text = database.catalog().text()
    assert text.startswith("Database fleet (sqlite), 4 tables\n\nview big (1 rows)\n")
    assert "table harbour (2 rows)\n  id INTEGER primary key; e.g. 1, 2\n" in text
    assert "  photo BLOB; e.g. <2 bytes>\n" in text
    assert "  harbour_id INT -> harbour.id; e.g. 1, 2\n" in text
    assert "'UPDATE me'" in text
