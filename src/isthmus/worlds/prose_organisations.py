"""Text of pages on organisations, awards and bands."""

from __future__ import annotations

from isthmus.worlds.prose import Listing, Prose, Section
from isthmus.worlds.sizes import Kind

UNIVERSITY = Prose(
    nouns=("The university", "It"),
    lead=(
        "{N} is {a type} in {city}, {country}.",
        "{N} is {a adjective} university established in {established}.",
        "{N} is a university in {city}.",
        "{N} is {a type} with {students} students.",
    ),
    sections=(
        Section(heading="", groups=(
            ("{S} was established in {established}.", "It was founded in {established}.", "Teaching began in {established}.",
             "Its charter dates from {established}."),
            ("The main campus is in {city}.", "{S} is the pride of {city}.", "Its oldest lecture halls stand in the centre of {city}.",
             "It has always been based in {city}."),
            ("{students} students are enrolled.", "{S} has {students} students.", "Enrolment stands at {students}.",
             "About {students} students attend it."),
            ("The rector is {rector}.", "{S} is headed by {rector}.", "{rector} serves as rector.", "{rector} was elected rector by the senate."),
            ("The library is open to the public.", "A botanical garden belongs to the campus.", "Its boathouse is older than its library.",
             "Lectures are suspended for a week at midsummer."),
        )),
    ),
    listings=(
        Listing(heading="Alumni", kind=Kind.PERSON, column="alma_mater", year="birth_year",
                intro=("Notable former students include:", "Its alumni include:", "Graduates of the university:")),
        Listing(heading="Faculty", kind=Kind.PERSON, column="employer", year="birth_year",
                intro=("Scholars who have worked at the university:", "Its staff has included:", "Notable teachers include:")),
        Listing(heading="Observatories", kind=Kind.OBSERVATORY, column="organization", year="founded"),
        Listing(heading="Expeditions", kind=Kind.EXPEDITION, column="sponsor", year="year"),
    ),
    asides=(Kind.PERSON, Kind.AWARD, Kind.EXPEDITION, Kind.MUSEUM),
)  # fmt: skip

OBSERVATORY = Prose(
    nouns=("The observatory", "It"),
    lead=(
        "The {N} is an astronomical observatory near {location}.",
        "The {N} is {a adjective} observatory operated by {the organization}.",
        "The {N} is an observatory at an altitude of {altitude}.",
        "The {N} is an observatory established in {established}.",
    ),
    sections=(
        Section(heading="", groups=(
            ("It is operated by {the organization}.", "{S} belongs to {the organization}.", "Its staff is paid by {the organization}.",
             "{the organization} has run it since the first light."),
            ("It stands above {location}.", "The nearest city is {location}.", "Supplies are brought up from {location}.",
             "The domes can be seen from {location}."),
            ("{S} was established in {established}.", "First light was in {established}.", "Building was completed in {established}.",
             "It opened in {established}."),
            ("The altitude is {altitude}.", "At {altitude} the air is dry and still.", "It lies {altitude} above sea level.",
             "The summit station reaches {altitude}."),
            ("The director is {director}.", "{S} is directed by {director}.", "{director} has been appointed director.",
             "Work is led by {director}."),
            ("Its {telescopes} domes are used on clear nights only.", "The number of telescopes is {telescopes}.",
             "Observers have the use of instruments numbered 1 to {telescopes}.", "An inventory lists telescopes up to number {telescopes}."),
        )),
    ),
    listings=(Listing(heading="Staff", kind=Kind.PERSON, column="employer", year="birth_year"),),
    asides=(Kind.PERSON, Kind.UNIVERSITY, Kind.EXPEDITION),
)  # fmt: skip

MUSEUM = Prose(
    nouns=("The museum", "It"),
    lead=(
        "The {N} is {a type} in {location}.",
        "The {N} is {a adjective} museum established in {established}.",
        "The {N} is {a type} with {collection_size}.",
        "The {N} is a museum in {location}.",
    ),
    sections=(
        Section(heading="", groups=(
            ("{S} opened in {established}.", "It was established in {established}.", "The collection has been public since {established}.",
             "A citizens' society founded it in {established}."),
            ("The building was designed by {architect}.", "{architect} drew the plans of the building.", "Its staircase is a work of {architect}.",
             "{S} occupies a house by {architect}."),
            ("The collection holds {collection_size}.", "Its inventory lists {collection_size}.", "{S} keeps {collection_size}.",
             "Not all of its {collection_size} are on display."),
            ("It has {visitors} visitors a year.", "{visitors} people visit it each year.", "Annual attendance is {visitors}.",
             "In a good year it counts {visitors} visitors."),
            ("It stands in the old quarter of {location}.", "{S} is one of the sights of {location}.", "Visitors to {location} rarely miss it.",
             "The city of {location} pays for its upkeep."),
        )),
    ),
    listings=(Listing(heading="Collection", kind=Kind.PAINTING, column="museum", year="year",
                      intro=("Paintings in the collection include:", "Among its paintings are:", "The picture gallery shows:")),),
    asides=(Kind.PAINTING, Kind.PERSON, Kind.STRUCTURE),
)  # fmt: skip

ORCHESTRA = Prose(
    nouns=("The orchestra", "It"),
    lead=(
        "The {N} is an orchestra based in {location}.",
        "The {N} is {a adjective} orchestra founded in {founded}.",
        "The {N} is a professional orchestra from {location}.",
        "The {N} is an orchestra in {location}, founded in {founded}.",
    ),
    sections=(
        Section(heading="", groups=(
            ("{S} was founded in {founded}.", "Its first concert was given in {founded}.", "It has played without a break since {founded}.",
             "Musicians of a dissolved court band founded it in {founded}."),
            ("The principal conductor is {principal_conductor}.", "{principal_conductor} is principal conductor.",
             "It is led by {principal_conductor}.", "{principal_conductor} took over the baton after a long search."),
            ("It plays forty concerts a season.", "Rehearsals are open to schools.", "Its summer tour goes to the coast.",
             "The players elect their own manager."),
            ("Its home is {location}.", "{S} performs mainly in {location}.", "The city of {location} supports it with a yearly grant.",
             "Subscribers come from {location} and its surroundings."),
        )),
    ),
    asides=(Kind.PERSON, Kind.ALBUM, Kind.STRUCTURE, Kind.FESTIVAL),
)  # fmt: skip

COMPANY = Prose(
    nouns=("The company", "It"),
    lead=(
        "{N} is {a adjective} company in the {industry} industry.",
        "{N} is {a industry} company based in {headquarters}.",
        "{N} is a company founded in {founded} and based in {headquarters}.",
        "{N} is {a adjective} manufacturer and trading company active in {industry}.",
    ),
    sections=(
        Section(heading="", groups=(
            ("{S} was founded in {founded} by {founder}.", "{founder} founded it in {founded}.", "It was set up by {founder} in {founded}.",
             "It goes back to a workshop opened by {founder} in {founded}."),
            ("Its headquarters are in {headquarters}.", "{S} is based in {headquarters}.", "The head office is in {headquarters}.",
             "It is run from {headquarters}."),
            ("Its business is {industry}.", "{S} earns its money in {industry}.", "From the beginning its trade has been {industry}.",
             "It is known for its work in {industry}."),
            ("It was formerly called {former_name}.", "Until a merger it traded as {former_name}.", "Its earlier name was {former_name}.",
             "Old catalogues carry the name {former_name}."),
        )),
        Section(heading="Business", groups=(
            ("{S} employs {num_employees} people.", "The workforce numbers {num_employees}.", "It has {num_employees} employees.",
             "Some {num_employees} people work for it."),
            ("The chief executive is {key_people}.", "{S} is led by {key_people}.", "{key_people} chairs the board.", "{key_people} runs the firm."),
            ("It is a subsidiary of {parent}.", "{parent} owns the majority of its shares.", "{S} belongs to {parent}.",
             "Since a takeover it has been part of {parent}."),
            ("Annual revenue is {revenue}.", "Sales reached {revenue} in the last year.", "{S} reported revenue of {revenue}.",
             "Its turnover is given as {revenue}."),
        )),
    ),
    listings=(
        Listing(heading="Ships built", kind=Kind.SHIP, column="builder", year="launched"),
        Listing(heading="Fleet", kind=Kind.SHIP, column="owner", year="launched"),
        Listing(heading="Buildings", kind=Kind.STRUCTURE, column="contractor", year="opened"),
        Listing(heading="Subsidiaries", kind=Kind.COMPANY, column="parent", year="founded"),
    ),
    asides=(Kind.COMPANY, Kind.PERSON, Kind.STRUCTURE, Kind.FESTIVAL),
)  # fmt: skip

LABEL = Prose(
    nouns=("The label", "It"),
    lead=(
        "{N} is {a adjective} record label founded in {founded}.",
        "{N} is a record label based in {location}.",
        "{N} is a record label that specialises in {genre}.",
        "{N} is an independent record label from {country}.",
    ),
    sections=(
        Section(heading="", groups=(
            ("{S} was founded by {founder} in {founded}.", "{founder} started it in {founded}.", "It was set up in {founded} by {founder}.",
             "In {founded} {founder} pressed the first records by hand."),
            ("It is based in {location}.", "Its office is a former bakery in {location}.", "{S} works from {location}.",
             "Studio and warehouse are in {location}."),
            ("It is best known for {genre}.", "Its catalogue is mostly {genre}.", "{S} made {genre} popular.", "Most of its releases are {genre}."),
            ("It is an imprint of {parent}.", "{parent} distributes its records.", "{S} is owned by {parent}.", "It was bought by {parent}."),
        )),
    ),
    listings=(
        Listing(heading="Roster", kind=Kind.BAND, column="label", year="active_from",
                intro=("Bands that have recorded for the label:", "The roster has included:", "Bands on the label:")),
        Listing(heading="Solo artists", kind=Kind.PERSON, column="label", year="birth_year"),
        Listing(heading="Releases", kind=Kind.ALBUM, column="label", year="year"),
    ),
    asides=(Kind.ALBUM, Kind.PERSON, Kind.FESTIVAL, Kind.BAND),
)  # fmt: skip

PUBLISHER = Prose(
    nouns=("The publisher", "It"),
    lead=(
        "{N} is {a adjective} publishing house founded in {founded}.",
        "{N} is a publisher based in {headquarters}.",
        "{N} is a publisher of {publications} in {country}.",
        "{N} is {a adjective} publisher known for {publications}.",
    ),
    sections=(
        Section(heading="", groups=(
            ("{S} was founded in {founded} by {founder}.", "{founder} founded the house in {founded}.", "It was established by {founder} in {founded}.",
             "In {founded} {founder} bought a bankrupt print shop and began to publish."),
            ("Its offices are in {headquarters}.", "{S} is based in {headquarters}.", "It has never left {headquarters}.",
             "Its books are printed in {headquarters}."),
            ("It publishes mainly {publications}.", "Its list is made up of {publications}.", "{S} made its name with {publications}.",
             "It is known for {publications}."),
            ("Its colophon shows a heron.", "The backlist is larger than the new list.", "Unsold copies are given to schools.",
             "Its editors read every manuscript twice."),
        )),
    ),
    listings=(Listing(heading="Books", kind=Kind.BOOK, column="publisher", year="year",
                      intro=("Books published by the house include:", "From its list:", "Among its titles are:")),),
    asides=(Kind.BOOK, Kind.PERSON, Kind.UNIVERSITY),
)  # fmt: skip

AWARD = Prose(
    nouns=("The award", "It"),
    lead=(
        "The {N} is an award for {awarded_for}.",
        "The {N} is {a adjective} award given for achievements in {awarded_for}.",
        "The {N} is an award first given in {first_awarded}.",
        "The {N} is a distinction for {awarded_for} presented by {the presenter}.",
    ),
    sections=(
        Section(heading="", groups=(
            ("It is presented by {the presenter}.", "{the presenter} chooses the winners.", "The jury meets at {the presenter}.",
             "It is administered by {the presenter}."),
            ("It was first awarded in {first_awarded}.", "The first ceremony was held in {first_awarded}.", "It has been given since {first_awarded}.",
             "A bequest made the first award possible in {first_awarded}."),
            ("Winners receive a sum of {reward}.", "The prize money is {reward}.", "It is endowed with {reward}.", "It carries a purse of {reward}."),
            ("The latest winner is {winner}.", "It went most recently to {winner}.", "{winner} is its latest winner.",
             "The last ceremony honoured {winner}."),
        )),
    ),
    listings=(Listing(heading="Winners", kind=Kind.PERSON, column="award", year="award_year",
                      intro=("Winners by year:", "The award has been given to:", "Its winners are:")),),
    asides=(Kind.PERSON, Kind.BOOK, Kind.AWARD, Kind.FILM),
)  # fmt: skip

BAND = Prose(
    nouns=("{N}", "The band", "The group"),
    lead=(
        "{N} {be} {a genre} band from {origin}.",
        "{N} {be} {a adjective} band formed in {formed}.",
        "{N} {be} a band formed in {origin} in {formed}.",
        "{N} {be} {a adjective} musical group from {origin}.",
    ),
    sections=(
        Section(heading="", groups=(
            ("{S} was formed in {formed}.", "The members first played together in {formed}.", "The first rehearsal took place in {formed}.",
             "It came together in {formed}."),
            ("{S} comes from {origin}.", "Its early concerts were given in {origin}.", "{S} started out in clubs around {origin}.",
             "It is at home in {origin}."),
            ("Its members are {members}.", "The line-up consists of {members}.", "{members} make up the band.", "{S} is made up of {members}."),
            ("{past_members} left early on.", "Former members include {past_members}.", "An earlier line-up included {past_members}.",
             "{S} once counted {past_members} among its members."),
        )),
        Section(heading="Music", groups=(
            ("{S} plays {genre}.", "Its style is {genre}.", "Critics call its music {genre}.", "{S} is known for {genre}."),
            ("{S} has recorded for {label}.", "Its records were issued by {label}.", "{S} signed with {label}.", "Releases appeared on {label}."),
            ("It has toured with {associated_acts}.", "{S} has shared members and stages with {associated_acts}.",
             "It is often named together with {associated_acts}, with whom it has worked.", "Joint concerts with {associated_acts} drew large crowds."),
            ("{S} broke up in {ended}.", "The last concert was given in {ended}.", "After a farewell tour it disbanded in {ended}.",
             "It ended in {ended}."),
        )),
    ),
    listings=(Listing(heading="Discography", kind=Kind.ALBUM, column="artist", year="year"),),
    asides=(Kind.BAND, Kind.FESTIVAL, Kind.ALBUM, Kind.FILM),
)  # fmt: skip
