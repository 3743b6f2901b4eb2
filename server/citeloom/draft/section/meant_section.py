"""Which section is meant, also where its author has moved the text between our marks."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from citeloom.draft.flow import FlowSection
from citeloom.draft.project import Project
from citeloom.draft.section.marked_text import MarkedText, marked_texts
from citeloom.draft.target import Target, target_of
from citeloom.placing.sidecar import folder_of, read_record
from citeloom.problem import InputError, short_places
from citeloom_latex.plain import plain


def meant_target(
    project: Project, related: Sequence[FlowSection], name: str = "", file: Path | None = None
) -> Target | None:
    """Return the section to write, which is the one that the text between our marks stands in.

    Parameters
    ----------
    related
        The project's related-work sections.
    name, file
        As for `citeloom.draft.target.target_of`.
    """
    target = target_of(project.flow, related, name, None if file == project.root else file)
    return where_text_stands(project, related, target, is_named=bool(name))


def where_text_stands(
    project: Project,
    related: Sequence[FlowSection],
    target: Target | None,
    *,
    is_named: bool = False,
    is_chosen: bool = False,
) -> Target | None:
    """Return a section as it is to be written: where its text stands, if it has one.

    ``is_named``: its user has named it now; ``is_chosen``: it was meant when its text was made, so
    that only a record can say that it stands elsewhere by now.

    Raises
    ------
    InputError
        If it has several, or is named while its text stands in another section.
    """
    texts = marked_texts(project)
    if target is not None:
        inside = [text for text in texts if target.flow.holds(text.at)]
        if inside:
            return _with_text_inside(project, target, inside)
    moved = [text for text in texts if _is_moved(project, text, related, target)]
    if is_chosen:
        moved = [text for text in moved if _written_for(project, text)]
    if target is not None and is_named:
        heading = plain(target.flow.section.title)
        for text in moved:
            if target.flow in related and _written_for(project, text) == heading:
                there = plain(text.section.section.title) if text.section else "no section"
                raise InputError(
                    f"the text of '{heading}' is now in '{there}'",
                    text.place,
                    "write for that section, or move the text back with its marks",
                )
        return target
    if len(moved) > 1:
        places = ", ".join(short_places([text.place for text in moved]))
        raise InputError(
            f"{len(moved)} marked texts are outside the related work: {places}",
            moved[0].place,
            "name the section that you mean, or remove all but one of them",
        )
    if not moved:
        return target
    (text,) = moved
    written_for = _written_for(project, text)
    if target is not None and text.section is not None and not written_for:
        there, heading = (plain(it.section.title) for it in (text.section, target.flow))
        raise InputError(
            f"'{there}' has a marked text without a record; it may belong to '{heading}'",
            text.place,
            f"name the section that you mean: '{heading}' or '{there}'",
        )
    if text.target is None:
        raise InputError(
            "the marked text is not in a section",
            text.place,
            "move it with its marks into its section",
        )
    before = written_for or (plain(target.flow.section.title) if target else "")
    return replace(text.target, moved_from=before or plain(text.target.flow.section.title))


def _with_text_inside(project: Project, target: Target, inside: Sequence[MarkedText]) -> Target:
    here = [text for text in inside if text.document is target.document]
    if not here and len(inside) > 1:
        places = ", ".join(short_places([text.place for text in inside]))
        raise InputError(
            f"this section has {len(inside)} marked texts: {places}",
            target.document.place(target.section.span.start),
            "remove all but one of them with its marks",
        )
    if not here and inside[0].target is not None:
        target = replace(inside[0].target, flow=target.flow)
    written_for = _written_for(project, inside[0]) if len(inside) == 1 else ""
    is_moved = written_for not in ("", plain(target.flow.section.title))
    return replace(target, moved_from=written_for if is_moved else "")


def _is_moved(
    project: Project, text: MarkedText, related: Sequence[FlowSection], target: Target | None
) -> bool:
    """Tell whether a text stands elsewhere than in the section that it was written for."""
    if any(section.holds(text.at) for section in related):
        return False
    if text.section is None:
        return True
    if target is not None and target.flow.chapter != text.section.chapter:
        return False
    return _written_for(project, text) != plain(text.section.section.title)


def _written_for(project: Project, text: MarkedText) -> str:
    """Return the heading of the section that a text was written for; empty if that is lost."""
    record = None
    with suppress(InputError):
        content = text.block.content.of(text.document.text)
        record = read_record(folder_of(project.root), text.block.id, content)
    return "" if record is None else record.origin.section
