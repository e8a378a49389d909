from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from isthmus.config import Config, describe, load_config
from isthmus.errors import ConfigError

GOOD = """
[run]
name = "demo"
seed = 3

[world]
pages = 500
"""


@pytest.fixture
def write(tmp_path):
    def write(text: str, name: str = "run.toml") -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_defaults_are_filled_in_and_the_run_s_seed_makes_the_world(write):
    config = load_config(write(GOOD))
    assert (config.run.name, config.run.seed, config.world.pages, config.world.seed) == ("demo", 3, 500, 3)
    assert config.rollout.policies == ("oracle", "one_search", "no_search")
    assert load_config(write(GOOD), ["run.seed=9"]).world.seed == 9
    assert load_config(write(GOOD + "seed = 1\n"), ["run.seed=9"]).world.seed == 1


def test_a_description_reads_back_as_itself(write):
    config = load_config(write(GOOD), ["rollout.limits.turns=7", "synth.tasks=3"])
    text = describe(config)
    assert tomllib.loads(text)["rollout"]["limits"]["turns"] == 7
    assert load_config(write(text, "again.toml")) == config


def test_extends_states_only_what_differs(write):
    write(GOOD + "[synth]\ntasks = 5\nmax_depth = 2\n", "base/base.toml")
    path = write('extends = "base/base.toml"\n[synth]\ntasks = 6\n[run]\nname = "other"\n')
    config = load_config(path, ["synth.tasks=7"])
    assert (config.run.name, config.run.seed, config.synth.tasks, config.synth.max_depth) == (
        "other",
        3,
        7,
        2,
    )
    assert load_config(path).synth.tasks == 6


def test_paths_are_from_the_file_that_says_them(write, tmp_path):
    write(
        '[run]\nname = "a"\n[corpus]\npath = "pages"\n[databases]\npaths = ["a.db", "/b.db"]\n',
        "base/base.toml",
    )
    config = load_config(write('extends = "base/base.toml"\n'))
    assert config.corpus.path == tmp_path / "base" / "pages"
    assert config.databases.paths == (tmp_path / "base" / "a.db", Path("/b.db"))
    assert load_config(tmp_path / "run.toml", ["corpus.path=pages"]).corpus.path == Path("pages")


def test_texts_given_with_set_need_no_quotes(write):
    assert load_config(write(GOOD), ["run.name=seven"]).run.name == "seven"
    assert load_config(write(GOOD), ['run.name="7"']).run.name == "7"
    assert load_config(write(GOOD), ['rollout.policies=["oracle"]']).rollout.policies == ("oracle",)


@pytest.mark.parametrize(
    ("text", "overrides", "message"),
    [
        (
            GOOD + "[synth]\ntaks = 5\n",
            [],
            "run.toml:9: unknown key 'synth.taks'; did you mean 'synth.tasks'?",
        ),
        (GOOD + "pagse = 5\n", [], "run.toml:8: unknown key 'world.pagse'; did you mean 'world.pages'?"),
        (GOOD + "[sinth]\ntasks = 5\n", [], "run.toml:8: unknown key 'sinth'; did you mean 'synth'?"),
        (
            GOOD + "turns = 5\n",
            [],
            "run.toml:8: unknown key 'world.turns'; did you mean 'rollout.limits.turns'?",
        ),
        (GOOD + "zzz = 5\n", [], "run.toml:8: unknown key 'world.zzz'; known here: pages, papers, seed"),
        (GOOD, ["synth.taks=5"], "--set: unknown key 'synth.taks'; did you mean 'synth.tasks'?"),
        (
            GOOD + '[synth]\ntasks = "5"\n',
            [],
            'run.toml:9: synth.tasks = "5" should be a valid integer; give a whole number',
        ),
        (
            GOOD,
            ["synth.tasks=many"],
            '--set: synth.tasks = "many" should be a valid integer; give a whole number',
        ),
        (GOOD, ["rollout.policies=3"], "--set: rollout.policies = 3 should be a valid"),
        (
            GOOD,
            ["rollout.policies=[1]"],
            "--set: rollout.policies.0 = 1 should be a valid string; give a list, each a text in quotes",
        ),
        (
            GOOD + "[synth]\ntasks = 2024-01-01\n",
            [],
            "run.toml:9: synth.tasks is a date; write it in quotes or as a number",
        ),
        (GOOD, ["rollout.limits.turns=0"], "--set: rollout.limits.turns: 0 is too small; give 1 or more"),
        (GOOD, ["world.pages=3"], "pages = 3 is not between 200"),
        (GOOD, ["rollout.attempts=0"], "rollout.attempts and rollout.concurrency must be 1 or more"),
        (GOOD, ["nothing"], "--set: 'nothing' is not key=value; write it as --set section.key=value"),
        ("[world]\npages = 500\n", [], "run.toml: section [run] is missing; add it"),
        ("[run]\n[world]\n", [], "run.toml:1: [run] needs 'name'; add it"),
        ('[run]\nname = "a"\n', [], "a run needs one of [corpus] and [world]"),
        (GOOD + '[corpus]\npath = "x"\n', [], "a run needs one of [corpus] and [world]"),
        ("[run\n", [], "run.toml: not TOML: "),
        ("extends = 3\n", [], "run.toml: extends = 3 is not a file name"),
        (
            'extends = "none.toml"\n',
            [],
            "none.toml: cannot read the configuration: No such file or directory; name a TOML file",
        ),
        ('extends = "run.toml"\n', [], "extends 'run.toml', which leads back here; remove one `extends`"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(write, text, overrides, message):
    with pytest.raises(ConfigError, match=re.escape(message)) as caught:
        load_config(write(text), overrides)
    assert "\n" not in str(caught.value)


def test_not_utf8(tmp_path):
    path = tmp_path / "run.toml"
    path.write_bytes(b'[run]\nname = "\xff"\n')
    with pytest.raises(ConfigError, match="not UTF-8"):
        load_config(path)


def test_a_configuration_is_frozen(write):
    config = load_config(write(GOOD))
    assert isinstance(config, Config)
    with pytest.raises(AttributeError):
        config.run.seed = 4  # type: ignore[misc]
