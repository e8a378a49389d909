"""`isthmus doctor`: is this machine ready?"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import re
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click

LEAST_PYTHON = (3, 11)
LEAST_FREE = 2 << 30
"""Bytes on disk below which a run of a few thousand pages may not fit with its index and episodes."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
EXTRAS = {
    "dense": ("onnxruntime", "dense search"),
    "train": ("torch", "training"),
    "serve": ("starlette", "tool servers"),
    "scale": ("ray", "many machines"),
    "report": ("duckdb", "analysis over result files"),
    "dev": ("pytest", "tests"),
}
"""Optional extras: a module that tells whether it is there, and what it is for."""


class Finding(NamedTuple):
    """One thing that was looked at."""

    good: bool | None
    """None for what is optional and not there."""
    text: str
    """What was found, and what to do about it."""


@click.command("doctor")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("."),
    metavar="FOLDER",
    help="Folder whose disk is looked at; the working folder by default.",
)
def doctor(out: Path) -> int:
    """Check this machine: Python, packages, disk, browser.

    Ends with 1 when something that every run needs is missing. What is optional is listed with how to get it.

    \b
    Example:
      isthmus doctor
    """
    findings = [_python(), *_packages(), _sqlite(), _disk(out), _cores(), *_extras(), _browser()]
    for finding in findings:
        mark = {True: "ok      ", False: "MISSING ", None: "optional"}[finding.good]
        click.echo(f"{mark} {finding.text}")
    return int(any(finding.good is False for finding in findings))


def _python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    return Finding(sys.version_info >= LEAST_PYTHON, f"Python {version} (3.11 or newer is needed)")


def _packages() -> Iterator[Finding]:
    """Look for every package the core depends on, by its own metadata."""
    for requirement in importlib.metadata.requires("isthmus") or ():
        if "extra ==" in requirement:
            continue
        name = re.split(r"[\s<>=!~;\[(]", requirement, maxsplit=1)[0]
        try:
            yield Finding(True, f"{name} {importlib.metadata.version(name)}")
        except importlib.metadata.PackageNotFoundError:
            yield Finding(False, f"{name}: run `pip install isthmus` again")


def _sqlite() -> Finding:
    return Finding(
        sqlite3.sqlite_version_info >= (3, 31), f"SQLite {sqlite3.sqlite_version} (3.31 or newer is needed)"
    )


def _disk(folder: Path) -> Finding:
    here = next(path for path in (folder.absolute(), *folder.absolute().parents) if path.exists())
    free = shutil.disk_usage(here).free
    writable = os.access(here, os.W_OK)
    text = f"disk at {here}: {free / 1e9:.0f} GB free" + ("" if writable else ", but it cannot be written")
    return Finding(
        writable and free >= LEAST_FREE, text + ("" if free >= LEAST_FREE else " (2 GB or more is needed)")
    )


def _cores() -> Finding:
    cores = os.cpu_count() or 1
    return Finding(True, f"{cores} cores (use them all with --set run.workers={cores})")


def _extras() -> Iterator[Finding]:
    for extra, (module, purpose) in EXTRAS.items():
        there = importlib.util.find_spec(module) is not None
        text = f"{purpose} (extra {extra!r})" + ("" if there else f": pip install 'isthmus[{extra}]'")
        yield Finding(True if there else None, text)


def _browser() -> Finding:
    for name in BROWSERS:
        if path := shutil.which(name):
            return Finding(True, f"browser for looking at reports in tests: {path}")
    return Finding(None, "browser for looking at reports in tests: install chromium")


commands = {"doctor": doctor}
