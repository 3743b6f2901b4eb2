"""Turns a rendered result into an edit of its section in the author's file."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from citeloom.placing.block import ItemKind, read_block
from citeloom.placing.decision import KEEP_MINE, Decision
from citeloom.placing.folding import (
    SPACES,
    count_line_ends,
    fold,
    line_end_of,
    paragraphs_of,
    result_id,
    split_lines,
)
from citeloom.placing.marks import (
    MarkedBlock,
    begin_mark,
    end_mark,
    find_marks,
    is_seen,
    with_basis_corrected,
)
from citeloom.placing.merge import Collision, merge
from citeloom.placing.record import Origin, Record, RecordedSentence, record_of
from citeloom.placing.render import RenderedText
from citeloom.placing.section_end import end_of_own_text
from citeloom.problem import InputError
from citeloom_latex.edit import Edit
from citeloom_latex.spans import Span
from citeloom_latex.tex.facts import Section, TexFacts

_MOST_COPIES = 8
"""How many copies of one text are tried to prove by its id that nobody has changed it."""


class PlacementError(InputError):
    """The section's marks leave open where the text belongs; ``span`` covers them."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message)
        self.span = span


@dataclass(frozen=True, slots=True)
class Placement:
    """An edit of a file, and the record that belongs to it.

    ``edit`` is None if the file stays as it is; ``record`` is still to be written. ``replaced`` is
    the id of the result that stood there, empty if there was none or it is the same; ``kept`` are
    the author's own passages between the marks, folded, and ``collisions`` the places where the
    author and the new text changed the same, where they are in the file. ``inside`` is what stands
    between the marks then, in the file's new text; None where there were no marks. ``moved`` is as
    in ``Merged``.
    """

    edit: Edit | None
    record: Record
    replaced: str
    kept: tuple[str, ...]
    collisions: tuple[Collision, ...] = ()
    inside: Span | None = None
    moved: int = 0


def place(
    text: str,
    section: Section,
    facts: TexFacts,
    rendered: RenderedText,
    record: Record | None,
    origin: Origin,
    taken: Collection[str] = (),
    decision: Decision = KEEP_MINE,
    at: int | None = None,
) -> Placement:
    """Put a result into its section: between the section's marks, or at ``at`` if it has none.

    Parameters
    ----------
    text
        The file's text.
    section
        The section that the result is for.
    facts
        What was read of ``text``.
    rendered
        The result.
    record
        The record of the result between the marks, or None if it is lost: then all text there
        counts as the author's, unless the id in the marks proves that it is unchanged.
    origin
        How the result was made.
    taken
        The ids of the texts that stand elsewhere in the project.
    decision
        What the author decided where both changed the same place.
    at
        Where a first text belongs; None for the end of the section's own text.

    Raises
    ------
    PlacementError
        If the section's marks do not pair up, or there are several pairs.
    MergeConflict
        If the result cannot be merged with the author's changes between the marks.
    """
    block = section_block(text, section, facts)
    new = record_of(rendered, origin, taken)
    if block is None:
        at = end_of_own_text(text, section, facts) if at is None else at
        return Placement(_new_block(text, at, rendered, new), new, "", ())
    if record is not None and record.id != block.id:
        record = None
    content, line_end = block.content.of(text), line_end_of(text)
    base = record.texts() if record is not None else _base_by_id(content, block.id, new)
    merged = merge(content, base, new.texts(), line_end, decision)
    new = replace(new, earlier=_earlier(merged.content, new, record))
    span = Span(block.begin_id.start, block.end_id.end)
    before = with_basis_corrected(
        text[block.begin_id.end : block.content.start], from_titles=new.origin.from_titles
    )
    after = text[block.content.end : block.end_id.start]
    edit = Edit(span, f"{new.id}{before}{merged.content}{after}{new.id}")
    changed = None if edit.new_text == span.of(text) else edit
    replaced = block.id if block.id != new.id else ""
    start = span.start + len(new.id) + len(before)
    inside = Span(start, start + len(merged.content))
    collisions = tuple(it.moved(block.content.start, start) for it in merged.collisions)
    return Placement(changed, new, replaced, merged.kept, collisions, inside, merged.moved)


def section_block(text: str, section: Section, facts: TexFacts) -> MarkedBlock | None:
    """Return the marked block that a section's text is written into; None if it has none.

    That is the only block in the section; if there are several, the only one before the first
    subsection. Blocks in comments or verbatim text do not count, nor do those woven into one of the
    author's paragraphs.

    Raises
    ------
    PlacementError
        If marks in the section do not pair up, reach over its end, or there are several pairs.
    """
    marks = find_marks(text)
    for problem in marks.problems:
        if section.span.holds(problem.span.start):
            raise PlacementError(problem.message, problem.span)
    blocks = [
        block
        for block in marks
        if not block.woven
        and section.body.start < block.span.end
        and block.span.start < section.body.end
        and is_seen(text, block, facts)
    ]
    for block in blocks:
        if not section.body.contains(block.content):
            message = f"the marks of {block.id} go beyond the section's end; put both inside it"
            raise PlacementError(message, block.span)
    if len(blocks) > 1:
        end = end_of_own_text(text, section, facts)
        blocks = [block for block in blocks if block.span.start < end] or blocks
    if len(blocks) > 1:
        message = f"{len(blocks)} pairs of marks are in this section; remove all but one of them"
        raise PlacementError(message, blocks[1].span)
    return blocks[0] if blocks else None


def _base_by_id(content: str, block_id: str, new: Record) -> list[list[str]]:
    """Return the text that was written there if its hash, the id in the marks, proves it."""
    if block_id == new.id:
        return new.texts()
    paragraphs = paragraphs_of(content)
    proved = any(result_id(paragraphs, copy) == block_id for copy in range(_MOST_COPIES))
    return [[paragraph] for paragraph in paragraphs] if proved else []


def _earlier(content: str, new: Record, old: Record | None) -> tuple[RecordedSentence, ...]:
    """Return the sentences of the last record that still stand there and are not in this one."""
    if old is None:
        return ()
    own = {fold(sentence.latex) for sentence in new.sentences()}
    before = {
        folded: sentence
        for sentence in old.sentences()
        if (folded := fold(sentence.latex)) not in own
    }
    items = read_block(content, (*own, *before)).items
    standing = {item.key for item in items if item.kind is ItemKind.SENTENCE}
    return tuple(sentence for folded, sentence in before.items() if folded in standing)


def _new_block(text: str, at: int, rendered: RenderedText, new: Record) -> Edit:
    line_end = line_end_of(text)
    begin = begin_mark(new.id, from_titles=new.origin.from_titles)
    lines = [begin, *split_lines(rendered.latex), end_mark(new.id)]
    before, after = text[:at], text[at:]
    return Edit(
        Span(at, at),
        _gap_before(before, line_end) + line_end.join(lines) + _gap_after(before, after, line_end),
    )


def _gap_before(before: str, line_end: str) -> str:
    """Return the line ends that put a blank line before a block."""
    words = before.rstrip(SPACES)
    missing = 2 - count_line_ends(before[len(words) :])
    return line_end * missing if words and missing > 0 else ""


def _gap_after(before: str, after: str, line_end: str) -> str:
    """Return the line ends that put a blank line after a block.

    At the end of the file, the block ends with a line end if the text before it does.
    """
    words = after.lstrip(SPACES)
    following = count_line_ends(after[: len(after) - len(words)])
    missing = 2 - following if words else 0
    if before.endswith(("\r", "\n")):
        missing = max(missing, 1)
    return line_end * max(missing, 0)
