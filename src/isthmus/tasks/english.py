"""Small English for the built-in writer: articles, lists, softened years. No state, no chance."""

from __future__ import annotations

import re

_VOWEL = re.compile(
    r"^(?:[aio]|e(?!u)|u(?!ni|s[aeiu]|t[aeio]|k[aeiou]|r[aiu]|b[aiou])|hour|heir|honest|honou?r)",
    re.IGNORECASE,
)
_CONSONANT = re.compile(r"^(?:one\b|once\b|ouija)", re.IGNORECASE)
_LETTERS = re.compile(r"^[A-Z]{2,}\b|^[A-Z](?:-|\b)")
_GENERIC = """
    Islands Republic Empire Kingdom Union Alps Mountains River Ocean Sea Desert Peninsula Army Navy
    Party War Revolution Award Prize Medal Festival Commonwealth Nations Movement Renaissance
    Confederation Federation Dynasty Canal Channel Gulf Strait Coast Highlands Midlands Caribbean
    Balkans Caucasus Orchestra Philharmonic Institution Organization Organisation Society Museum Gallery
    Observatory Arctic East Levant Congress Parliament Senate Olympics Games Cup Bridge Tower Cathedral
    Sahara Crimea Conservatory Conservatoire Institute Guild Company Expedition Regatta Library Theatre
    Academy Archipelago Court Conference Commission Council Bank Fund Community Association Agency Forum
    League Committee Assembly Authority Foundation Church Basin Plateau Valley Isles Equator Tropics
    Crown Mint Press Choir Club Observer Times Code Act Convention Accord Pact
"""
_OF = """
    University College Kingdom Republic Duchy City Isle Gulf Bay Sea Battle Siege Treaty House Order
    Church Academy Bank Museum Institute Society Organization Organisation Community Association Union
    League Council Conference Commonwealth Federation Ministry Department Province State Principality
    Port
"""
_DEFINITE = re.compile(
    r"^(?:United |Soviet |Dominican Republic|Czech Republic|Netherlands|Philippines|Bahamas|Maldives|Gambia|Vatican"
    r"|Holy |Roman |Ottoman |Byzantine |British (?!Columbia)|Royal |River |Grammy|Nobel|Pulitzer|Victoria Cross|Legion"
    rf"|(?:{'|'.join(_OF.split())}) (?:of|for) )|(?:{'|'.join(_GENERIC.split())})$"
)
_SAID_BY_LETTERS = frozenset("UN WTO OECD OSCE EU IMF OIC AU EEC USSR UK USA US UAE EFTA ILO WHO".split())  # noqa: SIM905
_NO_ARTICLE = re.compile(
    r"^(?:Mount |Lake |Saint |St\.? |Port |New |Westminster|Canterbury|[A-Z]\w+'s |.* (?:at|of) .*College$)"
)


def with_article(noun: str) -> str:
    """Return the noun with `a` or `an`: "an opera", "a university", "an EP"."""
    return f"{'an' if starts_like_vowel(noun) else 'a'} {noun}"


def starts_like_vowel(word: str) -> bool:
    """Return whether the word is said with a vowel first."""
    if _LETTERS.match(word):
        return word[0] in "AEFHILMNORSX8"
    return _VOWEL.match(word) is not None and _CONSONANT.match(word) is None


def definite(name: str) -> str:
    """Return a proper name as it stands in running text: "the United States", "the Beatles", "Vancouver"."""
    if name.startswith("The "):
        return "the " + name[4:]
    if name in _SAID_BY_LETTERS:
        return "the " + name
    if _DEFINITE.search(name) and not _NO_ARTICLE.match(name):
        return "the " + name
    return name


def joined(parts: list[str]) -> str:
    """Return "a", "a and b" or "a, b, and c"."""
    if len(parts) < 3:
        return " and ".join(parts)
    return ", ".join(parts[:-1]) + ", and " + parts[-1]


def capitalised(text: str) -> str:
    """Return the text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def softened_year(year: int, *, wide: bool) -> tuple[str, int, int]:
    """Return words for a range that holds the year, and its bounds.

    After 1900 a decade (`wide`) or a part of one, "the early 1970s"; before, half a century or a quarter of one.
    """
    if year < 1900:
        century, start = (year - 1) // 100 + 1, ((year - 1) // 100) * 100 + 1
        first_half = year < start + 50
        low, high = (start, start + 49) if first_half else (start + 50, start + 99)
        return f"the {'first' if first_half else 'second'} half of the {_ordinal(century)} century", low, high
    decade = year // 10 * 10
    if decade % 100 == 0:  # "the 1900s" is a decade to some and a century to others
        return f"the first decade of the {_ordinal(decade // 100 + 1)} century", decade, decade + 9
    if wide:
        return f"the {decade}s", decade, decade + 9
    for name, low, high in (("early", 0, 3), ("mid", 4, 6), ("late", 7, 9)):
        if low <= year - decade <= high:
            glue = "-" if name == "mid" else " "
            return f"the {name}{glue}{decade}s", decade + low, decade + high
    raise AssertionError(year)


def _ordinal(number: int) -> str:
    suffix = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix}"


def softened_number(number: float) -> tuple[str, int, int]:
    """Return words for a range on the scale 1, 2, 5, 10 that holds a number of a thousand or more, and its bounds."""
    power = 10 ** (len(str(int(number))) - 1)
    low, high = next((low, high) for low, high in ((1, 2), (2, 5), (5, 10)) if number < high * power)
    return f"between {_in_words(low * power, high * power)}", low * power, high * power


def _in_words(low: int, high: int) -> str:
    for unit, word in ((10**9, "billion"), (10**6, "million")):
        if low >= unit:
            return f"{low // unit} {word} and {high // unit} {word}"
    return f"{low:,} and {high:,}"
