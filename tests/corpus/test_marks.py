from hypothesis import given
from hypothesis import strategies as st

from isthmus.corpus.marks import clear, mark, settle, unmark


def test_links_get_their_offsets():
    text, links = settle(f"See {mark(0, 'Lima')} and {mark(1, ' Cusco ')}.", ["Lima", "Cusco"].__getitem__)
    assert text == "See Lima and  Cusco ."
    assert [(text[a.start : a.end], a.target) for a in links] == [("Lima", "Lima"), ("Cusco", "Cusco")]


def test_unpaired_marks_and_empty_labels_are_only_text():
    text, links = settle(f"a\x03b{mark(0, '  ')}c\x010\x02d", lambda _: "T")
    assert (text, links) == ("ab  cd", ())


@given(st.lists(st.sampled_from(["a", " ", "\x010\x02", "\x03", "é\n"]), max_size=30))
def test_offsets_always_fit(pieces):
    marked = settle("".join(pieces), lambda _: "Target")
    assert marked.text == unmark("".join(pieces))
    ends = 0
    for link in marked.links:
        assert ends <= link.start < link.end <= len(marked.text)
        assert marked.text[link.start : link.end].strip() == marked.text[link.start : link.end]
        ends = link.end


@given(st.text())
def test_cleared_text_holds_no_marks(text):
    cleared = clear(text)
    assert not set(cleared) & set("\x01\x02\x03\x04\x05\r")
    cleared.encode("utf-8")
