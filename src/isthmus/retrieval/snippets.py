"""The part of a chunk that best shows why it was found: at most 300 characters, cut between words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

SNIPPET_SIZE = 300
"""Characters of a snippet at most, the marks of a cut included."""

_BLANKS = re.compile(r"\s+")
_CUT = "…"


def _folding() -> dict[int, str]:
    """Return a map from each Latin letter with a diacritic to its lower-case base, one character to one."""
    table = {}
    for code in (*range(0xC0, 0x250), *range(0x1E00, 0x1F00)):
        base = unicodedata.normalize("NFKD", chr(code))[0].lower()
        if len(base) == 1 and base.isascii() and base.isalpha():
            table[code] = base
    return table


_FOLD = _folding()


def fold(text: str) -> str:
    """Return text of the same length in lower case without diacritics, near enough to index terms to find them."""
    folded = text.translate(_FOLD)
    lowered = folded.lower()
    return lowered if len(lowered) == len(text) else folded


def snippet(text: str, weights: Mapping[str, float], *, size: int = SNIPPET_SIZE) -> str:
    """Return the window of the text whose distinct query terms weigh most; the first such window when several do.

    Args:
        text: A chunk.
        weights: Query terms with their weights.
        size: Characters at most.
    """
    flat = _BLANKS.sub(" ", text).strip()
    if len(flat) <= size:
        return flat
    matches = _matches(flat, weights)
    room = size - 2
    start, end = _best_window(matches, weights, room)
    # Spread the free room around the matches, a little more after them, and begin at the text's start where possible.
    free = room - (end - start)
    start = max(0, start - free // 3)
    if start + room >= len(flat):
        start = len(flat) - room
    return _trim(flat, start, start + room)


def _matches(flat: str, weights: Mapping[str, float]) -> list[tuple[int, int, str]]:
    if not weights:
        return []
    terms = sorted(weights, key=len, reverse=True)
    words = "|".join(re.escape(term) for term in terms if term.isascii())
    others = "|".join(re.escape(term) for term in terms if not term.isascii())
    pattern = "|".join(filter(None, (rf"(?<![^\W_])(?:{words})(?![^\W_])" if words else "", others)))
    return [(match.start(), match.end(), match[0]) for match in re.finditer(pattern, fold(flat))]


def _best_window(
    matches: list[tuple[int, int, str]], weights: Mapping[str, float], room: int
) -> tuple[int, int]:
    best, best_weight = (0, 0), 0.0
    for first, (start, end, _) in enumerate(matches):
        seen: dict[str, float] = {}
        reach = end
        for _, later_end, term in matches[first:]:
            if later_end - start > room:
                break
            if term not in seen:
                seen[term] = weights.get(term, 0.0)
                reach = later_end
        weight = sum(seen.values())
        if weight > best_weight + 1e-9:
            best, best_weight = (start, min(reach, start + room)), weight
    return best


def _trim(flat: str, start: int, end: int) -> str:
    """Return the window cut back to word limits, with a mark at each cut."""
    if start > 0 and not flat[start - 1].isspace():
        blank = flat.find(" ", start, start + 40)
        start = blank + 1 if blank >= 0 else start
    if end < len(flat) and not flat[end].isspace():
        blank = flat.rfind(" ", max(start, end - 40), end)
        end = blank if blank > start else end
    before = _CUT if start > 0 else ""
    after = _CUT if end < len(flat) else ""
    return f"{before}{flat[start:end].strip()}{after}"
