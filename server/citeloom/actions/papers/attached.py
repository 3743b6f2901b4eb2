"""The PDFs that the entries of a project attach to its papers."""

from pathlib import Path

from citeloom.draft.document import Bibliography
from citeloom.draft.project import Project
from citeloom.papers.fulltext.local import attached_pdfs, folders_of_files
from citeloom.papers.paper import Paper


def attached_files(project: Project, paper: Paper) -> tuple[Path, ...]:
    """Return the PDFs that are there and that the entries of a paper name in ``file``."""
    return tuple(
        path
        for key in paper.keys
        if (entry := project.entry(key)) is not None and "file" not in entry.inherited
        for path in attached_pdfs(
            entry.values.get("file", ""), _folders(project.bibliographies[entry.file])
        )
    )


def _folders(bib: Bibliography) -> tuple[Path, ...]:
    return folders_of_files(bib.text, bib.path.parent)
