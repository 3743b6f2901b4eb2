"""Finds the folder of Zotero's data as Zotero itself does."""

import configparser
import json
import os
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from citeloom.keeping.paths import path_named
from citeloom.keeping.reading import LARGEST_RECORD, is_regular, read_file

DATABASE = "zotero.sqlite"
AUTO, OFF = "auto", "off"

_PREFERENCE = re.compile(
    r'^\s*user_pref\(\s*"extensions\.zotero\.(useDataDir|dataDir|baseAttachmentPath)"\s*,'
    r"\s*(.{1,5000}?)\s*\)\s*;",
    re.MULTILINE,
)


def zotero_folder(setting: str) -> Path | None:
    """Return the folder that holds Zotero's database; None where there is none.

    Parameters
    ----------
    setting
        ``auto`` to find it, ``off`` for none, or the folder itself.
    """
    if setting in (OFF, ""):
        return None
    if setting != AUTO:
        return Path(setting).expanduser()
    return next((path for path in _usual_folders() if is_regular(path / DATABASE)), None)


def base_folder(folder: Path) -> Path | None:
    """Return the folder that linked files are named from, as the profile of a data folder says."""
    for profile in _profiles():
        preferences = _preferences(profile)
        base = preferences.get("baseAttachmentPath")
        if isinstance(base, str) and base and folder in _folders_of(profile, preferences):
            return path_named(Path.home(), base)
    return None


def _usual_folders() -> Iterator[Path]:
    for profile in _profiles():
        yield from _folders_of(profile, _preferences(profile))
    yield Path.home() / "Zotero"


def _folders_of(profile: Path, preferences: Mapping[str, object]) -> tuple[Path, ...]:
    named = preferences.get("dataDir")
    if preferences.get("useDataDir") is True and isinstance(named, str) and named:
        # A folder on another machine may not answer; who wants it names it in the settings.
        path = path_named(Path.home(), named)
        return (path,) if path else ()
    return Path.home() / "Zotero", profile / "zotero"


def _profiles() -> tuple[Path, ...]:
    """Return the folders of Zotero's profiles, the default one first."""
    home = Path.home()
    if sys.platform == "win32":
        root = Path(os.environ.get("APPDATA") or home / "AppData/Roaming") / "Zotero/Zotero"
    elif sys.platform == "darwin":
        root = home / "Library/Application Support/Zotero"
    else:
        root = home / ".zotero/zotero"
    parser = configparser.RawConfigParser(strict=False)
    try:
        text = read_file(root / "profiles.ini", LARGEST_RECORD).decode("utf-8-sig", "replace")
        parser.read_string(text)
    except (OSError, configparser.Error):
        return ()
    found = []
    for section in parser.sections():
        values = parser[section]
        start = root if values.get("isrelative") == "1" else home
        path = path_named(start, values["path"]) if values.get("path") else None
        if path is not None:
            found.append((values.get("default") != "1", path))
    return tuple(path for _, path in sorted(found, key=lambda profile: profile[0]))


def _preferences(profile: Path) -> Mapping[str, object]:
    try:
        text = read_file(profile / "prefs.js", LARGEST_RECORD).decode("utf-8", "replace")
    except OSError:
        return {}
    values: dict[str, object] = {}
    for name, value in _PREFERENCE.findall(text):
        try:
            values[name] = json.loads(value)
        except (ValueError, RecursionError):
            continue
    return values
