"""The papers that an author wants to be suggested no more, kept privately for each project."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from citeloom.keeping.private import read_private_json, write_private_json
from citeloom.papers.identity import aliases
from citeloom.papers.paper import Paper
from citeloom.papers.store.projects import project_name

FILE = "dismissed.json"


@dataclass(frozen=True, slots=True)
class DismissedPaper:
    """A paper that was dismissed: all its ids, the best first, and its title to be shown."""

    ids: tuple[str, ...]
    title: str

    @property
    def id(self) -> str:
        return self.ids[0]


def dismissed_papers(data_folder: Path, root: Path) -> tuple[DismissedPaper, ...]:
    """Return the papers that were dismissed in the project with this root, the first one first."""
    return tuple(_read(read_private_json(data_folder / FILE), root))


def dismissed_ids(data_folder: Path, root: Path) -> frozenset[str]:
    """Return all ids of the papers that were dismissed in a project."""
    return frozenset(name for paper in dismissed_papers(data_folder, root) for name in paper.ids)


def dismiss(data_folder: Path, root: Path, paper: Paper) -> None:
    """Keep that a paper is to be suggested no more in a project, by whatever id it comes."""
    new = DismissedPaper(aliases(paper), paper.title)
    _write(data_folder, root, (*_without(dismissed_papers(data_folder, root), new.ids), new))


def take_back(data_folder: Path, root: Path, name: str) -> DismissedPaper | None:
    """Let a paper be suggested again; return it, or None if none with this id was dismissed."""
    kept = dismissed_papers(data_folder, root)
    found = next((paper for paper in kept if name in paper.ids), None)
    if found is not None:
        _write(data_folder, root, _without(kept, (name,)))
    return found


def _without(
    papers: tuple[DismissedPaper, ...], ids: tuple[str, ...]
) -> tuple[DismissedPaper, ...]:
    return tuple(paper for paper in papers if set(ids).isdisjoint(paper.ids))


def _read(kept: Any, root: Path) -> Iterator[DismissedPaper]:
    """Yield what is kept for a project; what cannot be read does not count."""
    own = kept.get(project_name(root)) if isinstance(kept, dict) else None
    for found in own if isinstance(own, list) else []:
        if isinstance(found, dict) and isinstance(title := found.get("title"), str):
            ids = found.get("ids")
            if isinstance(ids, list) and ids and all(isinstance(name, str) for name in ids):
                yield DismissedPaper(tuple(ids), title)


def _write(data_folder: Path, root: Path, papers: tuple[DismissedPaper, ...]) -> None:
    kept = read_private_json(data_folder / FILE)
    projects = kept if isinstance(kept, dict) else {}
    projects[project_name(root)] = [
        {"ids": list(paper.ids), "title": paper.title} for paper in papers
    ]
    write_private_json(
        data_folder / FILE, {name: papers for name, papers in projects.items() if papers}
    )
