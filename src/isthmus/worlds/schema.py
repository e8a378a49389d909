"""Fields: how a column of the truth is read as a value of an infobox, of a fact and of a database column.

A value is None (absent), a text, an entity number, or a list of entity numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

import numpy as np

from isthmus.worlds.draws import NONE
from isthmus.worlds.names import Names
from isthmus.worlds.sizes import Kind
from isthmus.worlds.truth import Truth

Value: TypeAlias = str | int | list[int] | None

MONTH_NAMES = (
    "", "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


class Form(IntEnum):
    """What a column holds."""

    ENTITY = 0
    ENTITIES = 1
    YEAR = 2
    DATE = 3
    NUMBER = 4
    CHOICE = 5
    SPAN = 6
    """Two columns, `x` for the first year and the column `end` for the last."""
    MADE = 7
    """A text computed from several columns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A world as readers of fields see it."""

    truth: Truth
    """The tables."""
    names: Names
    """What everything is called."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One attribute of a kind of entity."""

    name: str
    """Infobox field name, which is the relation name of its facts."""
    form: Form
    """What the column holds."""
    column: str = ""
    """Column of the kind's table."""
    end: str = ""
    """For SPAN: column of the last year; 0 there means that it goes on."""
    unit: str = ""
    """For NUMBER: written after the number, with its blank."""
    choices: tuple[str, ...] = ()
    """For CHOICE: the words the codes stand for."""
    targets: tuple[Kind, ...] = ()
    """For ENTITY and ENTITIES: kinds of the objects."""
    make: Callable[[View, int, int], list[str | None]] | None = None
    """For MADE: texts of the rows of a block."""

    def is_relation(self) -> bool:
        """Return whether the values are entities."""
        return self.form in (Form.ENTITY, Form.ENTITIES)


def read(view: View, kind: Kind, field: Field, start: int, stop: int) -> list[Value]:
    """Return the values of a field for the rows [start, stop) of a kind."""
    if field.make is not None:
        return list(field.make(view, start, stop))
    block = view.truth.tables[kind][field.column][start:stop]
    if field.form is Form.ENTITIES:
        return [[entity for entity in row if entity != NONE] or None for row in block.tolist()]
    values: list[int] = block.tolist()
    if field.form is Form.ENTITY:
        return [None if value == NONE else value for value in values]
    if field.form is Form.CHOICE:
        choices = field.choices
        return [None if value == NONE else choices[value] for value in values]
    if field.form is Form.DATE:
        return [date_text(value) if value else None for value in values]
    if field.form is Form.YEAR:
        return [str(value) if value else None for value in values]
    if field.form is Form.SPAN:
        ends: list[int] = view.truth.tables[kind][field.end][start:stop].tolist()
        return [span_text(first, last) if first else None for first, last in zip(values, ends, strict=True)]
    unit = field.unit
    return [f"{value:,}{unit}" if value else None for value in values]


def date_text(date: int) -> str:
    """Return a yyyymmdd date in words: 3 May 1931."""
    return f"{date % 100} {MONTH_NAMES[date // 100 % 100]} {date // 10_000}"


def span_text(first: int, last: int) -> str:
    """Return a span of years: 1987–2003, or 1987–present for an open one."""
    return f"{first}–{last}" if last else f"{first}–present"


def column_block(view: View, kind: Kind, column: str, start: int, stop: int) -> list[int]:
    """Return plain integers of a column."""
    values: list[int] = np.asarray(view.truth.tables[kind][column][start:stop]).tolist()
    return values
