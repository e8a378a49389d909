"""Text of pages on countries, regions, cities, rivers, languages, genres and fields."""

from __future__ import annotations

from isthmus.worlds.prose import Listing, Prose, Section
from isthmus.worlds.sizes import Kind

COUNTRY = Prose(
    nouns=("{N}", "The country", "It"),
    lead=(
        "{N} is {a government_type} whose capital is {capital}.",
        "{N}, officially the {official_name}, is a country with {population} inhabitants.",
        "{N} is a country of {area}; its capital is {capital}.",
        "{N} is a sovereign country and {a government_type}.",
    ),
    sections=(
        Section(heading="", groups=(
            ("Its largest city is {largest_city}.", "More people live in {largest_city} than in any other city of the country.",
             "{largest_city} is the most populous city.", "The largest urban area has grown up around {largest_city}."),
            ("{S} uses the {currency} as its currency.", "Prices are given in the {currency}.",
             "The national currency is the {currency}.", "Banknotes of the {currency} have been issued since the founding of the national bank."),
        )),
        Section(heading="History", groups=(
            ("The state was established in {established}.", "{S} dates its founding to {established}.",
             "A union of older principalities led to the founding of the state in {established}.",
             "The founding charter was sealed in {established}."),
            ("Since then it has been known formally as the {official_name}.", "The official name is the {official_name}.",
             "Treaties are signed in the name of the {official_name}.", "In law the state is the {official_name}."),
        )),
        Section(heading="Geography and people", groups=(
            ("{S} covers {area}.", "The land area is {area}.", "Surveys give the area as {area}.", "{S} extends over {area}."),
            ("The population is {population}.", "At the last census {population} people were counted.",
             "{S} is home to {population} people.", "Some {population} people live there."),
            ("The official language is {official_languages}.", "{official_languages} is spoken in schools, courts and parliament.",
             "Laws are published in {official_languages}.", "Most inhabitants speak {official_languages}."),
            ("The seat of government is {capital}.", "Parliament sits in {capital}.", "Government has been carried on from {capital} for centuries.",
             "The ministries are found in {capital}."),
        )),
    ),
    listings=(
        Listing(heading="Regions", kind=Kind.REGION, column="country",
                intro=("The country is divided into regions:", "Its regions are:", "The administrative regions are the following.")),
        Listing(heading="Universities", kind=Kind.UNIVERSITY, column="country", year="founded"),
    ),
    asides=(Kind.FESTIVAL, Kind.STRUCTURE, Kind.EXPEDITION),
)  # fmt: skip

REGION = Prose(
    nouns=("{N}", "The region", "It"),
    lead=(
        "{N} is a region of {country}.",
        "{N} is one of the regions of {country}; its seat is {capital}.",
        "{N} is an administrative region in {country}.",
        "{N} is {a adjective} region of {area}.",
    ),
    sections=(
        Section(heading="", groups=(
            ("The regional capital is {capital}.", "{S} is administered from {capital}.", "The regional council meets in {capital}.",
             "{capital} is the seat of the region."),
            ("{S} covers {area} and has {population} inhabitants.", "The population is {population}, on an area of {area}.",
             "On {area} live {population} people.", "{population} people live in the region."),
            ("The region was established in {established}.", "Its borders go back to {established}.",
             "{S} was created by decree in {established}.", "It has existed in its present form since {established}."),
            ("It lies within {country}.", "It belongs to {country}.", "Like the rest of {country}, it elects a council every five years.",
             "Its council sends members to the parliament of {country}."),
        )),
    ),
    listings=(
        Listing(heading="Towns and cities", kind=Kind.CITY, column="region",
                intro=("The larger settlements are:", "Towns and cities in the region include:", "Its municipalities are listed below.")),
        Listing(heading="Rivers", kind=Kind.RIVER, column="source"),
    ),
    asides=(Kind.FESTIVAL, Kind.EXPEDITION, Kind.BATTLE),
)  # fmt: skip

CITY = Prose(
    nouns=("{N}", "The city", "It"),
    lead=(
        "{N} is a city in {region}, {country}.",
        "{N} is {a adjective} city with {population} inhabitants.",
        "{N} is a city in the region of {region} in {country}.",
        "{N} is a town and municipality in {country}.",
    ),
    sections=(
        Section(heading="", groups=(
            ("{S} belongs to the region of {region}.", "Administratively it is part of {region}.", "It is one of the municipalities of {region}.",
             "The surrounding region is {region}."),
            ("The population was {population} at the last census.", "{population} people live in the city.",
             "{S} has a population of {population}.", "Some {population} people were registered in the municipality."),
            ("It lies on the {river}.", "The {river} runs through the centre.", "The old town stands on the banks of the {river}.",
             "Quays along the {river} once handled timber and grain."),
            ("The city hall stands {elevation} above sea level.", "The elevation is {elevation}.", "{S} lies at {elevation}.",
             "Measured at the market square, the elevation is {elevation}."),
        )),
        Section(heading="History and government", groups=(
            ("The settlement was first recorded in {founded}.", "{S} was founded in {founded}.", "A market charter was granted in {founded}.",
             "Its foundation is dated to {founded}."),
            ("Until the last century it was called {former_name}.", "Older maps show the city as {former_name}.",
             "It was formerly known as {former_name}.", "The name {former_name} was dropped by decree."),
            ("The mayor is {mayor}.", "{mayor} was elected mayor.", "The city council is led by {mayor}.", "{mayor} holds the office of mayor."),
            ("It is twinned with {twin_towns}.", "A partnership links the city to {twin_towns}.", "Its twin town is {twin_towns}.",
             "School exchanges with {twin_towns} began soon after the two became twin towns."),
        )),
    ),
    listings=(
        Listing(heading="Notable people", kind=Kind.PERSON, column="birth_place", year="birth_year",
                intro=("People born in the city include:", "The following people were born here:", "Natives of the city:")),
        Listing(heading="Landmarks", kind=Kind.STRUCTURE, column="location", year="opened"),
        Listing(heading="Companies", kind=Kind.COMPANY, column="location", year="founded"),
        Listing(heading="Music", kind=Kind.BAND, column="origin", year="active_from",
                intro=("Bands formed in the city:", "Several groups come from the city:", "Acts from the city include:")),
        Listing(heading="Festivals", kind=Kind.FESTIVAL, column="location", year="founded"),
    ),
    asides=(Kind.COMPANY, Kind.FESTIVAL, Kind.STRUCTURE, Kind.PERSON),
)  # fmt: skip

RIVER = Prose(
    nouns=("The {N}", "The river", "It"),
    lead=(
        "The {N} is a river in {country}.",
        "The {N} is {a adjective} river {length} long.",
        "The {N} is a river that rises in {source}.",
        "The {N} is a river of {country} that reaches the sea at {mouth}.",
    ),
    sections=(
        Section(heading="", groups=(
            ("It rises in {source}.", "Its springs lie in the hills of {source}.", "The source is in {source}.",
             "From marshes in {source} it flows down in a wide arc."),
            ("{S} reaches its mouth at {mouth}.", "The mouth is at {mouth}.", "It ends in an estuary below {mouth}.",
             "At {mouth} it meets the sea."),
            ("{S} is {length} long and drains {basin_size}.", "Its course measures {length}.", "Over its length of {length} it falls gently.",
             "The basin covers {basin_size}."),
            ("The mean discharge is {discharge}.", "A gauge near the mouth records {discharge} on average.",
             "In spring the flow rises far above the mean of {discharge}.", "Hydrologists give its discharge as {discharge}."),
        )),
    ),
    listings=(
        Listing(heading="Settlements", kind=Kind.CITY, column="river"),
        Listing(heading="Crossings", kind=Kind.STRUCTURE, column="crosses", year="opened",
                intro=("Bridges over the river:", "The river is crossed by:", "Among its bridges are:")),
    ),
    asides=(Kind.PAINTING, Kind.BOOK, Kind.EXPEDITION),
)  # fmt: skip

LANGUAGE = Prose(
    nouns=("{N}", "The language", "It"),
    lead=(
        "{N} is a language of the {language_family} family.",
        "{N} is a language spoken in {states}.",
        "{N} is {a language_family} language with {speakers} speakers.",
        "{N} is an official language of {states}.",
    ),
    sections=(
        Section(heading="", groups=(
            ("It is an official language of {states}.", "It has official status in {states}.", "Courts in {states} use it.",
             "Children in {states} learn it from the first class."),
            ("{S} has {speakers} speakers.", "It is the first language of {speakers} people.", "The number of speakers is put at {speakers}.",
             "Some {speakers} people speak it at home."),
            ("Linguists place it in the {language_family} family.", "It belongs to the {language_family} languages.",
             "Its closest relatives are other {language_family} languages.", "{S} is classed as {language_family}."),
        )),
        Section(heading="Writing", groups=(
            ("Spelling was last reformed by a state commission.", "A standing committee watches over its spelling.",
             "It was first printed by travelling typesetters.", "The oldest texts are tax rolls and prayers."),
        )),
    ),
    listings=(Listing(heading="Literature", kind=Kind.BOOK, column="language", year="year",
                      intro=("Books written in the language include:", "Works in the language:", "Its literature includes:")),),
    asides=(Kind.PERSON, Kind.BOOK, Kind.UNIVERSITY),
)  # fmt: skip

GENRE = Prose(
    nouns=("{N}", "The style", "It"),
    lead=(
        "{N} is a style of popular music that arose in {cultural_origins} in the {decade}.",
        "{N} is a musical genre from {cultural_origins}.",
        "{N} is a genre of music first heard in the {decade}.",
        "{N} is a form of popular music built around the {instruments}.",
    ),
    sections=(
        Section(heading="", groups=(
            ("It grew up in the dance halls of {cultural_origins}.", "Its first venues were cellars in {cultural_origins}.",
             "Musicians in {cultural_origins} gave the style its name.", "{cultural_origins} is regarded as its cradle."),
            ("The first recordings date from the {decade}.", "{S} became popular in the {decade}.", "It emerged in the {decade}.",
             "By the end of the {decade} it was heard on the radio."),
            ("It draws on {stylistic_origins}.", "Its roots lie in {stylistic_origins}.", "Critics derive it from {stylistic_origins}.",
             "{S} took its rhythm from {stylistic_origins}."),
            ("The {instruments} carries the melody.", "Its typical sound comes from the {instruments}.", "Bands are led by the {instruments}.",
             "No group is complete without the {instruments}."),
        )),
    ),
    listings=(
        Listing(heading="Bands", kind=Kind.BAND, column="genre", year="active_from",
                intro=("Bands that play in the style include:", "Groups associated with the style:", "Its best known bands are listed by year of formation.")),
        Listing(heading="Festivals", kind=Kind.FESTIVAL, column="genre", year="founded"),
    ),
    asides=(Kind.ALBUM, Kind.FESTIVAL, Kind.FILM),
)  # fmt: skip

FIELD = Prose(
    nouns=("{N}", "The field", "It"),
    lead=(
        "{N} is a branch of {branch_of}.",
        "{N} is a field of research within {branch_of}.",
        "{N} is a discipline of {branch_of} introduced in {introduced}.",
        "{N} is a specialised area of {branch_of}.",
    ),
    sections=(
        Section(heading="", groups=(
            ("The name was introduced in {introduced}.", "It has been taught as a subject of its own since {introduced}.",
             "The first treatise appeared in {introduced}.", "{S} was recognised as a field in {introduced}."),
            ("Its pioneer was {pioneer}.", "{pioneer} laid its foundations.", "The field goes back to {pioneer}.",
             "{pioneer} gave the first lectures on the subject."),
            ("Measurements are slow and instruments few.", "Most results rest on long series of observations.",
             "Its methods have spread to neighbouring subjects.", "Field work is done in small teams."),
        )),
    ),
    listings=(Listing(heading="Researchers", kind=Kind.PERSON, column="field", year="birth_year",
                      intro=("Scientists who have worked in the field include:", "Researchers in the field:", "Among its scholars are:")),),
    asides=(Kind.UNIVERSITY, Kind.OBSERVATORY, Kind.EXPEDITION),
)  # fmt: skip
