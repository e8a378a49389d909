"""Titles as keys. One normal form, so that a link, a redirect and a page that mean the same title meet.

The form is MediaWiki's: NFC, underscores are blanks, runs of blanks are one, the part from `#` on is no part of the title, and
the first letter is a capital. `normalise` is idempotent.
"""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import quote

_NAMESPACES_WORDS = """
talk user wikipedia wp project file image media mediawiki template help category portal special draft module
book timedtext education program wikt wiktionary commons wikisource wikiquote wikinews wikidata wikispecies
wikibooks wikivoyage wikiversity meta mw species c s d q b v n voy doi
"""
NAMESPACES = frozenset(_NAMESPACES_WORDS.split())
"""Lower-case prefixes that name another namespace or a sister project; a link with one is no link to a page."""

_BRACKETED = re.compile(r"\([^()]*\)$")


def normalise(title: str) -> str:
    """Return the key of a title: `'have_Mercy  (band)#History'` -> `'Have Mercy (band)'`. May be empty."""
    cut = title.find("#")
    if cut >= 0:
        title = title[:cut]
    title = " ".join(title.replace("_", " ").split())
    if not title:
        return ""
    if title.isascii():
        return title[0].upper() + title[1:]
    title = unicodedata.normalize("NFC", title)
    first = title[0].upper()
    if len(first) == 1:
        title = unicodedata.normalize("NFC", first + title[1:])
    return title


def plain(title: str) -> str:
    """Return a title as a person says it: without its namespace and its trailing bracketed part."""
    prefix, colon, rest = title.partition(":")
    if colon and rest.strip() and prefix.strip().lower() in NAMESPACES:
        title = rest
    title = title.strip()
    return _BRACKETED.sub("", title).strip() or title


def default_url(name: str, title: str) -> str:
    """Return the address of a page whose source gives none: `doc://musicians/Modest_Mouse`."""
    return f"doc://{quote(name, safe='')}/{quote(title.replace(' ', '_'), safe='/(),!*:.-~$')}"
