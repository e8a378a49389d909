"""Finding every name in every text: a trie of word hashes, walked by all positions of many texts at once.

A name form is a row of word hashes; every prefix of every form is one 64-bit hash in a sorted array. A batch of
texts becomes one row of word numbers; at each step all positions that are still inside some form take their next
word. Forms that lie inside longer ones are found too. A million titles need a few dozen megabytes, mapped once for
all processes. Equal hashes of different prefixes could only add a mention, never lose one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from isthmus.graph.arrays import Hashes, Ints, load, offsets_of, save, spans
from isthmus.graph.values import Stated, composed, word_number
from isthmus.graph.words import Form, exact_word, fold_word, hash_text, lower_first, split_words

FACTOR = np.uint64(0x9E3779B97F4A7C15)
_EXACT = np.uint64(0x5851F42D4C957F2D)
_FILTER_BITS = 26
_VOCABULARY = 1_000_000
_BETWEEN = "\n"
FOLDED, EXACT = 0, 1
"""Positions of the two tries: forms compared folded, and forms compared with their case."""


class FormTable:
    """Name forms as arrays: the word hashes of all forms one after the other, with the number each belongs to."""

    def __init__(
        self, words: Hashes, lengths: npt.NDArray[np.int32], exact: npt.NDArray[np.bool_], owners: Ints
    ) -> None:
        self.words, self.lengths, self.exact, self.owners = words, lengths, exact, owners

    @classmethod
    def of(cls, forms: Sequence[tuple[Form, int]]) -> FormTable:
        """Return the table of some (form, owner) pairs."""
        return cls(
            np.fromiter((hash_text(word) for form, _ in forms for word in form.words), np.uint64),
            np.fromiter((len(form.words) for form, _ in forms), np.int32, len(forms)),
            np.fromiter((form.exact for form, _ in forms), np.bool_, len(forms)),
            np.fromiter((owner for _, owner in forms), np.int64, len(forms)),
        )

    @classmethod
    def joined(cls, tables: Sequence[FormTable]) -> FormTable:
        """Return several tables as one."""
        tables = tables or [cls.of([])]
        return cls(
            np.concatenate([table.words for table in tables]),
            np.concatenate([table.lengths for table in tables]),
            np.concatenate([table.exact for table in tables]),
            np.concatenate([table.owners for table in tables]),
        )

    def take(self, rows: Ints, owners: Ints) -> FormTable:
        """Return the forms of some rows, given to other owners."""
        starts = offsets_of(self.lengths)[rows]
        words = self.words[spans(starts, self.lengths[rows])]
        return FormTable(words, self.lengths[rows], self.exact[rows], owners)

    def keys(self) -> Hashes:
        """Return one hash a form; equal forms have equal keys."""
        keys = np.zeros(len(self.lengths), np.uint64)
        for rows, state in self._levels():
            keys[rows] = state
        return np.where(self.exact, keys ^ _EXACT, keys)

    def prefixes(self, exact: bool) -> tuple[Hashes, Hashes, npt.NDArray[np.bool_]]:
        """Return the distinct prefixes of the exact or the folded forms, ascending.

        With each come the key of the form it is the whole of (or 0), and whether any form goes on from it.
        """
        keys = self.keys()
        states: list[Hashes] = []
        ends: list[Hashes] = []
        for level, (rows, state) in enumerate(self._levels(), start=1):
            chosen = self.exact[rows] == exact
            states.append(state[chosen])
            ends.append(np.where(self.lengths[rows] == level, keys[rows], np.uint64(0))[chosen])
        state = np.concatenate(states) if states else np.empty(0, np.uint64)
        end = np.concatenate(ends) if ends else np.empty(0, np.uint64)
        distinct, number = np.unique(state, return_inverse=True)
        key, more = np.zeros(len(distinct), np.uint64), np.zeros(len(distinct), np.bool_)
        key[number[end != 0]] = end[end != 0]
        more[number[end == 0]] = True
        return distinct, key, more

    def _levels(self) -> list[tuple[Ints, Hashes]]:
        """Return for each length n the forms that have n words, and the hash of their first n words."""
        starts = offsets_of(self.lengths)[:-1]
        rows = np.arange(len(self.lengths))
        levels: list[tuple[Ints, Hashes]] = []
        state = np.empty(0, np.uint64)
        level = 0
        while len(rows):
            words = self.words[starts[rows] + level]
            state = words if level == 0 else state * FACTOR + words
            levels.append((rows, state))
            level += 1
            longer = self.lengths[rows] > level
            rows, state = rows[longer], state[longer]
        return levels


def key_hash(form: Form) -> np.uint64:
    """Return the key of one form, as in `FormTable.keys`."""
    return np.uint64(FormTable.of([(form, 0)]).keys()[0])


def write_trie(folder: Path, table: FormTable) -> Hashes:
    """Write the two tries of a table and return the distinct keys, ascending; a key's number is its place."""
    keys = np.unique(table.keys())
    for which in (FOLDED, EXACT):
        prefixes, key, more = table.prefixes(which == EXACT)
        number = np.searchsorted(keys, key).astype(np.int32)
        number[key == 0] = -1
        for name, array in (
            ("prefixes", prefixes),
            ("numbers", number),
            ("more", more),
            ("filter", _filter(prefixes)),
        ):
            save(folder, f"trie{which}.{name}", array)
    return keys


def _filter(prefixes: Hashes) -> npt.NDArray[np.bool_]:
    bits = min(_FILTER_BITS, max(10, (16 * len(prefixes)).bit_length()))
    slots = np.zeros(1 << bits, np.bool_)
    slots[prefixes & np.uint64(len(slots) - 1)] = True
    return slots


class Trie:
    """One trie, mapped into memory."""

    def __init__(self, folder: Path, which: int) -> None:
        self.prefixes: Hashes = load(folder, f"trie{which}.prefixes")
        self.numbers: npt.NDArray[np.int32] = load(folder, f"trie{which}.numbers")
        self.more: npt.NDArray[np.bool_] = load(folder, f"trie{which}.more")
        self.filter: npt.NDArray[np.bool_] = load(folder, f"trie{which}.filter")
        self.mask = np.uint64(len(self.filter) - 1)

    def find(self, states: Hashes) -> tuple[Ints, Ints]:
        """Return which of the states are prefixes, and the place of each of these."""
        likely = np.flatnonzero(self.filter[states & self.mask])
        if not len(self.prefixes):
            return likely[:0], likely[:0]
        wanted = states[likely]
        place = np.minimum(np.searchsorted(self.prefixes, wanted), len(self.prefixes) - 1)
        found = self.prefixes[place] == wanted
        return likely[found], place[found]


class Vocabulary(dict[str, int]):
    """Words as written -> numbers in order of first use, and what the tries know of each; `learn` must follow every use."""

    def __init__(self, tries: Sequence[Trie]) -> None:
        super().__init__()
        self._tries = tries
        self._new: list[tuple[int, int, int, float, int]] = []
        self._known = 0
        self.folded = self.exact = np.zeros(0, np.uint64)
        """Hashes of the folded and the exact word."""
        self.starts: tuple[Hashes, Hashes] = (self.folded, self.exact)
        """Hash a form that goes on begins with, for each trie, where `goes_on`."""
        self.goes_on: tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]] = (
            np.zeros(0, np.bool_),
            np.zeros(0, np.bool_),
        )
        """Whether a form of several words begins with the word, for each trie."""
        self.alone: tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]] = (
            np.zeros(0, np.int32),
            np.zeros(0, np.int32),
        )
        """Number of the key of the form that is the word alone, or -1, for each trie."""
        self.numbers = np.zeros(0, np.float64)
        """Value of a number word, else NaN."""
        self.marks = np.zeros(0, np.int8)
        """`values.Mark` of the word."""

    def __missing__(self, word: str) -> int:
        exact = exact_word(word)
        value, mark = word_number(word)
        self._new.append(
            (hash_text(fold_word(word)), hash_text(exact), hash_text(lower_first(exact)), value, mark)
        )
        number = self[word] = self._known + len(self._new) - 1
        return number

    def learn(self) -> None:
        """Look the new words up."""
        if not self._new:
            return
        folded, exact, first, values, marks = zip(*self._new, strict=True)
        hashes = [np.array(column, np.uint64) for column in (folded, exact, first)]
        self._known += len(self._new)
        self._new.clear()
        self.folded = np.concatenate([self.folded, hashes[0]])
        self.exact = np.concatenate([self.exact, hashes[1]])
        self.numbers = np.concatenate([self.numbers, np.array(values, np.float64)])
        self.marks = np.concatenate([self.marks, np.array(marks, np.int8)])
        self.starts = (self.folded, np.concatenate([self.starts[EXACT], hashes[2]]))
        self.goes_on = (self._grown(FOLDED, hashes[0]), self._grown(EXACT, hashes[2]))
        self.alone = (self._keyed(FOLDED, hashes[0]), self._keyed(EXACT, hashes[1]))

    def _grown(self, which: int, hashes: Hashes) -> npt.NDArray[np.bool_]:
        new = np.zeros(len(hashes), np.bool_)
        rows, place = self._tries[which].find(hashes)
        new[rows] = self._tries[which].more[place]
        return np.concatenate([self.goes_on[which], new])

    def _keyed(self, which: int, hashes: Hashes) -> npt.NDArray[np.int32]:
        new = np.full(len(hashes), -1, np.int32)
        rows, place = self._tries[which].find(hashes)
        new[rows] = self._tries[which].numbers[place]
        return np.concatenate([self.alone[which], new])


class Found(NamedTuple):
    """What was found in a batch of texts."""

    keys: Ints
    """Key numbers, one a (key, text) pair, pairs ascending."""
    texts: Ints
    """Position of the text in the batch."""
    numbers: Stated
    """Numbers stated in words."""


class Scanner:
    """Finds names in batches of texts; it learns words as it goes, so one scanner should see many batches."""

    def __init__(self, folder: Path) -> None:
        self._tries = (Trie(folder, FOLDED), Trie(folder, EXACT))
        self._vocabulary = Vocabulary(self._tries)

    def scan(self, texts: Sequence[str]) -> Found:
        """Return the names and the number words in each text."""
        if len(self._vocabulary) > _VOCABULARY:
            self._vocabulary = Vocabulary(self._tries)
        words, owner = self._numbered(texts)
        pairs = [np.empty(0, np.int64)]
        for which in (FOLDED, EXACT):
            for place, keys in self._walk(which, words):
                pairs.append((keys.astype(np.int64) << 32) | owner[place])
        pair = np.unique(np.concatenate(pairs))
        vocabulary = self._vocabulary
        numbers = composed(vocabulary.numbers[words], vocabulary.marks[words], owner)
        return Found(pair >> 32, pair & 0xFFFFFFFF, numbers)

    def _numbered(self, texts: Sequence[str]) -> tuple[npt.NDArray[np.int32], Ints]:
        """Return the word numbers of all texts in one row, and the text of each; a word no form has stands between two texts."""
        number = self._vocabulary.__getitem__
        rows, lengths = [], []
        for text in texts:
            words = split_words(text)
            words.append(_BETWEEN)
            rows.append(np.fromiter(map(number, words), np.int32, len(words)))
            lengths.append(len(words))
        self._vocabulary.learn()
        owner = np.repeat(np.arange(len(texts), dtype=np.int64), lengths)
        return (np.concatenate(rows) if rows else np.empty(0, np.int32)), owner

    def _walk(self, which: int, words: npt.NDArray[np.int32]) -> Iterator[tuple[Ints, npt.NDArray[np.int32]]]:
        """Yield (positions a form begins at, its key), form lengths one by one."""
        vocabulary, trie = self._vocabulary, self._tries[which]
        alone = vocabulary.alone[which][words]
        place = np.flatnonzero(alone >= 0)
        yield place, alone[place]
        hashes = (vocabulary.folded if which == FOLDED else vocabulary.exact)[words]
        # The last word of a row stands between texts and begins nothing, so `place + length` stays inside.
        place = np.flatnonzero(vocabulary.goes_on[which][words])
        state = vocabulary.starts[which][words[place]]
        length = 1
        while len(place):
            rows, found = trie.find(state * FACTOR + hashes[place + length])
            place, state = place[rows], trie.prefixes[found]
            keys = trie.numbers[found]
            yield place[keys >= 0], keys[keys >= 0]
            on = trie.more[found]
            place, state, length = place[on], state[on], length + 1
