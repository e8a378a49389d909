"""What a database an agent may query offers: bounded, read-only execution and a catalog of its schema.

A statement that cannot be run is a `QueryError` with words for the agent; a database that is broken is an
`InfrastructureError`, never the agent's fault.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from isthmus.databases.schema import Catalog, Cell
from isthmus.errors import IsthmusError


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """Limits of one statement."""

    rows: int = 500
    """Rows returned at most (HybridDeepResearch)."""
    seconds: float = 30.0
    """Time the statement may run."""
    cell_bytes: int = 250_000
    """Bytes of one value at most, in results and while computing: some functions cannot be interrupted inside one value."""
    result_bytes: int = 2_000_000
    """Bytes of all values returned, about; rows beyond are cut."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryResult:
    """What a statement gave."""

    columns: tuple[str, ...]
    """Names in order, as the database gives them; also for a result without rows."""
    rows: tuple[tuple[Cell, ...], ...]
    """In the order the database gave them."""
    truncated: bool = False
    """Whether there were more rows than the limits let through."""


class QueryError(IsthmusError):
    """A statement that was not run or not finished; the message is for the agent."""


class InvalidQuery(QueryError):
    """The statement is wrong: syntax, unknown names, wrong types."""


class RefusedQuery(QueryError):
    """The statement is understood and not allowed: a write, a second statement, a limit."""


class Database(Protocol):
    """A database. Implementations are safe to call from several threads."""

    @property
    def id(self) -> str:
        """Name the agent and the task use for it."""
        ...

    @property
    def dialect(self) -> str:
        """SQL dialect, by sqlglot's name."""
        ...

    def execute(self, sql: str, bounds: Bounds | None = None) -> QueryResult:
        """Run one reading statement.

        Raises:
            InvalidQuery: when the statement is wrong.
            RefusedQuery: when it is not allowed or goes beyond a limit.
            InfrastructureError: when the database is broken.
        """
        ...

    def catalog(self) -> Catalog:
        """Return the schema with row counts and sample values."""
        ...
