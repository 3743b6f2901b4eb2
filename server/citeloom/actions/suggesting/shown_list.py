"""The list of suggestions that an author was shown last, which a number in a command means."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from citeloom.actions.context import Opened
from citeloom.actions.suggesting.known_papers import KnownEntries
from citeloom.keeping.private import read_private_json, write_private_json
from citeloom.papers.paper import Paper
from citeloom.papers.store.projects import project_name
from citeloom.problem import InputError

FILE = "shown.json"


@dataclass(frozen=True, slots=True)
class ShownPaper:
    """A paper of the list: its id and its title."""

    id: str
    title: str


@dataclass(frozen=True, slots=True)
class ShownList:
    """The papers of a list, and what part of the draft it was for, as the user named that.

    Parameters
    ----------
    at
        The line of the sentence, as ``/home/ann/main.tex:12``; empty where none was named.
    section
        The section; empty where none was named.
    """

    papers: tuple[ShownPaper, ...]
    at: str = ""
    section: str = ""

    def paper(self, number: str) -> ShownPaper:
        """Return the paper with a number, from 1.

        Raises
        ------
        InputError
            If there is none.
        """
        many = len(self.papers)
        if not 0 < int(number[:9]) <= many:
            raise InputError(f"the last list has {many} papers; there is no number {number}")
        return self.papers[int(number[:9]) - 1]


def shown_list(data_folder: Path, root: Path) -> ShownList | None:
    """Return the list that was shown last for the draft with this root; None without one."""
    kept = read_private_json(data_folder / FILE)
    own: Any = kept.get(project_name(root)) if isinstance(kept, dict) else None
    try:
        papers = tuple(ShownPaper(str(each["id"]), str(each["title"])) for each in own["papers"])
        return ShownList(papers, str(own["at"]), str(own["section"]))
    except (KeyError, TypeError):
        return None


def keep_shown(data_folder: Path, root: Path, shown: ShownList) -> None:
    """Keep the list that is shown for a draft in place of its last one.

    Raises
    ------
    InputError
        If it cannot be kept.
    """
    kept = read_private_json(data_folder / FILE)
    drafts = kept if isinstance(kept, dict) else {}
    drafts[project_name(root)] = asdict(shown)
    write_private_json(data_folder / FILE, drafts)


def key_in_draft(opened: Opened, shown: ShownPaper) -> str:
    """Return the citation key under which a draft's .bib files have a paper; empty without one."""
    entries = tuple(opened.project.entry_of.values())
    return KnownEntries(entries).key_of(Paper(shown.id, title=shown.title))
