from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isthmus.records import Answer, AnswerKind
from isthmus.scoring import MatchReason as R
from isthmus.scoring import match
from isthmus.scoring.dates import Date, parse_date


def reason(true, given):
    return match(Answer(text=true, kind=AnswerKind.DATE), given).reason


DAY = [
    "12 March 1975",
    "March 12, 1975",
    "March 12 1975",
    "12 Mar 1975",
    "Mar. 12, 1975",
    "12th of March, 1975",
    "the 12th of March 1975",
    "March 12th, 1975",
    "Wednesday, 12 March 1975",
    "on 12 March 1975",
    "1975-03-12",
    "12.03.1975",
    "12.3.1975",
    "1975 March 12",
    "1975年3月12日",
]


@pytest.mark.parametrize("true", DAY[:3])
@pytest.mark.parametrize("given", DAY)
def test_a_day_in_many_forms(true, given):
    assert reason(true, given).is_right()
    assert parse_date(given) == (Date(year=1975, month=3, day=12),)


@pytest.mark.parametrize(
    "true, given, expected",
    [
        ("March 1975", "1975-03", R.EQUAL_VALUE),
        ("March 1975", "Mar 1975", R.EQUAL_VALUE),
        ("March 1975", "03/1975", R.EQUAL_VALUE),
        ("1975", "in 1975", R.EQUAL_VALUE),
        ("1975", "the year 1975", R.EQUAL_VALUE),
        ("1975", "1975", R.MATCH),
        ("1970s", "the 1970's", R.MATCH),
        ("44 BC", "44 B.C.", R.MATCH),
        ("44 BC", "44 BCE", R.EQUAL_VALUE),
        ("44 BC", "AD 44", R.DIFFERENT),
        ("79", "AD 79", R.EQUAL_VALUE),
        ("1975–1980", "from 1975 to 1980", R.EQUAL_VALUE),
        ("1975–1980", "between 1975 and 1980", R.EQUAL_VALUE),
        ("1975–1980", "1975–1981", R.DIFFERENT),
        ("1975–1980", "1975", R.DIFFERENT),
        ("12 March 1975", "March 1975", R.OTHER_PRECISION),
        ("12 March 1975", "1975", R.OTHER_PRECISION),
        ("1975", "12 March 1975", R.OTHER_PRECISION),
        ("1975", "the 1970s", R.OTHER_PRECISION),
        ("1970s", "1975", R.OTHER_PRECISION),
        ("March 1975", "April 1975", R.DIFFERENT),
        ("12 March 1975", "13 March 1975", R.DIFFERENT),
        ("12 March 1975", "12 March 1976", R.DIFFERENT),
        ("3 April 1975", "3/4/1975", R.AMBIGUOUS_DATE),
        ("3 April 1975", "4/3/1975", R.AMBIGUOUS_DATE),
        ("3 April 1975", "5/6/1975", R.DIFFERENT),
        ("4 April 1975", "4/4/1975", R.EQUAL_VALUE),
        ("13 April 1975", "4/13/1975", R.EQUAL_VALUE),
        ("13 April 1975", "13/4/1975", R.EQUAL_VALUE),
        ("1975", "1975 or 1976", R.HEDGED),
        ("1975", "The answer is 1975.", R.MATCH),
        ("12 March 1975", "Answer: March 12, 1975. It was a Wednesday.", R.MATCH),
        ("spring 1975", "Spring 1975", R.MATCH),
        ("spring 1975", "1975", R.DIFFERENT),
    ],
)
def test_dates(true, given, expected):
    found = reason(true, given)
    assert found is expected or (expected is R.MATCH and found is R.EQUAL_VALUE and true != given)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "31 February 1975",
        "29 February 1900",
        "1975-13-01",
        "0 March 1975",
        "March",
        "12 March",
        "Octember 1975",
        "31/31/1975",
        "the 1975s",
        "12-14 March 1975",
        "March or April 1975",
        "1975 1976",
    ],
)
def test_what_is_no_date(text):
    assert parse_date(text) == ()


FORMS = ["%d %B %Y", "%B %d, %Y", "%d %b %Y", "%Y-%m-%d", "%d.%m.%Y", "%A, %d %B %Y", "%Y年%m月%d日"]


@given(st.dates(min_value=date(1000, 1, 1)), st.sampled_from(FORMS))
def test_a_day_survives_being_written(day, form):
    assert parse_date(day.strftime(form)) == (Date(year=day.year, month=day.month, day=day.day),)


@given(st.dates(min_value=date(1000, 1, 1)))
def test_a_slashed_date_never_loses_the_day_meant(day):
    meant = Date(year=day.year, month=day.month, day=day.day)
    for form in ("%d/%m/%Y", "%m/%d/%Y"):
        readings = parse_date(day.strftime(form))
        assert meant in readings
        assert (len(readings) == 1) == (day.day > 12 or day.day == day.month)


@given(st.text(max_size=60) | st.from_regex(r"[0-9a-zA-Z ,./年月-]{0,20}", fullmatch=True))
def test_no_text_breaks_the_reader(text):
    for reading in parse_date(text):
        assert reading.precision()
