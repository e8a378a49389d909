"""Content ids and derived random generators.

An id is the SHA-256 of canonical JSON, shortened, so equal content has equal ids on every machine. A random generator is
derived from (seed, names...), so that worker count and order of work never change a result.
"""

from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path

ID_LENGTH = 16
"""Hexadecimal digits kept of a digest: 64 bits, a collision expected at about 4 billion records."""


def canonical_json(value: object) -> str:
    """Return JSON with sorted keys, no blanks and no NaN; equal values give equal text.

    Raises:
        ValueError: for NaN or infinity, which JSON cannot hold.
        TypeError: for values that are not JSON.
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def content_id(value: object, *, prefix: str = "") -> str:
    """Return the id of a JSON value: `prefix` and 16 hexadecimal digits."""
    return prefix + digest(canonical_json(value))


def digest(*parts: str | bytes) -> str:
    """Return 16 hexadecimal digits over the parts, each closed by its length so that ('ab','c') != ('a','bc')."""
    state = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        state.update(len(data).to_bytes(8, "big"))
        state.update(data)
    return state.hexdigest()[:ID_LENGTH]


def file_digest(path: Path) -> str:
    """Return 16 hexadecimal digits over a file's bytes, read in pieces of 1 MiB."""
    state = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(1 << 20):
            state.update(piece)
    return state.hexdigest()[:ID_LENGTH]


def derive_seed(seed: int, *names: str | int) -> int:
    """Return a 64-bit seed for the named purpose, independent of every other name's."""
    return int(digest(str(seed), *(str(name) for name in names)), 16)


def derive_rng(seed: int, *names: str | int) -> random.Random:
    """Return a generator for the named purpose: `derive_rng(seed, "tree", root_id)`."""
    return random.Random(derive_seed(seed, *names))
