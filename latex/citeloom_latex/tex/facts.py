"""What a LaTeX text says around its citations. Every range is exact, in code points."""

from dataclasses import dataclass

from citeloom_latex.spans import Span


@dataclass(frozen=True, slots=True)
class CitedKey:
    """One citation key inside a cite command; ``span`` covers the key alone."""

    key: str
    span: Span


@dataclass(frozen=True, slots=True)
class Citation:
    """A cite command: ``command`` has no backslash and no star (``citep``)."""

    command: str
    starred: bool
    keys: tuple[CitedKey, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Section:
    """A sectioning command and what it holds.

    ``level`` is -1 for part, 0 for chapter, 1 for section, 2 for subsection, and so on.
    ``title`` is the LaTeX between its braces. ``span`` reaches from the backslash to the next
    heading of the same or a higher level (or the end of the document's body); ``body`` is the
    part of it after the heading command.
    """

    level: int
    starred: bool
    title: str
    title_span: Span
    span: Span
    body: Span


@dataclass(frozen=True, slots=True)
class Input:
    """A command that reads another .tex file; ``directory`` is the first argument of ``import``."""

    command: str
    path: str
    directory: str
    span: Span
    path_span: Span


@dataclass(frozen=True, slots=True)
class BibliographyFile:
    """One .bib file named by ``bibliography``, ``addbibresource`` and the like."""

    command: str
    path: str
    span: Span


@dataclass(frozen=True, slots=True)
class BibItem:
    """A ``bibitem`` of a bibliography written by hand."""

    key: str
    key_span: Span
    span: Span


@dataclass(frozen=True, slots=True)
class Package:
    """A package or class that the text loads: ``command`` is as written (``usepackage``)."""

    command: str
    name: str
    options: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class MagicComment:
    """A comment for editors, ``% !TEX name = value``; ``name`` in lower case."""

    name: str
    value: str
    span: Span


@dataclass(frozen=True, slots=True)
class TexFacts:
    """All that is read of one LaTeX text, in the order in which it stands there.

    ``title`` and ``abstract`` are the ranges of their contents, where they stand in this text.
    ``skipped`` are the comments, verbatim parts and the text after ``\\end{document}``;
    ``document`` is the body between ``\\begin{document}`` and ``\\end{document}``, if it begins
    here. ``language`` commands beside packages (``setdefaultlanguage``) are in ``languages``.
    """

    citations: tuple[Citation, ...] = ()
    sections: tuple[Section, ...] = ()
    inputs: tuple[Input, ...] = ()
    bibliographies: tuple[BibliographyFile, ...] = ()
    bibitems: tuple[BibItem, ...] = ()
    packages: tuple[Package, ...] = ()
    languages: tuple[str, ...] = ()
    magic_comments: tuple[MagicComment, ...] = ()
    title: Span | None = None
    abstract: Span | None = None
    document: Span | None = None
    appendix: int | None = None
    skipped: tuple[Span, ...] = ()
