"""The document in reading order: pieces of its files, each input expanded where it stands."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path

from citeloom.draft.document import Document
from citeloom_latex.spans import Span
from citeloom_latex.tex.facts import Citation, Input, Section

MOST_PIECES = 20_000
"""Pieces of a document: files that take in one another twice make 2 to the power of their depth."""

MOST_REPEATED = 2_000_000
"""Code points of files that are taken in a second time."""


@dataclass(frozen=True, slots=True)
class FlowPiece:
    """A stretch of one file, ``at`` code points into the whole document."""

    at: int
    document: Document
    span: Span


@dataclass(frozen=True, slots=True)
class FlowCitation:
    """A cite command, ``at`` code points into the whole document."""

    at: int
    document: Document
    citation: Citation


@dataclass(frozen=True, slots=True)
class FlowSection:
    """A section of the whole document, inputs included: from ``at`` up to ``end``.

    ``number`` counts all sections of the document from 0; ``chapter`` is the number of the
    chapter that it stands in (or is), or None.
    """

    at: int
    end: int
    number: int
    chapter: int | None
    document: Document
    section: Section

    def holds(self, at: int) -> bool:
        """Tell whether an offset of the whole document lies in the section."""
        return self.at <= at < self.end


@dataclass(frozen=True)
class Flow:
    """The pieces of a document in reading order; an empty file is one, where it is taken in.

    ``stopped`` is the first input that is left out because the document grows too large.
    """

    pieces: tuple[FlowPiece, ...]
    stopped: tuple[Document, Input] | None = None

    @cached_property
    def length(self) -> int:
        """The number of code points of the whole document."""
        return self.pieces[-1].at + len(self.pieces[-1].span) if self.pieces else 0

    @cached_property
    def citations(self) -> tuple[FlowCitation, ...]:
        """All cite commands in reading order."""
        return tuple(
            FlowCitation(
                piece.at + citation.span.start - piece.span.start, piece.document, citation
            )
            for piece in self.pieces
            for citation in piece.document.facts.citations
            if piece.span.holds(citation.span.start)
        )

    def places(self, document: Document, citation: Citation) -> Iterator[FlowCitation]:
        """Yield each place of a cite command: LaTeX may read its file more than once."""
        start = citation.span.start
        for piece in self.pieces:
            if piece.document is document and piece.span.holds(start):
                yield FlowCitation(piece.at + start - piece.span.start, document, citation)

    @cached_property
    def sections(self) -> tuple[FlowSection, ...]:
        """All sections in reading order."""
        found = [
            (piece.at + section.span.start - piece.span.start, piece.document, section)
            for piece in self.pieces
            for section in piece.document.facts.sections
            if piece.span.holds(section.span.start)
        ]
        ends = [self.length] * len(found)
        open_sections: list[int] = []
        for number, (at, _, section) in enumerate(found):
            while open_sections and found[open_sections[-1]][2].level >= section.level:
                ends[open_sections.pop()] = at
            open_sections.append(number)
        sections: list[FlowSection] = []
        chapter: int | None = None
        for number, (at, document, section) in enumerate(found):
            if section.level == 0:
                chapter = number
            elif section.level < 0:
                chapter = None
            sections.append(FlowSection(at, ends[number], number, chapter, document, section))
        return tuple(sections)

    def stretches_between(self, start: int, end: int) -> Iterator[tuple[Document, Span]]:
        """Yield the stretches of files between two offsets of the whole document."""
        begin = bisect_right(self.pieces, start, key=lambda piece: piece.at)
        for piece in islice(self.pieces, max(0, begin - 1), None):
            if piece.at >= end:
                return
            first = max(start, piece.at)
            last = min(end, piece.at + len(piece.span))
            if first < last or not piece.span:
                shift = piece.span.start - piece.at
                yield piece.document, Span(first + shift, last + shift)


def is_inside(sections: Sequence[FlowSection], at: int) -> bool:
    """Tell whether one of some sections, in order and none inside another, holds an offset."""
    number = bisect_right(sections, at, key=lambda section: section.at)
    return number > 0 and sections[number - 1].holds(at)


def flow_of(
    root: Document,
    documents: Mapping[Path, Document],
    targets: Mapping[tuple[Path, int], Path],
    part: Span | None = None,
) -> Flow:
    """Put the pieces of a document in order.

    Parameters
    ----------
    root
        Where the document begins.
    documents
        The project's files by path.
    targets
        The file that each input names, by (file, start of its command). A file that includes
        itself, directly or not, is not entered again; nor is any after ``MOST_PIECES`` or
        ``MOST_REPEATED``.
    part
        The part of ``root`` that is read; None for its body.
    """
    pieces: list[FlowPiece] = []
    at = repeated = 0
    stopped: tuple[Document, Input] | None = None
    open_files: set[Path] = set()
    entered: set[Path] = set()

    def emit(document: Document, start: int, end: int) -> None:
        nonlocal at
        if start < end or not document.text:
            pieces.append(FlowPiece(at, document, Span(start, end)))
            at += end - start

    # A frame is a file, its remaining inputs and the offset reached. A stack instead of recursion,
    # because include chains can be deep.
    stack: list[tuple[Document, list[Input], int, int]] = []

    def enter(document: Document, part: Span | None = None) -> None:
        body = part or document.facts.document or Span(0, len(document.text))
        inputs = [command for command in document.facts.inputs if body.holds(command.span.start)]
        stack.append((document, inputs[::-1], body.start, body.end))
        open_files.add(document.path)
        entered.add(document.path)

    enter(root, part)
    while stack:
        document, inputs, reached, end = stack.pop()
        if not inputs:
            emit(document, reached, end)
            open_files.remove(document.path)
            continue
        current = inputs.pop()
        emit(document, reached, current.span.start)
        stack.append((document, inputs, max(reached, current.span.end), end))
        target = targets.get((document.path, current.span.start))
        if target is None or target not in documents or target in open_files or stopped:
            continue
        if target in entered:
            repeated += len(documents[target].text)
        if len(pieces) > MOST_PIECES or repeated > MOST_REPEATED:
            stopped = document, current
        else:
            enter(documents[target])
    return Flow(tuple(pieces), stopped)
