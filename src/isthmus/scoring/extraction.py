"""The answer inside a longer final text, found by explicit rules and never by searching the text for the truth.

The rules, the first that applies: LaTeX's `boxed{X}`; a line `Answer: X` (also `Exact Answer`, `Final Answer`); a sentence
`the answer is X`; else the whole text. Of several places the last counts. From there the answer is read as the whole stretch, its
first line, its first sentences, or what stands before an explanation; all of these begin at the same character, so that naming
several candidates wins nothing.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Rule(StrEnum):
    """How the answer was found in the text."""

    WHOLE = "whole"
    BOXED = "boxed"
    MARKED = "marked"
    SENTENCE = "sentence"


@dataclass(frozen=True, slots=True, kw_only=True)
class Extract:
    """An answer as it can be read from a text."""

    rule: Rule
    """How it was found."""
    whole: tuple[str, ...]
    """The text and the stretch that the rule found; empty when there is no answer."""
    cuts: tuple[str, ...]
    """Shorter extents of the stretch."""
    hedged: bool
    """Whether the text after the first sentence takes the answer back or offers another."""


def extract(text: str) -> Extract:
    """Return the answer in a text."""
    text = _CITATION.sub("", text.replace("：", ":")).strip()
    rule, stretch = _locate(text)
    whole = _cleaned((text, stretch))
    return Extract(
        rule=rule,
        whole=whole,
        cuts=tuple(cut for cut in _cleaned(_cuts(stretch)) if cut not in whole),
        hedged=bool(_SECOND_THOUGHT.search(stretch)),
    )


def alternatives(reading: str) -> list[str]:
    """Return the candidates a reading offers side by side: `X or Y`, `X / Y`; one if it offers no choice."""
    reading = _EITHER.sub("", reading)
    for choice in (_OR, _SLASH):
        parts = [bare for part in choice.split(reading) if (bare := part.strip(" ,()"))]
        if len(parts) > 1:
            return parts
    return [reading]


def without_doubt(reading: str) -> str:
    """Return a reading without words of doubt: `probably X` is `X`."""
    return _DOUBT.sub(" ", reading).strip(" ,()")


_CITATION = re.compile(r"(?<=[\w.,)\]】])\s*(?:\[\d{1,3}\]|【[^【】]{1,40}】)")
_BOXED = re.compile(r"\\boxed\s*\{((?:[^{}]|\{[^{}]*\})*)\}")
_MARKED = re.compile(
    r"^[\W_]*(?:(?:the|my)\s+)?(?:(?:exact|final|correct|short)\s+)?answer\s*(?:is\s*)?[*_]*:[*_]*[^\S\n]*"
    r"|^[\W_]*(?:最终|精确)?答案(?:是|为)?[*_]*:[*_]*[^\S\n]*",
    re.IGNORECASE | re.MULTILINE,
)
_SENTENCE = re.compile(
    r"\b(?:the|my)\s+(?:(?:exact|final|correct|right)\s+)?answer(?:\s+to\s+[^.:\n]{1,60}?)?\s+(?:is|was|would\s+be|should\s+be)\b\s*:?"
    r"|答案(?:是|为)",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"^[\W_]*(?:confidence|explanation|reasoning|sources?|evidence|note)\b[^\n:]{0,20}:", re.I | re.M
)
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=\S)|(?<=[。！？])")
_EXPLANATION = re.compile(
    r",\s+(?:an?|which|who|whose|where|born|founded|formed|released|located|because|since)\s|\s+because\s|\s+[-–—]\s+(?=[a-z])"
)
_SECOND_THOUGHT = re.compile(
    r"[.!?;\n]\s*(?:or|alternatively)\b|\bor\s+(?:maybe|perhaps|possibly)\b"
    r"|\b(?:could|might|may)\s+also\s+be\b|\b(?:another|other)\s+(?:possibilit|candidate|option)",
    re.IGNORECASE,
)
_EITHER = re.compile(r"\beither\s+", re.IGNORECASE)
_OR = re.compile(r"[\s,(]+or\s+|\s\|\s", re.IGNORECASE)
_SLASH = re.compile(r"\s*/\s*")
_DOUBT = re.compile(
    r"\b(?:maybe|perhaps|possibly|probably|presumably|most likely|likely|i think|i believe|i guess|not sure|unsure)\b",
    re.IGNORECASE,
)
_WRAPPERS = '*_`"“”„«»「」『』 \t\n'


def _locate(text: str) -> tuple[Rule, str]:
    boxed = _BOXED.findall(text)
    if boxed:
        return Rule.BOXED, str(boxed[-1])
    marks = list(_MARKED.finditer(text))
    if marks:
        return Rule.MARKED, _paragraph(text[marks[-1].end() :])
    sentences = list(_SENTENCE.finditer(text))
    if sentences:
        return Rule.SENTENCE, _paragraph(text[sentences[-1].end() :])
    return Rule.WHOLE, text


def _paragraph(text: str) -> str:
    """Return the text up to a blank line or a line with another label."""
    text = text.lstrip()
    label = _LABEL.search(text)
    text = text[: label.start()] if label else text
    return re.split(r"\n\s*\n", text, maxsplit=1)[0].strip()


def _cuts(stretch: str) -> list[str]:
    line = stretch.split("\n", 1)[0]
    cuts = [line]
    cuts += [line[: end.start()] for end in reversed(list(_SENTENCE_END.finditer(line)))]
    explanation = _EXPLANATION.search(line)
    if explanation:
        cuts.append(line[: explanation.start()])
    return cuts


def _cleaned(readings: Iterable[str]) -> tuple[str, ...]:
    """Return the readings without marks of layout, each once, empty ones left out."""
    return tuple(cleaned for cleaned in dict.fromkeys(map(_clean, readings)) if cleaned)


def _clean(reading: str) -> str:
    reading = reading.strip(_WRAPPERS)
    # "St." and "Jr." lose nothing: punctuation is no part of a normal form.
    return unicodedata.normalize("NFC", reading.rstrip(".。").strip(_WRAPPERS))
