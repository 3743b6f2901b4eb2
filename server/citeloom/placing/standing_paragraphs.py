"""Reads the paragraphs that stand in a section, and tells our sentences from the author's."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from citeloom.grounding.sentences import sentences
from citeloom.placing.block import ItemKind, read_block
from citeloom.placing.folding import BLANK_LINE, fold
from citeloom.placing.marks import MarkedBlock, find_marks
from citeloom.placing.record import Record, RecordedSentence
from citeloom_latex.prose.prose import Prose, prose
from citeloom_latex.prose.tokens import Delimiter, GroupKind, delimiters
from citeloom_latex.spans import Span
from citeloom_latex.tex.facts import TexFacts


@dataclass(frozen=True, slots=True)
class PlacedSentence:
    """A recorded sentence and where it stands in the file's text."""

    sentence: RecordedSentence
    span: Span


def placed_sentences(text: str, block: MarkedBlock, record: Record) -> tuple[PlacedSentence, ...]:
    """Return the sentences of a record that stand between the marks, in order.

    A sentence that the author has edited counts as the author's own and is left out.
    """
    known = {fold(sentence.latex): sentence for sentence in record.sentences()}
    start = block.content.start
    return tuple(
        PlacedSentence(known[item.key], Span(start + item.span.start, start + item.span.end))
        for item in read_block(block.content.of(text), known).items
        if item.kind is ItemKind.SENTENCE
    )


_COMMAND_BEFORE = re.compile(r"\\[A-Za-z@]+\*?\s*(?:\[[^\[\]]*\]\s*)*\Z")
_LONGEST_COMMAND = 200
_BETWEEN = re.compile(r"(?:\s+|%[^\r\n]*)*")
_BREAK = re.compile(r"\n\s*\n")
_ATTACHED = re.compile(r"\}|\\(?:footnote|label|index)\{")


@dataclass(frozen=True, slots=True)
class StandingSentence:
    """A sentence in a file.

    ``text`` is what readers see, with citations as ``[@key; @key]``; ``keys`` are all cited keys.
    ``block`` is the marked block around it; ``ours`` is its record if we wrote it and nobody has
    changed it since.
    """

    text: str
    span: Span
    keys: tuple[str, ...]
    block: MarkedBlock | None
    ours: RecordedSentence | None


@dataclass(frozen=True, slots=True)
class StandingParagraph:
    """A paragraph of a file, with at least one sentence."""

    sentences: tuple[StandingSentence, ...]

    @property
    def start(self) -> int:
        """Where its first sentence begins."""
        return self.sentences[0].span.start


def standing_paragraphs(
    text: str,
    span: Span,
    facts: TexFacts,
    records: Mapping[str, Record],
) -> tuple[StandingParagraph, ...]:
    """Return the paragraphs in a part of a file.

    Sentences are split as readers see them, but never inside braces, maths or an environment;
    a recorded sentence between our marks always stays whole.

    Parameters
    ----------
    span
        The part of ``text``.
    facts
        What was read of ``text``.
    records
        The known records of its marked blocks, by id.
    """
    return tuple(_ParagraphReader(text, facts, records).paragraphs(span))


def before_comments(text: str, end: int, facts: TexFacts) -> int:
    """Return where the comments right before a place begin; without any, the place itself."""
    for number in reversed(range(bisect_left(facts.skipped, end, key=lambda span: span.start))):
        span = facts.skipped[number]
        if not text.startswith("%", span.start) or text[span.end : end].strip():
            break
        end = span.start
    return end


class _ParagraphReader:
    def __init__(
        self,
        text: str,
        facts: TexFacts,
        records: Mapping[str, Record],
    ) -> None:
        self._text, self._facts = text, facts
        self._blocks = find_marks(text).blocks
        self._ours = {
            placed.span: placed.sentence
            for block in self._blocks
            if block.id in records
            for placed in placed_sentences(text, block, records[block.id])
        }

    def paragraphs(self, part: Span) -> Iterator[StandingParagraph]:
        shown = prose(self._text, part, self._facts)
        at, last = 0, part.start
        for found in [*_BREAK.finditer(shown.text), None]:
            end = len(shown.text) if found is None else found.start()
            if shown.text[at:end].strip():
                spans = list(self._sentences(shown, Span(at, end), last))
                if spans:
                    yield StandingParagraph(tuple(self._describe(span, shown) for span in spans))
                    last = spans[-1].end
            at = end if found is None else found.end()

    def _sentences(self, shown: Prose, piece: Span, after: int) -> Iterator[Span]:
        """Yield the spans of a paragraph's sentences; the paragraph begins after ``after``."""
        found = sentences(piece.of(shown.text))
        first = shown.source(piece.start + found[0].start)
        ends = [self._end(shown, piece.start + sentence.end) for sentence in found]
        ends[-1] = self._end_with_attachments(ends[-1])
        inside = _Depth(self._text, self._facts.skipped, Span(after, ends[-1]), first)
        at = min(first, inside.begins)
        whole = Span(at, ends[-1])
        ours = sorted(span for span in self._ours if whole.contains(span))
        cuts = {end for end in ends[:-1] if inside.is_outside(end) and self._ends_word(end)}
        cuts = {end for end in cuts if not any(span.start < end < span.end for span in ours)}
        for end in sorted({*cuts, *(cut for span in ours for cut in span), ends[-1]}):
            match = _BETWEEN.match(self._text, at, end)
            start = match.end() if match else at
            if start < end:
                yield Span(start, end)
                at = end

    def _end(self, shown: Prose, end: int) -> int:
        """Return where a sentence ends in the source: before a comment that follows its last sign.

        What else readers do not see there, as a footnote, belongs to it.
        """
        seen, following = shown.source(end - 1) + 1, shown.source(end)
        if _BETWEEN.fullmatch(self._text, seen, following):
            return seen
        return before_comments(self._text, following, self._facts)

    def _end_with_attachments(self, end: int) -> int:
        """Return where a paragraph's last sentence ends, with its footnotes and closing braces."""
        while match := _ATTACHED.match(self._text, end):
            after = match.end()
            depth = int(match[0].endswith("{"))
            for brace in self._braces(after) if depth else ():
                depth += brace.step
                after = brace.span.end
                if not depth:
                    break
            if depth:
                break
            end = after
        return end

    def _braces(self, start: int) -> Iterator[Delimiter]:
        rest = Span(start, len(self._text))
        found = delimiters(self._text, rest, self._facts.skipped)
        return (delimiter for delimiter in found if delimiter.kind is GroupKind.BRACE)

    def _ends_word(self, end: int) -> bool:
        following = self._text[end : end + 1]
        return following.isspace() or following == "%"

    def _describe(self, span: Span, shown: Prose) -> StandingSentence:
        citations = self._facts.citations
        first, last = (
            bisect_left(citations, at, key=lambda citation: citation.span.start) for at in span
        )
        cited = citations[first:last]
        read = shown.text[shown.at_source(span.start) : shown.at_source(span.end)]
        return StandingSentence(
            " ".join(read.split()),
            span,
            tuple(dict.fromkeys(key.key for citation in cited for key in citation.keys)),
            next((block for block in self._blocks if block.content.contains(span)), None),
            self._ours.get(span),
        )


class _Depth:
    """Tells which places of a paragraph lie inside braces, maths or an environment.

    ``begins`` is where the paragraph begins with the group around its first word, if there is one:
    ``\\emph`` in ``\\emph{First} word``.
    """

    def __init__(self, text: str, skipped: Sequence[Span], part: Span, first: int) -> None:
        before = list(BLANK_LINE.finditer(text, part.start, first))
        part = Span(before[-1].end() if before else part.start, part.end)
        self._inside = [*outer_groups(text, part, skipped, first)]  # One behind the other.
        self.begins = next((it.start for it in self._inside if it.holds(first)), first)

    def is_outside(self, place: int) -> bool:
        """Tell whether a place lies in no group."""
        before = bisect_left(self._inside, place, key=lambda span: span.start)
        return not before or place >= self._inside[before - 1].end


def outer_groups(text: str, part: Span, skipped: Sequence[Span], first: int = 0) -> Iterator[Span]:
    """Yield the outermost groups, formulas and environments of a part of a text.

    A command before a group belongs to it. One that is not closed goes beyond the part. What begins
    or ends an environment before the place ``first`` does not count.
    """
    depth, opened = 0, part.start
    for kind, step, span in delimiters(text, part, skipped):
        if kind is GroupKind.ENVIRONMENT and span.start < first:
            continue
        if step > 0 and depth == 0:
            near = max(part.start, span.start - _LONGEST_COMMAND)
            command = _COMMAND_BEFORE.search(text, near, span.start)
            opened = command.start() if command and kind is GroupKind.BRACE else span.start
        depth = max(0, depth + step)
        if step < 0 and depth == 0:
            yield Span(opened, span.end)
    if depth:
        yield Span(opened, part.end + 1)
