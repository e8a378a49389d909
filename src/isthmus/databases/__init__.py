"""Databases an agent may query: bounded, read-only execution and the catalog of their schema."""

from isthmus.databases.base import Bounds, Database, InvalidQuery, QueryError, QueryResult, RefusedQuery
from isthmus.databases.schema import Catalog, Cell, Column, Table
from isthmus.databases.sqlite import SqliteDatabase

__all__ = [
    "Bounds",
    "Catalog",
    "Cell",
    "Column",
    "Database",
    "InvalidQuery",
    "QueryError",
    "QueryResult",
    "RefusedQuery",
    "SqliteDatabase",
    "Table",
]
