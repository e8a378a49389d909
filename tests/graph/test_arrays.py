from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from isthmus.graph import arrays
from isthmus.graph.arrays import Postings, Strings, create, joined, runs, spans, write_postings

_strings = st.lists(st.text(max_size=5), max_size=8)


@given(_strings, _strings, st.data())
def test_strings_come_back(first: list[str], second: list[str], data: st.DataObject) -> None:
    both = joined([Strings.of(first), Strings.of(second)])
    assert list(both) == first + second
    if len(both):
        places = data.draw(st.lists(st.integers(0, len(both) - 1), max_size=6))
        assert list(both.take(np.array(places, np.int64))) == [(first + second)[place] for place in places]


def test_no_strings() -> None:
    assert list(joined([])) == []
    assert list(Strings.of([])) == []


def test_lone_surrogates_survive() -> None:
    assert list(Strings.of(["a\ud800b"])) == ["a\ud800b"]


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(0, 5)), max_size=8))
def test_spans(pairs: list[tuple[int, int]]) -> None:
    starts = np.array([start for start, _ in pairs], np.int64)
    lengths = np.array([length for _, length in pairs], np.int64)
    assert spans(starts, lengths).tolist() == [start + i for start, length in pairs for i in range(length)]


@given(st.lists(st.integers(0, 6), max_size=20).map(sorted))
def test_runs(values: list[int]) -> None:
    starts, lengths = runs(np.array(values))
    assert [values[start] for start in starts] == sorted(set(values))
    assert lengths.tolist() == [values.count(value) for value in sorted(set(values))]


@settings(max_examples=40, deadline=None)
@given(chunks=st.lists(st.sets(st.tuples(st.integers(0, 6), st.integers(0, 9))), max_size=4))
def test_postings(chunks: list[set[tuple[int, int]]], tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("postings")
    rows = [
        sorted((key, document + 10 * number) for key, document in chunk)
        for number, chunk in enumerate(chunks)
    ]

    def pairs():  # type: ignore[no-untyped-def]
        for chunk in rows:
            yield np.array([key for key, _ in chunk], np.int64), np.array([one for _, one in chunk], np.int32)

    write_postings(folder, "some", 8, pairs)
    found = Postings(folder, "some")
    assert len(found) == 8
    for key in range(8):
        assert found.of(key).tolist() == sorted(one for chunk in rows for other, one in chunk if other == key)
    assert len(found.between(2, 5)) == sum(2 <= key < 5 for chunk in rows for key, _ in chunk)


@pytest.mark.skipif(not hasattr(os, "posix_fallocate"), reason="the system cannot set room aside")
def test_room_is_set_aside_before_writing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int, offset: int, length: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(arrays.os, "posix_fallocate", full)
    with pytest.raises(OSError, match="No space"):
        create(tmp_path, "some", np.int32, 100)
