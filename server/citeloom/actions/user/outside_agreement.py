"""The user's agreements that a project uses files outside of its folder, kept privately."""

from collections.abc import Iterable
from pathlib import Path

from citeloom.keeping.private import read_private_json, write_private_json

FILE = "outside.json"


def allowed_outside(data_folder: Path, folder: Path) -> frozenset[Path]:
    """Return the files and folders that the user lets the project of a folder use."""
    return frozenset(Path(name) for name, answer in _answers(data_folder, folder) if answer)


def refused_outside(data_folder: Path, folder: Path) -> frozenset[Path]:
    """Return the files and folders that the user wants to be asked about no more."""
    return frozenset(Path(name) for name, answer in _answers(data_folder, folder) if not answer)


def keep_outside(
    data_folder: Path, folder: Path, paths: Iterable[Path], *, allowed: bool = True
) -> None:
    """Keep the user's answer on files and folders, by what their paths lead to.

    Raises
    ------
    InputError
        If it cannot be kept.
    """
    kept = read_private_json(data_folder / FILE)
    found = kept if isinstance(kept, dict) else {}
    new = {str(path.resolve()): allowed for path in paths}
    found[str(folder)] = {**dict(_answers(data_folder, folder)), **new}
    write_private_json(data_folder / FILE, found)


def _answers(data_folder: Path, folder: Path) -> list[tuple[str, bool]]:
    """Return the answers by path; what cannot be read does not count."""
    kept = read_private_json(data_folder / FILE)
    own = kept.get(str(folder)) if isinstance(kept, dict) else None
    if not isinstance(own, dict):
        return []
    return [(name, answer) for name, answer in own.items() if isinstance(answer, bool)]
