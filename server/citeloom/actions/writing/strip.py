"""Remove our marks and our folder from a project; the written text stays."""

from dataclasses import dataclass
from pathlib import Path

from citeloom.actions.context import Context, open_project
from citeloom.placing.file_change import write_edit
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
        If the project cannot be read, or a file of it cannot be written.
    """
    project = open_project(main, context).project
    changed = []
    for path, document in project.documents.items():
        stripped = strip_marks(document.text)
        if stripped != document.text:
            whole = Edit(Span(0, len(document.text)), stripped)
            write_edit(path, whole, encode(document.text, document.encoding))
            changed.append(path)
    folder = remove_folder(project.root)
    return StripReport(tuple(changed), folder.removed, folder.foreign)
