"""A text as the gates compare it: the same words and the same folding that make a mention in the evidence graph.

So whatever widens a closure also counts as saying a name, and a question that does not say a name does not say it in any writing:
case, diacritics, punctuation, plural and possessive endings, spaces left out or put in.
"""

from __future__ import annotations

from functools import cache, cached_property, lru_cache
from itertools import accumulate

from isthmus.corpus.titles import plain
from isthmus.graph.nouns import noun_table
from isthmus.graph.relations import relation_table
from isthmus.graph.words import (
    FUNCTION_WORDS,
    Form,
    exact_word,
    fold_word,
    lower_first,
    name_forms,
    split_words,
)

_JOINED_WORDS = 4
_JOINED_LETTERS = 6
_SHORT = 3


class Words:
    """The words of one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.written = split_words(text)
        self.folded = tuple(map(_folded, self.written))
        self.row = f" {' '.join(self.folded)} "
        """The folded words between single blanks, for finding runs."""

    @cached_property
    def folded_set(self) -> frozenset[str]:
        """Return the distinct folded words."""
        return frozenset(self.folded)

    @cached_property
    def exact(self) -> tuple[str, ...]:
        """Return the words with their case."""
        return tuple(map(_exact, self.written))

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Return where in `row` the blank before each word is, and the last blank."""
        return (0, *accumulate(len(word) + 1 for word in self.folded))

    @cached_property
    def lowered(self) -> frozenset[str]:
        """Return the distinct words without their case, not folded further."""
        return frozenset(word.casefold() for word in self.exact)

    @cached_property
    def _squeezed(self) -> str:
        return "".join(self.folded)

    @cached_property
    def _runs(self) -> frozenset[str]:
        """Return every run of a few words written as one: `have mercy` gives `havemercy`."""
        folded = self.folded
        return frozenset(
            "".join(folded[start : start + length])
            for length in range(1, _JOINED_WORDS + 1)
            for start in range(len(folded) - length + 1)
        )

    def has_run(self, words: tuple[str, ...]) -> bool:
        """Return whether folded words stand in a row in the text."""
        return f" {' '.join(words)} " in self.row

    def says(self, name: str) -> bool:
        """Return whether the text says a name in any of its forms."""
        return any(self._has(form) for form in forms_of(name)) and (
            (short := _short(name)) is None or short in self.lowered
        )

    def says_respelled(self, name: str) -> bool:
        """Return whether the text says a name with spaces left out or put in: `Havemercy`, `Have-Mercy`."""
        joined = _joined(name)
        return len(joined) >= _JOINED_LETTERS and joined in self._squeezed and joined in self._runs

    def _has(self, form: Form) -> bool:
        if not form.exact:
            return self.has_run(form.words)
        if len(form.words) == 1:
            return form.words[0] in self.exact
        return any(
            (lower_first(first), *self.exact[start + 1 : start + len(form.words)]) == form.words
            for start, first in enumerate(self.exact)
        )


_folded = lru_cache(1 << 16)(fold_word)
_exact = lru_cache(1 << 16)(exact_word)


@lru_cache(1 << 16)
def _short(name: str) -> str | None:
    """Return a name of one short word, which must stand in a text as it is: folding makes "ties" and "Ty" equal."""
    words = split_words(plain(name))
    if len(words) != 1 or len(word := exact_word(words[0])) > _SHORT:
        return None
    return word.casefold()


@lru_cache(1 << 16)
def _joined(name: str) -> str:
    return "".join(map(fold_word, split_words(plain(name))))


@lru_cache(1 << 16)
def forms_of(name: str) -> tuple[Form, ...]:
    """Return the ways of saying a title: whole, and without a trailing bracketed part."""
    return tuple(dict.fromkeys((*name_forms(plain(name)), *name_forms(name))))


@lru_cache(1 << 14)
def words_of(text: str) -> Words:
    """Return the words of a short text that is met again and again, such as a leaf's wording."""
    return Words(text)


@cache
def common_words() -> frozenset[str]:
    """Return folded words that give nothing away: function words, nouns of the noun table, words of clues, calendar words."""
    texts: list[str] = [*FUNCTION_WORDS, *noun_table().forms, _GENERAL]
    for relation in relation_table().by_name.values():
        texts.append(relation.naming)
        texts.extend(relation.unless)
        for phrases in (*relation.clues.values(), *relation.hidden.values()):
            texts.extend(phrases)
    return frozenset(fold_word(word) for text in texts for word in split_words(text))


_GENERAL = """
January February March April May June July August September October November December
Monday Tuesday Wednesday Thursday Friday Saturday Sunday spring summer autumn winter century decade year
first second third fourth fifth last early late mid half quarter part
north south east west northern southern eastern western central upper lower inner outer great greater little new old big small
red black white blue green golden
city town river lake mountain island country state province county region street road house home world national international
music records band group song album artist player member people person place name thing
this that these those with from into which what where
"""
