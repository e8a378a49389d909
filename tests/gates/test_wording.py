"""What leaves' words can mean: ranges and names."""

from __future__ import annotations

import pytest

from isthmus.gates.wording import meanings, range_is_worded
from isthmus.gates.words import Words
from isthmus.graph import EvidenceGraph
from isthmus.records import Vertex, VertexRole

RANGES = [
    ("the 1970s", 1970, 1979, True),
    ("the 1970s", 1970, 1978, False),
    ("the 1970s", 1969, 1979, False),
    ("the 1970s", 1980, 1989, False),
    ("1974", 1974, 1974, True),
    ("1974", 1974, 1975, False),
    ("the early 1970s", 1970, 1973, True),
    ("the early 1970s", 1970, 1983, False),
    ("the mid-1980s", 1984, 1986, True),
    ("the 19th century", 1801, 1900, True),
    ("the 19th century", 1800, 1899, True),
    ("the 19th century", 1700, 1799, False),
    ("the second half of the 19th century", 1851, 1899, True),
    ("the second half of the 19th century", 1851, 1999, False),
    ("the first decade of the 20th century", 1900, 1909, True),
    ("between 1970 and 1975", 1970, 1975, True),
    ("between 1970 and 1975", 1970, 1974, False),
    ("between 5,000 and 10,000", 5000, 10000, True),
    ("between 5,000 and 10,000", 5, 10, False),
    ("between 1 million and 2 million", 1_000_000, 2_000_000, True),
    ("between 1 million and 2 million", 1, 2, False),
    ("between the 1970s and the 1980s", 1970, 1989, True),
    ("long ago", 1000, 1099, False),
    ("", 0, 0, False),
]


@pytest.mark.parametrize(("wording", "low", "high", "worded"), RANGES)
def test_a_range_is_what_its_words_state(wording: str, low: float, high: float, worded: bool) -> None:
    vertex = Vertex(id=1, role=VertexRole.VALUE, entity=wording, wording=wording, low=low, high=high)
    assert range_is_worded(vertex) is worded


@pytest.fixture(scope="module")
def graph(stored: object) -> EvidenceGraph:
    return stored.graph  # type: ignore[attr-defined,no-any-return]


MEANINGS = [
    ("Karsby", "origin", ("Karsby",), {"Karsby"}),
    ("the town of Karsby", "origin", ("Karsby",), {"Karsby"}),
    ("West Karsby", "origin", ("Karsby",), set()),
    ("drone folk", "genre", ("Drone folk",), {"Drone folk"}),
    ("Drone-Folk", "genre", ("Drone folk",), {"Drone folk"}),
    ("drone", "genre", ("Drone folk",), set()),
    ("the label Ostler Records", "label", ("Ostler Records",), {"Ostler Records"}),
    ("the label Ostler", "label", ("Ostler Records",), set()),
    ("the Ostler imprint", "label", ("Ostler Records", "The Ostler imprint"), {"Ostler Records"}),
    ("Oldwater", "origin", ("Karsby",), {"Oldwater"}),
    ("", "origin", ("Karsby",), set()),
]


@pytest.mark.parametrize(("words", "relation", "names", "expected"), MEANINGS)
def test_words_mean_all_that_they_can_name(
    words: str, relation: str, names: tuple[str, ...], expected: set[str], graph: EvidenceGraph
) -> None:
    found = {graph.name(entity) for entity in meanings(graph, words, relation, names)}
    assert found == expected


def test_a_text_says_a_name_in_its_forms_only() -> None:
    said = Words("She sang with The Ty Band's friends in New-York, and ties were worn by them.")
    for name in ("The Ty Band", "Ty", "New York", "Friend (singer)"):
        assert said.says(name), name
    for name in ("York New", "Tie", "Them", "And", "Worn out"):
        assert not said.says(name), name
