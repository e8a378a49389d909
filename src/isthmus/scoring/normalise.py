"""Normal forms of short texts, so that writing differs and names do not.

`normal` takes away what never tells two answers apart: Unicode compatibility forms, case, punctuation, leading articles, blanks.
`folded` takes away diacritics as well; that can join two names, so a match by it has a reason of its own. Signs that are part of
a name (`C++`, `C#`, `Ke$ha`) stay.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple


class Bracketed(NamedTuple):
    """A title and its disambiguator: `Have Mercy (band)` is (`Have Mercy`, `band`)."""

    base: str
    bracket: str


@lru_cache(maxsize=65_536)
def normal(text: str) -> str:
    """Return the normal form; two texts that differ only in writing have the same."""
    plain = unicodedata.normalize("NFKC", text.translate(_DROPPED)).casefold()
    plain = unicodedata.normalize("NFKC", plain).translate(_DROPPED)
    plain = _MINUS.sub("minus ", _THOUSANDS.sub("", plain.replace("&", " and ")))
    plain = _ARTICLE.sub("", plain.strip().strip("".join(_QUOTES) + "*_ "))
    words = "".join(" " if _is_punctuation(char) else char for char in plain).split()
    return " ".join(_join_initials(words)) or "".join(unicodedata.normalize("NFKC", text).casefold().split())


@lru_cache(maxsize=65_536)
def folded(text: str) -> str:
    """Return the normal form without diacritics: `Björk` and `Bjork` have the same."""
    kept: list[str] = []
    for char in unicodedata.normalize("NFKD", normal(text)):
        # Only the marks of Latin and Greek are diacritics; in other scripts a mark makes another letter.
        if "\u0300" <= char <= "\u036f" and kept and kept[-1] not in "иИ":
            continue
        kept.append(_LETTERS.get(char, char))
    return " ".join(unicodedata.normalize("NFKC", "".join(kept)).split())


def split_bracket(text: str) -> Bracketed:
    """Return a title without its trailing bracketed part, and that part; both normal. The part is empty if there is none."""
    match = _BRACKET.match(unicodedata.normalize("NFKC", text))
    if match is None:
        return Bracketed(normal(text), "")
    return Bracketed(normal(match.group(1)), normal(match.group(2)))


_QUOTES = "\"'`´‘’‚‛“”„‟«»‹›「」『』《》"
_APOSTROPHES = "'`´‘’‛ʻʼʹʾʿ′"
_DROPPED = {ord(char): None for char in _APOSTROPHES + "™®©℠\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"}
_KEPT_PUNCTUATION = frozenset("#%@")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_MINUS = re.compile(r"(?<!\S)[-−](?=\d)")
# "A-ha", "A & M" and "The The" begin with no article.
_ARTICLE = re.compile(r"^(?:(?:the|an)\s+(?=\w)(?!(?:the|an?)$)|a\s+(?=\w\w)(?!(?:the|an)$))")
_BRACKET = re.compile(r"^(.*\S)\s*\(([^()]*\w[^()]*)\)\s*[.]?\s*$", re.DOTALL)
_LETTERS = {
    "ø": "o",
    "ł": "l",
    "đ": "d",
    "ð": "d",
    "þ": "th",
    "æ": "ae",
    "œ": "oe",
    "ı": "i",
    "ħ": "h",
    "ŋ": "n",
    "ŧ": "t",
}


def _is_punctuation(char: str) -> bool:
    if char.isalnum() or char in _KEPT_PUNCTUATION:
        return False
    return unicodedata.category(char)[0] in "PZC"


def _join_initials(words: list[str]) -> list[str]:
    """Return the words with runs of single letters made one: `j r r tolkien` is `jrr tolkien`."""
    joined: list[str] = []
    in_run = False
    for word in words:
        single = len(word) == 1 and word.isalpha()
        if single and in_run:
            joined[-1] += word
        else:
            joined.append(word)
        in_run = single
    return joined
