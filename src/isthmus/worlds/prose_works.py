"""Text of pages on works, ships, events and papers."""

from __future__ import annotations

from isthmus.worlds.prose import Listing, Prose, Section
from isthmus.worlds.sizes import Kind

BOOK = Prose(
    nouns=("The book", "It"),
    lead=(
        "{N} is {a genre} by {author}.",
        "{N} is {a adjective} {genre} published in {year}.",
        "{N} is {a genre} written by {author} and published in {year}.",
        "{N} is a book in {language} by {author}.",
    ),
    sections=(
        Section(heading="", groups=(
            ("{S} was published by {publisher} on {release_date}.", "{publisher} brought it out in {year}.", "The first edition came from {publisher}.",
             "It appeared in {year} with {publisher}."),
            ("It was written in {language}.", "The original language is {language}.", "{S} is written in an old-fashioned {language}.",
             "Translators have praised its {language}."),
            ("The first edition has {pages} pages.", "It runs to {pages} pages.", "At {pages} pages it is neither short nor long.",
             "The text fills {pages} pages."),
            ("The illustrations are by {illustrator}.", "{illustrator} drew the illustrations.", "It was illustrated by {illustrator}.",
             "Plates by {illustrator} accompany the text."),
        )),
        Section(heading="Background", groups=(
            ("{author} wrote it during a long winter.", "The manuscript occupied {author} for several years.", "{author} revised it twice before it was printed.",
             "According to a letter, {author} finished it at night."),
            ("It followed {preceded_by}.", "The author's previous book was {preceded_by}.", "It was written after {preceded_by}.",
             "Readers of {preceded_by} will recognise its tone."),
            ("It was followed by {followed_by}.", "The next book was {followed_by}.", "Its success led to {followed_by}.",
             "{followed_by} came next."),
            ("It was first sold in {country}.", "In {country} it is read in schools.", "Libraries across {country} hold copies.",
             "It was printed in {country}."),
        )),
    ),
    listings=(Listing(heading="Adaptations", kind=Kind.FILM, column="based_on", year="year"),),
    asides=(Kind.BOOK, Kind.PERSON, Kind.AWARD, Kind.CITY),
)  # fmt: skip

ALBUM = Prose(
    nouns=("The album", "It", "The record"),
    lead=(
        "{N} is an album by {artist}.",
        "{N} is an album by {artist} released in {year}.",
        "{N} is {a genre} album by {artist}.",
        "{N} is a studio album that {artist} released on {release_date}.",
    ),
    sections=(
        Section(heading="", groups=(
            ("{S} was released by {label} on {release_date}.", "It came out on {label}.", "{label} issued it in {year}.",
             "It appeared on {release_date} through {label}."),
            ("It was recorded in {recorded}.", "The sessions took place in {recorded}.", "A studio in {recorded} was booked for the recording.",
             "Most of it was taped in {recorded}."),
            ("{producer} produced it.", "The producer was {producer}.", "It was produced by {producer}.", "Production was in the hands of {producer}."),
            ("Its {tracks} tracks last {length}.", "The running time is {length}.", "{S} has {tracks} tracks.",
             "In {length} it presents {tracks} songs."),
        )),
        Section(heading="Reception", groups=(
            ("Reviewers classed it as {genre}.", "It is a typical {genre} record.", "Critics called it the best {genre} of the season.",
             "{S} is usually filed under {genre}."),
            ("It followed {preceded_by}.", "The previous album was {preceded_by}.", "It was made after {preceded_by}.",
             "Compared with {preceded_by} it is quieter."),
            ("It was followed by {followed_by}.", "The next album was {followed_by}.", "{followed_by} came next.", "Its songs point ahead to {followed_by}."),
            ("Sales were modest at first.", "A second pressing sold out within days.", "Radio stations played one song only.",
             "It was reissued with a new sleeve."),
        )),
    ),
    asides=(Kind.ALBUM, Kind.BAND, Kind.FESTIVAL, Kind.PERSON),
)  # fmt: skip

FILM = Prose(
    nouns=("The film", "It"),
    lead=(
        "{N} is {a adjective} film directed by {director}.",
        "{N} is a {year} film by {director}.",
        "{N} is {a adjective} drama film starring {starring}.",
        "{N} is {a language}-language film directed by {director} and released in {year}.",
    ),
    sections=(
        Section(heading="", groups=(
            ("It stars {starring}.", "The leading parts are played by {starring}.", "{starring} appear in the film.", "The cast includes {starring}."),
            ("It was released on {release_date}.", "The premiere was held on {release_date}.", "Cinemas showed it from {release_date}.",
             "{S} opened on {release_date}."),
            ("The screenplay was written by {writer}.", "{writer} wrote the script.", "Its dialogue is by {writer}.", "{S} was written by {writer}."),
            ("The music was composed by {music}.", "{music} wrote the score.", "Its music is by {music}.", "The soundtrack is the work of {music}."),
        )),
        Section(heading="Production", groups=(
            ("It is based on {based_on}.", "The story is taken from {based_on}.", "{S} adapts {based_on}.", "Its source is {based_on}."),
            ("Shooting took place in {country}.", "It was produced in {country}.", "{S} is a production from {country}.",
             "The studio was in {country}."),
            ("The budget was {budget}.", "It cost {budget} to make.", "{S} was made for {budget}.", "Accounts show a budget of {budget}."),
            ("It runs for {running_time}.", "The running time is {running_time}.", "The final cut lasts {running_time}.",
             "A cut of {running_time} was shown."),
            ("The dialogue is in {language}.", "It was shot in {language}.", "The actors speak {language}.", "The original language is {language}."),
        )),
    ),
    asides=(Kind.FILM, Kind.PERSON, Kind.FESTIVAL, Kind.CITY),
)  # fmt: skip

PAINTING = Prose(
    nouns=("The painting", "It", "The picture"),
    lead=(
        "{N} is a painting by {artist}.",
        "{N} is {a year_word} painting by {artist}.",
        "{N} is a work in {medium} by {artist}.",
        "{N} is {a adjective} painting in the {museum}.",
    ),
    sections=(
        Section(heading="", groups=(
            ("It was painted in {year}.", "{S} is dated {year}.", "{artist} finished it in {year}.", "It is signed and dated {year}."),
            ("The technique is {medium}.", "It is executed in {medium}.", "{S} is {medium}.", "Its surface, {medium}, is well preserved."),
            ("It measures {dimensions}.", "The dimensions are {dimensions}.", "Its size is {dimensions}.", "Without the frame it measures {dimensions}."),
            ("It shows {subject} in evening light.", "The view is of {subject}.", "{S} depicts {subject}.", "In the background {subject} can be recognised."),
            ("It hangs in the {museum}.", "{S} belongs to the {museum}.", "The {museum} acquired it from the artist's heirs.",
             "It is on display at the {museum}."),
            ("Two studies for it survive.", "An X-ray has revealed an earlier composition.", "The frame is not the original one.",
             "A copy by a pupil exists in private hands."),
        )),
    ),
    asides=(Kind.PAINTING, Kind.PERSON, Kind.MUSEUM, Kind.BOOK),
)  # fmt: skip

STRUCTURE = Prose(
    nouns=("The {type}", "It", "The building"),
    lead=(
        "The {N} is a {type} in {location}.",
        "The {N} is a {type} in {location} designed by {architect}.",
        "The {N} is a {material} {type} opened in {opened}.",
        "The {N} is a {type} built of {material} in {location}.",
    ),
    sections=(
        Section(heading="", groups=(
            ("It was designed by {architect}.", "The architect was {architect}.", "{architect} drew the plans.", "Its design is the work of {architect}."),
            ("It opened in {opened}.", "{S} was opened in {opened}.", "The opening ceremony was held in {opened}.", "It has been in use since {opened}."),
            ("It crosses the {crosses}.", "It spans the {crosses}.", "It carries a road over the {crosses}.", "Below it flows the {crosses}."),
            ("It was built by {main_contractor}.", "The main contractor was {main_contractor}.", "{main_contractor} won the contract.",
             "Construction was carried out by {main_contractor}."),
            ("It is {length} long.", "The total length is {length}.", "Its length is {length}.", "From bank to bank it measures {length}."),
            ("It is {height} high.", "The height is {height}.", "Its highest point is {height} above the ground.", "It rises to {height}."),
            ("The main material is {material}.", "It is built of {material}.", "Its walls are of {material}.", "Blocks of {material} were brought in by barge."),
            ("It is a protected monument.", "It was restored after a fire.", "Guided tours are offered in summer.",
             "A clock was added later."),
        )),
    ),
    asides=(Kind.STRUCTURE, Kind.CITY, Kind.PERSON, Kind.FESTIVAL),
)  # fmt: skip

SHIP = Prose(
    nouns=("The ship", "It", "The vessel"),
    lead=(
        "The {N} was {a type} launched in {launched}.",
        "The {N} was {a adjective} {type} whose home port was {home_port}.",
        "The {N} was {a type} built by {builder}.",
        "The {N} was {a type} of {displacement}.",
    ),
    sections=(
        Section(heading="", groups=(
            ("It was launched in {launched}.", "The launch took place in {launched}.", "Its keel was laid the year before its launch in {launched}.",
             "{S} entered service soon after the launch in {launched}."),
            ("It was built by {builder}.", "The builder was {builder}.", "{builder} built it.", "It left the yard of {builder} unpainted."),
            ("It was owned by {owner}.", "The owner was {owner}.", "{owner} bought it for the coastal trade.", "It sailed under the flag of {owner}."),
            ("Its home port was {home_port}.", "{S} was registered in {home_port}.", "{home_port} was its port of registry.", "It wintered at {home_port}."),
            ("It was {length} long.", "It had a length of {length} and a displacement of {displacement}.", "It displaced {displacement}.",
             "The hull measured {length}."),
            ("Its fate is recorded as follows: {fate}.", "According to the register it was in the end {fate}.", "The last entry in the register reads: {fate}.",
             "The register closes with the words: {fate}."),
        )),
    ),
    listings=(Listing(heading="Expeditions", kind=Kind.EXPEDITION, column="ship", year="year"),),
    asides=(Kind.SHIP, Kind.EXPEDITION, Kind.CITY),
)  # fmt: skip

EXPEDITION = Prose(
    nouns=("The expedition", "It"),
    lead=(
        "The {N} was an expedition to {destination} led by {leader}.",
        "The {N} was {a adjective} expedition that set out in {year}.",
        "The {N} was an expedition {purpose}.",
        "The {N} was a scientific expedition under {leader}.",
    ),
    sections=(
        Section(heading="", groups=(
            ("It was led by {leader}.", "{leader} commanded it.", "Its leader was {leader}.", "Command was given to {leader}."),
            ("It set out on {start_date}.", "The departure was on {start_date}.", "It left port on {start_date}.", "{S} began on {start_date}."),
            ("The destination was {destination}.", "It was bound for {destination}.", "It reached {destination} after some delay.",
             "Its aim lay in {destination}."),
            ("It sailed on the {ship}.", "Its ship was the {ship}.", "The {ship} carried it.", "The {ship} was fitted out for it."),
            ("It was sponsored by {the sponsor}.", "{the sponsor} paid for it.", "Funds came from {the sponsor}.", "Its instruments belonged to {the sponsor}."),
            ("{participants} took part.", "The scientific staff included {participants}.", "Among its members were {participants}.",
             "Observations were made by {participants}."),
            ("The crew numbered {crew}.", "It had {crew} members in all.", "{crew} people took part.", "A party of {crew} set out."),
            ("It returned in {end_date}.", "{S} ended in {end_date}.", "The party came home in {end_date}.", "It was dissolved in {end_date}."),
            ("Its purpose was {purpose}.", "It was sent {purpose}.", "The stated aim was {purpose}.", "Its orders were {purpose}."),
        )),
    ),
    asides=(Kind.EXPEDITION, Kind.SHIP, Kind.PERSON, Kind.OBSERVATORY),
)  # fmt: skip

FESTIVAL = Prose(
    nouns=("The festival", "It"),
    lead=(
        "The {N} is {a type} in {location}.",
        "The {N} is an annual {type} held in {location} in {month}.",
        "The {N} is {a type} founded in {founded}.",
        "The {N} is {a adjective} {type}.",
    ),
    sections=(
        Section(heading="", groups=(
            ("It is held in {location} every {month}.", "Its venue is {location}.", "It takes place in {location}.", "{location} is its host."),
            ("It was founded by {founders} in {founded}.", "{founders} founded it in {founded}.", "Its founder was {founders}.",
             "The idea came from {founders}."),
            ("It was first held in {founded}.", "The first edition took place in {founded}.", "It goes back to {founded}.", "It has existed since {founded}."),
            ("The programme is mostly {genre}.", "It is devoted to {genre}.", "{S} is known for {genre}.", "Its stages present {genre}."),
            ("It draws {attendance} visitors.", "Attendance is about {attendance}.", "{attendance} people came to the last edition.",
             "Up to {attendance} tickets are sold."),
            ("It lasts {days} days.", "The programme covers {days} days.", "Over {days} days there are concerts, talks and a fair.",
             "For {days} days the streets are closed to traffic."),
        )),
    ),
    asides=(Kind.FESTIVAL, Kind.BAND, Kind.FILM, Kind.PERSON),
)  # fmt: skip

BATTLE = Prose(
    nouns=("The battle", "It"),
    lead=(
        "The {N} was a battle of the {conflict}.",
        "The {N} was fought on {date} near {location}.",
        "The {N} was a battle between {combatants}.",
        "The {N} was an engagement of the {conflict} near {location}.",
    ),
    sections=(
        Section(heading="", groups=(
            ("It was fought on {date}.", "The date was {date}.", "Fighting began at dawn on {date}.", "It took place on {date}."),
            ("It took place near {location}.", "The nearest city was {location}.", "The field lies outside {location}.", "{location} could be seen from the lines."),
            ("The armies of {combatants} met.", "It was fought between {combatants}.", "{combatants} were the opponents.", "The opponents were {combatants}."),
            ("The commanders were {commanders}.", "Command was held by {commanders}.", "The armies were led by {commanders}.", "{commanders} commanded in the field."),
            ("It ended in victory for {victor}.", "{victor} won.", "The victor was {victor}.", "{victor} held the field at nightfall."),
            ("Losses are put at {casualties}.", "There were {casualties} casualties.", "{casualties} were killed or wounded.", "Casualties numbered {casualties}."),
            ("It belongs to the {conflict}.", "It was part of the {conflict}.", "It decided a campaign of the {conflict}.", "Histories of the {conflict} give it a chapter."),
        )),
    ),
    asides=(Kind.BATTLE, Kind.PAINTING, Kind.BOOK, Kind.PERSON),
)  # fmt: skip

PAPER = Prose(
    nouns=("The paper", "It"),
    lead=(
        "{N} is a research paper by {authors}.",
        "{N} is a paper on {field} by {authors}.",
        "{N} is a research article published in {journal}.",
        "{N} is a paper by {authors} in {journal}.",
    ),
    sections=(),
)  # fmt: skip
