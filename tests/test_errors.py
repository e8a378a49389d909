from __future__ import annotations

import inspect
import pickle
import re

import pytest

from isthmus import errors
from isthmus.errors import (
    ConfigError,
    InputError,
    IsthmusError,
    RecordError,
    StaleError,
    StorageError,
    VerificationError,
)

CLASSES = {
    name: kind
    for name, kind in vars(errors).items()
    if inspect.isclass(kind) and kind.__module__ == errors.__name__
}


def test_the_tree_in_the_docstring_is_the_real_one():
    documented = {}
    above: list[tuple[int, str]] = []
    for line in errors.__doc__.splitlines():
        match = re.match(r"^( {4}[│├└─ ]*)([A-Z]\w+Error)\b", line)
        if not match:
            continue
        depth = len(match.group(1))
        above = [(d, name) for d, name in above if d < depth]
        documented[match.group(2)] = above[-1][1] if above else "Exception"
        above.append((depth, match.group(2)))
    real = {name: kind.__base__.__name__ for name, kind in CLASSES.items()}
    assert documented == real


@pytest.mark.parametrize("kind", CLASSES.values(), ids=CLASSES)
def test_every_error_says_what_it_is_for(kind):
    assert inspect.getdoc(kind) and issubclass(kind, IsthmusError)


@pytest.mark.parametrize("kind", [InputError, ConfigError, RecordError, StorageError, StaleError])
def test_one_line_names_value_place_and_fix(kind):
    error = kind("'x' is no number", place="run.toml: seed", fix="give a whole number")
    assert str(error) == "run.toml: seed: 'x' is no number; give a whole number"
    assert str(kind("no place")) == "no place"
    assert str(kind("p", fix="f")) == "p; f"


@pytest.mark.parametrize("kind", CLASSES.values(), ids=CLASSES)
def test_errors_cross_process_boundaries(kind):
    keywords = {"place": "a.jsonl:3", "fix": "mend it"} if issubclass(kind, InputError) else {}
    error = kind("broken", **keywords)
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is kind and str(copy) == str(error) and vars(copy) == vars(error)


def test_exit_codes():
    assert VerificationError.exit_code == 1
    assert {kind.exit_code for kind in CLASSES.values() if kind is not VerificationError} == {2}
