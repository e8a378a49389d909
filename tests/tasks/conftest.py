"""A generated world of 400 pages with its graph, built once a session."""

import pytest

from isthmus.corpus import build_snapshot
from isthmus.graph import build_graph
from isthmus.tasks import Browser, Grower, SynthConfig
from isthmus.worlds import World, WorldConfig


@pytest.fixture(scope="session")
def world(tmp_path_factory):
    folder = tmp_path_factory.mktemp("world")
    snapshot = build_snapshot(World(WorldConfig(pages=400, seed=3)).source(), folder / "snapshot", workers=1)
    return snapshot, build_graph(snapshot, folder / "graph", workers=1)


@pytest.fixture(params=[True, False], ids=["strict", "closures"])
def grower(request, world):
    snapshot, graph = world
    config = SynthConfig(min_closure=2)
    return Grower(Browser(graph, snapshot, config), config, strict=request.param)
