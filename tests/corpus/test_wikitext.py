import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from isthmus.corpus.wikiscan import Namespaces
from isthmus.corpus.wikitext import parse_wikitext, redirect_of
from isthmus.records import DocumentKind

BAND = """{{Short description|Fictional band}}
{{Infobox musical artist
| name            = The Lanterns
| image           = Lanterns.jpg
| caption         = On a stage
| background      = group_or_band
| origin          = [[Port Vell]], [[Norland|Norland]]
| genre           = {{flatlist|
* [[Harbour rock]]
* [[skiffle]]<ref>A source, [[Not a link]]</ref>
}}
| years_active    = {{start date|1972}}–1980
| label           = [[Tide Records|Tide]], [[Foam Music]]
| associated_acts = <!-- [[Hidden Band]] -->
| website         = {{URL|https://example.org}}
| current_members = [[Ada Quill]]<br/>Bo Reed<br>(drums)
| past_members    = * [[Cy Marsh]]
* Dee Ford
}}
'''The Lanterns''' ({{IPAc-en|l|a}}; also known as '''Los Faroles''') are a
[[Harbour rock|harbour]] band from [[Port Vell]].<ref name="a"/>
They play [[skiffle]]s.{{citation needed|date=May 2020}}

== Career ==
They ''signed'' with '''Tide''' [http://example.org in 1973] &ndash; then [[#Later|later]] left.
{| class="wikitable"
! A !! B
|-
| [[Table link]] || x
|}
[[File:Pier.jpg|thumb|A caption with [[Caption link]]]]
* First [[Album One|album]]
* Second

===Empty===

== See also ==
* [[Other Band]]

== Discography ==
* ''[[Album One]]'' (1974)

== References ==
{{reflist}}
[[Category:Harbour rock groups]]
[[Category:Bands of Norland| Lanterns]]
[[de:Die Laternen]]
"""


@pytest.fixture
def band():
    return parse_wikitext(" The Lanterns ", BAND)


def test_infobox_becomes_attribute_lines(band, facts):
    assert band.text.split("\n\n")[0] == (
        "Background: group_or_band\n"
        "Origin: Port Vell, Norland\n"
        "Genre: Harbour rock; skiffle\n"
        "Years active: 1972–1980\n"
        "Label: Tide; Foam Music\n"
        "Current members: Ada Quill; Bo Reed (drums)\n"
        "Past members: Cy Marsh; Dee Ford"
    )
    assert facts(band)["label"] == ["Tide", "Foam Music"]
    assert facts(band)["current_members"] == ["Ada Quill", "Bo Reed (drums)"]
    assert "caption" not in facts(band) and "website" not in facts(band)


def test_links_of_infobox_and_body_have_offsets(band, linked):
    pairs = linked(band)
    assert ("Tide", "Tide Records") in pairs
    assert ("skiffles", "Skiffle") in pairs
    assert ("harbour", "Harbour rock") in pairs
    assert ("album", "Album One") in pairs
    targets = {target for _, target in pairs}
    assert not targets & {
        "Not a link",
        "Hidden Band",
        "Table link",
        "Caption link",
        "Other Band",
        "Die Laternen",
    }


def test_lead_reads_cleanly(band):
    body = band.text[band.body_start :]
    assert body.split("\n\n")[0] == (
        "The Lanterns (also known as Los Faroles) are a harbour band from Port Vell. They play skiffles."
    )


def test_sections_lists_and_navigation(band):
    assert band.text[band.body_start :].split("\n\n")[1:] == [
        "## Career",
        "They signed with Tide in 1973 – then later left.",
        "- First album\n- Second",
        "## Discography",
        "- Album One (1974)",
    ]


def test_aliases_categories_and_kind(band):
    assert band.title == "The Lanterns"
    assert band.aliases == ("Los Faroles",)
    assert band.categories == ("Harbour rock groups", "Bands of Norland")
    assert band.kind is DocumentKind.ARTICLE


def first(wikitext: str, **more) -> str:
    return parse_wikitext("Title", wikitext, **more).text


@pytest.mark.parametrize(
    ("wikitext", "text"),
    [
        ("'''X''' ({{IPA|x}}; born 1950) sang.", "X (born 1950) sang."),
        ("'''X''' ( ) sang ,  then  left .", "X sang, then left."),
        ("a{{unknown|b}}c", "ac"),
        ("{{lang|fr|chat}} and {{lang-ru|кот}}", "chat and кот"),
        ("{{nowrap|a {{small|b}}}}", "a b"),
        ("{{convert|5|km|mi}} or {{convert|3|-|4|sqmi}}", "5 km or 3–4 sq mi"),
        ("{{birth date and age|1982|6|20}}", "June 20, 1982"),
        ("{{birth date|df=yes|1982|6|20}}", "20 June 1982"),
        ("{{death date and age|2001|01|2|1950|3|4}}", "January 2, 2001"),
        ("{{birth-date and age|May 5, 1970}}", "May 5, 1970"),
        ("{{circa|1900}}", "c. 1900"),
        ("{{hlist|a|b}}", "a, b"),
        ("{{currency|5|USD}} {{US$|6}}", "US$5 US$6"),
        ("{{frac|1|2}} {{as of|2010}}", "1/2 As of 2010"),
        ("{{formatnum:1234}} {{PAGENAME}}", "1234 Title"),
        ("2{{sup|nd}} {{'}}n{{'}} &amp; {{ndash}}", "2nd 'n' & –"),
        ("a<nowiki>[[b]] ''c''</nowiki>d", "a[[b]] ''c''d"),
        ("a<ref>x</ref>b<ref name=y />c<!-- d -->e", "abce"),
        ("a <math>x^2</math> b <sub>2</sub>", "a b 2"),
        ("l'''''amour''''' and ''''q''''", "lamour and 'q'"),
        ("__NOTOC__ text", "text"),
        ("[https://example.org words] [https://example.org]", "words"),
        ("line one\nline two\n\npara", "line one line two\n\npara"),
        ("{{quote|Sea and sand|Someone}} after", "Sea and sand\n\nafter"),
        ("[[:Category:Rock]] [[wikt:song|song]] [[w:x|y]]", "Category:Rock song y"),
    ],
)
def test_what_is_shown(wikitext, text):
    assert first(wikitext).strip() == text


@pytest.mark.parametrize(
    ("wikitext", "pairs"),
    [
        ("[[a|b]]s", [("bs", "A")]),
        ("[[a b#c|d]]", [("d", "A b")]),
        ("[[Have (band)|]]", [("Have", "Have (band)")]),
        ("[[#c]]", []),
        ("[[a_b]]", [("a_b", "A b")]),
        ("[[Star Wars: Rebels]]", [("Star Wars: Rebels", "Star Wars: Rebels")]),
        ("[[fr:Chanson]]", []),
        ("[[User:X|x]]", []),
        ("[[:France]]", [("France", "France")]),
        ("[[a|{{nowrap|b c}}]]", [("b c", "A")]),
        ("[[a|''b'']]", [("b", "A")]),
        ("[[AT&amp;T]]", [("AT&T", "AT&T")]),
        ("[[[x]]]", [("x", "X")]),
        ("[[a\n|b]]", [("b", "A")]),
        ("{{ill|Town|de|Stadt}} [[Town]]", [("Town", "Town")]),
        ("{{flag|Norland}}", [("Norland", "Norland")]),
    ],
)
def test_links(wikitext, pairs, linked):
    assert linked(parse_wikitext("Title", wikitext)) == pairs


def test_local_namespaces():
    spaces = Namespaces(files=frozenset({"datei"}), categories=frozenset({"kategorie"}))
    document = parse_wikitext("T", "a [[Datei:x.jpg|mini|b]] c [[Kategorie:Musik]]", namespaces=spaces)
    assert (document.text, document.categories) == ("a c", ("Musik",))


def test_only_boxes_of_the_lead_are_about_the_subject(facts):
    document = parse_wikitext(
        "T",
        "{{Infobox person|occupation=Poet|module={{Infobox writer|genre=[[Ode]]}}}}\nx\n\n"
        "== Album ==\n{{Infobox album|length=3}}\ny",
    )
    assert facts(document) == {"occupation": ["Poet"], "genre": ["Ode"]}


def test_labelling_fields_name_their_neighbour(facts):
    box = "{{Infobox settlement|subdivision_type=Country|subdivision_name=[[Norland]]|leader_title1=Mayor|leader_name1=Ada}}x"
    assert facts(parse_wikitext("T", box)) == {"country": ["Norland"], "mayor": ["Ada"]}


@pytest.mark.parametrize(
    ("value", "values"),
    [
        ("[[A]], [[B]] and [[C]]", ["A", "B", "C"]),
        ("[[A]] (x), [[B]]", ["A (x)", "B"]),
        ("[[A]], of the north", ["A, of the north"]),
        ("rock, pop", ["rock, pop"]),
        ("{{unbulleted list|a|b<br>c}}", ["a", "b", "c"]),
        ("a<br>b (c<br>d)", ["a", "b (c d)"]),
        ("{{plainlist|\n* a\n* [[b]]\n}}", ["a", "b"]),
        ("{{Plainlist}}\n* a\n* b\n{{Endplainlist}}", ["a", "b"]),
        ("{{marriage|[[Ann]]|1999|2004}}<br>{{marriage|Bea|2010}}", ["Ann (1999–2004)", "Bea (m. 2010)"]),
        ("yes", None),
    ],
)
def test_values_of_a_field(value, values, facts):
    document = parse_wikitext("T", f"{{{{Infobox x|field={value}}}}}\nText.")
    assert facts(document).get("field") == values


def test_places_keep_their_commas(facts):
    document = parse_wikitext("T", "{{Infobox x|birth_place=[[Port Vell]], [[Norland]]}}\nText.")
    assert facts(document) == {"birth_place": ["Port Vell, Norland"]}


@pytest.mark.parametrize(
    "wikitext",
    ["#REDIRECT [[New name]]", " #redirect: [[new_name#part]] {{R from}}", "#WEITERLEITUNG [[New name]]"],
)
def test_redirects(wikitext):
    redirect = redirect_of("old name", wikitext)
    assert redirect is not None
    assert (redirect.source, redirect.target) == ("Old name", "New name")


def test_a_list_is_no_redirect():
    assert redirect_of("x", "# first [[a]]") is None


@pytest.mark.parametrize(
    ("title", "wikitext", "kind"),
    [
        ("Lima (disambiguation)", "x", DocumentKind.DISAMBIGUATION),
        (
            "Lima",
            "'''Lima''' may refer to:\n* [[Lima, Peru]]\n{{disambiguation}}",
            DocumentKind.DISAMBIGUATION,
        ),
        ("List of bands", "x " * 300, DocumentKind.LIST),
        ("1997 in music", "x " * 300, DocumentKind.LIST),
        ("12th century", "x " * 300, DocumentKind.LIST),
        ("Lima", "A town.", DocumentKind.STUB),
        ("Lima", "A town of many people. " * 20, DocumentKind.ARTICLE),
    ],
)
def test_kinds(title, wikitext, kind):
    assert parse_wikitext(title, wikitext).kind is kind


BRACKETS = st.lists(
    st.sampled_from(
        ["{{", "}}", "[[", "]]", "|", "{|", "\n|}", "\n", "=", "==", "'''", "<ref>", "</ref>", "<!--", "-->", "<", ">", "a",
         "b c", "Infobox x", "File:", "* ", "&amp;", "http://x", "[", "]", "{{hlist|", "(", ")", ";", "<br>", "<nowiki>",
         "\x01", "\x030\x02"]
    ),
    max_size=60,
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(BRACKETS)
def test_any_nesting_gives_valid_offsets(pieces):
    document = parse_wikitext("T", "".join(pieces))
    end = 0
    for link in document.links:
        assert end <= link.start < link.end <= len(document.text)
        assert document.text[link.start : link.end].strip()
        assert link.target
        end = link.end
    for item in document.attributes:
        assert 0 <= item.start < item.end <= max(document.body_start, len(document.text))
        assert "\n" not in document.value(item)
    assert not set(document.text) & set("\x00\x01\x02\x03\x04\x05")


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "unit",
    ["{{", "[[", "}}", "]]", "{{a|", "[[a|", "{|\n", "<ref>", "<a", "<!--", "'''", "[http://a", "==", "((", "(;", " ",
    "{{small|", "|", "&", ",",
     "[[a]]", "{{hlist|", "\n* ", "<nowiki>", "{{Infobox x|a=", "= "],
)  # fmt: skip
def test_a_hundred_thousand_brackets_do_not_hang(unit):
    parse_wikitext("T", "= x" + unit * 100_000 + "y")
