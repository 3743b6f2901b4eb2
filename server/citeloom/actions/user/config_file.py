"""Change the table of the model in the user's settings file; all else in it stays as it is."""

import tomllib
from collections.abc import Mapping, Set
from typing import Any

import tomlkit

from citeloom.keeping.atomic import WriteError, write_atomically
from citeloom.keeping.reading import LARGEST_SETTINGS, UnreadFileError, read_file
from citeloom.problem import InputError, Place
from citeloom.settings import user_file

Value = str | int | float

_BOM = "\ufeff"


def write_model_table(values: Mapping[str, Value], without: Set[str]) -> None:
    """Set values of ``[model]`` in the user's settings file, and take others out.

    Raises
    ------
    InputError
        If the file cannot be read or written, or says its model in a form that is not changed here.
    """
    path = user_file()
    make_user_file()
    try:
        data = read_file(path, LARGEST_SETTINGS)
    except UnreadFileError as error:
        raise InputError(error.strerror, Place(path)) from None
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", Place(path)) from None
    try:
        text = with_values(data.decode(), values, without)
    except ValueError as error:
        lines = " ".join(tomlkit.dumps(values).splitlines())
        raise InputError(
            f"was not changed: {error}", Place(path), f"add this yourself: [model] {lines}"
        ) from None

    def check() -> None:
        if read_file(path, LARGEST_SETTINGS) != data:
            raise WriteError(path, "another program has just changed the file")

    write_atomically(path, text.encode(), check=check)


def make_user_file() -> None:
    """Make the user's settings file, empty, where ``CITELOOM_CONFIG`` names one that is not there.

    Raises
    ------
    WriteError
        If it cannot be made.
    """
    path = user_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    except OSError as error:
        raise WriteError(path, error.strerror or str(error)) from error


def with_values(text: str, values: Mapping[str, Value], without: Set[str]) -> str:
    """Return a TOML text with values of ``[model]`` set, and those ``without`` taken out.

    Raises
    ------
    ValueError
        If the text is no TOML, or has its model in a form that cannot be changed.
    """
    end = "\r\n" if "\r\n" in text else "\n"
    bare = text.removeprefix(_BOM).replace("\r\n", "\n")
    expected = _read(bare)
    model = expected.setdefault("model", {})
    if not isinstance(model, dict):
        raise ValueError("its 'model' is not a table")
    document = tomlkit.parse(bare)
    table: Any = document.setdefault("model", tomlkit.table())
    for name in without & model.keys():
        del model[name], table[name]
    for name, value in values.items():
        model[name] = table[name] = value
    changed = tomlkit.dumps(document)
    if _read(changed) != expected:
        raise ValueError("it sets the model in a form that Citeloom cannot edit")
    return _BOM * text.startswith(_BOM) + changed.replace("\n", end)


def _read(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ValueError(f"it is not valid TOML ({error})") from None
