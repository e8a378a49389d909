"""Claims from hand-made pages: what is asserted, and what is only mentioned."""

import re

import pytest

from isthmus.errors import ConfigError
from isthmus.graph.claims import extract_claims
from isthmus.graph.definitions import first_sentence, page_noun
from isthmus.graph.nouns import defined_noun
from isthmus.graph.relations import parse_relations, relation_table
from isthmus.graph.sentences import paragraphs, sentences
from isthmus.records import Attribute, Document, Link


def page(
    title: str, marked: str, fields: dict[str, str] | None = None, aliases: tuple[str, ...] = ()
) -> Document:
    """Make a document from text with [[Target|words]] links; fields become attribute lines with values split at ';'."""
    lines = [f"{name.replace('_', ' ').capitalize()}: {value}" for name, value in (fields or {}).items()]
    head = "\n".join(lines) + "\n\n" if lines else ""
    text, links = "", []
    at = 0
    source = head + marked
    for match in re.finditer(r"\[\[([^|\]]+)\|?([^\]]*)\]\]", source):
        text += source[at : match.start()]
        words = match.group(2) or match.group(1)
        links.append(Link(start=len(text), end=len(text) + len(words), target=match.group(1)))
        text += words
        at = match.end()
    text += source[at:]
    attributes = []
    cursor = 0
    for name in fields or {}:
        start = text.index(": ", cursor) + 2
        end = text.index("\n", start)
        for value in text[start:end].split(";"):
            offset = text.index(value.strip(), start)
            attributes.append(Attribute(name=name, start=offset, end=offset + len(value.strip())))
        cursor = end + 1
    body = text.index("\n\n") + 2 if fields else 0
    return Document(
        id=title,
        title=title,
        text=text,
        url=f"doc://t/{title}",
        links=tuple(links),
        attributes=tuple(attributes),
        aliases=aliases,
        body_start=body,
    )


def claims(document: Document) -> set[tuple[str, str | float]]:
    return {(c.relation, c.object or c.value) for c in extract_claims(document, lambda title: title)}


def test_fields_become_claims_with_their_line_as_evidence():
    document = page(
        "Velm",
        "Velm is a rock band from Orro.",
        {
            "origin": "[[Orro]], [[Tassia]], U.S.",
            "genre": "[[Glass rock]]; drift pop",
            "label": "[[Axle Records|Axle]]",
            "years_active": "1987–present",
        },
    )
    found = claims(document)
    assert {("origin", "Orro"), ("origin", "Tassia"), ("origin", "United States")} <= found
    assert {
        ("genre", "Glass rock"),
        ("genre", "Drift pop"),
        ("label", "Axle Records"),
        ("active_since", 1987.0),
    } <= found
    label = next(c for c in extract_claims(document, lambda t: t) if c.relation == "label")
    assert document.text[label.start : label.end] == "Label: Axle"
    assert label.surface == "Axle"


def test_the_object_is_the_canonical_title():
    document = page("Velm", "Velm is a band.", {"label": "[[Axle]]"})
    found = {
        (c.relation, c.object)
        for c in extract_claims(document, lambda title: {"Axle": "Axle Records"}.get(title, title))
    }
    assert ("label", "Axle Records") in found


def test_a_page_claims_nothing_of_itself():
    document = page("Velm", "Velm is a band. It was influenced by [[Velm]].")
    assert not [c for c in extract_claims(document, lambda t: t) if c.object == "Velm"]


def test_sentences_need_the_page_as_subject():
    document = page(
        "Tassia",
        "Tassia is a country in [[Orrland]]. It borders [[Velmora]] to the north, [[Ardal]] and [[Quen]]. "
        "Its capital is [[Dray]]. The president visited [[Brum]]. "
        "It was conquered in 1402 by the [[Sarn Empire]]. It borders [[Lune]] too.",
    )
    found = claims(document)
    assert ("location", "Orrland") in found
    assert {("borders", "Velmora"), ("borders", "Ardal"), ("borders", "Quen")} <= found
    assert not any(name in ("Brum", "Dray") for _, name in found)
    # After a sentence about something else, "it" may be that something.
    assert not any(name in ("Sarn Empire", "Lune") for _, name in found)


def test_people_have_lives_nationalities_and_occupations():
    document = page(
        "Ilse Vorn",
        "Ilse Maria Vorn (June 8, 1810 – July 29, 1856) was a German composer and pianist. She was born in [[Zwick]]. "
        "Vorn studied under [[Anton Hale]]. "
        "In 1840, she married [[Otto Bray]].",
    )
    found = claims(document)
    assert {("born", 1810.0), ("died", 1856.0), ("nationality", "German"), ("occupation", "Pianist")} <= found
    assert {("birth_place", "Zwick"), ("doctoral_advisor", "Anton Hale"), ("spouse", "Otto Bray")} <= found


@pytest.mark.parametrize(
    ("sentence", "noun", "family"),
    [
        ("Velm is an American rock band formed in Orro in 1999.", "rock band", "group"),
        ("Ilse Vorn (8 June 1810 – 1856) was a German composer and pianist.", "composer", "music"),
        (
            "Tassia, officially the Republic of Tassia, is a landlocked country in central Orrland.",
            "country",
            "state",
        ),
        ("Zinc is a chemical element with the symbol Zn.", "chemical element", "substance"),
        ("The tassel owl is a species of owl found in Orro.", "owl", "being"),
        ("Axle Records is an independent record label.", "record label", "organisation"),
        ("Velm was an American rock and roll band.", "band", "group"),
        ("The Serrels are islands in the Sarn Sea.", "island group", "state"),
        ("Bray is the capital and largest city of Tassia.", "capital", "settlement"),
    ],
)
def test_definitional_sentences_give_nouns(sentence, noun, family):
    found = defined_noun(sentence)
    assert found is not None
    assert (found.word, found.family) == (noun, family)


def test_no_noun_where_nothing_is_defined():
    assert defined_noun("In the year of the flood nothing happened.") is None
    noun, span = page_noun(page("Orro", "Nothing here defines it."))
    assert noun is None
    assert span == (0, 0)


def test_first_sentence_skips_captions():
    document = page("Orro", "A view of the harbour.\n\nOrro is a town in Tassia. It has a harbour.")
    span = first_sentence(document)
    assert document.text[span.start : span.end] == "Orro is a town in Tassia."


def test_sentences_survive_abbreviations_and_initials():
    text = "Dr. A. B. Vorn met St. John in Washington D.C. in 1880. Then she left! “Why?” Nobody knew."
    (paragraph,) = paragraphs(text)
    assert [text[a:b] for a, b in sentences(text, paragraph)] == [
        "Dr. A. B. Vorn met St. John in Washington D.C. in 1880.",
        "Then she left!",
        "“Why?”",
        "Nobody knew.",
    ]


def test_headings_and_lists_are_no_sentences():
    assert list(paragraphs("## Head\n\n- item one\nProse here.\n")) == [(20, 31)]


def test_the_relation_table_is_large_and_well_formed():
    table = relation_table()
    assert len(table.by_field) >= 60
    for relation in table.by_name.values():
        assert relation.clues, relation.name
        for phrases in (*relation.clues.values(), *relation.hidden.values()):
            for phrase in phrases:
                assert len(re.findall(r"\{(?:a|the)?\}", phrase)) == 1, (relation.name, phrase)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[x]\nobject='entity'\ncolour='red'", "unknown key 'colour'"),
        ("[x]\nobject='person'", "object is 'person'"),
        ("[x]\nobject='entity'\npatterns=['(']", "does not compile"),
        ("[x]\nobject='entity'\nfields=['a']\n[y]\nobject='entity'\nfields=['a']", "'x' and 'y'"),
        ("[x", "mend the TOML"),
    ],
)
def test_a_bad_relation_table_is_refused_with_its_place(text, message):
    with pytest.raises(ConfigError) as error:
        parse_relations(text, place="mine.toml")
    assert message in str(error.value)
    assert "mine.toml" in str(error.value)


def test_a_place_after_the_object_is_not_the_next_of_a_list():
    document = page(
        "Berm", "Berm is an island. It is a dependency of [[Orrland]] in the north [[Sarn Sea]] and of note."
    )
    found = claims(document)
    assert ("independence_from", "Orrland") in found
    assert not any(name == "Sarn Sea" for _, name in found)


def test_a_stage_name_late_in_the_first_sentence_still_defines():
    document = page(
        "Fay Lee",
        "Joan Ada Smith (born 3 May 1979), better known by her stage name Fay Lee, is an American rapper and singer.\n\n"
        "Fay Lee was a member of a band in 1999.",
    )
    noun, _ = page_noun(document)
    assert noun is not None
    assert noun.word == "rapper"
    assert ("born", 1979.0) in claims(document)


def test_an_occupation_is_not_the_noun_again_and_linked_nationality_is_citizenship():
    document = page(
        "Joan Vey",
        "Joan Vey was a drummer.",
        {"occupation": "drummer; weaver", "nationality": "[[Tassia]]", "country": "Orrland"},
    )
    found = claims(document)
    assert ("occupation", "Weaver") in found
    assert ("occupation", "Drummer") not in found
    assert ("country", "Tassia") in found
    assert not any(relation == "nationality" for relation, _ in found)


def test_a_degree_behind_a_short_link_is_no_school():
    document = page(
        "Joan Vey", "Joan Vey was a singer.", {"alma_mater": "[[Orro College]]; [[Bachelor of Science|BS]]"}
    )
    assert {name for relation, name in claims(document) if relation == "alma_mater"} == {"Orro College"}


@pytest.mark.parametrize(
    ("title", "sentence", "wrong"),
    [
        (
            "Minnet",
            "Minnet is a state in [[Orrland]]. The Minnet Wild, its team, joined the [[Ice League]] in 2000.",
            "Ice League",
        ),
        (
            "Will III of Orrland",
            "Will III was a king. Orrland joined the [[Pact of Sarn]] in 1690.",
            "Pact of Sarn",
        ),
        (
            "Frank",
            "Frank is a city in [[Orrland]]. It is also home to the European headquarters of firms.",
            "European",
        ),
        ("Joan Vey", "Joan Vey was a singer. Vey reached No. 33 in 2006.", "No"),
        ("Joan Vey", "Joan Vey was a singer. In 2006, Vey joined [[Ada Bell]] on a tour.", "Ada Bell"),
    ],
)
def test_what_only_looks_like_a_claim_is_none(title, sentence, wrong):
    assert not any(name == wrong for _, name in claims(page(title, sentence)))


def test_the_first_of_several_dates_counts():
    document = page("Tassia", "Tassia is a country.", {"independence": "August 15, 1947; January 26, 1950"})
    assert {(r, v) for r, v in claims(document) if r == "independence"} == {("independence", 1947.0)}
