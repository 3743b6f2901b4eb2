"""The texts between our marks, wherever in a project their author has moved them."""

import re
from bisect import bisect_left
from collections import deque
from collections.abc import Iterable, Sequence
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
        return Target(found, document, found.section.holding(whole))


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
    following = deque(project.flow.sections)
    around: list[FlowSection] = []
    for piece in project.flow.pieces:
        own = blocks[piece.document.path]
        first, last = (bisect_left(own, place, key=_start) for place in piece.span)
        for block in own[first:last]:
            if (piece.document, _start(block)) in found:
                continue
            at = piece.at + _start(block) - piece.span.start
            while following and following[0].at <= at:
                around = [section for section in around if section.holds(following[0].at)]
                around.append(following.popleft())
            section = _innermost(around, at, piece.document, block)
            found[piece.document, _start(block)] = MarkedText(at, piece.document, block, section)
    return tuple(found.values())


def _start(block: MarkedBlock) -> int:
    return block.begin_id.start


def _innermost(
    sections: Sequence[FlowSection], at: int, document: Document, block: MarkedBlock
) -> FlowSection | None:
    """Return the last of some nested sections that holds all of a block."""
    around = [
        section
        for section in sections
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
                f"the marked text {copy.id} appears twice: it is also in "
                f"{_where(other, block, document)}",
                document.place(copy.begin_id.start),
                "remove one of the two copies with its marks",
            )


def no_section(project: Project, advice: str) -> InputError:
    """Return the error that a draft has no related-work section; a damaged mark may be why."""
    for document in project.documents.values():
        for problem in find_marks(document.text).problems:
            return InputError(problem.message, document.place(problem.span.start))
    return InputError("the draft has no related-work section", Place(project.root), advice)


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
                f"there is an unresolved merge conflict here ({found[0][:7]})",
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


def ids_of_others(
    project: Project, document: Document | None = None, block: MarkedBlock | None = None
) -> set[str]:
    """Return the ids between marks anywhere in a project, or but in one block of a document."""
    return {
        other.id
        for each in project.documents.values()
        for other in find_marks(each.text)
        if each is not document or other != block
    }


def _where(document: Document, block: MarkedBlock, seen_from: Document) -> str:
    line = document.place(block.begin_id.start).line
    return f"line {line}" if document is seen_from else f"{document.path.name}, line {line},"
