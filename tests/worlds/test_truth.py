from __future__ import annotations

import re
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from isthmus.errors import StorageError
from isthmus.records import Document
from isthmus.worlds import World, WorldConfig
from isthmus.worlds.database import TABLES, database_fields, relation_columns
from isthmus.worlds.draws import NONE
from isthmus.worlds.fields import FIELDS
from isthmus.worlds.schema import MONTH_NAMES, Field, Form
from isthmus.worlds.sizes import Kind
from isthmus.worlds.truth import PRESENT, Truth

Stated = Callable[[Document], list[tuple[str, str]]]


def check_infoboxes(world: World, stated: Stated) -> None:
    truth: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for fact in world.facts():
        if fact.relation != "cites":
            truth[fact.subject].append((fact.relation, fact.object))
    for document in world.source().documents():
        assert stated(document) == truth.get(document.id, []), document.id


def test_infoboxes_are_the_truth(world: World, stated: Stated) -> None:
    check_infoboxes(world, stated)


def test_related_work_links_are_the_citations(world: World, documents: list[Document]) -> None:
    cited: dict[str, set[str]] = defaultdict(set)
    for fact in world.facts():
        if fact.relation == "cites":
            cited[fact.subject].add(fact.object)
    papers = set(world.view.names.titles[world.view.truth.sizes.base[Kind.PAPER] :])
    assert cited
    for document in documents:
        if document.id in papers:
            start = document.text.index("## Related work")
            related = {link.target for link in document.links if link.start > start}
            assert related & papers == cited[document.id]


def test_kinds_and_relations_are_many(world: World) -> None:
    relations = {(fact.relation) for fact in world.facts()}
    assert len(Kind) >= 12 and len(relations) >= 60
    objects = {fact.relation for fact in world.facts() if fact.is_entity}
    assert len(objects) >= 40


def check_coherence(truth: Truth) -> None:
    person = truth.tables[Kind.PERSON]

    def birth(people: np.ndarray) -> np.ndarray:
        return truth.get(Kind.PERSON, "birth_year", people)

    def ages(kind: Kind, column: str, year: str) -> None:
        table = truth.tables[kind]
        people, years = table[column], table[year]
        if people.ndim == 2:
            years = np.repeat(years, people.shape[1])
            people = people.ravel()
        base = truth.sizes.base[Kind.PERSON]
        known = (people >= base) & (people < base + truth.count(Kind.PERSON))
        people, years = people[known], years[known]
        died = truth.get(Kind.PERSON, "death_year", people)
        assert (years - birth(people) >= 17).all(), (kind, column)
        assert ((died == 0) | (years <= died)).all(), (kind, column)

    for kind, column, year in (
        (Kind.BOOK, "author", "year"), (Kind.BOOK, "illustrator", "year"), (Kind.ALBUM, "artist", "year"),
        (Kind.ALBUM, "producer", "year"), (Kind.FILM, "director", "year"), (Kind.FILM, "starring", "year"),
        (Kind.FILM, "writer", "year"), (Kind.FILM, "music", "year"), (Kind.PAINTING, "artist", "year"),
        (Kind.STRUCTURE, "architect", "opened"), (Kind.EXPEDITION, "leader", "year"),
        (Kind.EXPEDITION, "participants", "year"), (Kind.FESTIVAL, "founder", "founded"),
        (Kind.BATTLE, "commanders", "year"), (Kind.BAND, "members", "active_from"),
        (Kind.BAND, "past_members", "active_from"), (Kind.COMPANY, "founder", "founded"),
        (Kind.LABEL, "founder", "founded"), (Kind.PUBLISHER, "founder", "founded"),
        (Kind.PAPER, "authors", "year"), (Kind.FIELD, "pioneer", "introduced"),
    ):  # fmt: skip
        ages(kind, column, year)
    ages_of_winners = person["award_year"] - person["birth_year"]
    assert (ages_of_winners[person["award"] != NONE] >= 29).all()
    dead = person["death_year"] > 0
    assert (person["death_year"][dead] - person["birth_year"][dead] >= 60).all()
    assert (person["birth_date"] // 10_000 == person["birth_year"]).all()

    def not_older(kind: Kind, column: str, year: str, target: Kind, founded: str) -> None:
        table = truth.tables[kind]
        known = table[column] != NONE
        assert (truth.get(target, founded, table[column][known]) <= table[year][known]).all(), (kind, column)

    not_older(Kind.BOOK, "publisher", "year", Kind.PUBLISHER, "founded")
    not_older(Kind.ALBUM, "label", "year", Kind.LABEL, "founded")
    not_older(Kind.FILM, "based_on", "year", Kind.BOOK, "year")
    not_older(Kind.EXPEDITION, "ship", "year", Kind.SHIP, "launched")
    not_older(Kind.SHIP, "builder", "launched", Kind.COMPANY, "founded")
    not_older(Kind.COMPANY, "parent", "founded", Kind.COMPANY, "founded")
    not_older(Kind.OBSERVATORY, "organization", "founded", Kind.UNIVERSITY, "founded")

    region, city = truth.tables[Kind.REGION], truth.tables[Kind.CITY]
    assert (truth.get(Kind.REGION, "country", city["region"]) == city["country"]).all()
    for kind in (Kind.COUNTRY, Kind.REGION):
        seat = truth.tables[kind]["capital"]
        column = "country" if kind is Kind.COUNTRY else "region"
        assert (truth.get(Kind.CITY, column, seat) == truth.ids(kind)).all()
    inside = np.zeros(truth.count(Kind.REGION), dtype=np.int64)
    np.add.at(inside, city["region"] - truth.sizes.base[Kind.REGION], city["population"])
    assert (inside <= region["population"]).all()
    married = person["spouse"] != NONE
    partner = person["spouse"][married]
    assert (truth.get(Kind.PERSON, "spouse", partner) == truth.ids(Kind.PERSON)[married]).all()
    assert (truth.get(Kind.PERSON, "married", partner) == person["married"][married]).all()
    twins = city["twin_town"] != NONE
    assert (truth.get(Kind.CITY, "twin_town", city["twin_town"][twins]) == truth.ids(Kind.CITY)[twins]).all()
    battle = truth.tables[Kind.BATTLE]
    assert (battle["combatants"][:, 0] != battle["combatants"][:, 1]).all()
    assert (battle["combatants"] == battle["victor"][:, None]).any(axis=1).all()
    bridges = truth.tables[Kind.STRUCTURE]["crosses"] != NONE
    place = truth.tables[Kind.STRUCTURE]["location"][bridges]
    assert (truth.get(Kind.CITY, "river", place) == truth.tables[Kind.STRUCTURE]["crosses"][bridges]).all()
    cites = truth.tables[Kind.PAPER]["cites"]
    assert (cites < truth.ids(Kind.PAPER)[:, None]).all()


def test_the_world_is_coherent(world: World) -> None:
    check_coherence(world.view.truth)


def test_nobody_lives_after_the_present(world: World) -> None:
    for kind, table in world.view.truth.tables.items():
        for column in ("year", "founded", "opened", "introduced", "active_from", "death_year", "latest_year"):
            if column in table:
                assert table[column].max() <= PRESENT, (kind, column)


@settings(max_examples=10, deadline=None)
@given(
    seed=st.integers(min_value=-(2**40), max_value=2**40),
    pages=st.integers(200, 420),
    papers=st.integers(0, 30),
)
def test_any_small_world_is_coherent(stated: Stated, seed: int, pages: int, papers: int) -> None:
    world = World(WorldConfig(seed=seed, pages=pages, papers=papers))
    check_coherence(world.view.truth)
    check_infoboxes(world, stated)
    documents = list(world.source().documents())
    titles = {document.id for document in documents}
    assert len(titles) == len(documents) == pages + papers
    for document in documents:
        assert document.text.strip()
        for link in document.links:
            assert link.target in titles
            assert document.text[link.start : link.end].lower() in link.target.lower()


def database_facts(connection: sqlite3.Connection, kind: Kind, field: Field) -> Counter[tuple[str, str]]:
    """Return (subject, object) of a field, objects as titles, ISO dates or bare numbers."""
    table = TABLES[kind]
    found: Counter[tuple[str, str]] = Counter()
    if field.is_relation():
        for column, target in zip(relation_columns(field), field.targets, strict=True):
            source = f"{table}_{field.name} v JOIN {table} s ON s.id = v.owner_id"
            if field.form is Form.ENTITY:
                source = f"{table} s JOIN {table} v ON v.id = s.id"
            query = f'SELECT s.title, o.title FROM {source} JOIN {TABLES[target]} o ON o.id = v."{column}"'
            found.update(connection.execute(query).fetchall())
        return found
    if field.form is Form.SPAN:
        rows = connection.execute(
            f'SELECT title, "{field.name}_from", "{field.name}_to" FROM {table}'
        ).fetchall()
        found.update(
            (title, f"{first}–{last or 'present'}") for title, first, last in rows if first is not None
        )
        return found
    rows = connection.execute(
        f'SELECT title, "{field.name}" FROM {table} WHERE "{field.name}" IS NOT NULL'
    ).fetchall()
    found.update((title, str(value)) for title, value in rows)
    return found


def bare(field: Field, value: str) -> str:
    """Return the words of a page as the database stores them."""
    if field.form is Form.DATE:
        day, month, year = value.split()
        return f"{int(year):04d}-{MONTH_NAMES.index(month):02d}-{int(day):02d}"
    if field.form is Form.NUMBER:
        number = re.match(r"[\d,]+", value)
        assert number
        return number.group().replace(",", "")
    return value


def test_the_database_is_the_truth(world: World, tmp_path: Path) -> None:
    path = tmp_path / "world.sqlite"
    world.write_database(path)
    kind_of = {
        title: world.view.truth.sizes.kind_of(entity) for entity, title in enumerate(world.view.names.titles)
    }
    truth: dict[tuple[Kind, str], Counter[tuple[str, str]]] = defaultdict(Counter)
    fields = {(kind, field.name): field for kind in Kind for field in database_fields(kind)}
    for fact in world.facts():
        key = (kind_of[fact.subject], fact.relation)
        truth[key][fact.subject, bare(fields[key], fact.object)] += 1
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        for kind in Kind:
            count = connection.execute(f"SELECT count(*) FROM {TABLES[kind]}").fetchone()[0]
            assert count == world.view.truth.count(kind)
            for field in database_fields(kind):
                assert database_facts(connection, kind, field) == truth[kind, field.name], (kind, field.name)
    connection.close()


def test_the_database_is_the_same_bytes_again(smallest: World, tmp_path: Path) -> None:
    smallest.write_database(tmp_path / "one.sqlite")
    smallest.write_database(tmp_path / "two.sqlite")
    smallest.write_database(tmp_path / "two.sqlite")
    assert (tmp_path / "one.sqlite").read_bytes() == (tmp_path / "two.sqlite").read_bytes()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["one.sqlite", "two.sqlite"]


def test_a_database_that_cannot_be_written_says_so(smallest: World, tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="cannot write"):
        smallest.write_database(tmp_path / "missing" / "world.sqlite")


def test_objects_are_of_the_declared_kinds(world: World) -> None:
    sizes = world.view.truth.sizes
    for kind in Kind:
        for field in FIELDS[kind]:
            if field.is_relation():
                values = world.view.truth.tables[kind][field.column]
                kinds = {sizes.kind_of(entity) for entity in values[values != NONE].ravel().tolist()}
                assert kinds <= set(field.targets), (kind, field.name)
