import pytest

from isthmus.tasks.english import capitalised, definite, joined, softened_number, softened_year, with_article


@pytest.mark.parametrize(
    ("noun", "expected"),
    [
        ("opera", "an opera"),
        ("university", "a university"),
        ("rock band", "a rock band"),
        ("EP", "an EP"),
        ("DJ", "a DJ"),
        ("island", "an island"),
        ("hour", "an hour"),
        ("heir", "an heir"),
        ("hotel", "a hotel"),
        ("unit", "a unit"),
        ("umbrella", "an umbrella"),
        ("ukulele", "a ukulele"),
        ("R&B singer", "an R&B singer"),
        ("Utopian", "a Utopian"),
    ],
)
def test_article_follows_the_sound(noun, expected):
    assert with_article(noun) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("United States", "the United States"),
        ("The Beatles", "the Beatles"),
        ("Vancouver", "Vancouver"),
        ("Soviet Union", "the Soviet Union"),
        ("Lake Victoria", "Lake Victoria"),
        ("Pacific Ocean", "the Pacific Ocean"),
        ("University of Oslo", "the University of Oslo"),
        ("New York City", "New York City"),
        ("French Revolution", "the French Revolution"),
    ],
)
def test_definite_names(name, expected):
    assert definite(name) == expected


def test_lists():
    assert joined(["a"]) == "a"
    assert joined(["a", "b"]) == "a and b"
    assert joined(["a", "b", "c"]) == "a, b, and c"
    assert capitalised("the cat") == "The cat"


@pytest.mark.parametrize("year", [*range(1000, 2030, 7), 1900, 1909, 2000, 2009])
@pytest.mark.parametrize("wide", [True, False])
def test_a_softened_year_covers_the_year_and_says_so(year, wide):
    words, low, high = softened_year(year, wide=wide)
    assert low <= year <= high
    assert high - low <= 49
    assert str(year) not in words or year % 10 == 0


def test_softened_years_in_words():
    assert softened_year(1973, wide=True) == ("the 1970s", 1970, 1979)
    assert softened_year(1973, wide=False) == ("the early 1970s", 1970, 1973)
    assert softened_year(1975, wide=False) == ("the mid-1970s", 1974, 1976)
    assert softened_year(1810, wide=True) == ("the first half of the 19th century", 1801, 1850)
    assert softened_year(2004, wide=False) == ("the first decade of the 21st century", 2000, 2009)
    assert softened_year(1800, wide=True) == ("the second half of the 18th century", 1751, 1800)


@pytest.mark.parametrize(
    ("number", "words", "low", "high"),
    [
        (1000, "between 1,000 and 2,000", 1000, 2000),
        (13_228_000, "between 10 million and 20 million", 10_000_000, 20_000_000),
        (7.2e9, "between 5 billion and 10 billion", 5 * 10**9, 10**10),
        (82_000, "between 50,000 and 100,000", 50_000, 100_000),
    ],
)
def test_softened_numbers_in_words(number, words, low, high):
    assert softened_number(number) == (words, low, high)
