"""The documentation does not lie: tables are made from the code, commands parse, configurations load, examples run.

To write the tables and help texts anew after a change: ISTHMUS_UPDATE_DOCS=1 pytest tests/test_docs.py
"""

from __future__ import annotations

import ast
import dataclasses
import inspect
import io
import json
import os
import re
import shlex
import textwrap
import typing
from contextlib import redirect_stdout
from pathlib import Path

import click
import pytest

from isthmus.cli import COMMANDS, cli
from isthmus.config import Config, load_config
from isthmus.config.loading import all_keys, type_words
from isthmus.pipeline import run_all
from isthmus.pipeline.closing import accuracy_lines, funnel_lines

ROOT = Path(__file__).parent.parent
DOCS = sorted(ROOT.glob("docs/*.md"))
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *DOCS]
UPDATE = "ISTHMUS_UPDATE_DOCS" in os.environ


def blocks(path: Path, language: str) -> list[str]:
    return re.findall(
        rf"^```{language}\n(.*?)^```", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )


def commands() -> list[tuple[str, str]]:
    """Every command line in the pages, with the page's name; lines that end with a backslash are joined."""
    found = []
    for path in PAGES:
        for block in blocks(path, "bash"):
            for line in block.replace("\\\n", " ").splitlines():
                line = line.split("  #")[0].strip()
                if line and not line.startswith("#"):
                    found.append((path.name, line))
    return found


@pytest.mark.parametrize(("page", "line"), commands())
def test_every_command_in_the_pages_parses(page, line):
    for part in re.split(r"\s*(?:&&|\|)\s*", line):
        words = shlex.split(part)
        if words[0] == "make":
            targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
            assert {word for word in words[1:] if "=" not in word} <= set(targets)
        elif words[0] == "isthmus":
            parses(words[1:])
        else:
            known = {
                "git",
                "cd",
                "pip",
                "python3",
                "python",
                "bash",
                "head",
                "pytest",
                "source",
                "ISTHMUS_UPDATE_DOCS=1",
            }
            assert words[0] in known, f"{page}: nobody checks {words[0]!r}"


def parses(words: list[str]) -> None:
    if not words or words[0].startswith("-"):
        cli.make_context("isthmus", words or ["--help"], resilient_parsing=True)
        return
    command = cli.get_command(click.Context(cli), words[0])
    assert command is not None, f"no command {words[0]!r}"
    words = words[1:]
    if isinstance(command, click.Group) and words[0] in command.commands:
        command, words = command.commands[words[0]], words[1:]
    context = command.make_context(command.name, [*words])
    if "overrides" in context.params:
        config = ROOT / context.params["config"]
        example = config if config.exists() else ROOT / "examples" / "demo.toml"
        load_config(example, context.params["overrides"])


@pytest.mark.parametrize("path", sorted(ROOT.glob("examples/*.toml")), ids=lambda path: path.name)
def test_every_example_loads(path):
    config = load_config(path)
    assert config.run.name == path.stem


def test_toml_blocks_of_the_pages_load(tmp_path):
    for path in PAGES:
        for number, block in enumerate(blocks(path, "toml")):
            if not re.search(r"^\[run\]", block, re.MULTILINE):
                block = '[run]\nname = "x"\n' + block
            if not re.search(r"^\[(world|corpus)\]", block, re.MULTILINE):
                block += "\n[world]\n"
            if "extends" in block:
                (tmp_path / "base.toml").write_text('[run]\nname = "base"\n', encoding="utf-8")
                block = 'extends = "base.toml"\n' + re.sub(r"^extends.*\n", "", block, flags=re.MULTILINE)
            file = tmp_path / f"{path.stem}-{number}.toml"
            file.write_text(block, encoding="utf-8")
            load_config(file)


def test_readme_shows_what_the_demo_prints(tmp_path):
    config = load_config(ROOT / "examples" / "demo.toml", [f"run.out={json.dumps(str(tmp_path))}"])
    run = run_all(config)
    lines = [*funnel_lines(run.funnel()), "", *accuracy_lines(run.accuracies())]
    marked(ROOT / "README.md", "demo", "\n".join(["```text", *lines, "```\n"]))


@pytest.fixture
def workplace(tiny_run, tiny_config, tmp_path, monkeypatch):
    """A folder with what the pages speak of: a small finished run, its parts by their plain names, and its configuration."""
    (tmp_path / "examples").mkdir()
    (tmp_path / "examples" / "demo.toml").write_text(
        tiny_config.read_text(encoding="utf-8"), encoding="utf-8"
    )
    for stage, name in (
        ("ingest", "snapshot"),
        ("graph", "graph"),
        ("index", "index"),
        ("synth", "tasks.jsonl"),
    ):
        (tmp_path / name).symlink_to(tiny_run.folder(stage).absolute() / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    "path", [path for path in PAGES if blocks(path, "python")], ids=lambda path: path.name
)
def test_python_examples_run(path, workplace):
    """The blocks of a page are one program, run as it stands."""
    program = "\n".join(blocks(path, "python"))
    with redirect_stdout(io.StringIO()) as out:
        exec(compile(program, path.name, "exec"), {"__name__": "__main__"})
    assert out.getvalue() or "print" not in program


def test_links_between_pages_lead_somewhere():
    for path in PAGES:
        prose = re.sub(
            r"^```.*?^```|`[^`\n]*`", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL
        )
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", prose):
            assert (path.parent / target).exists(), f"{path.name} links to {target}"


def test_pages_that_messages_name_are_there():
    for path in (ROOT / "src").rglob("*.py"):
        for page in re.findall(r"docs/[a-z]+\.md", path.read_text(encoding="utf-8")):
            assert (ROOT / page).exists(), f"{path.name} sends the reader to {page}"


def test_every_page_is_in_the_index():
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    for path in DOCS:
        assert path.name == "index.md" or f"]({path.name})" in index, (
            f"docs/index.md does not list {path.name}"
        )


def marked(path: Path, name: str, wanted: str) -> None:
    """Check, or write anew, the part of a page between `<!-- name -->` and `<!-- end -->`."""
    text = path.read_text(encoding="utf-8")
    pattern = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end -->)", re.DOTALL)
    assert pattern.search(text), f"{path.name} has no part {name!r}"
    updated = pattern.sub(lambda match: match[1] + wanted + match[2], text)
    if UPDATE:
        path.write_text(updated, encoding="utf-8")
    else:
        assert updated == text, (
            f"{path.name} is behind the code: ISTHMUS_UPDATE_DOCS=1 pytest tests/test_docs.py"
        )


def test_configuration_page_has_every_key():
    marked(ROOT / "docs" / "configuration.md", "keys", configuration_table())


def configuration_table() -> str:
    parts = []
    hints = typing.get_type_hints(Config)
    for field in dataclasses.fields(Config):
        table = next(
            t for t in (hints[field.name], *typing.get_args(hints[field.name])) if dataclasses.is_dataclass(t)
        )
        parts.append(table_text(field.name, table))
    return "\n".join(parts)


def table_text(name: str, kind: type) -> str:
    lines = [
        f"### `[{name}]`",
        "",
        first_sentence(kind),
        "",
        "| key | default | takes | what it does |",
        "|---|---|---|---|",
    ]
    nested = []
    hints = typing.get_type_hints(kind)
    docs = field_docs(kind)
    for field in dataclasses.fields(kind):
        if dataclasses.is_dataclass(hints[field.name]):
            nested.append(table_text(f"{name}.{field.name}", hints[field.name]))
            continue
        assert docs[field.name], f"{kind.__name__}.{field.name} has no docstring"
        default = "needed" if field.default is dataclasses.MISSING else f"`{shown(field.default)}`"
        words = type_words(hints[field.name]).replace("|", "\\|")
        meaning = " ".join(docs[field.name].split()).replace("|", "\\|")
        lines.append(f"| `{field.name}` | {default} | {words} | {meaning} |")
    return "\n".join([*lines, "", *nested])


def shown(value: object) -> str:
    if value is None:
        return "none"
    return json.dumps(value, default=str)


def first_sentence(kind: type) -> str:
    text = inspect.cleandoc(kind.__doc__ or "").split("\n\n")[0]
    return " ".join(text.split())


def field_docs(kind: type) -> dict[str, str]:
    """Return the text under each field of a dataclass."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(kind)))
    body = tree.body[0].body
    docs = {}
    for statement, following in zip(body, [*body[1:], None], strict=True):
        if isinstance(statement, ast.AnnAssign):
            text = following.value.value if isinstance(following, ast.Expr) else ""
            docs[statement.target.id] = text
    return docs


def test_all_keys_are_walked():
    keys = {".".join(path) for path in all_keys(Config)}
    assert {"run.name", "world.pages", "synth.tasks", "gates.question_k", "rollout.limits.turns"} <= keys
    page = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
    for key in keys:
        assert f"`{key.rsplit('.')[-1]}`" in page or f"`[{key}]`" in page, key


def test_command_page_has_every_command_as_it_helps():
    parts = []
    for name in COMMANDS:
        command = cli.get_command(click.Context(cli), name)
        context = click.Context(
            command, info_name=f"isthmus {name}", max_content_width=100, terminal_width=100
        )
        parts.append(f"## isthmus {name}\n\n```text\n{command.get_help(context)}\n```\n")
        for sub in command.commands.values() if isinstance(command, click.Group) else ():
            context = click.Context(
                sub, info_name=f"isthmus {name} {sub.name}", max_content_width=100, terminal_width=100
            )
            parts.append(f"## isthmus {name} {sub.name}\n\n```text\n{sub.get_help(context)}\n```\n")
    marked(ROOT / "docs" / "cli.md", "commands", "\n" + "\n".join(parts) + "\n")


def test_paper_page_has_a_place_for_every_paper_named_in_the_code():
    page = (ROOT / "docs" / "papers.md").read_text(encoding="utf-8")
    named = {
        paper
        for path in (ROOT / "src").rglob("*.py")
        for paper in re.findall(r"arXiv:(\d{4}\.\d{5})", path.read_text(encoding="utf-8"))
    }
    assert named
    for paper in sorted(named):
        assert paper in page, f"docs/papers.md does not list arXiv:{paper}, which the code cites"
