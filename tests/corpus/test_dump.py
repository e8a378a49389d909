import bz2

import pytest

from isthmus.corpus import MediaWikiDump, build_snapshot
from isthmus.errors import InputError
from isthmus.records import DocumentKind

HEAD = """<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.10/" xml:lang="de">
<siteinfo><sitename>Test</sitename><namespaces>
<namespace key="0" case="first-letter" /><namespace key="6">Datei</namespace><namespace key="14">Kategorie</namespace>
</namespaces></siteinfo>
"""


def xml_page(title: str, text: str, *, ns: int = 0, redirect: str = "") -> str:
    leads = f'<redirect title="{redirect}" />' if redirect else ""
    return (
        f"<page><title>{title}</title><ns>{ns}</ns><id>1</id>{leads}<revision><id>9</id><contributor><username>Somebody"
        f'</username></contributor><comment>words</comment><text xml:space="preserve">{text}</text></revision></page>\n'
    )


PAGES = (
    xml_page(
        "Port Vell",
        "'''Port Vell''' &amp; [[Norland]] [[Datei:x.jpg|mini]] &lt;ref&gt;no&lt;/ref&gt; [[Kategorie:Ort]]",
    ),
    xml_page("Vell", "#WEITERLEITUNG [[Port Vell]]", redirect="Port Vell"),
    xml_page("Norland", "A country. " * 60),
    xml_page("Diskussion:Norland", "chatter", ns=1),
)


@pytest.fixture
def dump(tmp_path):
    def write(*pages: str, name: str = "wiki.xml.bz2", head: str = HEAD, tail: str = "</mediawiki>"):
        path = tmp_path / name
        data = (head + "".join(pages) + tail).encode()
        path.write_bytes(bz2.compress(data) if name.endswith(".bz2") else data)
        return path

    return write


@pytest.mark.parametrize("name", ["wiki.xml", "wiki.xml.bz2"])
def test_pages_and_redirects(dump, tmp_path, linked, name):
    snapshot = build_snapshot(MediaWikiDump(dump(*PAGES, name=name)), tmp_path / "s")
    assert list(snapshot.ids()) == ["Port Vell", "Norland"]
    assert snapshot.name == "wiki"
    town = snapshot.at(0)
    assert (town.text, town.categories) == ("Port Vell & Norland", ("Ort",))
    assert linked(town) == [("Norland", "Norland")]
    assert snapshot.resolve("vell") == "Port Vell"
    assert snapshot.at(1).kind is DocumentKind.ARTICLE
    assert snapshot.manifest["rejected"] == {}


def test_a_huge_page_is_not_held(dump, tmp_path):
    path = dump(xml_page("Huge", "word " * 100_000), xml_page("Fine", "words"))
    snapshot = build_snapshot(MediaWikiDump(path, page_limit=1000), tmp_path / "s")
    assert list(snapshot.ids()) == ["Fine"]
    assert [(item.id, item.reason) for item in snapshot.rejections()] == [("Huge", "page-too-large")]


def test_the_last_revision_counts(dump, tmp_path):
    two = xml_page("A", "old").replace("</revision>", "</revision><revision><text>new</text></revision>")
    assert build_snapshot(MediaWikiDump(dump(two)), tmp_path / "s").at(0).text == "new"


def test_entity_bombs_are_refused(dump, tmp_path):
    bomb = '<?xml version="1.0"?>\n<!DOCTYPE m [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>\n'
    with pytest.raises(
        InputError, match=r"wiki.xml:2: has a document type declaration.*; give a MediaWiki XML export"
    ):
        build_snapshot(
            MediaWikiDump(dump(xml_page("A", "&b;"), head=bomb + HEAD, name="wiki.xml")), tmp_path / "s"
        )


def test_xml_cut_short(dump, tmp_path):
    with pytest.raises(
        InputError, match=r"wiki.xml:\d+: the XML is broken here \(no element found\); fetch the file again"
    ):
        build_snapshot(MediaWikiDump(dump(*PAGES, name="wiki.xml", tail="")), tmp_path / "s")


def test_an_archive_cut_short(dump, tmp_path):
    path = dump(*PAGES, *(xml_page(f"Page {n}", f"{n} words " * 500) for n in range(50)))
    path.write_bytes(path.read_bytes()[:-200])
    with pytest.raises(InputError, match="the file is cut short here"):
        build_snapshot(MediaWikiDump(path), tmp_path / "s")
    assert not (tmp_path / "s").exists()


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("<html><p>x</p></html>", "the root is <html>, not <mediawiki>"),
        ("plain words", "not XML"),
        ("", "not XML"),
    ],
)
def test_other_files(tmp_path, content, problem):
    path = tmp_path / "wiki.xml"
    path.write_text(content)
    with pytest.raises(InputError, match=f"{problem}.*; give a MediaWiki XML export"):
        build_snapshot(MediaWikiDump(path), tmp_path / "s")
