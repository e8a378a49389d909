"""Documents: readers, titles, and the snapshot they are frozen into."""

from isthmus.corpus.kinds import KINDS, open_source
from isthmus.corpus.readers import JsonlCorpus, WikitextJsonl
from isthmus.corpus.snapshot import Snapshot, build_snapshot
from isthmus.corpus.source import Source
from isthmus.corpus.titles import normalise, plain

__all__ = [
    "KINDS",
    "JsonlCorpus",
    "Snapshot",
    "Source",
    "WikitextJsonl",
    "build_snapshot",
    "normalise",
    "open_source",
    "plain",
]
