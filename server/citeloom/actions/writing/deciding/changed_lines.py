"""The lines of a draft that a text changes: how they read, and how they would."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise
from pathlib import Path

from citeloom.actions.context import Opened
from citeloom.actions.writing.insert import insertion_of
from citeloom.actions.writing.waiting import WaitingText
from citeloom.draft.folder import ProjectFolder
from citeloom.placing.marks import mark_lines
from citeloom.placing.record import RecordedEvidence
from citeloom_latex.lined import LinedText


@dataclass(frozen=True)
class ChangedLines:
    """Lines that follow each other in a file, from number ``line``, from 0, and what replaces them.

    Marks of ours are left out. ``sources`` are what the new ones rest on.
    """

    path: Path
    line: int
    old: tuple[str, ...]
    new: tuple[str, ...]
    sources: tuple[RecordedEvidence, ...]


def changed_lines(
    text: WaitingText, opened: Opened, folder: ProjectFolder
) -> tuple[ChangedLines, ...]:
    """Return what a text changes in the draft as it is now.

    Raises
    ------
    InputError
        If it has no place there any more.
    """
    insertion = insertion_of(text, opened, folder)
    said = [it for record in insertion.records for it in record.sentences()]
    found: list[ChangedLines] = []
    for path, (edit,) in insertion.edits.items():
        before = opened.project.documents[path].text
        for line, old, new in _replaced(_lines(before), _lines(edit.applied_to(before))):
            words = "\n".join(new)
            sources = (one for it in said if it.latex in words for one in it.evidence)
            found.append(ChangedLines(path, line, old, new, tuple(dict.fromkeys(sources))))
    return tuple(found)


_Lines = Sequence[tuple[str, bool]]
"""Lines, and whether each is a mark of ours."""


def _lines(text: str) -> _Lines:
    marks, lines = {span.start for span in mark_lines(text)}, LinedText(text).lines
    starts = [*map(lines.start_of, range(len(lines))), len(text)]
    return [(text[at:end].rstrip("\r\n"), at in marks) for at, end in pairwise(starts)]


def _replaced(
    before: _Lines, after: _Lines
) -> Iterator[tuple[int, tuple[str, ...], tuple[str, ...]]]:
    """Yield the number of each first line that changes, the old lines and the new ones."""
    alike = SequenceMatcher(None, _compared(before), _compared(after), autojunk=False)
    for kind, start, end, first, last in alike.get_opcodes():
        old = tuple(line for line, is_mark in before[start:end] if not is_mark)
        new = tuple(line for line, is_mark in after[first:last] if not is_mark)
        if kind != "equal" and old != new:
            yield start, old, new


def _compared(lines: _Lines) -> list[str]:
    """Return lines as they are compared: of a mark its id may be another one."""
    return [" ".join(line.split()[:2]) if is_mark else line for line, is_mark in lines]
