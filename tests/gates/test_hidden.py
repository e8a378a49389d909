"""What gives a name away, and what does not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isthmus.gates import GateContext, Hidden
from isthmus.gates.hidden import name_parts, within_one_edit
from isthmus.gates.not_verbatim import longest_run
from isthmus.gates.words import Words, common_words
from isthmus.records import Answer, Task, Vertex, VertexRole

SENTENCES = [
    # (names of the answer, title first; words of a named leaf; question; reason)
    (("Have Mercy (band)",), "Baltimore", "Which band from Baltimore is Have Mercy?", "name-shown"),
    (("Have Mercy (band)",), "Baltimore", "Which band from Baltimore said havemercy?", "name-shown"),
    (("Have Mercy (band)",), "Baltimore", "Which band from Baltimore shows mercy?", "word-shown"),
    (("Have Mercy (band)",), "Baltimore", "Which band have people from Baltimore heard of?", "ok"),
    (("Have Mercy (band)",), "Baltimore", "Which band from Baltimore is merciful?", "ok"),
    (("The Who",), "London", "Which band from London is it, and who was in it?", "ok"),
    (("The Who",), "London", "Which band from London is called the Who?", "name-shown"),
    (("Yes (band)",), "London", "Which band from London says yes?", "ok"),
    (("Yes (band)",), "London", "Which band from London is Yes?", "name-shown"),
    (("Beyoncé",), "Houston", "Which singer from Houston is not Beyonce?", "name-shown"),
    (("Motörhead",), "London", "Which band from London is Motorheads equal?", "name-shown"),
    (("Blink-182",), "Poway", "Which band from Poway is not Blink 182?", "name-shown"),
    (("Blink-182",), "Poway", "Which band from Poway is not Blink182?", "name-shown"),
    (("O'Connor Singers",), "Cork", "Which choir from Cork knows an OConnor?", "near-name"),
    (("Jackson Browne",), "Jackson", "Which singer from Jackson is it?", "ok"),
    (("Jackson Browne",), "Jackson", "Which singer from Jackson is brown-haired Browne?", "word-shown"),
    (("Knoxville, Tennessee",), "the River", "Which city by the River is Knoxville?", "name-shown"),
    (("Phoenix",), "Phoenix", "Which band from Phoenix is it?", "name-shown"),
    (("Nitty Gritty Dirt Band",), "Aspen", "Which band from Aspen is the NGDB?", "initials-shown"),
    (("Nitty Gritty Dirt Band",), "Aspen", "Which band from Aspen is the N.G.D.B. of old?", "initials-shown"),
    (("Duke of Somewhere",), "Aspen", "Which man from Aspen is a DoS or a DOS?", "initials-shown"),
    (("Ulla Strand",), "the US", "Which singer from the US is it?", "ok"),
    (
        ("Neko Case", "Virginia Case"),
        "Tacoma",
        "Which singer from Tacoma is also Virginia Case?",
        "alias-shown",
    ),
    (("Neko Case", "Virginia Case"), "Tacoma", "Which singer from Tacoma saw Virginia?", "word-shown"),
    (("Wizzard",), "Leeds", "Which band from Leeds is a wizard?", "near-name"),
    (("Oasis",), "Leeds", "Which band from Leeds is an oasys?", "ok"),
    (("Garbage",), "Leeds", "Which band from Leeds is grabage?", "near-name"),
    (("The Roxy Records Band",), "Leeds", "Which band from Leeds has records?", "ok"),
    (("周杰伦",), "Taipei", "Which singer from Taipei is 周杰伦?", "name-shown"),
    (("周杰伦",), "Taipei", "Which singer from Taipei is 周潤?", "ok"),
    (("Ty Dolla Sign", "Ty$"), "Leeds", "Which singer from Leeds has ties?", "ok"),
    (("Ty Dolla Sign", "Ty$"), "Leeds", "Which singer from Leeds is Ty?", "alias-shown"),
]


@pytest.mark.parametrize(("names", "leaf", "question", "reason"), SENTENCES)
def test_what_gives_a_name_away(
    names: tuple[str, ...],
    leaf: str,
    question: str,
    reason: str,
    make: Callable[..., Task],
    context: GateContext,
) -> None:
    task = make()
    title, *aliases = names
    vertices = (
        Vertex(
            id=0, role=VertexRole.ANSWER, entity=title, document_id="x", noun="band", aliases=tuple(aliases)
        ),
        Vertex(id=1, role=VertexRole.NAMED, entity=leaf, wording=leaf),
    )
    task = replace(
        task,
        question=question,
        answer=Answer(text=title.partition(" (")[0]),
        tree=replace(task.tree, vertices=vertices, constraints=task.tree.constraints[:1]),
    )
    verdict = Hidden().check(task, context)
    assert verdict.reason == reason, verdict.numbers
    if reason != "ok":
        assert verdict.numbers["vertex"] == 0 and verdict.numbers["shown"]


def distance(first: str, second: str) -> int:
    """Optimal string alignment distance, by the textbook."""
    rows = {(i, -1): i + 1 for i in range(-1, len(first))} | {(-1, j): j + 1 for j in range(-1, len(second))}
    for i, a in enumerate(first):
        for j, b in enumerate(second):
            rows[i, j] = min(rows[i - 1, j] + 1, rows[i, j - 1] + 1, rows[i - 1, j - 1] + (a != b))
            if i and j and a == second[j - 1] and first[i - 1] == b:
                rows[i, j] = min(rows[i, j], rows[i - 2, j - 2] + 1)
    return rows[len(first) - 1, len(second) - 1]


@given(st.text("abc", max_size=7), st.text("abc", max_size=7))
def test_one_edit_is_one_edit(first: str, second: str) -> None:
    assert within_one_edit(first, second) == (distance(first, second) <= 1)


@given(
    st.text("abcde", min_size=6, max_size=9), st.integers(0, 8), st.sampled_from("abcde"), st.integers(0, 3)
)
def test_every_misspelling_is_found(word: str, place: int, letter: str, kind: int) -> None:
    """The index over shortened words loses none that is one edit away."""
    from isthmus.gates.hidden import _Question

    place %= len(word)
    changed = {
        0: word[:place] + word[place + 1 :],
        1: word[:place] + letter + word[place:],
        2: word[:place] + letter + word[place + 1 :],
        3: word[:place] + word[place : place + 2][::-1] + word[place + 2 :],
    }[kind]
    question = _Question(Words(f"is it {changed} or not"), frozenset())
    if Words(changed).folded[0] in common_words() or Words(word).folded[0] in common_words():
        return
    folded = Words(word.capitalize()).folded[0]
    near = question._near(folded)
    assert near is not None or distance(folded, Words(changed).folded[0]) > 1


def test_common_words_are_those_questions_are_made_of() -> None:
    assert {"band", "recorded", "label", "city", "which", "july"} <= common_words()
    assert not {"quillmark", "ostler", "vancouver"} & common_words()


def test_parts_of_a_name() -> None:
    parts = name_parts("The Ballad of Sir Thornbury (song)")
    assert parts.distinctive == ("ballad", "thornbury")
    assert parts.long == ("ballad", "thornbury")
    assert parts.initials == ("TBOST", "BST")


def brute_run(first: list[str], second: list[str]) -> int:
    best = 0
    for i in range(len(first)):
        for j in range(len(second)):
            length = 0
            while (
                i + length < len(first)
                and j + length < len(second)
                and first[i + length] == second[j + length]
            ):
                length += 1
            best = max(best, length)
    return best


LETTERS = st.lists(st.sampled_from(["ant", "bee", "cat"]), max_size=12)


@given(LETTERS, LETTERS)
def test_the_longest_common_run_is_the_longest(first: list[str], second: list[str]) -> None:
    found = longest_run(Words(" ".join(first)), Words(" ".join(second)))
    assert found == brute_run(first, second)
