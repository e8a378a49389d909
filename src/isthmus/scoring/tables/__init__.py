"""Tables as answers: whether the result of a query is right, by a benchmark's rules or by our own."""

from isthmus.scoring.tables.files import Tally, score_file
from isthmus.scoring.tables.judge import explained_line_of, line_of, score_table
from isthmus.scoring.tables.records import Table, TableCase, parse_case, read_cases
from isthmus.scoring.tables.sql import SQL_BOUNDS, is_ordered, score_sql, score_sql_episode
from isthmus.scoring.tables.submitted import sql_in, submitted_sql
from isthmus.scoring.tables.verdicts import Rules, TableReason, Verdict

__all__ = [
    "SQL_BOUNDS",
    "Rules",
    "Table",
    "TableCase",
    "TableReason",
    "Tally",
    "Verdict",
    "explained_line_of",
    "is_ordered",
    "line_of",
    "parse_case",
    "read_cases",
    "score_file",
    "score_sql",
    "score_sql_episode",
    "score_table",
    "sql_in",
    "submitted_sql",
]
