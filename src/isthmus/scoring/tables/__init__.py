"""Tables as answers: whether the result of a query is right, by a benchmark's rules or by our own."""

from isthmus.scoring.tables.judge import explained_line_of, line_of, score_table
from isthmus.scoring.tables.records import Table, TableCase, parse_case, read_cases
from isthmus.scoring.tables.verdicts import Rules, TableReason, Verdict

__all__ = [
    "Rules",
    "Table",
    "TableCase",
    "TableReason",
    "Verdict",
    "explained_line_of",
    "line_of",
    "parse_case",
    "read_cases",
    "score_table",
]
