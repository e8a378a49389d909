"""Looking at somebody's documents and databases, and writing the configuration that suits them."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from isthmus.corpus import detect_kind, open_source
from isthmus.databases import SqliteDatabase
from isthmus.errors import InputError
from isthmus.records import Document, DocumentKind, Redirect, Rejection

PAGES_LOOKED_AT = 500
"""Pages read of each corpus; enough to tell its format and how it is linked."""
_SQLITE = b"SQLite format 3\x00"


@dataclass(frozen=True, slots=True, kw_only=True)
class CorpusLook:
    """What the first pages of a corpus are like."""

    path: Path
    """Where it is."""
    kind: str
    """Its format."""
    whole: bool
    """Whether all pages were read, and not only the first."""
    pages: int
    """Documents read."""
    kinds: dict[DocumentKind, int]
    """How many of each kind they are; only articles may be answers."""
    redirects: int
    """Redirects read."""
    links: float
    """Mean links a page."""
    attributes: float
    """Mean infobox values a page."""
    characters: int
    """Median length of a page."""
    titles: tuple[str, ...]
    """A few titles."""
    fields: tuple[str, ...]
    """The most frequent infobox fields."""
    rejected: dict[str, int] = field(default_factory=dict)
    """Left out, by reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DatabaseLook:
    """What a database holds."""

    path: Path
    """Where it is."""
    tables: tuple[tuple[str, int | None], ...]
    """Tables with their row counts."""


def look_at_corpus(path: Path) -> CorpusLook:
    """Read the first pages of a corpus.

    Raises:
        InputError: when it is none, or holds no page that can be read.
    """
    kind = detect_kind(path)
    pages: list[Document] = []
    redirects, rejected = 0, Counter[str]()
    items = open_source(kind, path).items()
    seen = 0
    for item in islice(items, PAGES_LOOKED_AT):
        seen += 1
        if isinstance(item, Document):
            pages.append(item)
        elif isinstance(item, Redirect):
            redirects += 1
        elif isinstance(item, Rejection):
            rejected[item.reason] += 1
    if not pages:
        raise InputError(
            f"no page among the first {seen:,} records ({kind})",
            place=str(path),
            fix="see docs/corpus.md for the formats",
        )
    names = Counter(attribute.name for page in pages for attribute in page.attributes)
    return CorpusLook(
        path=path,
        kind=kind,
        whole=seen < PAGES_LOOKED_AT,
        pages=len(pages),
        kinds=dict(Counter(page.kind for page in pages)),
        redirects=redirects,
        links=sum(len(page.links) for page in pages) / len(pages),
        attributes=sum(len(page.attributes) for page in pages) / len(pages),
        characters=sorted(len(page.text) for page in pages)[len(pages) // 2],
        titles=tuple(page.title for page in pages[:: max(1, len(pages) // 4)][:4]),
        fields=tuple(name for name, _ in names.most_common(6)),
        rejected=dict(rejected.most_common()),
    )


def look_at_database(path: Path) -> DatabaseLook:
    """Read the schema of a SQLite file."""
    catalog = SqliteDatabase(path).catalog()
    return DatabaseLook(path=path, tables=tuple((table.name, table.rows) for table in catalog.tables))


def is_database(path: Path) -> bool:
    """Return whether a file is a SQLite database, by its first bytes."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(_SQLITE)) == _SQLITE


def config_text(name: str, corpus: CorpusLook, databases: Sequence[DatabaseLook], folder: Path) -> str:
    """Return a commented TOML file for what was seen.

    Args:
        name: name of the run.
        corpus: the documents.
        databases: the databases.
        folder: where the file will be; paths in it are relative to that folder.
    """
    lines = [f"# {line}" for line in corpus_lines(corpus)]
    for database in databases:
        lines += [f"# {line}" for line in database_lines(database)]
    lines += [
        "#",
        "# Every key that is not here has its default; docs/configuration.md lists them all.",
        "",
        "[run]",
        f"name = {json.dumps(name)}",
        f"out = {json.dumps(f'runs-out/{name}')}  # from the folder you work in",
        "seed = 0  # another seed, other tasks",
        "",
        "[corpus]",
        f"path = {_relative(corpus.path, folder)}  # from the folder of this file",
        f"kind = {json.dumps(corpus.kind)}",
        "",
    ]
    if databases:
        paths = ", ".join(_relative(database.path, folder) for database in databases)
        lines += ["[databases]", f"paths = [{paths}]  # the agent may query these with run_sql", ""]
    lines += [
        "[synth]",
        f"tasks = {_tasks_for(corpus)}  # stops when as many have passed every gate",
        "",
        "[rollout]",
        'policies = ["oracle", "one_search", "no_search"]',
    ]
    return "\n".join(lines) + "\n"


def corpus_lines(look: CorpusLook) -> list[str]:
    """Say what a corpus is like, and what that means."""
    read = f"all {look.pages:,} pages" if look.whole else f"the first {look.pages:,} pages"
    kinds = ", ".join(f"{kind} {look.kinds[kind]:,}" for kind in DocumentKind if kind in look.kinds)
    lines = [
        f"{look.path.name}: {look.kind}; {read} read ({kinds}), {look.redirects:,} redirects",
        f"  a page has {look.links:.1f} links, {look.attributes:.1f} infobox values and {look.characters:,} characters",
        f"  such as {'; '.join(_short(title) for title in look.titles)}",
    ]
    if look.fields:
        lines.append(f"  infobox fields: {', '.join(_short(name) for name in look.fields)}")
    if look.rejected:
        reasons = ", ".join(f"{reason} {count:,}" for reason, count in look.rejected.items())
        lines.append(f"  left out: {reasons}")
    if DocumentKind.ARTICLE not in look.kinds:
        lines.append(
            "  no article: no page can be an answer, and no task will be found; docs/corpus.md says what an article is"
        )
    elif look.links < 1 and look.attributes < 1:
        lines.append("  few links and no infoboxes: few research trees will be found")
    return lines


def database_lines(look: DatabaseLook) -> list[str]:
    """Say what a database holds."""
    tables = [
        f"{_short(name)} ({'?' if rows is None else f'{rows:,}'} rows)" for name, rows in look.tables[:6]
    ]
    more = f", {len(look.tables) - 6} more" if len(look.tables) > 6 else ""
    return [f"{look.path.name}: SQLite; {', '.join(tables)}{more}"]


def _tasks_for(look: CorpusLook) -> int:
    """Return how many tasks to ask for: at most one for every two articles seen, at least ten."""
    return 200 if not look.whole else max(10, min(200, look.kinds.get(DocumentKind.ARTICLE, 0) // 2))


def _relative(path: Path, folder: Path) -> str:
    return json.dumps(os.path.relpath(path.absolute(), folder.absolute()), ensure_ascii=False)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 40 else line[:39] + "…"
