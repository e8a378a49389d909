"""Configuration: one TOML file, checked against the components' own dataclasses."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from isthmus.config.loading import Tree, build, load_tree, to_toml
from isthmus.config.sections import (
    Config,
    CorpusSection,
    DatabasesSection,
    ReportSection,
    RolloutSection,
    RunSection,
)
from isthmus.records import dump_python

__all__ = [
    "Config",
    "CorpusSection",
    "DatabasesSection",
    "ReportSection",
    "RolloutSection",
    "RunSection",
    "describe",
    "load_config",
]


def load_config(path: str | Path, overrides: Iterable[str] = ()) -> Config:
    """Read a TOML file and return the resolved configuration.

    Args:
        path: the file; paths in it are from its own folder, `run.out` from the working folder.
        overrides: `section.key=value`, as `--set` takes them; paths in them are from the working folder.

    Raises:
        ConfigError: names file, line, key and fix.
    """
    tree = load_tree(Path(path), overrides)
    _anchor(tree, ("corpus", "path"))
    _anchor(tree, ("databases", "paths"))
    world, run = tree.values.get("world"), tree.values.get("run")
    if isinstance(world, dict) and isinstance(run, dict) and "seed" in run:
        world.setdefault("seed", run["seed"])
    return build(Config, tree)


def describe(config: Config) -> str:
    """Return the resolved configuration, defaults included, as TOML."""
    return to_toml(dump_python(config))


def _anchor(tree: Tree, key: tuple[str, str]) -> None:
    """Make relative paths of a file relative to that file's folder."""
    file = tree.origins.get(key)
    table = tree.values.get(key[0])
    if file is None or not isinstance(table, dict):
        return

    def anchored(value: Any) -> Any:
        return os.path.normpath(file.parent / value) if isinstance(value, str) else value

    value = table[key[1]]
    table[key[1]] = [anchored(item) for item in value] if isinstance(value, list) else anchored(value)
