"""Keeps work that takes long off the event loop.

A hand-off to a thread costs about as much as a small search (0.1 ms, see docs/tools.md), so only work that may take many
milliseconds is handed off. The pool is bounded: more threads than cores make every call slower and none sooner.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


class Workers:
    """A bounded pool of threads, started on first use."""

    def __init__(self, threads: int | None = None) -> None:
        self._pool = ThreadPoolExecutor(threads or os.cpu_count() or 1, thread_name_prefix="isthmus-tool")

    async def run(self, work: Callable[[], T]) -> T:
        """Run work in a thread and return what it returns; when the caller is cancelled, work that has begun runs to its end."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)
