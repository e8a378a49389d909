"""Words and names: when a text says a name.

A word is a run of letters and digits; two words are the same when their folded forms are equal: compatibility
decomposition, marks removed, case and English plural endings folded, a possessive `'s` dropped. A text says a name
when the name's words follow one another in it, whatever blanks, dashes, quotes or line breaks stand between. So
`Progressive metal` is said by "progressive-metal", `Opeth` by "Opeth's", `Motörhead` by "Motorhead". Spellings that
join or part words are forms of their own: U.S.A. and USA, post-rock and postrock, O'Connor and OConnor.

Names of only function words or single letters (`The Who`, `Them`, `US`, `X`) would be said by every text; their words
must agree in case too (except the first letter of a name of several words). The bare form of a name that begins with
"The" is held to the same rule: `The Beatles` is said by "Beatles", not by "beatles".

Invariant: folding only makes more things equal. A mention too many widens a closure, which cannot make a proof false;
a mention missed could. Not covered: irregular plurals, inflection of other languages, translations, words broken at
the end of a line, names without a letter or digit.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

WORDS_VERSION = "1"
"""Part of a graph's id: a change of folding or of name forms changes it."""

_UNSPACED = "\u0e00-\u0eff\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_UNSPACED_LETTER = re.compile(f"[{_UNSPACED}]")
_APOSTROPHES = "'’‘`´′＇"
_INNER = "\u0300-\u036f\u00ad\u200c\u200d\u2060"
_WORD = re.compile(rf"[\w{_INNER}]+(?:[+#]+)?(?:[{_APOSTROPHES}]s(?!\w))?|&")
_POSSESSIVE = re.compile(rf"[{_APOSTROPHES}]s$")
_JOINT = re.compile(rf"(?<=\w)[{_APOSTROPHES}‐‑–-](?=\w)")
_UNDECOMPOSED = str.maketrans(
    dict(zip("øØłŁđĐðÐıħĦŋŊ", "oOlLdDdDihHnN", strict=True))
    | {"þ": "th", "Þ": "Th", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe"}
    | dict.fromkeys("\u00ad\u200c\u200d\u2060")
)
_AFTER_SIBILANT = ("che", "she", "xe", "sse", "ze", "oe")
_CLOSED_CLASSES = (
    "a about above after again against all also although am among an and another any are as at away be because been "
    "before being below between both but by can could did do does down during each either else ever every few for from "
    "had has have he her here hers him his how i if in into is it its just least less many may me might mine more most "
    "much must my neither never no none nor not now of off on once one only or other our ours out over own per quite "
    "same shall she should since so some still such than that the their theirs them then there these they this those "
    "though through thus to too toward under until up upon us very via was we well were what when where whether which "
    "while who whom whose why will with within without would yes yet you your yours"
)
FUNCTION_WORDS = frozenset(_CLOSED_CLASSES.split())
"""Words of the closed classes of English; they say little without their case."""


class Form(NamedTuple):
    """One way of saying a name."""

    exact: bool
    """Whether the words are compared with their case (`exact_word`) or folded (`fold_word`)."""
    words: tuple[str, ...]
    """At least one; for an exact form of several words the first letter is in lower case."""


def split_words(text: str) -> list[str]:
    """Return the words of a text as written; `&` is a word, and so is each letter of a script written without blanks."""
    if "_" in text:
        text = text.replace("_", " ")
    if not text.isascii():
        text = text.replace("\u02bc", "'").replace("\u02bb", "'")
        if _UNSPACED_LETTER.search(text):
            text = _UNSPACED_LETTER.sub(r" \g<0> ", text)
    return _WORD.findall(text)


def exact_word(word: str) -> str:
    """Return a word without possessive, marks and trailing signs, its case kept."""
    if word == "&":
        return "and"
    word = _POSSESSIVE.sub("", word)
    if not word.isascii():
        decomposed = unicodedata.normalize("NFKD", word)
        word = "".join(letter for letter in decomposed if not unicodedata.combining(letter)).translate(
            _UNDECOMPOSED
        )
    bare = word.rstrip("+#")
    # C++ and C# are names; the sign in "1,000+" or "guitar+bass" is not part of the word.
    return word if len(bare) <= 2 else bare


def fold_word(word: str) -> str:
    """Return the folded form of a word, equal for all ways of writing it."""
    word = exact_word(word).casefold()
    if len(word) <= 3:
        return word
    if word[-1] == "s" and word[-2] != "s":
        word = word[:-1]
    if word.endswith("ie"):
        return word[:-2] + "y"
    return word[:-1] if word.endswith(_AFTER_SIBILANT) else word


def lower_first(word: str) -> str:
    """Return the word with its first letter in lower case."""
    return word[:1].lower() + word[1:]


def name_forms(name: str) -> list[Form]:
    """Return the ways of saying a name; empty when it has no letter or digit."""
    written = split_words(name)
    words = [exact_word(word) for word in written]
    if not words:
        return []
    forms = [_form(words)]
    if words[0] == "The" and _stands_alone(words[1:]):
        forms.append(_exact_form(words[1:]))
    forms.extend(map(_form, _respelled(name, words)))
    return list(dict.fromkeys(forms))


def _is_common(word: str) -> bool:
    return word.casefold() in FUNCTION_WORDS or (
        len(word) == 1 and word.isalpha() and not _UNSPACED_LETTER.match(word)
    )


def _stands_alone(words: list[str]) -> bool:
    return any(not _is_common(word) for word in words) and (len(words) > 1 or len(words[0]) > 3)


def _form(words: list[str]) -> Form:
    if all(_is_common(word) for word in words):
        return _exact_form(words)
    return Form(False, tuple(map(fold_word, words)))


def _exact_form(words: list[str]) -> Form:
    return Form(True, tuple(words) if len(words) == 1 else (lower_first(words[0]), *words[1:]))


def _respelled(name: str, words: list[str]) -> Iterator[list[str]]:
    """Yield the words of other spellings: U.S.A. and USA, post-rock and postrock, O'Connor and OConnor."""
    if _JOINT.search(name):
        yield [exact_word(word) for word in split_words(_JOINT.sub("", name))]
    spelled: list[str] = []
    joined: list[str] = []
    for word in words:
        if word.isalpha() and word.isupper() and 2 <= len(word) <= 5:
            spelled.extend(word)
        else:
            spelled.append(word)
        if joined and len(word) == 1 and word.isupper() and joined[-1].isupper():
            joined[-1] += word
        else:
            joined.append(word)
    if len(spelled) > len(words):
        yield spelled
    if len(joined) < len(words):
        yield joined


def hash_text(text: str) -> int:
    """Return 64 bits over a text, the same on every machine."""
    return int.from_bytes(
        hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little"
    )
