from __future__ import annotations

import pytest

from isthmus.records import StopReason
from isthmus.scoring import SCORER, MatchReason, score_episode


def test_a_right_and_a_wrong_answer(make_task, make_episode):
    right = score_episode(make_task(), make_episode("have mercy"))
    assert (right.value, right.reason, right.scorer, right.episode_id) == (1.0, "match", SCORER, "p/t1/0")
    wrong = score_episode(make_task(), make_episode("Anarbor"))
    assert (wrong.value, wrong.reason) == (0.0, "different")


@pytest.mark.parametrize("stop", list(StopReason))
@pytest.mark.parametrize("answer", [None, "Have Mercy", "Anarbor"])
def test_a_broken_server_is_never_scored_and_everything_else_always(make_task, make_episode, stop, answer):
    score = score_episode(make_task(), make_episode(answer, stop))
    if stop in (StopReason.MODEL_FAILED, StopReason.TOOL_FAILED):
        assert (score.value, score.reason) == (None, "infrastructure")
    else:
        assert score.value == (1.0 if answer == "Have Mercy" else 0.0)
        assert (score.reason == "no-answer") == (answer is None)


def test_an_episode_of_another_task_is_a_fault(make_task, make_episode):
    with pytest.raises(ValueError, match="is of task 't2', not 't1'"):
        score_episode(make_task("t1"), make_episode("x", task_id="t2"))


def test_right_reasons_are_told_from_wrong_ones():
    right = {reason.value for reason in MatchReason if reason.is_right()}
    assert right == {
        "match",
        "alias",
        "disambiguator",
        "diacritics",
        "equal-value",
        "unit-assumed",
        "in-range",
    }
