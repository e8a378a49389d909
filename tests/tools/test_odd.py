"""Strings and JSON that break parsers, from public collections; needs the real data folder."""

from __future__ import annotations

import json
import os
import tarfile
from pathlib import Path

import pytest

from isthmus.databases import QueryError
from isthmus.records import ToolStatus, dump
from isthmus.tools.arguments import BadArguments, read_arguments

pytestmark = pytest.mark.realdata

DATA = Path(os.environ.get("ISTHMUS_DATA", Path(__file__).parents[3] / "shared" / "data"))
ANYTHING = {"type": "object", "properties": {}, "additionalProperties": False}


def odd(name: str) -> Path:
    path = DATA / "odd" / name
    if not path.is_file():
        pytest.skip(f"needs {path}; set ISTHMUS_DATA")
    return path


def test_json_that_must_and_must_not_parse():
    verdicts: dict[str, str] = {}
    with tarfile.open(odd("json_test_suite.txz")) as archive:
        for member in archive:
            file = archive.extractfile(member)
            if file is None or not member.name.endswith(".json"):
                continue
            try:
                text = file.read().decode("utf-8")
            except UnicodeDecodeError:
                continue
            try:
                read_arguments(text, ANYTHING)
                verdicts[Path(member.name).name] = "read"
            except BadArguments as error:
                verdicts[Path(member.name).name] = str(error)
    assert len(verdicts) > 250
    must_not = {name: verdict for name, verdict in verdicts.items() if name.startswith("n_")}
    assert {
        name: verdict
        for name, verdict in must_not.items()
        if "not JSON" not in verdict and "limit is" not in verdict
    } == {}
    must = {name: verdict for name, verdict in verdicts.items() if name.startswith("y_")}
    fine = ("read", "must be a JSON object", "unknown argument", "is given twice")
    assert all(
        verdict.startswith(fine) or any(part in verdict for part in fine) for verdict in must.values()
    ), must


def test_naughty_strings_as_arguments(run, engine, database):
    for text in json.loads(odd("naughty_strings.json").read_text(encoding="utf-8")):
        for result in (
            run("web_search", query=text),
            run("web_fetch", url=text),
            run("final_answer", answer=text),
            run("x", text),
        ):
            assert result.status is not ToolStatus.FAILED
            dump(result)
        try:
            database.execute(text)
        except QueryError as error:
            assert str(error)
