"""Reading documents for the graph, in workers. Everything leaves a worker as arrays of hashes, with each string once a chunk.

Two readings: the first takes links, names, anchors and claims; the second, when all names are known, finds names and
numbers in the texts. A chunk is a fixed range of documents, so what is written does not depend on the number of workers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from isthmus.corpus.snapshot import Snapshot
from isthmus.corpus.titles import normalise, plain
from isthmus.graph.arrays import Strings
from isthmus.graph.claims import Claim
from isthmus.graph.mentions import FormTable, Scanner
from isthmus.graph.values import stated_numbers
from isthmus.graph.words import FUNCTION_WORDS, Form, exact_word, hash_text, name_forms, split_words
from isthmus.records import Document, DocumentKind

Extract = Callable[[Document, Callable[[str], str]], list[Claim]]
"""What makes claims of a document; gets a function from titles to canonical titles."""
CHUNK = 512
"""Documents in a chunk."""
KINDS = tuple(DocumentKind)
"""Document kinds by the number they are stored as."""
_BATCH = 64
_BATCH_CHARACTERS = 1 << 20
_RESOLVED = 1 << 18
LINKED, LITERAL = 0, 1
"""Where a name without a page comes from: a link, or a claim only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a worker needs."""

    snapshot: Snapshot
    """Corpus; reopened in each worker."""
    folder: Path
    """Where chunks are written."""
    extract: Extract
    """Maker of claims; a function of a module, so that it reaches the workers."""
    anchors: bool
    """Whether link texts are collected."""


def chunk_path(folder: Path, name: str, chunk: int) -> Path:
    """Return the file of one chunk."""
    return folder / f"{name}.{chunk:06d}.npz"


def _write(path: Path, arrays: dict[str, npt.NDArray[Any]]) -> None:
    np.savez(path, allow_pickle=False, **arrays)


def read_names(reading: Reading, chunks: range) -> int:
    """First reading of some chunks; returns the number of documents read."""
    resolve = _resolver(reading.snapshot)
    count = 0
    for chunk, documents in _chunks(reading.snapshot, chunks):
        collected = Collected(resolve, reading)
        for document in documents:
            collected.add(document)
            count += 1
        _write(chunk_path(reading.folder, "names", chunk), collected.arrays())
    return count


def _chunks(snapshot: Snapshot, chunks: range) -> Iterator[tuple[int, Iterator[Document]]]:
    for chunk in chunks:
        yield chunk, snapshot.documents(chunk * CHUNK, min((chunk + 1) * CHUNK, len(snapshot)))


def _resolver(snapshot: Snapshot) -> Callable[[str], str]:
    @lru_cache(_RESOLVED)
    def resolve(title: str) -> str:
        return snapshot.resolve(title) or normalise(title)

    return resolve


class Collected:
    """What the first reading finds in one chunk."""

    def __init__(self, resolve: Callable[[str], str], reading: Reading) -> None:
        self._resolve, self._reading = resolve, reading
        self._hashes: dict[str, int] = {}
        self._titles: dict[str, int] = {}
        self._ids: list[str] = []
        self._kinds: list[int] = []
        self._links: list[int] = []
        self._link_counts: list[int] = []
        self._forms: list[tuple[Form, int]] = []
        self._aliases: list[tuple[str, int]] = []
        self._anchors: Counter[tuple[str, str]] = Counter()
        self._claims: list[tuple[int, int, int, int, int, int]] = []
        self._claim_counts: list[int] = []
        self._ranges: list[tuple[float, float]] = []
        self._relations: dict[str, int] = {}
        self._surfaces: dict[str, int] = {}

    def add(self, document: Document) -> None:
        """Take one document in."""
        number = len(self._ids)
        self._ids.append(document.id)
        self._kinds.append(KINDS.index(document.kind))
        self._add_names(document, number)
        self._add_links(document)
        self._add_claims(document)

    def _add_names(self, document: Document, number: int) -> None:
        names = dict.fromkeys((plain(document.title), *(plain(alias) for alias in document.aliases)))
        self._forms.extend((form, number) for name in names for form in name_forms(name))
        self._aliases.extend((alias, number) for alias in map(normalise, document.aliases) if alias)

    def _add_links(self, document: Document) -> None:
        targets = dict.fromkeys(link.target for link in document.links if link.target)
        self._links.extend(self._title(target, LINKED) for target in targets)
        self._link_counts.append(len(targets))
        if not self._reading.anchors:
            return
        for link in document.links:
            surface = document.text[link.start : link.end]
            if surface != link.target and link.target:
                self._anchors[surface, link.target] += 1

    def _add_claims(self, document: Document) -> None:
        claims = self._reading.extract(document, self._resolve)
        self._claim_counts.append(len(claims))
        for claim in claims:
            relation = self._relations.setdefault(claim.relation, len(self._relations))
            surface = self._surfaces.setdefault(claim.surface, len(self._surfaces))
            target = self._title(claim.object, LITERAL) if claim.object else 0
            self._claims.append((relation, target, bool(claim.object), claim.start, claim.end, surface))
            low = np.nan if claim.value is None else claim.value
            self._ranges.append((low, low if claim.high is None else claim.high))
            if claim.object and claim.surface and self._reading.anchors:
                self._anchors[claim.surface, claim.object] += 1

    def _title(self, title: str, origin: int) -> int:
        hashed = self._hashes.get(title)
        if hashed is None:
            hashed = self._hashes[title] = hash_text(title)
        self._titles[title] = min(origin, self._titles.get(title, origin))
        return hashed

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """Return everything found, ready to be written."""
        claims = list(zip(*self._claims, strict=True)) or [()] * 6
        found: dict[str, npt.NDArray[Any]] = {
            "kinds": np.array(self._kinds, np.uint8),
            "id_hashes": _hashes(map(hash_text, self._ids)),
            "links": _hashes(self._links),
            "link_counts": np.array(self._link_counts, np.int32),
            "title_hashes": _hashes(self._hashes[title] for title in self._titles),
            "title_origins": np.array(list(self._titles.values()), np.uint8),
            "alias_owners": np.array([owner for _, owner in self._aliases], np.int64),
            "claim_counts": np.array(self._claim_counts, np.int32),
            "claim_relations": np.array(claims[0], np.uint16),
            "claim_objects": _hashes(claims[1]),
            "claim_has_object": np.array(claims[2], np.bool_),
            "claim_spans": np.array([claims[3], claims[4]], np.int32),
            "claim_surfaces": np.array(claims[5], np.int32),
            "claim_ranges": np.array(self._ranges, np.float64).reshape(-1, 2),
        }
        found |= strings_as_arrays("ids", Strings.of(self._ids))
        found |= strings_as_arrays("titles", Strings.of(self._titles))
        found |= strings_as_arrays("aliases", Strings.of(alias for alias, _ in self._aliases))
        found |= strings_as_arrays("relations", Strings.of(self._relations))
        found |= strings_as_arrays("surfaces", Strings.of(self._surfaces))
        found |= table_as_arrays("forms", FormTable.of(self._forms))
        return found | self._anchor_arrays()

    def _anchor_arrays(self) -> dict[str, npt.NDArray[Any]]:
        """Return the anchor texts that are not the plain title, as forms with the title's hash and their count."""
        forms: list[tuple[Form, int]] = []
        targets: list[int] = []
        counts: list[int] = []
        for (surface, target), count in self._anchors.items():
            if len(surface) > 100 or surface == plain(target):
                continue
            for form in _anchor_forms(surface):
                if _says_little(form):
                    continue
                forms.append((form, len(forms)))
                targets.append(self._hashes.get(target) or hash_text(target))
                counts.append(count)
        return table_as_arrays("anchors", FormTable.of(forms)) | {
            "anchor_targets": _hashes(targets),
            "anchor_counts": np.array(counts, np.int64),
        }


def _anchor_forms(surface: str) -> list[Form]:
    """Return the ways of saying a link text; one word alone only as it is written, since many are common words."""
    words = split_words(surface)
    forms = name_forms(surface)
    return [Form(True, (exact_word(words[0]),)), *forms[1:]] if len(words) == 1 else forms


def _says_little(form: Form) -> bool:
    """Return whether a link text is no name: digits, or function words that are not written as initials."""
    words = "".join(form.words)
    common = all(word.casefold() in FUNCTION_WORDS or len(word) == 1 for word in form.words)
    return words.isdigit() or (common and not (len(words) > 1 and words[1:].isupper()))


def _hashes(values: Any) -> npt.NDArray[np.uint64]:
    return np.array(list(values), np.uint64)


def strings_as_arrays(name: str, strings: Strings) -> dict[str, npt.NDArray[Any]]:
    """Return strings as the two arrays they are stored as."""
    return {f"{name}.data": strings.data, f"{name}.offsets": strings.offsets}


def table_as_arrays(name: str, table: FormTable) -> dict[str, npt.NDArray[Any]]:
    """Return a form table as the arrays it is stored as."""
    return {
        f"{name}.words": table.words,
        f"{name}.lengths": table.lengths,
        f"{name}.exact": table.exact,
        f"{name}.owners": table.owners,
    }


def read_texts(reading: Reading, chunks: range) -> int:
    """Second reading of some chunks: names and numbers in the texts; returns the number of documents read."""
    scanner = Scanner(reading.folder)
    count = 0
    for chunk, documents in _chunks(reading.snapshot, chunks):
        finds = Finds()
        for batch in _batches(documents):
            finds.add(scanner, batch)
        count += finds.documents
        _write(chunk_path(reading.folder, "texts", chunk), finds.arrays(chunk * CHUNK))
    return count


def _batches(documents: Iterator[Document]) -> Iterator[list[str]]:
    batch: list[str] = []
    size = 0
    for document in documents:
        batch.append(document.text)
        size += len(document.text)
        if len(batch) >= _BATCH or size >= _BATCH_CHARACTERS:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


class Finds:
    """Names and numbers found in one chunk."""

    def __init__(self) -> None:
        self.documents = 0
        self._keys: list[npt.NDArray[np.int64]] = []
        self._ranges: list[npt.NDArray[np.float64]] = []

    def add(self, scanner: Scanner, texts: Sequence[str]) -> None:
        """Take a batch of texts in."""
        found = scanner.scan(texts)
        self._keys.append((found.keys << 32) | (found.texts + self.documents))
        words = found.numbers
        self._ranges.append(np.column_stack([words.low, words.high, words.texts + self.documents]))
        rows = [(low, high, place) for place, text in enumerate(texts) for low, high in stated_numbers(text)]
        if rows:
            digits = np.array(rows, np.float64)
            digits[:, 2] += self.documents
            self._ranges.append(digits)
        self.documents += len(texts)

    def arrays(self, first: int) -> dict[str, npt.NDArray[Any]]:
        """Return everything found, sorted, for documents numbered from `first`."""
        keys = np.sort(np.concatenate(self._keys)) if self._keys else np.empty(0, np.int64)
        ranges = np.concatenate(self._ranges) if self._ranges else np.empty((0, 3))
        ranges = np.unique(ranges, axis=0)
        return {
            "keys": (keys >> 32).astype(np.int32),
            "documents": ((keys & 0xFFFFFFFF) + first).astype(np.int32),
            "lows": ranges[:, 0],
            "highs": ranges[:, 1],
            "places": (ranges[:, 2] + first).astype(np.int32),
        }
