"""A file as it is, against the file as it would be with a waiting text."""

from dataclasses import dataclass, replace
from pathlib import Path

from citeloom.actions.context import Opened
from citeloom.actions.writing.insert import Insertion, insertion_of
from citeloom.actions.writing.waiting import WaitingText, WovenSentences
from citeloom.draft.folder import ProjectFolder
from citeloom.placing.decision import Decision
from citeloom.placing.marks import mark_lines
from citeloom.placing.merge import Collision, MergeConflict
from citeloom.problem import InputError


@dataclass(frozen=True)
class Difference:
    """A file as it would be with a waiting text.

    ``start`` is where its text begins to differ, of woven sentences in more than a mark.
    ``collisions`` are the places that its author and
    the text both changed, and ``kept`` the author's own passages that stay. ``problem`` says why
    the two cannot be merged: then the new text is shown in place of all that stands there.
    """

    path: Path
    text: str
    start: int
    collisions: tuple[Collision, ...]
    kept: tuple[str, ...]
    problem: str = ""


def difference_of(
    text: WaitingText, opened: Opened, folder: ProjectFolder, version: int = 0
) -> Difference:
    """Return what a waiting text would make of its file; no file is changed.

    Raises
    ------
    InputError
        If it would change several files, and as ``insertion_of`` does where nothing can be shown.
    """
    if isinstance(text.content, WovenSentences) and len(text.content.changes) > 1:
        raise InputError("several files would change", advice="see the preview")
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
    before = opened.project.documents[change.path].text
    after = before if change.edit is None else change.edit.applied_to(before)
    start = 0 if change.edit is None else change.edit.span.start
    return Difference(
        change.path,
        after,
        start if insertion.inside is None else insertion.inside.start,
        insertion.collisions,
        insertion.kept,
        problem,
    )


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
