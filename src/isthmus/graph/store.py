"""The evidence graph: who links to, mentions and asserts what, as arrays that are mapped and never loaded.

Entities are numbers: 0 to documents-1 are the documents of the snapshot under their own numbers; then come titles that are
linked but have no page, then names that only claims use.

For an entity, `closure` is every document that could speak of it: its own page, the pages that link to it, those whose text
says one of its names (`words`), those that make a claim about it. `subjects` is every document that asserts one typed relation
to it. What a constraint truly selects lies between the two (closed world of the snapshot):

    subjects(relation, object)  is within  closure(object)
    subjects_in_range(relation, low, high)  is within  closure_of_range(low, high)

Files: `names` strings by entity; `others` redirects and aliases by document; `lookup` all of these by hash; `name_keys`,
`entity_keys`, `key_entities` name forms; `links_out`, `links_in`, `mentions`, `values`, `subjects` documents by key; `claims`
in order of document; `ranged` claimed values by relation. The manifest is written last and names every file's size.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from pyroaring import FrozenBitMap

from isthmus.corpus.snapshot import Snapshot
from isthmus.corpus.titles import normalise
from isthmus.errors import InputError, StaleError
from isthmus.graph.arrays import Documents, Floats, Hashes, Ints, Postings, Strings, load
from isthmus.graph.cache import SetCache
from isthmus.graph.mentions import key_hash
from isthmus.graph.scan import KINDS
from isthmus.graph.words import hash_text, name_forms
from isthmus.records import DocumentKind, read_json

MANIFEST = "manifest.json"
FORMAT = 1
"""Version of the folder's layout and of the builder; part of a graph's id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredClaim:
    """One assertion of a document about its own subject."""

    relation: str
    """Name in the relation table, or `type` or `family_of_nouns`."""
    object: int | None
    """Entity number of the object; None for values."""
    low: float | None
    """Low end of the value; None for entities."""
    high: float | None
    """High end of the value; equal to `low` for a single value."""
    start: int
    """First character of the stating sentence or attribute line."""
    end: int
    """One past its last character."""
    surface: str
    """The object's words at that place."""


class EvidenceGraph:
    """A graph opened for reading; safe to share between threads and to use after a fork or pickling."""

    def __init__(self, folder: Path, manifest: dict[str, Any]) -> None:
        self.folder = folder
        self.id: str = manifest["id"]
        self.snapshot_id: str = manifest["snapshot"]
        self.documents: int = manifest["documents"]
        self.entities: int = manifest["entities"]
        self.relations: tuple[str, ...] = tuple(manifest["relations"])
        """Names of all relations that are claimed somewhere, sorted."""
        self._relation_numbers = {name: number for number, name in enumerate(self.relations)}
        self._names = _strings(folder, "names")
        self._others = _strings(folder, "others")
        self._other_owners: Documents = load(folder, "others.owners")
        self._other_starts: Ints = load(folder, "others.starts")
        self._lookup_hashes: Hashes = load(folder, "lookup.hashes")
        self._lookup_numbers: Documents = load(folder, "lookup.numbers")
        self._kinds: npt.NDArray[np.uint8] = load(folder, "kinds")
        self._key_hashes: Hashes = load(folder, "name_keys.hashes")
        self._entity_keys = Postings(folder, "entity_keys")
        self._key_entities = Postings(folder, "key_entities")
        self._links_out = Postings(folder, "links_out")
        self._links_in = Postings(folder, "links_in")
        self._mentions = Postings(folder, "mentions")
        self._subjects = Postings(folder, "subjects")
        self._subject_keys: Ints = load(folder, "subjects.keys")
        self._values = _Ranges(folder)
        self._claims = _Claims(folder)
        self._ranged = _Claimed(folder)
        self._closures = SetCache()
        self._asserted = SetCache()
        self._sizes = np.full(self.entities, -1, np.int32)

    @classmethod
    def open(cls, folder: Path, snapshot: Snapshot) -> EvidenceGraph:
        """Open the graph of a snapshot.

        Raises:
            InputError: when the folder is no graph, is damaged or of another version.
            StaleError: when the graph was built from another snapshot.
        """
        folder = Path(folder).absolute()
        manifest = _checked(folder)
        if manifest["snapshot"] != snapshot.id:
            raise StaleError(
                f"the graph was built from snapshot {manifest['snapshot']}, not {snapshot.id}",
                place=str(folder),
                fix="build it again with `isthmus graph`",
            )
        return cls(folder, manifest)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_reopened, (self.folder,))

    # --- entities and their names

    def entity(self, name: str) -> int | None:
        """Return the entity a title, redirect, alias or claimed name means, in this order of preference."""
        key = normalise(name)
        wanted = np.uint64(hash_text(key))
        place = int(np.searchsorted(self._lookup_hashes, wanted))
        while place < len(self._lookup_hashes) and self._lookup_hashes[place] == wanted:
            number = int(self._lookup_numbers[place])
            if number < self.entities:
                if self._names[number] == key:
                    return number
            elif self._others[number - self.entities] == key:
                return int(self._other_owners[number - self.entities])
            place += 1
        return None

    def entities_named(self, name: str) -> tuple[int, ...]:
        """Return every entity that has a name said like this one: homonyms share their mentions."""
        found: set[int] = set()
        for form in name_forms(name):
            wanted = key_hash(form)
            place = int(np.searchsorted(self._key_hashes, wanted))
            if place < len(self._key_hashes) and self._key_hashes[place] == wanted:
                found.update(self._key_entities.of(place).tolist())
        return tuple(sorted(found))

    def name(self, entity: int) -> str:
        """Return the id of a document, or the normalised title or name of another entity."""
        if not 0 <= entity < self.entities:
            raise IndexError(entity)
        return self._names[entity]

    def aliases(self, entity: int) -> tuple[str, ...]:
        """Return the redirects to a document, then its aliases, normalised; nothing for other entities."""
        if not self.is_document(entity):
            return ()
        places = range(int(self._other_starts[entity]), int(self._other_starts[entity + 1]))
        return tuple(dict.fromkeys(self._others[place] for place in places))

    def is_document(self, entity: int) -> bool:
        """Return whether the entity has a page in the snapshot."""
        return 0 <= entity < self.documents

    def is_article(self, entity: int) -> bool:
        """Return whether the entity has a page that may be an anchor or answer of a task."""
        return self.is_document(entity) and self.kind(entity) is DocumentKind.ARTICLE

    def kind(self, document: int) -> DocumentKind:
        """Return what sort of page a document is."""
        return KINDS[int(self._kinds[document])]

    # --- links and mentions

    def links_out(self, document: int) -> Documents:
        """Return the entities a document links to, ascending, each once."""
        return self._links_out.of(document)

    def links_in(self, entity: int) -> Documents:
        """Return the documents that link to an entity, ascending."""
        return self._links_in.of(entity)

    def mentions(self, entity: int) -> FrozenBitMap:
        """Return the documents whose text says a name of an entity."""
        return _bitmap(*(self._mentions.of(key) for key in self._entity_keys.of(entity).tolist()))

    # --- upper bounds

    def closure(self, entity: int) -> FrozenBitMap:
        """Return every document that could speak of an entity: links, mentions, claims, its own page."""
        return self._closures.get(entity, lambda: self._closure(entity))

    def closure_size(self, entity: int) -> int:
        """Return the number of documents in an entity's closure."""
        size = int(self._sizes[entity])
        if size < 0:
            size = self._sizes[entity] = len(self.closure(entity))
        return size

    def closure_of_range(self, low: float, high: float) -> FrozenBitMap:
        """Return every document that states a number in low..high, or a range of numbers that overlaps it."""
        return self._closures.get((low, high), lambda: _bitmap(*self._values.overlapping(low, high)))

    def _closure(self, entity: int) -> FrozenBitMap:
        first, last = np.searchsorted(self._subject_keys, [entity << 16, (entity + 1) << 16]).tolist()
        parts = [self._links_in.of(entity), self._subjects.between(first, last)]
        parts.extend(self._mentions.of(key) for key in self._entity_keys.of(entity).tolist())
        if self.is_document(entity):
            parts.append(np.array([entity], np.int32))
        return _bitmap(*parts)

    # --- claims: lower bounds

    def claims(self, document: int) -> list[StoredClaim]:
        """Return what a document asserts about its own subject, in the order the extractor gave."""
        return self._claims.of(document, self.relations)

    def subjects(self, relation: str, object: int) -> FrozenBitMap:
        """Return the documents that assert a relation to an entity."""
        return self._asserted.get((relation, object), lambda: self._subjects_of(relation, object))

    def subjects_in_range(self, relation: str, low: float, high: float) -> FrozenBitMap:
        """Return the documents that assert a value of a relation that lies in low..high as a whole."""
        number = self._relation_numbers.get(relation)
        if number is None:
            return FrozenBitMap()
        return self._asserted.get(
            (relation, low, high), lambda: _bitmap(self._ranged.within(number, low, high))
        )

    def _subjects_of(self, relation: str, object: int) -> FrozenBitMap:
        number = self._relation_numbers.get(relation)
        if number is None:
            return FrozenBitMap()
        key = (object << 16) | number
        place = int(np.searchsorted(self._subject_keys, key))
        if place == len(self._subject_keys) or self._subject_keys[place] != key:
            return FrozenBitMap()
        return _bitmap(self._subjects.of(place))


class _Ranges:
    """Stated numbers and ranges, by (low, high)."""

    def __init__(self, folder: Path) -> None:
        self._low: Floats = load(folder, "values.low")
        self._high: Floats = load(folder, "values.high")
        self._postings = Postings(folder, "values")
        self._wide = np.flatnonzero(self._high > self._low)

    def overlapping(self, low: float, high: float) -> list[Documents]:
        """Return the documents of every range that overlaps low..high."""
        first = int(np.searchsorted(self._low, low, side="left"))
        last = int(np.searchsorted(self._low, high, side="right"))
        earlier = self._wide[: np.searchsorted(self._wide, first)]
        reaching = earlier[self._high[earlier] >= low]
        return [
            self._postings.between(first, max(first, last)),
            *(self._postings.of(int(place)) for place in (reaching if high >= low else ())),
        ]


class _Claimed:
    """Claimed values, by (relation, low, high)."""

    def __init__(self, folder: Path) -> None:
        self._starts: Ints = load(folder, "ranged.starts")
        self._low: Floats = load(folder, "ranged.low")
        self._high: Floats = load(folder, "ranged.high")
        self._documents: Documents = load(folder, "ranged.documents")

    def within(self, relation: int, low: float, high: float) -> Documents:
        """Return the documents of the values of a relation that lie in low..high."""
        start, stop = int(self._starts[relation]), int(self._starts[relation + 1])
        first = start + int(np.searchsorted(self._low[start:stop], low, side="left"))
        last = start + int(np.searchsorted(self._low[start:stop], high, side="right"))
        found: Documents = self._documents[first:last][self._high[first:last] <= high]
        return found


class _Claims:
    """Claims in order of document."""

    def __init__(self, folder: Path) -> None:
        self._offsets: Ints = load(folder, "claims.offsets")
        self._relations: npt.NDArray[np.uint16] = load(folder, "claims.relations")
        self._objects: Documents = load(folder, "claims.objects")
        self._spans: npt.NDArray[np.int32] = load(folder, "claims.spans")
        self._ranges: Floats = load(folder, "claims.ranges")
        self._surfaces: npt.NDArray[np.int32] = load(folder, "claims.surfaces")
        self._words = _strings(folder, "surfaces")

    def of(self, document: int, relations: tuple[str, ...]) -> list[StoredClaim]:
        """Return the claims of a document."""
        rows = slice(int(self._offsets[document]), int(self._offsets[document + 1]))
        columns = zip(
            self._relations[rows].tolist(),
            self._objects[rows].tolist(),
            self._ranges[rows].tolist(),
            self._spans[rows].tolist(),
            self._surfaces[rows].tolist(),
            strict=True,
        )
        return [
            StoredClaim(
                relation=relations[relation],
                object=None if object < 0 else object,
                low=None if low != low else low,
                high=None if high != high else high,
                start=start,
                end=end,
                surface=self._words[surface],
            )
            for relation, object, (low, high), (start, end), surface in columns
        ]


def _bitmap(*parts: Documents) -> FrozenBitMap:
    """Return the union of some lists of documents."""
    full = [part for part in parts if len(part)]
    if not full:
        return FrozenBitMap()
    documents = full[0] if len(full) == 1 else np.concatenate(full)
    # An array.array is what the bitmap reads fastest by far.
    return FrozenBitMap(array("I", documents.tobytes()))


def _strings(folder: Path, name: str) -> Strings:
    return Strings(load(folder, f"{name}.data"), load(folder, f"{name}.offsets"))


def _reopened(folder: Path) -> EvidenceGraph:
    return EvidenceGraph(folder, _checked(folder))


def _checked(folder: Path) -> dict[str, Any]:
    """Return the manifest of a graph that is whole."""
    fix = "build it again with `isthmus graph`"
    if not (folder / MANIFEST).is_file():
        raise InputError("not a graph", place=str(folder), fix="build one with `isthmus graph`")
    manifest = read_json(folder / MANIFEST)
    if not isinstance(manifest, dict) or not isinstance(manifest.get("files"), dict):
        raise InputError(f"the graph is damaged ({MANIFEST} has no files)", place=str(folder), fix=fix)
    if manifest.get("format") != FORMAT:
        problem = f"the graph has format {manifest.get('format')!r}, this version reads {FORMAT}"
        raise InputError(problem, place=str(folder), fix=fix)
    for name, size in manifest["files"].items():
        path = folder / name
        found = path.stat().st_size if path.is_file() else -1
        if found != size:
            problem = f"the graph is damaged ({name} {f'has {found} bytes, not {size}' if found >= 0 else 'is missing'})"
            raise InputError(problem, place=str(folder), fix=fix)
    return manifest
