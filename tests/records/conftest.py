"""Every record class, and a hypothesis strategy that builds any of them from its type hints."""

from __future__ import annotations

import dataclasses
import inspect
import types
import typing
from enum import Enum

import pytest
from hypothesis import strategies as st

from isthmus import messages, records

# Lone surrogates cannot be written as UTF-8; `agents.admission` keeps them out of records.
TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=6)
FLOATS = st.floats(allow_nan=False, allow_infinity=False)
NUMBERS = st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | FLOATS | TEXT
EXPORTED = [
    kind for kind in vars(records).values() if inspect.isclass(kind) and dataclasses.is_dataclass(kind)
]
RECORDS = [*sorted(EXPORTED, key=lambda kind: kind.__name__), messages.Message, messages.ToolCall]


def strategy(hint):
    """Return a strategy for a type hint; only what records use is known, so that a new sort of field is noticed."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if dataclasses.is_dataclass(hint):
        return build(hint)
    if inspect.isclass(hint) and issubclass(hint, Enum):
        return st.sampled_from(list(hint))
    if origin is tuple and arguments[1:] == (...,):
        return st.lists(strategy(arguments[0]), max_size=2).map(tuple)
    if origin is list:
        return st.lists(strategy(arguments[0]), max_size=2)
    if origin is dict:
        return st.dictionaries(strategy(arguments[0]), strategy(arguments[1]), max_size=2)
    if origin in (typing.Union, types.UnionType):
        return st.one_of([strategy(argument) for argument in arguments])
    return {
        str: TEXT,
        int: st.integers(-(2**63), 2**63 - 1),
        float: FLOATS,
        bool: st.booleans(),
        type(None): st.none(),
    }[hint]


def build(kind):
    hints = typing.get_type_hints(kind)
    return st.deferred(
        lambda: st.builds(kind, **{f.name: strategy(hints[f.name]) for f in dataclasses.fields(kind)})
    )


@pytest.fixture(params=RECORDS, ids=lambda kind: kind.__name__)
def kind(request):
    return request.param


@pytest.fixture
def any_record(kind):
    return build(kind)
