"""One small finished run for all tests that only read one; made once, also when several processes test at once."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

import pytest

TINY = """
[run]
name = "tiny"
out = "{out}"

[world]
pages = 300

[synth]
tasks = 12
"""


@pytest.fixture(scope="session")
def tiny_config(tmp_path_factory) -> Path:
    """A configuration whose run takes a few seconds; its results are shared, so read them only."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "tiny"
    folder.mkdir(exist_ok=True)
    path = folder / "tiny.toml"
    path.write_text(TINY.format(out=folder / "out"), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def tiny_run(tiny_config):
    """The finished run of `tiny_config`."""
    from isthmus.config import load_config
    from isthmus.pipeline import run_all

    with (tiny_config.parent / "waiting").open("w") as waiting:
        fcntl.flock(waiting, fcntl.LOCK_EX)
        return run_all(load_config(tiny_config))
