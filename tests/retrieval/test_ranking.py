"""The whole ranking against BM25 written out by hand, and added documents in every order of coming and going."""

from __future__ import annotations

import math
import threading
from collections import Counter

import pytest

from isthmus.ids import derive_rng
from isthmus.retrieval import LexicalIndex
from isthmus.retrieval.added import rounded_length
from isthmus.retrieval.analysis import STOP_WORDS
from isthmus.retrieval.chunks import chunk_spans
from isthmus.retrieval.plan import TITLE_WEIGHT

WORDS = [f"word{n}" for n in range(60)] + ["the", "of", "naïve", "Ærø", "東京", "大阪城"]


def random_pages(page, rng, count, prefix="Page"):
    def text(length):
        return " ".join(WORDS[min(int(rng.expovariate(0.08)), len(WORDS) - 1)] for _ in range(length))

    return [page(f"{prefix} {n} {rng.choice(WORDS)}", text(rng.randint(0, 300))) for n in range(count)]


@pytest.fixture(scope="module")
def corpus(page):
    return random_pages(page, derive_rng(1, "corpus"), 60)


@pytest.fixture(scope="module")
def random_index(corpus, memory_snapshot, tmp_path_factory):
    return LexicalIndex.build(memory_snapshot(corpus), tmp_path_factory.mktemp("random") / "index")


def by_hand(index, documents, words):
    """Return (score, id) of every page with a word, best first."""
    terms = index._analyzer.document_terms
    chunks = [
        (document.id, {"body": terms(document.text[start:end]), "title": terms(document.title)})
        for document in documents
        for start, end in list(chunk_spans(document.text)) or [(0, 0)]
    ]
    best: dict[str, float] = {}
    for field, weight in (("body", 1.0), ("title", TITLE_WEIGHT)):
        counts = [Counter(fields[field]) for _, fields in chunks]
        average = sum(sum(count.values()) for count in counts) / len(chunks)
        for term in words:
            frequency = sum(term in count for count in counts)
            idf = math.log(1 + (len(chunks) - frequency + 0.5) / (frequency + 0.5))
            for number, count in enumerate(counts):
                length = rounded_length(sum(count.values()))
                part = idf * 2.2 * count[term] / (count[term] + 1.2 * (0.25 + 0.75 * length / average))
                chunks[number][1].setdefault("score", []).append(weight * part)
    for id, fields in chunks:
        best[id] = max(best.get(id, 0.0), sum(fields["score"]))
    return sorted(((-score, id) for id, score in best.items() if score > 0))


@pytest.mark.parametrize(
    "query", ["word1", "word3 word9 word2", "word50 the word7", "naive word4 aero", "東京 word8", "大阪城"]
)
def test_scores_and_order_are_bm25(random_index, corpus, query):
    words = [term for term in random_index._analyzer.query_terms(query) if term not in STOP_WORDS]
    expected = by_hand(random_index, corpus, words)
    hits = random_index.search(query, 100)
    assert {hit.document_id for hit in hits} == {id for _, id in expected}
    scores = {id: -score for score, id in expected}
    for hit in hits:
        assert hit.score == pytest.approx(scores[hit.document_id], abs=2e-3)
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def test_a_shorter_list_is_the_head_of_a_longer_one(random_index):
    for query in ["word1 word2", "word0", '"word0 word0"', "word5 -word1"]:
        long = random_index.rank(query, 60)
        for k in (1, 2, 7, 30):
            assert random_index.rank(query, k) == long[:k]


def test_any_order_of_coming_and_going_gives_the_same(corpus, memory_snapshot, page, tmp_path):
    index = LexicalIndex.build(memory_snapshot(corpus), tmp_path / "a")
    other = LexicalIndex.open(tmp_path / "a", memory_snapshot(corpus))
    queries = ["word1 word2", "word50", '"word1 word2"', "東京", "word3 -word4", "new 7", "京"]
    plain = [index.search(query, 30) for query in queries]
    rng = derive_rng(2, "coming and going")
    pool = {document.id: document for document in random_pages(page, rng, 40, "New")}
    inside: set[str] = set()
    for _ in range(60):
        if inside and rng.random() < 0.5:
            gone = rng.sample(sorted(inside), rng.randint(1, len(inside)))
            index.remove(gone)
            inside -= set(gone)
        else:
            free = sorted(set(pool) - inside)
            come = rng.sample(free, rng.randint(0, min(5, len(free))))
            index.add(pool[id] for id in come)
            inside |= set(come)
    index.remove(inside)
    assert not index._added._chunks, "nothing is kept of what was removed"
    assert [index.search(query, 30) for query in queries] == plain
    last = sorted(pool)[:10]
    index.add(pool[id] for id in reversed(last))
    other.add(pool[id] for id in last)
    assert [index.search(query, 30) for query in queries] == [other.search(query, 30) for query in queries]


def test_threads_see_whole_results_while_documents_come_and_go(corpus, memory_snapshot, page, tmp_path):
    index = LexicalIndex.build(memory_snapshot(corpus), tmp_path / "a")
    plain = index.search("word1 word2", 20)
    new = random_pages(page, derive_rng(3, "threads"), 20, "New")
    names = {document.id for document in new}
    problems: list[object] = []
    done = threading.Event()

    def search() -> None:
        while not done.is_set():
            hits = index.search("word1 word2", 60)
            seen = [hit for hit in hits if hit.document_id not in names][:20]
            if seen != plain:
                problems.append(hits)

    threads = [threading.Thread(target=search) for _ in range(3)]
    for thread in threads:
        thread.start()
    for _ in range(15):
        index.add(new)
        index.remove(names)
    done.set()
    for thread in threads:
        thread.join()
    assert not problems


def test_frequent_phrases_are_checked_on_the_pages_found(random_index, monkeypatch):
    queries = [
        '"word1"',
        '"word1" "word0 word0"',
        'word9 "word2" -word44',
        '"word0" word30',
        '"word1" "word12"',
    ]
    ahead = [random_index.rank(query, 60) for query in queries]
    assert all(ahead)
    monkeypatch.setattr("isthmus.retrieval.engine.PAGES_WITH", 3)
    assert [random_index.rank(query, 60) for query in queries] == ahead
