"""The outlines of texts: of one that waits, and of one that stands in the draft."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from citeloom.actions.context import Opened
from citeloom.actions.writing.anchor import find_section
from citeloom.actions.writing.outline.reading import read_outline
from citeloom.actions.writing.outline.request import OutlineText, keys_in_outline, outline_methods
from citeloom.actions.writing.outline.text import INSTRUCTIONS, UNNAMED, outline_text
from citeloom.actions.writing.waiting import SectionText, WaitingText
from citeloom.draft.document import Document
from citeloom.draft.references import chosen_references
from citeloom.draft.section.standing_record import read_standing_record
from citeloom.draft.target import Target, target_in
from citeloom.papers.from_bib import papers_of
from citeloom.placing.marks import MarkedBlock
from citeloom.placing.placement import section_block
from citeloom.placing.record import id_of
from citeloom.placing.sidecar import folder_of, outline_path, read_record
from citeloom.problem import InputError, Place


@dataclass(frozen=True)
class Outline:
    """An outline to be edited, as the text follows it; ``path`` is where it belongs."""

    text: str
    path: Path


def waiting_outline(text: WaitingText, opened: Opened) -> Outline:
    """Return the outline of a text that waits for a section.

    Raises
    ------
    InputError
        If it follows none, or its section is gone.
    """
    content, lines = text.content, text.origin.outline
    if not isinstance(content, SectionText) or not lines:
        raise _no_outline(Place(text.root))
    target = target_in(opened.project.flow, find_section(opened, content.anchor))
    name = id_of(content.versions[0])
    return _outline(
        name, lines, opened, target, content.keys, content.exclude, all_cited=content.all_cited
    )


def standing_outline(opened: Opened, number: int) -> Outline:
    """Return the outline of the text between our marks in the section of this number.

    Raises
    ------
    InputError
        If there is no such text, it follows no outline, or its record cannot be read.
    """
    target = target_in(opened.project.flow, opened.project.flow.sections[number])
    block = _standing_block(target)
    record = None if block is None else read_standing_record(opened.project, target.document, block)
    if block is None or record is None or not record.origin.outline:
        raise _no_outline(target.document.place(target.section.span.start))
    cited = _cited_in(block, target.document)
    return _outline(record.id, record.origin.outline, opened, target, cited=cited)


def follows_outline(name: str, opened: Opened) -> bool:
    """Tell whether the text of this id follows an outline, as far as its record can be read."""
    try:
        record = read_record(folder_of(opened.project.root), name)
    except InputError:
        return False
    return record is not None and bool(record.origin.outline)


def standing_id(target: Target) -> str:
    """Return the id of the text between our marks in a section; empty where there is none."""
    block = _standing_block(target)
    return "" if block is None else block.id


def _standing_block(target: Target) -> MarkedBlock | None:
    document = target.document
    return section_block(document.text, target.section, document.facts)


def _no_outline(place: Place) -> InputError:
    advice = f"write it with the method {outline_methods()}"
    return InputError("this related work has no outline", place, advice)


def _outline(
    name: str,
    lines: Sequence[str],
    opened: Opened,
    target: Target,
    keys: Sequence[str] = (),
    exclude: Sequence[str] = (),
    cited: Sequence[str] = (),
    *,
    all_cited: bool = False,
) -> Outline:
    """Return an outline with titles, and the references that it leaves out below it.

    ``cited`` are keys that the text cites: a last topic without a name takes those that were woven
    in since.
    """
    project = opened.project
    path = outline_path(folder_of(project.root), name)
    text = "".join(f"{line}\n" for line in lines)
    chosen = chosen_references(project, target, keys=keys, exclude=exclude, all_cited=all_cited)
    written = {*keys_in_outline(OutlineText(text, path), project)}
    named = dict.fromkeys((*chosen.keys, *sorted(written), *cited))
    entries = {key: entry for key in named if (entry := project.entry(key)) is not None}
    held = {entries[key].entry.key for key in written}
    further = {it.entry.key for key in cited if (it := entries.get(key))} - held
    if further:
        text += "".join((f"{UNNAMED}\n", *(f"  - {key}\n" for key in sorted(further))))
    papers = papers_of(tuple({it.entry.key: it for it in entries.values()}.values()))
    found = read_outline(text, papers, path)
    own = text if found.errors else outline_text(found.taxonomy, papers)
    return Outline(f"{INSTRUCTIONS}\n{own}", path)


def _cited_in(block: MarkedBlock, document: Document) -> tuple[str, ...]:
    """Return the keys that a text between our marks cites."""
    citations = document.facts.citations
    inside = (citation for citation in citations if block.content.contains(citation.span))
    return tuple(key.key for citation in inside for key in citation.keys)
