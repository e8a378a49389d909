"""Distractor sentences: mentions of other entities that state no relation of the page's subject.

They make closures (everything that mentions an entity) wider than the asserted sets, as in real pages. They speak of reviews,
guides, archives and comparisons only, so they can contradict no fact.
"""

from __future__ import annotations

from isthmus.worlds.sizes import Kind

ASIDES: dict[Kind, tuple[str, ...]] = {
    Kind.CITY: (
        "A travelling exhibition on the subject was later shown in {x}.",
        "An article about it appeared in a newspaper of {x}.",
        "Visitors sometimes mistake it for something they saw in {x}.",
        "A collector in {x} owns a large archive on the subject.",
    ),
    Kind.PERSON: (
        "A footnote in a biography of {x} touches on the matter.",
        "A radio programme about it was followed by a portrait of {x}.",
        "The same yearbook carries an essay on {x}.",
        "In interviews {x} has mentioned it only once.",
    ),
    Kind.BOOK: (
        "A reader's letter compared it to {x}.",
        "A scene in {x} is sometimes quoted in this connection.",
        "The same reviewer wrote about {x}.",
        "Library catalogues list it next to {x}.",
    ),
    Kind.ALBUM: (
        "A magazine reviewed it on the same page as {x}.",
        "A poll of listeners put {x} first that week.",
        "It was mentioned in the sleeve notes of a reissue of {x}.",
        "Collectors often ask for {x} as well.",
    ),
    Kind.FILM: (
        "A double bill with {x} was shown once.",
        "A reviewer preferred {x}.",
        "A poster for {x} can be seen in an old photograph.",
        "It is not mentioned in the credits of {x}.",
    ),
    Kind.PAINTING: (
        "A reproduction of {x} hangs in many offices.",
        "The cover of the standard history shows {x}.",
        "An auction catalogue lists {x} on the facing page.",
        "Guides compare the light to that of {x}.",
    ),
    Kind.STRUCTURE: (
        "A postcard series began with the {x}.",
        "The same guidebook gives a page to the {x}.",
        "Engineers have compared it with the {x}.",
        "A scale model of the {x} was shown in the same hall.",
    ),
    Kind.FESTIVAL: (
        "The {x} is held in the same season.",
        "A panel at the {x} discussed it.",
        "Programmes of the {x} mention it in passing.",
        "Its anniversary was overshadowed by the {x}.",
    ),
    Kind.COMPANY: (
        "A calendar printed by {x} included a picture of it.",
        "An advertisement of {x} alluded to it.",
        "{x} once sold a commemorative medal.",
        "The anniversary volume of {x} has a paragraph on it.",
    ),
    Kind.EXPEDITION: (
        "Reports of the {x} filled the newspapers at the time.",
        "The archive also holds papers of the {x}.",
        "A lecture on the {x} was given on the same evening.",
        "Diaries from the {x} refer to it.",
    ),
    Kind.BATTLE: (
        "Local tradition wrongly connects it with the {x}.",
        "A panorama of the {x} stood next door.",
        "Schoolbooks treat it after the {x}.",
        "A novel about the {x} mentions it.",
    ),
    Kind.UNIVERSITY: (
        "A dissertation on it was rejected by {the x}.",
        "Students of {the x} made a short film about it.",
        "A map of it is kept at {the x}.",
        "A seminar at {the x} was given over to it.",
    ),
    Kind.OBSERVATORY: (
        "The logbooks of the {x} mention the weather of that week.",
        "A popular lecture at the {x} began with it.",
        "An anecdote about it is told at the {x}.",
        "The {x} sent a telegram of congratulation.",
    ),
    Kind.AWARD: (
        "The jury of the {x} passed over it.",
        "A speech at the {x} ceremony referred to it.",
        "It is often confused with a winner of the {x}.",
        "It was discussed in the year of the hundredth {x} dinner.",
    ),
    Kind.MUSEUM: (
        "A case in the {x} explains the background.",
        "The {x} sells a booklet on it.",
        "A curator of the {x} has written about it.",
        "The {x} declined to lend material.",
    ),
    Kind.BAND: (
        "A song by {x} is said to refer to it.",
        "A fanzine put {x} on the next page.",
        "{x} played in the neighbourhood that summer.",
        "Listeners have heard an echo of it in {x}.",
    ),
    Kind.SHIP: (
        "A model of the {x} stands in the same room.",
        "Sailors of the {x} told of it.",
        "The logbook of the {x} has a page missing.",
        "A stamp showing the {x} was issued on the same day.",
    ),
}
