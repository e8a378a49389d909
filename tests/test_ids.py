from __future__ import annotations

import json
import math
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isthmus.ids import ID_LENGTH, canonical_json, content_id, derive_rng, derive_seed, digest, file_digest

text = st.text(st.characters(exclude_categories=("Cs",)), max_size=20)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | text,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(text, inner, max_size=4),
    max_leaves=12,
)


@given(json_values)
def test_canonical_json_is_json_and_loses_nothing(value):
    written = canonical_json(value)
    assert json.loads(written) == value
    assert canonical_json(json.loads(written)) == written
    assert "\n" not in written


@given(st.dictionaries(text, st.integers(), min_size=2, max_size=6))
def test_the_order_of_keys_does_not_matter(value):
    assert canonical_json(value) == canonical_json(dict(reversed(value.items())))
    assert content_id(value) == content_id(dict(reversed(value.items())))


@pytest.mark.parametrize("value", [math.nan, math.inf, [-math.inf], {"a": math.nan}])
def test_what_json_cannot_hold_is_refused(value):
    with pytest.raises(ValueError):
        canonical_json(value)


@pytest.mark.parametrize("value", [{1, 2}, b"x", object()])
def test_what_is_no_json_is_refused(value):
    with pytest.raises(TypeError):
        canonical_json(value)


@given(json_values, json_values)
def test_equal_values_and_only_they_have_equal_ids(one, other):
    assert (content_id(one) == content_id(other)) == (canonical_json(one) == canonical_json(other))


@given(json_values)
def test_an_id_is_its_prefix_and_sixteen_hexadecimal_digits(value):
    name = content_id(value, prefix="t")
    assert name[0] == "t" and len(name) == 1 + ID_LENGTH and set(name[1:]) <= set("0123456789abcdef")


@given(st.lists(st.text() | st.binary(), max_size=5), st.lists(st.text() | st.binary(), max_size=5))
def test_a_digest_knows_where_its_parts_end(one, other):
    def as_bytes(parts):
        return [part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part for part in parts]

    assert (digest(*one) == digest(*other)) == (as_bytes(one) == as_bytes(other))


def test_digests_of_text_with_half_a_character():
    assert digest("\ud800") != digest("\ud801")


def test_parts_run_together_differ():
    assert len({digest("ab", "c"), digest("a", "bc"), digest("abc"), digest("abc", "")}) == 4


def test_ids_are_the_same_on_every_machine():
    """Golden values: a change of them makes every stored id stale, so it must be meant."""
    assert content_id({"b": [1, 2.5, None], "a": "é"}) == "7a5d633a74878d31"
    assert derive_seed(7, "tree", "Have Mercy", 3) == 1571703247519848145


def test_a_file_has_the_digest_of_its_bytes(tmp_path):
    one, other = tmp_path / "one", tmp_path / "other"
    one.write_bytes(b"x" * (3 << 20))
    other.write_bytes(b"x" * (3 << 20) + b"y")
    assert file_digest(one) == file_digest(one) != file_digest(other)
    empty = tmp_path / "empty"
    empty.touch()
    assert len(file_digest(empty)) == ID_LENGTH


names = st.lists(st.text(max_size=8) | st.integers(), max_size=3)


@given(st.integers(), names, names)
def test_generators_are_told_apart_by_seed_and_names(seed, one, other):
    same = [str(name) for name in one] == [str(name) for name in other]
    assert (derive_seed(seed, *one) == derive_seed(seed, *other)) == same
    assert derive_seed(seed, *one) != derive_seed(seed + 1, *one)
    assert 0 <= derive_seed(seed, *one) < 1 << 64


def test_a_generator_starts_afresh_each_time():
    one, other = derive_rng(3, "tree", "x"), derive_rng(3, "tree", "x")
    drawn = [one.random() for _ in range(5)]
    derive_rng(3, "tree", "y").random()
    assert [other.random() for _ in range(5)] == drawn


def test_hash_randomisation_does_not_matter():
    code = "from isthmus.ids import *; print(content_id({'a': 1, 'b': 2}), derive_rng(1, 'x').random())"
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4711")
    }
    assert len(outputs) == 1


def test_derived_streams_do_not_hang_together():
    """First draws of neighbouring names look uniform: the mean of 2,000 lies within five standard errors of a half."""
    draws = [derive_rng(0, "tree", n).random() for n in range(2000)]
    assert abs(sum(draws) / 2000 - 0.5) < 5 * math.sqrt(1 / 12 / 2000)
    assert len(set(draws)) == 2000
