"""Text of pages on people."""

from __future__ import annotations

from isthmus.worlds.prose import Listing, Prose, Section
from isthmus.worlds.sizes import Kind

PERSON = Prose(
    nouns=("{family}", "{He}"),
    lead=(
        "{N} ({life}) {be} {a adjective} {occupation}.",
        "{N} ({life}) {be} {a adjective} {occupation} from {birth_place}.",
        "{N} ({life}) {be} {a occupation} born in {birth_place}.",
        "{N} ({life}) {be} {a adjective} {occupation} and public figure.",
    ),
    sections=(
        Section(heading="", groups=(
            ("{S} was also known as {other_names}.", "Early work appeared under the name {other_names}.",
             "Friends and critics alike used the name {other_names}.", "{S} sometimes signed as {other_names}."),
            ("{S} is associated with {movement}.", "{His} work is counted to {movement}.", "Critics place {him} within {movement}.",
             "{S} exhibited with {movement}."),
            ("{S} won the {awards} in {award_year}.", "In {award_year} {he} received the {awards}.",
             "{His} achievements were recognised with the {awards} in {award_year}.", "The {awards} went to {family} in {award_year}."),
            ("{S} {be} the mayor of {office}.", "Since the last election {he} has been mayor of {office}.", "{S} was elected mayor of {office}.",
             "{S} heads the city council of {office}."),
        )),
        Section(heading="Early life", groups=(
            ("{S} was born in {birth_place} on {birth_date}.", "Born in {birth_place}, {he} grew up as the youngest of a large family.",
             "{family} grew up in {birth_place}.", "{His} childhood was spent in {birth_place}."),
            ("{S} studied at {the alma_mater}.", "After school {he} enrolled at {the alma_mater}.", "{S} graduated from {the alma_mater}.",
             "{S} took {his} degree at {the alma_mater}."),
            ("{His} doctoral advisor was {doctoral_advisor}.", "{S} wrote {his} thesis under {doctoral_advisor}.",
             "A doctorate supervised by {doctoral_advisor} followed.", "{doctoral_advisor} supervised {his} dissertation."),
        )),
        Section(heading="Career", groups=(
            ("{S} worked in {fields}.", "{His} research was devoted to {fields}.", "{S} is best known for contributions to {fields}.",
             "Most of {his} papers deal with {fields}."),
            ("{S} was employed by {the employer} for most of {his} career.", "For many years {he} worked at {the employer}.",
             "{S} joined {the employer} and stayed for decades.", "{His} longest post was with {the employer}."),
            ("{S} recorded for {label}.", "{His} records were issued by {label}.", "A contract with {label} brought {his} first recordings.",
             "{S} was signed to {label}."),
            ("{His} music is usually described as {genre}.", "{S} performs {genre}.", "Reviewers hear {genre} in {his} songs.",
             "{S} made {his} name with {genre}."),
            ("{S} was active {span}.", "{His} career is dated {span}.", "{His} public appearances fall in the period {span}.",
             "{His} working years were {span}."),
            ("{S} named {influences} as an influence.", "The influence of {influences} is plain in {his} early work.",
             "{S} owed much to {influences}.", "Critics have pointed to {influences} as {his} model."),
            ("{His} best known works include {notable_works}.", "{S} is remembered for {notable_works}.", "Among {his} works are {notable_works}.",
             "{S} is the maker of {notable_works}."),
        )),
        Section(heading="Personal life", groups=(
            ("{S} married {spouse} in {married}.", "In {married} {he} married {spouse}.", "{S} has been married to {spouse} since {married}.",
             "{His} marriage to {spouse} dates from {married}."),
            ("{S} died in {death_place} on {death_date}.", "{S} died on {death_date} in {death_place}.",
             "{His} last years were spent in {death_place}, where {he} died on {death_date}.", "{S} is buried in {death_place}."),
            ("{S} holds {adjective} citizenship.", "{S} is a citizen of {citizenship}.", "{S} lives in {citizenship}.",
             "{S} has always kept a house in {citizenship}."),
        )),
    ),
    listings=(
        Listing(heading="Books", kind=Kind.BOOK, column="author", year="year"),
        Listing(heading="Films", kind=Kind.FILM, column="director", year="year"),
        Listing(heading="Discography", kind=Kind.ALBUM, column="artist", year="year"),
        Listing(heading="Bands", kind=Kind.BAND, column="members", year="active_from"),
        Listing(heading="Film roles", kind=Kind.FILM, column="starring", year="year"),
        Listing(heading="Paintings", kind=Kind.PAINTING, column="artist", year="year"),
        Listing(heading="Buildings", kind=Kind.STRUCTURE, column="architect", year="opened"),
        Listing(heading="Expeditions", kind=Kind.EXPEDITION, column="leader", year="year"),
        Listing(heading="Battles", kind=Kind.BATTLE, column="commanders", year="year"),
        Listing(heading="Companies founded", kind=Kind.COMPANY, column="founder", year="founded"),
        Listing(heading="Doctoral students", kind=Kind.PERSON, column="doctoral_advisor", year="birth_year"),
    ),
    asides=(Kind.PERSON, Kind.BOOK, Kind.FESTIVAL, Kind.ALBUM, Kind.FILM),
)  # fmt: skip
