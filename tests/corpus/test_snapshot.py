import json
import pickle
import sqlite3
import threading

import pytest

from isthmus.corpus import Snapshot, build_snapshot
from isthmus.errors import InputError
from isthmus.records import Attribute, DocumentKind, Link


@pytest.fixture
def pages(page, redirect):
    return [
        page(
            "Port Vell",
            "Mayor: Ada Quill\n\nA harbour town in Norland.",
            links=(Link(start=7, end=16, target="Ada Quill"), Link(start=36, end=43, target="Norland")),
            attributes=(Attribute(name="mayor", start=7, end=16),),
            aliases=("Vell",),
            categories=("Towns",),
            body_start=18,
        ),
        redirect("Vell", "Harbour Vell"),
        redirect("Harbour Vell", "Port Vell"),
        page("ada_quill", "Ada Quill is a poet 😀.", url="https://example.org/ada", kind=DocumentKind.STUB),
        page("Norland", "A country."),
    ]


@pytest.fixture
def snapshot(list_source, pages, tmp_path):
    return build_snapshot(list_source(pages), tmp_path / "snapshot")


def test_documents_come_back_as_they_went_in(snapshot, pages):
    first = snapshot.document("Port Vell")
    assert first.url == "doc://little/Port_Vell"
    assert first == snapshot.at(0)
    given = pages[0]
    assert (first.text, first.links, first.attributes) == (given.text, given.links, given.attributes)
    assert (first.aliases, first.categories, first.body_start) == (
        given.aliases,
        given.categories,
        given.body_start,
    )
    second = snapshot.at(1)
    assert (second.id, second.title, second.kind) == ("Ada quill", "ada_quill", DocumentKind.STUB)
    assert second.text == "Ada Quill is a poet 😀."


def test_numbers_ids_titles_and_addresses(snapshot):
    assert len(snapshot) == 3
    assert (
        [snapshot.id_at(number) for number in range(3)]
        == list(snapshot.ids())
        == ["Port Vell", "Ada quill", "Norland"]
    )
    assert snapshot.number("Norland") == 2 and snapshot.number("Nowhere") is None
    assert snapshot.resolve("port_Vell#Harbour") == "Port Vell"
    assert snapshot.resolve("vell") == "Port Vell"
    assert snapshot.resolve("Nowhere") is None and snapshot.resolve("") is None
    assert snapshot.by_url("https://example.org/ada") == "Ada quill" and snapshot.by_url("x") is None
    with pytest.raises(KeyError):
        snapshot.document("Nowhere")
    for number in (-1, 3):
        with pytest.raises(IndexError):
            snapshot.at(number)
        with pytest.raises(IndexError):
            snapshot.id_at(number)


def test_redirects_lead_straight_to_documents(snapshot):
    assert [(item.source, item.target) for item in snapshot.redirects()] == [
        ("Harbour Vell", "Port Vell"),
        ("Vell", "Port Vell"),
    ]


def test_ranges_of_documents(snapshot):
    assert [item.id for item in snapshot.documents(1)] == ["Ada quill", "Norland"]
    assert [item.id for item in snapshot.documents(0, 1)] == ["Port Vell"]
    assert list(snapshot.documents(3)) == []


def test_threads_and_processes_can_share_it(snapshot):
    seen = []
    threads = [threading.Thread(target=lambda: seen.append(snapshot.at(2).id)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == ["Norland"] * 4
    assert pickle.loads(pickle.dumps(snapshot)).at(0) == snapshot.at(0)


def test_the_id_depends_on_content_alone(list_source, pages, tmp_path, page):
    one = build_snapshot(list_source(pages), tmp_path / "one").id
    assert build_snapshot(list_source(pages), tmp_path / "else" / "two").id == one
    assert build_snapshot(list_source(pages[::-1]), tmp_path / "three").id != one
    assert build_snapshot(list_source([*pages, page("More")]), tmp_path / "four").id != one
    assert build_snapshot(list_source([pages[0], *pages[2:]]), tmp_path / "five").id != one


def test_same_pages_same_bytes(list_source, pages, tmp_path):
    folders = [tmp_path / "a", tmp_path / "b"]
    for folder in folders:
        build_snapshot(list_source(pages), folder)
    for name in ("documents.sqlite", "manifest.json", "rejected.jsonl"):
        assert (folders[0] / name).read_bytes() == (folders[1] / name).read_bytes()


def test_it_cannot_be_written(snapshot):
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        snapshot._connection().execute("DELETE FROM documents")


def test_manifest_counts(snapshot):
    assert snapshot.manifest["kinds"] == {"article": 2, "stub": 1}
    assert (snapshot.manifest["links"], snapshot.manifest["attributes"], snapshot.manifest["redirects"]) == (
        2,
        1,
        2,
    )


def spoil_manifest(folder, **changes):
    path = folder / "manifest.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


def test_a_folder_that_is_no_snapshot(tmp_path):
    with pytest.raises(InputError, match="not a snapshot; build one with `isthmus ingest`"):
        Snapshot.open(tmp_path)


def test_a_snapshot_of_another_version(snapshot):
    spoil_manifest(snapshot.folder, format=99)
    with pytest.raises(InputError, match="format 99, this version reads 1; build it again"):
        Snapshot.open(snapshot.folder)


def test_a_manifest_without_an_id(snapshot):
    (snapshot.folder / "manifest.json").write_text('{"format": 1}')
    with pytest.raises(InputError, match=r"damaged .manifest.json lacks bytes, documents, id, name"):
        Snapshot.open(snapshot.folder)


def test_a_database_cut_short(snapshot):
    path = snapshot.folder / "documents.sqlite"
    path.write_bytes(path.read_bytes()[:10_000])
    with pytest.raises(InputError, match=r"the snapshot is damaged .documents.sqlite has 10000 bytes"):
        Snapshot.open(snapshot.folder)


def test_a_database_overwritten(snapshot):
    path = snapshot.folder / "documents.sqlite"
    path.write_bytes(b"x" * path.stat().st_size)
    with pytest.raises(InputError, match=r"the snapshot is damaged .file is not a database"):
        Snapshot.open(snapshot.folder)


def test_a_document_overwritten(snapshot):
    connection = sqlite3.connect(snapshot.folder / "documents.sqlite")
    connection.execute("UPDATE documents SET data = zeroblob(20) WHERE number = 1")
    connection.commit()
    connection.close()
    with pytest.raises(InputError, match=r"the snapshot is damaged .document 'Ada quill'"):
        Snapshot.open(snapshot.folder).at(1)
