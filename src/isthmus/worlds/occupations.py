"""What a person is called: the occupation of the group, or the practitioner of a scientist's discipline."""

from __future__ import annotations

from isthmus.worlds.institutions import DISCIPLINES
from isthmus.worlds.people import GROUPS, SCIENTIST
from isthmus.worlds.sizes import Kind
from isthmus.worlds.truth import Truth


def occupation(truth: Truth, row: int) -> str:
    """Return the occupation of the person in a row of the table of people."""
    return occupations(truth, row, row + 1)[0]


def occupations(truth: Truth, start: int, stop: int) -> list[str]:
    """Return the occupations of a block of people."""
    table = truth.tables[Kind.PERSON]
    disciplines = truth.tables[Kind.FIELD]["discipline"]
    base = truth.sizes.base[Kind.FIELD]
    called = []
    for group, number, field in zip(
        table["group"][start:stop].tolist(),
        table["occupation"][start:stop].tolist(),
        table["field"][start:stop].tolist(),
        strict=True,
    ):
        if group == SCIENTIST:
            called.append(DISCIPLINES[int(disciplines[field - base])][1])
        else:
            called.append(GROUPS[group].occupations[number])
    return called
