import os
import resource
import subprocess
import sys
import textwrap

import pytest

from isthmus.corpus import Snapshot, WikitextJsonl, build_snapshot, detect_kind
from isthmus.corpus import build as building
from isthmus.corpus.source import rejection
from isthmus.errors import InfrastructureError, InputError, StorageError


def reasons(snapshot):
    return [(item.id, item.reason) for item in snapshot.rejections()]


def test_an_empty_corpus(list_source, tmp_path):
    with pytest.raises(InputError, match="the corpus 'little' has no document; name a file or folder"):
        build_snapshot(list_source([]), tmp_path / "s")
    assert list(tmp_path.iterdir()) == []


def test_a_corpus_of_redirects_only(list_source, tmp_path, redirect):
    with pytest.raises(InputError, match="has no document"):
        build_snapshot(list_source([redirect("A", "B")]), tmp_path / "s")


def test_one_page_without_links(list_source, tmp_path, page):
    snapshot = build_snapshot(list_source([page("One")]), tmp_path / "s")
    assert [item.title for item in snapshot.documents()] == ["One"]


def test_redirects_that_lead_nowhere(list_source, tmp_path, page, redirect):
    items = [
        page("End"),
        redirect("A", "B"), redirect("B", "A"), redirect("Self", "Self"), redirect("Into", "A"),
        redirect("Lost", "Nowhere"), redirect("End", "A"), redirect("Good", "End"), redirect("Good", "A"),
    ]  # fmt: skip
    snapshot = build_snapshot(list_source(items), tmp_path / "s")
    assert [(item.source, item.target) for item in snapshot.redirects()] == [("Good", "End")]
    assert sorted(reasons(snapshot)) == [
        ("A", "redirect-cycle"),
        ("B", "redirect-cycle"),
        ("End", "redirect-shadowed"),
        ("Good", "redirect-cycle"),
        ("Into", "redirect-cycle"),
        ("Lost", "redirect-dangling"),
        ("Self", "redirect-cycle"),
    ]
    assert snapshot.manifest["rejected"] == {
        "redirect-cycle": 5,
        "redirect-shadowed": 1,
        "redirect-dangling": 1,
    }


def test_pages_of_one_title_all_stay(list_source, tmp_path, page):
    items = [page("Twin", "first"), page("Twin [2]", "other"), page("twin", "second"), page("Twin", "third")]
    snapshot = build_snapshot(list_source(items), tmp_path / "s")
    assert [(item.id, item.text) for item in snapshot.documents()] == [
        ("Twin", "first"),
        ("Twin [2]", "other"),
        ("Twin [3]", "second"),
        ("Twin [4]", "third"),
    ]
    assert snapshot.document("Twin [4]").url == "doc://little/Twin_%5B4%5D"
    assert snapshot.by_url("doc://little/Twin") == "Twin"
    assert reasons(snapshot) == [("Twin", "duplicate-title")] * 2


def test_pages_of_one_address(list_source, tmp_path, page):
    items = [page("A", url="https://example.org/x"), page("B", url="https://example.org/x")]
    snapshot = build_snapshot(list_source(items), tmp_path / "s")
    assert [item.url for item in snapshot.documents()] == ["https://example.org/x", "doc://little/B"]
    assert reasons(snapshot) == [("B", "duplicate-url")]


def test_a_title_that_is_empty_once_normalised(list_source, tmp_path, page):
    snapshot = build_snapshot(list_source([page("#"), page("Good")]), tmp_path / "s")
    assert [item.id for item in snapshot.documents()] == ["Good"]
    assert reasons(snapshot) == [("#", "malformed-record")]


def test_mostly_unreadable(list_source, tmp_path, page):
    bad = [rejection(f"x.jsonl:{number}", "malformed-record", "not JSON") for number in range(3)]
    with pytest.raises(InputError) as caught:
        build_snapshot(list_source([page("A"), *bad, page("B")]), tmp_path / "s")
    assert str(caught.value) == (
        "x.jsonl:0: 3 of 5 records cannot be read (malformed-record: not JSON); check that the file is of the kind you named"
    )
    assert list(tmp_path.iterdir()) == []


def test_mostly_unreadable_is_noticed_early(list_source, tmp_path):
    def endless():
        number = 0
        while True:
            yield rejection(f"x:{(number := number + 1)}", "malformed-record", "not JSON")

    source = list_source([])
    source.items = endless
    with pytest.raises(InputError, match="1000 of 1000 records cannot be read"):
        build_snapshot(source, tmp_path / "s")


def test_an_older_snapshot_is_replaced_only_by_a_whole_one(list_source, tmp_path, page):
    folder = tmp_path / "s"
    build_snapshot(list_source([page("Old")]), folder)
    with pytest.raises(InputError):
        build_snapshot(list_source([]), folder)
    assert [item.id for item in Snapshot.open(folder).documents()] == ["Old"]
    build_snapshot(list_source([page("New")]), folder)
    assert [item.id for item in Snapshot.open(folder).documents()] == ["New"]
    assert [item.name for item in tmp_path.iterdir()] == ["s"]


def test_a_folder_with_other_things_is_left_alone(list_source, tmp_path, page):
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(InputError, match="exists and is not a snapshot; name another folder"):
        build_snapshot(list_source([page("A")]), tmp_path)
    assert (tmp_path / "thesis.txt").exists()


def test_leftovers_of_killed_builds_are_removed(list_source, tmp_path, page):
    gone = tmp_path / ".s.building-999999999"
    gone.mkdir()
    (gone / "documents.sqlite").write_text("half")
    living = tmp_path / f".s.building-{os.getppid()}"
    living.mkdir()
    build_snapshot(list_source([page("A")]), tmp_path / "s")
    assert sorted(item.name for item in tmp_path.iterdir()) == sorted(["s", living.name])


def test_a_snapshot_set_aside_by_a_killed_build_comes_back(list_source, tmp_path, page):
    folder = tmp_path / "s"
    build_snapshot(list_source([page("Old")]), folder)
    folder.rename(tmp_path / ".s.replaced-999999999")
    with pytest.raises(InputError):
        build_snapshot(list_source([]), folder)
    assert [item.id for item in Snapshot.open(folder).documents()] == ["Old"]


def test_a_killed_build_leaves_no_snapshot_and_the_next_is_the_same(tmp_path):
    program = textwrap.dedent(
        """
        import os, signal, sys
        from pathlib import Path
        from isthmus.corpus import build_snapshot
        from isthmus.records import Document

        class Source:
            name = "little"
            def items(self):
                for number in range(600):
                    if number == int(sys.argv[2]):
                        os.kill(os.getpid(), signal.SIGKILL)
                    yield Document(id="", title=f"Page {number}", text="words " * 50, url="")
            def fingerprint(self):
                return "f"

        print(build_snapshot(Source(), Path(sys.argv[1])).id)
        """
    )

    def run(name: str, number: int):
        command = [sys.executable, "-c", program, str(tmp_path / name), str(number)]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    assert run("killed", 500).returncode == -9
    assert not (tmp_path / "killed").exists()
    again, whole = run("killed", -1), run("whole", -1)
    assert again.stdout == whole.stdout and again.stdout.startswith("s")
    assert sorted(item.name for item in tmp_path.iterdir()) == ["killed", "whole"]
    assert (tmp_path / "killed/documents.sqlite").read_bytes() == (
        tmp_path / "whole/documents.sqlite"
    ).read_bytes()


def test_a_place_that_cannot_be_written(list_source, tmp_path, page):
    (tmp_path / "file").write_text("")
    with pytest.raises(
        StorageError, match=r"cannot write the snapshot: .*; choose a folder that can be written"
    ):
        build_snapshot(list_source([page("A")]), tmp_path / "file" / "s")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder(list_source, tmp_path, page):
    tmp_path.chmod(0o500)
    with pytest.raises(StorageError, match="Permission denied; choose a folder that can be written"):
        build_snapshot(list_source([page("A")]), tmp_path / "s")


def test_a_read_only_disk(list_source, tmp_path, page, monkeypatch):
    def refuse(*_, **__):
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(building.Path, "mkdir", refuse)
    with pytest.raises(StorageError, match="Read-only file system; choose a folder that can be written"):
        build_snapshot(list_source([page("A")]), tmp_path / "s")


def _full_disk(folder: str) -> None:
    from pathlib import Path

    from isthmus.records import Document

    class Source:
        name = "big"

        def items(self):
            for number in range(20_000):
                yield Document(id="", title=f"Page {number}", text=str(os.urandom(300)), url="")

        def fingerprint(self) -> str:
            return "f"

    # A limit on the size of files stands in for a full disk: the system refuses the write in the same way.
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
    try:
        build_snapshot(Source(), Path(folder) / "s")
    except StorageError as error:
        print(error)


def test_a_full_disk(tmp_path):
    here = os.path.dirname(__file__)
    program = f"import sys; sys.path.insert(0, {here!r})\nimport test_build\ntest_build._full_disk({str(tmp_path)!r})"
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "cannot write the snapshot" in done.stdout and "free some space" in done.stdout, done.stderr
    assert list(tmp_path.iterdir()) == []


def test_progress_counts_documents(list_source, tmp_path, page):
    seen = []
    build_snapshot(list_source([page(f"Page {n}") for n in range(600)]), tmp_path / "s", progress=seen.append)
    assert seen == sorted(seen) and seen[-1] == 600 and len(seen) == 3


@pytest.fixture
def many_pages(write_jsonl, monkeypatch):
    monkeypatch.setattr("isthmus.corpus.parallel._INLINE_SIZE", 10_000)
    pages = [
        {"title": f"Page {n}", "wikitext": f"'''Page {n}''' leads to [[Page {n + 1}]]. " * 40}
        for n in range(500)
    ]
    pages[300] = {"title": "Broken"}
    return WikitextJsonl(write_jsonl(*pages))


def test_any_number_of_workers_gives_the_same_bytes(many_pages, tmp_path):
    for workers in (1, 2, 3):
        build_snapshot(many_pages, tmp_path / str(workers), workers=workers)
    databases = {(tmp_path / str(workers) / "documents.sqlite").read_bytes() for workers in (1, 2, 3)}
    assert len(databases) == 1
    assert reasons(Snapshot.open(tmp_path / "3")) == [("pages.jsonl:301", "malformed-record")]


def test_a_worker_that_dies_is_no_hang(many_pages, tmp_path, monkeypatch):
    monkeypatch.setattr(WikitextJsonl, "parse", lambda *_: os._exit(9) if os.getpid() != parent else None)
    parent = os.getpid()
    with pytest.raises(InfrastructureError, match="a worker process was killed"):
        build_snapshot(many_pages, tmp_path / "s")
    assert [item.name for item in tmp_path.iterdir()] == ["pages.jsonl"]


def test_a_file_without_bytes_is_called_empty(tmp_path):
    path = tmp_path / "pages.jsonl"
    path.touch()
    with pytest.raises(InputError, match=r"pages\.jsonl: the corpus is empty"):
        detect_kind(path)
