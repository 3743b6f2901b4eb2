"""Where the papers of a papis library are: folders with an ``info.yaml`` each."""

import os
from collections.abc import Iterator
from pathlib import Path

from citeloom.keeping.folders import entries_in, is_folder_itself
from citeloom.papers.libraries.port import UnreadItem

INFO = "info.yaml"

MOST_PAPERS = 50_000
"""Papers of a library beyond these are not read."""

MOST_FOLDERS, DEEPEST = 100_000, 10
"""Folders that are looked into, and how deep they may be in the library."""


def info_files(top: Path) -> Iterator[Path | UnreadItem]:
    """Yield the ``info.yaml`` of each paper in order, and what cannot be looked through.

    A folder with one is a paper, and nothing is looked for in the folders below it. No link to a
    folder is followed, and hidden folders are left out.
    """
    waiting = [(top, 0)]
    looked = papers = 0
    while waiting:
        folder, depth = waiting.pop()
        info = folder / INFO
        if os.path.lexists(info):
            papers += 1
            if papers > MOST_PAPERS:
                yield UnreadItem(top, f"more than {MOST_PAPERS:,} papers")
                return
            yield info
            continue
        looked += 1
        if looked > MOST_FOLDERS:
            yield UnreadItem(top, f"more than {MOST_FOLDERS:,} folders")
            return
        if depth < DEEPEST:
            try:
                inside = entries_in(folder)
            except OSError as error:
                yield UnreadItem(folder, error.strerror or str(error))
                continue
            below = [it for it in inside if is_folder_itself(it) and not it.name.startswith(".")]
            waiting += [(folder / entry.name, depth + 1) for entry in reversed(below)]


def is_inside(path: Path, top: Path) -> bool:
    """Tell whether a path is in a folder also where links lead."""
    try:
        return path.resolve().is_relative_to(top.resolve())
    except (OSError, RuntimeError, ValueError):
        return False
