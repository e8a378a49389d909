"""Bounds hold on real pages: what a page asserts lies inside what it could say."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from isthmus.corpus import build_snapshot, open_source
from isthmus.corpus.source import Item
from isthmus.graph import build_graph

DATA = Path(os.environ.get("ISTHMUS_DATA", Path(__file__).parents[2].parent / "shared" / "data"))
MUSICIANS = DATA / "corpora" / "musicians_wikitext.jsonl.xz"
PAGES = 200

pytestmark = [
    pytest.mark.realdata,
    pytest.mark.skipif(not MUSICIANS.is_file(), reason="the real corpora are not here; set ISTHMUS_DATA"),
]


class First:
    """The first pages of a source."""

    name = "first"

    def items(self) -> Iterator[Item]:
        yield from islice(open_source("wikitext-jsonl", MUSICIANS).items(), PAGES)

    def fingerprint(self) -> str:
        return "first"


def test_lower_bounds_are_inside_upper_bounds(tmp_path: Path) -> None:
    graph = build_graph(build_snapshot(First(), tmp_path / "snapshot"), tmp_path / "graph")
    entities = values = 0
    for document in range(graph.documents):
        for claim in graph.claims(document):
            if claim.object is None:
                assert claim.low is not None and claim.high is not None
                asserted = graph.subjects_in_range(claim.relation, claim.low, claim.high)
                upper = graph.closure_of_range(claim.low, claim.high)
                values += 1
            else:
                asserted = graph.subjects(claim.relation, claim.object)
                upper = graph.closure(claim.object)
                entities += 1
            assert document in asserted, claim
            assert asserted.issubset(upper), claim
        for entity in graph.links_out(document).tolist():
            assert document in graph.closure(entity)
            assert document in graph.links_in(entity)
    assert entities > 5 * PAGES and values > PAGES // 2
