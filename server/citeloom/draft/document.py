"""A project's files, each with its text and the facts read from it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from citeloom.problem import Place
from citeloom_latex.bib.facts import BibFacts
from citeloom_latex.bib.file_style import FileStyle
from citeloom_latex.bib.files import file_folders
from citeloom_latex.bib.scan import scan_bib
from citeloom_latex.lined import LinedText
from citeloom_latex.lines import LineIndex
from citeloom_latex.spans import Characters, Span
from citeloom_latex.tex.facts import Citation, CitedKey, TexFacts
from citeloom_latex.tex.filecontents import embedded_files
from citeloom_latex.tex.pieced import Pieced


class Stretch:
    """The citations of one stretch of a text, indexed by key in lower case."""

    def __init__(self, citations: Sequence[Citation]) -> None:
        self.citations = citations

    @cached_property
    def numbers_of(self) -> Mapping[str, Sequence[tuple[int, int]]]:
        """For each key: the numbers of its citations, and of the key in each of them."""
        found: dict[str, list[tuple[int, int]]] = {}
        for number, citation in enumerate(self.citations):
            for which, cited in enumerate(citation.keys):
                found.setdefault(cited.key.lower(), []).append((number, which))
        return found


class CitedKeys:
    """The keys that a text cites. Iteration yields a key, in lower case, for each citation of it.

    ``before`` is the index before an edit: stretches that did not change are not indexed again.
    """

    def __init__(self, citations: Sequence[Citation], before: "CitedKeys | None" = None) -> None:
        self._citations = citations
        pieces = citations.pieces if isinstance(citations, Pieced) else (citations,)
        known = (
            {}
            if before is None
            else {id(stretch.citations): stretch for stretch in before.stretches}
        )
        self.stretches: list[Stretch] = [known.get(id(piece)) or Stretch(piece) for piece in pieces]

    def __iter__(self) -> Iterator[str]:
        for stretch in self.stretches:
            for key, numbers in stretch.numbers_of.items():
                for _ in numbers:
                    yield key

    def citations_of(self, key: str) -> Iterator[tuple[Citation, CitedKey]]:
        """Yield the citations of a key in the order of the text."""
        first = 0
        for stretch in self.stretches:
            for number, which in stretch.numbers_of.get(key.lower(), ()):
                citation = self._citations[first + number]
                yield citation, citation.key(which)
            first += len(stretch.citations)


_PART_OF_PATH = re.compile(r"[^{}%#\r\n]{0,200}")


@dataclass(frozen=True, eq=False)
class Source:
    """A file of the project; ``encoding`` is the one in which it must be written back."""

    path: Path
    content: LinedText
    encoding: str

    @property
    def text(self) -> str:
        return self.content.text

    @property
    def characters(self) -> Characters:
        """The text for those that ask for ranges of it: to join a large one takes long."""
        return self.content.characters

    @property
    def lines(self) -> LineIndex:
        """The offsets at which the lines begin."""
        return self.content.lines

    def line(self, number: int) -> str:
        """Return a line by its number (from 0), with its line end."""
        start = self.lines.start_of(number)
        end = (
            self.lines.start_of(number + 1)
            if number + 1 < len(self.lines)
            else len(self.characters)
        )
        return self.characters[start:end]

    def place(self, offset: int, end: int | None = None) -> Place:
        """Return the place of an offset, or of the range from there to ``end``."""
        span = Span(offset, offset if end is None else end)
        return Place(self.path, self.lines.line_of(offset) + 1, span)


@dataclass(frozen=True, eq=False)
class Document(Source):
    """A .tex, .sty or .cls file of the project, and the keys that it cites."""

    facts: TexFacts
    cited_keys: CitedKeys = field(repr=False)

    @cached_property
    def constants(self) -> Mapping[str, str]:
        """Its macros without arguments that may stand for a part of a path, with their values."""
        found: dict[str, str] = {}
        for macro in self.facts.macros:
            if not macro.signature and _PART_OF_PATH.fullmatch(body := macro.body.of(self.text)):
                found.setdefault(macro.name, body.strip())
        return found

    @cached_property
    def embedded_bibliographies(self) -> Mapping[str, "Bibliography"]:
        """The .bib files that the text holds in itself (``filecontents``), by name.

        Their places are those of this file.
        """
        found: dict[str, Bibliography] = {}
        for embedded in embedded_files(self.text, self.facts.skipped):
            if embedded.name.lower().endswith(".bib"):
                facts = scan_bib(self.text, embedded.span)
                bibliography = Bibliography(self.path, self.content, self.encoding, facts, True)
                found.setdefault(embedded.name, bibliography)
        return found


@dataclass(frozen=True, eq=False)
class Bibliography(Source):
    """A .bib file; ``embedded`` is one that stands in a .tex file, among its text."""

    facts: BibFacts
    embedded: bool = False

    @cached_property
    def style(self) -> FileStyle:
        """How its entries are written."""
        return FileStyle(self.text, self.facts)

    @cached_property
    def file_folders(self) -> tuple[str, ...]:
        """The folders of attached files that its text names."""
        return file_folders(self.text)
