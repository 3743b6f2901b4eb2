"""Anchors, by which a section or passage is found again after the draft has changed.

A section is found again after a line was inserted above, or it moved to another place or file; also
under a new heading, if only one section can be meant. A passage must stand in its file unchanged.
Where the place is not clear it counts as lost: a text must not land in the wrong place.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from citeloom.actions.context import Opened
from citeloom.draft.flow import FlowSection
from citeloom.placing.folding import LINE_END
from citeloom.problem import InputError, Place
from citeloom_latex.plain import plain
from citeloom_latex.spans import Span

_BLANK_LINE = re.compile(rf"{LINE_END}[ \t]*(?={LINE_END})")


@dataclass(frozen=True, slots=True)
class Anchor:
    """The anchor of a section.

    ``path`` are the headings from the outermost section down to its own; the section is number
    ``nth``, from 0, of the ``alike`` sections with this path. ``unique``: no other section has its
    heading. ``alone``: it is the draft's only related work.
    """

    path: tuple[str, ...]
    nth: int
    alike: int
    unique: bool
    alone: bool

    @property
    def heading(self) -> str:
        """The section's own heading as plain text."""
        return self.path[-1]


@dataclass(frozen=True, slots=True)
class AnchoredSection:
    """A section of the project of a root."""

    root: Path
    anchor: Anchor

    def is_number(self, number: int, opened: Opened) -> bool:
        """Tell whether it is the section that has this number in a draft."""
        try:
            found = find_section(opened, self.anchor)
        except InputError:
            return False
        return self.root == opened.project.root and found.number == number


@dataclass(frozen=True, slots=True)
class PassageAnchor:
    """The anchor of whole paragraphs: number ``nth``, from 0, of the ``alike`` with this text."""

    text: str
    nth: int
    alike: int


def anchor_of(opened: Opened, section: FlowSection) -> Anchor:
    """Return the anchor of a section of a draft."""
    paths = _paths(opened)
    path = paths[section.number]
    alike = [number for number, other in enumerate(paths) if other == path]
    headings = [other[-1] for other in paths]
    return Anchor(
        path,
        alike.index(section.number),
        len(alike),
        headings.count(path[-1]) == 1,
        opened.related_work == (section,),
    )


def find_section(opened: Opened, anchor: Anchor) -> FlowSection:
    """Find the section of an anchor in the draft as it is now.

    Raises
    ------
    InputError
        If there is none, or it is not clear which.
    """
    sections, paths = opened.project.flow.sections, _paths(opened)
    found = [section for section in sections if paths[section.number] == anchor.path]
    if len(found) == anchor.alike:
        return found[anchor.nth]
    if not found and anchor.unique:
        found = [section for section in sections if paths[section.number][-1] == anchor.heading]
    if not found and anchor.alone:
        found = list(opened.related_work)
    if anchor.alike == len(found) == 1:
        return found[0]
    many = "several sections match" if found else "no section matches"
    advice = "the text is still waiting; restore the heading, or write again"
    raise InputError(
        f"{many} '{anchor.heading}', so the text cannot be placed",
        Place(opened.project.root),
        advice,
    )


def passage_around(text: str, span: Span) -> tuple[PassageAnchor, int]:
    """Return the anchor of the paragraphs around a range, and where they start now."""
    breaks = [blank.start() for blank in _BLANK_LINE.finditer(text)]
    # Words on both sides: a range at a paragraph's end stands between it and the next one.
    start = max((at for at in breaks if text[at : span.start].strip()), default=0)
    end = min((at for at in breaks if text[span.end : at].strip()), default=len(text))
    passage = text[start:end]
    found = _starts(passage, text)
    return PassageAnchor(passage, found.index(start), len(found)), start


def passage_start(text: str, anchor: PassageAnchor) -> int | None:
    """Return where the paragraphs of an anchor start in a text; None if they are lost."""
    found = _starts(anchor.text, text)
    return found[anchor.nth] if len(found) == anchor.alike else None


def _starts(passage: str, text: str) -> list[int]:
    found: list[int] = []
    at = text.find(passage)
    while at >= 0:
        found.append(at)
        at = text.find(passage, at + 1)
    return found


def _paths(opened: Opened) -> list[tuple[str, ...]]:
    """Return the headings that lead to each section, its own the last."""
    paths: list[tuple[str, ...]] = []
    around: list[tuple[int, str]] = []
    for placed in opened.project.flow.sections:
        around = [(level, heading) for level, heading in around if level < placed.section.level]
        around.append((placed.section.level, plain(placed.section.title)))
        paths.append(tuple(heading for _, heading in around))
    return paths
