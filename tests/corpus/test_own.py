import json

import pytest

from isthmus.corpus import OwnDocuments, build_snapshot
from isthmus.records import Attribute, Document, Link, Redirect, write_records

TEXT = "Capital: Vell\n\nNorland is a country. Its harbour is Port Vell."
NORLAND = Document(
    id="Norland",
    title="Norland",
    text=TEXT,
    url="https://example.org/n",
    links=(
        Link(start=9, end=13, target="Vell"),
        Link(start=TEXT.index("Port"), end=len(TEXT) - 1, target="Port Vell"),
    ),
    attributes=(Attribute(name="capital", start=9, end=13),),
    body_start=15,
)
PORT = Document(id="Port Vell", title="Port Vell", text="A town.", url="")


def test_what_was_written_is_read_as_it_was(tmp_path, list_source):
    redirect = Redirect(source="Vell", target="Port Vell")
    write_records(tmp_path / "documents.jsonl", [NORLAND, PORT])
    write_records(tmp_path / "redirects.jsonl", [redirect])
    for path in (tmp_path, tmp_path / "documents.jsonl"):
        assert list(OwnDocuments(path).items()) == [NORLAND, PORT, redirect]
    read = build_snapshot(OwnDocuments(tmp_path, name="little"), tmp_path / "read")
    assert read.id == build_snapshot(list_source([NORLAND, PORT, redirect]), tmp_path / "given").id


def test_fingerprint_follows_both_files_and_no_other(tmp_path):
    write_records(tmp_path / "documents.jsonl", [NORLAND])
    first = OwnDocuments(tmp_path).fingerprint()
    (tmp_path / "facts.jsonl").write_text("{}")
    assert (
        OwnDocuments(tmp_path).fingerprint()
        == OwnDocuments(tmp_path / "documents.jsonl").fingerprint()
        == first
    )
    write_records(tmp_path / "redirects.jsonl", [Redirect(source="N", target="Norland")])
    assert OwnDocuments(tmp_path).fingerprint() != first


@pytest.mark.parametrize(
    ("change", "detail"),
    [
        ({"links": [{"start": 9, "end": 900, "target": "Vell"}]}, "'links' has a place outside the text"),
        (
            {"links": [{"start": 9, "end": 9, "target": "Vell"}]},
            "'links' has a place outside the text, or an empty one",
        ),
        ({"attributes": [{"name": "x", "start": -1, "end": 2}]}, "'attributes' has a place outside"),
        (
            {"attributes": [{"name": "x", "start": n, "end": 9} for n in (5, 2)]},
            "'attributes' are not in order",
        ),
        ({"links": [{"start": n, "end": 9, "target": "V"} for n in (2, 5)]}, "'links' overlap"),
        ({"body_start": 999}, "'body_start' is outside the text"),
        ({"body_start": "x"}, "not a Document: body_start"),
        ({"more": 1}, "not a Document: more"),
        ({"title": " "}, "'title' is empty"),
    ],
)
def test_a_line_that_does_not_fit_is_kept_out(tmp_path, write_jsonl, change, detail):
    line = {"id": "Norland", "title": "Norland", "text": TEXT, "url": "", "body_start": 15, **change}
    path = write_jsonl(line, {"id": "A", "title": "A", "text": " ", "url": ""})
    fault, empty = OwnDocuments(path).items()
    assert (fault.id, fault.reason) == ("pages.jsonl:1", "malformed-record")
    assert detail in fault.detail
    assert (empty.id, empty.reason) == ("A", "no-text")


def test_a_redirect_that_is_none_is_kept_out(tmp_path):
    write_records(tmp_path / "documents.jsonl", [PORT])
    (tmp_path / "redirects.jsonl").write_text(json.dumps({"source": "x"}) + "\n")
    (fault,) = list(OwnDocuments(tmp_path).items())[1:]
    assert (fault.id, fault.reason) == ("redirects.jsonl:1", "malformed-record")
