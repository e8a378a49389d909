"""The oracle: a searcher that knows the research tree but acts only on what it has seen.

It finds the vertices from the leaves up. A query for a vertex is made of the words the question shows for it (nouns, clues,
leaves) and of the names of pages it found before; nothing else is ever typed. It knows a page when the page's title or url stands
in a result, opens it, and goes on. So its success proves that the evidence can be reached with the search tool as it is, and its
episodes are trajectories without a teacher (DESIGN.md, tools and harness).

`research` is the one plan: the gate drives it with ranks of an index, the policy with the observations of tools.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from isthmus.corpus.titles import normalise, plain
from isthmus.graph.words import FUNCTION_WORDS, fold_word, split_words
from isthmus.messages import Message, Role
from isthmus.models import ModelClient, Reply, ToolSpec, call_tool
from isthmus.records import Constraint, ResearchTree, Task, VertexRole
from isthmus.retrieval.query import MAX_QUERY_CHARACTERS, MAX_QUERY_WORDS

UNKNOWN = "unknown"
"""What the oracle answers when it did not find the root's page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A search to be made."""

    vertex: int
    """Vertex whose page is looked for."""
    query: str
    """What to type."""


def research(task: Task, *, searches: int) -> Generator[Wanted, str | None, None]:
    """Yield the searches for a task, children before parents; send back the page's title when a search found it, else None.

    Ends when the root is found, or when a vertex is not found within `searches` queries.
    """
    found: dict[int, str] = {}
    for vertex in reversed(task.tree.inner()):
        for query in queries(task, vertex.id, found)[:searches]:
            title = yield Wanted(vertex=vertex.id, query=query)
            if title is not None:
                found[vertex.id] = title
                break
        if vertex.id not in found:
            return


def queries(task: Task, vertex: int, found: Mapping[int, str]) -> list[str]:
    """Return the queries for a vertex, best first, each once.

    Args:
        task: the task; only words of its question are used.
        vertex: whose page is looked for.
        found: titles of the vertices found so far.
    """
    return _Planner(task, found).queries(vertex)


class _Planner:
    """Puts queries together from words that have been seen."""

    def __init__(self, task: Task, found: Mapping[int, str]) -> None:
        self.tree: ResearchTree = task.tree
        self.found = found
        self.seen = {fold_word(word) for word in split_words(task.question)}

    def queries(self, vertex: int) -> list[str]:
        """Return the queries for a vertex, best first."""
        constraints = self.tree.constraints_of(vertex)
        noun = self._shown(self.tree.vertices[vertex].noun)
        objects = [text for c in constraints if (text := self._object(c))]
        clues = [f"{self._clue(c)} {self._object(c)}" for c in constraints]
        quoted = [f'"{name}"' for c in constraints if (name := self._name(c))]
        plans = [
            [*objects, noun],
            [*quoted, noun],
            [*clues, noun],
            [*quoted],
        ]
        plans += [
            [*quoted[:place], *quoted[place + 1 :], noun] for place in range(len(quoted)) if len(quoted) > 2
        ]
        plans += [[clue, noun] for clue in reversed(clues)]
        texts = (" ".join(" ".join(plan).split()) for plan in plans)
        return list(dict.fromkeys(_shortened(text) for text in texts if text))

    def _object(self, constraint: Constraint) -> str:
        """Return the words of a constraint's object: a found name, a leaf's wording, else a hidden vertex's noun."""
        target = self.tree.vertices[constraint.object]
        if target.id in self.found:
            return plain(self.found[target.id])
        return self._shown(target.wording or target.noun)

    def _name(self, constraint: Constraint) -> str:
        """Return an object's words as pages have them: a found name, or a named leaf's words without what leads up to it."""
        target = self.tree.vertices[constraint.object]
        if target.id in self.found:
            return plain(self.found[target.id]).replace('"', " ")
        if target.role is not VertexRole.NAMED:
            return ""
        words = self._shown(target.wording).replace('"', " ")
        capitals = _CAPITALS.search(words)
        return capitals.group() if capitals else _ARTICLE.sub("", words)

    def _clue(self, constraint: Constraint) -> str:
        words = split_words(constraint.clue.replace("{}", " "))
        return self._shown(" ".join(word for word in words if word.casefold() not in FUNCTION_WORDS))

    def _shown(self, text: str) -> str:
        """Return the words of a text that the question shows."""
        return " ".join(
            part for part in text.split() if all(fold_word(word) in self.seen for word in split_words(part))
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Oracle:
    """The policy: plays `research` through `web_search`, `web_fetch` and `final_answer`.

    It answers only when the page of the root was found and opened; else its answer is `unknown`.
    """

    searches: int = 5
    """Searches for each vertex; the reachable gate's calls less the one that opens the page."""
    results: int = 10
    """Results asked for in each search."""

    name: ClassVar[str] = "oracle"

    def model(self, task: Task, attempt: int) -> ModelClient:
        """Return the searcher of one attempt; attempts do not differ."""
        return _Searcher(self._play(task))

    def _play(self, task: Task) -> Generator[Reply, str, None]:
        """Yield calls, receive observations; the last call gives the answer."""
        pages = _pages(task)
        seen: list[str] = []
        walk = research(task, searches=self.searches)
        answer = UNKNOWN
        try:
            wanted = next(walk)
            while True:
                observation = yield call_tool("web_search", query=wanted.query, count=self.results)
                seen.append(observation)
                shown = _find(observation, pages[wanted.vertex])
                if shown is not None:
                    seen.append((yield call_tool("web_fetch", url=shown.url)))
                    if wanted.vertex == 0:
                        answer = _answer(task, shown.title, seen)
                wanted = walk.send(None if shown is None else shown.title)
        except StopIteration:
            yield call_tool("final_answer", answer=answer)


class _Searcher:
    """A model that plays one episode."""

    name: ClassVar[str] = Oracle.name

    def __init__(self, play: Generator[Reply, str, None]) -> None:
        self._play = play
        self._started = False

    async def reply(self, messages: Sequence[Message], *, tools: Sequence[ToolSpec]) -> Reply:
        """Return the next call, given what the last one showed."""
        if not any("web_search" in str(tool) for tool in tools):
            return call_tool("final_answer", answer=UNKNOWN)
        if not self._started:
            self._started = True
            return next(self._play)
        last = messages[-1]
        return self._play.send(last.content if last.role is Role.TOOL else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Page:
    """How a vertex's page is known when it is seen."""

    title: str
    """Its normalised title."""
    url: str
    """Its url, when the certificate's path has it; it tells pages of one title apart."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shown:
    title: str
    url: str


def _pages(task: Task) -> dict[int, _Page]:
    path = task.certificate.path if task.certificate else ()
    urls = {step.vertex: step.query for step in path if step.action == "fetch"}
    return {
        vertex.id: _Page(title=normalise(vertex.entity), url=urls.get(vertex.id, ""))
        for vertex in task.tree.inner()
    }


def _find(observation: str, page: _Page) -> _Shown | None:
    """Return the result that is the page, as `web_search` shows it, or None."""
    for match in _RESULT.finditer(observation):
        title, url = match["title"], match["url"]
        if url == page.url or (not page.url and normalise(title) == page.title):
            return _Shown(title=title, url=url)
    return None


def _answer(task: Task, title: str, seen: Sequence[str]) -> str:
    """Return the task's answer if its words have been seen, else the name of the page found."""
    row = " ".join(map(fold_word, split_words(" ".join(seen))))
    answer = " ".join(map(fold_word, split_words(task.answer.text)))
    return task.answer.text if answer and f" {answer} " in f" {row} " else plain(title)


_RESULT = re.compile(r"^\[\d+\] (?P<title>.+)\n(?P<url>\S+)$", re.MULTILINE)


def _shortened(query: str) -> str:
    """Return as many first words as a query may have."""
    words = query.split()[:MAX_QUERY_WORDS]
    while words and len(" ".join(words)) > MAX_QUERY_CHARACTERS:
        words.pop()
    return " ".join(words)


_CAPITALS = re.compile(r"\b[A-Z0-9]\S*(?: (?:(?:of|the|and|de|la|le|van|von|for|in|on|to|&) )*[A-Z0-9]\S*)*")
_ARTICLE = re.compile(r"^(?:the|an?) ", re.IGNORECASE)
