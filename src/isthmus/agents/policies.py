"""Policies: what acts in an episode. The built-in baselines show what a task is worth without research.

A policy gives a model for each attempt, so that a language model, an oracle and a baseline go through the same loop and the same
tools. The baselines see what a model sees: the question and the tools' words. They are deterministic; attempts do not differ.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

from isthmus.messages import Message, Role
from isthmus.models import ModelClient, Reply, ScriptedModel, ToolSpec, call_tool
from isthmus.records import Task

QUERY_CHARACTERS, QUERY_WORDS = 400, 50
"""Longest query `web_search` takes; stated here too, since the tool's module would bring in the search engine."""


class Policy(Protocol):
    """Something that attempts tasks."""

    @property
    def name(self) -> str:
        """Name in episodes, scores and reports."""
        ...

    def model(self, task: Task, attempt: int) -> ModelClient:
        """Return the model that acts in one attempt; it may be the same object each time."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelPolicy:
    """A model that acts by itself."""

    client: ModelClient
    """The model; called by all episodes at once."""

    @property
    def name(self) -> str:
        """Return the model's name."""
        return self.client.name

    def model(self, task: Task, attempt: int) -> ModelClient:
        """Return the model."""
        return self.client


@dataclass(frozen=True, slots=True, kw_only=True)
class NoSearch:
    """Guess without any tool: the name that the question repeats most, the earliest of equals, or `unknown`.

    What it gets right leaks the answer.
    """

    name: ClassVar[str] = "no_search"

    def model(self, task: Task, attempt: int) -> ModelClient:
        """Return a model that answers at once."""
        answer = guess(task.question)
        return ScriptedModel([call_tool("final_answer", answer=answer)], name=self.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class OneSearch:
    """Search for the question itself, once, and answer with the title of the first result, or `unknown` when there is none.

    What it gets right needs no research: one query of the question's own words finds the page.
    """

    name: ClassVar[str] = "one_search"

    def model(self, task: Task, attempt: int) -> ModelClient:
        """Return a model that searches, then answers."""
        query = as_query(task.question)

        def act(messages: Sequence[Message], tools: Sequence[ToolSpec]) -> Reply:
            if messages[-1].role is not Role.TOOL:
                return call_tool("web_search", query=query)
            return call_tool("final_answer", answer=first_title(messages[-1].content) or "unknown")

        return ScriptedModel(act, name=self.name)


BASELINES: tuple[Policy, ...] = (OneSearch(), NoSearch())
"""The baselines that each run is measured against."""


def as_query(question: str) -> str:
    """Return as many first words of a question as a query may have, without what a query reads as an operator."""
    words = [bare for word in _QUOTES.sub(" ", question).split() if (bare := word.lstrip("-−"))]
    query = ""
    for word in words[:QUERY_WORDS]:
        longer = f"{query} {word}" if query else word[:QUERY_CHARACTERS]
        if len(longer) > QUERY_CHARACTERS:
            break
        query = longer
    return query or "?"


def guess(question: str) -> str:
    """Return the run of capitalised words that the question holds most often, sentence starts left out, or `unknown`."""
    names = [
        match.group() for match in _NAME.finditer(question) if not _starts_sentence(question, match.start())
    ]
    return Counter(names).most_common(1)[0][0] if names else "unknown"


def first_title(observation: str) -> str:
    """Return the title of the first result in `web_search`'s text, without a trailing bracketed part; empty if none.

    The text begins `[1] title`; see `isthmus.tools.search`.
    """
    match = _RESULT.match(observation)
    return _BRACKETS.sub("", match.group("title")).strip() if match else ""


_NAME = re.compile(r"\b[A-Z][\w'’.-]*\w(?: [A-Z][\w'’.-]*\w)*")
_QUOTES = re.compile(r"[\"“”„‟«»＂「」『』]")
_RESULT = re.compile(r"\[1\] (?P<title>\S.*)")
_BRACKETS = re.compile(r"\s*\([^()]*\)\s*$")


def _starts_sentence(text: str, place: int) -> bool:
    before = text[:place].rstrip(" \"'“‘(")
    return not before or before[-1] in ".!?:\n"
