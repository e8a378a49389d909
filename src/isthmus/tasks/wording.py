"""How the question words a leaf: names, terms, softened years, and which verb phrase carries them."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from isthmus.corpus.titles import plain
from isthmus.graph.relations import Relation
from isthmus.tasks.english import definite, with_article

_PROPER = """
    Latin Celtic Christian American British English Irish Scottish French German Italian Spanish African Afro Afrobeat Caribbean
    Jamaican Cuban Brazilian Chicago Detroit Delta Texas Southern Memphis Nashville Philadelphia Motown Hawaiian Jewish Hindustani
    Carnatic Chinese Japanese Korean Indian Arabic Persian Turkish Greek Balkan Nordic Viking Gothic Britpop Eurodance Europop
    Italo Kraut Krautrock Madchester Merseybeat Tejano Bollywood Gregorian Baroque Romantic Hammond Fender Gibson Moog Dixieland
    Cajun Tex Appalachian Creole Norse Swedish Canadian Australian Mexican Nigerian Ghanaian Punjabi Tamil Yiddish
"""
_KEEP_CAPITAL = re.compile(
    rf"^(?:\w+[A-Z]|[A-Z]{{2,}}|[A-Z][-&.]|(?:Western|Native)$|{'|'.join(_PROPER.split())})"
)
"""Terms that keep their capital letter inside a sentence."""


def object_words(relation: Relation, name: str, surface: str) -> str:
    """Return how a question writes a named object: name from its title, or from the page's own words for terms."""
    if relation.object == "term":
        words = surface or plain(name)
        return words if relation.proper else " ".join(_in_sentence(word) for word in words.split(" "))
    words = plain(name)
    if relation.naming != "{}" and not any(word in words.split() for word in relation.unless):
        return relation.naming.format(words)
    return definite(words)


def _in_sentence(word: str) -> str:
    """Return a word of a term as it stands inside a sentence: "Parliamentary Republic" is no name."""
    return word if _KEEP_CAPITAL.match(word) else word[:1].lower() + word[1:]


def clue_for(phrase: str, words: str) -> tuple[str, str]:
    """Return the clue (with `{}` for the object) and the object's words, from a phrase with `{}`, `{a}` or `{the}`."""
    if "{a}" in phrase:
        return phrase.replace("{a}", "{}"), with_article(words)
    if "{the}" in phrase:
        proper = (
            words[:1].isupper()
            and not words.startswith("the ")
            and re.search(r"(?:Award|Prize|Medal|War|Cup|Games|Order|Festival)s?\b", words)
        )
        return phrase.replace("{the}", "{}"), f"the {words}" if proper else words
    if " the {}" in phrase or phrase.startswith("the {}"):
        return phrase, words.removeprefix("the ")
    return phrase, words


def initials(name: str) -> str:
    """Return the capitals of a name of several words, "WTO" for the World Trade Organization; else the name itself."""
    words = plain(name).split()
    return "".join(word[0] for word in words if word[0].isupper()) if len(words) > 1 else words[0]


@lru_cache(maxsize=200_000)
def distinctive(name: str) -> frozenset[str]:
    """Return the folded words of a name that could give it away: three letters and more, brackets left out."""
    folded = unicodedata.normalize("NFKD", plain(name)).encode("ascii", "ignore").decode().lower()
    return frozenset(word for word in re.findall(r"[a-z0-9]{3,}", folded) if word not in _COMMON)


_COMMON = frozenset(
    """
    the and for from with in of at on band group records record music american british city new united states kingdom river lake
    island islands university college school royal north south east west saint john king queen rock pop jazz blues folk metal
    country orchestra company museum republic war battle great old black white red blue green
    """.split()  # noqa: SIM905
)
