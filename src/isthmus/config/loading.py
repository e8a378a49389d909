"""From a TOML file to a frozen configuration, strictly.

A file may say `extends = "base.toml"` and states only what differs; `--set key=value` comes last. Every key and value is checked
against the components' own dataclasses: an unknown key or a value of the wrong type is refused with the file, the line, the key
and the nearest key there is. Nothing is taken from the environment, so equal files mean equal runs.
"""

from __future__ import annotations

import dataclasses
import difflib
import json
import re
import tomllib
import typing
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from isthmus.errors import ConfigError, InputError
from isthmus.records.jsonl import adapter

T = TypeVar("T")

OVERRIDE = "--set"
"""Place of a value given on the command line."""
_KEY = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*")


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    """Merged values, and where each came from."""

    values: dict[str, Any]
    """Nested tables."""
    origins: dict[tuple[str, ...], Path | None]
    """For each leaf its file, or None for a value given with `--set`."""


def load_tree(path: Path | None, overrides: Iterable[str] = ()) -> Tree:
    """Read a file, those it extends, and the overrides.

    Args:
        path: a TOML file; None for overrides over nothing.
        overrides: `section.key=value` with a TOML value; a value that is not TOML is taken as text.

    Raises:
        ConfigError: for a missing or broken file, a circle of `extends`, or an override without a key.
    """
    tree = Tree(values={}, origins={})
    if path is not None:
        for file, values in reversed(_chain(path)):
            _merge(tree, values, file, ())
    for override in overrides:
        key, equals, text = override.partition("=")
        if not equals or not _KEY.fullmatch(key.strip()):
            raise ConfigError(
                f"{override!r} is not key=value", place=OVERRIDE, fix="write it as --set section.key=value"
            )
        value: Any = _toml_value(text)
        for part in reversed(key.strip().split(".")):
            value = {part: value}
        _merge(tree, value, None, ())
    return tree


def build(kind: type[T], tree: Tree) -> T:
    """Return the configuration a tree describes.

    Raises:
        ConfigError: names file, line, key and fix of the first thing that is wrong.
    """
    from pydantic import ValidationError

    try:
        text = json.dumps(tree.values)
    except TypeError:
        path = _first_date(tree.values, ())
        raise ConfigError(
            f"{'.'.join(path)} is a date", place=_place(tree, path), fix="write it in quotes or as a number"
        ) from None
    try:
        return typing.cast(T, adapter(kind).validate_json(text, strict=True))
    except ValidationError as error:
        raise _explain(kind, tree, error.errors(include_url=False)) from None
    except InputError as error:
        raise ConfigError(
            error.problem, place=_with_key(tree, error.place), fix=error.fix or "see docs/configuration.md"
        ) from None


def to_toml(values: Mapping[str, Any], prefix: str = "") -> str:
    """Return nested tables as TOML; keys without a value (None) are left out."""
    plain = {k: v for k, v in values.items() if v is not None and not isinstance(v, Mapping)}
    lines = [f"{key} = {_toml_text(value)}" for key, value in plain.items()]
    if prefix and lines:
        lines.insert(0, f"[{prefix}]")
    blocks = ["\n".join(lines)] if lines else []
    for key, value in values.items():
        if isinstance(value, Mapping):
            blocks.append(to_toml(value, f"{prefix}.{key}" if prefix else key))
    return "\n\n".join(block for block in blocks if block)


def _toml_text(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(_toml_text(item) for item in value)}]"
    return json.dumps(value, ensure_ascii=False)


def _toml_value(text: str) -> Any:
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def _chain(path: Path) -> list[tuple[Path, dict[str, Any]]]:
    """Return the file and those it extends, nearest first."""
    files: list[tuple[Path, dict[str, Any]]] = []
    seen: list[Path] = []
    while True:
        real = path.resolve()
        if real in seen:
            raise ConfigError(
                f"extends {path.name!r}, which leads back here",
                place=str(seen[-1]),
                fix="remove one `extends`",
            )
        values = _read(path)
        base = values.pop("extends", None)
        seen.append(real)
        files.append((path, values))
        if base is None:
            return files
        if not isinstance(base, str):
            raise ConfigError(
                f"extends = {base!r} is not a file name", place=str(path), fix="name one TOML file"
            )
        path = path.parent / base


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8"))
    except OSError as error:
        raise ConfigError(
            f"cannot read the configuration: {error.strerror or error}",
            place=str(path),
            fix="name a TOML file, or write one with `isthmus init`",
        ) from None
    except UnicodeDecodeError as error:
        raise ConfigError(f"not UTF-8 ({error.reason})", place=str(path), fix="save it as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"not TOML: {error}", place=str(path), fix="mend that line") from None


def _merge(tree: Tree, values: Mapping[str, Any], file: Path | None, prefix: tuple[str, ...]) -> None:
    """Lay values over the tree; tables are merged, everything else replaced."""
    table = tree.values
    for part in prefix:
        table = table[part]
    for key, value in values.items():
        path = (*prefix, key)
        if isinstance(value, dict):
            if not isinstance(table.get(key), dict):
                table[key] = {}
            tree.origins[path] = file
            _merge(tree, value, file, path)
        else:
            table[key] = value
            tree.origins[path] = file


def _explain(kind: type, tree: Tree, errors: list[Any]) -> ConfigError:
    """Return the clearest of pydantic's complaints: unknown keys first, since they often cause the others."""
    unknown = [e for e in errors if e["type"] in ("unexpected_keyword_argument", "extra_forbidden")]
    error = (unknown or errors)[0]
    path = tuple(str(part) for part in error["loc"])
    place = _place(tree, path)
    name = ".".join(path)
    if unknown:
        return ConfigError(f"unknown key {name!r}", place=place, fix=_suggest(kind, path))
    if error["type"].startswith("missing"):
        section = ".".join(path[:-1])
        where = f"[{section}] needs {path[-1]!r}" if section else f"section [{path[-1]}] is missing"
        return ConfigError(where, place=_place(tree, path[:-1]), fix="add it; see docs/configuration.md")
    if error["type"] == "value_error":
        return ConfigError(
            error["msg"].removeprefix("Value error, "), place=place, fix="see docs/configuration.md"
        )
    message = error["msg"].removeprefix("Input ")
    fix = f"give {_type_text(kind, path)}"
    return ConfigError(f"{name} = {_toml_text_safe(error['input'])} {message}", place=place, fix=fix)


def _toml_text_safe(value: Any) -> str:
    try:
        text = _toml_text(value)
    except TypeError:
        text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _suggest(kind: type, path: tuple[str, ...]) -> str:
    """Name the nearest key of the same table, else the table that has a key of this name."""
    keys = all_keys(kind)
    siblings = sorted(
        {key[len(path) - 1] for key in keys if key[: len(path) - 1] == path[:-1] and len(key) >= len(path)}
    )
    near = difflib.get_close_matches(path[-1], siblings, n=1, cutoff=0.6)
    if near:
        return f"did you mean {'.'.join((*path[:-1], near[0]))!r}?"
    elsewhere = sorted(".".join(key) for key in keys if key[-1] == path[-1])
    if elsewhere:
        return f"did you mean {elsewhere[0]!r}?"
    return f"known here: {', '.join(siblings)}"


def all_keys(kind: Any) -> dict[tuple[str, ...], dataclasses.Field[Any]]:
    """Return every key of a configuration class, tables included, by path."""
    result: dict[tuple[str, ...], dataclasses.Field[Any]] = {}
    hints = typing.get_type_hints(kind)
    for field in dataclasses.fields(kind):
        result[(field.name,)] = field
        table = _table(hints[field.name])
        if table is not None:
            result.update({(field.name, *path): inner for path, inner in all_keys(table).items()})
    return result


def _table(hint: Any) -> type | None:
    """Return the dataclass a hint stands for, also when it is optional."""
    for option in (hint, *typing.get_args(hint)):
        if isinstance(option, type) and dataclasses.is_dataclass(option):
            return option
    return None


def _type_text(kind: Any, path: tuple[str, ...]) -> str:
    """Return the type of a key in words; of a list's item, that of the list."""
    for part in path:
        hints = typing.get_type_hints(kind)
        if part not in hints:
            break
        hint = hints[part]
        kind = _table(hint) or hint
        if not dataclasses.is_dataclass(kind):
            break
    else:
        return "a table"
    return type_words(hint)


def type_words(hint: Any) -> str:
    """Return what a TOML value of a type looks like: `a whole number`, `a list of texts`."""
    names = {
        int: "a whole number",
        float: "a number",
        str: "a text in quotes",
        bool: "true or false",
        Path: "a path in quotes",
    }
    if hint in names:
        return names[hint]
    if isinstance(hint, type) and issubclass(hint, str):
        return "one of " + ", ".join(repr(str(member)) for member in hint)  # type: ignore[attr-defined]
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Literal:
        return "one of " + ", ".join(repr(argument) for argument in arguments)
    if origin in (tuple, list):
        if origin is tuple and arguments[-1] is not Ellipsis:
            return "a list: " + ", ".join(type_words(argument) for argument in arguments)
        return f"a list, each {type_words(arguments[0])}"
    options = [type_words(argument) for argument in arguments if argument is not type(None)]
    return " or ".join(options) if options else str(hint)


def _first_date(values: Any, path: tuple[str, ...]) -> tuple[str, ...]:
    """Return the path of the first value that JSON cannot hold; TOML's dates are the only ones."""
    items = values.items() if isinstance(values, dict) else enumerate(values)
    for key, value in items:
        if isinstance(value, (dict, list)):
            found = _first_date(value, (*path, str(key)))
            if found:
                return found
        elif not isinstance(value, (str, int, float, bool, type(None))):
            return (*path, str(key))
    return ()


def _with_key(tree: Tree, key: str) -> str:
    """Return place and whole name of a key that a component knows by the end of its name."""
    parts = tuple(key.split("."))
    path = next((path for path in tree.origins if path[-len(parts) :] == parts), parts)
    return f"{_place(tree, path)}: {'.'.join(path)}" if key else _place(tree, ())


def _place(tree: Tree, path: tuple[str, ...]) -> str:
    """Return where a key was given: `file:line`, or `--set`."""
    for length in range(len(path), 0, -1):
        if path[:length] in tree.origins:
            file = tree.origins[path[:length]]
            return OVERRIDE if file is None else f"{file}{_line(file, path[:length])}"
    files = [file for file in tree.origins.values() if file is not None]
    return str(files[-1]) if files else OVERRIDE


def _line(file: Path, path: tuple[str, ...]) -> str:
    """Return `:number` of the line that sets a key, when it can be told."""
    section: tuple[str, ...] = ()
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        header = re.match(r"\s*\[([^\[\]]+)\]", line)
        if header:
            section = tuple(part.strip().strip("\"'") for part in header[1].split("."))
            if section == path:
                return f":{number}"
            continue
        key = re.match(r"\s*([A-Za-z0-9_.\"'-]+)\s*=", line)
        if key and (*section, *(part.strip("\"'") for part in key[1].split("."))) == path:
            return f":{number}"
    return ""
