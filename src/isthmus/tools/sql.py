"""`run_sql`: one reading statement on a database of the task; rows come as a text table headed `Rows: N` (HybridDeepResearch)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from isthmus.databases import Cell, Database, InvalidQuery, QueryResult, RefusedQuery
from isthmus.errors import InputError
from isthmus.tools.base import Observation, bad, refused
from isthmus.tools.threads import Workers

CELL_CHARACTERS = 500
"""Characters of a cell that are shown."""
TABLE_CHARACTERS = 20_000
"""Characters of a table that are shown."""
MAX_SQL = 20_000


class RunSql:
    """Runs SQL on the databases given; with more than one, the call names which."""

    name: ClassVar[str] = "run_sql"

    def __init__(self, databases: Sequence[Database], *, workers: Workers | None = None) -> None:
        """Check that there is a database, each with an id of its own.

        Raises:
            InputError: when there is none or two share an id.
        """
        self._databases = {database.id: database for database in databases}
        if not databases or len(self._databases) != len(databases):
            ids = ", ".join(database.id for database in databases) or "none"
            raise InputError(
                f"run_sql needs databases with different ids, not {ids}", fix="name at least one, each once"
            )
        self._workers = workers or Workers()
        names = ", ".join(self._databases)
        dialects = ", ".join(sorted({database.dialect for database in databases}))
        self.description = (
            f"Run one reading SQL statement ({dialects}) on the database{'s' if len(databases) > 1 else ''} {names}. "
            "Returns the rows as a table."
        )
        self.parameters: dict[str, object] = _parameters(list(self._databases))

    async def call(self, arguments: Mapping[str, object]) -> Observation:
        """Return the rows, or what is wrong with the statement."""
        sql = str(arguments["sql"])
        database = self._databases[str(arguments.get("database", next(iter(self._databases))))]
        try:
            result = await self._workers.run(lambda: database.execute(sql))
        except InvalidQuery as error:
            return bad(f"SQL error: {error}")
        except RefusedQuery as error:
            return refused(f"Refused: {error}")
        return table_text(result)


def _parameters(ids: list[str]) -> dict[str, object]:
    properties: dict[str, object] = {
        "sql": {
            "type": "string",
            "description": "One SELECT or WITH statement.",
            "minLength": 1,
            "maxLength": MAX_SQL,
        },
        "description": {
            "type": "string",
            "description": "What the statement is meant to find.",
            "maxLength": 2000,
        },
    }
    required = ["sql", "description"]
    if len(ids) > 1:
        properties["database"] = {"type": "string", "description": "Which database.", "enum": ids}
        required.append("database")
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def table_text(result: QueryResult) -> Observation:
    """Return a result as the model sees it: `Rows: N`, the column names, a line a row; what is cut is said."""
    lines = [" | ".join(_cell(name)[0] for name in result.columns)]
    size, shown, cut = len(lines[0]), 0, False
    for row in result.rows:
        cells = [_cell(value) for value in row]
        line = " | ".join(text for text, _ in cells)
        size += len(line) + 1
        if size > TABLE_CHARACTERS and shown:
            break
        cut = cut or any(was_cut for _, was_cut in cells)
        lines.append(line[:TABLE_CHARACTERS])
        shown += 1
    head = f"Rows: {len(result.rows)}"
    if result.truncated:
        head += f" (the first {len(result.rows)}; there are more)"
    if shown < len(result.rows):
        head += f" (the first {shown} are shown)"
    text = "\n".join([head, *lines])
    return Observation(text=text, truncated=result.truncated or cut or shown < len(result.rows))


def _cell(value: Cell) -> tuple[str, bool]:
    if value is None:
        return "NULL", False
    if isinstance(value, bytes):
        shown = value[:32].hex()
        return f"x'{shown}{'…' if len(value) > 32 else ''}'", len(value) > 32
    text = str(value).replace("\\", "\\\\").replace("\r", "\\r").replace("\n", "\\n").replace("|", "\\|")
    return (text, False) if len(text) <= CELL_CHARACTERS else (text[: CELL_CHARACTERS - 1] + "…", True)
