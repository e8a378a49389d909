"""The database of a snapshot while it is written.

Items are inserted in reading order. What cannot be decided while streaming (double titles, double addresses, where redirects
end) is decided afterwards in SQL, so that memory does not grow with the corpus. The id is a hash over the documents in order,
the redirects and the name; it holds no time and no path.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections import Counter
from collections.abc import Iterator
from typing import IO, Any

from isthmus.corpus.encoding import Packed
from isthmus.corpus.source import INVALID_UTF8, MALFORMED, TOO_LARGE, rejection
from isthmus.corpus.titles import default_url
from isthmus.errors import InputError
from isthmus.ids import ID_LENGTH
from isthmus.records import Redirect, Rejection, dump

_BATCH = 256
_UNREADABLE = frozenset((MALFORMED, INVALID_UTF8))
_EARLY = 1000
"""Records after which a mostly unreadable source is given up without reading the rest."""

_SCHEMA = """
PRAGMA page_size = 8192; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -32768;
PRAGMA locking_mode = EXCLUSIVE;
CREATE TABLE documents (number INTEGER PRIMARY KEY, id TEXT NOT NULL, url TEXT NOT NULL, data BLOB NOT NULL);
CREATE TABLE redirects (source TEXT NOT NULL, target TEXT NOT NULL);
BEGIN;
"""


class SnapshotWriter:
    """Inserts items, and keeps the counts and the hash."""

    def __init__(self, connection: sqlite3.Connection, rejected: IO[str], name: str) -> None:
        self.documents = 0
        self.links = 0
        self.attributes = 0
        self.redirects = 0
        self._connection = connection
        self._rejected = rejected
        self._name = name
        self._kinds: Counter[str] = Counter()
        self._reasons: Counter[str] = Counter()
        self._records = 0
        self._unreadable = 0
        self._first_unreadable: Rejection | None = None
        self._pending: list[tuple[int, str, str, bytes]] = []
        self._hash = hashlib.sha256(name.encode() + b"\n")
        connection.executescript(_SCHEMA)

    def add(self, item: Packed | Redirect | Rejection) -> None:
        """Take one item of the source.

        Raises:
            InputError: when most of what was read so far could not be.
        """
        self._records += 1
        if isinstance(item, Packed):
            self._pending.append(
                (self.documents, item.key, item.url or default_url(self._name, item.key), item.data)
            )
            self.documents += 1
            self.links += item.links
            self.attributes += item.attributes
            self._kinds[item.kind] += 1
            self._hash.update(item.digest)
            if len(self._pending) >= _BATCH:
                self._flush()
        elif isinstance(item, Redirect):
            if item.source and item.target:
                self._connection.execute(
                    "INSERT INTO redirects (source, target) VALUES (?, ?)", (item.source, item.target)
                )
        else:
            self._reject(item)
            if item.reason in _UNREADABLE:
                self._unreadable += 1
                self._first_unreadable = self._first_unreadable or item
                if self._records == _EARLY:
                    self._refuse_unreadable()

    def finish(self) -> None:
        """Settle double titles, double addresses and redirects, and make the indexes.

        Raises:
            InputError: when there is no document, or most records could not be read.
        """
        self._flush()
        self._refuse_unreadable()
        if not self.documents:
            raise InputError(*self._why_empty())
        self._connection.execute("CREATE INDEX document_ids ON documents (id)")
        self._connection.execute("CREATE INDEX document_urls ON documents (url)")
        self._settle_titles()
        self._settle_urls()
        self._settle_redirects()
        self._connection.execute("COMMIT")

    def summary(self) -> dict[str, Any]:
        """Return id and counts for the manifest."""
        return {
            "id": "s" + self._hash.hexdigest()[:ID_LENGTH],
            "documents": self.documents,
            "redirects": self.redirects,
            "links": self.links,
            "attributes": self.attributes,
            "kinds": dict(self._kinds),
            "rejected": dict(self._reasons),
        }

    def _flush(self) -> None:
        self._connection.executemany("INSERT INTO documents VALUES (?, ?, ?, ?)", self._pending)
        self._pending.clear()

    def _reject(self, item: Rejection) -> None:
        self._reasons[item.reason] += 1
        self._rejected.write(dump(item) + "\n")

    def _refuse_unreadable(self) -> None:
        first = self._first_unreadable
        if first is not None and self._unreadable * 2 > self._records:
            raise InputError(
                f"{self._unreadable} of {self._records} records cannot be read ({first.reason}: {first.detail})",
                place=first.id,
                fix="check that the file is of the kind you named",
            )

    def _why_empty(self) -> tuple[str]:
        counts = ", ".join(f"{count} {reason}" for reason, count in sorted(self._reasons.items()))
        kept_out = f" ({counts})" if counts else ""
        hint = (
            "raise the page limit"
            if self._reasons[TOO_LARGE]
            else "name a file or folder with at least one page"
        )
        return (f"the corpus {self._name!r} has no document{kept_out}; {hint}",)

    def _doubles(self, column: str) -> Iterator[tuple[int, str]]:
        """Yield (number, value) of every document after the first of one value, in reading order within it."""
        rows = self._connection.execute(
            f"SELECT {column} FROM documents GROUP BY {column} HAVING COUNT(*) > 1 ORDER BY MIN(number)"
        ).fetchall()
        for (value,) in rows:
            later = self._connection.execute(
                f"SELECT number FROM documents WHERE {column} = ? ORDER BY number LIMIT -1 OFFSET 1", (value,)
            ).fetchall()
            for (number,) in later:
                yield number, value

    def _settle_titles(self) -> None:
        """Give every later page of one title an id of its own: `Title [2]`."""
        copies: Counter[str] = Counter()
        for number, title in self._doubles("id"):
            copies[title] += 1
            while self._number(id := f"{title} [{copies[title] + 1}]") is not None:
                copies[title] += 1
            self._connection.execute("UPDATE documents SET id = ? WHERE number = ?", (id, number))
            self._connection.execute(
                "UPDATE documents SET url = ? WHERE number = ? AND url = ?",
                (default_url(self._name, id), number, default_url(self._name, title)),
            )
            self._reject(rejection(title, "duplicate-title", f"a later page of this title is kept as {id!r}"))

    def _settle_urls(self) -> None:
        """Give every later page of one address the address made from its id."""
        for number, url in self._doubles("url"):
            (id,) = self._connection.execute(
                "SELECT id FROM documents WHERE number = ?", (number,)
            ).fetchone()
            made = default_url(self._name, id)
            if self._connection.execute("SELECT 1 FROM documents WHERE url = ?", (made,)).fetchone():
                made = f"{made}#{number}"
            self._connection.execute("UPDATE documents SET url = ? WHERE number = ?", (made, number))
            self._reject(rejection(id, "duplicate-url", f"{url} is another page's; this one is at {made}"))

    def _number(self, id: str) -> int | None:
        row = self._connection.execute("SELECT number FROM documents WHERE id = ?", (id,)).fetchone()
        return row[0] if row else None

    def _settle_redirects(self) -> None:
        """Lead each redirect to its final document; keep out cycles, dead ends and names that are pages themselves."""
        run = self._connection.execute
        run("CREATE INDEX raw_sources ON redirects (source)")
        run("CREATE TABLE settled (source TEXT PRIMARY KEY, number INTEGER NOT NULL) WITHOUT ROWID")
        for source, target in run("SELECT source, target FROM redirects ORDER BY rowid"):
            number = self._end_of(source, target)
            if isinstance(number, int):
                run("INSERT OR IGNORE INTO settled VALUES (?, ?)", (source, number))
            else:
                self._reject(rejection(source, number, f"leads to {target!r}"))
        run("DROP TABLE redirects")
        run("ALTER TABLE settled RENAME TO redirects")
        for source, number in run("SELECT source, number FROM redirects ORDER BY source"):
            self._hash.update(f"{source}\n{number}\n".encode())
            self.redirects += 1

    def _end_of(self, source: str, target: str) -> int | str:
        """Return the number of the document a redirect ends at, or why it ends nowhere."""
        if self._number(source) is not None:
            return "redirect-shadowed"
        seen = {source}
        while target not in seen:
            number = self._number(target)
            if number is not None:
                return number
            seen.add(target)
            row = self._connection.execute(
                "SELECT target FROM redirects WHERE source = ?", (target,)
            ).fetchone()
            if row is None:
                return "redirect-dangling"
            target = row[0]
        return "redirect-cycle"
