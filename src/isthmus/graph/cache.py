"""A cache of document sets, bounded by the memory they take."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock

from pyroaring import FrozenBitMap

_OVERHEAD = 200


class SetCache:
    """Keeps the sets used last. Sets are frozen, so any thread may use one while another drops it."""

    def __init__(self, max_bytes: int = 256 << 20) -> None:
        self._max_bytes = max_bytes
        self._bytes = 0
        self._sets: OrderedDict[Hashable, FrozenBitMap] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], FrozenBitMap]) -> FrozenBitMap:
        """Return the set of a key, made when it is not kept."""
        with self._lock:
            kept = self._sets.get(key)
            if kept is not None:
                self._sets.move_to_end(key)
                return kept
        made = make()
        with self._lock:
            if key not in self._sets:
                self._sets[key] = made
                self._bytes += _size(made)
            while self._bytes > self._max_bytes and len(self._sets) > 1:
                self._bytes -= _size(self._sets.popitem(last=False)[1])
        return made


def _size(documents: FrozenBitMap) -> int:
    """Return about how many bytes a set takes: two a member, or a bit a document where that is less."""
    if not documents:
        return _OVERHEAD
    return _OVERHEAD + min(2 * len(documents), documents.max() // 8)
