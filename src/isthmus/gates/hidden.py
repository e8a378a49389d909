"""The hidden gate: the question gives no name away (DESIGN.md, gates of the hybrid families, 1).

Hidden are the answer, the hidden vertices, and what a described leaf means. For each, every name is looked for: title with and
without its bracketed part, the part before a comma, aliases, redirects; then each distinctive word of a name, words one edit away
from one, and initials. Words that a named leaf shows anyway are no leak by themselves; whole names always are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from isthmus.corpus.titles import plain
from isthmus.gates.base import GateContext, Numbers, verdict
from isthmus.gates.reasons import Reason
from isthmus.gates.words import Words, common_words, words_of
from isthmus.graph.words import exact_word, fold_word, split_words
from isthmus.records import Task, Verdict, Vertex, VertexRole
from isthmus.records.tasks import Number

DISTINCTIVE_LETTERS = 4
"""Letters a word of a name must have to give the name away alone."""
NEAR_LETTERS = 6
"""Letters a word of a name must have for a misspelling of it to count."""
_SECRET = (VertexRole.ANSWER, VertexRole.HIDDEN, VertexRole.DESCRIBED)
_SMALL_WORDS = frozenset(("the", "a", "an", "of", "and", "in", "on", "for", "to", "at", "by"))
_KNOWN_INITIALS = frozenset(
    (
        "US",
        "UK",
        "USA",
        "USSR",
        "EU",
        "UN",
        "TV",
        "EP",
        "LP",
        "DJ",
        "MC",
        "CD",
        "AM",
        "FM",
        "BC",
        "AD",
        "II",
        "III",
        "IV",
        "VI",
    )
)


@dataclass(frozen=True, slots=True)
class Hidden:
    """Passes a task whose question names nothing that is to be found."""

    name: ClassVar[str] = "hidden"
    version: ClassVar[str] = "1"

    def check(self, task: Task, context: GateContext) -> Verdict:
        """Return whether all that is hidden stays so.

        Numbers:
            names: [vertex, number of names looked for].
            vertex, shown: what was given away, and by which name or word, if something was.
        """
        question = _Question(context.question(task), _shown_words(task))
        counts: list[list[Number]] = []
        for vertex in task.tree.vertices:
            if vertex.role not in _SECRET:
                continue
            names = _names(task, vertex, context)
            counts.append([vertex.id, len(names)])
            leak = question.leak(names)
            if leak is not None:
                reason, shown = leak
                numbers: Numbers = {"names": counts, "vertex": vertex.id, "shown": shown}
                return verdict(self, reason, numbers)
        return verdict(self, Reason.OK, {"names": counts})


def _names(task: Task, vertex: Vertex, context: GateContext) -> tuple[str, ...]:
    names = context.names(vertex)
    if vertex.id == 0:
        names = tuple(dict.fromkeys((*names, task.answer.text, *task.answer.aliases)))
    return names


def _shown_words(task: Task) -> frozenset[str]:
    """Return the folded words of the named leaves."""
    wordings = (v.wording for v in task.tree.vertices if v.role is VertexRole.NAMED)
    return frozenset(word for wording in wordings for word in words_of(wording).folded)


class _Question:
    """A question, ready to be searched for names."""

    def __init__(self, words: Words, shown: frozenset[str]) -> None:
        self.words = words
        self.free = frozenset(word for word in words.folded_set if word not in shown)
        """Words that no named leaf accounts for."""
        self.letters = {
            variant: word
            for word in self.free
            if len(word) >= NEAR_LETTERS - 1 and word not in common_words()
            for variant in _variants(word)
        }
        self.initials = frozenset(_initial_tokens(words.exact))

    def leak(self, names: tuple[str, ...]) -> tuple[Reason, str] | None:
        """Return how the question gives away an entity, its title first among the names, or None."""
        for place, name in enumerate(names):
            if self._says(name):
                return (Reason.ALIAS_SHOWN if place else Reason.NAME_SHOWN), name
        for name in names:
            parts = name_parts(name)
            for word in parts.distinctive:
                if word in self.free:
                    return Reason.WORD_SHOWN, word
            for word in parts.long:
                near = self._near(word)
                if near is not None:
                    return Reason.NEAR_NAME, near
            for initials in parts.initials:
                if initials in self.initials:
                    return Reason.INITIALS_SHOWN, initials
        return None

    def _says(self, name: str) -> bool:
        head = name.partition(",")[0]
        return (
            self.words.says(name)
            or self.words.says_respelled(name)
            or (head != name and self.words.says(head))
        )

    def _near(self, word: str) -> str | None:
        for variant in _variants(word):
            other = self.letters.get(variant)
            if other is not None and within_one_edit(word, other):
                return other
        return None


@dataclass(frozen=True, slots=True)
class NameParts:
    """What of a name can give it away."""

    distinctive: tuple[str, ...]
    """Folded words that alone point to it."""
    long: tuple[str, ...]
    """Those of them long enough for a misspelling to be recognised."""
    initials: tuple[str, ...]
    """Initials, with and without small words."""


@lru_cache(1 << 16)
def name_parts(name: str) -> NameParts:
    """Return the telling parts of a name."""
    written = [exact_word(word) for word in split_words(plain(name))]
    distinctive = tuple(
        dict.fromkeys(
            folded
            for word in written
            if len(word) >= DISTINCTIVE_LETTERS
            and word[0].isupper()
            and (folded := fold_word(word)) not in common_words()
        )
    )
    return NameParts(
        distinctive=distinctive,
        long=tuple(word for word in distinctive if len(word) >= NEAR_LETTERS),
        initials=tuple(_initials(written)),
    )


def _initials(words: list[str]) -> Iterator[str]:
    for kept in (words, [word for word in words if word.casefold() not in _SMALL_WORDS]):
        initials = "".join(word[0] for word in kept).upper()
        if len(initials) >= 2 and initials.isalpha() and initials not in _KNOWN_INITIALS:
            yield initials


def _initial_tokens(words: Iterable[str]) -> Iterator[str]:
    """Yield what may be initials in a text: words in capitals, and runs of single capitals (`N. G. D. B.`)."""
    run = ""
    for word in (*words, ""):
        if len(word) == 1 and word.isupper():
            run += word
            continue
        if len(run) > 1:
            yield run
        run = ""
        if len(word) > 1 and word.isupper():
            yield word


@lru_cache(1 << 16)
def _variants(word: str) -> frozenset[str]:
    """Return the word and the word without each one of its letters; words one edit apart have one in common."""
    return frozenset((word, *(word[:place] + word[place + 1 :] for place in range(len(word)))))


def within_one_edit(first: str, second: str) -> bool:
    """Return whether one insertion, deletion, substitution or swap of neighbours makes the words equal."""
    if len(first) > len(second):
        first, second = second, first
    if len(second) - len(first) > 1:
        return False
    start = 0
    while start < len(first) and first[start] == second[start]:
        start += 1
    if len(first) < len(second):
        return first[start:] == second[start + 1 :]
    if first[start + 1 :] == second[start + 1 :]:
        return True
    return (
        first[start : start + 2] == second[start : start + 2][::-1]
        and first[start + 2 :] == second[start + 2 :]
    )
