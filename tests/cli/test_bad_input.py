"""What a user can do wrong, and what the machine can refuse: one clear line, exit code 2, nothing half-written."""

from __future__ import annotations

import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest


def is_one_line(text: str) -> bool:
    return text.startswith("isthmus: ") and text.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["run", "none.toml"],
            "isthmus: none.toml: cannot read the configuration: No such file or directory; "
            "name a TOML file, or write one with `isthmus init`",
        ),
        (
            ["run", "{config}", "--set", "synth.taks=3"],
            "isthmus: --set: unknown key 'synth.taks'; did you mean 'synth.tasks'?",
        ),
        (
            ["run", "{config}", "--set", "synth.tasks=x"],
            'isthmus: --set: synth.tasks = "x" should be a valid integer; give a whole number',
        ),
        (
            ["run", "{config}", "--set", 'rollout.policies=["me"]'],
            "isthmus: rollout.policies: no policy 'me'; choose from oracle, one_search, no_search",
        ),
        (
            ["verify", "none"],
            "isthmus: none: no tasks here; name a run's folder with --out, or run `isthmus run`",
        ),
    ],
)
def test_one_line_and_exit_code_2(isthmus, tiny_config, arguments, message):
    result = isthmus(*(argument.format(config=tiny_config) for argument in arguments))
    assert (result.code, result.err) == (2, message + "\n")


def test_usage_errors_are_click_s(isthmus):
    assert isthmus("run").code == 2
    assert "No such command 'rnu'" in isthmus("rnu").err
    assert isthmus("world", "x", "--pages", "many").code == 2


@pytest.mark.parametrize("text", ["", "\n\n", "{}\n"])
def test_an_empty_corpus(isthmus, tmp_path, text):
    (tmp_path / "pages.jsonl").write_text(text, encoding="utf-8")
    (tmp_path / "run.toml").write_text(
        f'[run]\nname = "x"\nout = "{tmp_path}/out"\n[corpus]\npath = "pages.jsonl"\nkind = "jsonl"\n',
        encoding="utf-8",
    )
    result = isthmus("run", tmp_path / "run.toml")
    assert result.code == 2
    assert is_one_line(result.err), result.err
    assert not list((tmp_path / "out" / "store").glob("*/manifest.json"))


@pytest.mark.parametrize("pages", [1, 3])
def test_one_page_and_pages_without_links_give_no_task_and_say_so(isthmus, tmp_path, pages):
    lines = "".join(f'{{"title": "Page {n}", "text": "Only a page, number {n}."}}\n' for n in range(pages))
    (tmp_path / "pages.jsonl").write_text(lines, encoding="utf-8")
    (tmp_path / "run.toml").write_text(
        f'[run]\nname = "x"\nout = "{tmp_path}/out"\n[corpus]\npath = "pages.jsonl"\nkind = "jsonl"\n',
        encoding="utf-8",
    )
    result = isthmus("run", tmp_path / "run.toml")
    assert result.code == 0, result.err
    why = f"no tree of this corpus passed every gate: no page can be an answer (stub {pages}); docs/corpus.md says"
    assert why in result.out
    assert (tmp_path / "out" / "report" / "report.html").exists()


def test_pages_that_say_little_give_no_task_and_the_commonest_reason(isthmus, tmp_path):
    text = "The weather was good that day. " * 8
    lines = "".join(f'{{"title": "Page {n}", "text": "{text}"}}\n' for n in range(3))
    (tmp_path / "pages.jsonl").write_text(lines, encoding="utf-8")
    (tmp_path / "run.toml").write_text(
        f'[run]\nname = "x"\nout = "{tmp_path}/out"\n[corpus]\npath = "pages.jsonl"\n', encoding="utf-8"
    )
    result = isthmus("run", tmp_path / "run.toml")
    assert result.code == 0, result.err
    assert "no tree of this corpus passed every gate: 3 of 3 for no-noun; docs/tasks.md says" in result.out


def test_a_corpus_that_is_not_there(isthmus, tmp_path):
    (tmp_path / "run.toml").write_text('[run]\nname = "x"\n[corpus]\npath = "none.jsonl"\n', encoding="utf-8")
    result = isthmus("run", tmp_path / "run.toml", "--out", tmp_path / "out")
    assert result.code == 2
    assert is_one_line(result.err), result.err
    assert (
        "none.jsonl: no such file or folder; check the path, or name another: --set corpus.path=PATH"
        in result.err
    )


@pytest.fixture
def locked(tiny_run):
    """A folder this process may not write to; root may write anywhere, so for a while the process is somebody else's."""
    assert tiny_run, "everything is imported before the rights are given up"
    folder = Path(tempfile.mkdtemp())
    (folder / "locked").mkdir()
    (folder / "tiny.toml").write_text('[run]\nname = "x"\n[world]\npages = 200\n', encoding="utf-8")
    (folder / "locked").chmod(0o555)
    folder.chmod(0o755)
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    yield folder
    os.seteuid(user)
    (folder / "locked").chmod(0o755)
    shutil.rmtree(folder)


def test_a_read_only_output_folder(isthmus, locked):
    out = locked / "locked" / "out"
    result = isthmus("run", locked / "tiny.toml", "--out", out)
    message = f"isthmus: {out}: cannot write here: Permission denied; name another folder with --out\n"
    assert (result.code, result.err) == (2, message)
    assert list((locked / "locked").iterdir()) == []


def test_an_output_folder_that_is_a_file(isthmus, tiny_config, tmp_path):
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    result = isthmus("run", tiny_config, "--out", tmp_path / "file")
    assert result.code == 2
    assert is_one_line(result.err)
    assert (tmp_path / "file").read_text(encoding="utf-8") == "mine"


def run_with_room(command: list[str], size: int) -> subprocess.CompletedProcess[str]:
    """Run a command that may write files of so many bytes and no more, as on a disk that is full."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=limit)


def test_a_full_disk_at_any_stage_is_one_line_and_the_next_run_goes_on(tiny_run, tiny_config, tmp_path):
    out = tmp_path / "out"
    command = [sys.executable, "-m", "isthmus", "run", str(tiny_config), "--out", str(out)]
    stopped: list[str] = []
    size = 6_000
    while size < 50_000_000:
        done = run_with_room(command, size)
        if done.returncode == 0:
            break
        last = done.stderr.splitlines()[-1] if done.stderr else ""
        assert done.returncode == 2, done.stderr
        assert is_one_line(last + "\n"), done.stderr
        assert "Traceback" not in done.stderr
        assert re.search(r"File too large|full|No space|I/O error", last), last
        stopped.append(last)
        size *= 4
    assert len(stopped) >= 4, stopped
    whole = {path.name: path.read_bytes() for path in (tiny_run.config.run.out / "synth").resolve().iterdir()}
    for name in ("tasks.jsonl", "rejected.jsonl", "manifest.json"):
        assert (out / "synth" / name).read_bytes() == whole[name]


def test_a_stale_snapshot_under_a_graph(tiny_run, isthmus, tiny_config, tmp_path):
    """Somebody puts another run's snapshot in the place of this one's."""
    out = tmp_path / "out"
    shutil.copytree(tiny_run.config.run.out, out, symlinks=True)
    other = tmp_path / "other"
    assert isthmus("ingest", tiny_config, "--out", other, "--seed", 8).code == 0
    snapshot = (out / "ingest").resolve() / "snapshot"
    shutil.rmtree(snapshot)
    shutil.copytree((other / "ingest").resolve() / "snapshot", snapshot)
    result = isthmus("run", tiny_config, "--out", out, "--set", "synth.tasks=3")
    assert result.code == 2
    last = result.err.splitlines()[-1]
    assert re.search(r"another snapshot|was built from|snapshot", last), last
    verified = isthmus("verify", out)
    assert verified.code == 2
    assert is_one_line(verified.err)
