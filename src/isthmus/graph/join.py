"""Joining the chunks of the two readings into the arrays of a graph.

Entities are numbered: documents as in the snapshot, then titles that are linked but have no page, then names that only claims
use, both in order of first use. See `store` for the arrays.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from isthmus.corpus.snapshot import Snapshot
from isthmus.corpus.titles import plain
from isthmus.graph.arrays import (
    Documents,
    Hashes,
    Ints,
    Strings,
    create,
    joined,
    offsets_of,
    runs,
    save,
    write_postings,
)
from isthmus.graph.mentions import FormTable, write_trie
from isthmus.graph.scan import CHUNK, LINKED, LITERAL, chunk_path, strings_as_arrays
from isthmus.graph.words import hash_text, name_forms

Chunk = Any
"""A numpy archive; each array is read when asked for."""
_FORMS_AT_ONCE = 1 << 16
_LEAST_USES, _LEAST_SHARE = 2, 0.1


class Joiner:
    """Joins the chunks in `parts` into arrays in `folder`."""

    def __init__(self, snapshot: Snapshot, parts: Path, folder: Path) -> None:
        self._snapshot, self._parts, self._folder = snapshot, parts, folder
        self._chunks = -(-len(snapshot) // CHUNK)
        self._documents = len(snapshot)
        self._entities = 0
        self._keys = 0
        self._relations: list[str] = []
        self._hashes: Hashes = np.empty(0, np.uint64)
        self._numbers: Documents = np.empty(0, np.int32)

    def summary(self) -> dict[str, Any]:
        """Return the counts of the manifest."""
        return {
            "documents": self._documents,
            "entities": self._entities,
            "names": self._keys,
            "relations": self._relations,
        }

    def join_names(self) -> None:
        """Join the first reading: entities, names, links, claims; and write the tries for the second."""
        ids = joined(_strings(chunk, "ids") for chunk in self._each("names"))
        id_hashes = np.concatenate([chunk["id_hashes"] for chunk in self._each("names")])
        self._know(id_hashes, np.arange(len(ids), dtype=np.int32))
        redirects, owners = self._redirects()
        self._know(np.fromiter(map(hash_text, redirects), np.uint64, len(redirects)), owners)
        unknown = self._unknown()
        names = joined([ids, unknown])
        self._entities = len(names)
        self._save_strings("names", names)
        save(self._folder, "kinds", np.concatenate([chunk["kinds"] for chunk in self._each("names")]))
        self._join_lookup(names, redirects, owners)
        self._join_forms(unknown, redirects, owners)
        self._join_links()
        self._join_claims()

    def join_texts(self) -> None:
        """Join the second reading: mentions and numbers."""

        def mentions() -> Iterator[tuple[npt.NDArray[Any], Documents]]:
            for chunk in self._each("texts"):
                yield chunk["keys"], chunk["documents"]

        write_postings(self._folder, "mentions", self._keys, mentions)
        # Complex numbers sort by their real, then their imaginary part: a range is one number.
        distinct = np.unique(np.concatenate([np.unique(_ranges(chunk)) for chunk in self._each("texts")]))
        save(self._folder, "values.low", distinct.real.copy())
        save(self._folder, "values.high", distinct.imag.copy())

        def values() -> Iterator[tuple[npt.NDArray[Any], Documents]]:
            for chunk in self._each("texts"):
                yield np.searchsorted(distinct, _ranges(chunk)), chunk["places"]

        write_postings(self._folder, "values", len(distinct), values)

    def _each(self, name: str) -> Iterator[Chunk]:
        for chunk in range(self._chunks):
            with np.load(chunk_path(self._parts, name, chunk)) as arrays:
                yield arrays

    def _save_strings(self, name: str, strings: Strings) -> None:
        for part, array in strings_as_arrays(name, strings).items():
            save(self._folder, part, array)

    # --- which title is which entity

    def _know(self, hashes: Hashes, numbers: Documents) -> None:
        """Let titles, by their hashes, mean entities, unless they already mean one."""
        fresh = ~self._is_known(hashes)
        all_hashes = np.concatenate([self._hashes, hashes[fresh]])
        all_numbers = np.concatenate([self._numbers, numbers[fresh]])
        self._hashes, first = np.unique(all_hashes, return_index=True)
        self._numbers = all_numbers[first]

    def _is_known(self, hashes: Hashes) -> npt.NDArray[np.bool_]:
        if not len(self._hashes):
            return np.zeros(len(hashes), np.bool_)
        place = np.minimum(np.searchsorted(self._hashes, hashes), len(self._hashes) - 1)
        known: npt.NDArray[np.bool_] = self._hashes[place] == hashes
        return known

    def _entity(self, hashes: Hashes) -> Documents:
        """Return the entities of known titles."""
        return self._numbers[np.searchsorted(self._hashes, hashes)]

    def _redirects(self) -> tuple[list[str], Documents]:
        sources: list[str] = []
        targets: list[int] = []
        for redirect in self._snapshot.redirects():
            sources.append(redirect.source)
            targets.append(hash_text(redirect.target))
        return sources, self._entity(np.array(targets, np.uint64)) if targets else np.empty(0, np.int32)

    def _unknown(self) -> Strings:
        """Number the titles without a page and return them: the linked ones, then those only claims use."""
        hashes, origins, chunks = [], [], []
        for number, chunk in enumerate(self._each("names")):
            fresh = np.flatnonzero(~self._is_known(chunk["title_hashes"]))
            hashes.append(chunk["title_hashes"][fresh])
            origins.append(chunk["title_origins"][fresh])
            chunks.append(np.column_stack([np.full(len(fresh), number), fresh]))
        every = np.concatenate(hashes)
        distinct, first, inverse = np.unique(every, return_index=True, return_inverse=True)
        origin = np.full(len(distinct), LITERAL, np.uint8)
        np.minimum.at(origin, inverse, np.concatenate(origins))
        order = np.concatenate([_in_order(first, origin == LINKED), _in_order(first, origin == LITERAL)])
        where = np.concatenate(chunks)[first]
        numbers = np.empty(len(distinct), np.int32)
        numbers[order] = np.arange(len(order), dtype=np.int32) + self._documents
        self._know(distinct, numbers)
        return self._collected(where, order)

    def _collected(self, where: Ints, order: Ints) -> Strings:
        """Return the titles at (chunk, place in the chunk), in an order."""
        by_chunk = np.lexsort((where[:, 1], where[:, 0]))
        bounds = np.searchsorted(where[by_chunk, 0], np.arange(self._chunks + 1))
        parts = [
            _strings(chunk, "titles").take(where[by_chunk[bounds[number] : bounds[number + 1]], 1])
            for number, chunk in enumerate(self._each("names"))
        ]
        place = np.empty(len(order), np.int64)
        place[by_chunk] = np.arange(len(order))
        return joined(parts).take(place[order])

    # --- names

    def _join_lookup(self, names: Strings, redirects: list[str], owners: Documents) -> None:
        """Write the other names by document, and every name by hash: titles first, then redirects, then aliases."""
        aliases, alias_owners = self._aliases()
        others = joined([Strings.of(redirects), aliases])
        owner = np.concatenate([owners.astype(np.int64), alias_owners])
        kind = np.concatenate([np.zeros(len(owners), np.int8), np.ones(len(alias_owners), np.int8)])
        order = np.lexsort((np.arange(len(owner)), kind, owner))
        others, owner, kind = others.take(order), owner[order], kind[order]
        self._save_strings("others", others)
        save(self._folder, "others.owners", owner.astype(np.int32))
        save(self._folder, "others.starts", np.searchsorted(owner, np.arange(self._documents + 1)))
        hashes = np.concatenate([_text_hashes(names), _text_hashes(others)])
        kinds = np.concatenate([np.zeros(len(names), np.int8), kind + 1])
        sorted_names = np.lexsort((np.arange(len(hashes)), kinds, hashes))
        save(self._folder, "lookup.hashes", hashes[sorted_names])
        save(self._folder, "lookup.numbers", sorted_names.astype(np.int32))

    def _aliases(self) -> tuple[Strings, Ints]:
        strings = joined(_strings(chunk, "aliases") for chunk in self._each("names"))
        owners = [chunk["alias_owners"] + number * CHUNK for number, chunk in enumerate(self._each("names"))]
        return strings, np.concatenate(owners)

    def _join_forms(self, unknown: Strings, redirects: list[str], owners: Documents) -> None:
        """Write the tries, and which entity has which name forms."""
        tables = [_table(chunk, "forms", number * CHUNK) for number, chunk in enumerate(self._each("names"))]
        tables.extend(_forms_of(redirects, owners))
        tables.extend(_forms_of(list(unknown), np.arange(self._documents, self._entities)))
        table = FormTable.joined(tables)
        table = FormTable.joined([table, self._anchors()])
        keys = write_trie(self._parts, table)
        self._keys = len(keys)
        save(self._folder, "name_keys.hashes", keys)
        pair = np.unique((table.owners << 32) | np.searchsorted(keys, table.keys()))
        self._save_pairs("entity_keys", pair >> 32, pair & 0xFFFFFFFF, self._entities)
        swapped = np.sort(((pair & 0xFFFFFFFF) << 32) | (pair >> 32))
        self._save_pairs("key_entities", swapped >> 32, swapped & 0xFFFFFFFF, len(keys))

    def _save_pairs(self, name: str, keys: Ints, values: Ints, length: int) -> None:
        save(self._folder, f"{name}.offsets", offsets_of(np.bincount(keys, minlength=length)))
        save(self._folder, f"{name}.documents", values.astype(np.int32))

    def _anchors(self) -> FormTable:
        """Return the link texts that stand for an entity at least twice and in a tenth of their uses."""
        chunks = list(self._each_anchors())
        table = FormTable.joined([anchors for anchors, _, _ in chunks])
        keys = table.keys()
        targets = np.concatenate([entities for _, entities, _ in chunks]).astype(np.int64)
        uses = np.concatenate([counts for _, _, counts in chunks])
        order = np.lexsort((targets, keys))
        keys, targets, uses = keys[order], targets[order], uses[order]
        distinct, key = np.unique(keys, return_inverse=True)
        total = np.bincount(key, weights=uses, minlength=len(distinct))
        starts, _ = runs((key << 32) | targets)
        together = np.add.reduceat(uses, starts) if len(starts) else uses
        chosen = (together >= _LEAST_USES) & (together >= _LEAST_SHARE * total[key[starts]])
        return table.take(order[starts[chosen]], targets[starts[chosen]])

    def _each_anchors(self) -> Iterator[tuple[FormTable, Documents, Ints]]:
        for chunk in self._each("names"):
            known = self._is_known(chunk["anchor_targets"])
            rows = np.flatnonzero(known)
            table = _table(chunk, "anchors", 0).take(rows, np.zeros(len(rows), np.int64))
            yield table, self._entity(chunk["anchor_targets"][rows]), chunk["anchor_counts"][rows]

    # --- links and claims

    def _join_links(self) -> None:
        counts: list[npt.NDArray[Any]] = []
        total = sum(len(chunk["links"]) for chunk in self._each("names"))
        targets = create(self._parts, "links", np.int32, total)
        at = 0
        for chunk in self._each("names"):
            owner = np.repeat(np.arange(len(chunk["link_counts"])), chunk["link_counts"])
            pair = np.unique((owner << 32) | self._entity(chunk["links"]))
            targets[at : at + len(pair)] = pair & 0xFFFFFFFF
            at += len(pair)
            counts.append(np.bincount(pair >> 32, minlength=len(chunk["link_counts"])))
        offsets = offsets_of(np.concatenate(counts))
        save(self._folder, "links_out.offsets", offsets)
        save(self._folder, "links_out.documents", targets[:at])

        def backwards() -> Iterator[tuple[npt.NDArray[Any], Documents]]:
            for first in range(0, self._documents, CHUNK):
                last = min(first + CHUNK, self._documents)
                found = targets[offsets[first] : offsets[last]]
                owner = np.repeat(np.arange(first, last, dtype=np.int32), np.diff(offsets[first : last + 1]))
                order = np.argsort(found, kind="stable")
                yield found[order], owner[order]

        write_postings(self._folder, "links_in", self._entities, backwards)

    def _join_claims(self) -> None:
        self._relations = sorted(
            {name for chunk in self._each("names") for name in _strings(chunk, "relations")}
        )
        number = {name: place for place, name in enumerate(self._relations)}
        collected: dict[str, list[npt.NDArray[Any]]] = {}
        surfaces: list[Strings] = []
        known = 0
        for chunk in self._each("names"):
            relation = np.array([number[name] for name in _strings(chunk, "relations")], np.uint16)
            objects = np.full(len(chunk["claim_objects"]), -1, np.int32)
            has = chunk["claim_has_object"]
            objects[has] = self._entity(chunk["claim_objects"][has])
            found = {
                "counts": chunk["claim_counts"],
                "relations": relation[chunk["claim_relations"]],
                "objects": objects,
                "spans": chunk["claim_spans"].T,
                "surfaces": chunk["claim_surfaces"] + np.int32(known),
                "ranges": chunk["claim_ranges"],
            }
            for name, array in found.items():
                collected.setdefault(name, []).append(array)
            surfaces.append(_strings(chunk, "surfaces"))
            known += len(surfaces[-1])
        claims = {name: np.concatenate(arrays) for name, arrays in collected.items()}
        counts = claims.pop("counts")
        save(self._folder, "claims.offsets", offsets_of(counts))
        for name, array in claims.items():
            save(self._folder, f"claims.{name}", array)
        self._save_strings("surfaces", joined(surfaces))
        owner = np.repeat(np.arange(self._documents, dtype=np.int32), counts)
        self._invert(claims["relations"], claims["objects"], owner)
        self._sort_ranges(claims["relations"], claims["ranges"], owner)

    def _invert(self, relations: npt.NDArray[np.uint16], objects: Documents, owner: Documents) -> None:
        """Write the subjects of each (object, relation)."""
        has = objects >= 0
        key = (objects[has].astype(np.int64) << 16) | relations[has]
        order = np.lexsort((owner[has], key))
        key, subject = key[order], owner[has][order]
        fresh = np.ones(len(key), np.bool_)
        fresh[1:] = (key[1:] != key[:-1]) | (subject[1:] != subject[:-1])
        key, subject = key[fresh], subject[fresh]
        starts, lengths = runs(key)
        save(self._folder, "subjects.keys", key[starts])
        save(self._folder, "subjects.offsets", offsets_of(lengths))
        save(self._folder, "subjects.documents", subject)

    def _sort_ranges(
        self, relations: npt.NDArray[np.uint16], ranges: npt.NDArray[np.float64], owner: Documents
    ) -> None:
        """Write the values of each relation in order, with their subjects."""
        has = ~np.isnan(ranges[:, 0])
        relation, low, high, subject = relations[has], ranges[has, 0], ranges[has, 1], owner[has]
        order = np.lexsort((subject, high, low, relation))
        save(
            self._folder,
            "ranged.starts",
            np.searchsorted(relation[order], np.arange(len(self._relations) + 1)),
        )
        for name, array in (("low", low), ("high", high), ("documents", subject)):
            save(self._folder, f"ranged.{name}", array[order])


def _in_order(first: Ints, chosen: npt.NDArray[np.bool_]) -> Ints:
    """Return the chosen places in order of `first`."""
    places = np.flatnonzero(chosen)
    return places[np.argsort(first[places], kind="stable")]


def _strings(chunk: Chunk, name: str) -> Strings:
    return Strings(chunk[f"{name}.data"], chunk[f"{name}.offsets"])


def _table(chunk: Chunk, name: str, first: int) -> FormTable:
    return FormTable(
        chunk[f"{name}.words"],
        chunk[f"{name}.lengths"],
        chunk[f"{name}.exact"],
        chunk[f"{name}.owners"] + first,
    )


def _ranges(chunk: Chunk) -> npt.NDArray[np.complex128]:
    ranges = np.empty(len(chunk["lows"]), np.complex128)
    ranges.real, ranges.imag = chunk["lows"], chunk["highs"]
    return ranges


def _text_hashes(strings: Strings) -> Hashes:
    return np.fromiter(map(hash_text, strings), np.uint64, len(strings))


def _forms_of(names: list[str], owners: npt.NDArray[Any]) -> Iterator[FormTable]:
    """Yield the forms of the plain parts of some names."""
    for begin in range(0, len(names), _FORMS_AT_ONCE):
        end = min(begin + _FORMS_AT_ONCE, len(names))
        pairs = zip(names[begin:end], owners[begin:end].tolist(), strict=True)
        yield FormTable.of([(form, owner) for name, owner in pairs for form in name_forms(plain(name))])
