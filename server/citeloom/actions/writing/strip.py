"""Remove our marks and our folder from a project; the written text stays."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from citeloom.actions.context import Context, open_project, project_folder
from citeloom.draft.folder import ProjectFolder
from citeloom.draft.project import Project
from citeloom.placing.file_change import write_edit
from citeloom.placing.sidecar import folder_of
from citeloom.placing.strip import FolderFiles, folder_files, mark_edits, remove_folder
from citeloom_latex.edit import Edit, with_edits
from citeloom_latex.file_encoding import encode
from citeloom_latex.spans import Span


@dataclass(frozen=True)
class StripPlan:
    """The edits that take the marks out of files, and what is in the folder of records."""

    root: Path
    edits: Mapping[Path, tuple[Edit, ...]]
    files: FolderFiles
    folder: ProjectFolder

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to take away."""
        return not self.edits and not self.files.ours

    def remove_records(self) -> FolderFiles:
        """Remove the records, and their folder if it is empty then; as ``remove_folder``."""
        return remove_folder(self.root, self.folder.check_written)


def plan_strip(project: Project, folder: ProjectFolder) -> StripPlan:
    """Return the marks and records to remove, in all files of a project."""
    found = {path: mark_edits(document.text) for path, document in project.documents.items()}
    edits = {path: own for path, own in found.items() if own}
    records = folder_of(project.root)
    folder.check((*edits, *([records] if records.exists() else [])), "changed")
    return StripPlan(project.root, edits, folder_files(project.root), folder)


def strip(main: Path, context: Context) -> tuple[StripPlan, FolderFiles]:
    """Remove the marks from all files of a project, then its folder of records.

    Raises
    ------
    InputError
        If the project cannot be read, or a file of it cannot be written; as OutsideError, before
        anything is written, if one of them is outside of the project.
    """
    project = open_project(main, context).project
    plan = plan_strip(project, project_folder(project, main, context))
    for path, edits in plan.edits.items():
        document = project.documents[path]
        whole = Edit(Span(0, len(document.text)), with_edits(document.text, edits))
        expected = encode(document.text, document.encoding)
        write_edit(path, whole, expected, plan.folder.check_written)
    return plan, plan.remove_records()
