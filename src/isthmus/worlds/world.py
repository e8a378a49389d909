"""A world: its truth, its pages, its database, all functions of the configuration."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from isthmus.ids import content_id
from isthmus.records import Document, Redirect, Rejection
from isthmus.worlds.config import WorldConfig
from isthmus.worlds.database import write_database
from isthmus.worlds.draws import Draws
from isthmus.worlds.events import build_events
from isthmus.worlds.fields import CITES, FIELDS
from isthmus.worlds.geography import build_geography
from isthmus.worlds.institutions import build_institutions
from isthmus.worlds.literature import build_papers
from isthmus.worlds.naming import name_everything
from isthmus.worlds.navigation import disambiguations, lists
from isthmus.worlds.pages import BLOCK, PageWriter, articles_of
from isthmus.worlds.papers import PaperWriter
from isthmus.worlds.people import build_people
from isthmus.worlds.schema import View, read
from isthmus.worlds.sizes import Kind, plan_sizes
from isthmus.worlds.truth import Truth
from isthmus.worlds.works import build_works

VERSION = "4"
"""Changes whenever the same configuration gives other bytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One true statement of a world."""

    subject: str
    """Title of the page that states it in its infobox."""
    relation: str
    """Infobox field name: `birth_place`."""
    object: str
    """Title of an entity, or the value in words: `3 May 1931`, `1,204 m`."""
    is_entity: bool
    """Whether the object is the title of a page."""


class World:
    """A coherent fictional world of a seed and a size."""

    def __init__(self, config: WorldConfig) -> None:
        self.config = config
        truth = Truth(sizes=plan_sizes(config.pages, config.papers), draws=Draws(config.seed))
        build_geography(truth)
        build_institutions(truth)
        build_people(truth)
        build_works(truth)
        build_events(truth)
        build_papers(truth)
        self.view = View(truth=truth, names=name_everything(truth, config.seed))

    def source(self) -> WorldSource:
        """Return the world's documents as a source to build a snapshot from."""
        return WorldSource(self)

    def facts(self) -> Iterator[Fact]:
        """Yield every fact, page by page in the order of the source."""
        titles = self.view.names.titles
        sizes = self.view.truth.sizes
        for kind in Kind:
            fields = (*FIELDS[kind], CITES) if kind is Kind.PAPER else FIELDS[kind]
            for start in range(0, sizes.count[kind], BLOCK):
                stop = min(start + BLOCK, sizes.count[kind])
                columns = [read(self.view, kind, field, start, stop) for field in fields]
                for row, values in zip(range(start, stop), zip(*columns, strict=True), strict=True):
                    subject = titles[sizes.base[kind] + row]
                    for field, value in zip(fields, values, strict=True):
                        if value is None:
                            continue
                        for one in value if isinstance(value, list) else [value]:
                            yield Fact(
                                subject=subject,
                                relation=field.name,
                                object=titles[one] if isinstance(one, int) else one,
                                is_entity=isinstance(one, int),
                            )

    def write_database(self, path: Path) -> None:
        """Write the same facts as a relational SQLite database, whole or not at all."""
        write_database(self.view, path)


class WorldSource:
    """The documents and redirects of a world, streamed in a fixed order."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.name = f"world-{world.config.seed}-{world.config.pages}"
        if world.config.papers:
            self.name += f"-{world.config.papers}"

    def fingerprint(self) -> str:
        """Return an id of the configuration and of the generator's version; equal ids mean equal documents."""
        config = self._world.config
        return content_id(
            {"worlds": VERSION, "seed": config.seed, "pages": config.pages, "papers": config.papers},
            prefix="w",
        )

    def items(self) -> Iterator[Document | Redirect | Rejection]:
        """Yield every page, kind after kind, then lists, disambiguation pages and redirects."""
        yield from self.documents()
        yield from redirects(self._world.view)

    def documents(self) -> Iterator[Document]:
        """Yield every page."""
        view, seed = self._world.view, self._world.config.seed
        site = f"https://world-{seed}.example/wiki/"
        articles = articles_of(view)
        for kind in Kind:
            if view.truth.count(kind):
                writer = PaperWriter if kind is Kind.PAPER else PageWriter
                yield from writer(view, kind, seed, site, articles).documents(0, view.truth.count(kind))
        yield from lists(view, site, articles)
        yield from disambiguations(view, site, articles)


def redirects(view: View) -> Iterator[Redirect]:
    """Yield the redirects: former, official and short names of everything but people, whose other names are aliases."""
    people = range(view.truth.sizes.base[Kind.PERSON], view.truth.sizes.base[Kind.PERSON + 1])
    for entity, second in view.names.second.items():
        if entity not in people:
            yield Redirect(source=second, target=view.names.titles[entity])
