"""The facts of a BibTeX text. Every range is exact, in code points."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from citeloom_latex.bib.entries import Entries
from citeloom_latex.bib.entry import Entry
from citeloom_latex.bib.field import Field
from citeloom_latex.bib.index import BibProblem, StringDefinition
from citeloom_latex.spans import Span

__all__ = ["BibFacts", "BibProblem", "Entry", "Field", "StringDefinition"]


@dataclass(frozen=True)
class BibFacts:
    """All that is read of one BibTeX text, in the order in which it stands there.

    Duplicate keys are all kept. The types, keys and ranges of the entries are known; their fields
    are read when first asked for, and an entry is made each time that it is taken out of
    ``entries``: keep one rather than take it twice.
    """

    entries: Entries

    def look_through(self) -> None:
        """Look at all entries for what their values depend on, before anybody asks for a value.

        What is found is kept for all texts that share a part with this one.
        """
        for piece in self.entries.pieces:
            piece.index.survey(piece.text, piece.begin)

    @cached_property
    def strings(self) -> tuple[StringDefinition, ...]:
        """The ``@string`` definitions."""
        return tuple(
            StringDefinition(
                string.name,
                _shifted(string.name_span, piece.start),
                _shifted(string.value_span, piece.start),
                _shifted(string.span, piece.start),
            )
            for piece in self.entries.pieces
            for string in piece.index.strings
        )

    @cached_property
    def problems(self) -> tuple[BibProblem, ...]:
        """The problems, at most one for each entry. Using this reads all fields."""
        return tuple(sorted(self._problems(), key=lambda problem: problem.span.start))

    def _problems(self) -> Iterator[BibProblem]:
        for piece in self.entries.pieces:
            index = piece.index
            for problem in (*index.problems, *index.complaints(piece.text, piece.begin)):
                yield BibProblem(_shifted(problem.span, piece.start), problem.message)


def _shifted(span: Span, by: int) -> Span:
    return Span(span.start + by, span.end + by) if by else span
