"""Files as they are, against the files as they would be with a waiting text: whole, or by lines."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import pairwise
from pathlib import Path

from citeloom.actions.context import Opened
from citeloom.actions.writing.insert import Insertion, insertion_of
from citeloom.actions.writing.waiting import WaitingText
from citeloom.draft.folder import ProjectFolder
from citeloom.placing.decision import Decision
from citeloom.placing.file_change import FileChange
from citeloom.placing.marks import mark_lines
from citeloom.placing.merge import Collision, MergeConflict
from citeloom.placing.record import RecordedEvidence
from citeloom_latex.lined import LinedText


@dataclass(frozen=True)
class Difference:
    """A file as it would be with a waiting text.

    ``files`` are all texts of the draft that it would change, this one's among them; a .bib is no
    text. ``start`` is where its text begins to differ, of woven sentences in more than a mark.
    ``collisions`` are the places that its author and
    the text both changed, and ``kept`` the author's own passages that stay. ``problem`` says why
    the two cannot be merged: then the new text is shown in place of all that stands there.
    """

    path: Path
    text: str
    start: int
    collisions: tuple[Collision, ...]
    kept: tuple[str, ...]
    files: Mapping[Path, str]
    problem: str = ""


def difference_of(
    text: WaitingText, opened: Opened, folder: ProjectFolder, version: int = 0
) -> Difference:
    """Return what a waiting text would make of its files; no file is changed."""
    try:
        found = _difference(insertion_of(text, opened, folder, version), opened)
        return found if text.section is not None else _from_new_words(found, opened)
    except MergeConflict as error:
        if error.collision is None:
            raise
        all_new = Decision(frozenset({error.collision.id}))
        insertion = insertion_of(text, opened, folder, version, all_new)
        return _difference(insertion, opened, error.problem.message)


def _difference(insertion: Insertion, opened: Opened, problem: str = "") -> Difference:
    change = insertion.changes[-1]
    documents = opened.project.documents
    files = {
        each.path: _after(each, documents[each.path].text)
        for each in insertion.changes
        if each.path in documents
    }
    start = 0 if change.edit is None else change.edit.span.start
    return Difference(
        change.path,
        files[change.path],
        start if insertion.inside is None else insertion.inside.start,
        insertion.collisions,
        insertion.kept,
        files,
        problem,
    )


def _after(change: FileChange, before: str) -> str:
    return before if change.edit is None else change.edit.applied_to(before)


def _from_new_words(found: Difference, opened: Opened) -> Difference:
    """Let a difference begin at its first new line that is no mark of ours."""
    before = {line.strip() for line in opened.project.documents[found.path].text.splitlines()}
    marks = {span.start for span in mark_lines(found.text)}
    at = 0
    for line in found.text.splitlines(keepends=True):
        if at not in marks and line.strip() not in before:
            return replace(found, start=at)
        at += len(line)
    return found


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
