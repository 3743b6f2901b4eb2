"""Puts new sentences into a paragraph of a file; no other byte changes.

In the author's own text the sentences get marks of their own inside the paragraph: comment lines,
which LaTeX does not see. Between existing marks they join the text there.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from citeloom.placing.folding import line_end_of
from citeloom.placing.marks import MarkedBlock, begin_mark, end_mark
from citeloom.placing.record import Origin, Record, RecordedParagraph, RecordedSentence
from citeloom.placing.revising.replacing import with_new_id
from citeloom.placing.standing_paragraphs import StandingParagraph, StandingSentence
from citeloom_latex.edit import Edit
from citeloom_latex.spans import Span

_REST_OF_LINE = re.compile(r"[ \t]*(?:[ \t]%[^\r\n]*)?(?P<end>\r\n|\n|\r|\Z)")


@dataclass(frozen=True, slots=True)
class NewSentence:
    """A sentence that comes behind so many of a paragraph's."""

    after: int
    sentence: RecordedSentence


@dataclass(frozen=True, slots=True)
class WovenText:
    """A file's text with new sentences, and the records that belong to it.

    ``replaced`` are the ids of results whose marks get another id.
    """

    text: str
    records: tuple[Record, ...]
    replaced: tuple[str, ...]


def woven_text(
    text: str,
    paragraph: StandingParagraph,
    new: Sequence[NewSentence],
    records: Mapping[str, Record],
    origin: Origin,
    taken: Collection[str] = (),
) -> WovenText:
    """Put new sentences into a paragraph.

    Parameters
    ----------
    text
        The file's text.
    paragraph
        The paragraph, as it was read from ``text``.
    new
        The sentences in the order of the text.
    records
        The known records of the file's marked blocks, by id.
    origin
        How the new sentences were made.
    taken
        The ids between marks in the project: sentences with marks of their own get another one.
    """
    weaver = _ParagraphWeaver(text, paragraph, records, origin, taken)
    for after, group in groupby(new, key=lambda edit: edit.after):
        weaver.put(after, [edit.sentence for edit in group])
    return weaver.result()


class _ParagraphWeaver:
    def __init__(
        self,
        text: str,
        paragraph: StandingParagraph,
        records: Mapping[str, Record],
        origin: Origin,
        taken: Collection[str],
    ) -> None:
        self._text, self._standing, self._origin = text, paragraph.sentences, origin
        self._taken = taken
        self._known = records
        self._line_end = line_end_of(text)
        self._edits: list[Edit] = []
        self._blocks: dict[str, tuple[MarkedBlock, Record]] = {}
        self._woven: list[Record] = []

    def put(self, after: int, new: Sequence[RecordedSentence]) -> None:
        beside = self._standing[max(0, after - 1)]
        lines = [sentence.latex for sentence in new]
        if beside.block is None:
            record = Record("", self._origin, (RecordedParagraph("", tuple(new)),))
            record = with_new_id(record, self._taken)
            self._woven.append(record)
            lines = [begin_mark(record.id, woven=True), *lines, end_mark(record.id)]
        else:
            self._add_to_record(beside.block, after, new)
        self._edits.append(self._edit_beside(beside, lines, after=after > 0))

    def result(self) -> WovenText:
        edits, records, replaced = list(self._edits), list(self._woven), []
        for block, changed in self._blocks.values():
            record = with_new_id(changed)
            records.append(record)
            if record.id != block.id:
                replaced.append(block.id)
            edits += [Edit(block.begin_id, record.id), Edit(block.end_id, record.id)]
        text = self._text
        for edit in sorted(edits, key=lambda edit: edit.span, reverse=True):
            text = edit.applied_to(text)
        return WovenText(text, tuple(records), tuple(replaced))

    def _add_to_record(
        self, block: MarkedBlock, place: int, new: Sequence[RecordedSentence]
    ) -> None:
        _, record = self._blocks.get(block.id, (block, self._known.get(block.id)))
        record = record or Record("", self._origin, ())

        def own(sentences: Sequence[StandingSentence]) -> list[RecordedSentence]:
            return [
                sentence.ours
                for sentence in sentences
                if sentence.block == block and sentence.ours is not None
            ]

        before, after = own(self._standing[:place]), own(self._standing[place:])
        record = _with_sentences(record, new, before[-1:], after[:1])
        self._blocks[block.id] = (block, record)

    def _edit_beside(self, beside: StandingSentence, lines: Sequence[str], *, after: bool) -> Edit:
        """Return the edit that inserts whole lines after or before a sentence."""
        joined = self._line_end.join(lines)
        if not after:
            at = self._line_start(beside.span.start)
            if self._text[at : beside.span.start].strip():
                at, joined = beside.span.start, self._line_end + joined
            return Edit(Span(at, at), joined + self._line_end)
        rest = _REST_OF_LINE.match(self._text, beside.span.end)
        if rest is None or not rest["end"]:
            at = beside.span.end if rest is None else rest.end()
            last = self._line_end if rest is None else ""
            return Edit(Span(at, at), self._line_end + joined + last)
        return Edit(Span(rest.end(), rest.end()), joined + self._line_end)

    def _line_start(self, at: int) -> int:
        while at and self._text[at - 1] not in "\r\n":
            at -= 1
        return at


def _with_sentences(
    record: Record,
    new: Sequence[RecordedSentence],
    before: Sequence[RecordedSentence],
    after: Sequence[RecordedSentence],
) -> Record:
    """Return a record with new sentences beside a neighbour: behind the one before, if known."""
    for neighbours, behind in ((before, 1), (after, 0)):
        for number, paragraph in enumerate(record.paragraphs):
            own = list(paragraph.sentences)
            if neighbours and neighbours[0] in own:
                at = own.index(neighbours[0]) + behind
                own[at:at] = new
                paragraphs = list(record.paragraphs)
                paragraphs[number] = replace(paragraph, sentences=tuple(own))
                return replace(record, paragraphs=tuple(paragraphs))
    last = RecordedParagraph("", tuple(new))
    return replace(record, paragraphs=(*record.paragraphs, last))
