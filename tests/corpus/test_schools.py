import pytest

from isthmus.corpus import JsonlCorpus
from isthmus.corpus.captions import without_captions
from isthmus.corpus.factbox import read_box
from isthmus.corpus.factbox_values import clean_value

DUMP = """   #copyright

Port Vell

2007 Schools Wikipedia Selection. Related subjects: Towns of the coast;
Harbours

   CAPTION: Port Vell

                       Port Vell
   Flag of Port Vell Coat of arms of Port Vell
   Country            Flag of Norland  Norland
   Mayor              Ada Quill
   Area               12 km^2 ( 3rd)
   Time zone          NST ( UTC+1)
   Website            vell.example.org

   Port Vell ( Old Norlandic: Vel) is a harbour town in the south-west of
   Norland. It is known for its pier , its " low tower" and for the Lantern
   Fair, which is held each spring in the streets behind the old customs
   house.[1] The water there is called H[2]O by the sailors.

History

   The pier of Port Vell in winter, with the grey customs house and the
   tower
   Enlarge
   The pier of Port Vell in winter, with the gray customs house and the
   tower
   The town was founded in 1702. It grew when the railway came.^3
    Year  Boats  Houses
   1800   12     40
   1900   40     300

   Things to see:
     * The pier, which is the longest of the coast and was built
       in two summers
     * The tower

See also

     * Norland

   Retrieved from " http://en.wikipedia.org/wiki/Port_Vell"
   This reference article is mainly selected from somewhere.
"""


@pytest.fixture
def town(write_jsonl):
    path = write_jsonl(
        {"title": "Port Vell", "text": DUMP, "links": ["Norland", "Railway"], "categories": []}
    )
    (document,) = JsonlCorpus(path).items()
    return document


def test_running_text_is_rejoined_and_furniture_gone(town):
    assert town.text[town.body_start :].split("\n\n") == [
        "Port Vell (Old Norlandic: Vel) is a harbour town in the south-west of Norland. It is known for its pier, its "
        '"low tower" '
        "and for the Lantern Fair, which is held each spring in the streets behind the old customs house. The water there is "
        "called H2O by the sailors.",
        "## History",
        "The town was founded in 1702. It grew when the railway came.",
        "Things to see:",
        "- The pier, which is the longest of the coast and was built in two summers\n- The tower",
    ]


def test_the_box_becomes_attributes(town, facts, linked):
    assert facts(town) == {
        "country": ["Norland"],
        "mayor": ["Ada Quill"],
        "area": ["12 km²"],
        "time_zone": ["NST (UTC+1)"],
    }
    assert linked(town) == [("Norland", "Norland"), ("Norland", "Norland"), ("railway", "Railway")]
    assert town.categories == ("Towns of the coast", "Harbours")


def box(rows: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, values in read_box(rows.split("\n")):
        found.setdefault(name, []).extend(values)
    return found


def test_a_country_in_columns():
    rows = """
   Motto: "Sea and Sand"
   Capital
   (and largest city) Port Vell
                      8°50′S 13°20′E
   Official languages Norlandic
                      Coastal ( Velish)
   Government         Republic
    - President       Ada van der
                      Quill
    - Prime Minister  Bo Reed ( List)
      Independence    from the Old Union
    - Date            May 3, 1911
                         Area
    - Total           1,246 km² ( 23rd)
                      481 sq mi
    - Water (%)       2.1
                      Population
    - July 2005 estimate 15,941 ( 61st)
    - 1970 census     5,646
    - Density         13/km² ( 199th)
       GDP ( PPP)     2005 estimate
    - Total           $43 million ( 82nd)
        Currency      Norland crown ( NLC)"""
    assert box(rows) == {
        "motto": ['"Sea and Sand"'],
        "capital": ["Port Vell"],
        "largest_city": ["Port Vell"],
        "official_languages": ["Norlandic", "Coastal (Velish)"],
        "government": ["Republic"],
        "president": ["Ada van der Quill"],
        "prime_minister": ["Bo Reed"],
        "independence_from": ["Old Union"],
        "independence": ["May 3, 1911"],
        "area": ["1,246 km²"],
        "water_percent": ["2.1"],
        "population": ["15,941"],
        "census_population": ["5,646"],
        "population_density": ["13/km²"],
        "gdp": ["$43 million"],
        "currency": ["Norland crown"],
    }


def test_a_person_without_columns():
    rows = """
   1st Mayor of Port Vell
   In office
   April 30, 1789 –  March 4, 1797
   Preceded by Cy Marsh
   Succeeded by Dee Ford
     __________________________________________
   Born February 22, 1732
   Westmoor, Norland
   Died December 14, 1799 (aged 67)
   Port Vell
   Political party Federal
   President Ada Quill
   Spouse Bea Ford
   Religion none"""
    assert box(rows) == {
        "predecessor": ["Cy Marsh"],
        "successor": ["Dee Ford"],
        "birth_date": ["February 22, 1732"],
        "birth_place": ["Westmoor, Norland"],
        "death_date": ["December 14, 1799"],
        "death_place": ["Port Vell"],
        "political_party": ["Federal"],
        "spouse": ["Bea Ford"],
    }


def test_an_element_aligned_right():
    rows = """
                                     Name, Symbol, Number velium, Ve, 134
                                                Chemical series soft metals
                                                       Physical properties
                                              Electrons per shell 2, 8, 13
                                                     Melting point 933.47  K
                                                 (660.32 ° C, 1220.58 ° F)
                                       Electron configuration [Ne] 3s^2 3p^1
                                             Heat of fusion 10.7 kJ·mol^−1"""
    assert box(rows) == {
        "symbol": ["Ve"],
        "atomic_number": ["134"],
        "chemical_series": ["soft metals"],
        "electrons_per_shell": ["2, 8, 13"],
        "melting_point": ["933.47 K"],
        "electron_configuration": ["[Ne] 3s² 3p¹"],
        "heat_of_fusion": ["10.7 kJ·mol⁻¹"],
    }


def test_lists_that_go_on_in_the_next_row():
    rows = """
         Name:       Ada Quill
        Birth:       June 5, 1723 ( Port Vell, Norland)
    Main interests:  Ethics, tides
                     and poetry
      Influences:    Bo, Cy,
                     Dee
      Known for      The tide table
                     Lantern law"""
    assert box(rows) == {
        "birth_date": ["June 5, 1723"],
        "birth_place": ["Port Vell, Norland"],
        "main_interests": ["Ethics", "tides", "poetry"],
        "influences": ["Bo", "Cy", "Dee"],
        "known_for": ["The tide table", "Lantern law"],
    }


@pytest.mark.parametrize(
    "rows",
    [
        "   Order of the day was long and\n   Class was dismissed",
        "   Ancient Norland\n   Vell – Quay – Sand\n   Date palms grow there",
        "   Population\n    - Density\n    - Agglomeration ( 2006) 4,352,932\n                              - 5,847/km²",
        "",
        "   Website   x\n   Coordinates   1",
    ],
)
def test_what_is_no_fact_is_left_out(rows):
    assert box(rows) == {}


@pytest.mark.parametrize(
    ("field", "raw", "value"),
    [
        ("area", "12 km^2 ( 3rd)", "12 km²"),
        ("population", "1,200^1 ( 53rd)", "1,200"),
        ("surface_area", "6.14×10^10 km^2", "6.14×10¹⁰ km²"),
        ("country", "Norland Norland", "Norland"),
        ("headquarters", "Norland Port Vell, Norland", "Port Vell, Norland"),
        ("formula", "C[2]H[4]O[2]", "C2H4O2"),
        ("time_zone", "( UTC+4)", "UTC+4"),
        ("genus", "[Velum]", "Velum"),
    ],
)
def test_values_are_cleaned(field, raw, value):
    assert clean_value(field, raw) == value


def test_captions_leave_the_text_around_them():
    rows = [
        "   Real text ends here.",
        "   A boat",
        "   by Ada",
        "   Enlarge",
        "   A boat by Ada",
        "   More text.",
    ]
    assert without_captions(rows) == ["   Real text ends here.", "   More text."]


def test_doubled_captions_without_enlarge():
    rows = ["   The color of the sea", "   The colour of the sea", "", "   Text."]
    assert without_captions(rows) == ["", "   Text."]


def test_a_lonely_enlarge_takes_nothing_with_it():
    assert without_captions(["   A sentence.", "   Enlarge", "     * item"]) == [
        "   A sentence.",
        "     * item",
    ]
