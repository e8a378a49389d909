from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import tomllib

import pytest

from isthmus.cli import COMMANDS, cli
from isthmus.config import load_config


def test_help_is_quick_and_lists_every_command():
    # A command whose module was imported would show here; click and the standard library are all that help needs.
    code = (
        "import sys\nfrom isthmus.cli import main\ntry:\n    main(['--help'])\nexcept SystemExit: pass\n"
        "print(sorted(m for m in sys.modules if m.startswith('isthmus')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    *lines, modules = done.stdout.strip().splitlines()
    loaded = "['isthmus', 'isthmus.cli', 'isthmus.cli.lazy', 'isthmus.errors', 'isthmus.version']"
    assert modules == loaded
    text = "\n".join(lines)
    for name in COMMANDS:
        assert re.search(rf"^  {name} ", text, re.MULTILINE), name


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_teaches_with_an_example(isthmus, name):
    result = isthmus(name, "--help")
    assert result.code == 0
    assert re.search(rf"Examples?:\n +isthmus {name}\b", result.out)
    assert max(map(len, result.out.splitlines())) <= 110


def test_commands_have_the_name_they_are_listed_by():
    for name in COMMANDS:
        assert cli.get_command(None, name).name == name


def test_version(isthmus):
    assert re.fullmatch(r"isthmus, version \d+\.\d+\.\d+\n", isthmus("--version").out)


def test_run_ends_with_yield_accuracy_report_and_three_commands(isthmus, tiny_run, tiny_config):
    result = isthmus("run", tiny_config)
    assert result.code == 0
    assert result.err.count("nothing to do") == 7
    assert re.search(r"^unique +\d+ +\d+ +100%", result.out, re.MULTILINE)
    assert re.search(r"^oracle +1\.000  0\.758 to 1\.000 +12 +0$", result.out, re.MULTILINE)
    report = re.search(r"^report: (.*)$", result.out, re.MULTILINE)[1]
    assert os.path.getsize(report) > 100_000
    commands = re.findall(r"^  (isthmus .*)$", result.out.split("next:")[1], re.MULTILINE)
    assert [command.split()[1] for command in commands] == ["show", "verify", "init"]
    assert isthmus(*commands[0].split()[1:]).code == 0
    assert isthmus(*commands[1].split()[1:]).code == 0


@pytest.mark.parametrize("stage", ["ingest", "graph", "index", "synth", "rollout", "score", "report"])
def test_stage_commands(isthmus, tiny_run, tiny_config, stage):
    result = isthmus(stage, tiny_config)
    assert (result.code, result.out.splitlines()[-1]) == (0, str(tiny_run.config.run.out / stage))
    assert result.err.splitlines()[-1].startswith(f"{stage:<8} nothing to do")
    assert ("resistant" in result.out) == (stage == "synth")
    assert ("oracle" in result.out) == (stage == "score")


def test_dry_run_prints_the_whole_configuration_and_does_nothing(isthmus, tiny_run, tiny_config, tmp_path):
    done = isthmus("run", tiny_config, "--dry-run")
    assert tomllib.loads(done.out)["gates"]["question_k"] == tiny_run.config.gates.question_k
    assert done.out.count("nothing to do") == 7
    todo = isthmus(
        "run", tiny_config, "--dry-run", "--out", tmp_path / "new", "--seed", 5, "--set", "synth.tasks=3"
    )
    values = tomllib.loads(todo.out)
    assert (values["run"]["out"], values["run"]["seed"], values["world"]["seed"]) == (
        str(tmp_path / "new"),
        5,
        5,
    )
    assert values["synth"]["tasks"] == 3
    assert re.search(r"^# ingest +to do, in ", todo.out, re.MULTILINE)
    assert re.search(r"^# report +to do, after ingest, graph, synth, rollout, score$", todo.out, re.MULTILINE)
    assert not (tmp_path / "new").exists()


def test_show_prints_a_task_with_its_proof(isthmus, tiny_run):
    task = next(tiny_run.tasks())
    result = isthmus("show", task.id[:8], "--out", tiny_run.config.run.out)
    assert result.code == 0
    flat = " ".join(result.out.split())
    assert task.answer.text in flat
    assert f"{len(task.certificate.verdicts)} of {len(task.certificate.verdicts)} gates passed" in flat
    for constraint in task.tree.constraints:
        assert f"({task.tree.vertices[constraint.subject].entity})" in flat


def test_show_finds_a_task_in_a_folder_of_runs(isthmus, tiny_run, tmp_path):
    (tmp_path / "runs" / "one").mkdir(parents=True)
    (tmp_path / "runs" / "two").symlink_to(tiny_run.config.run.out.absolute())
    task = next(tiny_run.tasks())
    both = isthmus("show", task.id, "--out", tmp_path / "runs")
    assert both.code == 0
    assert both.out == isthmus("show", task.id, "--out", tiny_run.config.run.out).out


def test_show_of_what_is_not_there(isthmus, tiny_run, tmp_path):
    out = tiny_run.config.run.out
    assert "no task 'tzz'; take an id" in isthmus("show", "tzz", "--out", out).err
    assert "12 tasks begin with 't'; give more of it: t" in isthmus("show", "t", "--out", out).err
    missing = isthmus("show", "t1", "--out", tmp_path)
    assert (missing.code, missing.err) == (
        2,
        f"isthmus: {tmp_path}: no tasks here; name a run's folder with --out, or run `isthmus run`\n",
    )


def test_verify_ends_with_1_on_any_difference(isthmus, tiny_run, tmp_path):
    out = tiny_run.config.run.out
    good = isthmus("verify", out)
    assert good.code == 0
    assert re.fullmatch(r"12 tasks, \d+ verdicts, 0 differences\n", good.out)
    lines = (out / "synth" / "tasks.jsonl").read_text(encoding="utf-8").splitlines()
    first = json.loads(lines[0])
    unique = next(v for v in first["certificate"]["verdicts"] if v["gate"] == "unique")
    key = next(iter(unique["numbers"]))
    unique["numbers"][key] = [[9]]
    first["tree"]["constraints"][0]["evidence"]["start"] += 1
    copied = tmp_path / "tasks.jsonl"
    copied.write_text("\n".join([json.dumps(first), *lines[1:]]) + "\n", encoding="utf-8")
    bad = isthmus("verify", copied, "--out", out)
    assert bad.code == 1
    assert f"{first['id']}: unique.numbers.{key}: stored [[9]], computed" in bad.out
    assert f"{first['id']}: grounded." in bad.out
    assert isthmus("verify", copied, "--out", out, "--most", 1).out.count(first["id"]) == 1
    astray = isthmus("verify", copied)
    assert astray.code == 2
    assert "no run here that made the tasks; name its folder with --out" in astray.err


def test_verify_tells_a_changed_word_that_no_gate_looks_at(isthmus, tiny_run, tmp_path):
    out = tiny_run.config.run.out
    text = (out / "synth" / "tasks.jsonl").read_text(encoding="utf-8")
    copied = tmp_path / "tasks.jsonl"
    copied.write_text(text.replace('"writer":"', '"writer":"x', 1), encoding="utf-8")
    result = isthmus("verify", copied, "--out", out)
    assert result.code == 1
    assert re.match(rf"{next(tiny_run.tasks()).id}: content: stored .*, computed ", result.out)


def test_verify_of_tasks_of_another_corpus_is_stale(isthmus, tiny_run, tiny_config, tmp_path):
    out = tmp_path / "other"
    assert isthmus("ingest", tiny_config, "--out", out, "--seed", 9).code == 0
    result = isthmus("verify", tiny_run.config.run.out / "synth" / "tasks.jsonl", "--out", out)
    assert result.code == 2
    assert re.search(r"no snapshot \w+ here, which the certificates were made on; name the run", result.err)


def test_world_writes_documents_truth_and_database(isthmus, tmp_path, monkeypatch):
    result = isthmus("world", tmp_path / "w", "--pages", 200, "--seed", 4)
    assert result.code == 0
    assert sorted(path.name for path in (tmp_path / "w").iterdir()) == [
        "documents.jsonl",
        "facts.jsonl",
        "redirects.jsonl",
        "world.sqlite",
    ]
    assert len((tmp_path / "w" / "documents.jsonl").read_text(encoding="utf-8").splitlines()) == 200
    again = isthmus("world", tmp_path / "v", "--pages", 200, "--seed", 4)
    assert again.out.replace("/v", "/w") == result.out
    assert result.out.endswith(f"next:\n  isthmus init {tmp_path}/w {tmp_path}/w/world.sqlite\n")
    monkeypatch.chdir(tmp_path)
    assert isthmus("init", "w", "w/world.sqlite").code == 0
    assert isthmus("ingest", "w.toml").code == 0
    for name in ("documents.jsonl", "facts.jsonl", "world.sqlite"):
        assert (tmp_path / "w" / name).read_bytes() == (tmp_path / "v" / name).read_bytes()


def test_doctor_looks_at_python_packages_and_disk(isthmus, monkeypatch):
    good = isthmus("doctor")
    assert good.code == 0
    assert re.search(r"^ok +Python 3\.\d+", good.out, re.MULTILINE)
    assert re.search(r"^ok +tantivy \d", good.out, re.MULTILINE)
    assert re.search(r"^ok +disk at .*GB free$", good.out, re.MULTILINE)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: shutil._ntuple_diskusage(1, 1, 0))
    bad = isthmus("doctor")
    assert bad.code == 1
    assert "MISSING  disk at" in bad.out


def test_init_looks_and_writes_a_configuration_that_runs(isthmus, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    pages = tmp_path / "my pages"
    pages.mkdir()
    towns = ["Arle", "Brack", "Corm", "Dunn"]
    for town in towns:
        others = " ".join(f"[{other}]({other}.md)" for other in towns if other != town)
        (pages / f"{town}.md").write_text(
            f"# {town}\n\n{town} is a town near {others}.\n" * 3, encoding="utf-8"
        )
    database = sqlite3.connect(tmp_path / "sales.sqlite")
    database.execute("CREATE TABLE sale (id INTEGER, town TEXT)")
    database.executemany("INSERT INTO sale VALUES (?, ?)", enumerate(towns))
    database.commit()
    database.close()
    result = isthmus("init", pages, tmp_path / "sales.sqlite")
    assert result.code == 0
    assert "my pages: markdown; all 4 pages read (stub 4), 0 redirects" in result.out
    assert "no article: no page can be an answer" in result.out
    assert "sales.sqlite: SQLite; sale (4 rows)" in result.out
    assert result.out.endswith("wrote my-pages.toml; next:\n  isthmus run my-pages.toml\n")
    config = load_config("my-pages.toml")
    assert config.corpus.path.resolve() == pages
    assert [path.resolve() for path in config.databases.paths] == [tmp_path / "sales.sqlite"]
    assert isthmus("ingest", "my-pages.toml").code == 0
    again = isthmus("init", pages)
    assert (again.code, again.err) == (
        2,
        "isthmus: my-pages.toml: is already there; name another file with --to, or give --force\n",
    )
    assert isthmus("init", pages, "--force").code == 0
    assert "2 files or folders of documents are named" in isthmus("init", pages, pages).err
    assert "no such file or folder" in isthmus("init", "nothing").err


def test_ctrl_c_says_how_to_go_on(tiny_config, tmp_path):
    command = [
        sys.executable,
        "-m",
        "isthmus",
        "run",
        str(tiny_config),
        "--out",
        str(tmp_path),
        "--set",
        "world.pages=3000",
    ]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
    line = process.stderr.readline()
    assert line.startswith("ingest")
    time.sleep(0.3)
    os.killpg(process.pid, signal.SIGINT)
    rest = process.communicate()[1]
    assert process.returncode == 130
    assert rest.splitlines()[-1] == "isthmus: stopped; run the same command to go on"
    assert "Traceback" not in rest


def test_a_reader_that_has_enough_is_no_error(tiny_run, tiny_config):
    command = f"{sys.executable} -m isthmus run {tiny_config} --dry-run | head -1"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("[run]\n", "")
