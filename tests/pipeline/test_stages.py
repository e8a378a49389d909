from __future__ import annotations

import itertools
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from isthmus.config import load_config
from isthmus.errors import ConfigError, InputError
from isthmus.ids import derive_rng
from isthmus.pipeline import PlainConsole, open_run, plan, run_all, run_stages, verify_tasks
from isthmus.pipeline.stages import STAGES, wanted
from isthmus.records import Status, StopReason


class Lines(PlainConsole):
    def __init__(self) -> None:
        self.lines: list[str] = []

    def say(self, line: str) -> None:
        self.lines.append(line)

    @property
    def _clock(self):
        return lambda: 0.0

    _every = 1e9


def files(out: Path) -> dict[str, bytes]:
    """Every byte of a run's results, but clock times and the files of the search engine, which names them at random."""
    return {
        str(path.relative_to(out)): path.read_bytes()
        for path in sorted(out.rglob("*"))
        if path.is_file()
        and path.name not in ("timings.json", ".lock")
        and "engine" not in path.parts
        and "store" in path.parts
    }


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A configuration of a run to be broken: a few seconds for all seven stages."""

    def small(name: str, *overrides: str):
        out = tmp_path_factory.mktemp("small") / name
        config = tmp_path_factory.mktemp("config") / "small.toml"
        config.write_text(
            f'[run]\nname = "small"\nout = "{out}"\nworkers = 1\n[world]\npages = 200\n[synth]\ntasks = 5\n',
            encoding="utf-8",
        )
        return config, load_config(config, overrides)

    return small


def test_every_stage_needs_only_earlier_ones():
    seen: set[str] = set()
    for stage in STAGES:
        assert seen.issuperset(stage.needs)
        seen.add(stage.name)
    assert [stage.name for stage in wanted("index")] == ["ingest", "index"]


def test_the_whole_job(tiny_run):
    tasks = list(tiny_run.tasks())
    assert len(tasks) == 12
    assert all(task.certificate.passed() for task in tasks)
    assert all(v.status is Status.PASSED for task in tasks for v in task.certificate.verdicts)
    counts = tiny_run.manifest("synth").counts
    assert counts["rejected"] == sum(1 for _ in tiny_run.rejected())
    assert counts["tasks"] == 12
    episodes = list(tiny_run.episodes())
    assert len(episodes) == 36
    assert all(episode.stop is StopReason.ANSWERED for episode in episodes)
    oracle, one_search, no_search = tiny_run.accuracies()
    assert (oracle.policy, oracle.mean, oracle.n_questions, oracle.unscored) == ("oracle", 1.0, 12, 0)
    assert one_search.mean == no_search.mean == 0.0
    assert tiny_run.report.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_the_funnel_adds_up(tiny_run):
    rows = tiny_run.funnel()
    counts = tiny_run.manifest("synth").counts
    assert rows[0].entered == counts["tasks"] + counts["rejected"]
    for before, after in itertools.pairwise(rows):
        assert before.passed == after.entered
    assert rows[-1].passed == counts["tasks"]
    assert all(row.entered - row.passed == sum(row.reasons.values()) for row in rows)


def test_nothing_changed_means_nothing_done(tiny_run, tiny_config):
    before = files(tiny_run.config.run.out)
    console = Lines()
    run_all(load_config(tiny_config), console=console)
    assert len(console.lines) == len(STAGES)
    assert all("nothing to do" in line for line in console.lines)
    assert files(tiny_run.config.run.out) == before


def test_a_changed_key_runs_only_what_depends_on_it(tiny_run, tiny_config, tmp_path):
    out = tmp_path / "out"
    shutil.copytree(tiny_run.config.run.out, out, symlinks=True)
    todo = [
        ("report.details=3", ["report"]),
        ("rollout.limits.turns=50", ["rollout"]),
        ("gates.question_k=4", ["synth"]),
        ("run.workers=1", []),
        ("rollout.concurrency=1", []),
        ("run.seed=5", ["ingest"]),
    ]
    for override, first in todo:
        config = load_config(tiny_config, [override, f"run.out={out}"])
        lines = plan(config)
        assert [line.stage.name for line in lines if line.manifest is None][:1] == first, override
    console = Lines()
    run_all(load_config(tiny_config, ["report.details=3", f"run.out={out}"]), console=console)
    assert ["nothing to do" in line for line in console.lines] == [True] * 6 + [False]


def test_worker_count_and_order_of_work_do_not_show(small):
    results = []
    for workers in (1, 2, 3):
        _, config = small("out", f"run.workers={workers}", "synth.tasks=8")
        results.append(files(run_all(config).config.run.out))
    assert results[0].keys() == results[1].keys()
    for other in results[1:]:
        assert [name for name in results[0] if results[0][name] != other[name]] == []


def test_another_seed_gives_other_tasks(small):
    questions = []
    for seed in (0, 1):
        _, config = small("out", "world.seed=0", f"run.seed={seed}")
        questions.append({task.question for task in run_stages(config, until="synth").tasks()})
    assert questions[0] != questions[1]


def test_kill_at_ten_random_moments_gives_the_bytes_of_an_unbroken_run(small):
    config_file, whole = small("whole", "run.workers=2")
    began = time.monotonic()
    run_all(whole)
    length = time.monotonic() - began
    broken = whole.run.out.with_name("broken")
    command = [
        sys.executable,
        "-m",
        "isthmus",
        "run",
        str(config_file),
        "--out",
        str(broken),
        "--set",
        "run.workers=2",
    ]
    rng = derive_rng(3, "kill")
    expected = files(whole.run.out)
    kills = 0
    while kills < 10:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        time.sleep(0.1 + rng.random() * (0.4 + length * 0.7))
        process.send_signal(signal.SIGKILL)
        killed = process.wait() == -signal.SIGKILL
        process.stderr.close()
        kills += killed
        if not killed:
            # It came to its end in spite of all: look at it, and begin again.
            assert files(broken) == expected
            shutil.rmtree(broken)
    finished = subprocess.run(command, capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stderr
    got = files(broken)
    assert got.keys() == expected.keys()
    assert [name for name in expected if expected[name] != got[name]] == []


def test_a_second_run_on_one_folder_is_refused(tiny_config, tmp_path):
    from isthmus.runs import hold_lock

    config = load_config(tiny_config, [f"run.out={tmp_path}"])
    with hold_lock(tmp_path), pytest.raises(InputError, match=f"process {os.getpid()} is working here"):
        run_all(config)


def test_an_unknown_policy_is_named_before_anything_is_done(tiny_config, tmp_path):
    config = load_config(tiny_config, [f"run.out={tmp_path / 'out'}", 'rollout.policies=["oracel"]'])
    with pytest.raises(ConfigError, match=r"no policy 'oracel'; choose from oracle, one_search, no_search"):
        run_all(config)
    assert not (tmp_path / "out").exists()


def test_open_run_reads_what_there_is(tiny_run, tiny_config, tmp_path):
    run = open_run(load_config(tiny_config))
    assert [task.id for task in run.tasks()] == [task.id for task in tiny_run.tasks()]
    nothing = open_run(load_config(tiny_config, [f"run.out={tmp_path / 'none'}"]))
    with pytest.raises(InputError, match="no results of 'synth' yet"):
        next(nothing.tasks())
    assert not (tmp_path / "none").exists()


def test_verify_reproduces_every_certificate(tiny_run):
    out = tiny_run.config.run.out
    checked = verify_tasks(out / "synth" / "tasks.jsonl", out)
    assert (checked.tasks, checked.differences) == (12, ())
    assert checked.verdicts >= 12 * 8
