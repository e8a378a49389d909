"""Which values look like names of entities: a person, a place, a film."""

from __future__ import annotations

import re

MAX_WORDS = 6
MAX_CHARACTERS = 80

_WRONG = re.compile(r"://|^www\.|\S@\S|[\\_={}<>|;\[\]]|\w/\w.*/|\.[a-z]{2,4}$")
_DATE = re.compile(
    r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|"
    r"^(?:\d{1,2}(?:st|nd|rd|th)? )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?,? (?:\d{1,2},? )?\d{2,4}$",
    re.IGNORECASE,
)
_LINKING_LETTERS = 3
_CODE_LETTERS = 3


def looks_like_name(text: str) -> bool:
    """Return whether a value could be the name of an entity.

    One to six words that are mostly capitalised (scripts without capitals pass), and no address, code, date or sentence.
    """
    text = text.strip()
    words = text.split()
    if not 1 <= len(words) <= MAX_WORDS or len(text) > MAX_CHARACTERS or "\n" in text:
        return False
    if _WRONG.search(text) or _DATE.search(text) or not any(character.isalpha() for character in text):
        return False
    if len(words) == 1 and _is_code(text):
        return False
    if len(words) > 3 and text.endswith((".", "!", "?")):
        return False
    # Short words such as "of", "the", "van" are written small in names.
    starts = [
        next((c for c in word if c.isalpha()), "")
        for word in words
        if len(word) > _LINKING_LETTERS or len(words) == 1
    ]
    starts = [start for start in starts or [next(c for c in text if c.isalpha())] if start]
    if not starts:
        return False
    small = sum(start.islower() for start in starts)
    return small * 2 < len(starts) and not next(c for c in text if c.isalpha()).islower()


def _is_code(word: str) -> bool:
    letters = [character for character in word if character.isalpha()]
    if any(character.isdigit() for character in word):
        return True
    return len(letters) <= _CODE_LETTERS and word.isupper()
