import gzip

import pytest

from isthmus.corpus import Foldoc, build_snapshot
from isthmus.errors import InputError

DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

ENTRIES = {
    ("00-database-info",): "About this dictionary\n",
    ("wave table", "wt"): "Wave Table\nWT\n\n   <sound, hardware> (WT) A table of {samples} used by a\n"
    "   {synthesizer\n   (http://example.org/s.html)}.\n\n   See {wave}.\n\n   (1999-01-02)\n\n",
    ("sample",): "sample\n\n   1. A piece of {wave}.\n\n   2. A verb.\n\n",
    ("wave",): "wave\n\n   Something that moves.\n\n",
}  # fmt: skip


def number(value: int) -> str:
    digits = ""
    while value or not digits:
        digits, value = DIGITS[value % 64] + digits, value // 64
    return digits


@pytest.fixture
def dictionary(tmp_path):
    data, lines = b"", []
    for words, entry in ENTRIES.items():
        lines += [f"{word}\t{number(len(data))}\t{number(len(entry.encode()))}" for word in words]
        data += entry.encode()
    (tmp_path / "foldoc.index").write_text("\n".join(sorted(lines)) + "\n")
    (tmp_path / "foldoc.dict.dz").write_bytes(gzip.compress(data))
    return tmp_path


@pytest.mark.parametrize("name", ["", "foldoc.index", "foldoc.dict.dz"])
def test_entries(dictionary, tmp_path, linked, facts, name):
    snapshot = build_snapshot(Foldoc(dictionary / name), tmp_path / "s")
    assert list(snapshot.ids()) == ["Wave Table", "Sample", "Wave"]
    entry = snapshot.at(0)
    assert (
        entry.text == "Topic: sound; hardware\n\n(WT) A table of samples used by a synthesizer.\n\nSee wave."
    )
    assert linked(entry) == [("samples", "Sample"), ("synthesizer", "Synthesizer"), ("wave", "Wave")]
    assert facts(entry) == {"topic": ["sound", "hardware"]}
    assert (entry.aliases, entry.categories) == (("WT",), ("sound", "hardware"))
    assert snapshot.resolve("WT") == "Wave Table"
    assert snapshot.at(1).text == "1. A piece of wave.\n\n2. A verb."


def test_no_dictionary(tmp_path):
    with pytest.raises(InputError, match=r"no dictionary .NAME.index with NAME.dict"):
        next(Foldoc(tmp_path).items())


def test_an_index_of_something_else(dictionary):
    (dictionary / "foldoc.index").write_text("wave\tA\n")
    with pytest.raises(InputError, match=r"foldoc.index:1: not a line of a dictd index"):
        next(Foldoc(dictionary).items())


def test_a_text_cut_short(dictionary):
    path = dictionary / "foldoc.dict.dz"
    whole = path.read_bytes()
    path.write_bytes(whole[:-30])
    with pytest.raises(InputError, match=r"the file is (cut short|damaged) here"):
        next(Foldoc(dictionary).items())
    path.write_bytes(gzip.compress(gzip.decompress(whole)[:-50]))
    with pytest.raises(InputError, match="the text is shorter than the index says"):
        list(Foldoc(dictionary).items())
