"""A project's texts, each with what was read of it."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from citeloom.problem import Place
from citeloom_latex.bib.facts import BibFacts
from citeloom_latex.lines import LineIndex
from citeloom_latex.spans import Span
from citeloom_latex.tex.facts import TexFacts


@dataclass(frozen=True)
class Source:
    """A text of the project; ``encoding`` is how its bytes are to be written back."""

    path: Path
    text: str
    encoding: str

    @cached_property
    def lines(self) -> LineIndex:
        """Where the text's lines begin."""
        return LineIndex(self.text)

    def line(self, number: int) -> str:
        """Return a line (from 0), its line end included."""
        start = self.lines.start_of(number)
        end = self.lines.start_of(number + 1) if number + 1 < len(self.lines) else len(self.text)
        return self.text[start:end]

    def place(self, offset: int, end: int | None = None) -> Place:
        """Return the place of an offset, or of what stands from there to ``end``."""
        span = Span(offset, offset if end is None else end)
        return Place(self.path, self.lines.line_of(offset) + 1, span)


@dataclass(frozen=True)
class Document(Source):
    """A .tex file (or a .sty, .cls of the project)."""

    facts: TexFacts


@dataclass(frozen=True)
class Bibliography(Source):
    """A .bib file."""

    facts: BibFacts
