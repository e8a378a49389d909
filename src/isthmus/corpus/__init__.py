"""Documents: readers, titles, and the snapshot they are frozen into."""

from isthmus.corpus.classify import classify
from isthmus.corpus.dump import MediaWikiDump
from isthmus.corpus.foldoc import Foldoc
from isthmus.corpus.html import HtmlFolder
from isthmus.corpus.kinds import KINDS, detect_kind, open_source
from isthmus.corpus.markdown import MarkdownFolder
from isthmus.corpus.own import OwnDocuments
from isthmus.corpus.readers import JsonlCorpus, WikitextJsonl
from isthmus.corpus.snapshot import Snapshot, build_snapshot
from isthmus.corpus.source import Source
from isthmus.corpus.titles import normalise, plain
from isthmus.corpus.wikiscan import Namespaces

__all__ = [
    "KINDS",
    "Foldoc",
    "HtmlFolder",
    "JsonlCorpus",
    "MarkdownFolder",
    "MediaWikiDump",
    "Namespaces",
    "OwnDocuments",
    "Snapshot",
    "Source",
    "WikitextJsonl",
    "build_snapshot",
    "classify",
    "detect_kind",
    "normalise",
    "open_source",
    "plain",
]
