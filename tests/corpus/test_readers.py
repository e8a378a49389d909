import json

import pytest

from isthmus.corpus import JsonlCorpus, WikitextJsonl, build_snapshot, detect_kind, open_source
from isthmus.errors import InputError
from isthmus.records import Document, Redirect, Rejection, dump

LONG = " It lies by the sea and has many houses." * 10


def test_wikitext_pages(write_jsonl):
    path = write_jsonl(
        {
            "title": " Port Vell ",
            "wikitext": "'''Port Vell''' is a [[town]].",
            "url": "https://example.org/v",
            "more": 1,
        },
        {"title": "Vell", "wikitext": "#REDIRECT [[Port Vell]]"},
        {"title": "Hollow", "wikitext": "{{stub}}"},
    )
    town, redirect, hollow = WikitextJsonl(path).items()
    assert isinstance(town, Document) and isinstance(redirect, Redirect) and isinstance(hollow, Rejection)
    assert (town.title, town.text, town.url) == ("Port Vell", "Port Vell is a town.", "https://example.org/v")
    assert (redirect.source, redirect.target) == ("Vell", "Port Vell")
    assert (hollow.id, hollow.reason) == ("Hollow", "no-text")


@pytest.mark.parametrize(
    ("line", "reason", "detail"),
    [
        (b"{", "malformed-record", "not JSON"),
        (b"[1]", "malformed-record", "not a JSON object"),
        (b'{"text": "x"}', "malformed-record", "'title' is missing"),
        (b'{"title": "x"}', "malformed-record", "'text' is missing"),
        (b'{"title": 5, "text": "x"}', "malformed-record", "'title' is missing or not a string"),
        (b'{"title": " ", "text": "x"}', "malformed-record", "'title' is empty"),
        (b'{"title": "x", "text": "y", "links": "a"}', "malformed-record", "'links' is not"),
        (b'{"title": "x", "text": "y", "links": [["a"]]}', "malformed-record", "'links' is not"),
        (b'{"title": "x", "text": "y", "aliases": [1]}', "malformed-record", "'aliases' is not a list"),
        (b'{"title": "x", "text": "\xff"}', "invalid-utf8", "at byte"),
        (b"[" * 100_000, "malformed-record", "not JSON"),
        (b'{"title": "x", "text": ""}', "no-text", ""),
    ],
)
def test_what_is_kept_out(write_jsonl, tmp_path, line, reason, detail):
    good = {"title": "Good", "text": "A town." + LONG}
    path = write_jsonl(good, line, {**good, "title": "Also good"})
    snapshot = build_snapshot(JsonlCorpus(path), tmp_path / "s")
    assert len(snapshot) == 2
    (kept_out,) = snapshot.rejections()
    assert (kept_out.reason, kept_out.stage) == (reason, "ingest")
    assert kept_out.id in ("pages.jsonl:2", "x")
    assert detail in kept_out.detail


def test_a_huge_page_is_kept_out(write_jsonl, tmp_path):
    path = write_jsonl(
        {"title": "Huge", "text": "x" * 50_000},
        {"title": "Escaped", "text": "é" * 50_000},
        {"title": "Fine", "text": "y"},
    )
    snapshot = build_snapshot(JsonlCorpus(path, page_limit=1000), tmp_path / "s")
    assert [item.id for item in snapshot.documents()] == ["Fine"]
    assert [(item.id, item.reason, item.detail) for item in snapshot.rejections()] == [
        ("Huge", "page-too-large", "50,000 characters; the limit is 1,000"),
        ("pages.jsonl:2", "page-too-large", "more than 1,000 characters"),
    ]


def test_the_usual_limit_is_ten_million(write_jsonl, tmp_path):
    path = write_jsonl({"title": "Huge", "wikitext": "x " * 25_000_000}, {"title": "Fine", "wikitext": "y"})
    snapshot = build_snapshot(WikitextJsonl(path), tmp_path / "s")
    assert snapshot.manifest["rejected"] == {"page-too-large": 1}


def test_a_file_of_another_kind(tmp_path):
    path = tmp_path / "photo.jsonl"
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20)
    with pytest.raises(InputError, match=r"cannot be read .*check that the file is of the kind you named"):
        build_snapshot(JsonlCorpus(path), tmp_path / "s")


def test_plain_pages_with_a_list_of_links(write_jsonl, linked):
    text = (
        "Port Vell is a town in Norland (Northern). Bands from port vell play skiffles; the Skiffle was new."
    )
    path = write_jsonl(
        {
            "title": "Port Vell",
            "text": text,
            "links": ["Norland (country)", "Skiffle", "Nowhere", ["Port music", "Bands"]],
            "categories": ["Towns"],
            "aliases": ["Vell"],
        }
    )
    (town,) = JsonlCorpus(path).items()
    assert linked(town) == [
        ("Norland", "Norland (country)"),
        ("Bands", "Port music"),
        ("skiffles", "Skiffle"),
    ]
    assert (town.aliases, town.categories, town.text) == (("Vell",), ("Towns",), text)


def test_lone_surrogates_and_control_characters_go(write_jsonl, tmp_path):
    path = write_jsonl(b'{"title": "A\\ud800", "text": "x\\u0001\\ud83dy\\u0000 z"}')
    snapshot = build_snapshot(JsonlCorpus(path), tmp_path / "s")
    assert [(item.id, item.text) for item in snapshot.documents()] == [("A", "xy z")]


def test_fingerprints_follow_content_not_place(write_jsonl, tmp_path):
    first = write_jsonl({"title": "A", "text": "x"})
    second = write_jsonl({"title": "A", "text": "x"}, name="copy.jsonl")
    third = write_jsonl({"title": "A", "text": "y"}, name="other.jsonl")
    assert JsonlCorpus(first).fingerprint() == JsonlCorpus(second).fingerprint()
    assert JsonlCorpus(first).fingerprint() != JsonlCorpus(third).fingerprint()
    assert JsonlCorpus(first).fingerprint() != WikitextJsonl(first).fingerprint()


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("a.jsonl", json.dumps({"title": "a", "wikitext": "b"}), "wikitext-jsonl"),
        ("a.jsonl", "\n" + json.dumps({"title": "a", "text": "b"}), "jsonl"),
        ("a.jsonl", dump(Document(id="a", title="a", text="b", url="")), "documents"),
        ("made/documents.jsonl", dump(Document(id="a", title="a", text="b", url="")), "documents"),
        ("a.xml", "<mediawiki/>", "mediawiki"),
        ("foldoc.index", "a\tA\tB\n", "foldoc"),
        ("site/a.html", "<p>x", "html"),
        ("site/deep/a.md", "# x", "markdown"),
    ],
)
def test_kinds_are_recognised(tmp_path, name, content, kind):
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)
    assert detect_kind(tmp_path / name.split("/")[0]) == kind


def test_kinds_that_are_not_recognised(tmp_path):
    (tmp_path / "a.txt").write_text("hello")
    for path, problem in (
        (tmp_path / "a.txt", "cannot tell what kind of corpus this is"),
        (tmp_path, "no such pages in this folder"),
    ):
        with pytest.raises(InputError, match=f"{problem}; known are wikitext-jsonl, jsonl"):
            detect_kind(path)
    with pytest.raises(InputError, match="unknown kind of corpus 'pdf'"):
        open_source("pdf", tmp_path)
