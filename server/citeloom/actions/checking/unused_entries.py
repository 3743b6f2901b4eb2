"""Entries that a draft does not use."""

from contextlib import suppress
from pathlib import Path

from citeloom.actions.context import Context, project_folder
from citeloom.actions.papers.cited_bib import needed_entries
from citeloom.draft.document import Bibliography, Document
from citeloom.draft.files import Files
from citeloom.draft.paths import expand_macros, find_file
from citeloom.draft.project import Project
from citeloom.draft.root import documents_around
from citeloom.problem import InputError
from citeloom_latex.bib.resolve import ResolvedEntry

MOST_ENTRIES = 1000
"""A .bib file with more entries than these is a library that several drafts share."""

_UNREAD = frozenset({"missing-input", "missing-bib", "unread-bib", "input"})


def unused_entries(project: Project, bib: Bibliography) -> tuple[ResolvedEntry, ...]:
    r"""Return the entries of a .bib file that the draft uses in no way, in order.

    It uses the entries that it cites by any name or with ``\nocite`` (``\nocite{*}`` uses all),
    and those that a used entry refers to by ``crossref`` and the like. No entry is returned of a
    library or a guessed file, or where the draft could not be read completely.
    """
    cited = project.times_cited
    if (
        not project.documents
        or project.is_guessed
        or "*" in cited
        or len(bib.facts.entries) > MOST_ENTRIES
    ):
        return ()
    if any(problem.rule in _UNREAD for problem in project.problems):
        return ()
    used = {entry.entry.key.lower() for entry in needed_entries(project)}
    return tuple(
        entry
        for entry in project.library.entries_of(bib)
        if entry.entry.key and entry.entry.key.lower() not in used
    )


def is_shared(bib: Bibliography, project: Project, context: Context) -> bool:
    """Tell whether other drafts may use a .bib file.

    They may if it lies outside of the root's folder or of the project, and if a document around
    it that is not of this project names it, or takes in the file of this project that names it.
    """
    own = bib.path.is_relative_to(project.root.parent)
    if not own or not project_folder(project, project.root, context).holds(bib.path):
        return True
    naming = {path for path, doc in project.documents.items() if doc.facts.bibliographies}
    with suppress(InputError):
        for document in documents_around(bib.path, context.files):
            is_other = document.path not in project.documents
            if is_other and {bib.path, *naming} & _named_by(document, context.files):
                return True
    return False


def _named_by(document: Document, files: Files) -> set[Path]:
    """Return the files that a document names or takes in itself, as far as they are there."""
    constants = {**document.constants, "jobname": document.path.stem}
    names = [(named.path, "", ".bib") for named in document.facts.bibliographies]
    names += [(taken.path, taken.directory, ".tex") for taken in document.facts.inputs]
    folders = (document.path.parent,)
    found = (
        find_file(files, expand_macros(name, constants), suffix, folders, directory)
        for name, directory, suffix in names
    )
    return {path for path in found if path is not None}
