"""A page of wikitext as a document: facts first, then clean running text, every link with its offsets.

Speed matters here (a dump has millions of pages), so this is a scanner of our own over `wikiscan`; it is held against
mwparserfromhell on real pages by a test. What is dropped: references, tables, images, galleries, notices, and sections that only
lead elsewhere (See also, References, External links).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from isthmus.corpus.attributes import Lines
from isthmus.corpus.classify import classify
from isthmus.corpus.infobox import fields_of
from isthmus.corpus.inline import tidy
from isthmus.corpus.marks import clear, settle, unmark
from isthmus.corpus.titles import normalise, plain
from isthmus.corpus.wikiscan import Namespaces, Scan
from isthmus.records import Document, Redirect

_REDIRECT = re.compile(r"\s*#(?:(?i:redirect)|[^\W\d_a-zß-ÿ]{4,20})\s*:?\s*\[\[([^\[\]|\n]+)")
_HEADING = re.compile(r"(={1,6})\s*(.*?)\s*={1,6}\s*\Z")
_NAVIGATION_HEADINGS = """
see also | references | external links | external link | notes | further reading | footnotes | sources |
citations | works cited | notes and references | references and notes | explanatory notes | general
references | notes and citations | citations and notes | references and sources | sources and references |
external sources | further information | weblinks | links | notes and sources | bibliography and
references | explanatory footnotes | general sources | cited sources | inline citations | web sources |
gallery
"""
_NAVIGATION = frozenset(" ".join(name.split()) for name in _NAVIGATION_HEADINGS.split("|"))
"""Headings of sections that hold no prose of their own, in lower case."""
_BOLD = re.compile(r"'''(?!')(.{2,80}?)'''(?!')")
_ALIAS_FIELDS_WORDS = """
alias birth_name birthname native_name other_names other_name nickname nicknames full_name fullname
also_known_as aliases pen_name pseudonym stage_name official_name conventional_long_name common_name
real_name
"""
_ALIAS_FIELDS = frozenset(_ALIAS_FIELDS_WORDS.split())
_NO_LEVEL = 7
_NAME = re.compile(r"[^\W\d_a-z]")
"""What a name has: a letter that is not one of a to z."""
_ARTICLES = frozenset(("The", "A", "An", "He", "She", "They", "It"))
_SENTENCE_END = re.compile(r"[.!?](?:\s|$)")
_DEFAULT = Namespaces()


def redirect_of(title: str, wikitext: str) -> Redirect | None:
    """Return the redirect a page is, or None."""
    if "#" not in wikitext[:200]:
        return None
    found = _REDIRECT.match(wikitext[:1000])
    if found is None:
        return None
    return Redirect(source=normalise(title), target=normalise(found.group(1)))


def parse_wikitext(
    title: str, wikitext: str, *, url: str = "", namespaces: Namespaces = _DEFAULT
) -> Document:
    """Return the document in a page of wikitext."""
    title = title.strip()
    scan = Scan(title, namespaces)
    body = scan.run(clear(wikitext))
    lead = body.partition("\n==")[0]
    lines = Lines()
    aliases: list[str] = _bold_names(lead)
    for box in scan.infoboxes:
        for field in fields_of(box.fields):
            lines.add(field.name, field.values)
            if field.name in _ALIAS_FIELDS:
                aliases.extend(unmark(value) for value in field.values)
        if shown := unmark(tidy(box.fields.get("name", ""))):
            aliases.append(shown)
    text = tidy(_Body().read(body.split("\n")))
    head, attributes = lines.settle(scan.targets.__getitem__)
    running = settle(text, scan.targets.__getitem__)
    return classify(
        lines.document(
            title,
            url,
            head,
            attributes,
            running,
            aliases=_aliases(title, aliases),
            categories=scan.categories,
        ),
        scan.templates,
    )


def _bold_names(lead: str) -> list[str]:
    """Return the names in bold in the first sentence of the lead."""
    for line in lead.split("\n"):
        start = line.find("'''")
        if start < 0 or line.startswith((":", "*", "#", "|", "!")):
            continue
        # A full stop inside a bold name (`J. Lo`) does not end the sentence.
        masked = _BOLD.sub(lambda found: "x" * len(found.group()), line)
        end = _SENTENCE_END.search(masked, start)
        sentence = line[: end.start()] if end else line
        return [unmark(tidy(name)).strip(' ,;:"“”') for name in _BOLD.findall(sentence)]
    return []


def _aliases(title: str, names: Iterable[str]) -> tuple[str, ...]:
    """Return other names, each once, without the title itself and without what is no name."""
    seen = {title.casefold(), ""}
    result = []
    for name in (plain(title), *names):
        name = re.sub(r"\s*\([^()]*\)\s*", " ", name).strip(' "“”,;')
        if (
            name.casefold() not in seen
            and 2 <= len(name) <= 80
            and _NAME.search(name)
            and name not in _ARTICLES
        ):
            seen.add(name.casefold())
            result.append(name)
    return tuple(result)


class _Body:
    """Turns lines of wikitext into paragraphs, headings and lists, without navigation and empty sections."""

    def __init__(self) -> None:
        self.blocks: list[str] = []
        self._paragraph: list[str] = []
        self._items: list[str] = []
        self._headings: list[tuple[int, str]] = []
        self._skipped = _NO_LEVEL
        """Level of the navigation section being left out."""

    def read(self, lines: Iterable[str]) -> str:
        """Return the running text of some lines."""
        for line in lines:
            stripped = line.strip()
            found = _HEADING.match(" ".join(stripped.split())) if stripped.startswith("=") else None
            if found is not None:
                self._heading(len(found.group(1)), unmark(tidy(found.group(2))).strip())
            elif self._skipped < _NO_LEVEL:
                continue
            elif not stripped or stripped.startswith("----"):
                self._flush()
            elif stripped[0] in "*#:;":
                self._item(stripped)
            elif stripped[0] not in "|!" and not stripped.startswith("{|"):
                if self._items:
                    self._flush()
                self._paragraph.append(stripped)
        self._flush()
        return "\n\n".join(self.blocks)

    def _heading(self, level: int, name: str) -> None:
        self._flush()
        self._headings = [(depth, heading) for depth, heading in self._headings if depth < level]
        if level <= self._skipped:
            self._skipped = level if name.lower().rstrip(":") in _NAVIGATION else _NO_LEVEL
        if name and self._skipped == _NO_LEVEL:
            self._headings.append((level, name))

    def _item(self, line: str) -> None:
        if self._paragraph:
            self._flush()
        if item := line.lstrip("*#:; ").strip():
            self._items.append(f"- {item}")

    def _flush(self) -> None:
        block = " ".join(self._paragraph) if self._paragraph else "\n".join(self._items)
        self._paragraph.clear()
        self._items.clear()
        if unmark(block).strip("- \n"):
            self.blocks.extend(f"## {heading}" for _, heading in self._headings)
            self._headings.clear()
            self.blocks.append(block)
