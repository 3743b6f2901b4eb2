"""Change the table of the model in the user's settings file; all else in it stays as it is."""

import json
import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from citeloom.keeping.atomic import WriteError, write_atomically
from citeloom.keeping.reading import LARGEST_SETTINGS, UnreadFileError, read_file
from citeloom.problem import InputError, Place
from citeloom.settings import user_file

Value = str | int | float

_TABLE = re.compile(r"[ \t]*\[(?!\[)")
_SETTING = re.compile(
    r"""(?P<before>[ \t]*)(?P<name>[\w-]+)(?P<is>[ \t]*=[ \t]*)
    (?P<value>"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^#"'\n]*?)(?P<after>[ \t]*(?:\#.*)?)$""",
    re.VERBOSE,
)
_BOM = "\ufeff"


def write_model_table(values: Mapping[str, Value], without: Collection[str]) -> None:
    """Set values of ``[model]`` in the user's settings file, and take others out.

    Raises
    ------
    InputError
        If the file cannot be read or written, or says its model in a form that is not changed here.
    """
    path = user_file()
    try:
        data = read_file(path, LARGEST_SETTINGS)
    except FileNotFoundError:
        data = b""
    except UnreadFileError as error:
        raise InputError(error.strerror, Place(path)) from None
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", Place(path)) from None
    try:
        text = with_values(data.decode(), "model", values, without)
    except ValueError as error:
        lines = " ".join(f"{name} = {_written(value)}" for name, value in values.items())
        raise InputError(
            f"is not changed: {error}", Place(path), f"put there yourself: [model] {lines}"
        ) from None

    def check() -> None:
        now = read_file(path, LARGEST_SETTINGS) if data else b""
        if now != data:
            raise WriteError(path, "another program has just changed it")

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WriteError(path, error.strerror or str(error)) from error
    write_atomically(path, text.encode(), check=check)


def with_values(
    text: str, table: str, values: Mapping[str, Value], without: Collection[str]
) -> str:
    """Return a TOML text with values of a table set; those ``without`` become comments.

    Raises
    ------
    ValueError
        If the text is no TOML, or has the table in a form that cannot be changed line by line.
    """
    before = _read(text)
    end = "\r\n" if "\r\n" in text else "\n"
    lines = text.splitlines(keepends=True)
    header = re.compile(rf"{_BOM}?[ \t]*\[[ \t]*{table}[ \t]*\][ \t]*(?:#.*)?$")
    at = next((n for n, line in enumerate(lines) if header.match(line.rstrip("\r\n"))), None)
    if at is None:
        if lines and not lines[-1].endswith("\n"):
            lines[-1] += end
        at = len(lines) + bool(lines)
        lines += [end] * bool(lines) + [f"[{table}]{end}"]
    elif not lines[at].endswith("\n"):
        lines[at] += end
    length = next(
        (n for n, line in enumerate(lines[at + 1 :]) if _TABLE.match(line)), len(lines) - at - 1
    )
    body = list(_changed(lines[at + 1 : at + 1 + length], values, without))
    missing = [name for name in values if not any(_name(line) == name for line in body)]
    new = [f"{name} = {_written(values[name])}{end}" for name in missing]
    changed = "".join([*lines[: at + 1], *new, *body, *lines[at + 1 + length :]])
    expected = dict(before)
    own = before.get(table, {})
    kept = {name: own[name] for name in own if name not in without} if _is_table(own) else {}
    expected[table] = {**kept, **values}
    if _read(changed) != expected:
        raise ValueError(f"it names its {table} in a form that is not changed here")
    return changed


def _changed(
    lines: list[str], values: Mapping[str, Value], without: Collection[str]
) -> Iterator[str]:
    for line in lines:
        found = _SETTING.match(line.rstrip("\r\n"))
        rest = line[len(line.rstrip("\r\n")) :]
        if found is None:
            yield line
        elif found["name"] in values:
            value = _written(values[found["name"]])
            yield f"{found['before']}{found['name']}{found['is']}{value}{found['after']}{rest}"
        elif found["name"] in without:
            yield f"# {line}"
        else:
            yield line


def _name(line: str) -> str:
    found = _SETTING.match(line.rstrip("\r\n"))
    return found["name"] if found else ""


def _written(value: Value) -> str:
    # What JSON writes for a text is a basic string of TOML, but for a sign that neither needs.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _is_table(value: Any) -> bool:
    return isinstance(value, dict)


def _read(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text.removeprefix(_BOM))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ValueError(f"it is not valid TOML ({error})") from None
