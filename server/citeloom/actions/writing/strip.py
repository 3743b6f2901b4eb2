"""Remove our marks and our folder from a project; the written text stays."""

from dataclasses import dataclass
from pathlib import Path

from citeloom.actions.context import Context, open_project, project_folder
from citeloom.placing.file_change import write_edit
from citeloom.placing.sidecar import folder_of
from citeloom.placing.strip import remove_folder, strip_marks
from citeloom_latex.edit import Edit
from citeloom_latex.file_encoding import encode
from citeloom_latex.spans import Span


@dataclass(frozen=True)
class StripReport:
    """The changed files, the removed ones, and files in ``.citeloom`` that are not ours."""

    changed: tuple[Path, ...]
    removed: tuple[Path, ...]
    foreign: tuple[Path, ...]


def strip(main: Path, context: Context) -> StripReport:
    """Remove the marks from all files of a project, then its folder of records.

    Raises
    ------
    InputError
        If the project cannot be read, or a file of it cannot be written; as OutsideError, before
        anything is written, if one of them is outside of the project.
    """
    project = open_project(main, context).project
    texts = {path: strip_marks(document.text) for path, document in project.documents.items()}
    changed = [path for path, text in texts.items() if text != project.documents[path].text]
    folder, records = project_folder(project, main, context), folder_of(project.root)
    folder.check((*changed, *([records] if records.exists() else [])), "changed")
    for path in changed:
        document = project.documents[path]
        whole = Edit(Span(0, len(document.text)), texts[path])
        write_edit(path, whole, encode(document.text, document.encoding))
    removed = remove_folder(project.root)
    return StripReport(tuple(changed), removed.removed, removed.foreign)
