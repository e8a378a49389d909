import pytest
from hypothesis import given
from hypothesis import strategies as st

from isthmus.corpus.titles import default_url, normalise, plain


@pytest.mark.parametrize(
    ("title", "key"),
    [
        ("modest Mouse", "Modest Mouse"),
        ("Modest_Mouse", "Modest Mouse"),
        ("  a   b\u00a0c ", "A b c"),
        ("Band#History", "Band"),
        ("#History", ""),
        ("e\u0301tude", "Étude"),
        ("ßtraße", "ßtraße"),
        ("10,000 Maniacs", "10,000 Maniacs"),
        ("", ""),
    ],
)
def test_normalise(title, key):
    assert normalise(title) == key


@given(st.text())
def test_normalise_is_idempotent(title):
    assert normalise(normalise(title)) == normalise(title)


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("Have Mercy (band)", "Have Mercy"),
        ("Category:Rock bands", "Rock bands"),
        ("2001: A Space Odyssey", "2001: A Space Odyssey"),
        ("(What's the Story)", "(What's the Story)"),
        ("Lima", "Lima"),
    ],
)
def test_plain(title, words):
    assert plain(title) == words


def test_addresses_are_readable_and_distinct():
    assert default_url("notes", "Modest Mouse (band)") == "doc://notes/Modest_Mouse_(band)"
    assert default_url("notes", "What?#1") == "doc://notes/What%3F%231"
    assert default_url("notes", "Ångström") != default_url("notes", "Angstrom")
