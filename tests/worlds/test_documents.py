from __future__ import annotations

import re
from collections import Counter

import pytest

from isthmus.corpus.titles import normalise, plain
from isthmus.errors import ConfigError
from isthmus.records import Document, DocumentKind, Redirect
from isthmus.worlds import World, WorldConfig
from isthmus.worlds.pages import PageWriter, articles_of
from isthmus.worlds.sizes import Kind


def test_there_are_exactly_as_many_pages_as_asked(
    world: World, documents: list[Document], smallest: World
) -> None:
    assert len(documents) == 2120
    assert sum(isinstance(item, Document) for item in smallest.source().items()) == 212


def test_titles_are_unique_and_normal(documents: list[Document]) -> None:
    assert len({document.id for document in documents}) == len(documents)
    assert len({document.url for document in documents}) == len(documents)
    for document in documents:
        assert normalise(document.title) == document.title == document.id


def test_links_show_their_target_and_lead_to_pages(documents: list[Document]) -> None:
    titles = {document.id for document in documents}
    for document in documents:
        end = 0
        for link in document.links:
            assert link.start >= end, document.title
            end = link.end
            surface = document.text[link.start : link.end]
            assert link.target in titles
            assert normalise(surface) == plain(link.target), document.title
            assert link.target != document.id


def test_attributes_are_the_infobox_lines(documents: list[Document]) -> None:
    for document in documents:
        box = document.text[: document.body_start]
        lines = [line for line in box.split("\n") if line]
        written: list[str] = []
        for line in lines:
            label, _, values = line.partition(": ")
            name = label.lower().replace(" ", "_")
            assert all(
                a.name == name for a in document.attributes if line.startswith(label) and a.name == name
            )
            written += values.split("; ")
        assert [document.value(attribute) for attribute in document.attributes] == written
        assert all(attribute.end <= document.body_start for attribute in document.attributes)
        assert not box or box.endswith("\n\n")


def test_entities_are_linked_once_in_the_body(documents: list[Document]) -> None:
    for document in documents:
        body = Counter(link.target for link in document.links if link.start >= document.body_start)
        assert all(count == 1 for count in body.values()), document.title


def test_articles_have_claims_and_a_body(documents: list[Document]) -> None:
    for document in documents:
        assert len(document.text) - document.body_start > 60
        if document.kind is DocumentKind.ARTICLE:
            assert len({attribute.name for attribute in document.attributes}) >= 2, document.title
            assert document.categories


def test_kinds_of_pages(world: World, documents: list[Document]) -> None:
    kinds = Counter(document.kind for document in documents)
    sizes = world.view.truth.sizes
    assert kinds[DocumentKind.LIST] == sizes.lists == 16
    assert kinds[DocumentKind.DISAMBIGUATION] == sizes.disambiguations == 16
    for document in documents:
        if document.kind is DocumentKind.DISAMBIGUATION:
            first = [link.target for link in document.links if plain(link.target) == document.title]
            assert len(first) == 2
        if document.kind is DocumentKind.LIST:
            assert document.title.startswith("List of ") and len(document.links) >= 2


def test_sizes_of_pages_are_realistic(documents: list[Document]) -> None:
    lengths = sorted(len(document.text) for document in documents)
    assert 1000 <= sum(lengths) / len(lengths) <= 2000
    assert lengths[-1] > 2.5 * lengths[len(lengths) // 2]
    links = sum(len(document.links) for document in documents) / len(documents)
    assert 12 <= links <= 30


def test_popularity_is_skewed(documents: list[Document]) -> None:
    counts = Counter(target for document in documents for target in {link.target for link in document.links})
    ordered = sorted(counts.values(), reverse=True)
    assert ordered[0] >= 100
    assert ordered[len(ordered) // 2] <= 15
    labels = Counter(
        link.target
        for document in documents
        for attribute in document.attributes
        if attribute.name == "label"
        for link in document.links
        if link.start == attribute.start
    )
    assert max(labels.values()) > 5 * sorted(labels.values())[len(labels) // 2]


def test_prose_is_clean(documents: list[Document]) -> None:
    for document in documents:
        body = document.text[document.body_start :]
        assert "{" not in body and "  " not in body and "None" not in body and "\n\n\n" not in body, (
            document.title
        )
        assert not re.search(r"\b[Aa] [aeioAEIO](?!ne\b)", body), document.title
        assert not re.search(r"\b[Aa]n (?![Hh]our)[bcdfghjklmnpqrstvwxzBCDFGHJKLMNPQRSTVWXZ]", body), (
            document.title
        )
        assert not re.search(r"\b[Aa] [Hh]our", body), document.title
        assert not re.search(r"\b(the|The) [Tt]he\b", body), document.title
        for paragraph in body.split("\n\n"):
            if document.kind is DocumentKind.ARTICLE and not paragraph.startswith(("- ", "##")):
                assert paragraph[0].isupper() and paragraph.rstrip()[-1] in ".:", (document.title, paragraph)
                assert not re.search(r"[a-z]\. [a-z]", paragraph), (document.title, paragraph)


def test_redirects_lead_to_pages_and_hide_none(world: World, documents: list[Document]) -> None:
    titles = {document.id for document in documents}
    redirects = [item for item in world.source().items() if isinstance(item, Redirect)]
    assert len(redirects) > 10
    for redirect in redirects:
        assert redirect.target in titles
        assert redirect.source not in titles
        assert normalise(redirect.source) == redirect.source
    assert len({redirect.source for redirect in redirects}) == len(redirects)


def test_aliases_belong_to_people(documents: list[Document]) -> None:
    known = [document for document in documents if document.aliases]
    assert known
    for document in known:
        assert any(
            document.value(a) == document.aliases[0] for a in document.attributes if a.name == "other_names"
        )


def test_same_seed_same_pages_whatever_the_block(world: World, documents: list[Document]) -> None:
    again = World(WorldConfig(seed=3, pages=2000, papers=120))
    assert list(again.source().documents()) == documents
    assert again.source().fingerprint() == world.source().fingerprint()
    articles = articles_of(world.view)
    for kind in (Kind.PERSON, Kind.PAPER):
        base, count = world.view.truth.sizes.base[kind], world.view.truth.count(kind)
        whole = {document.id: document for document in documents}
        from isthmus.worlds.papers import PaperWriter

        writer = (PaperWriter if kind is Kind.PAPER else PageWriter)(
            world.view, kind, 3, "https://world-3.example/wiki/", articles
        )
        pieces = [*writer.documents(40, 41), *writer.documents(count - 5, count), *writer.documents(0, 3)]
        assert all(whole[piece.id] == piece for piece in pieces)
        assert [piece.id for piece in pieces][-3:] == world.view.names.titles[base : base + 3]


def test_other_seed_other_names(documents: list[Document]) -> None:
    other = World(WorldConfig(seed=4, pages=2000, papers=120))
    shared = {document.id for document in documents} & set(other.view.names.titles)
    assert len(shared) < 0.02 * len(documents)
    assert (
        other.source().fingerprint()
        != World(WorldConfig(seed=3, pages=2000, papers=120)).source().fingerprint()
    )


@pytest.mark.parametrize("bad", [{"pages": 199}, {"pages": 3_000_000}, {"papers": -1}])
def test_sizes_out_of_range_are_refused(bad: dict[str, int]) -> None:
    with pytest.raises(ConfigError, match="is not between"):
        WorldConfig(**bad)
