from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isthmus.records import Answer, AnswerKind
from isthmus.scoring import MatchReason as R
from isthmus.scoring import match


def reason(items, given, text="", aliases=()):
    answer = Answer(text=text or ", ".join(items), kind=AnswerKind.SET, items=tuple(items), aliases=aliases)
    return match(answer, given).reason


ABC = ("Anarbor", "Björk", "Chic")


@pytest.mark.parametrize(
    "given",
    [
        "Chic, Anarbor, Björk",
        "Chic, Anarbor and Bjork",
        "chic; björk; anarbor",
        "- Chic\n- Björk\n- Anarbor",
        "1. Chic\n2. Björk\n\n3. Anarbor",
        '["Chic", "Björk", "Anarbor"]',
        "Chic, Chic, Björk, Anarbor, the Chic",
        "Chic & Björk & Anarbor",
        "Chic、Björk、Anarbor",
        "Answer: Chic, Björk, Anarbor.",
        "The answer is Chic, Björk, and Anarbor.",
        "* Chic (band)\n* Björk\n* Anarbor",
    ],
)
def test_order_repeats_and_separators_do_not_count(given):
    assert reason(ABC, given).is_right()


@pytest.mark.parametrize(
    "given, expected",
    [
        ("Chic, Anarbor", R.MISSING_ITEMS),
        ("Chic", R.MISSING_ITEMS),
        ("Chic, Anarbor, Björk, Opeth", R.EXTRA_ITEMS),
        ("Chic, Anarbor, Opeth", R.DIFFERENT),
        ("Opeth", R.DIFFERENT),
        ("", R.NO_ANSWER),
        ("Chic, Anarbor or Björk", R.DIFFERENT),
        ("Chic, Anarbor, Björk or Opeth", R.HEDGED),
        ("Chic, Anarbor, Björk. Opeth", R.DIFFERENT),
        ("Chic, Anarbor, Björk\nOpeth", R.EXTRA_ITEMS),
        ("Chic\nAnarbor\nBjörk\nOpeth", R.EXTRA_ITEMS),
        ("Chic, Anarbor, Björk, a Perfect Circle", R.EXTRA_ITEMS),
    ],
)
def test_each_member_counts(given, expected):
    assert reason(ABC, given) is expected


def test_members_that_are_the_same_are_named_at_once():
    assert reason(("Chic", "chic", "Opeth"), "Opeth, Chic") is R.MATCH


@pytest.mark.parametrize(
    "given",
    [
        "Earth, Wind & Fire, Chic",
        "Chic and Earth, Wind and Fire",
        "Chic; Earth, Wind & Fire",
        "Earth, Wind, & Fire\nChic",
    ],
)
def test_members_with_separators_inside(given):
    assert reason(("Earth, Wind & Fire", "Chic"), given).is_right()


def test_part_of_a_member_is_no_member():
    assert not reason(("Earth, Wind & Fire", "Chic"), "Earth, Chic").is_right()


def test_members_that_are_numbers():
    assert reason(("1,200 m", "5"), "five; 1.2 km").is_right()


def test_a_set_without_items_is_split_from_its_text():
    answer = Answer(text="Chic; Björk", kind=AnswerKind.SET)
    assert match(answer, "Björk and Chic").right
    assert not match(answer, "Björk").right


def test_an_alias_of_the_whole_set():
    assert reason(ABC, "the first three", aliases=("The first three",)) is R.ALIAS


members = st.lists(
    st.from_regex(r"[B-Z][b-z]{3,8}", fullmatch=True), min_size=2, max_size=6, unique_by=str.casefold
)


@given(members, st.randoms(use_true_random=False), st.sampled_from([", ", "; ", "\n", " and "]))
def test_any_order_of_any_set_is_right_and_one_less_is_not(items, random, separator):
    shuffled = random.sample(items, len(items))
    assert reason(items, separator.join(shuffled)).is_right()
    assert reason(items, separator.join(shuffled + shuffled[:1])).is_right()
    assert reason(items, separator.join(shuffled[1:])) is R.MISSING_ITEMS
    assert reason(items, separator.join([*shuffled, "Aaaa"])) is R.EXTRA_ITEMS
