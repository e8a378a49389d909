"""Whether a final answer is the right one, by rules, with the reason.

The comparison is by the kind of the true answer. It accepts what is the same by any reading of the answer's own words (writing,
aliases, units, date forms) and nothing that needs knowledge; a judge model is for the rest. An answer that offers a choice or
takes itself back is wrong even when the right one is in it.

An episode that a server broke has no value: it is neither right nor wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from isthmus.records import Answer, AnswerKind, Episode, Score, Task
from isthmus.scoring.dates import Date, parse_date
from isthmus.scoring.extraction import alternatives, extract, without_doubt
from isthmus.scoring.normalise import folded, normal, split_bracket
from isthmus.scoring.quantities import Quantity, parse_quantity
from isthmus.scoring.sets import cover, split_list

SCORER = "answer-match/1"
"""Name and version of this scorer; a change of what it accepts changes the version."""


class MatchReason(StrEnum):
    """Why an answer is right or wrong."""

    MATCH = "match"
    """The answer, but for writing."""
    ALIAS = "alias"
    """Another accepted form."""
    DISAMBIGUATOR = "disambiguator"
    """The same but for a bracketed addition: `Have Mercy (band)`."""
    DIACRITICS = "diacritics"
    """The same but for diacritics."""
    EQUAL_VALUE = "equal-value"
    """The same number or date, written otherwise."""
    UNIT_ASSUMED = "unit-assumed"
    """The same number, and only one side states a unit."""
    IN_RANGE = "in-range"
    """A number within the range or rounding that the true answer states."""
    NO_ANSWER = "no-answer"
    """Nothing was answered."""
    DIFFERENT = "different"
    """Something else."""
    HEDGED = "hedged"
    """The answer is among several, or taken back, or doubted."""
    OTHER_DISAMBIGUATOR = "other-disambiguator"
    """The same name with another bracketed addition: `Mercury (planet)` for `Mercury (element)`."""
    OTHER_UNIT = "other-unit"
    """A quantity of another kind."""
    OTHER_PRECISION = "other-precision"
    """A date that agrees as far as it goes, to another precision."""
    AMBIGUOUS_DATE = "ambiguous-date"
    """A date that may be read as the answer and as another day."""
    MISSING_ITEMS = "missing-items"
    """Some members of the set, and nothing else."""
    EXTRA_ITEMS = "extra-items"
    """Every member of the set, and something else."""
    INFRASTRUCTURE = "infrastructure"
    """A server broke; not scored."""

    def is_right(self) -> bool:
        """Return whether an answer with this reason is right."""
        return self in _RIGHT


_RIGHT = frozenset(
    {
        MatchReason.MATCH,
        MatchReason.ALIAS,
        MatchReason.DISAMBIGUATOR,
        MatchReason.DIACRITICS,
        MatchReason.EQUAL_VALUE,
        MatchReason.UNIT_ASSUMED,
        MatchReason.IN_RANGE,
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """The outcome of comparing an answer."""

    reason: MatchReason
    """Why it is right or wrong."""
    reading: str
    """The part of the text that was taken for the answer; the whole text's if nothing fitted."""

    @property
    def right(self) -> bool:
        """Return whether the answer is right."""
        return self.reason.is_right()


def match(answer: Answer, given: str) -> Match:
    """Compare what was given with the true answer."""
    found = extract(given)
    if not found.whole:
        return Match(reason=MatchReason.NO_ANSWER, reading="")
    compare = _COMPARE[answer.kind]
    wrong = Match(reason=MatchReason.DIFFERENT, reading=found.whole[0])
    # The first part of a list is no reading of the list.
    readings = found.whole if answer.kind is AnswerKind.SET else found.whole + found.cuts
    for place, reading in enumerate(readings):
        reason = compare(answer, reading)
        if reason.is_right():
            hedged = found.hedged and place > 0
            return Match(reason=MatchReason.HEDGED if hedged else reason, reading=reading)
        if wrong.reason is MatchReason.DIFFERENT and reason is not MatchReason.DIFFERENT:
            wrong = Match(reason=reason, reading=reading)
    for reading in readings:
        reason = _compare_choice(answer, reading, compare)
        if reason is not MatchReason.DIFFERENT:
            return Match(reason=reason, reading=reading)
    return wrong


def score_episode(task: Task, episode: Episode) -> Score:
    """Score an episode by its final answer.

    Raises:
        ValueError: when the episode is of another task.
    """
    if episode.task_id != task.id:
        raise ValueError(f"episode {episode.id!r} is of task {episode.task_id!r}, not {task.id!r}")
    value: float | None
    if episode.stop.is_infrastructure():
        value, reason = None, MatchReason.INFRASTRUCTURE
    elif episode.answer is None:
        value, reason = 0.0, MatchReason.NO_ANSWER
    else:
        reason = match(task.answer, episode.answer).reason
        value = 1.0 if reason.is_right() else 0.0
    return Score(
        episode_id=episode.id,
        task_id=task.id,
        policy=episode.policy,
        scorer=SCORER,
        value=value,
        reason=reason.value,
    )


_Compare = Callable[[Answer, str], MatchReason]


def _compare_choice(answer: Answer, reading: str, compare: _Compare) -> MatchReason:
    """Judge a reading that offers several candidates or doubts its own."""
    sure = without_doubt(reading)
    parts = alternatives(sure)
    reasons = [compare(answer, part) for part in parts]
    right = [reason for reason in reasons if reason.is_right()]
    if not right:
        return MatchReason.DIFFERENT
    # "Holland or the Netherlands" offers no choice when both are the answer.
    if len(right) == len(parts) and sure == reading:
        return MatchReason.ALIAS
    return MatchReason.HEDGED


def _compare_text(answer: Answer, given: str) -> MatchReason:
    forms = (answer.text, *answer.aliases)
    text = normal(given)
    for place, form in enumerate(forms):
        if normal(form) == text:
            return MatchReason.ALIAS if place else MatchReason.MATCH
    bracketed = _compare_bracketed(forms, given)
    if bracketed is not MatchReason.DIFFERENT:
        return bracketed
    bare = folded(given)
    if any(folded(form) == bare for form in forms):
        return MatchReason.DIACRITICS
    return MatchReason.DIFFERENT


def _compare_bracketed(forms: tuple[str, ...], given: str) -> MatchReason:
    base, bracket = split_bracket(given)
    reason = MatchReason.DIFFERENT
    if bracket.startswith("or ") or without_doubt(bracket) != bracket:
        return reason
    for form in forms:
        form_base, form_bracket = split_bracket(form)
        if form_base != base or not (bracket or form_bracket):
            continue
        ours, theirs = set(form_bracket.split()), set(bracket.split())
        if ours and theirs and not (ours <= theirs or theirs <= ours):
            return MatchReason.OTHER_DISAMBIGUATOR
        reason = MatchReason.DISAMBIGUATOR
    return reason


def _compare_number(answer: Answer, given: str) -> MatchReason:
    stated = parse_quantity(given)
    true = [number for form in (answer.text, *answer.aliases) if (number := parse_quantity(form))]
    if stated is None or not true:
        return _compare_text(answer, given)
    reason = _best([_compare_quantities(number, stated) for number in true])
    same_text = reason.is_right() and normal(answer.text) == normal(given)
    return MatchReason.MATCH if same_text else reason


def _compare_quantities(true: Quantity, given: Quantity) -> MatchReason:
    equal = MatchReason.EQUAL_VALUE
    if (true.unit is None) != (given.unit is None):
        equal = MatchReason.UNIT_ASSUMED
    else:
        true, given = true.scaled(), given.scaled()
        if true.unit != given.unit:
            return MatchReason.OTHER_UNIT
    if (true.low, true.high) == (given.low, given.high):
        return equal
    if not given.is_range() and true.low - true.rounding <= given.low <= true.high + true.rounding:
        return MatchReason.IN_RANGE
    return MatchReason.DIFFERENT


def _compare_date(answer: Answer, given: str) -> MatchReason:
    text = _compare_text(answer, given)
    if text.is_right():
        return text
    stated = parse_date(given)
    reasons = [_compare_dates(parse_date(form), stated) for form in (answer.text, *answer.aliases)]
    return _best(reasons)


def _compare_dates(true: tuple[Date, ...], given: tuple[Date, ...]) -> MatchReason:
    if len(true) != 1 or not given:
        return MatchReason.DIFFERENT
    if true[0] in given:
        return MatchReason.EQUAL_VALUE if len(given) == 1 else MatchReason.AMBIGUOUS_DATE
    one, other = true[0], given[0]
    if len(given) == 1 and not (one.until or other.until) and (one.covers(other) or other.covers(one)):
        return MatchReason.OTHER_PRECISION
    return MatchReason.DIFFERENT


def _compare_set(answer: Answer, given: str) -> MatchReason:
    text = _compare_text(answer, given)
    if text.is_right():
        return text
    members = answer.items or tuple(split_list(answer.text))
    found, extra = cover(split_list(given), members, _same_member)
    if len(found) < len(members):
        return MatchReason.MISSING_ITEMS if found and not extra else MatchReason.DIFFERENT
    return MatchReason.EXTRA_ITEMS if extra else MatchReason.MATCH


def _same_member(member: str, piece: str) -> bool:
    one = Answer(text=member)
    if _compare_text(one, piece).is_right():
        return True
    true, stated = parse_quantity(member), parse_quantity(piece)
    return bool(true and stated and _compare_quantities(true, stated) is MatchReason.EQUAL_VALUE)


def _best(reasons: list[MatchReason]) -> MatchReason:
    """Return the first reason that is right, else the first that says more than `different`."""
    right = [reason for reason in reasons if reason.is_right()]
    telling = [reason for reason in reasons if reason is not MatchReason.DIFFERENT]
    return (right or telling or [MatchReason.DIFFERENT])[0]


_COMPARE: dict[AnswerKind, _Compare] = {
    AnswerKind.TEXT: _compare_text,
    AnswerKind.NUMBER: _compare_number,
    AnswerKind.DATE: _compare_date,
    AnswerKind.SET: _compare_set,
}
