"""How a name of each kind is coined. A coiner may be asked again for the same row when a name is taken."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from isthmus.worlds import lexicon
from isthmus.worlds.institutions import DISCIPLINES, INDUSTRIES, MUSEUM_TYPES
from isthmus.worlds.names import Names
from isthmus.worlds.phonology import Culture, indefinite
from isthmus.worlds.sizes import Kind
from isthmus.worlds.truth import Truth


class Coiner:
    """Draws names of one kind at a time, with the sounds of the row's country."""

    def __init__(self, truth: Truth, names: Names, cultures: list[Culture]) -> None:
        self.truth, self.names, self.cultures = truth, names, cultures
        self.rng = random.Random(0)
        self.attempt = 0
        languages = truth.tables[Kind.COUNTRY]["official_language"] - truth.sizes.base[Kind.LANGUAGE]
        self.language_of: list[int] = languages.tolist()
        self._columns: dict[tuple[Kind, str], list[int]] = {}

    def column(self, kind: Kind, name: str) -> list[int]:
        """Return a column as a list, kept while its kind is being named."""
        if (kind, name) not in self._columns:
            if len(self._columns) > 8:
                self._columns.clear()
            self._columns[kind, name] = self.truth.tables[kind][name].tolist()
        return self._columns[kind, name]

    def culture(self, kind: Kind, row: int) -> Culture:
        """Return the culture of the country a row belongs to."""
        return self.cultures[self.language_of[self.column(kind, "country")[row]]]

    def named(self, kind: Kind, row: int, column: str) -> str:
        """Return the name of the entity in a column."""
        return self.names.names[self.column(kind, column)[row]]

    def of(self, words: Sequence[str]) -> str:
        """Return one of the words."""
        return words[int(self.rng.random() * len(words))]

    def below(self, number: int) -> int:
        """Return an integer in [0, number)."""
        return int(self.rng.random() * number)

    def family(self, kind: Kind, row: int) -> str:
        """Return a family name of the row's country."""
        return self.of(self.culture(kind, row).families)

    def place(self, kind: Kind, row: int, part: str = "city") -> str:
        """Return a new place name of the row's country."""
        return self.culture(kind, row).name(self.rng, part, 1 + self.below(2) + (self.attempt > 3))

    def thing(self) -> str:
        """Return a noun for titles."""
        return self.of(lexicon.THINGS)

    def trait(self) -> str:
        """Return an adjective for titles."""
        return self.of(lexicon.TRAITS)


def plural(noun: str) -> str:
    """Return the plural of a regular noun."""
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("s", "x", "ch", "sh")) else "s")


def _country(c: Coiner, row: int) -> str:
    return c.cultures[c.language_of[row]].name(c.rng, "country", 1 + c.below(2) + (c.attempt > 3))


def _language(c: Coiner, row: int) -> str:
    return c.cultures[row].name(c.rng, "language", 1 + c.below(2) + (c.attempt > 3))


def _genre(c: Coiner, row: int) -> str:
    return f"{c.of(lexicon.GENRE_TRAITS)} {c.of(lexicon.GENRE_BASES)}"


def _field(c: Coiner, row: int) -> str:
    discipline = DISCIPLINES[c.column(Kind.FIELD, "discipline")[row]][0]
    return f"{c.of(lexicon.FIELD_TRAITS)} {discipline}"


def _university(c: Coiner, row: int) -> str:
    form = c.below(4) if c.attempt < 3 else 3
    city = c.named(Kind.UNIVERSITY, row, "location")
    if c.column(Kind.UNIVERSITY, "type")[row] == 2 and c.attempt < 2:
        return f"{city} Polytechnic" if form % 2 else f"{city} Institute of Technology"
    if form < 2:
        return f"University of {city}"
    return f"{c.family(Kind.UNIVERSITY, row)} {'College' if form == 2 else 'University'}"


def _observatory(c: Coiner, row: int) -> str:
    if c.below(2):
        return f"Mount {c.place(Kind.OBSERVATORY, row, 'family')} Observatory"
    return f"{c.family(Kind.OBSERVATORY, row)} Observatory"


def _museum(c: Coiner, row: int) -> str:
    form = c.below(3) if c.attempt < 3 else 2
    city = c.named(Kind.MUSEUM, row, "location")
    kind = MUSEUM_TYPES[c.column(Kind.MUSEUM, "type")[row]].title().replace(" Of ", " of ")
    if form == 0:
        return f"{city} {kind}"
    return f"{kind} of {city}" if form == 1 and " of " not in kind else f"{c.family(Kind.MUSEUM, row)} Museum"


def _orchestra(c: Coiner, row: int) -> str:
    city = c.named(Kind.ORCHESTRA, row, "location")
    if c.attempt > 4:
        city = c.family(Kind.ORCHESTRA, row)
    return f"{city} {c.of(('Philharmonic', 'Symphony Orchestra', 'Chamber Orchestra', 'Radio Orchestra'))}"


def _company(c: Coiner, row: int) -> str:
    trade = c.of(lexicon.TRADES[INDUSTRIES[c.column(Kind.COMPANY, "industry")[row]]])
    form = c.below(4)
    if form == 0:
        return f"{c.family(Kind.COMPANY, row)} {trade}"
    if form == 1:
        return f"{c.family(Kind.COMPANY, row)} & {c.family(Kind.COMPANY, row)}"
    if form == 2:
        return f"{c.culture(Kind.COMPANY, row).coin(c.rng)} {trade}"
    return (
        f"{c.trait()} {c.thing()} {trade}"
        if c.attempt
        else f"{c.named(Kind.COMPANY, row, 'location')} {trade}"
    )


def _label(c: Coiner, row: int) -> str:
    front = c.culture(Kind.LABEL, row).coin(c.rng) if c.below(4) == 0 else f"{c.trait()} {c.thing()}"
    return f"{front} {c.of(lexicon.LABEL_ENDINGS)}"


def _publisher(c: Coiner, row: int) -> str:
    form = c.below(3)
    if form == 0:
        return f"{c.family(Kind.PUBLISHER, row)} & {c.family(Kind.PUBLISHER, row)}"
    front = c.family(Kind.PUBLISHER, row) if form == 1 else f"{c.trait()} {c.thing()}"
    return f"{front} {c.of(lexicon.PRESS_ENDINGS)}"


def _award(c: Coiner, row: int) -> str:
    form = c.below(4)
    if form == 0:
        return f"Order of the {c.trait()} {c.thing()}"
    front = c.thing() if form == 1 else c.family(Kind.AWARD, row)
    return f"{front} {c.of(('Prize', 'Medal', 'Award'))}"


def _person(c: Coiner, row: int) -> str:
    culture = c.culture(Kind.PERSON, row)
    given = culture.women if c.column(Kind.PERSON, "female")[row] else culture.men
    first = given[int(c.rng.random() * len(given))]
    if c.attempt > 6 or c.rng.random() < 0.04:
        first += f" {c.of(given)[0]}."
    return f"{first} {culture.families[int(c.rng.random() * len(culture.families))]}"


def _band(c: Coiner, row: int) -> str:
    form = c.below(6)
    if form == 0:
        return c.culture(Kind.BAND, row).coin(c.rng) + (f" {c.thing()}" if c.attempt else "")
    if form == 1:
        return f"{c.of(c.culture(Kind.BAND, row).women)} and the {plural(c.thing())}"
    if form == 2:
        return f"{c.thing()} {c.culture(Kind.BAND, row).coin(c.rng)}"
    if form == 3:
        return f"{c.culture(Kind.BAND, row).coin(c.rng)} {c.thing()}"
    return f"The {c.trait()} {plural(c.thing())}"


def _work(c: Coiner, kind: Kind, row: int) -> str:
    form = c.below(9)
    if form == 0 and c.attempt < 2:
        return f"The {c.trait()} {c.thing()}"
    if form == 1:
        return f"{c.of(lexicon.DEEDS)} {c.place(kind, row)}"
    if form == 2:
        return f"{c.thing()} and {c.thing()}"
    if form == 3:
        return f"The {c.thing()} of {c.place(kind, row)}"
    if form == 4:
        return f"{c.trait()} {c.thing()}, {c.trait()} {c.thing()}"
    if form == 5:
        return f"The {c.thing()}'s {c.thing()}"
    if form == 6:
        return (
            f"{c.of(('Three', 'Four', 'Seven', 'Nine', 'Twelve', 'Twenty'))} {c.trait()} {plural(c.thing())}"
        )
    if form == 7:
        thing = c.thing()
        return f"{indefinite(thing).capitalize()}{thing} for {c.of(c.culture(kind, row).women)}"
    return f"{c.trait()} {plural(c.thing())} of {c.place(kind, row)}"


def _painting(c: Coiner, row: int) -> str:
    form = c.below(5)
    if form == 0:
        return f"Still Life with {c.thing()} and {c.thing()}"
    if form == 1:
        return f"Portrait of {c.of(c.culture(Kind.PAINTING, row).women)} {c.family(Kind.PAINTING, row)}"
    if form == 2:
        return f"{c.thing()} near {c.place(Kind.PAINTING, row)}"
    return _work(c, Kind.PAINTING, row)


def _structure(c: Coiner, row: int) -> str:
    ending = ("Bridge", "Town Hall", "Theatre", "Library", "Lighthouse", "Station", "Concert Hall", "Tower")[
        c.column(Kind.STRUCTURE, "form")[row]
    ]
    form = c.below(4)
    if form == 0:
        return f"{c.family(Kind.STRUCTURE, row)} {ending}"
    if form == 1:
        return f"{c.place(Kind.STRUCTURE, row)} {ending}"
    if ending in ("Town Hall", "Station") and not c.attempt:
        return f"{c.named(Kind.STRUCTURE, row, 'location')} {ending}"
    return (
        f"{c.trait()} {c.thing()} {ending}"
        if form == 2
        else f"{c.thing()} {c.of(('Street', 'Row', 'Hill', 'Gate'))} {ending}"
    )


def _ship(c: Coiner, row: int) -> str:
    prefix = ("", "SS ", "", "RV ", "", "")[c.column(Kind.SHIP, "form")[row]]
    if c.below(3) == 0:
        return f"{prefix}{c.of(c.culture(Kind.SHIP, row).women)} {c.family(Kind.SHIP, row)}"
    return f"{prefix}{c.trait()} {c.thing()}" + (f" of {c.place(Kind.SHIP, row)}" if c.attempt > 2 else "")


def _expedition(c: Coiner, row: int) -> str:
    if c.below(2):
        return f"Cape {c.place(Kind.EXPEDITION, row)} Expedition"
    return f"{c.trait()} {c.thing()} Expedition"


def _festival(c: Coiner, row: int) -> str:
    if c.below(2):
        return f"{c.place(Kind.FESTIVAL, row)} Festival"
    return f"{c.trait()} {c.thing()} Festival"


def _battle(c: Coiner, row: int) -> str:
    place = c.place(Kind.BATTLE, row)
    return f"Battle of {place}{c.of(('', '', ' Ford', ' Heights', ' Crossing', ' Bay'))}"


def _paper(c: Coiner, row: int) -> str:
    trait, noun = c.of(lexicon.PAPER_TRAITS), c.of(lexicon.PAPER_OBJECTS)
    act = c.of(lexicon.PAPER_ACTS)
    if c.below(3) == 0:
        return f"{act} {trait} {noun} and {c.of(lexicon.PAPER_OBJECTS)} near {c.place(Kind.PAPER, row)}"
    return f"{act} {trait} {noun} at {c.place(Kind.PAPER, row)}"


def _places(kind: Kind, part: str) -> Callable[[Coiner, int], str]:
    return lambda c, row: c.place(kind, row, part)


def _works(kind: Kind) -> Callable[[Coiner, int], str]:
    return lambda c, row: _work(c, kind, row)


COINERS: dict[Kind, Callable[[Coiner, int], str]] = {
    Kind.COUNTRY: _country,
    Kind.REGION: _places(Kind.REGION, "region"),
    Kind.CITY: _places(Kind.CITY, "city"),
    Kind.RIVER: _places(Kind.RIVER, "river"),
    Kind.LANGUAGE: _language,
    Kind.GENRE: _genre,
    Kind.FIELD: _field,
    Kind.UNIVERSITY: _university,
    Kind.OBSERVATORY: _observatory,
    Kind.MUSEUM: _museum,
    Kind.ORCHESTRA: _orchestra,
    Kind.COMPANY: _company,
    Kind.LABEL: _label,
    Kind.PUBLISHER: _publisher,
    Kind.AWARD: _award,
    Kind.PERSON: _person,
    Kind.BAND: _band,
    Kind.BOOK: _works(Kind.BOOK),
    Kind.ALBUM: _works(Kind.ALBUM),
    Kind.FILM: _works(Kind.FILM),
    Kind.PAINTING: _painting,
    Kind.STRUCTURE: _structure,
    Kind.SHIP: _ship,
    Kind.EXPEDITION: _expedition,
    Kind.FESTIVAL: _festival,
    Kind.BATTLE: _battle,
    Kind.PAPER: _paper,
}


def second_name(c: Coiner, kind: Kind, row: int, name: str) -> str:
    """Return a stage name, former name, official name or short name; empty where the kind of name has none."""
    if kind is Kind.PERSON:
        return f"{c.trait()} {c.of(c.culture(kind, row).men + c.culture(kind, row).women)}"
    if kind is Kind.COUNTRY:
        forms = ("Kingdom", "Republic", "Federation", "Republic", "Grand Duchy")
        return f"{forms[c.column(kind, 'government')[row]]} of {name}"
    if kind is Kind.UNIVERSITY:
        return f"{name[14:]} University" if name.startswith("University of ") else ""
    if kind is Kind.COMPANY:
        return f"{c.family(kind, row)} Brothers"
    return c.place(kind, row)
