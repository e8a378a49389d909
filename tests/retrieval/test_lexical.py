"""The lexical index: what is found, in which order, and that additions leave no trace."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isthmus.errors import InputError, StaleError
from isthmus.retrieval import LexicalIndex


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("which singer recorded two albums", "Björk Halldal"),
        ("Bjork", "Björk Halldal"),
        ("BJÖRK", "Björk Halldal"),
        ("Bjo\u0308rk", "Björk Halldal"),
        ("The Who", "The Who"),
        ("spinal", "Spın̈al Choir"),
        ("strasse naive facade", "Spın̈al Choir"),
        ("marigold ferry", "Oska"),
        ("town founded 1432", "Tarnby"),
        ("empty page", "Empty Page"),
        ("周杰伦", "周杰伦传"),
        ("歌手", "周杰伦传"),
        ("手", "周杰伦传"),
        ("著名的歌手是谁", "周杰伦传"),
        ('"record label" site:example', "Copper Lantern Records"),
        ("“record label” AND (town", "Copper Lantern Records"),
    ],
)
def test_finds(index, query, first):
    assert index.rank(query, 5)[0] == first


@pytest.mark.parametrize(
    "query", ["", "   ", '"', '""', "-", "- --", "-band", '-"two albums"', "***", "\ud800", "zzzz"]
)
def test_finds_nothing(index, query):
    assert index.rank(query, 5) == []
    assert index.search(query, 5) == []


def test_one_result_a_page_and_best_chunk(index, pages):
    hits = index.search("river Oska mills marigold ferry", 5)
    assert [hit.document_id for hit in hits].count("Oska") == 1
    oska = next(hit for hit in hits if hit.document_id == "Oska")
    assert "Marigold" in pages[0].text[oska.start : oska.end]
    assert "Marigold" in oska.snippet
    assert oska.url == pages[0].url
    assert oska.title == "Oska"


def test_phrases_and_exclusions_are_of_the_page(index):
    assert set(index.rank("Tarnby", 9)) == {"Björk Halldal", "Copper Lantern Records", "Tarnby"}
    assert set(index.rank("Tarnby -singer", 9)) == {"Copper Lantern Records", "Tarnby"}
    assert set(index.rank('Tarnby -"two albums"', 9)) == {"Copper Lantern Records", "Tarnby"}
    assert index.rank('"albums two"', 9) == []
    assert index.rank('"town on the river"', 9) == ["Tarnby"]
    # In two chunks of one page: the page holds both.
    assert index.rank('"Paragraph 3" "Marigold crosses"', 9) == ["Oska"]
    assert index.rank('"Paragraph 3" "two albums"', 9) == []
    # Excluded by another chunk than the one that matches.
    assert "Oska" not in index.rank("mills -marigold", 9)
    assert "Tarnby" in index.rank("river -marigold", 9)


def test_equal_scores_are_in_order_of_id(tmp_path, memory_snapshot, page):
    names = [f"Twin {n:03}" for n in range(300)]
    shuffled = names[::-7] + [name for name in names if name not in names[::-7]]
    pages = [page(name, "A granite lighthouse stands here.") for name in shuffled]
    index = LexicalIndex.build(memory_snapshot(pages), tmp_path / "i")
    assert index.rank("granite lighthouse", 300) == names
    assert index.rank("granite lighthouse", 7) == names[:7]


def test_rebuild_gives_the_same(tmp_path, memory_snapshot, pages, index):
    again = LexicalIndex.build(memory_snapshot(pages), tmp_path / "again")
    assert again.id == index.id
    for query in ["Tarnby", "river mills", "Copper Lantern singer", "The Who band"]:
        assert again.search(query, 9) == index.search(query, 9)


def test_adding_and_removing(fresh_index, page, memory_snapshot, pages):
    index = fresh_index
    queries = ["Tarnby", "river mills", "singer Tarnby albums", '"record label"', "The Who", "歌手"]
    before = [index.search(query, 9) for query in queries]
    added = [
        page("Marta Kell", "Marta Kell is a singer from Tarnby. She left the town in 1999."),
        page("Lina 歌手", "Lina 是歌手。A record label of her own, and mills."),
    ]
    index.add(added)
    assert "Marta Kell" in index.rank("singer Tarnby", 9)
    assert index.rank("Marta Kell", 1) == ["Marta Kell"]
    assert index.search("kell 1999", 1)[0].snippet.startswith("Marta Kell is a singer")
    assert index.rank('"left the town"', 9) == ["Marta Kell"]
    assert "Marta Kell" not in index.rank("singer Tarnby -1999", 9)
    assert "Lina 歌手" in index.rank("歌", 9)
    # Snapshot pages keep their order and their scores.
    for query, old in zip(queries, before, strict=True):
        new = [hit for hit in index.search(query, 20) if hit.document_id not in ("Marta Kell", "Lina 歌手")]
        assert new == old
    index.remove(["Marta Kell"])
    assert "Marta Kell" not in index.rank("singer Tarnby", 9)
    assert "Lina 歌手" in index.rank("歌手", 9)
    index.remove(["Lina 歌手"])
    assert [index.search(query, 9) for query in queries] == before
    index.add(added)
    assert index.rank("Marta Kell", 1) == ["Marta Kell"]


def test_added_ids_must_be_free(fresh_index, page):
    with pytest.raises(InputError, match="Tarnby"):
        fresh_index.add([page("New", "x"), page("Tarnby", "y")])
    assert fresh_index.rank("new", 3) == []
    fresh_index.add([page("New", "brass x")])
    with pytest.raises(InputError, match="New"):
        fresh_index.add([page("New", "z")])
    with pytest.raises(InputError, match="Tarnby"):
        fresh_index.remove(["Tarnby"])
    with pytest.raises(InputError, match="again"):
        fresh_index.remove(["again"])


def test_added_pages_score_as_the_engine_scores(tmp_path, memory_snapshot, pages):
    """An added copy of a page of the snapshot scores exactly what the engine gives the original."""
    index = LexicalIndex.build(memory_snapshot(pages), tmp_path / "i")
    index.add([replace(p, id=f"copy {p.id}", url=f"u{p.url}") for p in pages])
    queries = [
        "Tarnby",
        "river mills old water",
        "singer albums lantern",
        '"record label" Tarnby',
        '"mills are old"',
    ]
    for query in [*queries, "The Who", "歌手", "手"]:
        scores = {hit.document_id: hit.score for hit in index.search(query, 20)}
        originals = {id: score for id, score in scores.items() if not id.startswith("copy ")}
        assert originals
        for id, score in originals.items():
            assert scores[f"copy {id}"] == pytest.approx(score, abs=2e-3), (query, id)


def test_open_refuses(tmp_path, memory_snapshot, pages, index):
    other = memory_snapshot(pages[1:])
    with pytest.raises(StaleError, match="build the index again"):
        LexicalIndex.open(index.folder, other)
    with pytest.raises(InputError, match="no search index"):
        LexicalIndex.open(tmp_path, other)


@given(st.text(max_size=120))
def test_any_text_is_a_query(index, text):
    ids = index.rank(text, 5)
    assert len(ids) == len(set(ids)) <= 5
    assert [hit.document_id for hit in index.search(text, 5)] == ids


PARTS = ['"', "-", "tarnby", "river", '-"', "the", "歌手", "*", "(", ":", "\u200b", "Who", "“", "\n"]


@given(st.lists(st.sampled_from(PARTS), max_size=12))
def test_any_mix_of_operators_is_a_query(index, parts):
    for text in ("".join(parts), " ".join(parts)):
        assert [hit.document_id for hit in index.search(text, 5)] == index.rank(text, 5)
