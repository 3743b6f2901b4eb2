"""Check the arguments of a call against the schema of its tool."""

from collections.abc import Mapping
from typing import Any

from citeloom.mcp.tool import Tool
from citeloom.problem import InputError

_KINDS: Mapping[str, type] = {"string": str, "integer": int, "boolean": bool, "array": list}
_CALLED = {
    "string": "a text",
    "integer": "a whole number",
    "boolean": "true or false",
    "array": "a list",
}


def checked_arguments(tool: Tool, given: object) -> dict[str, Any]:
    """Return the arguments of a call; what the schema has a default for is filled in.

    Raises
    ------
    InputError
        If they do not fit the schema; the message names the argument.
    """
    if not isinstance(given, Mapping):
        raise InputError("the arguments must be a JSON object")
    for name in given:
        if name not in tool.properties:
            known = ", ".join(tool.properties)
            raise InputError(f"unknown argument '{str(name)[:50]}'", advice=f"use {known}")
    for name in tool.required:
        if given.get(name) is None:
            raise InputError(f"the argument '{name}' is missing")
    found = {}
    for name, schema in tool.properties.items():
        value = given.get(name)
        if value is not None:
            _check(name, value, schema)
        found[name] = schema.get("default") if value is None else value
    return found


def _check(name: str, value: object, schema: Mapping[str, Any]) -> None:
    kind = _KINDS[schema["type"]]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise InputError(f"the argument '{name}' must be {_CALLED[schema['type']]}")
    if "enum" in schema and value not in schema["enum"]:
        raise InputError(f"the argument '{name}' must be one of {', '.join(schema['enum'])}")
    if isinstance(value, str) and len(value) > schema["maxLength"]:
        most = f"{schema['maxLength']:,} characters"
        raise InputError(f"the argument '{name}' is too long", advice=f"send at most {most}")
    if kind is int and not schema["minimum"] <= value <= schema["maximum"]:
        between = f"{schema['minimum']} to {schema['maximum']:,}"
        raise InputError(f"the argument '{name}' must be {between}")
    if isinstance(value, list):
        if len(value) > schema["maxItems"]:
            raise InputError(f"the argument '{name}' has more than {schema['maxItems']} items")
        for item in value:
            _check(name, item, schema["items"])
