"""Distractor sentences: mentions of entities without a relation, more often of the popular ones."""

from __future__ import annotations

from array import array
from collections.abc import Callable

import numpy as np

from isthmus.worlds.compose import Template, Writer, compile_template
from isthmus.worlds.prose import load_asides
from isthmus.worlds.schema import Value, View
from isthmus.worlds.sizes import Kind

HEADINGS = ("Legacy", "In culture", "Further mentions", "Trivia")
"""Headings over a paragraph of such sentences."""


class Asides:
    """Writes distractor sentences on the pages of one kind."""

    def __init__(self, view: View, kinds: tuple[Kind, ...]) -> None:
        sentences = load_asides()
        self._pools: list[tuple[array[int], list[Template]]] = []
        for kind in kinds:
            if view.truth.count(kind) < 2:
                continue
            popular = np.argsort(-view.truth.popularity(kind), kind="stable") + view.truth.sizes.base[kind]
            templates = [compile_template(text, {"x": 0, "him": 1}) for text in sentences[kind]]
            self._pools.append((array("i", popular.tolist()), templates))

    def write(
        self, writer: Writer, *, subject: int, pronoun: Value, count: int, draw: Callable[[], float]
    ) -> None:
        """Append `count` sentences, each about another kind of entity while there are enough kinds."""
        first = int(draw() * len(self._pools))
        for place in range(count):
            if place:
                writer.text(" ")
            pool, templates = self._pools[(first + place) % len(self._pools)]
            u = draw()
            rank = int(u * u * u * len(pool))
            entity = pool[rank] if pool[rank] != subject else pool[rank - 1]
            writer.sentence(templates[int(draw() * len(templates))], (entity, pronoun), 0)
