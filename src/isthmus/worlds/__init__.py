"""Seeded fictional worlds: linked pages, papers, a database of the same facts, and the truth about them."""

from isthmus.worlds.config import WorldConfig
from isthmus.worlds.world import Fact, World, WorldSource

__all__ = ["Fact", "World", "WorldConfig", "WorldSource"]
