"""Names always come to an end, also for cultures of the shortest sounds."""

import random

import pytest

from isthmus.worlds.phonology import Culture


@pytest.mark.parametrize("number", range(10))
@pytest.mark.parametrize("part", ["country", "region", "city", "river", "language", "family"])
def test_every_culture_has_names_of_every_sort(number, part):
    for seed in range(40):
        culture = Culture(seed, number, 24, 60)
        rng = random.Random(seed)
        assert all(7 <= len(culture.name(rng, part, syllables)) <= 13 for syllables in (1, 2, 3))
        assert 7 <= len(culture.coin(rng)) <= 11
