"""Reads the raw argument text of a tool call.

Nothing is repaired, converted or filled in: a model learns from what it did wrong.
The text must be one JSON object, each key once, that fits the tool's schema. Schemas use the keywords below and no other, so
that nothing a schema says goes unchecked; `check_schema` refuses the rest when a toolbox is made.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from isthmus.errors import InputError

MAX_CHARACTERS = 100_000
"""Longest argument text that is read."""

_KEYWORDS = frozenset(
    [
        "type",
        "description",
        "enum",
        "minimum",
        "maximum",
        "minLength",
        "maxLength",
        "items",
        "minItems",
        "maxItems",
        "default",
    ]
)
_OBJECT_KEYWORDS = frozenset(["type", "properties", "required", "additionalProperties", "description"])
_TYPES: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
}
_ARTICLES = {
    "string": "a string",
    "integer": "an integer",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
}


class BadArguments(Exception):
    """Arguments that cannot be used; the message says what is wrong, for the model."""


def check_schema(name: str, schema: Mapping[str, Any]) -> None:
    """Check that a tool's parameters use only what `read_arguments` checks.

    Raises:
        InputError: names the tool and the keyword.
    """
    problem = ""
    unknown = set(schema) - _OBJECT_KEYWORDS
    if schema.get("type") != "object" or schema.get("additionalProperties") is not False:
        problem = "parameters must be an object schema with additionalProperties false"
    elif unknown:
        problem = f"keyword {min(unknown)!r} is not supported"
    for key, rule in schema.get("properties", {}).items():
        while rule is not None and not problem:
            unknown = set(rule) - _KEYWORDS
            if unknown:
                problem = f"keyword {min(unknown)!r} of {key!r} is not supported"
            elif rule.get("type") not in _TYPES:
                problem = f"type {rule.get('type')!r} of {key!r} is not supported"
            rule = rule.get("items")
    if problem:
        raise InputError(
            problem, place=f"tool {name!r}", fix="see isthmus.tools.arguments for what a schema may use"
        )


def read_arguments(text: str, schema: Mapping[str, Any]) -> dict[str, object]:
    """Return the arguments of a call.

    Raises:
        BadArguments: says what is wrong: not JSON, not an object, a key twice, missing, unknown, of the wrong type, out of range.
    """
    arguments = _parse(text)
    properties: Mapping[str, Any] = schema.get("properties", {})
    expected = ", ".join(properties) or "none"
    for key in arguments:
        if key not in properties:
            raise BadArguments(f"unknown argument {_shown(key)}; the arguments are: {expected}")
    for key in schema.get("required", ()):
        if key not in arguments:
            raise BadArguments(f"missing argument {key!r}; the arguments are: {expected}")
    for key, value in arguments.items():
        _check(repr(key), value, properties[key])
    return arguments


def _parse(text: str) -> dict[str, object]:
    if len(text) > MAX_CHARACTERS:
        raise BadArguments(f"the arguments have {len(text)} characters; the limit is {MAX_CHARACTERS}")
    try:
        value = json.loads(text, parse_constant=_constant, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        raise BadArguments(f"the arguments are not JSON: {error.msg} at character {error.pos}") from None
    except (ValueError, RecursionError):
        raise BadArguments(
            "the arguments are not JSON that can be read: a number too long or nesting too deep"
        ) from None
    if not isinstance(value, dict):
        raise BadArguments(f"the arguments must be a JSON object, not {_kind(value)}")
    return value


def _constant(name: str) -> NoReturn:
    raise BadArguments(f"the arguments are not JSON: {name} is no JSON value")


def _once(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    result: dict[str, object] = {}
    for key, value in pairs:
        if key in result:
            raise BadArguments(f"argument {_shown(key)} is given twice")
        result[key] = value
    return result


def _check(name: str, value: object, rule: Mapping[str, Any]) -> None:
    kind = rule["type"]
    if not isinstance(value, _TYPES[kind]) or (isinstance(value, bool) and kind != "boolean"):
        raise BadArguments(f"argument {name} must be {_ARTICLES[kind]}, not {_kind(value)}")
    if "enum" in rule and value not in rule["enum"]:
        raise BadArguments(f"argument {name} must be one of {', '.join(map(str, rule['enum']))}")
    if isinstance(value, str):
        _check_text(name, value, rule)
    elif isinstance(value, list):
        _check_size(name, len(value), rule.get("minItems"), rule.get("maxItems"), "items")
        for place, item in enumerate(value):
            if "items" in rule:
                _check(f"{name}[{place}]", item, rule["items"])
    elif isinstance(value, int | float):
        low, high = rule.get("minimum"), rule.get("maximum")
        if (low is not None and value < low) or (high is not None and value > high):
            raise BadArguments(f"argument {name} must be {_range(low, high)}")


def _check_text(name: str, value: str, rule: Mapping[str, Any]) -> None:
    if any("\ud800" <= character <= "\udfff" for character in value):
        raise BadArguments(f"argument {name} is not valid Unicode: it holds half of a character")
    _check_size(name, len(value), rule.get("minLength"), rule.get("maxLength"), "characters")


def _check_size(name: str, size: int, low: int | None, high: int | None, unit: str) -> None:
    if low is not None and size < low:
        raise BadArguments(f"argument {name} is too short: {size} {unit}, at least {low}")
    if high is not None and size > high:
        raise BadArguments(f"argument {name} is too long: {size} {unit}, at most {high}")


def _range(low: float | None, high: float | None) -> str:
    if low is None:
        return f"{high} or less"
    return f"{low} or more" if high is None else f"between {low} and {high}"


def _kind(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    names = {
        dict: "an object",
        list: "a list",
        str: "a string",
        int: "an integer",
        float: "a number with a point",
    }
    return names[type(value)]


def _shown(key: str) -> str:
    shown = key if len(key) <= 60 else key[:60] + "…"
    return repr(shown.encode("utf-8", "replace").decode())
