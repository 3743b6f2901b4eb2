"""Put what was written into the draft's related-work section."""

from dataclasses import dataclass
from pathlib import Path

from citeloom.actions.writing.write import Written
from citeloom.draft.document import Document
from citeloom.draft.project import Project
from citeloom.draft.target import Target
from citeloom.placing.apply import write_placement
from citeloom.placing.marks import find_marks
from citeloom.placing.merge import MergeConflict
from citeloom.placing.place import Placement, PlacementError, place, section_block
from citeloom.placing.record import Origin, Record
from citeloom.placing.render import RenderedText
from citeloom.placing.sidecar import folder_of, read_record
from citeloom.problem import InputError, Place, Remedy
from citeloom_latex.decode import encode
from citeloom_latex.tex.facts import Section


@dataclass(frozen=True)
class Inserted:
    """What became of the section's file, and the author's own passages that were kept there."""

    path: Path
    changed: bool
    kept: tuple[str, ...]


def placement_of(written: Written) -> Placement:
    """Say how what was written goes into its section; no file is changed.

    Raises
    ------
    InputError
        If the draft has no such section, its marks leave open where the text belongs, its record
        cannot be read, or the author changed what the new text would replace: the message then
        holds the difference.
    """
    plan = written.plan
    origin = Origin(plan.method.name, plan.task.seed, plan.task.digest)
    return placed(plan.project, plan.target, written.rendered, origin)


def placed(
    project: Project, target: Target | None, rendered: RenderedText, origin: Origin
) -> Placement:
    """Say how a text goes into a section, as ``placement_of`` does."""
    if target is None:
        raise InputError(
            "the draft has no related-work section",
            Place(project.root),
            Remedy.ADD_SECTION,
        )
    document = target.document
    try:
        return place(
            document.text,
            target.section,
            document.facts,
            rendered,
            _record(project, document, target.section),
            origin,
        )
    except PlacementError as error:
        raise error.at(document.place(error.span.start)) from None
    except MergeConflict as error:
        raise error.at(document.place(target.section.span.start)) from None


def insert(written: Written) -> Inserted:
    """Write into the draft's related-work section, between our marks and nowhere else.

    Raises
    ------
    InputError
        As ``placement_of`` does, and if the file has changed meanwhile or cannot be written.
    """
    placement = placement_of(written)
    project = written.plan.project
    assert written.plan.target is not None
    document = written.plan.target.document
    others = {
        block.id
        for other in project.documents.values()
        if other.path != document.path
        for block in find_marks(other.text)
    }
    write_placement(
        document.path,
        placement,
        expected=encode(document.text, document.encoding),
        folder=folder_of(project.root),
        in_use=others,
    )
    return Inserted(document.path, placement.edit is not None, placement.kept)


def _record(project: Project, document: Document, section: Section) -> Record | None:
    block = section_block(document.text, section, document.facts)
    return None if block is None else read_record(folder_of(project.root), block.id)
