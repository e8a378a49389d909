from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from isthmus.errors import RecordError, StorageError
from isthmus.records import Rejection, read_records
from isthmus.runs import RecordJournal


def test_order_of_work_is_not_seen(tmp_path, record):
    results = []
    for name, order in (("a", range(30)), ("b", reversed(range(30)))):
        folder = tmp_path / name
        folder.mkdir()
        with RecordJournal(folder / "work.journal") as journal:
            for number in order:
                journal.append(
                    f"{number:04d}", {"kept": [record(number)] * (number % 3), "rejected": [record(-1)]}
                )
            counts = journal.finish(folder, ["kept", "rejected"])
            journal.remove()
        results.append(
            ((folder / "kept.jsonl").read_bytes(), (folder / "rejected.jsonl").read_bytes(), counts)
        )
        assert sorted(p.name for p in folder.iterdir()) == ["kept.jsonl", "rejected.jsonl"]
    assert results[0] == results[1]
    assert results[0][2] == {"kept": 30, "rejected": 30}
    assert [r.id for r in read_records(Rejection, tmp_path / "a" / "kept.jsonl")][:2] == [
        record(1).id,
        record(2).id,
    ]


@settings(max_examples=60, deadline=None)
@given(cut=st.integers(0, 2000))
def test_cut_at_any_byte_goes_on_to_the_same_bytes(tmp_path_factory, cut):
    folder = tmp_path_factory.mktemp("cut")
    path = folder / "work.journal"

    def work(stop: int = 12) -> None:
        with RecordJournal(path) as journal:
            for number in range(stop):
                key = f"{number:03d}"
                if key not in journal:
                    journal.append(
                        key, {"kept": [Rejection(id=key, stage="s", reason="r", detail="é\n" * number)]}
                    )
            journal.finish(folder, ["kept"])

    work()
    whole, lines = (folder / "kept.jsonl").read_bytes(), path.read_bytes()
    length = min(cut, len(lines))
    path.write_bytes(lines[:length])
    with RecordJournal(path) as journal:
        assert len(journal) == lines[:length].count(b"\n"), "a whole line was lost or a torn one kept"
    work()
    assert (folder / "kept.jsonl").read_bytes() == whole
    assert path.read_bytes() == lines


def test_a_key_is_done_once(tmp_path, record):
    with RecordJournal(tmp_path / "work.journal") as journal:
        journal.append("a", {"kept": [record(1)]})
        with pytest.raises(ValueError, match="'a' is already"):
            journal.append("a", {})
        assert journal.done == {"a"}
        assert journal.read("a")["kept"][0].startswith(b'{"id"')


def test_a_damaged_line_is_named(tmp_path, record):
    path = tmp_path / "work.journal"
    with RecordJournal(path) as journal:
        for number in range(3):
            journal.append(str(number), {"kept": [record(number)]})
    lines = path.read_bytes().split(b"\n")
    for bad in (b"{}", b"\0" * 40, lines[1][:-1], b'{"key":"1","sizes":{"kept":[5]}}\tabc'):
        path.write_bytes(b"\n".join([lines[0], bad, lines[2], b""]))
        with pytest.raises(RecordError, match=r"work\.journal:2: not a line of a journal; delete the file"):
            RecordJournal(path)


def test_a_full_disk_leaves_the_records_before(tmp_path, record, monkeypatch):
    path = tmp_path / "work.journal"
    with RecordJournal(path) as journal:
        journal.append("a", {"kept": [record(1)]})
        good = path.read_bytes()
        real = os.write
        room = 20

        def write(descriptor: int, data: bytes) -> int:
            nonlocal room
            if not room:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            count, room = real(descriptor, data[:room]), 0
            return count

        monkeypatch.setattr(os, "write", write)
        with pytest.raises(StorageError, match=r"cannot write: No space left on device; make room"):
            journal.append("b", {"kept": [record(2)]})
        monkeypatch.undo()
        assert path.read_bytes() == good
        journal.append("b", {"kept": [record(2)]})
    with RecordJournal(path) as journal:
        assert journal.done == {"a", "b"}


def test_sync_asks_the_disk(tmp_path, record, monkeypatch):
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    with RecordJournal(tmp_path / "a.journal", sync=True) as journal:
        journal.append("a", {"kept": [record(1)]})
    assert len(synced) == 1


def test_finish_that_fails_leaves_no_file(tmp_path, record, monkeypatch):
    folder = tmp_path / "out"
    folder.mkdir()
    with RecordJournal(tmp_path / "a.journal") as journal:
        journal.append("a", {"kept": [record(1)]})

        def refuse(*_: object) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr(os, "replace", refuse)
        with pytest.raises(StorageError, match="No space left"):
            journal.finish(folder, ["kept"])
    assert list(folder.iterdir()) == []
    assert Path(journal.path).exists()
