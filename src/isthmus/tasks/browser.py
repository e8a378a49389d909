"""The Browser of InfoSeek (IS4): reads a vertex's own page and offers what can be said of it.

An option is one typed claim of the page with both bounds of its candidate set. Relevance is validated
here, by light rules: the subject of a claim is the page (see `graph.claims`), the object is neither too
rare (it would give the answer away) nor too common (it would say nothing), and some phrase of the
relation table fits the page's noun.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from pyroaring import AbstractBitMap, BitMap

from isthmus.corpus.snapshot import Snapshot
from isthmus.corpus.titles import plain
from isthmus.graph import EvidenceGraph, StoredClaim
from isthmus.graph.claims import FAMILY, TYPE
from isthmus.graph.kinds import possible
from isthmus.graph.nouns import Noun, noun_table
from isthmus.graph.relations import Relation, relation_table
from isthmus.tasks.config import SynthConfig
from isthmus.tasks.english import softened_number, softened_year
from isthmus.tasks.wording import distinctive, initials, object_words

_CACHE = 20_000
"""Pages whose options are kept."""
_HOMONYMS = 200_000
"""Objects whose homonyms are kept."""
_EVIDENCE = 200_000
"""Spans of evidence kept."""


class Span(NamedTuple):
    """Where the page states the claim."""

    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """The pages a question can mean by a noun."""

    possible: AbstractBitMap
    """T+: pages that may be one."""
    asserted: AbstractBitMap
    """T-: pages that say they are one."""


@dataclass(slots=True, eq=False, kw_only=True)
class Option:
    """One thing that can be said of a page. Its closure is read when it is first drawn, and kept."""

    graph: EvidenceGraph
    """Where the closure is."""
    relation: Relation
    """Relation stated."""
    object: int | None
    """Entity number of the object; None for values."""
    name: str
    """Title or name of the object; the words of the range for values."""
    surface: str
    """The object's words on the page."""
    span: Span
    """Where the page states it."""
    lower: AbstractBitMap
    """S- of the constraint."""
    near: AbstractBitMap
    """S- among the pages that say they are of the page's own kind."""
    range: tuple[int, int] | None = None
    """Softened years or numbers the question will speak of, for values."""
    can_hide: bool = False
    """Whether the object has a page of its own that could become a hidden vertex."""
    homonyms: tuple[int, ...] = ()
    """Other entities that the question's words for the object can name."""
    words: frozenset[str] = field(init=False)
    """Distinctive words of the name."""
    initials: str = field(init=False)
    """Initials of a long name, else the name."""
    _upper: AbstractBitMap | None = field(init=False, default=None)
    _hidden: Option | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.words = distinctive(self.name)
        letters = initials(self.name)
        self.initials = letters if len(letters) > 2 else self.name

    @property
    def upper(self) -> AbstractBitMap:
        """S+ of the constraint: over every entity that its words can name."""
        if self._upper is None:
            if self.object is None:
                assert self.range is not None
                self._upper = self.graph.closure_of_range(*self.range)
            elif self.homonyms:
                self._upper = _union(self.graph, (self.object, *self.homonyms))
            else:
                self._upper = self.graph.closure(self.object)
        return self._upper

    def hidden(self) -> Option:
        """Return the option with its object hidden: described, so that its words name nothing else."""
        if self._hidden is None:
            if self.homonyms:
                self._hidden = copy(self)
                self._hidden.homonyms = ()
                self._hidden._upper = None
            else:
                self._hidden = self
        return self._hidden


@lru_cache(maxsize=_CACHE)
def _union(graph: EvidenceGraph, entities: tuple[int, ...]) -> AbstractBitMap:
    return BitMap.union(BitMap(), *(graph.closure(entity) for entity in entities))


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What the Browser knows of one page."""

    number: int
    """Document number."""
    noun: Noun
    """What it is."""
    options: tuple[Option, ...]
    """What can be said of it and of another page of its kind, in order of statement."""


class Browser:
    """Reads pages through the evidence graph, each once."""

    def __init__(self, graph: EvidenceGraph, snapshot: Snapshot, config: SynthConfig) -> None:
        self.graph = graph
        self.snapshot = snapshot
        self.config = config
        self._most = max(config.min_closure, int(config.max_closure_share * graph.documents))
        self._aliases: dict[int, tuple[str, ...]] = {}
        self._evidence: dict[tuple[int, Span], str] = {}
        self._kinds: dict[str, Kind] = {}
        self._nouns: dict[int, Noun | None] = {}
        self._homonyms_of: dict[tuple[int, str], tuple[int, ...]] = {}
        self._pages: OrderedDict[int, Page | None] = OrderedDict()

    def page(self, number: int) -> Page | None:
        """Return what can be said of a document, or None when it is no article or its noun is unknown."""
        if number in self._pages:
            self._pages.move_to_end(number)
            return self._pages[number]
        page = self._read(number)
        self._pages[number] = page
        if len(self._pages) > _CACHE:
            self._pages.popitem(last=False)
        return page

    def kind(self, noun: Noun) -> Kind:
        """Return the pages a question can mean by a noun."""
        if noun.family not in self._kinds:
            number = self.graph.entity(f"Family: {noun.family}")
            assert number is not None
            self._kinds[noun.family] = Kind(
                possible=possible(self.graph, noun.word), asserted=self.graph.subjects(FAMILY, number)
            )
        return self._kinds[noun.family]

    def aliases(self, number: int) -> tuple[str, ...]:
        """Return the other names of a page's subject."""
        if number not in self._aliases:
            self._aliases[number] = self.snapshot.at(number).aliases
        return self._aliases[number]

    def evidence(self, number: int, span: Span) -> str:
        """Return the words of a page at a span."""
        key = (number, span)
        if key not in self._evidence:
            if len(self._evidence) >= _EVIDENCE:
                self._evidence.clear()
            self._evidence[key] = self.snapshot.at(number).text[span.start : span.end]
        return self._evidence[key]

    def noun(self, number: int) -> Noun | None:
        """Return what a document is, without reading its options."""
        if number not in self._nouns:
            self._nouns[number] = self._noun(self.graph.claims(number))
        return self._nouns[number]

    def _noun(self, claims: list[StoredClaim]) -> Noun | None:
        for claim in claims:
            if claim.relation == TYPE and claim.object is not None:
                return noun_table().named(self.graph.name(claim.object).partition(": ")[2])
        return None

    def _read(self, number: int) -> Page | None:
        if not self.graph.is_article(number):
            return None
        claims = self.graph.claims(number)
        noun = self._nouns[number] = self._noun(claims)
        if noun is None:
            return None
        options: list[Option] = []
        kind = self.kind(noun)
        for claim in claims:
            relation = relation_table().by_name.get(claim.relation)
            if relation is None or not relation.clues_for(noun.family):
                continue
            if claim.object is None:
                options.extend(self._values(claim, relation, kind))
            elif option := self._entity(claim, relation, kind):
                options.append(option)
        return Page(number=number, noun=noun, options=tuple(options))

    def _entity(self, claim: StoredClaim, relation: Relation, kind: Kind) -> Option | None:
        assert claim.object is not None
        lower = self.graph.subjects(relation.name, claim.object)
        near = lower & kind.asserted
        if (
            len(near) < self.config.min_asserted
            or not self.config.min_closure <= self.graph.closure_size(claim.object) <= self._most
        ):
            return None
        return Option(
            graph=self.graph,
            relation=relation,
            object=claim.object,
            span=Span(claim.start, claim.end),
            lower=lower,
            near=near,
            name=self.graph.name(claim.object),
            surface=claim.surface,
            can_hide=self._can_hide(claim.object, relation),
            homonyms=self._homonyms(claim, relation),
        )

    def _homonyms(self, claim: StoredClaim, relation: Relation) -> tuple[int, ...]:
        assert claim.object is not None
        name = self.graph.name(claim.object)
        words = object_words(relation, name, claim.surface).removeprefix("the ")
        key = (claim.object, words)
        if key not in self._homonyms_of:
            if len(self._homonyms_of) >= _HOMONYMS:
                self._homonyms_of.clear()
            found = {*self.graph.entities_named(words), *self.graph.entities_named(plain(name))}
            self._homonyms_of[key] = tuple(sorted(found - {claim.object}))
        return self._homonyms_of[key]

    def _can_hide(self, entity: int, relation: Relation) -> bool:
        if not self.graph.is_article(entity) or (relation.object == "term" and not relation.fit):
            return False
        noun = self.noun(entity)
        return noun is not None and relation.fits(noun.family)

    def _values(self, claim: StoredClaim, relation: Relation, kind: Kind) -> Iterator[Option]:
        """Yield a year softened to a decade or half a century, and to a part of one; a number softened to a range."""
        assert claim.low is not None
        seen: set[str] = set()
        for wide in (True, False):
            if relation.object == "year":
                words, low, high = softened_year(int(claim.low), wide=wide)
            else:
                words, low, high = softened_number(claim.low)
            if words in seen:
                continue
            seen.add(words)
            lower = self.graph.subjects_in_range(relation.name, low, high)
            near = lower & kind.asserted
            if len(near) >= self.config.min_asserted:
                yield Option(
                    graph=self.graph,
                    relation=relation,
                    object=None,
                    span=Span(claim.start, claim.end),
                    lower=lower,
                    near=near,
                    name=words,
                    surface=words,
                    range=(low, high),
                )
