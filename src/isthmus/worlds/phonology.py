"""Sounds of the world's cultures: from inventories of syllables to names of people and places.

A culture takes one of ten phonologies and keeps a part of its syllables, chosen by the seed, so that two cultures of one
phonology still sound apart. Names are put together from open syllables with few consonants at the seams; place, family and
river names have endings of their own, which no natural language uses as a set.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import count

from isthmus.ids import derive_rng

_PATIENCE = 400
"""Names tried before one syllable more is allowed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Phonology:
    """Syllable inventory; every field is a list of words separated by blanks, `-` stands for nothing."""

    onsets: str
    """Beginnings of a syllable."""
    vowels: str
    """Nuclei."""
    seams: str
    """Consonants that may close a syllable inside a word."""
    country: str
    """Endings of countries."""
    region: str
    """Endings of regions."""
    city: str
    """Endings of cities."""
    river: str
    """Endings of rivers."""
    language: str
    """Endings of languages."""
    family: str
    """Endings of family names."""
    women: str
    """Endings of women's given names."""
    men: str
    """Endings of men's given names."""


PHONOLOGIES: tuple[Phonology, ...] = (
    Phonology(
        onsets="v l m t s r d n p br tr k", vowels="a e i o ia e a o", seams="- - - l n r s",
        country="ria ressa loria vane mora", region="valle trema dessa lune", city="mora vessa lor trina selle dane lume",
        river="ve lisse rone me", language="ese vine lic", family="ri vani lotte ssena dari melle tano",
        women="la ra nessa lia mine", men="ro no vio ren dor",
    ),
    Phonology(
        onsets="k g dr kr sk t v h br st th", vowels="a e o u o a", seams="- r l n rn sk",
        country="vard gaard skara dren", region="mark drun fald harr", city="vond karn drek hald stad ruk grim",
        river="ska drun va krel", language="ish dric karsk", family="sen dahr gren kvist skarn holt",
        women="ga dis run veig hild", men="gar rik und vald ster",
    ),
    Phonology(
        onsets="h w y sh l n m th f r", vowels="a e o u ae ai ey", seams="- - l n m r",
        country="wey lorn shae mere", region="combe shaw fenn lowe", city="wen shal lowe thorpe mair hithe",
        river="wey shen low ae", language="ish wen thic", family="win shaw lowen thorne mayle farrow",
        women="wyn elle na lea may", men="wen low bert mond fer",
    ),
    Phonology(
        onsets="z ts x ch t k m n h y", vowels="a i o u e a i", seams="- - n l tz k",
        country="tlan zuma xa chitl", region="coya zatl tepa mul", city="tzil coatl xan pochi zuma tecla",
        river="tzin yac xo lhua", language="tec zul chan", family="tzin huac xol quil mazu chuy",
        women="xi lli tza nic", men="tec pan zo cuin",
    ),
    Phonology(
        onsets="k l t p v h s r n m j", vowels="aa uu i e o ai ee a u", seams="- - l n r s kk tt",
        country="maa vaara salo nne", region="harju korpi lanne vesa", city="kanto salmi vaara nieli ranto pohja",
        river="joka vesi inen", language="ska linen vii", family="nen lainto koski rinta vuo maki",
        women="kka na ja liisa", men="kko mo ri tti",
    ),
    Phonology(
        onsets="c gw ll br p t m n r d g cl", vowels="a e i o y ae a e", seams="- n r l d",
        country="wyddan morwy rhos garth", region="pryd maen gant lyn", city="dwyl mawr gareth noch pryn llan",
        river="wy dd ffyn nan", language="aeg wyth", family="ddoch wyn gryth pryce gethin maddoc",
        women="wen ys dda eth", men="och dan fan yr",
    ),
    Phonology(
        onsets="q z j h sh r m s b f kh", vowels="a i u a e aa", seams="- r n l m",
        country="istan zamin ara qand", region="abad dasht zar mul", city="zeh qar abim rud shahin baraz",
        river="rud dar zaf", language="ari zim qi", family="zadin oun iraz abi qoor shandi",
        women="eh ira shin na", men="ir um an zad",
    ),
    Phonology(
        onsets="mb nd ng k t l m b s w z", vowels="a o e u i a", seams="- - - n m",
        country="landa nguza bwe mbira", region="kundu lwayo tanga ziwe", city="ndori luko baye mbala tongwe zari",
        river="nzi lwe zamba", language="swe ndo nga", family="mbali ndowe kuzo lanya tembu siwo",
        women="ndi la ziwe nya", men="mba ko zo ndu",
    ),
    Phonology(
        onsets="th ph x ps k t l m n d str", vowels="a e o eo ai ia y", seams="- n r s l",
        country="kea thera xia dora", region="thos mene phis rhea", city="leron thea xandra polia kythe menos",
        river="xos thys mene", language="ean xic oric", family="thakis onides xenou lastri menaki pholis",
        women="thea ne xia dora", men="thos les xan don",
    ),
    Phonology(
        onsets="zh v d b r l st gr k m dn sv", vowels="a e o i u ya", seams="- r l n z",
        country="vinya goria lechia mora", region="krai dolye zhina brod", city="zhansk grod volye stok berezh dnik",
        river="ava itsa dnya", language="ansk chi vian", family="vich enko zhin olev brodny arin",
        women="ka mila zha enya", men="mir slav dan osh",
    ),
)  # fmt: skip
_VOWELS = frozenset("aeiouyw")


class Culture:
    """One culture's way of making names."""

    def __init__(self, seed: int, number: int, given_names: int, families: int) -> None:
        rng = derive_rng(seed, "world/culture", number)
        sounds = PHONOLOGIES[number % len(PHONOLOGIES)] if number >= 0 else PHONOLOGIES[0]
        if number < len(PHONOLOGIES):
            # The seed decides which phonology comes first, so that small worlds differ in more than syllables.
            turn = derive_rng(seed, "world/phonologies").sample(range(len(PHONOLOGIES)), len(PHONOLOGIES))
            sounds = PHONOLOGIES[turn[number]]
        onsets, vowels = sounds.onsets.split(), sounds.vowels.split()
        self._onsets = rng.sample(onsets, max(7, len(onsets) * 3 // 4))
        self._vowels = rng.sample(vowels, max(4, len(vowels) * 3 // 4))
        self._seams = ["" if seam == "-" else seam for seam in sounds.seams.split()]
        self._endings = {
            part: getattr(sounds, part).split()
            for part in ("country", "region", "city", "river", "language", "family")
        }
        self.women = self._pool(rng, sounds.women.split(), given_names)
        self.men = self._pool(rng, sounds.men.split(), given_names)
        self.families = self._pool(rng, sounds.family.split(), families)

    def _pool(self, rng: random.Random, endings: list[str], size: int) -> list[str]:
        pool: dict[str, None] = {}
        for tried in count():
            if len(pool) == size:
                break
            stem = self._stem(rng, 1 + (rng.random() < 0.55) + tried // (_PATIENCE * size))
            name = self._join(stem, endings[int(rng.random() * len(endings))])
            if 4 <= len(name) <= 10 + tried // (_PATIENCE * size):
                pool[name] = None
        return list(pool)

    def _stem(self, rng: random.Random, syllables: int) -> str:
        draw = rng.random
        onsets, vowels, seams = self._onsets, self._vowels, self._seams
        parts = []
        for place in range(syllables):
            onset = onsets[int(draw() * len(onsets))]
            if place == 0 and draw() < 0.14:
                onset = ""
            parts.append(onset + vowels[int(draw() * len(vowels))])
        parts.append(seams[int(draw() * len(seams))])
        return "".join(parts)

    @staticmethod
    def _join(stem: str, ending: str) -> str:
        """Join so that no vowel or consonant stands three times and no seam is unspeakable."""
        if stem[-1] in _VOWELS and ending[0] in _VOWELS:
            stem = stem.rstrip("aeiouyw") or stem[0] + "r"
        elif (
            stem[-1] not in _VOWELS
            and ending[0] not in _VOWELS
            and (len(ending) > 1 and ending[1] not in _VOWELS)
        ):
            stem = stem.rstrip("bcdfghjklmnpqrstvxz") or stem
        if stem and stem[-1] == ending[0] and stem[-2:-1] == ending[0]:
            stem = stem[:-1]
        return (stem + ending).capitalize()

    def name(self, rng: random.Random, part: str, syllables: int) -> str:
        """Return a new name with the endings of `part`: country, region, city, river, language or family."""
        endings = self._endings[part]
        # A culture of short sounds may have no name of so few syllables that is long enough; then it takes one more.
        for tried in count():
            stem = self._stem(rng, syllables + tried // _PATIENCE)
            name = self._join(stem, endings[int(rng.random() * len(endings))])
            if 7 <= len(name) <= 13:
                return name
        raise AssertionError(part)

    def coin(self, rng: random.Random) -> str:
        """Return an invented word without an ending, for companies and bands."""
        for tried in count():
            word = self._stem(rng, 2 + (rng.random() < 0.5) + tried // _PATIENCE)
            if 7 <= len(word) <= 11:
                return word.capitalize()
        raise AssertionError("coin")


def demonym(country: str) -> str:
    """Return the adjective of a country: Tessaria -> Tessarian, Skardren -> Skardrenian."""
    if country.endswith(("ia", "ea", "ya")):
        return country + "n"
    if country.endswith("ae"):
        return country[:-1] + "n"
    if country.endswith("a"):
        return country[:-1] + "an"
    if country.endswith("e"):
        return country[:-1] + "ian"
    return country + ("an" if country[-1] in "iouyw" else "ian")


def indefinite(word: str) -> str:
    """Return `an ` before a vowel sound, else `a `."""
    low = word.lower()
    if low.startswith(("eu", "one", "uni", "use", "ut")):
        return "a "
    return "an " if low[:1] in "aeiou" or low.startswith(("hour", "honest", "heir")) else "a "
