from __future__ import annotations

import dataclasses
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import zstandard
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from isthmus.errors import RecordError, StorageError
from isthmus.messages import Message, Role
from isthmus.records import (
    Document,
    Episode,
    Link,
    Task,
    dump,
    dump_python,
    load,
    read_json,
    read_records,
    write_json,
    write_records,
)

LINKS = [Link(start=n, end=n + 1, target=f"Söderköping {n}\u2028") for n in range(3)]


@settings(suppress_health_check=list(HealthCheck), deadline=None, max_examples=25)
@given(data=st.data())
def test_every_record_survives_the_file(kind, any_record, data):
    record = data.draw(any_record)
    line = dump(record)
    assert "\n" not in line and "\r" not in line
    assert load(kind, line) == record
    assert dump(load(kind, line)) == line
    assert json.loads(line) == dump_python(record)


def test_records_are_frozen_slotted_and_keyword_only(kind):
    parameters = kind.__dataclass_params__
    assert parameters.frozen and "__slots__" in kind.__dict__
    assert all(field.kw_only for field in dataclasses.fields(kind))


def test_fields_are_written_in_the_order_they_are_declared():
    assert dump(LINKS[0]) == '{"start":0,"end":1,"target":"Söderköping 0\u2028"}'


@pytest.mark.parametrize(
    "line, key",
    [
        ('{"start":0,"end":1,"target":"x","extra":1}', "extra"),
        ('{"start":0,"end":1}', "target"),
        ('{"start":"zero","end":1,"target":"x"}', "start"),
        ('{"start":0.5,"end":1,"target":"x"}', "start"),
        ("[1, 2]", "the line"),
        ('{"start":0,', "the line"),
        ("null", "the line"),
    ],
)
def test_a_line_that_is_no_record_is_named_by_file_line_and_key(tmp_path, line, key):
    path = tmp_path / "links.jsonl"
    path.write_text(f"{dump(LINKS[0])}\n\n{line}\n", encoding="utf-8")
    with pytest.raises(RecordError) as caught:
        list(read_records(Link, path))
    assert str(caught.value).startswith(f"{path}:3: not a Link: {key}: ")
    assert "\n" not in str(caught.value) and str(caught.value).endswith("; mend or remove the line")


@pytest.mark.parametrize(
    "kind, path",
    [
        (Document, ("links", 0)),
        (Task, ("answer",)),
        (Task, ("tree", "vertices", 0)),
        (Task, ("tree", "constraints", 0, "evidence")),
        (Episode, ("turns", 0, "message", "tool_calls", 0)),
        (Episode, ("turns", 0, "results", 0)),
        (Episode, ("turns", 0, "usage")),
    ],
)
def test_unknown_keys_are_refused_at_every_depth(kind, path, documents):
    value = dump_python(documents[kind])
    inner = value
    for step in path:
        inner = inner[step]
    inner["surprise"] = 1
    with pytest.raises(RecordError, match=re.escape(".".join(map(str, [*path, "surprise"])))):
        load(kind, json.dumps(value))


@pytest.fixture
def documents():
    evidence = {"document_id": "A", "start": 0, "end": 1, "text": "a"}
    vertices = [{"id": n, "role": role, "entity": "A"} for n, role in enumerate(["answer", "named"])]
    constraint = {"subject": 0, "object": 1, "relation": "label", "clue": "on {}", "evidence": evidence}
    task = {
        "id": "t1",
        "family": "f",
        "question": "q",
        "answer": {"text": "A"},
        "tree": {"vertices": vertices, "constraints": [constraint]},
    }
    call = {"id": "c", "name": "n", "arguments": "{}"}
    result = {"call_id": "c", "name": "n", "status": "ok", "text": "x"}
    turn = {"message": {"role": "assistant", "tool_calls": [call]}, "results": [result], "usage": {}}
    episode = {"id": "p/t1/0", "task_id": "t1", "policy": "p", "attempt": 0, "prompt": [], "turns": [turn]}
    episode |= {"stop": "answered", "answer": "A"}
    document = {"id": "A", "title": "A", "text": "a", "url": "u", "links": [dump_python(LINKS[0])]}
    return {
        kind: load(kind, json.dumps(value))
        for kind, value in ((Task, task), (Episode, episode), (Document, document))
    }


@pytest.mark.parametrize("name", ["links.jsonl", "links.jsonl.zst"])
def test_a_file_gives_back_what_was_written(tmp_path, name):
    path = tmp_path / name
    assert write_records(path, iter(LINKS)) == 3
    assert list(read_records(Link, path)) == LINKS
    assert write_records(path, []) == 0
    assert list(read_records(Link, path)) == []


def test_a_compressed_file_is_compressed_and_the_same_inside(tmp_path):
    plain, packed = tmp_path / "a.jsonl", tmp_path / "a.jsonl.zst"
    links = LINKS * 500
    write_records(plain, links)
    write_records(packed, links)
    assert packed.stat().st_size < plain.stat().st_size / 10
    with zstandard.open(packed, "rb") as file:
        assert file.read() == plain.read_bytes()


def test_lines_end_only_where_records_do(tmp_path):
    path = tmp_path / "a.jsonl"
    message = Message(role=Role.TOOL, content="a\u2028b\u2029c\x0bd\x0ce\x1cf\x85g\rh\r\ni")
    write_records(path, [message, message])
    assert list(read_records(Message, path)) == [message, message]


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.zst"])
def test_writing_is_whole_or_not_at_all(tmp_path, name):
    path = tmp_path / name
    write_records(path, LINKS)
    before = path.read_bytes()

    def broken():
        yield LINKS[0]
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_records(path, broken())
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == [name]


def test_the_disk_s_refusals_name_the_file(tmp_path):
    missing = tmp_path / "none" / "a.jsonl"
    with pytest.raises(StorageError, match=f"{re.escape(str(missing))}: cannot write"):
        write_records(missing, LINKS)
    with pytest.raises(StorageError, match=f"{re.escape(str(missing))}: cannot read"):
        list(read_records(Link, missing))
    with pytest.raises(StorageError, match="cannot read"):
        read_json(missing)
    with pytest.raises(StorageError, match="cannot write"):
        write_json(missing, {})


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_one_clear_error(tmp_path):
    path = tmp_path / "a.jsonl"
    path.with_name(".a.jsonl.partial.jsonl").symlink_to("/dev/full")
    with pytest.raises(StorageError, match=r"a\.jsonl: cannot write: No space left on device"):
        write_records(path, LINKS * 10_000)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.zst"])
def test_bytes_that_are_no_text_are_named(tmp_path, name):
    path = tmp_path / name
    data = dump(LINKS[0]).encode() + b'\n{"start":0,"end":1,"target":"\xff"}\n'
    path.write_bytes(zstandard.compress(data) if name.endswith("zst") else data)
    with pytest.raises(RecordError, match=r"a\.jsonl"):
        list(read_records(Link, path))


@pytest.mark.parametrize("cut", [1, 10, 40])
def test_a_broken_archive_is_named(tmp_path, cut):
    path = tmp_path / "a.jsonl.zst"
    write_records(path, LINKS * 200)
    path.write_bytes(path.read_bytes()[:-cut])
    with pytest.raises(RecordError, match=r"a\.jsonl\.zst: the archive is cut off; "):
        list(read_records(Link, path))


def test_an_archive_of_several_frames_is_read_whole(tmp_path):
    path = tmp_path / "a.jsonl.zst"
    frames = [zstandard.compress(f"{dump(link)}\n".encode()) for link in LINKS]
    path.write_bytes(b"".join(frames))
    assert list(read_records(Link, path)) == LINKS
    path.write_bytes(b"")
    assert list(read_records(Link, path)) == []


def test_a_large_archive_is_read_in_pieces(tmp_path):
    path = tmp_path / "a.jsonl.zst"
    count = write_records(path, (Link(start=n, end=n + 1, target=f"{n:x}" * 20) for n in range(30_000)))
    assert [link.start for link in read_records(Link, path)] == list(range(count))


def test_a_file_that_is_no_archive_is_named(tmp_path):
    path = tmp_path / "a.jsonl.zst"
    path.write_bytes(b"plain text, not zstd at all")
    with pytest.raises(RecordError, match=r"a\.jsonl\.zst: no zstd archive, or a damaged one"):
        list(read_records(Link, path))


def test_json_values(tmp_path):
    path = tmp_path / "a.json"
    write_json(path, {"b": "é", "a": [1, None]})
    assert read_json(path) == {"a": [1, None], "b": "é"}
    assert path.read_text(encoding="utf-8").index('"a"') < path.read_text(encoding="utf-8").index('"b"')
    path.write_text("{", encoding="utf-8")
    with pytest.raises(RecordError, match=r"a\.json: not JSON"):
        read_json(path)


def test_importing_records_loads_nothing_heavy():
    code = "import sys, isthmus.records; print([m for m in ('pydantic', 'zstandard', 'numpy') if m in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
