"""Strangers' SQL on a SQLite file: read-only, one statement, bounded in time, rows, bytes and memory.

No single guard is enough (a read-only connection still lets `ATTACH` create files and `VACUUM INTO` copy the database), so all
of these hold at once: the file is opened `mode=ro`; an authorizer allows selecting, reading, functions that touch no file, and
pragmas that describe the schema; the library's own limits bound every value, pattern, expression and program; a progress
handler ends the statement at its deadline; rows and bytes are cut while fetching. Each statement gets a fresh connection (about
0.1 ms), so none can leave a trace for the next.

`hard_heap_limit` is a limit of the SQLite library in this process, not of a connection: it also binds snapshots and other
readers here. It is set to 512 MiB, far above what they use, as the last guard against sorts and distinct sets that grow until
the deadline; temporary data is kept in memory so that it falls under it and never fills the disk. A statement that hits it is
refused; another reader that allocates in that moment fails too and is repeated by the harness.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from isthmus.databases.base import Bounds, InvalidQuery, QueryResult, RefusedQuery
from isthmus.databases.catalog import quoted, read_catalog
from isthmus.databases.schema import Catalog, Cell
from isthmus.errors import InfrastructureError, InputError

HEAP_BYTES = 1 << 29
PROGRESS_OPERATIONS = 10_000
"""Virtual machine steps between two looks at the clock; costs under 3%."""

_PRAGMAS = frozenset(
    [
        "table_info",
        "table_xinfo",
        "table_list",
        "index_list",
        "index_info",
        "index_xinfo",
        "foreign_key_list",
        "data_version",
    ]
)
_TABLE_FUNCTIONS = (*(f"pragma_{name}" for name in sorted(_PRAGMAS)), "json_each", "json_tree")
_FORBIDDEN_FUNCTIONS = frozenset(
    ["load_extension", "readfile", "writefile", "edit", "fts3_tokenizer", "sqlar_compress"]
)
_FORBIDDEN_TABLES = frozenset(["sqlite_dbpage", "sqlite_stmt", "dbstat", "pragma_database_list"])
_ALLOWED = frozenset([sqlite3.SQLITE_SELECT, sqlite3.SQLITE_RECURSIVE])
_LIMITS = {
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 100_000,
    sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 200,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 50,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 200,
    sqlite3.SQLITE_LIMIT_VDBE_OP: 50_000,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_WORKER_THREADS: 0,
}
_BROKEN = frozenset(
    [
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_NOTADB,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
    ]
)
_ACTIONS = {
    sqlite3.SQLITE_INSERT: "INSERT",
    sqlite3.SQLITE_UPDATE: "UPDATE",
    sqlite3.SQLITE_DELETE: "DELETE",
    sqlite3.SQLITE_ATTACH: "ATTACH",
    sqlite3.SQLITE_DETACH: "DETACH",
    sqlite3.SQLITE_PRAGMA: "PRAGMA",
    sqlite3.SQLITE_FUNCTION: "function",
    sqlite3.SQLITE_READ: "reading",
    sqlite3.SQLITE_TRANSACTION: "transactions",
    sqlite3.SQLITE_SAVEPOINT: "SAVEPOINT",
    sqlite3.SQLITE_ANALYZE: "ANALYZE",
    sqlite3.SQLITE_REINDEX: "REINDEX",
}


class SqliteDatabase:
    """A SQLite file behind the `Database` protocol."""

    dialect = "sqlite"

    def __init__(
        self, path: Path, id: str = "", *, frozen: bool = False, bounds: Bounds | None = None
    ) -> None:
        """Check that the file is a database.

        Args:
            path: The file.
            id: Name of the database; the file's name without its ending when empty.
            frozen: Whether the file never changes; it is then opened without locks and without its journal files.
            bounds: Limits of each statement.

        Raises:
            InputError: when the file is missing or is no SQLite database.
        """
        self.path = Path(path).absolute()
        self.id = id or self.path.stem
        self.bounds = bounds or Bounds()
        self._uri = f"{self.path.as_uri()}?mode=ro{'&immutable=1' if frozen else ''}"
        self._virtual_tables: tuple[str, ...] = ()
        try:
            with self._connected("", self.bounds, _Guard()) as connection:
                found = connection.execute(
                    "SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL TABLE%'"
                )
                self._virtual_tables = tuple(str(name) for (name,) in found)
        except (sqlite3.Error, InfrastructureError) as error:
            raise InputError(
                f"not a readable SQLite database ({error})", place=str(path), fix="name a SQLite file"
            ) from None

    def execute(self, sql: str, bounds: Bounds | None = None) -> QueryResult:
        """Run one reading statement; see `Database.execute`."""
        bounds = bounds or self.bounds
        guard = _Guard()
        if "\0" in sql or not _is_unicode(sql):
            raise InvalidQuery("the statement holds characters that are not text")
        try:
            with self._connected(sql, bounds, guard) as connection:
                return _fetch(connection.execute(sql), bounds)
        except MemoryError:
            raise RefusedQuery("the statement used too much memory; select, join or sort less") from None
        except (sqlite3.Error, sqlite3.Warning) as error:
            raise self._explained(error, guard, bounds) from None

    def catalog(self) -> Catalog:
        """Return the schema with row counts and sample values."""
        return read_catalog(self)

    @contextmanager
    def _connected(self, sql: str, bounds: Bounds, guard: _Guard) -> Iterator[sqlite3.Connection]:
        connection = sqlite3.connect(self._uri, uri=True, isolation_level=None, cached_statements=0)
        try:
            connection.text_factory = _decode
            connection.execute(f"PRAGMA hard_heap_limit={HEAP_BYTES}")
            connection.execute("PRAGMA temp_store=MEMORY")
            connection.execute("PRAGMA query_only=1")
            _declare(connection, sql, self._virtual_tables)
            for limit, value in _LIMITS.items():
                connection.setlimit(limit, value)
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, max(bounds.cell_bytes, 1))
            connection.set_authorizer(guard.authorize)
            guard.deadline = time.monotonic() + bounds.seconds
            connection.set_progress_handler(guard.is_late, PROGRESS_OPERATIONS)
            yield connection
        finally:
            connection.close()

    def _explained(self, error: Exception, guard: _Guard, bounds: Bounds) -> Exception:
        code = getattr(error, "sqlite_errorcode", None)
        text = str(error)
        if guard.late:
            return RefusedQuery(f"stopped after {bounds.seconds:g} s; ask for less, or filter earlier")
        if guard.denied:
            return RefusedQuery(f"only reading is allowed: {guard.denied} is refused")
        if code is not None and (code & 0xFF) in _BROKEN:
            return InfrastructureError(f"database {self.id!r}: {text}")
        if code is not None and (code & 0xFF) == sqlite3.SQLITE_NOMEM:
            return RefusedQuery("the statement used too much memory; select, join or sort less")
        if code is not None and (code & 0xFF) == sqlite3.SQLITE_TOOBIG:
            return RefusedQuery(
                f"a value or the statement is too long (limit {bounds.cell_bytes} bytes a value)"
            )
        if code is not None and (code & 0xFF) == sqlite3.SQLITE_READONLY:
            return RefusedQuery("only reading is allowed")
        if "one statement at a time" in text:
            return RefusedQuery("one statement at a time")
        return InvalidQuery(text)


class _Guard:
    """What the callbacks of one connection saw."""

    def __init__(self) -> None:
        self.deadline = 0.0
        self.late = False
        self.denied = ""

    def authorize(self, action: int, first: str | None, second: str | None, *_: str | None) -> int:
        if action in _ALLOWED:
            return sqlite3.SQLITE_OK
        if action == sqlite3.SQLITE_READ and str(first).lower() not in _FORBIDDEN_TABLES:
            return sqlite3.SQLITE_OK
        if action == sqlite3.SQLITE_FUNCTION and str(second).lower() not in _FORBIDDEN_FUNCTIONS:
            return sqlite3.SQLITE_OK
        if action == sqlite3.SQLITE_PRAGMA and str(first).lower() in _PRAGMAS:
            return sqlite3.SQLITE_OK
        name = second if action == sqlite3.SQLITE_FUNCTION else first
        known = action in (sqlite3.SQLITE_PRAGMA, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_READ)
        self.denied = _ACTIONS.get(action, "changing the database") + (f" {name}" if known else "")
        return sqlite3.SQLITE_DENY

    def is_late(self) -> int:
        self.late = self.late or time.monotonic() > self.deadline
        return int(self.late)


def _is_unicode(text: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in text)


def _decode(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _declare(connection: sqlite3.Connection, sql: str, virtual_tables: Sequence[str]) -> None:
    """Let the library declare the virtual tables a statement names; the authorizer would take that for a write."""
    lowered = sql.lower()
    for function in _TABLE_FUNCTIONS:
        if function in lowered:
            connection.execute(f"SELECT 1 FROM {function}('[]')").close()
    for table in virtual_tables:
        if table.lower() in lowered:
            connection.execute(f"SELECT 1 FROM {quoted(table)} LIMIT 0").close()


def _fetch(cursor: sqlite3.Cursor, bounds: Bounds) -> QueryResult:
    if cursor.description is None:
        raise InvalidQuery("there is no statement that gives a result")
    columns = tuple(str(column[0]) for column in cursor.description)
    rows: list[tuple[Cell, ...]] = []
    room = bounds.result_bytes
    for row in cursor:
        room -= sum(_size(cell) for cell in row)
        if len(rows) == bounds.rows or room < 0:
            return QueryResult(columns=columns, rows=tuple(rows), truncated=True)
        rows.append(row)
    return QueryResult(columns=columns, rows=tuple(rows))


def _size(cell: Cell) -> int:
    return len(cell) if isinstance(cell, str | bytes) else 8
