"""The texts between our marks, wherever in a project their author has moved them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from citeloom.draft.document import Document
from citeloom.draft.flow import FlowSection
from citeloom.draft.project import Project
from citeloom.draft.target import Target
from citeloom.placing.marks import MarkedBlock, find_marks, is_seen
from citeloom.problem import InputError, Place
from citeloom_latex.spans import Span

_UNMERGED = re.compile(r"^(?:<{7}|>{7})(?:[ \t][^\r\n]*)?\r?$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class MarkedText:
    """A text between our marks, ``at`` code points into the document; woven sentences are none.

    ``section`` is the innermost section that holds all of it, None before the first one.
    """

    at: int
    document: Document
    block: MarkedBlock
    section: FlowSection | None

    @property
    def end(self) -> int:
        """Where its last mark ends in the document, if no other file stands between them."""
        return self.at + self.block.end_id.end - self.block.begin_id.start

    @property
    def place(self) -> Place:
        """Where its first mark stands."""
        return self.document.place(self.block.begin_id.start)

    @property
    def target(self) -> Target | None:
        """The place that it stands in, as a section to write."""
        found, document = self.section, self.document
        if found is None:
            return None
        if found.document is document:
            return Target(found, document, found.section)
        inner = [section.span.start for section in document.facts.sections]
        after = [start for start in inner if start >= self.block.span.end]
        whole = Span(0, min(after, default=len(document.text)))
        return Target(
            found, document, found.section._replace(title_span=Span(0, 0), span=whole, body=whole)
        )


def marked_texts(project: Project) -> tuple[MarkedText, ...]:
    """Return the texts between our marks that LaTeX sees, in reading order."""
    blocks = {
        path: [
            block
            for block in find_marks(document.text)
            if not block.woven and is_seen(document.text, block, document.facts)
        ]
        for path, document in project.documents.items()
    }
    found: dict[tuple[Document, int], MarkedText] = {}
    for piece in project.flow.pieces:
        for block in blocks[piece.document.path]:
            start = block.begin_id.start
            if piece.span.holds(start) and (piece.document, start) not in found:
                at = piece.at + start - piece.span.start
                section = _section_of(project, at, piece.document, block)
                found[piece.document, start] = MarkedText(at, piece.document, block, section)
    return tuple(found.values())


def _section_of(
    project: Project, at: int, document: Document, block: MarkedBlock
) -> FlowSection | None:
    around = [
        section
        for section in project.flow.sections
        if section.holds(at)
        and (section.document is not document or section.section.body.contains(block.content))
    ]
    return around[-1] if around else None


def check_marks(project: Project, target: Target) -> None:
    """Refuse to write into a section whose files or marks leave open what belongs where.

    Raises
    ------
    InputError
        If one of its files holds an unresolved merge, a mark in it has no pair, or a text between
        marks stands in the project twice. It says where.
    """
    flow = target.flow
    spans: dict[Document, list[Span]] = {target.document: [target.section.span]}
    for document, span in project.flow.stretches_between(flow.at, flow.end):
        spans.setdefault(document, []).append(span)
    for document, parts in spans.items():
        check_merged(document)
        for problem in find_marks(document.text).problems:
            if any(part.holds(problem.span.start) for part in parts):
                raise InputError(problem.message, document.place(problem.span.start))
    for first, second in pasted(project.documents.values()):
        if any(
            part.holds(block.begin_id.start)
            for document, block in (first, second)
            for part in spans.get(document, ())
        ):
            other, block = first
            document, copy = second
            raise InputError(
                f"the text {copy.id} between marks stands twice: it is in "
                f"{_where(other, block, document)} too",
                document.place(copy.begin_id.start),
                "remove one of the two with its marks",
            )


def check_merged(document: Document) -> None:
    """Refuse a file with an unresolved merge.

    Raises
    ------
    InputError
        If it has one.
    """
    for found in _UNMERGED.finditer(document.text):
        skipped = (span for span in document.facts.skipped if span.holds(found.start()))
        if not any(document.text[span.start] != "%" for span in skipped):
            raise InputError(
                f"an unresolved merge stands here ({found[0][:7]})",
                document.place(found.start()),
                "resolve it first",
            )


Standing = tuple[Document, MarkedBlock]


def pasted(documents: Iterable[Document]) -> tuple[tuple[Standing, Standing], ...]:
    """Return the blocks whose marks stand a second time, each after the first one."""
    first: dict[str, Standing] = {}
    found: list[tuple[Standing, Standing]] = []
    for document in documents:
        for block in find_marks(document.text):
            if not is_seen(document.text, block, document.facts):
                continue
            if block.id in first:
                found.append((first[block.id], (document, block)))
            first.setdefault(block.id, (document, block))
    return tuple(found)


def _where(document: Document, block: MarkedBlock, seen_from: Document) -> str:
    line = document.place(block.begin_id.start).line
    return f"line {line}" if document is seen_from else f"{document.path.name}, line {line},"
