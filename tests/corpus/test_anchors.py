import pytest
from hypothesis import given
from hypothesis import strategies as st

from isthmus.corpus.anchors import find_links


def found(text, titles, **more):
    return [(text[a.start : a.end], a.target) for a in find_links(text, titles, **more)]


@pytest.mark.parametrize(
    ("text", "titles", "pairs"),
    [
        (
            "The Port Vell pier at Vell.",
            ["Vell", "Port Vell"],
            [("Port Vell", "Port Vell"), ("Vell", "Vell")],
        ),
        ("A lion, two lions.", ["Lion"], [("lion", "Lion")]),
        ("Two lions.", ["Lion"], [("lions", "Lion")]),
        ("Dandelion lionise", ["Lion"], []),
        ("Paris is large.", ["Paris, Texas"], [("Paris", "Paris, Texas")]),
        ("Ada met Ada.", ["Ada (poet)", "Ada"], [("Ada", "Ada (poet)")]),
        ("They speak Velish.", ["Velish language"], [("Velish", "Velish language")]),
        ("UK and uk", ["UK"], [("UK", "UK")]),
        ("x", [], []),
        ("x", ["#"], []),
    ],
)
def test_mentions(text, titles, pairs):
    assert found(text, titles) == pairs


def test_the_first_mention_in_box_and_in_body():
    text = "Country: Norland\n\nNorland is far. Norland again."
    assert [link.start for link in find_links(text, ["Norland"], body_start=18)] == [9, 18]


def test_given_words_are_the_anchor():
    assert found("It lies on the coast.", ["Norland"], anchors={"Norland": "the coast"}) == [
        ("the coast", "Norland")
    ]


@given(
    st.text(alphabet="ab .é", max_size=40),
    st.lists(st.text(alphabet="ab é(", min_size=1, max_size=5), max_size=6),
)
def test_links_never_overlap(text, titles):
    end = 0
    for link in find_links(text, titles):
        assert end <= link.start < link.end <= len(text)
        end = link.end
