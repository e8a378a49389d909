"""Labels of the boxes of facts in pages dumped by a text browser, and the fields they stand for.

A row of a box is recognised by its label alone, since the dump has lost the table. A `weak` label is also an ordinary word, so it
counts only with a colon or a gap after it, or in a box where other labels were found. Names of fields are those of Wikipedia's
infoboxes where there is one.
"""

from __future__ import annotations

from typing import NamedTuple


class Label(NamedTuple):
    """What a label stands for."""

    field: str
    """Field name; empty for a row that is known and left out."""
    many: bool = False
    """Whether the value is a list with commas."""
    weak: bool = False
    """Whether the label is an ordinary word too."""


def _read(table: str) -> dict[str, Label]:
    labels: dict[str, Label] = {}
    for line in table.strip().splitlines():
        names, _, field = line.partition("->")
        field = field.strip()
        many, weak = "*" in field, "?" in field
        for name in names.split("|"):
            labels[name.strip().lower()] = Label(field.strip("*? "), many, weak)
    return labels


LABELS = _read("""
capital | national capital -> capital
largest city | largest settlement -> largest_city
capital (and largest city) -> capital+largest_city
official language | official languages | official language(s) | language(s) | languages -> official_languages*
recognised regional languages | recognized regional languages | other languages -> regional_languages*
government -> government?
motto | motto(s) | city motto -> motto
anthem | national anthem -> anthem
royal anthem -> royal_anthem
nickname | nickname(s) | city nickname -> nickname
independence -> independence
currency -> currency
time zone -> time_zone
internet tld -> internet_tld
calling code | dialing code | dialling code | area code | area code(s) | city calling code -> calling_code
accession to eu -> accession_to_eu
admission to union | admission to union^ -> admission_to_union
demonym | gentilic -> demonym
president -> president?
vice president | vice president(s) -> vice_president
prime minister | premier -> prime_minister
monarch | king | queen | sultan | emir -> monarch?
governor -> governor?
governor-general -> governor_general
chancellor -> chancellor?
chief minister -> chief_minister
mayor | lord mayor -> mayor?
head of state -> head_of_state
u.s. senators -> senators
area | area^ | total area | land area -> area?
population | population^ -> population?
population density | density -> population_density?
gdp ( ppp) | gdp (ppp) | gdp (nominal) | gdp ( nominal) | gdp -> gdp
hdi | hdi (2003) | hdi (2004) | hdi (2005) | hdi (2006) | gini | gini? ->
country | sovereign state | constituent country -> country?
state -> state?
province -> province?
region | administrative region -> region?
canton -> canton?
county | ceremonial county | historic county | traditional county -> county?
département | departement -> department?
entity | island | district | district(s) | districts | constituency -> ?
founded | established | incorporated -> founded?
elevation | mean elevation -> elevation?
patron | patron saint | patron saints -> patron_saint?
admin hq | admin. hq | administrative headquarters -> administrative_headquarters
name, symbol, number -> name_symbol_number
chemical series -> chemical_series
group, period, block -> group_period_block
appearance -> appearance
atomic mass | standard atomic weight -> atomic_mass
electron configuration -> electron_configuration
electrons per shell -> electrons_per_shell
phase -> phase
density (near r.t.) -> density
melting point -> melting_point
boiling point -> boiling_point
heat of fusion -> heat_of_fusion
heat of vaporization -> heat_of_vaporization
crystal structure -> crystal_structure
oxidation states -> oxidation_states
electronegativity -> electronegativity
atomic radius -> atomic_radius
atomic radius (calc.) -> calculated_atomic_radius
covalent radius -> covalent_radius
magnetic ordering -> magnetic_ordering
mohs hardness -> mohs_hardness
cas registry number | cas number -> cas_number
kingdom -> kingdom?
phylum -> phylum?
subphylum | superorder | suborder | subclass | superfamily | tribe | subgenus | infraorder | superclass | infraclass -> ?
division -> division?
class -> class?
order -> order?
family -> family?
subfamily -> subfamily?
genus -> genus?
species -> species?
subspecies -> subspecies?
domain | superregnum -> domain?
fossil range -> fossil_range
born | birth -> born?
died | death -> died?
birth name -> birth_name
full name -> full_name
baptised | baptized -> baptised
residence -> residence?
nationality -> nationality*
occupation | occupation(s) | profession -> occupation*
spouse | spouse(s) -> spouse
children -> children?
religion -> religion?
political party -> political_party
preceded by | predecessor -> predecessor
succeeded by | successor -> successor
reign -> reign?
coronation -> coronation
consort -> consort?
royal house -> royal_house
father -> father?
mother -> mother?
buried | burial -> burial_place?
field | fields -> field*?
institution | institutions -> institutions*
alma mater -> alma_mater
doctoral advisor | academic advisor -> doctoral_advisor
doctoral students -> doctoral_students*
known for -> known_for*
notable prizes | notable awards | prizes -> awards
school/tradition -> school_tradition*
main interests -> main_interests*
notable ideas -> notable_ideas*
influences | influenced by -> influences*
influenced -> influenced*?
literary movement | movement -> movement*?
genre(s) | genre | genres -> genre*?
debut works | magnum opus | notable works | notable work(s) -> notable_works
training | influenced -> ?
date -> date?
location -> location?
result -> result?
part of -> part_of?
type -> type?
headquarters -> headquarters
key people -> key_people
industry -> industry*?
products -> products*?
revenue -> revenue?
employees -> employees?
slogan | net income | operating income | website | official website | web site | coordinates | location map | note | status -> ?
spoken in -> spoken_in*
total speakers -> total_speakers
language family -> language_family
official language of -> official_language_of*
regulated by -> regulated_by
writing system -> writing_system*
origin | source -> origin?
mouth -> mouth?
basin countries -> basin_countries*
length | max-length -> length?
max-width | width -> width?
source elevation -> source_elevation
avg. discharge | average discharge -> discharge
basin area | catchment area | watershed -> basin_area
lake type -> lake_type*
primary sources | primary inflows -> inflows*
primary outflows | primary outflow -> outflows*
surface area -> surface_area
average depth -> average_depth
max-depth | max depth -> maximum_depth
water volume -> water_volume
surface elevation -> surface_elevation
islands | settlements | islands (total) -> ?
range | mountain range -> mountain_range?
prominence -> prominence
first ascent -> first_ascent
easiest route -> easiest_route
highest point -> highest_point
lowest point -> lowest_point
systematic name | iupac name -> systematic_name
other names -> other_names*
molecular formula | chemical formula -> formula
molar mass -> molar_mass
solubility in water -> solubility_in_water
stylistic origins -> stylistic_origins*
cultural origins -> cultural_origins
typical instruments -> instruments*
derivative forms -> derivative_forms*
orbital period -> orbital_period
rotation period -> rotation_period
number of satellites -> number_of_satellites
equatorial diameter -> equatorial_diameter
mean density -> mean_density
escape velocity -> escape_velocity
axial tilt -> axial_tilt
discovered by -> discovered_by
discovered in | discovered on -> discovery_date
developer | developed by | maker | manufacturer -> developer?
os family -> os_family
kernel type -> kernel_type
license -> license?
latest stable release | latest release | working state ->
composition -> composition*?
antiparticle -> antiparticle
discovered -> discovered?
theorized -> theorized
interaction -> interaction*?
spin -> spin?
electric charge -> electric_charge
crystal system -> crystal_system
mohs scale hardness | mohs scale -> mohs_hardness
category -> category?
color | colour -> colour?
author -> author?
artist -> artist?
architect -> architect
director -> director
publisher -> publisher?
release date | release date(s) -> release_date
""")
"""Labels in lower case."""

PARTS: dict[str, tuple[tuple[str, str], ...]] = {
    "area": (
        (r"total(?: area)?|city|area", "area"),
        (r"water \(%\)|% water", "water_percent"),
        (r"(?:urban|metro).*", ""),
        (r"elevation", "elevation"),
        (r"width", "width"),
        (r"length", "length"),
    ),
    "population": (
        (r"density", "population_density"),
        (r"(?:urban|metro|agglomeration|rank|median income|suburb).*", ""),
        (r"(?:[a-z]+\.? )?(?:\d{1,2},? )?\d{4}(?: [a-z]+)? census", "census_population"),
        (
            r"(?:[a-z]+\.? )?(?:\d{1,2},? )?\d{4} est(?:imate|\.)?|(?:total|city|population)(?: ?\(.*?\)+)?",
            "population",
        ),
    ),
    "gdp": ((r"total", "gdp"), (r"per capita", "gdp_per_capita")),
    "government": (
        (r"vice[ -]president.*", "vice_president"),
        (r"president.*", "president"),
        (r"prime minister|premier|taoiseach", "prime_minister"),
        (r"king|queen|monarch|sultan|emir|grand duke|emperor", "monarch"),
        (r"governor[ -]general", "governor_general"),
        (r"governor", "governor"),
        (r"chancellor", "chancellor"),
        (r"chief minister", "chief_minister"),
        (r"mayor|lord mayor", "mayor"),
    ),
    "independence": (
        (
            r"declared|date|independence|declaration|republic|proclaimed|(?:independence )?from .*?",
            "independence",
        ),
        (r"recogni[sz]ed", "independence_recognised"),
        (r".*", ""),
    ),
    "elevation": (
        (r"highest point", "highest_point"),
        (r"lowest point", "lowest_point"),
        (r"mean", "elevation"),
    ),
}
"""For a heading in a box: patterns of the rows below it (with a dash before), and their fields; the first that fits holds."""
