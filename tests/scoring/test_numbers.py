from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isthmus.records import Answer, AnswerKind
from isthmus.scoring import MatchReason as R
from isthmus.scoring import match
from isthmus.scoring.number_words import read_number_words
from isthmus.scoring.quantities import parse_quantity


def reason(true, given, *aliases):
    return match(Answer(text=true, kind=AnswerKind.NUMBER, aliases=aliases), given).reason


@pytest.mark.parametrize(
    "true, given, expected",
    [
        ("1,200", "1200", R.MATCH),
        ("1200", "1,200", R.MATCH),
        ("1200", "1 200", R.EQUAL_VALUE),
        ("1200", "1200.0", R.EQUAL_VALUE),
        ("1200", "1.2 thousand", R.EQUAL_VALUE),
        ("1200", "1.2e3", R.EQUAL_VALUE),
        ("1200", "1.2 × 10³", R.EQUAL_VALUE),
        ("1200", "twelve hundred", R.EQUAL_VALUE),
        ("1200", "one thousand two hundred", R.EQUAL_VALUE),
        ("1.2 km", "1,200 m", R.EQUAL_VALUE),
        ("1.2 km", "1200 metres", R.EQUAL_VALUE),
        ("5 million", "5,000,000", R.EQUAL_VALUE),
        ("5 million", "five million", R.EQUAL_VALUE),
        ("5 million", "5M", R.EQUAL_VALUE),
        ("5 m", "5M", R.DIFFERENT),
        ("$3.5bn", "3.5 billion dollars", R.EQUAL_VALUE),
        ("12%", "12 percent", R.EQUAL_VALUE),
        ("12%", "0.12", R.DIFFERENT),
        ("90 minutes", "1.5 hours", R.EQUAL_VALUE),
        ("1 h 30 min", "90 minutes", R.EQUAL_VALUE),
        ("5 ft 11 in", "71 inches", R.EQUAL_VALUE),
        ("2 years", "24 months", R.EQUAL_VALUE),
        ("2½", "2.5", R.EQUAL_VALUE),
        ("1/3", "2/6", R.EQUAL_VALUE),
        ("1/3", "0.33", R.DIFFERENT),
        ("3", "3rd", R.EQUAL_VALUE),
        ("-5 °C", "minus 5 °C", R.MATCH),
        ("-5", "5", R.DIFFERENT),
        ("12 km²", "12 square kilometres", R.EQUAL_VALUE),
        ("12 km²", "12 km", R.OTHER_UNIT),
        ("1,200", "1,200 people", R.UNIT_ASSUMED),
        ("1,200 m", "1200", R.UNIT_ASSUMED),
        ("1,200 m", "1.2", R.DIFFERENT),
        ("1.2 km", "1.2 kg", R.OTHER_UNIT),
        ("12 people", "12 dogs", R.OTHER_UNIT),
        ("5 °C", "5 °F", R.OTHER_UNIT),
        ("1200", "1201", R.DIFFERENT),
        ("1200", "about 1,200", R.EQUAL_VALUE),
        ("1200", "about 1,210", R.DIFFERENT),
        ("1200", "1,000–1,500", R.DIFFERENT),
        ("1200", "1,2", R.DIFFERENT),
        ("1200", "many", R.DIFFERENT),
        ("1200", "", R.NO_ANSWER),
        ("1200", "The answer is 1,200.", R.MATCH),
        ("1200", "1200 or 1300", R.HEDGED),
        ("3.14", "3.1", R.DIFFERENT),
    ],
)
def test_numbers(true, given, expected):
    assert reason(true, given) is expected


@pytest.mark.parametrize(
    "true, given, right",
    [
        ("about 1,200", "1,150", True),
        ("about 1,200", "1,249", True),
        ("about 1,200", "1,251", False),
        ("about 1,200", "1,149", False),
        ("about 1,200 m", "1.21 km", True),
        ("approximately 5 million", "4.6 million", True),
        ("approximately 5 million", "4.4 million", False),
        ("about 3.1", "3.14", True),
        ("about 3.1", "3.2", False),
        ("between 10 and 20", "15", True),
        ("between 10 and 20", "10–20", True),
        ("10-20 km", "15,000 m", True),
        ("10-20", "21", False),
        ("10-20", "12-18", False),
        ("from 5 to 10 million", "7,000,000", True),
        ("5–10 km", "7 m", False),
    ],
)
def test_a_range_counts_only_where_the_truth_states_it(true, given, right):
    found = match(Answer(text=true, kind=AnswerKind.NUMBER), given)
    assert found.right is right


def test_aliases_of_a_number():
    assert reason("1.61 km", "1 mile", "1 mi") is R.EQUAL_VALUE
    assert reason("1.61 km", "1 mile") is R.DIFFERENT


def test_a_true_answer_that_is_no_number_is_compared_as_text():
    assert reason("a dozen or so", "A dozen or so") is R.MATCH
    assert reason("a dozen or so", "12") is R.DIFFERENT


@pytest.mark.parametrize(
    "text",
    [
        "",
        "km",
        "1975-03-12",
        "1,20,000",
        "1,5",
        "1e999",
        "1/0",
        "5 of the band's many members today",
        "1.2.3",
        "12abc34",
        "--5",
        "twenty twenty",
        "20-10",
        "$5 km",
        "one hundred thousand hundred",
    ],
)
def test_what_is_no_number(text):
    assert parse_quantity(text) is None


@given(st.integers(0, 10**12))
def test_grouping_and_blanks_do_not_change_a_number(value):
    for text in (
        str(value),
        f"{value:,}",
        f"{value:,}".replace(",", "\u202f"),
        f"{value}.00",
        f"{value} people",
    ):
        parsed = parse_quantity(text)
        assert parsed is not None and parsed.low == parsed.high == value


@given(st.decimals(min_value=0, max_value=10**6, places=3), st.sampled_from(["m", "km", "kg", "min", "mi"]))
def test_a_number_survives_being_written(value, unit):
    parsed = parse_quantity(f"{value} {unit}")
    assert parsed is not None and parsed.low == Fraction(value) and parsed.unit is not None


@given(st.integers(1, 999), st.integers(0, 3))
def test_a_kilometre_is_a_thousand_metres(value, shift):
    true = f"{value * 10**shift} m"
    given_ = f"{Fraction(value * 10**shift, 1000).limit_denominator(1000)}"
    if "/" not in given_:
        assert reason(true, f"{given_} km").is_right()
    assert not reason(true, f"{value * 10**shift} km").is_right()


SMALL = """zero one two three four five six seven eight nine ten eleven twelve
    thirteen fourteen fifteen sixteen seventeen eighteen nineteen"""
TENS = "twenty thirty forty fifty sixty seventy eighty ninety"


def spell(n):
    """Spell a number below 10^12 in English, written apart from the reader: by recursion on the largest scale."""
    if n < 20:
        return SMALL.split()[n]
    if n < 100:
        return TENS.split()[n // 10 - 2] + (f"-{spell(n % 10)}" if n % 10 else "")
    for scale, name in ((10**9, "billion"), (10**6, "million"), (1000, "thousand"), (100, "hundred")):
        if n >= scale:
            rest = n % scale
            joint = " and " if scale == 100 else " "
            return f"{spell(n // scale)} {name}" + (joint + spell(rest) if rest else "")
    raise AssertionError


@given(st.integers(0, 10**12 - 1))
def test_number_words_are_read_as_they_are_spelt(n):
    assert read_number_words(spell(n)) == (n, "")
    assert read_number_words(f"{spell(n)} people") == (n, " people")


@given(st.text(max_size=50))
def test_no_text_breaks_the_reader(text):
    parse_quantity(text)
