"""What a LaTeX text says around its citations. Every range is exact, in code points.

Citations, their keys and sections, of which a scan makes thousands, are named tuples of plain
values: they are made twice as fast as frozen dataclasses. Offsets of what they hold count from
their beginning, so that all of it is shared when they move; ranges are made on demand.
``moved`` gives a fact of a text as it is after ``by`` code points more before it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from citeloom_latex.spans import Span

# What the constructors of named tuples do, without the call in between: half of their time.
_new = tuple.__new__


class CitedKey(NamedTuple):
    """One citation key; ``span`` covers the key alone.

    Where a macro stands for the key (``\\smith`` for ``\\cite{smith20}``), ``written`` is false
    and ``span`` is that of the macro, which must not be replaced by a key. ``*`` is a key of
    ``nocite``.
    """

    key: str
    start: int
    end: int
    written: bool = True

    @property
    def span(self) -> Span:
        """The range of the key."""
        return _new(Span, (self.start, self.end))


PlacedKey = tuple[str, int, int, bool]
"""The values of a ``CitedKey``, its range counted from the beginning of its citation."""


class Citation(NamedTuple):
    """A cite command: ``command`` has no backslash and no star (``citep``).

    ``placed_keys`` is empty where none is typed yet. ``span`` reaches from the backslash to the
    last closing brace, or as far as a half-typed command goes; a citation may stand inside another
    one's optional argument.
    """

    command: str
    starred: bool
    placed_keys: tuple[PlacedKey, ...]
    start: int
    length: int

    @staticmethod
    def of(command: str, starred: bool, keys: Iterable[CitedKey], span: Span) -> "Citation":
        """Return the citation at a range of the text in which the keys stand."""
        start = span.start
        placed = [(key.key, key.start - start, key.end - start, key.written) for key in keys]
        return Citation(command, starred, tuple(placed), start, len(span))

    def key(self, number: int) -> CitedKey:
        """Return one of the keys, however many there are."""
        key, at, last, written = self.placed_keys[number]
        return CitedKey(key, self.start + at, self.start + last, written)

    @property
    def keys(self) -> tuple[CitedKey, ...]:
        """The keys in order; they are made each time, as they move with the text."""
        start = self.start
        if len(self.placed_keys) == 1:  # Most have one: it is made without a list.
            ((key, at, last, written),) = self.placed_keys
            return (_new(CitedKey, (key, start + at, start + last, written)),)
        return tuple(
            [
                _new(CitedKey, (key, start + at, start + last, written))
                for key, at, last, written in self.placed_keys
            ]
        )

    @property
    def span(self) -> Span:
        """The range of the whole command."""
        return _new(Span, (self.start, self.start + self.length))

    def moved(self, by: int) -> "Citation":
        """Return the same, moved ``by`` code points towards the end of the text."""
        command, starred, keys, start, length = self
        return _new(Citation, (command, starred, keys, start + by, length))


class InputPattern(NamedTuple):
    """A file that a macro reads: ``#1`` in ``directory`` and ``path`` is its first argument."""

    directory: str
    path: str


@dataclass(frozen=True, slots=True)
class Wrapper:
    """A macro of the author's own that stands for a cite command, or reads a file.

    ``signature`` has one letter per argument: ``m`` (in braces), ``o`` (in brackets), ``s`` (a
    star). ``key_arguments`` are the arguments, from 0, that hold keys; ``keys`` are those written
    in its definition. ``alias`` is set instead of all these where the macro is another name of a
    cite command (``\\let\\mycite\\citep``). ``inputs`` are the files that it may read, and
    ``defaults`` what its arguments are where they are left out, those at the end that have none
    not named. One that is ``verbatim`` prints its arguments as they are written. A macro that has
    none of all these looks like a cite command by its name alone, and cites nothing.
    """

    name: str
    signature: str = ""
    key_arguments: tuple[int, ...] = ()
    keys: tuple[CitedKey, ...] = ()
    alias: str | None = None
    inputs: tuple[InputPattern, ...] = ()
    defaults: tuple[str | None, ...] = ()
    verbatim: bool = False


@dataclass(frozen=True, slots=True)
class Macro:
    """A macro that the text defines: its arguments as in a wrapper, and what it expands to."""

    name: str
    signature: str
    body: Span

    def moved(self, by: int) -> "Macro":
        """Return a copy whose places are moved by ``by`` code points."""
        return Macro(self.name, self.signature, self.body.moved(by))


class SectionHeading(NamedTuple):
    """What a sectioning command says; its offsets count from its backslash.

    ``level`` is -1 for part, 0 for chapter, 1 for section, 2 for subsection, and so on.
    ``title`` is the LaTeX between its braces.
    """

    level: int
    starred: bool
    title: str
    title_start: int
    title_end: int
    end: int


class Section(NamedTuple):
    """A sectioning command and what it holds: ``level``, ``starred`` and ``title`` as in a heading.

    ``span`` reaches from the backslash to the next heading of the same or a higher level, to a
    bibliography, to ``\\appendix`` or to the end of the document's body, whichever comes first;
    ``body`` is the part of it after the heading command.
    """

    heading: SectionHeading
    start: int
    end: int

    @property
    def level(self) -> int:
        return self.heading.level

    @property
    def starred(self) -> bool:
        return self.heading.starred

    @property
    def title(self) -> str:
        return self.heading.title

    @property
    def title_span(self) -> Span:
        """The range of the title."""
        return Span(self.heading.title_start, self.heading.title_end).moved(self.start)

    @property
    def span(self) -> Span:
        """The range of the heading and all that stands under it."""
        return _new(Span, (self.start, self.end))

    @property
    def body(self) -> Span:
        """The range of what stands under the heading."""
        return _new(Span, (self.start + self.heading.end, self.end))

    def holding(self, span: Span) -> "Section":
        """Return a section of this name and level that is a range of a text without a heading."""
        return Section(self.heading._replace(title_start=0, title_end=0, end=0), *span)


@dataclass(frozen=True, slots=True)
class Input:
    """A command that reads another .tex file; ``directory`` is the first argument of ``import``.

    Where it is a macro of the author's own, ``path`` is put together as its definition says, and
    ``path_span`` is that of the last argument in it, or of the macro where there is none.
    """

    command: str
    path: str
    directory: str
    span: Span
    path_span: Span

    def moved(self, by: int) -> "Input":
        """Return a copy whose places are moved by ``by`` code points."""
        return replace(self, span=self.span.moved(by), path_span=self.path_span.moved(by))


@dataclass(frozen=True, slots=True)
class BibliographyFile:
    """One .bib file named by ``bibliography``, ``addbibresource`` and the like.

    ``command`` is as written (``begin{refsection}``); ``label`` is the name that biblatex's option
    gives to the file.
    """

    command: str
    path: str
    span: Span
    label: str = ""

    def moved(self, by: int) -> "BibliographyFile":
        """Return a copy whose places are moved by ``by`` code points."""
        return replace(self, span=self.span.moved(by))


@dataclass(frozen=True, slots=True)
class BibItem:
    """A ``bibitem`` of a bibliography written by hand."""

    key: str
    key_span: Span
    span: Span

    def moved(self, by: int) -> "BibItem":
        """Return a copy whose places are moved by ``by`` code points."""
        return BibItem(self.key, self.key_span.moved(by), self.span.moved(by))


@dataclass(frozen=True, slots=True)
class Package:
    """A package or class that the text loads: ``command`` is as written (``usepackage``)."""

    command: str
    name: str
    options: tuple[str, ...]
    span: Span

    def moved(self, by: int) -> "Package":
        """Return a copy whose places are moved by ``by`` code points."""
        return replace(self, span=self.span.moved(by))


@dataclass(frozen=True, slots=True)
class MagicComment:
    """A comment for editors, ``% !TEX name = value``; ``name`` in lower case."""

    name: str
    value: str
    span: Span

    def moved(self, by: int) -> "MagicComment":
        """Return a copy whose places are moved by ``by`` code points."""
        return replace(self, span=self.span.moved(by))


@dataclass(frozen=True, slots=True)
class TexFacts:
    """All that is read of one LaTeX text, in the order in which it stands there.

    ``title`` and ``abstract`` are the ranges of their contents, where they stand in this text.
    ``skipped`` are the comments, verbatim parts, dead branches and the text after
    ``\\end{document}``, none inside another; ``document`` is the body between
    ``\\begin{document}`` and ``\\end{document}``, if it begins here. ``languages`` are those of
    language commands (``setdefaultlanguage``), beside the options of packages. ``wrappers`` are
    the macros defined here that cite or read a file, for the scans of the project's other texts;
    ``macros`` are all that are defined by what they expand to. ``bibliography_style`` is the
    argument of the first ``\\bibliographystyle``, empty if there is none. ``short_verbs`` are the
    characters that stand for ``\\verb`` at its end.
    """

    citations: Sequence[Citation] = ()
    sections: Sequence[Section] = ()
    inputs: Sequence[Input] = ()
    bibliographies: Sequence[BibliographyFile] = ()
    bibitems: Sequence[BibItem] = ()
    packages: Sequence[Package] = ()
    languages: Sequence[str] = ()
    magic_comments: Sequence[MagicComment] = ()
    title: Span | None = None
    abstract: Span | None = None
    document: Span | None = None
    wrappers: Sequence[Wrapper] = ()
    macros: Sequence[Macro] = ()
    appendix: int | None = None
    bibliography_style: str = ""
    short_verbs: str = ""
    skipped: Sequence[Span] = ()
