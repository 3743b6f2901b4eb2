"""Outlines as files that an author edits: in ``.citeloom``, beside the record of their text."""

import os
from collections.abc import Sequence
from pathlib import Path

from citeloom.actions.context import Context, Opened, project_root
from citeloom.actions.writing.anchor import find_section
from citeloom.actions.writing.outline.current import Outline, standing_id
from citeloom.actions.writing.outline.reading import read_outline
from citeloom.actions.writing.outline.request import OutlineText, keys_in_outline
from citeloom.actions.writing.waiting import SectionText, WaitingText
from citeloom.draft.folder import ProjectFolder
from citeloom.draft.references import chosen_references
from citeloom.draft.target import target_in
from citeloom.papers.paper import Paper
from citeloom.placing.record import id_of
from citeloom.placing.sidecar import folder_of, outline_path, write_outline
from citeloom.problem import InputError, Problem
from citeloom.settings import OUTLINE


def is_outline_of(path: Path, opened: Opened, context: Context) -> bool:
    """Tell whether a file is an outline of a text of this project."""
    if path.suffix.lower() != OUTLINE:
        return False
    try:
        return project_root(path, context.files, lambda _: opened) == opened.project.root
    except InputError:
        return False


def outline_file(outline: Outline, opened: Opened, folder: ProjectFolder) -> Path:
    """Return the file of an outline; it is written unless its author has it already."""
    folder.check((outline.path,), "written")
    if not outline.path.exists():
        root = opened.project.root
        leads = Path(os.path.relpath(root, outline.path.parent)).as_posix()
        write_outline(
            outline.path, f"% !TEX root = {leads}\n{outline.text}", root, folder.check_written
        )
    return outline.path


def edited_outline(result_id: str, opened: Opened) -> Path | None:
    """Return the outline of a result that its author edits, if there is one."""
    path = outline_path(folder_of(opened.project.root), result_id) if result_id else None
    return path if path is not None and path.exists() else None


def result_of(text: WaitingText) -> str:
    """Return the id that a waiting text has once it is inserted; empty for woven sentences."""
    content = text.content
    return id_of(content.versions[0]) if isinstance(content, SectionText) else ""


def section_of_outline(
    path: Path, opened: Opened, waiting: Sequence[WaitingText] = ()
) -> int | None:
    """Return the number of the section that an outline is for.

    It is the section that holds or awaits its text, else the only related work of the draft.
    """
    for text in waiting:
        if text.root == opened.project.root and path.stem == result_of(text):
            content = text.content
            assert isinstance(content, SectionText)
            return find_section(opened, content.anchor).number
    flow, related = opened.project.flow, opened.related_work
    standing = (
        section.number for section in related if standing_id(target_in(flow, section)) == path.stem
    )
    return next(standing, related[0].number if len(related) == 1 else None)


def outline_problems(
    outline: OutlineText, opened: Opened, waiting: Sequence[WaitingText] = ()
) -> tuple[Problem, ...]:
    """Return what is wrong with an outline, by the references of its section."""
    project = opened.project
    try:
        number = section_of_outline(outline.path, opened, waiting)
    except InputError:
        number = None
    target = None if number is None else target_in(project.flow, project.flow.sections[number])
    chosen = chosen_references(project, target)
    keys: dict[str, list[str]] = {}
    for key in dict.fromkeys((*chosen.keys, *keys_in_outline(outline, project))):
        if (entry := project.entry(key)) is not None:
            keys.setdefault(entry.entry.key, []).append(key)
    papers = [Paper(name, tuple(own)) for name, own in keys.items()]
    return read_outline(outline.text, papers, outline.path).problems
