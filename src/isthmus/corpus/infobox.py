"""Fields of an infobox as attribute lines.

A field with several values (list templates, bullets, line breaks) gives one attribute a value; a list of links with commas
between is split too, but never where a comma may belong to the value (places, dates). Fields of layout (images, captions, sizes,
coordinates) are left out. A `*_title`/`*_type` field that only labels its neighbour gives the neighbour its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from isthmus.corpus.inline import tidy
from isthmus.corpus.marks import BREAK, END, ITEM, START, unmark

_LAYOUT = re.compile(
    r"(?:image|img|photo|logo|caption|alt|website|url|homepage|signature|map|pushpin|coordinates|coord|latitude|longitude|lat|long|"
    r"footnotes?|notes?|refs?|references|embed|child|module|nocat|bodystyle|style|colou?r|bg|bgcolou?r|upright|width|height_px|"
    r"size|border|italic|italic_?title|landscape|thumb|cover|screenshot|sound|video|audio|file|flag|seal|shield|symbol_image|nickname_image|"
    r"headercolor|labelstyle|mapframe|zoom|unit_pref|module\d*|misc|misc\d*|extra|below|above|header\d*|show.*|hide.*|auto.*|no_.*|subbox|"
    r".*_(?:image|caption|size|alt|url|website|style|colou?r|map|ref|refs|footnotes?|notes?|width|alt_text|upright|link|icon|flag|sound)\d*|"
    r"(?:image|img|photo|logo|caption|cover|map|pushpin|mapframe|flag|seal|signature|header|website|lat_|long_).*|native_name_lang|stats_update|list_episodes|.*_button|(?:subscriber|view)_date|.*(?:size|imagesize|caption))\Z"
)
_NAMES = frozenset(("name", "title", "show_name", "fullname_title", "band_name", "box_name"))
_UNSPLIT = re.compile(
    r"place|origin|location|birth|death|residence|address|hometown|resting|city|country|date|years|area|coord|founded|headquarters"
)
_LABELLING = re.compile(r"(.+?)_(?:title|type|label)(\d*)\Z")
_LABELLED = ("_name", "_date", "_info", "", "_value", "_data")
_BULLET = re.compile(r"^[ \t]*[*#]+[ \t]*", re.MULTILINE)
_BORDERS = re.compile(f"[{BREAK}{ITEM}]")
_LINK_ONLY = re.compile(f"{START}\\d+\x02[^{START}{END}]*{END}(?:\\s*\\([^()]*\\))?")
_SEPARATOR = re.compile(r"\s*[,;·•/]\s*(?:and\s+|&\s*)?|\s+(?:and|&)\s+")
_EDGES = " \t\n,;·•–—*/|"
_EMPTY = re.compile(
    r"(?:y|yes|no|n/?a|none|unknown|see below|see list|(?:full )?list|discography|filmography|[\w-]+: ?[\d.]+(?:em|px|%))\Z",
    re.IGNORECASE,
)
MAX_VALUE = 1000
"""Characters of a value; a longer one is running text, not a fact, and is left out."""


class Field(NamedTuple):
    """A field and its values, links still marked."""

    name: str
    values: tuple[str, ...]


def fields_of(raw: dict[str, str]) -> Iterator[Field]:
    """Yield the facts among an infobox's raw fields, in order."""
    labels = dict(_labels(raw))
    for name, value in raw.items():
        key = field_key(name)
        if not value or not key or key in _NAMES or _LAYOUT.match(key) or key in labels.values():
            continue
        given = labels.get(f"\0{key}")
        values = tuple(split_values(given or key, value))
        if values:
            yield Field(given or key, values)


def field_key(name: str) -> str:
    """Return a field's name in lower case with underscores, or nothing when it is no name."""
    key = re.sub(r"[\s_\-]+", "_", unmark(name).strip().lower()).strip("_")
    return key if re.fullmatch(r"[^\W\d]\w{0,40}", key) else ""


def _labels(raw: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Yield (marked key of the labelled field, its new name) and (key, key) of each field that is only a label."""
    keys = {field_key(name): value for name, value in raw.items()}
    for key, value in keys.items():
        found = _LABELLING.match(key)
        if not found or not value:
            continue
        stem, number = found.groups()
        name = field_key(tidy(unmark(value)))
        for ending in _LABELLED:
            target = f"{stem}{ending}{number}"
            if target != key and keys.get(target):
                yield key, key
                if name:
                    yield f"\0{target}", name
                break


def split_values(name: str, value: str) -> Iterator[str]:
    """Yield the values of a field, cleaned, links still marked."""
    if "*" in value or "#" in value:
        value = _BULLET.sub(ITEM, value)
    items = list(_joined(_BORDERS.split(value)))
    if len(items) == 1 and not _UNSPLIT.search(name):
        items = _split_links(items[0])
    seen: set[str] = set()
    for item in items:
        text = tidy(item.replace("\n", " ")).strip(_EDGES)
        shown = unmark(text)
        if (
            len(shown) <= MAX_VALUE
            and shown not in seen
            and re.search(r"\w", shown)
            and not _EMPTY.match(shown)
        ):
            seen.add(shown)
            yield text


def _joined(pieces: Iterable[str]) -> Iterator[str]:
    """Yield list items, a piece in brackets or after a comma joined to the one before it."""
    current = ""
    for piece in pieces:
        piece = piece.strip()
        if not piece:
            continue
        shown = unmark(piece)
        before = unmark(current)
        open_bracket = before.count("(") > before.count(")")
        if current and (
            open_bracket or shown[0] in "(,–" or before.endswith((",", "–", "&", " and", " of", " in"))
        ):
            current = f"{current} {piece}"
        else:
            if current:
                yield current
            current = piece
    if current:
        yield current


def _split_links(value: str) -> list[str]:
    """Return the links of a value when it is nothing but links with separators between, else the value whole."""
    if value.count(START) < 2:
        return [value]
    links = _LINK_ONLY.findall(value)
    between = _LINK_ONLY.split(value.strip().strip(_EDGES))
    if (
        not between[0].strip()
        and not between[-1].strip()
        and all(_SEPARATOR.fullmatch(gap) for gap in between[1:-1])
    ):
        return links
    return [value]
