"""Research trees (IS2, IS5): grown from the root by the Planner's moves over the Browser's options.

Blurring a vertex means finding constraints that together give exactly it (on the closures, S+), each of
them needed (on the asserted sets, S-), none containing another, none enough alone. Hidden children are
constraints too: their closure is that of the page they hide, which their own constraints determine in
turn.
"""

from __future__ import annotations

import random
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

from isthmus.records import Constraint, Evidence, ResearchTree, Vertex, VertexRole
from isthmus.tasks.browser import Browser, Option, Page
from isthmus.tasks.config import SynthConfig
from isthmus.tasks.determine import Determined
from isthmus.tasks.planner import Action, Move, Target, draw_target, next_move
from isthmus.tasks.wording import clue_for, distinctive, object_words

_TABLES = 20_000
"""Pages whose determining sets are kept."""


@dataclass(slots=True)
class _Growing:
    """A tree under construction. Vertices are appended, so ids never change."""

    pages: list[Page | None]
    """Page of each inner vertex; None for leaves."""
    options: list[Option | None]
    """Option that led to each vertex; None for the root."""
    parents: list[int]
    depths: list[int]
    open: list[tuple[int, int]]
    used: set[str] = field(default_factory=set)
    """Names already in the tree."""
    letters: set[str] = field(default_factory=set)
    """Initials of those names: "the WTO" beside "the World Trade Organization" says one thing twice."""
    relations: list[str] = field(default_factory=list)
    """Relations already in the tree; others are preferred."""
    secret: set[str] = field(default_factory=set)
    """Distinctive words of the answer and the hidden vertices."""


class Grower:
    """Grows trees; one for each worker process."""

    def __init__(self, browser: Browser, config: SynthConfig, *, strict: bool = True) -> None:
        """Take a browser and settings; `strict` says whether need is measured on asserted sets (see `determine`)."""
        self.browser = browser
        self.graph = browser.graph
        self.config = config
        self.strict = strict
        self._final = False
        self._tables: OrderedDict[int, Determined] = OrderedDict()

    def grow(self, root: int, rng: random.Random) -> ResearchTree | str:
        """Return a tree whose answer is the document, or the reason why none was found."""
        page = self.browser.page(root)
        if page is None:
            return "no-noun"
        if len(page.options) < 2:
            return "few-claims"
        target = draw_target(self.config, rng)
        reason = "no-unique-set"
        for _ in range(self.config.attempts):
            tree = self._attempt(page, target, rng)
            if isinstance(tree, ResearchTree):
                return tree
            reason = tree
            if self._final:
                break
        return reason

    def _attempt(self, page: Page, target: Target, rng: random.Random) -> ResearchTree | str:
        self._final = False
        name = self.graph.name(page.number)
        growing = _Growing(pages=[page], options=[None], parents=[-1], depths=[0], open=[(0, 0)])
        growing.used.add(name)
        growing.secret |= distinctive(name)
        while True:
            move = next_move(target, size=len(growing.pages), open_vertices=growing.open, rng=rng)
            if move.action is Action.TERMINATE:
                return self._finish(growing, rng)
            chosen = self._blur(growing, move, rng)
            if chosen is None:
                return "no-unique-set" if move.vertex == 0 else "hidden-not-unique"
            self._attach(growing, move.vertex, chosen)

    def _blur(self, growing: _Growing, move: Move, rng: random.Random) -> list[tuple[Option, bool]] | None:
        """Return constraints (and whether each is hidden) that determine the vertex's page, or None."""
        page = growing.pages[move.vertex]
        assert page is not None
        table = self._table(page)
        if move.vertex == 0 and move.extensions in table.barren:
            self._final = True
            return None
        barred = repeated = 0
        for place, option in enumerate(page.options):
            if not self._fits(option, growing):
                barred |= 1 << place
            elif option.relation.name in growing.relations:
                repeated |= 1 << place
        fewest = self.config.min_flat if move.vertex == 0 and not move.extensions else 2
        sizes = range(fewest - move.extensions, self.config.max_constraints - move.extensions + 1)
        counts = sorted(
            (size for size in sizes if size > 0), key=lambda size: (abs(size - move.leaves), size)
        )
        barren = True
        for tried, hidden in enumerate(self._hidden(page, barred, move.extensions, rng)):
            if tried == self.config.draws:
                return None
            for count in counts:
                sets = table.sets(hidden, count)
                barren = barren and not sets
                fitting = [chosen for chosen in sets if not chosen & barred]
                if fitting:
                    fresh = [chosen for chosen in fitting if not chosen & repeated]
                    leaves = rng.choice(fresh or fitting)
                    return [(page.options[place].hidden(), True) for place in hidden] + [
                        (option, False) for place, option in enumerate(page.options) if leaves >> place & 1
                    ]
        # Every choice was looked at: another order would not find more. At the root no word is taken yet but its own.
        self._final = move.vertex == 0
        if self._final and barren:
            table.barren.add(move.extensions)
        return None

    def _table(self, page: Page) -> Determined:
        table = self._tables.get(page.number)
        if table is None:
            table = self._tables[page.number] = Determined(
                page, self.browser.kind(page.noun), budget=self.config.budget, strict=self.strict
            )
            if len(self._tables) > _TABLES:
                self._tables.popitem(last=False)
        else:
            self._tables.move_to_end(page.number)
        return table

    def _fits(self, option: Option, growing: _Growing) -> bool:
        if growing.relations.count(option.relation.name) >= self.config.max_same_relation:
            return False
        if option.name in growing.used or option.initials in growing.letters:
            return False
        return option.words.isdisjoint(growing.secret)

    def _hidden(self, page: Page, barred: int, wanted: int, rng: random.Random) -> Iterator[tuple[int, ...]]:
        """Yield choices of hidden children, in random order: options whose own pages can be blurred in turn."""
        if wanted == 0:
            yield ()
            return
        able = [
            place
            for place, option in enumerate(page.options)
            if option.can_hide and not barred >> place & 1 and self._can_blur(option)
        ]
        rng.shuffle(able)
        yield from combinations(able, wanted)

    def _can_blur(self, option: Option) -> bool:
        assert option.object is not None
        child = self.browser.page(option.object)
        return child is not None and len(child.options) >= 3

    def _attach(self, growing: _Growing, vertex: int, chosen: list[tuple[Option, bool]]) -> None:
        depth = growing.depths[vertex] + 1
        growing.open.remove((growing.depths[vertex], vertex))
        # Leaves first, so that a question ends with what is itself a riddle.
        for option, is_hidden in sorted(chosen, key=lambda pair: pair[1]):
            growing.used.add(option.name)
            growing.letters.add(option.initials)
            growing.relations.append(option.relation.name)
            growing.options.append(option)
            growing.parents.append(vertex)
            growing.depths.append(depth)
            growing.pages.append(
                self.browser.page(option.object) if is_hidden and option.object is not None else None
            )
            if is_hidden:
                growing.secret |= option.words
                growing.open.append((depth, len(growing.pages) - 1))

    def _finish(self, growing: _Growing, rng: random.Random) -> ResearchTree | str:
        root = growing.pages[0]
        assert root is not None
        vertices = [self._inner(0, root, VertexRole.ANSWER)]
        constraints: list[Constraint] = []
        for number in range(1, len(growing.pages)):
            option, page, parent = (
                growing.options[number],
                growing.pages[number],
                growing.pages[growing.parents[number]],
            )
            assert option is not None and parent is not None
            phrases = option.relation.clues_for(parent.noun.family, hidden=page is not None)
            phrase = rng.choice(phrases)
            if page is not None:
                clue, _ = clue_for(phrase, "")
                vertices.append(self._inner(number, page, VertexRole.HIDDEN))
            else:
                clue, vertex = self._leaf(number, option, phrase)
                vertices.append(vertex)
                if vertex.role is not VertexRole.VALUE and distinctive(vertex.wording) & growing.secret:
                    return "name-in-leaf"
            constraints.append(self._constraint(growing.parents[number], number, option, clue, parent))
        return ResearchTree(vertices=tuple(vertices), constraints=tuple(constraints))

    def _inner(self, number: int, page: Page, role: VertexRole) -> Vertex:
        return Vertex(
            id=number,
            role=role,
            entity=self.graph.name(page.number),
            document_id=self.graph.name(page.number),
            noun=page.noun.word,
            aliases=self.browser.aliases(page.number),
        )

    def _leaf(self, number: int, option: Option, phrase: str) -> tuple[str, Vertex]:
        if option.range is not None:
            low, high = option.range
            vertex = Vertex(
                id=number,
                role=VertexRole.VALUE,
                entity=option.name,
                wording=option.name,
                low=float(low),
                high=float(high),
            )
            return phrase, vertex
        clue, words = clue_for(phrase, object_words(option.relation, option.name, option.surface))
        document_id = None
        if option.object is not None and self.graph.is_document(option.object):
            document_id = self.graph.name(option.object)
        return clue, Vertex(
            id=number, role=VertexRole.NAMED, entity=option.name, document_id=document_id, wording=words
        )

    def _constraint(self, subject: int, number: int, option: Option, clue: str, parent: Page) -> Constraint:
        return Constraint(
            subject=subject,
            object=number,
            relation=option.relation.name,
            clue=clue,
            evidence=Evidence(
                document_id=self.graph.name(parent.number),
                start=option.span.start,
                end=option.span.end,
                text=self.browser.evidence(parent.number, option.span),
            ),
        )
