"""Names and arguments of a template, from its parts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from isthmus.corpus.marks import START, unmark

_BLANKS = re.compile(r"[\s_]+")


def name_of(part: str) -> str:
    """Return a template's name as a key: lower case, blanks for underscores, no namespace."""
    name = _BLANKS.sub(" ", unmark(part)).strip().lower()
    return name.removeprefix("template:").lstrip()


def split_argument(part: str) -> tuple[str, str]:
    """Return (name, value) of an argument; the name is empty for a positional one."""
    cut = part.find("=")
    if cut < 0:
        return "", part
    first_mark = part.find(START)
    if 0 <= first_mark < cut:
        return "", part
    return part[:cut].strip(), part[cut + 1 :]


def named(parts: Sequence[str]) -> dict[str, str]:
    """Return the named arguments in order; the last of one name holds, as in MediaWiki, unless it is empty."""
    fields: dict[str, str] = {}
    for part in parts:
        name, value = split_argument(part)
        if name and (value.strip() or name not in fields):
            fields[name] = value.strip()
    return fields


class Arguments:
    """Arguments of a template: positional ones in order, named ones by lower-case name."""

    def __init__(self, parts: Sequence[str]) -> None:
        self.positional: list[str] = []
        self.named: dict[str, str] = {}
        for part in parts:
            name, value = split_argument(part)
            if not name:
                self.positional.append(value.strip())
            elif name.isdigit() and 0 < int(name[:4]) <= len(self.positional) + 1:
                self.positional[int(name) - 1 :] = [value.strip()]
            else:
                self.named[name.lower()] = value.strip()

    def first(self) -> str:
        """Return the first positional argument, or nothing."""
        return self.positional[0] if self.positional else ""

    def last(self) -> str:
        """Return the last positional argument, or nothing."""
        return self.positional[-1] if self.positional else ""

    def at(self, index: int) -> str:
        """Return a positional argument, or nothing."""
        return self.positional[index] if index < len(self.positional) else ""
