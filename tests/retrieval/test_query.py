"""What is read out of a search box."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isthmus.retrieval.analysis import Analyzer, is_prefix, make_splitter, prepare
from isthmus.retrieval.plan import make_plan
from isthmus.retrieval.query import READ_TERMS, ParsedQuery, parse

ANALYZER = Analyzer()


def q(words="", phrases=(), excluded=()):
    return ParsedQuery(
        words=tuple(words.split()),
        phrases=tuple(tuple(p.split()) for p in phrases),
        excluded=tuple(tuple(p.split()) for p in excluded),
    )


@pytest.mark.parametrize(
    ("text", "parsed"),
    [
        ("Hello  World hello", q("hello world")),
        ('"Neko Case" label', q("label", ["neko case"])),
        ('say"neko case"said', q("say said", ["neko case"])),
        ('-band -"new york" x', q("x", [], ["band", "new york"])),
        ("post-punk 1970-1980", q("post punk 1970 1980")),
        ("- -- x -", q("x")),
        ("x −y –z", q("x z", [], ["y"])),
        ('an "open quote', q("an open quote")),
        ('"a" "b" "a"', q("", ["a", "b"])),
        ('"" x -""', q("x")),
        ("“curly quotes” «too»", q("", ["curly quotes", "too"])),
        ("site:en.org title:x^2 foo~3 (a OR b) c*", q("site en org title x 2 foo 3 a or b c")),
        ("-foo:bar x", q("x", [], ["foo bar"])),
        ("-AC/DC", q("", [], ["ac dc"])),
        ("it's", q("it s")),
        ("周杰伦", q("周杰 杰伦")),
        ("京", q("京")),
        ('"周杰伦" 东京tower', q("东京 tower", ["周杰 杰伦"])),
        ("ｆｕｌｌｗｉｄｔｈ ﬁne", q("fullwidth fine")),
        ("Ærø Łódź straße Ivanišević", q("aero lodz strasse ivanisevic")),
        ("ﾄｳｷｮｳ", q("トウ ウキ キョ ョウ")),
        ("\u1112\u1161\u11ab\u1100\u116e\u11a8", q("한국")),
        ("И\u0306од", q("йод")),
        ("\ud800 x", q("x")),
        ("x" * 65, q("")),
    ],
)
def test_parse(text, parsed):
    assert parse(text, ANALYZER) == parsed


@given(st.text(max_size=300))
def test_terms_are_those_of_the_index(text):
    """Every word term of a query is a term the same text has as a document; CJK pairs too."""
    held = set(make_splitter().analyze(prepare(text)))
    parsed = parse(text, ANALYZER)
    for run in (parsed.words, *parsed.phrases, *parsed.excluded):
        for term in run:
            assert term in held or (is_prefix(term) and any(other.startswith(term) for other in held))


def test_length_is_bounded():
    assert len(parse(" ".join(f"w{n}" for n in range(5000)), ANALYZER).words) == READ_TERMS
    many = parse(" ".join(f'"p{n} q{n}"' for n in range(2000)), ANALYZER)
    assert sum(map(len, many.phrases)) <= READ_TERMS


def test_common_words_are_left_out_when_others_are_left():
    frequency = {"band": 5000, "rare": 3}.get

    def plan(text):
        made = make_plan(parse(text, ANALYZER), 10_000, lambda term: frequency(term) or 10)
        return [(clause.terms, clause.body) for clause in made.clauses]

    assert plan("which band is rare") == [(("rare",), True)]
    assert plan('"the band" rare') == [(("the", "band"), True), (("rare",), True)]
    assert plan("the band") == [(("the", "band"), True), (("the",), False), (("band",), False)]
    assert plan("band") == [(("band",), True)]
    assert plan("-rare") == []
