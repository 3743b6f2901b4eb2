"""The PDFs on this disk that entries, or the user's own libraries, name for papers."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from citeloom.draft.document import Bibliography
from citeloom.draft.project import Project
from citeloom.papers.fulltext.local import attached_pdfs, folders_of_files, is_pdf
from citeloom.papers.libraries.completing import OwnLibraries
from citeloom.papers.paper import Paper
from citeloom.papers.source_names import OWN_PDF, ZOTERO_PDF


def attached_files(project: Project, paper: Paper) -> tuple[Path, ...]:
    """Return the PDFs that are there and that the entries of a paper name in ``file``."""
    entries = (entry for key in paper.keys if (entry := project.entry(key)))
    return tuple(
        path
        for entry in entries
        if "file" not in entry.inherited
        for path in named_pdfs(entry.values.get("file", ""), project.bibliographies[entry.file])
    )


def named_pdfs(value: str, bib: Bibliography) -> tuple[Path, ...]:
    """Return the PDFs that are there and that a field ``file`` of a .bib file names."""
    # Without a value, do not look up the folders: this reads the .bib, and a hover would wait.
    names = bib.file_folders if value else ()
    return attached_pdfs(value, folders_of_files(names, bib.path.parent))


def library_pdfs(
    libraries: OwnLibraries, papers: Sequence[Paper]
) -> Mapping[str, tuple[tuple[str, Path], ...]]:
    """Return the PDFs that the user's own libraries have of papers and that are there.

    They are by the papers' ids, each with its source; none is opened.
    """
    return {
        name: tuple(
            (ZOTERO_PDF if library == "zotero" else OWN_PDF, path)
            for library, path in files
            if is_pdf(path)
        )
        for name, files in libraries.files(papers).items()
    }
