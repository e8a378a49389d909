"""A small fictional world of bands and labels, its stored parts, and hand-made tasks on it.

Eight labels differ by seat (2), founder (2) and decade (2); 48 bands by label (8), style (2) and town (3). So every pair of facts
is shared and every triple is one page's alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from isthmus.corpus import Snapshot, build_snapshot
from isthmus.gates import GateContext, GateSettings, certify
from isthmus.graph import EvidenceGraph, build_graph
from isthmus.ids import digest
from isthmus.records import (
    Answer,
    Attribute,
    Constraint,
    Document,
    Evidence,
    Link,
    Redirect,
    ResearchTree,
    Task,
    Vertex,
    VertexRole,
    dump,
)
from isthmus.retrieval import Hit, LexicalIndex, Retriever
from isthmus.tasks import task_id

SEATS = ("Brinmouth", "Velden")
FOUNDERS = ("Tamsin Orrell", "Jorik Amsel")
DECADES = (1960, 1980)
STYLES = ("drone folk", "tidal jazz")
TOWNS = ("Karsby", "Oldwater", "Penhallow")
LABELS = ("Ostler", "Quenby", "Farrow", "Lantern", "Sable", "Thicket", "Umbral", "Wexel")
_BANDS = """
Quillmark Harrowlane Saltgrove Merrowdeep Pellstone Tarnwick Gloamfield Ashenmoor Dunlarch Ferrowmere
Hexham-Volk Irongale Junipyre Kestrelby Lorncastle Mothwing Nettlebed Orchidane Pyrewood Quartermoon
Rookhollow Sedgewynd Thornbury-Vale Ullswick Vantablue Wrenfall Xanthic Yarrowend Zephyrine Alderquist
Bramblecott Cinderhew Drakemoor Elmsworn Foxgloam Greyhavel Hollowick Inkwell-Rye Jasperine Knotgrass
Lowenmar Midsallow Northquill Oakenshaw Peregrast Quagmere Ravensor Silverthole
"""
BANDS = tuple(_BANDS.split())


def page(
    title: str,
    sentence: str,
    facts: dict[str, tuple[str, ...]],
    prose: str = "",
    aliases: tuple[str, ...] = (),
) -> Document:
    """Return a page with a fact line for each field; values that begin with `=` are no links."""
    text, attributes, links = "", [], []
    for name, values in facts.items():
        text += f"{name.replace('_', ' ').capitalize()}: "
        for place, value in enumerate(values):
            text += "; " if place else ""
            start = len(text)
            text += value.removeprefix("=")
            attributes.append(Attribute(name=name, start=start, end=len(text)))
            if not value.startswith("="):
                links.append(Link(start=start, end=len(text), target=value[:1].upper() + value[1:]))
        text += "\n"
    body = len(text) + 1
    text += f"\n{sentence}\n\n{prose}".rstrip()
    return Document(
        id=title, title=title, text=text, url=f"doc://small/{title.replace(' ', '_')}", links=tuple(links),
        attributes=tuple(attributes), aliases=aliases, body_start=body,
    )  # fmt: skip


def band_page(
    title: str,
    label: str,
    style: str,
    town: str,
    extra: dict[str, tuple[str, ...]] | None = None,
    prose: str = "",
    alias: str = "",
) -> Document:
    facts = {"label": (f"{label} Records",), "genre": (style,), "origin": (town,), **(extra or {})}
    filler = f"Critics in {town} wrote about the {len(title)} songs of {title} at length. " * (
        1 + len(title) % 4
    )
    return page(
        title, f"{title} is a band known for long concerts.", facts, filler + prose, (alias,) if alias else ()
    )


def label_page(name: str, seat: str, founder: str, year: int, prose: str = "") -> Document:
    facts = {"headquarters": (seat,), "founder": (founder,), "founded": (f"={year}",)}
    return page(f"{name} Records", f"{name} Records is a record label with a small catalogue.", facts, prose)


def small_world() -> dict[str, Document]:
    """Return the pages by id.

    The first band also has what faults are made of: a member of its own, a fact that half of the bands share, one that contains
    another, words no other page has.
    """
    pages = [page(town, f"{town} is a town by the sea.", {}) for town in (*SEATS, *TOWNS, "Lowmarsh")]
    pages += [page(person, f"{person} is a record producer.", {}) for person in FOUNDERS]
    for place, name in enumerate(LABELS):
        year = DECADES[place >> 2 & 1] + place
        prose = "Its cellar holds a basalt carillon and a tin vault." if name == "Ostler" else ""
        pages.append(label_page(name, SEATS[place & 1], FOUNDERS[place >> 1 & 1], year, prose))
    for place, name in enumerate(BANDS):
        label, style, town = LABELS[place % 8], STYLES[place // 8 % 2], TOWNS[place // 16]
        extra = {"years_active": ("=1994" if place % 5 < 3 else "=2004",)}
        if town != TOWNS[2]:
            extra["language"] = ("Ostrish",)
        if place == 0:
            extra["members"] = ("Wilm Tarrow",)
        prose = "A glass zither and copper bellows stand on stage." if place == 0 else ""
        pages.append(
            band_page(
                name, label, style, town, extra, prose, f"{name[:4]} Collective" if place % 3 == 0 else ""
            )
        )
    return {document.id: document for document in pages}


REDIRECTS = (
    Redirect(source="The Ostler imprint", target="Ostler Records"),
    Redirect(source="QMK ensemble", target="Quillmark"),
)


@dataclass
class Pages:
    """A source over a list of pages."""

    pages: list[Document]
    redirects: tuple[Redirect, ...] = REDIRECTS
    name: str = "small"

    def items(self) -> Iterator[Document | Redirect]:
        yield from self.pages
        yield from self.redirects

    def fingerprint(self) -> str:
        return digest(*(dump(item) for item in self.items()))


@dataclass
class Lacking:
    """An index that some pages are missing from."""

    whole: LexicalIndex
    missing: tuple[str, ...]
    id: str = "lacking"

    def rank(self, query: str, k: int) -> list[str]:
        found = self.whole.rank(query, k + len(self.missing))
        return [id for id in found if id not in self.missing][:k]

    def search(self, query: str, k: int = 10) -> list[Hit]:
        found = self.whole.search(query, k + len(self.missing))
        return [hit for hit in found if hit.document_id not in self.missing][:k]


@dataclass
class Stored:
    """The stored parts of a world."""

    snapshot: Snapshot
    graph: EvidenceGraph
    index: Retriever

    def context(self, settings: GateSettings | None = None, *, search: bool = True) -> GateContext:
        index = self.index if search else None
        return GateContext(snapshot=self.snapshot, graph=self.graph, index=index, settings=settings)


Store = Callable[..., Stored]
Make = Callable[..., Task]


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """Return a function that stores pages: snapshot, graph, index; equal pages are stored once."""
    made: dict[str, Stored] = {}

    def build(pages: dict[str, Document], unindexed: tuple[str, ...] = ()) -> Stored:
        source = Pages(list(pages.values()))
        key = source.fingerprint() + " ".join(unindexed)
        if key not in made:
            folder: Path = tmp_path_factory.mktemp("world")
            snapshot = build_snapshot(source, folder / "snapshot")
            graph = build_graph(snapshot, folder / "graph", workers=1)
            index = LexicalIndex.build(snapshot, folder / "index")
            made[key] = Stored(snapshot, graph, Lacking(index, unindexed) if unindexed else index)
        return made[key]

    return build


@pytest.fixture(scope="session")
def world() -> dict[str, Document]:
    return small_world()


@pytest.fixture(scope="session")
def stored(store: Store, world: dict[str, Document]) -> Stored:
    return store(world)


@pytest.fixture(scope="session")
def context(stored: Stored) -> GateContext:
    return stored.context()


def evidence(document: Document, field: str) -> Evidence:
    """Return the line of a field."""
    attribute = next(a for a in document.attributes if a.name == field)
    start = document.text.rfind("\n", 0, attribute.start) + 1
    end = document.text.index("\n", attribute.end)
    return Evidence(document_id=document.id, start=start, end=end, text=document.text[start:end])


def with_id(task: Task) -> Task:
    """Return the task with the id of its content, so that a planted fault is the only one."""
    return replace(task, id=task_id(task.family, task.question, task.answer), certificate=None)


@pytest.fixture(scope="session")
def rename() -> Callable[[Task], Task]:
    return with_id


@pytest.fixture(scope="session")
def make(world: dict[str, Document]) -> Make:
    """Return a function that makes the task whose answer is a band: seven vertices, the label hidden."""

    def build(band: str = BANDS[0], pages: dict[str, Document] | None = None) -> Task:
        pages = pages or world
        root = pages[band]
        value = {a.name: root.value(a) for a in root.attributes}
        label = pages[value["label"]]
        fact = {a.name: label.value(a) for a in label.attributes}
        decade = int(fact["founded"]) // 10 * 10
        named, hidden = VertexRole.NAMED, VertexRole.HIDDEN
        vertices = (
            Vertex(
                id=0, role=VertexRole.ANSWER, entity=band, document_id=band, noun="band", aliases=root.aliases
            ),
            Vertex(id=1, role=named, entity=value["genre"].capitalize(), wording=value["genre"]),
            Vertex(
                id=2, role=named, entity=value["origin"], document_id=value["origin"], wording=value["origin"]
            ),
            Vertex(id=3, role=hidden, entity=label.id, document_id=label.id, noun="record label"),
            Vertex(id=4, role=named, entity=fact["headquarters"], wording=fact["headquarters"]),
            Vertex(id=5, role=named, entity=fact["founder"], wording=fact["founder"]),
            Vertex(
                id=6,
                role=VertexRole.VALUE,
                entity=str(decade),
                wording=f"the {decade}s",
                low=decade,
                high=decade + 9,
            ),
        )
        edges = (
            (0, 1, "genre", "plays {}", root),
            (0, 2, "origin", "comes from {}", root),
            (0, 3, "label", "recorded for {}", root),
            (3, 4, "headquarters", "has its seat in {}", label),
            (3, 5, "founder", "was set up by {}", label),
            (3, 6, "founded", "goes back to {}", label),
        )
        constraints = tuple(
            Constraint(
                subject=s, object=o, relation=relation, clue=clue, evidence=evidence(document, relation)
            )
            for s, o, relation, clue, document in edges
        )
        question = (
            f"A band plays {value['genre']} and comes from {value['origin']}. The band recorded for a record label that "
            f"has its seat in {fact['headquarters']}, was set up by {fact['founder']}, and goes back to the {decade}s. "
            "Which band is it?"
        )
        answer = Answer(text=band, aliases=root.aliases)
        tree = ResearchTree(vertices=vertices, constraints=constraints)
        return with_id(Task(id="", family="research_tree", question=question, answer=answer, tree=tree))

    return build


@pytest.fixture(scope="session")
def tasks(make: Make) -> list[Task]:
    """Return the task of each band, uncertified."""
    return [make(band) for band in BANDS]


@pytest.fixture(scope="session")
def clean(tasks: list[Task], context: GateContext) -> list[Task]:
    """Return the certified tasks that pass every gate."""
    certified = [certify(task, context) for task in tasks]
    return [task for task in certified if task.certificate and task.certificate.passed()]
