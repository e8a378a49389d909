"""Small English for the built-in writer: articles, lists, softened years. No state, no chance."""

from __future__ import annotations

import re

_VOWEL = re.compile(r"^(?:[aio]|e(?!u)|u(?!ni|s[aeiu]|t[aeio]|k[aeiou]|r[aiu]|b[aiou])|(?:hour|heir|honest|honou?r))", re.IGNORECASE)
_CONSONANT = re.compile(r"^(?:one\b|once\b|ouija)", re.IGNORECASE)
_LETTERS = re.compile(r"^[A-Z]{2,}\b|^[A-Z](?:-|\b)")
_DEFINITE = re.compile(
    r"^(?:United |Soviet |Dominican Republic|Czech Republic|Netherlands|Philippines|Bahamas|Maldives|Gambia|Vatican|Holy |Roman |Ottoman |Byzantine |"
    r"British (?!Columbia)|Royal |University of |College of |Kingdom of |Republic of |Duchy of |City of |Isle of |Gulf of |Bay of |Sea of |River |Battle of |Siege of |"
    r"Treaty of |House of |Order of |Church of |Academy of |Bank of |Museum of |Institute of |Society of |Grammy|Nobel|Pulitzer|Academy Award|Victoria Cross|Legion|Order )"
    r"|(?:Islands|Republic|Empire|Kingdom|Union|Alps|Mountains|River|Ocean|Sea|Desert|Peninsula|Army|Navy|Party|War|Revolution|Award|Prize|Medal|Festival|Commonwealth|"
    r"Nations|Movement|Renaissance|Confederation|Federation|Dynasty|Canal|Channel|Gulf|Strait|Coast|Highlands|Midlands|Caribbean|Balkans|Caucasus|Orchestra|Philharmonic|"
    r"Institution|Organization|Organisation|Society|Museum|Gallery|Observatory|Arctic|Middle East|Levant|Congress|Parliament|Senate|Olympics|Olympic Games|Games|Cup|Bridge|"
    r"Tower|Cathedral|Sahara|Crimea|Conservatory|Conservatoire|Institute|Guild|Company|Expedition|Regatta|Library|Theatre|Academy|Archipelago|Court|Organi[sz]ation|Conference|Commission|Council|Bank|Fund|Community|Association|Agency|Forum|League|Committee|"
    r"Assembly|Authority|Foundation|Church|Plate|Basin|Plateau|Valley|Isles|Equator|Tropics|Crown|Mint|Press|Choir|Club|Observer|Times|Code|Act|Convention|Accord|Pact)$"
    r"|^(?:Organi[sz]ation|Community|Association|Union|League|Council|Conference|Commonwealth|Federation|Society|Ministry|Department|Province|State|Principality|Port) (?:of|for) "
)
_NO_ARTICLE = re.compile(r"^(?:Mount |Lake |Saint |St\.? |Port |New |Westminster|Canterbury|[A-Z]\w+'s |.* (?:at|of) .*College$)")


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
