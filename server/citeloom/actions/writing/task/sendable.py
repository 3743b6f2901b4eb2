"""What of a project may be sent to a language model, and what a method is shown of the draft."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from citeloom.actions.context import Opened
from citeloom.draft.draft_text import draft_text
from citeloom.draft.flow import FlowSection
from citeloom.draft.folder import ProjectFolder
from citeloom.draft.project import Project
from citeloom.draft.section.marked_text import marked_texts
from citeloom.draft.target import Target
from citeloom.methods.task import DraftText
from citeloom.problem import OutsideError, Problem, Severity

SENT = "sent"


def check_references(keys: Iterable[str], project: Project, folder: ProjectFolder) -> None:
    """Refuse references whose entries stand in a .bib file outside of the project."""
    entries = (entry for key in keys if (entry := project.entry(key)) is not None)
    folder.check(project.files_of(entries), SENT)


def sendable_draft(
    opened: Opened, target: Target | None, folder: ProjectFolder, problems: list[Problem]
) -> tuple[DraftText, tuple[Path, ...]]:
    """Return the draft without files outside of the project, and the files that were left out.

    Add a warning to ``problems`` if a model would have seen text of these files.
    """
    project, left_out = opened.project, without_target(opened, target)
    draft = draft_text(project, left_out)
    outside = folder.outside(project.documents)
    if not outside:
        return draft, ()
    own = draft_text(project, left_out, outside)
    if (own.title, own.abstract) == (draft.title, draft.abstract):
        return own, ()
    there = {piece.document.path for piece in project.flow.pieces}
    closed = tuple(path for path in outside if path in there)
    error = OutsideError(folder.path, closed, SENT)
    problems.append(replace(error.problem, severity=Severity.WARNING))
    return own, closed


def without_target(opened: Opened, target: Target | None) -> Sequence[FlowSection]:
    """Return the parts that a method is not shown: all related work, and what is written."""
    sections = opened.related_work
    if target is None or target.flow in sections:
        return sections
    texts = (text for text in marked_texts(opened.project) if target.flow.holds(text.at))
    return (*sections, *(replace(target.flow, at=it.at, end=it.end) for it in texts))
