"""Building: whole or not at all, over the right folder, and refused when it does not fit."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time

import pytest

from isthmus.errors import InputError, StaleError, StorageError
from isthmus.retrieval import LexicalIndex
from isthmus.retrieval.build import build_index


def test_progress_and_manifest(tmp_path, memory_snapshot, pages):
    seen: list[int] = []
    index = LexicalIndex.build(memory_snapshot(pages), tmp_path / "i", progress=seen.append)
    assert seen == [len(pages)]
    manifest = json.loads((tmp_path / "i" / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["id"] == index.id
    assert manifest["documents"] == len(pages)
    assert manifest["settings"]["analyzer"] == "words-folded-cjk-pairs/1"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["i"]


def test_ids_depend_on_the_snapshot(tmp_path, memory_snapshot, pages, index):
    assert LexicalIndex.build(memory_snapshot(pages[::-1]), tmp_path / "i").id != index.id


def test_an_old_index_is_replaced_and_nothing_else(tmp_path, memory_snapshot, pages, page):
    folder = tmp_path / "i"
    folder.mkdir()
    LexicalIndex.build(memory_snapshot(pages), folder)
    index = LexicalIndex.build(memory_snapshot([page("Zinc", "A metal.")]), folder)
    assert index.rank("metal tarnby", 5) == ["Zinc"]
    foreign = tmp_path / "mine"
    foreign.mkdir()
    (foreign / "letter.txt").write_text("dear", encoding="utf-8")
    with pytest.raises(InputError, match="not a search index"):
        build_index(memory_snapshot(pages), foreign)
    assert (foreign / "letter.txt").read_text(encoding="utf-8") == "dear"


def test_documents_that_fail_leave_nothing(tmp_path, memory_snapshot, pages):
    class Failing(memory_snapshot):
        def documents(self, start=0, stop=None):
            yield pages[0]
            raise InputError("the snapshot is damaged")

    with pytest.raises(InputError, match="damaged"):
        LexicalIndex.build(Failing(pages), tmp_path / "i")
    assert list(tmp_path.iterdir()) == []


def test_a_file_in_the_way_of_the_folder(tmp_path, memory_snapshot, pages):
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(StorageError, match="cannot write"):
        LexicalIndex.build(memory_snapshot(pages), tmp_path / "file" / "i")


ENDLESS = """
import sys
from pathlib import Path
from isthmus.records import Document
from isthmus.retrieval import LexicalIndex

class Endless:
    id = "endless"
    def __len__(self): return 1
    def documents(self):
        number = 0
        while True:
            number += 1
            if number == 500: print("going", flush=True)
            yield Document(id=str(number), title=str(number), text="some words " * 200, url=str(number))

LexicalIndex.build(Endless(), Path(sys.argv[1]))
"""


def test_a_killed_build_leaves_nothing_that_opens(tmp_path, memory_snapshot, pages):
    folder = tmp_path / "i"
    process = subprocess.Popen(
        [sys.executable, "-c", ENDLESS, str(folder)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "going\n"
    time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    for left in (folder, *tmp_path.iterdir()):
        with pytest.raises(InputError):
            LexicalIndex.open(left, memory_snapshot(pages))
    index = LexicalIndex.build(memory_snapshot(pages), folder)
    assert index.rank("marigold", 1) == ["Oska"]
    assert [path.name for path in tmp_path.iterdir()] == ["i"]


def test_damage_is_named(tmp_path, memory_snapshot, pages):
    snapshot = memory_snapshot(pages)
    LexicalIndex.build(snapshot, tmp_path / "i")
    (tmp_path / "i" / "engine" / "meta.json").unlink()
    with pytest.raises(InputError, match="damaged"):
        LexicalIndex.open(tmp_path / "i", snapshot)
    manifest = tmp_path / "i" / "manifest.json"
    manifest.write_text(
        manifest.read_text(encoding="utf-8").replace('"id": "x', '"id": "y'), encoding="utf-8"
    )
    with pytest.raises(StaleError, match="another version"):
        LexicalIndex.open(tmp_path / "i", snapshot)
    manifest.write_text("[]", encoding="utf-8")
    with pytest.raises(InputError, match="not a search index"):
        LexicalIndex.open(tmp_path / "i", snapshot)
