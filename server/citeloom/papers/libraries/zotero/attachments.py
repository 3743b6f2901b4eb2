"""Where Zotero has the PDFs of its items: stored by itself, or linked."""

import re
import sqlite3
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

from citeloom.keeping.paths import path_named

STORAGE = "storage"

_QUERY = """
    SELECT a.parentItemID, ai.key, a.linkMode, a.path, l.type FROM itemAttachments a
    JOIN items ai ON ai.itemID = a.itemID
    JOIN libraries l ON l.libraryID = ai.libraryID AND l.type IN ('user', 'group')
    WHERE a.contentType = 'application/pdf' AND a.path IS NOT NULL AND a.parentItemID IS NOT NULL
    AND a.itemID NOT IN (SELECT itemID FROM deletedItems)
    ORDER BY a.parentItemID, a.linkMode, a.itemID
"""
_STORED, _LINKED = (0, 1), 2
_IN_STORAGE, _BELOW_BASE = "storage:", "attachments:"
_KEY = re.compile(r"[A-Za-z0-9]{1,20}")


def pdfs_of_items(
    database: sqlite3.Connection, folder: Path, base: Path | None
) -> Mapping[int, Sequence[Path]]:
    """Return where the PDFs of items are, by the items' numbers; none is looked at.

    Parameters
    ----------
    folder
        The folder of Zotero's data.
    base
        The folder that linked files are named from; None without one.
    """
    found: dict[int, list[Path]] = defaultdict(list)
    for item, key, mode, path, library in database.execute(_QUERY):
        if not isinstance(key, str) or not isinstance(path, str) or "\0" in path:
            continue
        place = None
        if mode in _STORED:
            place = _stored(folder, key, path)
        elif mode == _LINKED and library == "user":  # A group links no files of this machine.
            place = _linked(base, path)
        if place is not None:
            found[item].append(place)
    return found


def may_be_read(file: Path, folder: Path, base: Path | None) -> bool:
    """Tell whether a stored file, or one below the base, is still there where links lead."""
    try:
        for top in (folder / STORAGE, base):
            if top is not None and file.is_relative_to(top):
                return file.resolve().is_relative_to(top.resolve())
    except (OSError, RuntimeError):
        return False
    return True


def _stored(folder: Path, key: str, path: str) -> Path | None:
    name = path.removeprefix(_IN_STORAGE)
    is_name = name not in ("", ".", "..") and not set("/\\:") & set(name)
    if not path.startswith(_IN_STORAGE) or not is_name or not _KEY.fullmatch(key):
        return None
    return folder / STORAGE / key / name


def _linked(base: Path | None, path: str) -> Path | None:
    if not path.startswith(_BELOW_BASE):
        named = path_named(Path.home(), path)
        return named if Path(path).is_absolute() else None
    if base is None:
        return None
    place = path_named(base, path.removeprefix(_BELOW_BASE))
    return place if place is not None and place.is_relative_to(base) else None
