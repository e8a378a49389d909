"""What a world is made from: a seed and sizes."""

from __future__ import annotations

from dataclasses import dataclass

from isthmus.errors import ConfigError

LEAST_PAGES = 200
"""Below this a world has too few people to fill its relations."""
MOST_PAGES = 2_000_000
"""Entity numbers are 32 bits and names are drawn without replacement; beyond this nothing was measured."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorldConfig:
    """Seed and size of a world. Two worlds of the same configuration are the same bytes."""

    seed: int = 0
    """Any integer; another seed gives other names and facts."""
    pages: int = 2000
    """Pages about people, places, organisations, works and events, disambiguation and list pages included."""
    papers: int = 0
    """Further pages that are research papers citing each other."""

    def __post_init__(self) -> None:
        if not LEAST_PAGES <= self.pages <= MOST_PAGES:
            raise ConfigError(
                f"pages = {self.pages} is not between {LEAST_PAGES} and {MOST_PAGES}",
                place="world",
                fix=f"choose at least {LEAST_PAGES}",
            )
        if not 0 <= self.papers <= MOST_PAGES:
            raise ConfigError(
                f"papers = {self.papers} is not between 0 and {MOST_PAGES}",
                place="world",
                fix="choose 0 for a world without papers",
            )
