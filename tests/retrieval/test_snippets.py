"""Snippets show what was asked for, within their length, cut between words."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from isthmus.retrieval.snippets import SNIPPET_SIZE, fold, snippet

FILLER = "Some words that nobody asked for stand in a row here. "


def test_short_text_is_shown_whole():
    assert snippet("One\n\ntwo  three.", {"two": 1.0}) == "One two three."


def test_the_window_with_most_of_the_query_is_shown():
    text = FILLER * 5 + "The Marigold ferry crosses. " + FILLER * 3 + "A ferry. " + FILLER * 2
    shown = snippet(text, {"marigold": 3.0, "ferry": 2.0})
    assert "Marigold ferry crosses" in shown
    assert shown.startswith("…")
    assert shown.endswith("…")
    assert len(shown) <= SNIPPET_SIZE


def test_rare_words_win():
    text = "the common word. " + FILLER * 8 + "quixotry"
    assert "quixotry" in snippet(text, {"common": 1.0, "quixotry": 5.0})
    assert "common" in snippet(text, {"common": 5.0, "quixotry": 1.0})


def test_folded_and_chinese_words_are_found():
    assert "Ivanišević" in snippet(FILLER * 7 + "Ivanišević won. " + FILLER * 7, {"ivanisevic": 1.0})
    assert "周杰伦" in snippet("很多话。" * 100 + "周杰伦唱歌。" + "很多话。" * 100, {"杰伦": 1.0})


def test_only_whole_words_count():
    assert "art." in snippet("cartoon " + FILLER * 7 + "An art. " + FILLER * 7, {"art": 1.0})


def test_without_matches_the_beginning_is_shown():
    assert snippet(FILLER * 10, {}).startswith("Some words")
    assert snippet(FILLER * 10, {"zebra": 1.0}).startswith("Some words")


@given(st.text(max_size=700), st.lists(st.text(min_size=1, max_size=6), max_size=4), st.integers(20, 300))
def test_bounds(text, terms, size):
    shown = snippet(text, {term.lower(): 1.0 for term in terms}, size=size)
    assert len(shown) <= size
    assert "\n" not in shown
    inner = shown.removeprefix("…").removesuffix("…")
    assert inner in " ".join(text.split()) or "…" in text


@given(st.text(max_size=200))
def test_folding_keeps_lengths(text):
    assert len(fold(text)) == len(text)
