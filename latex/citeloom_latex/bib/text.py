"""A BibTeX text with its facts; an edit gives a new one."""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from citeloom_latex.bib.entries import BibPart, Entries
from citeloom_latex.bib.facts import BibFacts
from citeloom_latex.bib.index import Index
from citeloom_latex.bib.indexing import index_of
from citeloom_latex.bib.scan import parts_of
from citeloom_latex.bib.stored_parts import ReadPart
from citeloom_latex.spans import Span


@dataclass(frozen=True, eq=False)
class _IndexedPart:
    """A stretch of the text between two barriers, read once for all texts that share it."""

    text: str
    known: Index | None = None

    @cached_property
    def index(self) -> Index:
        return self.known or index_of(self.text)


@dataclass(frozen=True, eq=False)
class BibText:
    """A BibTeX text and its facts, as one value that does not change.

    A changed text shares with the one before it all parts that the change did not touch, so that
    they are not read again. The facts are the same as those of the whole text scanned afresh.
    """

    _parts: tuple[_IndexedPart, ...]

    @classmethod
    def of(cls, text: str, known: Iterable[ReadPart] | None = None) -> "BibText":
        """Take up a text; ``known`` are its parts where they were read before."""
        if known is None:
            return cls(tuple(map(_IndexedPart, parts_of(text))))
        parts, begin = [], 0
        for part in known:
            parts.append(_IndexedPart(text[begin : begin + part.length], part.index))
            begin += part.length
        return cls(tuple(parts))

    @classmethod
    def of_facts(cls, text: str, facts: BibFacts) -> "BibText":
        """Take up a text with the facts that were read of all of it."""
        pieces = facts.entries.pieces
        ends = [*(piece.start for piece in pieces[1:]), len(text)]
        return cls.of(
            text,
            [
                ReadPart(end - piece.start, piece.index)
                for piece, end in zip(pieces, ends, strict=False)
            ],
        )

    def __len__(self) -> int:
        return self._starts[-1]

    @property
    def read_parts(self) -> list[ReadPart]:
        """The parts of the text with their indexes."""
        return [ReadPart(len(part.text), part.index) for part in self._parts]

    @cached_property
    def text(self) -> str:
        """The whole text."""
        return "".join(part.text for part in self._parts)

    @cached_property
    def facts(self) -> BibFacts:
        """The facts of the text."""
        starts = self._starts
        return BibFacts(
            Entries(
                [
                    BibPart(part.index, part.text, 0, start)
                    for part, start in zip(self._parts, starts, strict=False)
                ]
            )
        )

    @cached_property
    def _starts(self) -> list[int]:
        """Where the parts begin, and where the last one ends."""
        return list(accumulate((len(part.text) for part in self._parts), initial=0))

    def replaced(self, span: Span, new_text: str) -> "BibText":
        """Return the text with ``new_text`` where ``span`` is.

        Raises
        ------
        ValueError
            If the span does not lie in the text.
        """
        if not 0 <= span.start <= span.end <= len(self):
            raise ValueError(f"{span} is not in a text of {len(self)} characters")
        starts = self._starts
        # What is a barrier, and what stands between two, is settled by the text up to the next
        # barrier and the characters before: one part more on either side is all that can change.
        first = max(0, bisect_right(starts, span.start) - 2)
        last = min(len(self._parts), bisect_right(starts, span.end) + 1)
        old = "".join(part.text for part in self._parts[first:last])
        begin = starts[first]
        new = old[: span.start - begin] + new_text + old[span.end - begin :]
        known = {part.text: part for part in self._parts[first:last]}
        parts = tuple(known.get(text) or _IndexedPart(text) for text in parts_of(new))
        return BibText((*self._parts[:first], *parts, *self._parts[last:]))
