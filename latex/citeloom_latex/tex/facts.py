"""What a LaTeX text says around its citations. Every range is exact, in code points.

Citations, their keys and sections, of which a scan makes thousands, are named tuples of plain
values: they are made twice as fast as frozen dataclasses, and their ranges when they are asked for.
``moved`` gives a fact of a text as it is after ``by`` code points more before it.
"""

from collections.abc import Sequence
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

    def moved(self, by: int) -> "CitedKey":
        """Return it ``by`` code points further on."""
        key, start, end, written = self
        return _new(CitedKey, (key, start + by, end + by, written))


class Citation(NamedTuple):
    """A cite command: ``command`` has no backslash and no star (``citep``).

    ``keys`` is empty where none is typed yet. ``span`` reaches from the backslash to the last
    closing brace, or as far as a half-typed command goes; a citation may stand inside another
    one's optional argument.
    """

    command: str
    starred: bool
    keys: tuple[CitedKey, ...]
    start: int
    end: int

    @property
    def span(self) -> Span:
        """The range of the whole command."""
        return _new(Span, (self.start, self.end))

    def moved(self, by: int) -> "Citation":
        """Return it ``by`` code points further on."""
        command, starred, keys, start, end = self
        if len(keys) == 1:  # Most have one: it is moved without a list.
            ((key, first, last, written),) = keys
            moved: tuple[CitedKey, ...] = (_new(CitedKey, (key, first + by, last + by, written)),)
        else:
            moved = tuple(
                [
                    _new(CitedKey, (key, at + by, last + by, written))
                    for key, at, last, written in keys
                ]
            )
        return _new(Citation, (command, starred, moved, start + by, end + by))


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
    not named. A macro that has none of all these looks like a cite command by its name alone, and
    cites nothing.
    """

    name: str
    signature: str = ""
    key_arguments: tuple[int, ...] = ()
    keys: tuple[CitedKey, ...] = ()
    alias: str | None = None
    inputs: tuple[InputPattern, ...] = ()
    defaults: tuple[str | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Macro:
    """A macro that the text defines: its arguments as in a wrapper, and what it expands to."""

    name: str
    signature: str
    body: Span

    def moved(self, by: int) -> "Macro":
        """Return it ``by`` code points further on."""
        return Macro(self.name, self.signature, self.body.moved(by))


class Section(NamedTuple):
    """A sectioning command and what it holds.

    ``level`` is -1 for part, 0 for chapter, 1 for section, 2 for subsection, and so on.
    ``title`` is the LaTeX between its braces. ``span`` reaches from the backslash to the next
    heading of the same or a higher level, to a bibliography, to ``\\appendix`` or to the end of
    the document's body, whichever comes first; ``body`` is the part of it after the heading
    command.
    """

    level: int
    starred: bool
    title: str
    title_start: int
    title_end: int
    start: int
    body_start: int
    end: int

    @property
    def title_span(self) -> Span:
        """The range of the title."""
        return _new(Span, (self.title_start, self.title_end))

    @property
    def span(self) -> Span:
        """The range of the heading and all that stands under it."""
        return _new(Span, (self.start, self.end))

    @property
    def body(self) -> Span:
        """The range of what stands under the heading."""
        return _new(Span, (self.body_start, self.end))

    def holding(self, span: Span) -> "Section":
        """Return a section of this name and level that is a range of a text without a heading."""
        start, end = span
        return self._replace(title_start=0, title_end=0, start=start, body_start=start, end=end)


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
        """Return it ``by`` code points further on."""
        return replace(self, span=self.span.moved(by), path_span=self.path_span.moved(by))


@dataclass(frozen=True, slots=True)
class BibliographyFile:
    """One .bib file named by ``bibliography``, ``addbibresource`` and the like."""

    command: str
    path: str
    span: Span

    def moved(self, by: int) -> "BibliographyFile":
        """Return it ``by`` code points further on."""
        return replace(self, span=self.span.moved(by))


@dataclass(frozen=True, slots=True)
class BibItem:
    """A ``bibitem`` of a bibliography written by hand."""

    key: str
    key_span: Span
    span: Span

    def moved(self, by: int) -> "BibItem":
        """Return it ``by`` code points further on."""
        return BibItem(self.key, self.key_span.moved(by), self.span.moved(by))


@dataclass(frozen=True, slots=True)
class Package:
    """A package or class that the text loads: ``command`` is as written (``usepackage``)."""

    command: str
    name: str
    options: tuple[str, ...]
    span: Span

    def moved(self, by: int) -> "Package":
        """Return it ``by`` code points further on."""
        return replace(self, span=self.span.moved(by))


@dataclass(frozen=True, slots=True)
class MagicComment:
    """A comment for editors, ``% !TEX name = value``; ``name`` in lower case."""

    name: str
    value: str
    span: Span

    def moved(self, by: int) -> "MagicComment":
        """Return it ``by`` code points further on."""
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
