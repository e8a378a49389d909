"""What the entities of a world are called."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True, kw_only=True)
class Names:
    """What everything is called."""

    titles: list[str] = field(default_factory=list)
    """Page title of each entity, by number."""
    names: list[str] = field(default_factory=list)
    """What running text calls it: the title without brackets."""
    second: dict[int, str] = field(default_factory=dict)
    """Former, official, short or stage names, by entity."""
    homonyms: list[tuple[str, int, int]] = field(default_factory=list)
    """Plain name and the two entities that share it."""
    demonyms: list[str] = field(default_factory=list)
    """Adjective of each country, by row."""
