"""The folder of a run, and the folders of its stages.

    OUT/store/synth-1f0c.../   one folder for each fingerprint; whole when it has a manifest
    OUT/synth -> store/synth-1f0c...   the newest of each stage, for people and other programs
    OUT/.lock

Several configurations may share one OUT: what they have in common is done once.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from isthmus.errors import StorageError
from isthmus.records import dump_python, load, write_json
from isthmus.runs.journal import RecordJournal
from isthmus.runs.lock import hold_lock
from isthmus.runs.manifest import Manifest, StageKey
from isthmus.version import __version__

MANIFEST = "manifest.json"
TIMINGS = "timings.json"
"""Clock times live here, apart from everything that is compared."""
_JOURNAL_SUFFIX = ".journal"


class StageFolder:
    """Where one stage with one fingerprint works and keeps its results."""

    def __init__(self, root: Path, key: StageKey) -> None:
        """Name the folder; nothing is read or written yet."""
        self.root = root
        self.key = key
        self.path = root / "store" / f"{key.stage}-{key.fingerprint}"
        self._journals: list[RecordJournal] = []

    def finished(self) -> Manifest | None:
        """Return the manifest of a whole folder, or None when there is work to do."""
        path = self.path / MANIFEST
        try:
            text = path.read_bytes()
        except FileNotFoundError:
            return None
        return load(Manifest, text, place=str(path))

    def begin(self) -> None:
        """Make the folder, and clear what a killed process left half-made; journals stay.

        Raises:
            StorageError: when the disk refuses.
        """
        with refusals(self.path):
            self.path.mkdir(parents=True, exist_ok=True)
            for entry in self.path.iterdir():
                if entry.suffix == _JOURNAL_SUFFIX:
                    continue
                shutil.rmtree(entry) if entry.is_dir() and not entry.is_symlink() else entry.unlink()

    def journal(self, name: str, *, sync: bool = False) -> RecordJournal:
        """Open the stage's journal of that name; it is removed when the stage is finished."""
        journal = RecordJournal(self.path / f"{name}{_JOURNAL_SUFFIX}", sync=sync)
        self._journals.append(journal)
        return journal

    def finish(self, *, outputs: Mapping[str, str], counts: Mapping[str, int], seconds: float) -> Manifest:
        """Write timings and then the manifest, drop the journals, and return the manifest."""
        manifest = Manifest(
            stage=self.key.stage,
            version=self.key.version,
            isthmus=__version__,
            fingerprint=self.key.fingerprint,
            settings=dict(self.key.settings),
            inputs=dict(self.key.inputs),
            outputs=dict(outputs),
            counts=dict(counts),
        )
        write_json(self.path / TIMINGS, {"seconds": round(seconds, 3)})
        write_json(self.path / MANIFEST, dump_python(manifest))
        self.tidy()
        return manifest

    def close(self) -> None:
        """Close the journals, keeping them, when the work ends before it is finished."""
        for journal in self._journals:
            journal.close()
        self._journals.clear()

    def tidy(self) -> None:
        """Remove journals of finished work, also those of a process killed between manifest and removal."""
        self.close()
        with refusals(self.path):
            for entry in self.path.glob(f"*{_JOURNAL_SUFFIX}"):
                entry.unlink()

    def point(self) -> None:
        """Make `OUT/<stage>` point here, in one step."""
        link = self.root / self.key.stage
        partial = self.root / f".{self.key.stage}.partial"
        target = self.path.relative_to(self.root)
        with refusals(link):
            if link.is_symlink() and Path(os.readlink(link)) == target:
                return
            partial.unlink(missing_ok=True)
            partial.symlink_to(target)
            os.replace(partial, link)


class RunFolder:
    """The folder one or more configurations write to."""

    def __init__(self, path: Path) -> None:
        """Name the folder; it is made when the lock is taken."""
        self.path = path

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the folder against other runs for the body of a `with`."""
        with hold_lock(self.path):
            yield

    def stage(self, key: StageKey) -> StageFolder:
        """Return the folder for a stage's key."""
        return StageFolder(self.path, key)


@contextmanager
def refusals(path: Path) -> Iterator[None]:
    """Turn the disk's refusals in the body of a `with` into one clear line.

    Raises:
        StorageError: names the path and the system's reason.
    """
    try:
        yield
    except (ConnectionError, TimeoutError):
        raise
    except OSError as error:
        raise StorageError(
            f"cannot write: {error.strerror or error}",
            place=str(error.filename or path),
            fix="make room or name another folder with --out",
        ) from None
