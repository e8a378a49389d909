from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isthmus.graph.words import fold_word, name_forms

Says = Callable[[str, str], bool]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Progressive metal", "a progressive metal band"),
        ("Progressive metal", "Genre: Progressive Metal; Doom"),
        ("Progressive metal", "PROGRESSIVE METAL"),
        ("Progressive metal", "progressive-metal"),
        ("Progressive metal", "progressive\n  metal"),
        ("Progressive metal", "progressive\u00a0metal"),
        ("Progressive metal", "progressive\u2011metal"),
        ("Velm", "Velm's second record"),
        ("Velm", "Velm’s second record"),
        ("Velm", "(Velm)"),
        ("Velm", "ex-Velm members"),
        ("Velm", "Velm/Tarrow split"),
        ("Velm", "the Velms"),
        ("Motörhead", "motorhead"),
        ("Motorhead", "Moto\u0308rhead"),
        ("Sigur Rós", "SIGUR ROS"),
        ("Łódź", "Lodz"),
        ("Færd", "Faerd"),
        ("Straße", "STRASSE"),
        ("Ångström", "A\u030angstro\u0308m"),
        ("O'Neal", "O’Neal"),
        ("O'Neal", "ONeal"),
        ("Guns N' Roses", "Guns N’ Roses"),
        ("Tarrow & Sons", "Tarrow and Sons"),
        ("Tarrow and Sons", "Tarrow & Sons"),
        ("R&B", "R and B"),
        ("U.S.A.", "in the USA"),
        ("USA", "in the U.S.A."),
        ("J.R.R. Velm", "J. R. R. Velm"),
        ("J. R. R. Velm", "JRR Velm"),
        ("Post-rock", "postrock"),
        ("Post-rock", "post rock"),
        ("Church", "churches"),
        ("Country", "countries"),
        ("Movie", "movies"),
        ("Box", "boxes"),
        ("Avalanche", "avalanches"),
        ("Hero", "heroes"),
        ("Guitars", "a guitar"),
        ("The Who", "toured with the Who"),
        ("The Tarrows", "two Tarrows records"),
        ("Them", "Them were a band"),
        ("US", "the US market"),
        ("X", "Los Angeles band X split"),
        ("C++", "written in C++."),
        ("C Sharp", "the C-sharp language"),
        ("1984", "in 1984,"),
        ("大学", "北京大学"),
        ("Soft\u00adware", "software"),
        ("Hawaiʻi", "Hawai'i"),
    ],
)
def test_said(name: str, text: str, says: Says) -> None:
    assert says(text, name)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Velm", "Velmar and Unvelm"),
        ("Progressive metal", "progressive and metal"),
        ("Progressive metal", "metal progressive"),
        ("The Who", "the who and the what"),
        ("Them", "they took them home"),
        ("US", "let us go"),
        ("IT", "it was late"),
        ("X", "an x-ray of x"),
        ("The Tarrows", "two tarrows records"),
        ("C++", "the note C"),
        ("Kiss", "kissing"),
        ("!!!", "hello!!!"),
        ("1984", "19845 or 1985"),
    ],
)
def test_not_said(name: str, text: str, says: Says) -> None:
    assert not says(text, name)


def test_a_name_without_letters_has_no_form() -> None:
    assert name_forms("!!!") == []
    assert name_forms("") == []


_words = st.lists(
    st.sampled_from(["Velm", "tarrow", "Ösk", "of", "The", "7th", "Rae's", "DJ", "x"]), min_size=1, max_size=4
)


@given(words=_words, blank=st.sampled_from([" ", "  ", "\n", "-", "\u00a0", " – ", "\u2009"]))
def test_every_name_is_said_by_itself_however_it_is_spaced(words: list[str], blank: str, says: Says) -> None:
    name = " ".join(words)
    assert says(f"So, “{blank.join(words)}”; then", name)


@given(name=st.text(max_size=12), around=st.text(max_size=12))
def test_names_of_any_letters_are_said_by_texts_that_hold_them(name: str, around: str, says: Says) -> None:
    if name_forms(name):
        assert says(f"{around} {name} {around}", name)


@given(st.text(alphabet="abcesxyzhioé", min_size=1, max_size=8))
def test_folding_joins_a_word_with_its_plural_and_capitals(word: str) -> None:
    assert fold_word(word.upper()) == fold_word(word)
    if len(word) > 3 and not word.endswith("s"):
        assert fold_word(word + "s") == fold_word(word)
