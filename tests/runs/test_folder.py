from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from isthmus.errors import InputError, StorageError
from isthmus.ids import derive_rng
from isthmus.runs import RunFolder, StageKey, hold_lock


def snapshot_of(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name not in ("timings.json", ".lock")
    }


def test_fingerprint_follows_settings_inputs_and_version(key):
    def other(**changes: object) -> str:
        fields = {"stage": key.stage, "version": key.version, "settings": key.settings, "inputs": key.inputs}
        return StageKey(**{**fields, **changes}).fingerprint  # type: ignore[arg-type]

    assert other() == key.fingerprint
    assert other(settings={"size": 3}) == key.fingerprint
    changed = [
        other(settings={"size": 4}),
        other(inputs={"graph": "g2"}),
        other(version="2"),
        other(stage="score"),
    ]
    assert len({key.fingerprint, *changed}) == 5


def test_a_folder_is_whole_when_it_has_a_manifest(tmp_path, key, record):
    stage = RunFolder(tmp_path).stage(key)
    assert stage.finished() is None
    stage.begin()
    journal = stage.journal("records")
    journal.append("1", {"tasks": [record(1)]})
    (stage.path / "half-made").mkdir()
    (stage.path / "half-made" / "x").write_text("x")
    stage.close()

    again = RunFolder(tmp_path).stage(key)
    assert again.finished() is None
    again.begin()
    assert [p.name for p in again.path.iterdir()] == ["records.journal"]
    journal = again.journal("records")
    assert journal.done == {"1"}
    counts = journal.finish(again.path, ["tasks"])
    manifest = again.finish(outputs={"tasks": "t1"}, counts=counts, seconds=1.0)
    again.point()
    assert sorted(p.name for p in again.path.iterdir()) == ["manifest.json", "tasks.jsonl", "timings.json"]
    assert RunFolder(tmp_path).stage(key).finished() == manifest
    assert manifest.counts == {"tasks": 1}
    assert (tmp_path / "synth" / "tasks.jsonl").exists()
    assert "seconds" not in (again.path / "manifest.json").read_text()


def test_the_pointer_moves_to_the_newest(tmp_path, key):
    folder = RunFolder(tmp_path)
    for size in (1, 2):
        stage = folder.stage(StageKey(stage="synth", version="1", settings={"size": size}, inputs={}))
        stage.begin()
        stage.finish(outputs={}, counts={}, seconds=0)
        stage.point()
        stage.point()
    assert (tmp_path / "synth").resolve() == stage.path.resolve()
    assert len(list((tmp_path / "store").iterdir())) == 2
    assert not list(tmp_path.glob(".*.partial"))


def test_a_second_run_on_one_folder_is_told_who_works_there(tmp_path):
    with hold_lock(tmp_path / "out"):
        code = "import sys; from pathlib import Path; from isthmus.runs import hold_lock\nwith hold_lock(Path(sys.argv[1])): pass"
        second = subprocess.run(
            [sys.executable, "-c", code, str(tmp_path / "out")], capture_output=True, text=True, check=False
        )
        assert f"process {os.getpid()} is working here; wait for it to end" in second.stderr
    with hold_lock(tmp_path / "out"):
        pass


def test_a_lock_of_a_dead_process_is_free(tmp_path):
    code = (
        "import os, sys; from pathlib import Path; from isthmus.runs import hold_lock\n"
        "with hold_lock(Path(sys.argv[1])): os._exit(9)"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=False)
    with hold_lock(tmp_path):
        pass
    with pytest.raises(InputError), hold_lock(tmp_path), hold_lock(tmp_path):
        pass


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    with (
        pytest.raises(
            StorageError, match=re.escape("cannot write here: Not a directory; name another folder")
        ),
        hold_lock(tmp_path / "file" / "out"),
    ):
        pass


WORK = """
    import sys, time
    from pathlib import Path
    from isthmus.records import Rejection
    from isthmus.runs import RunFolder, StageKey

    folder = RunFolder(Path(sys.argv[1]))
    with folder.locked():
        for name in ("one", "two"):
            stage = folder.stage(StageKey(stage=name, version="1", settings={}, inputs={}))
            if stage.finished() is None:
                stage.begin()
                journal = stage.journal("records")
                for number in range(400):
                    key = f"{number * 7919 % 1000:04d}"
                    if key not in journal:
                        records = [Rejection(id=key, stage=name, reason="r", detail="d" * number)] * (number % 3)
                        journal.append(key, {"kept": records, "left": records[:1]})
                        time.sleep(0.0004)
                counts = journal.finish(stage.path, ["kept", "left"])
                stage.finish(outputs={}, counts=counts, seconds=0)
            else:
                stage.tidy()
            stage.point()
    print("whole")
"""


def test_kill_at_ten_moments_gives_the_bytes_of_an_unbroken_run(tmp_path):
    script = tmp_path / "work.py"
    script.write_text(textwrap.dedent(WORK))

    def start(folder: Path) -> subprocess.Popen[str]:
        return subprocess.Popen([sys.executable, str(script), str(folder)], stdout=subprocess.PIPE, text=True)

    began = time.monotonic()
    assert start(tmp_path / "whole").communicate()[0] == "whole\n"
    length = time.monotonic() - began
    expected = snapshot_of(tmp_path / "whole")
    rng = derive_rng(7, "kill")
    broken = tmp_path / "broken"
    kills = 0
    for moment in range(10):
        process = start(broken)
        time.sleep(length * (0.2 + 0.6 * rng.random()) / (1 + moment % 3))
        process.send_signal(signal.SIGKILL)
        kills += process.wait() == -signal.SIGKILL
        process.stdout.close()  # type: ignore[union-attr]
    assert start(broken).communicate()[0] == "whole\n"
    assert kills > 0
    assert snapshot_of(broken) == expected


ORPHANS = """
    import os, signal, sys
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context
    from pathlib import Path
    from isthmus.runs import hold_lock

    def name():
        return os.getpid()

    with hold_lock(Path(sys.argv[1])):
        pool = ProcessPoolExecutor(1, mp_context=get_context("fork"))
        print(pool.submit(name).result(), flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
"""


def test_workers_of_a_killed_run_let_go_and_end(tmp_path):
    script = tmp_path / "work.py"
    script.write_text(textwrap.dedent(ORPHANS))
    process = subprocess.Popen(
        [sys.executable, str(script), str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    worker = int(process.stdout.readline())  # type: ignore[union-attr]
    assert process.wait() == -signal.SIGKILL
    process.stdout.close()  # type: ignore[union-attr]
    with hold_lock(tmp_path):
        pass
    for _ in range(100):
        try:
            os.kill(worker, 0)
        except ProcessLookupError:
            return
        if (
            Path(f"/proc/{worker}/stat").exists()
            and Path(f"/proc/{worker}/stat").read_text(encoding="utf-8").split()[2] == "Z"
        ):
            return
        time.sleep(0.1)
    pytest.fail(f"worker {worker} outlived its parent by ten seconds")
