import pytest

from isthmus.corpus import HtmlFolder, build_snapshot
from isthmus.corpus.html import parse_html
from isthmus.errors import InputError

PAGE = """<!doctype html><html><head><title>Port  Vell</title><style>p {}</style></head><body>
<nav><a href="norland.html">Home</a></nav><header>Banner</header>
<main><h1>Port Vell</h1>
<table><tr><th>Mayor</th><td><a href="people/ada.html">Ada Quill</a></td></tr><tr><th>Founded</th><td>1702</td></tr></table>
<p>A <b>town</b> in <a href="norland.html#south">Norland</a>, seen from <a href="https://example.org">afar</a>&nbsp;&amp; near.
<h2>Sights</h2><ul><li>The <a href="./people/../norland.html">old
pier</a><li>A tower</ul>
<table><tr><th>Year</th><th>Boats</th></tr><tr><td>1900</td><td>12</td></tr></table>
<script>alert("x")</script><template>t</template>
<div>Loose words<br>on two lines</div></main><footer>Bottom</footer></body></html>"""


@pytest.fixture
def site(tmp_path):
    folder = tmp_path / "site"
    (folder / "people").mkdir(parents=True)
    (folder / "vell.html").write_text(PAGE)
    (folder / "norland.html").write_text("<title>Norland</title><p>A country. <a href='people/'>People</a>")
    (folder / "people/ada.html").write_text(
        "<p>A poet from <a href='../vell.html'>Vell</a> and <a href='/norland.html'>here</a>."
    )
    (folder / "people/index.html").write_text("<p>All people.")
    (folder / "notes.txt").write_text("not a page")
    return folder


def test_a_site(site, tmp_path, linked, facts):
    snapshot = build_snapshot(HtmlFolder(site), tmp_path / "s")
    assert list(snapshot.ids()) == ["Norland", "Ada", "People", "Port Vell"]
    town = snapshot.document("Port Vell")
    assert town.text == (
        "Mayor: Ada Quill\nFounded: 1702\n\n"
        "A town in Norland, seen from afar & near.\n\n"
        "## Sights\n\n- The old pier\n- A tower\n\n- Year | Boats\n- 1900 | 12\n\nLoose words on two lines"
    )
    assert linked(town) == [("Ada Quill", "Ada"), ("Norland", "Norland"), ("old pier", "Norland")]
    assert facts(town) == {"mayor": ["Ada Quill"], "founded": ["1702"]}
    assert linked(snapshot.document("Norland")) == [("People", "People")]
    assert linked(snapshot.document("Ada")) == [("Vell", "Port Vell"), ("here", "Norland")]


def text_of(html: str) -> str:
    return parse_html("T", html, lambda address: "").text


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "html",
    ["<div>" * 100_000 + "x", "<b>" * 100_000 + "x", "<a href=x>" * 50_000, "<table><tr><td>" * 30_000,
     "<" * 200_000, "<p" * 100_000, "<!--" * 50_000, "<li>x" * 50_000, "&" * 200_000, "<svg><math>" * 20_000],
)  # fmt: skip
def test_hostile_pages_end(html):
    text_of(html)


def test_deep_pages_have_no_text_and_normal_ones_do():
    assert text_of("<div>" * 6000 + "x") == ""
    assert text_of("<div>" * 500 + "x") == "x"


def test_scripts_and_control_characters_never_show():
    assert text_of("<p>a<script>b</script>\x01\x02c<style>d</style><!-- e --></p>") == "ac"


def test_bytes_that_are_no_utf8_and_empty_pages(site, tmp_path):
    (site / "latin.html").write_bytes(b"<p>caf\xe9</p>")
    (site / "hollow.html").write_text("<nav>only a menu</nav>")
    snapshot = build_snapshot(HtmlFolder(site), tmp_path / "s")
    assert sorted((item.id, item.reason) for item in snapshot.rejections()) == [
        ("hollow.html", "no-text"),
        ("latin.html", "invalid-utf8"),
    ]


def test_a_huge_page(site, tmp_path):
    snapshot = build_snapshot(HtmlFolder(site, page_limit=200), tmp_path / "s")
    assert [item.reason for item in snapshot.rejections()] == ["page-too-large"]


def test_folders_without_pages(tmp_path):
    with pytest.raises(InputError, match=r"no .html or .htm file in the folder; name another folder"):
        next(HtmlFolder(tmp_path).items())
    with pytest.raises(InputError, match="no such folder; name a folder of pages"):
        next(HtmlFolder(tmp_path / "none").items())
