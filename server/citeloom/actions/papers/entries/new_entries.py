"""New entries in a draft's .bib file, as its author writes them."""

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from citeloom.actions.context import Opened
from citeloom.actions.papers.entries.entry_style import entry_style
from citeloom.draft.document import Bibliography
from citeloom.draft.folder import ProjectFolder
from citeloom.draft.library import other_names
from citeloom.draft.project import Project
from citeloom.papers.entry import paper_of
from citeloom.papers.identity import identifier_ids, may_be_one, normal_title
from citeloom.papers.paper import Paper
from citeloom.placing.entries.entry_fields import NewEntry, new_entry
from citeloom.placing.entries.key_form import key_form
from citeloom.plural import number_of
from citeloom.problem import InputError, Place
from citeloom_latex.bib.change import add_entry
from citeloom_latex.bib.facts import BibFacts
from citeloom_latex.bib.resolve import ResolvedEntry
from citeloom_latex.bib.scan import scan_bib
from citeloom_latex.bib.survey import NAMING_OTHERS
from citeloom_latex.edit import Edit, difference

WRITTEN = "written"

_PLAIN_WORD = re.compile(r"(?<![^\W_])[a-z]{3,}(?![^\W_])")
_NO_LETTERS = re.compile(r"[^a-z]+")


@dataclass(frozen=True, slots=True)
class NewEntries:
    """Entries that papers get in a .bib file.

    Parameters
    ----------
    bibliography
        The file.
    edit
        Adds the entries and touches nothing else; None where all papers have an entry already.
    keys
        The citation key of each paper, by its id; of one that has an entry already, its key.
    entries
        The new entries.
    """

    bibliography: Bibliography
    edit: Edit | None
    keys: Mapping[str, str]
    entries: tuple[NewEntry, ...]

    @property
    def texts(self) -> Mapping[str, str]:
        """The text of each new entry as it will stand in the file, by its key."""
        if self.edit is None:
            return {}
        text = self.edit.applied_to(self.bibliography.text)
        there = {entry.key: entry.span.of(text) for entry in scan_bib(text).entries}
        return {entry.key: there[entry.key] for entry in self.entries}


def new_entries(
    papers: Sequence[Paper],
    opened: Opened,
    folder: ProjectFolder,
    given_keys: Mapping[str, str] = MappingProxyType({}),
) -> NewEntries:
    """Return the entries that papers get in the draft's .bib file; no file is changed.

    They are written as the entries that stand there, their keys as the author makes keys. Papers
    that a .bib file of the project has get none. ``given_keys`` are keys that papers have been
    given before, by their ids; a text may cite them by these.

    Raises
    ------
    InputError
        If the draft has no .bib file that can be written, the file is too broken to add to, or a
        given key is another entry's; as OutsideError if only files outside of the project could be
        written.
    """
    project = opened.project
    bib = bibliography_to_write(project, folder)
    own = project.library.entries_of(bib)
    shown = own or project.entries
    form = key_form([entry.entry.key for entry in shown], lambda number: paper_of(shown[number]))
    style = entry_style(project, bib)
    taken = taken_keys(project)
    keys: dict[str, str] = {}
    found: list[NewEntry] = []
    for paper in papers:
        if paper.id in keys:
            continue
        if known := _key_of(paper, project.entries):
            keys[paper.id] = known
            continue
        key = given_keys.get(paper.id, "")
        if key.lower() in taken:
            raise InputError(f"'{key}' is now the key of another entry", Place(bib.path))
        entry = new_entry(paper, key or form.key_of(paper, taken), style.habits, style.latex)
        keys[paper.id] = entry.key
        taken.add(entry.key.lower())
        found.append(entry)
    return NewEntries(bib, _edit(bib, found), keys, tuple(found))


def new_entries_words(keys: Sequence[str], path: Path) -> str:
    """Say how many entries are added to a file, and under which keys."""
    entries = number_of(len(keys), "new entry", "new entries")
    return f"with {entries} in {path.name}: {', '.join(keys)}"


def bibliography_to_write(project: Project, folder: ProjectFolder) -> Bibliography:
    """Return the .bib file that new entries belong to.

    That is the one with most of the cited entries, else the last, among those in the project's
    folder that can be written.
    """
    bibliographies = [bib for bib in project.bibliographies if not bib.embedded]
    if not bibliographies:
        raise InputError(
            "the draft has no .bib file for a new entry",
            Place(project.root),
            "name one, as in \\bibliography{references}",
        )
    own = [bib for bib in bibliographies if folder.holds(bib.path)]
    if not own:
        folder.check((bib.path for bib in bibliographies), WRITTEN)
    writable = [bib for bib in own if _is_writable(bib)]
    if not writable:
        raise InputError("the file is read-only", Place(own[-1].path), "make the file writable")
    cited = dict.fromkeys((bib.path for bib in writable), 0)
    for entry in project.entries:
        path = project.bibliographies[entry.file].path
        if path in cited and entry.entry.key.lower() in project.times_cited:
            cited[path] += 1
    most = max(cited.values())
    return next(bib for bib in reversed(writable) if cited[bib.path] == most)


def taken_keys(project: Project) -> set[str]:
    """Return all names, in lower case, that a new entry's key must not be.

    Beside the keys these are further names of entries, keys that entries or texts name though no
    entry has them, and the names of strings.
    """
    found = {key.lower() for key in project.times_cited} | {*map(str.lower, project.bibitem_keys)}
    for bib in project.bibliographies:
        found |= {key.lower() for key in bib.facts.entries.keys()}  # noqa: SIM118
        found |= {string.name.lower() for string in bib.facts.strings}
    for entry in project.library.entries_naming_keys():
        found |= {name.lower() for name in other_names(entry)}
        for field in NAMING_OTHERS:
            names = entry.values.get(field, "").split(",")
            found |= {name.strip().lower() for name in names}
    return found - {""}


def _key_of(paper: Paper, entries: Sequence[ResolvedEntry]) -> str:
    """Return the key of a paper that has an entry; empty where it has none."""
    names, title = set(identifier_ids(paper)), normal_title(paper.title)
    # Reading an entry as a paper takes long: only those whose title may be this one are read.
    words = _PLAIN_WORD.findall(paper.title.lower())
    word = max(words, key=len, default="")
    for entry in entries:
        written = entry.values.get("title", "") + entry.values.get("subtitle", "")
        if word not in _NO_LETTERS.sub("", written.lower()):
            continue
        other = paper_of(entry)
        if other.key and normal_title(other.title) == title:
            shared = not names.isdisjoint(identifier_ids(other))
            if shared or (title and may_be_one(paper, other) and _agree(paper, other)):
                return other.key
    return ""


def _agree(paper: Paper, other: Paper) -> bool:
    years = {known for known in (paper.year, other.year) if known}
    if not paper.authors or not other.authors:
        return len(years) <= 1
    first, second = (normal_title(it.authors[0].family) for it in (paper, other))
    return first == second and (not years or max(years) - min(years) <= 1)


def _is_writable(bib: Bibliography) -> bool:
    return not bib.path.exists() or os.access(bib.path, os.W_OK)


def _edit(bib: Bibliography, entries: Sequence[NewEntry]) -> Edit | None:
    if not entries:
        return None
    text, facts = bib.text, bib.facts
    edit: Edit | None = None
    try:
        for entry in entries:
            edit = add_entry(text, facts, entry.type, entry.key, entry.fields)
            before, text = _shown(text, facts), edit.applied_to(text)
            facts = scan_bib(text)
            after = _shown(text, facts)
            if [other for other in after if other[1] != entry.key] != before:
                raise ValueError(entry.key)
    except ValueError:
        raise InputError(
            "no entry can be added to a file with broken entries",
            Place(bib.path),
            "fix them first",
        ) from None
    return edit if len(entries) == 1 else difference(bib.text, text)


def _shown(text: str, facts: BibFacts) -> list[tuple[str, str, str]]:
    return [(entry.type, entry.key, entry.span.of(text)) for entry in facts.entries]
