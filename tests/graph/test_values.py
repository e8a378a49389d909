from __future__ import annotations

from math import isnan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from isthmus.graph.values import composed, stated_numbers, word_number
from isthmus.graph.words import split_words


def states(text: str, low: float, high: float | None = None) -> bool:
    high = low if high is None else high
    ranges = list(stated_numbers(text))
    words = [word_number(word) for word in split_words(text)]
    values = np.array([value for value, _ in words], float)
    marks = np.array([mark for _, mark in words], np.int8)
    found = composed(values, marks, np.zeros(len(words), np.int64))
    ranges.extend(zip(found.low.tolist(), found.high.tolist(), strict=True))
    assert not any(isnan(first) or isnan(last) for first, last in ranges)
    return any(first <= high and last >= low for first, last in ranges)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("founded in 1999", 1999),
        ("1999–2005", 1999),
        ("1999–2005", 2005),
        ("1999–present", 1999),
        ("1914–18", 1918),
        ("1914-18", 1914),
        ("March 3, 1985", 3),
        ("March 3, 1985", 1985),
        ("1985-03-12", 1985),
        ("12.03.1985", 1985),
        ("c.1850", 1850),
        ("the class of '85", 1985),
        ("population 1,234,567", 1234567),
        ("1 234 567 people", 1234567),
        ("1\u202f234 people", 1234),
        ("1.234 Einwohner", 1234),
        ("3.25 km", 3.25),
        ("3,25 km", 3.25),
        ("1.5 million", 1.5e6),
        ("1.5-million", 1.5e6),
        ("$20bn", 2e10),
        ("5 dozen", 60),
        ("the 3rd", 3),
        ("in the 1960s", 1964),
        ("in the 1960’s", 1969),
        ("the '60s", 1967),
        ("the 60s", 1961),
        ("the 1900s", 1950),
        ("the 19th century", 1850),
        ("19th-century art", 1850),
        ("nineteenth century", 1850),
        ("the twenty-first century", 2020),
        ("44 BC", -44),
        ("four members", 4),
        ("Twenty-one days", 21),
        ("three hundred ships", 300),
        ("three million", 3e6),
        ("forty-two thousand", 42000),
        ("the sixties", 1966),
        ("B52", 52),
    ],
)
def test_stated(text: str, number: float) -> None:
    assert states(text, number)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1999–2005", 2002),
        ("1999–present", 2003),
        ("founded in 1999", 199),
        ("no number", 1),
        ("the 1960s", 1970),
    ],
)
def test_not_stated(text: str, number: float) -> None:
    assert not states(text, number)


@given(st.integers(0, 10**12), st.sampled_from(["{}", "{:,}", "({})", "about {:,}.", "{:,} people", "x{}"]))
def test_every_whole_number_is_stated_as_written(number: int, form: str) -> None:
    assert states(form.format(number), number)


@given(st.integers(0, 10**6), st.integers(1, 99))
def test_decimals_are_stated(whole: int, hundredths: int) -> None:
    assert states(f"{whole}.{hundredths:02d}", float(f"{whole}.{hundredths:02d}"))
    assert states(f"{whole:,}.{hundredths:02d}", float(f"{whole}.{hundredths:02d}"))


@given(st.text(max_size=60))
def test_any_text_can_be_read(text: str) -> None:
    for low, high in stated_numbers(text):
        assert low <= high


@given(
    st.lists(
        st.sampled_from(
            [
                "one",
                "twenty",
                "ninety",
                "hundred",
                "thousand",
                "century",
                "centuries",
                "sixties",
                "first",
                "and",
                "7",
            ]
        ),
        max_size=12,
    )
)
def test_number_words_in_any_order_give_ranges(words: list[str]) -> None:
    states(" ".join(words), 1)
