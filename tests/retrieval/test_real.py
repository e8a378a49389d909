"""Real pages: everything can be found, and what was added goes without a trace."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from isthmus.retrieval import LexicalIndex

pytestmark = pytest.mark.realdata

DATA = Path(os.environ.get("ISTHMUS_DATA", Path(__file__).parents[3] / "shared" / "data"))
PAGES = 500
CORPUS = DATA / "corpora" / "musicians_wikitext.jsonl.xz"


@pytest.fixture(scope="module")
def musicians(tmp_path_factory):
    if not CORPUS.is_file():
        pytest.skip(f"needs {CORPUS}; set ISTHMUS_DATA")
    from isthmus.corpus.readers import WikitextJsonl
    from isthmus.corpus.snapshot import build_snapshot

    class Head:
        """The first pages of the corpus."""

        name = "musicians-head"

        def items(self):
            return islice(WikitextJsonl(CORPUS).items(), PAGES)

        def fingerprint(self):
            return f"{CORPUS}/{PAGES}"

    return build_snapshot(Head(), tmp_path_factory.mktemp("musicians") / "snapshot", workers=1)


@pytest.fixture(scope="module")
def musicians_index(musicians, tmp_path_factory):
    return LexicalIndex.build(musicians, tmp_path_factory.mktemp("musicians") / "index")


def test_pages_are_found_by_their_titles(musicians, musicians_index):
    documents = [musicians.at(number) for number in range(0, len(musicians), 3)]
    found = sum(document.id in musicians_index.rank(document.title, 10) for document in documents)
    assert found / len(documents) > 0.97


def test_added_pages_leave_no_trace(musicians, musicians_index):
    documents = [musicians.at(number) for number in range(0, len(musicians), 10)]
    queries = [document.text[document.body_start :][:150] for document in documents]
    before = [musicians_index.search(query, 10) for query in queries]
    copies = [replace(document, id=f"copy {n}", url=f"copy:{n}") for n, document in enumerate(documents)]
    musicians_index.add(copies)
    for number, query in enumerate(queries):
        hits = musicians_index.search(query, 20)
        scores = {hit.document_id: hit.score for hit in hits}
        if documents[number].id in scores:
            assert scores[f"copy {number}"] == pytest.approx(scores[documents[number].id], abs=2e-3)
        real = [hit for hit in hits if not hit.document_id.startswith("copy ")]
        assert real == before[number][: len(real)] or real[:10] == before[number]
    musicians_index.remove([copy.id for copy in copies])
    assert [musicians_index.search(query, 10) for query in queries] == before


def test_naughty_strings_as_queries(musicians_index):
    path = DATA / "odd" / "naughty_strings.json"
    if not path.is_file():
        pytest.skip(f"needs {path}; set ISTHMUS_DATA")
    for text in json.loads(path.read_text(encoding="utf-8")):
        hits = musicians_index.search(text, 5)
        assert [hit.document_id for hit in hits] == musicians_index.rank(text, 5)
        assert all(len(hit.snippet) <= 300 for hit in hits)
