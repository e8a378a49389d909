"""The SQL an agent submits: where it is in its answer or its episode.

The last fenced block marked `sql` in the answer; else its last unmarked one; else the statement of the last `run_sql` call that
succeeded. Blocks in other languages, empty blocks and a block that is never closed are none.
"""

from __future__ import annotations

import json

from isthmus.records import Episode, ToolStatus

_TOOL = "run_sql"
_FENCE = "```"


def sql_in(text: str) -> str | None:
    """Return the statement in an answer's text, or None."""
    blocks = _blocks(text)
    for language in ("sql", ""):
        found = [body for marked, body in blocks if marked == language and body]
        if found:
            return found[-1]
    return None


def submitted_sql(episode: Episode) -> str | None:
    """Return the statement an episode submits, or None."""
    return sql_in(episode.answer or "") or _last_run(episode)


def _blocks(text: str) -> list[tuple[str, str]]:
    """Return language and content of the closed fenced blocks, in order."""
    blocks: list[tuple[str, str]] = []
    language: str | None = None
    lines: list[str] = []
    for line in text.splitlines():
        if language is None:
            before, fence, mark = line.partition(_FENCE)
            if fence and _FENCE not in mark and "`" not in before:
                language, lines = mark.strip().lower(), []
        elif _FENCE in line:
            # A statement may end on the line of the closing fence.
            lines.append(line.partition(_FENCE)[0])
            blocks.append((language, "\n".join(lines).strip()))
            language = None
        else:
            lines.append(line)
    return blocks


def _last_run(episode: Episode) -> str | None:
    for turn in reversed(episode.turns):
        ended_well = {
            result.call_id
            for result in turn.results
            if result.name == _TOOL and result.status is ToolStatus.OK
        }
        for call in reversed(turn.message.tool_calls):
            if call.name == _TOOL and call.id in ended_well:
                sql = _argument(call.arguments)
                if sql:
                    return sql
    return None


def _argument(arguments: str) -> str:
    try:
        value = json.loads(arguments)
    except (ValueError, RecursionError):
        return ""
    sql = value.get("sql") if isinstance(value, dict) else None
    return sql.strip() if isinstance(sql, str) else ""
