"""Worlds shared by the tests of this folder; they are immutable."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from isthmus.records import Document
from isthmus.worlds import World, WorldConfig


@pytest.fixture(scope="session")
def world() -> World:
    return World(WorldConfig(seed=3, pages=2000, papers=120))


@pytest.fixture(scope="session")
def documents(world: World) -> list[Document]:
    return list(world.source().documents())


@pytest.fixture(scope="session")
def smallest() -> World:
    return World(WorldConfig(seed=0, pages=200, papers=12))


@pytest.fixture(scope="session")
def stated() -> Callable[[Document], list[tuple[str, str]]]:
    """What a document's infobox states: relation and the title linked to, or the words of the value."""

    def facts(document: Document) -> list[tuple[str, str]]:
        targets = {(link.start, link.end): link.target for link in document.links}
        return [
            (attribute.name, targets.get((attribute.start, attribute.end), document.value(attribute)))
            for attribute in document.attributes
        ]

    return facts
