"""Names and titles of every entity, unique in the world.

Names are drawn kind after kind from one generator a kind; a name that is taken is drawn again, so titles are unique by
construction. A few pairs are then made homonyms on purpose: both get a bracketed title, and the plain name becomes a
disambiguation page.
"""

from __future__ import annotations

from isthmus.ids import derive_rng
from isthmus.worlds import coinage
from isthmus.worlds.draws import NONE
from isthmus.worlds.names import Names
from isthmus.worlds.occupations import occupation
from isthmus.worlds.phonology import Culture, demonym
from isthmus.worlds.sizes import Kind
from isthmus.worlds.truth import Truth

_NOUN = {
    Kind.CITY: "city", Kind.RIVER: "river", Kind.BAND: "band", Kind.BOOK: "book", Kind.ALBUM: "album", Kind.FILM: "film",
    Kind.PAINTING: "painting", Kind.COMPANY: "company", Kind.SHIP: "ship",
}  # fmt: skip
"""What stands in the brackets of a homonym's title."""
_SECOND_NAMES = {
    Kind.PERSON: 0.05,
    Kind.CITY: 0.07,
    Kind.COMPANY: 0.07,
    Kind.COUNTRY: 1.0,
    Kind.UNIVERSITY: 1.0,
}
"""Share of a kind that has a second name."""


def name_everything(truth: Truth, seed: int) -> Names:
    """Return the names of all entities of a world."""
    names = Names()
    coiner = coinage.Coiner(truth, names, _cultures(truth, seed))
    taken: set[str] = set()
    for kind in Kind:
        draw = coinage.COINERS[kind]
        coiner.rng = derive_rng(seed, "world/names", kind.name)
        for row in range(truth.count(kind)):
            coiner.attempt = 0
            name = draw(coiner, row)
            while name in taken:
                coiner.attempt += 1
                name = draw(coiner, row)
            taken.add(name)
            names.names.append(name)
        if kind is Kind.COUNTRY:
            names.demonyms = [demonym(name) for name in names.names]
    names.titles = [name[0].upper() + name[1:] for name in names.names]
    _make_homonyms(truth, names, seed, taken)
    _second_names(truth, names, seed, taken, coiner)
    return names


def _cultures(truth: Truth, seed: int) -> list[Culture]:
    count = truth.count(Kind.LANGUAGE)
    people = truth.count(Kind.PERSON) // count
    given = max(24, min(140, people // 12))
    families = max(60, min(1_600, people // 3))
    return [Culture(seed, number, given, families) for number in range(count)]


def _make_homonyms(truth: Truth, names: Names, seed: int, taken: set[str]) -> None:
    """Give pairs of entities one name: two people, a band and a city, a film and the book it is based on."""
    rng = derive_rng(seed, "world/homonyms")
    base = truth.sizes.base
    used: set[int] = set()
    based = truth.tables[Kind.FILM]["based_on"]
    adapted = [(int(book), row + base[Kind.FILM]) for row, book in enumerate(based.tolist()) if book != NONE]
    rng.shuffle(adapted)
    while len(names.homonyms) < truth.sizes.disambiguations:
        form = len(names.homonyms) % 3
        if form == 0 and adapted:
            one, two = adapted.pop()
        elif form == 1:
            one = base[Kind.CITY] + rng.randrange(truth.count(Kind.CITY))
            two = base[Kind.BAND] + rng.randrange(truth.count(Kind.BAND))
        else:
            one, two = (base[Kind.PERSON] + rng.randrange(truth.count(Kind.PERSON)) for _ in range(2))
        if one == two or one in used or two in used:
            continue
        name = names.names[one]
        titles = _bracketed(truth, one, two, name)
        if titles[0] in taken or titles[1] in taken or titles[0] == titles[1]:
            continue
        used |= {one, two}
        taken.update(titles)
        names.names[two] = name
        names.titles[one], names.titles[two] = titles
        names.homonyms.append((name, one, two))


def _bracketed(truth: Truth, one: int, two: int, name: str) -> tuple[str, str]:
    """Return two titles for one name, told apart by kind, by occupation or by year of birth."""
    kinds = truth.sizes.kind_of(one), truth.sizes.kind_of(two)
    if kinds[0] is not Kind.PERSON:
        return f"{name} ({_NOUN[kinds[0]]})", f"{name} ({_NOUN[kinds[1]]})"
    rows = (one - truth.sizes.base[Kind.PERSON], two - truth.sizes.base[Kind.PERSON])
    nouns = [occupation(truth, row) for row in rows]
    if nouns[0] == nouns[1]:
        born = truth.tables[Kind.PERSON]["birth_year"]
        nouns = [f"{noun}, born {born[row]}" for noun, row in zip(nouns, rows, strict=True)]
    return f"{name} ({nouns[0]})", f"{name} ({nouns[1]})"


def _second_names(truth: Truth, names: Names, seed: int, taken: set[str], coiner: coinage.Coiner) -> None:
    for kind, share in _SECOND_NAMES.items():
        rng = coiner.rng = derive_rng(seed, "world/second names", kind.name)
        for row in range(truth.count(kind)):
            if rng.random() >= share:
                continue
            entity = truth.sizes.base[kind] + row
            second = coinage.second_name(coiner, kind, row, names.names[entity])
            if second and second not in taken:
                taken.add(second)
                names.second[entity] = second
