"""Lines of a draft that a user names."""

import re
from dataclasses import dataclass
from pathlib import Path

from citeloom.draft.document import Document
from citeloom.draft.project import Project
from citeloom.problem import InputError, Place

_LINE = re.compile(r"(?P<name>.+?):(?P<number>[0-9]{1,9})(?::(?P<column>[0-9]{1,9}))?")


@dataclass(frozen=True, slots=True)
class DraftLine:
    """A line of a file of a draft, as ``file.tex:12`` or ``file.tex:12:40`` names it.

    ``number`` and ``column`` (of a character) are counted from 1; ``column`` is 0 without one.
    """

    file: Path
    number: int
    column: int = 0

    def __str__(self) -> str:
        column = f":{self.column}" if self.column else ""
        return f"{self.file}:{self.number}{column}"


def draft_line(written: str, folder: Path) -> DraftLine:
    """Return the line that is named, of a file in the current folder or in the project's.

    Raises
    ------
    InputError
        If it does not name a line.
    """
    found = _LINE.fullmatch(written)
    if found is None or int(found["number"]) == 0:
        advice = "write it as main.tex:12, or main.tex:12:40 with the column"
        raise InputError(f"'{written}' is not a line of a file", advice=advice)
    path = Path.cwd() / found["name"]
    file = path if path.exists() else folder / found["name"]
    return DraftLine(file, int(found["number"]), int(found["column"] or 0))


def document_of(project: Project, line: DraftLine) -> Document:
    """Return the file of a draft that a line is named of.

    Raises
    ------
    InputError
        If the file is none of the draft.
    """
    documents = project.documents
    path = next((path for path in documents if path.resolve() == line.file.resolve()), None)
    if path is None:
        raise InputError("this file is not part of the draft", Place(line.file))
    return documents[path]
