"""Run folders: finished work is kept, unfinished work goes on, and nothing is done twice.

A stage's folder is named by its fingerprint; its manifest is written last, so that a folder with a manifest is whole. Work in
progress is a journal of whole lines. A process killed at any moment loses the record in flight and no other, and running
again gives the bytes of a run that was never killed.
"""

from isthmus.runs.folder import RunFolder, StageFolder
from isthmus.runs.journal import RecordJournal
from isthmus.runs.lock import hold_lock
from isthmus.runs.manifest import Manifest, StageKey

__all__ = ["Manifest", "RecordJournal", "RunFolder", "StageFolder", "StageKey", "hold_lock"]
