"""Chunks cover a text once, are short, and end where sentences do."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from isthmus.retrieval.chunks import CHUNK_SIZE, chunk_spans

PIECES = [
    "word ",
    "Dr. ",
    "end. ",
    "\n\n",
    "\n",
    "## Head\n\n",
    "- item\n",
    "x" * 70,
    "中文。",
    "？",
    "! ",
    "  ",
    "\t",
    "e.g. ",
    "\u00a0",
]


def check(text: str, body_start: int, size: int) -> list[tuple[int, int]]:
    spans = list(chunk_spans(text, body_start, size=size))
    last = 0
    for start, end in spans:
        assert last <= start < end <= len(text)
        assert end - start <= size
        assert not text[start].isspace()
        assert not text[end - 1].isspace()
        assert not text[last:start].strip()
        assert not start < body_start < end
        last = end
    assert not text[last:].strip()
    return spans


@given(st.lists(st.sampled_from(PIECES), max_size=120), st.integers(0, 300), st.integers(20, 120))
def test_every_character_is_in_one_chunk(pieces, body_start, size):
    text = "".join(pieces)
    check(text, min(body_start, len(text)), size)


@given(st.text(max_size=400), st.integers(5, 60))
def test_any_text(text, size):
    check(text, 0, size)


def test_sentences_are_not_cut():
    sentence = "The old mill by the river Oska was built in 1432 by St. Orrin and Dr. J. Vell of Tarnby. "
    text = sentence * 40
    spans = check(text, 0, CHUNK_SIZE)
    assert all(
        text[start:end].startswith("The old") and text[start:end].endswith("Tarnby.") for start, end in spans
    )
    assert len(spans) <= 40 / 5 + 1


def test_attribute_lines_stay_whole_and_apart():
    lines = "".join(f"Field {n}: value {n}; another value {n}\n" for n in range(60))
    text = f"{lines}\nThe body begins here. It goes on."
    spans = check(text, len(lines) + 1, CHUNK_SIZE)
    attributes = [text[start:end] for start, end in spans if start < len(lines)]
    assert all(
        chunk.startswith("Field") and chunk.splitlines()[-1].count(": value") == 1 for chunk in attributes
    )
    assert [text[start:end] for start, end in spans][-1] == "The body begins here. It goes on."


def test_a_heading_goes_with_what_follows():
    text = "A sentence of some length stands here. " * 11 + "\n\n## History\n\n" + "More is told below. " * 20
    chunks = [text[start:end] for start, end in check(text, 0, CHUNK_SIZE)]
    assert not any(chunk.rstrip().endswith("## History") for chunk in chunks)
    assert any(chunk.startswith("## History") for chunk in chunks)


def test_chinese_is_cut_after_sentences():
    text = "这座磨坊建于很久以前。" * 100
    assert all(text[start:end].endswith("。") for start, end in check(text, 0, CHUNK_SIZE))


def test_a_line_longer_than_a_chunk():
    text = "Members: " + "; ".join(f"Person Number {n}" for n in range(100)) + "\n\nBody."
    spans = check(text, text.index("Body"), CHUNK_SIZE)
    assert all(text[end - 1] == ";" or end > len(text) - 30 for _, end in spans)


def test_nothing_in_nothing():
    assert list(chunk_spans("")) == []
    assert list(chunk_spans(" \n ", 1)) == []
