from __future__ import annotations

import pytest

from isthmus.records import Answer, AnswerKind
from isthmus.scoring import match
from isthmus.scoring.extraction import Rule, extract


@pytest.mark.parametrize(
    "text, rule",
    [
        ("Have Mercy", Rule.WHOLE),
        ("Have Mercy, a rock band from Baltimore", Rule.WHOLE),
        ("Have Mercy – the band from Baltimore", Rule.WHOLE),
        ("Have Mercy. They formed in Baltimore.", Rule.WHOLE),
        ("The answer is Have Mercy.", Rule.SENTENCE),
        ("After much reading, the final answer is: **Have Mercy**", Rule.SENTENCE),
        ("So my answer would be Have Mercy, because the label fits.", Rule.SENTENCE),
        ("The answer to the question is Have Mercy.", Rule.SENTENCE),
        ("Explanation: it fits.\nExact Answer: Have Mercy\nConfidence: 90%", Rule.MARKED),
        ("**Exact Answer:** Have Mercy", Rule.MARKED),
        ("**Answer**: Have Mercy", Rule.MARKED),
        ("### Final answer:\nHave Mercy", Rule.MARKED),
        ("Final Answer： Have Mercy [3]", Rule.MARKED),
        ("Answer: Anarbor\nNo, wait.\n\nAnswer: Have Mercy", Rule.MARKED),
        ("It is $\\boxed{Have Mercy}$.", Rule.BOXED),
        ("最终答案：Have Mercy", Rule.MARKED),
        ("答案是Have Mercy。", Rule.SENTENCE),
    ],
)
def test_the_answer_is_found_by_rule(text, rule):
    assert extract(text).rule is rule
    assert match(Answer(text="Have Mercy"), text).right


@pytest.mark.parametrize(
    "text",
    [
        "The answer is Anarbor, not Have Mercy.",
        "Answer: Have Mercy\nAnswer: Anarbor",
        "Have Mercy was my first guess. The answer is Anarbor.",
        "The answer is not Have Mercy.",
        "Anarbor. Have Mercy.",
        "Anarbor, Have Mercy",
        "Have Mercy – Anarbor",
        "Have Mercy; Anarbor",
        "Anarbor\nHave Mercy",
        "I searched and found Have Mercy and Anarbor.",
        "Exact Answer:\nConfidence: Have Mercy",
        "Exact Answer: None\nHave Mercy",
    ],
)
def test_the_right_name_elsewhere_in_the_text_does_not_help(text):
    assert not match(Answer(text="Have Mercy"), text).right


def test_a_title_that_looks_like_a_phrase_is_read_whole_first():
    assert match(Answer(text="The Answer Is Love"), "The Answer Is Love").right
    assert match(Answer(text="St. Louis"), "The answer is St. Louis. It is in Missouri.").right
    assert match(Answer(text="Tyler, the Creator"), "Answer: Tyler, the Creator").right


def test_a_title_that_looks_like_a_second_thought_is_no_hedge():
    title = "Frankenstein; or, The Modern Prometheus"
    assert match(Answer(text=title), title).right


def test_of_several_places_the_last_counts():
    text = "The answer is Anarbor? No: the answer is Have Mercy."
    assert match(Answer(text="Have Mercy"), text).right
    assert not match(Answer(text="Anarbor"), text).right


def test_the_answer_ends_where_another_label_begins():
    pair = Answer(text="", kind=AnswerKind.SET, items=("Chic", "Opeth"))
    assert match(pair, "Exact Answer:\nChic\nOpeth\nConfidence: 90%").right
    assert match(pair, "Answer: Chic, Opeth\n**Explanation:** both fit").right


def test_a_footnote_mark_is_dropped_and_a_list_is_not():
    assert extract("Have Mercy [12]【3†source】").whole == ("Have Mercy",)
    assert match(Answer(text="12", kind=AnswerKind.NUMBER), "[12]").right


def test_the_reading_is_told():
    assert match(Answer(text="Have Mercy"), "The answer is Have Mercy. It fits.").reading == "Have Mercy"
