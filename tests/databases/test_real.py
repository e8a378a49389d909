"""Real databases: every catalog can be read, and what it says is so."""

from __future__ import annotations

import os
import tarfile
from pathlib import Path

import pytest

from isthmus.databases import SqliteDatabase

pytestmark = pytest.mark.realdata

DATA = Path(os.environ.get("ISTHMUS_DATA", Path(__file__).parents[3] / "shared" / "data"))
ARCHIVE = DATA / "databases" / "real_sqlite.txz"


@pytest.fixture(scope="module")
def real_databases(tmp_path_factory):
    if not ARCHIVE.is_file():
        pytest.skip(f"needs {ARCHIVE}; set ISTHMUS_DATA")
    folder = tmp_path_factory.mktemp("real")
    with tarfile.open(ARCHIVE) as archive:
        archive.extractall(folder, filter="data")
    return [SqliteDatabase(path, frozen=True) for path in sorted(folder.rglob("*.sqlite"))]


def test_catalogs(real_databases):
    assert len(real_databases) == 13
    for database in real_databases:
        catalog = database.catalog()
        assert catalog.tables
        assert f"Database {database.id}" in catalog.text()
        for table in catalog.tables:
            assert table.rows is not None
            rows = database.execute(f'SELECT * FROM "{table.name}" LIMIT 3')
            assert list(rows.columns) == [column.name for column in table.columns]
            assert len(rows.rows) == min(table.rows, 3)
