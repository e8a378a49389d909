import bz2
import gzip
import lzma

import pytest
import zstandard

from isthmus.corpus import JsonlCorpus, WikitextJsonl, build_snapshot, open_source
from isthmus.corpus.files import read_lines
from isthmus.errors import InputError

LINES = [
    b'{"title": "Page %d", "text": "%s"}' % (number, b"word %d " % number * 50) for number in range(3000)
]
PLAIN = b"\n".join(LINES) + b"\n"
PACK = {
    ".xz": lzma.compress,
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".zst": zstandard.ZstdCompressor().compress,
}


@pytest.mark.parametrize("ending", ["", *PACK])
def test_every_form_reads_alike(tmp_path, ending):
    path = tmp_path / f"x.jsonl{ending}"
    path.write_bytes(PACK[ending](PLAIN) if ending else PLAIN)
    assert [line for _, line in read_lines(path, limit=10_000)] == LINES


@pytest.mark.parametrize("ending", PACK)
def test_files_of_several_streams(tmp_path, ending):
    path = tmp_path / f"x.jsonl{ending}"
    path.write_bytes(PACK[ending](PLAIN[:1000]) + PACK[ending](PLAIN[1000:]))
    assert [line for _, line in read_lines(path, limit=10_000)] == LINES


@pytest.mark.parametrize("ending", PACK)
@pytest.mark.parametrize("share", [0.9, 0.5])
def test_a_file_cut_short(tmp_path, ending, share):
    path = tmp_path / f"x.jsonl{ending}"
    data = PACK[ending](PLAIN)
    path.write_bytes(data[: int(len(data) * share)])
    with pytest.raises(
        InputError, match=rf"x.jsonl{ending}(?::\d+)?: the file is (cut short|damaged) here.*; fetch"
    ):
        build_snapshot(JsonlCorpus(path), tmp_path / "s")
    assert [item.name for item in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("ending", [".gz", ".bz2", ".xz", ".zst"])
def test_a_file_damaged_inside(tmp_path, ending):
    path = tmp_path / f"x.jsonl{ending}"
    data = bytearray(PACK[ending](PLAIN))
    middle = len(data) // 2
    data[middle : middle + 20] = b"\xff" * 20
    path.write_bytes(data)
    with pytest.raises(InputError, match=r"the file is (damaged|cut short) here"):
        build_snapshot(JsonlCorpus(path), tmp_path / "s")


def test_an_ending_that_lies(tmp_path):
    path = tmp_path / "x.jsonl.xz"
    path.write_bytes(PLAIN)
    with pytest.raises(InputError, match=r"not a .xz file .it begins with b'\{\"titl'.; rename it"):
        next(JsonlCorpus(path).items())


def test_paths_that_are_not_there(tmp_path):
    with pytest.raises(InputError, match="no such file; check the path"):
        next(WikitextJsonl(tmp_path / "none.jsonl").items())
    with pytest.raises(InputError, match="no such file or folder"):
        open_source("jsonl", tmp_path / "none.jsonl")
    with pytest.raises(InputError, match="is a folder, not a file"):
        next(WikitextJsonl(tmp_path).items())


def test_a_line_beyond_the_limit_is_passed_over(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(b"a\n" + b"b" * 1000 + b"\nc")
    assert list(read_lines(path, limit=100)) == [("x:1", b"a"), ("x:2", None), ("x:3", b"c")]


def test_other_line_ends_and_blank_lines(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(b"a\r\n\nb")
    assert [line for _, line in read_lines(path, limit=100)] == [b"a", b"", b"b"]
