"""Files as they are, against the files as they would be with a waiting text."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from citeloom.actions.context import Opened
from citeloom.actions.writing.insert import Insertion, insertion_of
from citeloom.actions.writing.waiting import WaitingText
from citeloom.draft.folder import ProjectFolder
from citeloom.placing.decision import Decision
from citeloom.placing.file_change import FileChange
from citeloom.placing.marks import mark_lines
from citeloom.placing.merge import Collision, MergeConflict


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
