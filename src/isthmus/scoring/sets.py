"""Answers that are sets: order, duplicates and the way of listing do not count; each member does.

A list is cut at its strongest separator: JSON, lines, semicolons, else commas and `and`. Pieces are joined again where together
they are a member, so `Earth, Wind & Fire, Chic` has two.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence


def split_list(text: str) -> list[str]:
    """Return the items of a list as written, cut at its strongest separator; commas and `and` are the weakest."""
    text = text.strip()
    if text.startswith("["):
        items = _json_strings(text)
        if items is not None:
            return items
    for separator in (_LINES, _SEMICOLONS):
        items = [_BULLET.sub("", item).strip() for item in separator.split(text)]
        items = [item for item in items if item]
        if len(items) > 1:
            return items
    return [_BULLET.sub("", text)]


def cover(
    items: Sequence[str], members: Sequence[str], same: Callable[[str, str], bool]
) -> tuple[set[int], list[str]]:
    """Return which members a list names, and its pieces that are no member.

    Args:
        items: the items as written.
        members: the true members.
        same: whether a member and a piece of the list are the same.
    """
    found: set[int] = set()
    extra: list[str] = []
    # No run longer than the longest member can be one; without the bound a long list would take time by its square.
    longest = 2 * max((len(_PIECES.split(member)) for member in members), default=1)
    for item in items:
        pieces = _PIECES.split(item)
        # Odd places hold the separators, so that a run of pieces can be put together as it was written.
        start = 0
        while start < len(pieces):
            furthest = min(len(pieces), start + longest)
            for stop in range(furthest - (furthest - start + 1) % 2, start, -2):
                run = "".join(pieces[start:stop]).strip()
                named = [place for place, member in enumerate(members) if same(member, run)]
                if named:
                    found.update(named)
                    start = stop + 1
                    break
            else:
                if pieces[start].strip():
                    extra.append(pieces[start].strip())
                start += 2
    return found, extra


def _json_strings(text: str) -> list[str] | None:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return [str(item) for item in value] if isinstance(value, list) else None


_LINES = re.compile(r"\n+")
_SEMICOLONS = re.compile(r"\s*[;；]\s*")
_BULLET = re.compile(r"^\s*(?:[-*•–]|\d{1,3}[.)])\s+")
_PIECES = re.compile(r"(\s*[,，、]\s*(?:and\s+|&\s*)?|\s+and\s+|\s*&\s*)")
