"""One small finished run for all tests that only read one; made once, also when several processes test at once."""

from __future__ import annotations

import fcntl
import os
import shutil
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
    """A configuration whose run takes a few seconds; its results are shared by many tests, so only read them."""
    folder = tmp_path_factory.getbasetemp() / "tiny"
    folder.mkdir()
    path = folder / "tiny.toml"
    path.write_text(TINY.format(out=folder / "out"), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def tiny_run(tiny_config, tmp_path_factory):
    """The finished run of `tiny_config`: a copy of its own for each testing process, made by whichever comes first."""
    from isthmus.config import load_config
    from isthmus.pipeline import run_all

    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = tmp_path_factory.getbasetemp().parent / "tiny"
        shared.mkdir(exist_ok=True)
        with (shared / "waiting").open("w") as waiting:
            fcntl.flock(waiting, fcntl.LOCK_EX)
            run_all(load_config(tiny_config, [f"run.out={shared / 'out'}"]))
            shutil.copytree(shared / "out", tiny_config.parent / "out", symlinks=True)
    return run_all(load_config(tiny_config))
