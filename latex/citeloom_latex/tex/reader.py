"""The one pass over a LaTeX text, and what it has found so far."""

import re
from collections.abc import Callable

from citeloom_latex.spans import Span
from citeloom_latex.tex import arguments, citations, front, inputs, macros, sections, skipped
from citeloom_latex.tex.facts import (
    BibItem,
    BibliographyFile,
    Citation,
    Input,
    MagicComment,
    Package,
)
from citeloom_latex.tex.patterns import words
from citeloom_latex.tex.tokens import ADDRESSES, LAYOUT, Comments, tokens

_ENDING = words("bibliography putbib")
_APPENDICES = words("appendix appendices")
_ABSTRACT_ENVIRONMENT = re.compile(front.ABSTRACT_ENVIRONMENT)
_ENVIRONMENT = re.compile(r"[ \t]*+\{([^{}\r\n]*+)\}")
_ADDRESS = re.compile(r"[ \t]*+\{[^{}\r\n]*+\}")
_COMMAND = re.compile(r"\*?+[ \t]*+\{?+\\[A-Za-z]++")


class Reader:
    """Reads one text; ``read`` goes through it once and fills the lists."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.citations: list[Citation] = []
        self.headings: list[sections.Heading] = []
        self.stops: list[int] = []
        self.inputs: list[Input] = []
        self.bibliographies: list[BibliographyFile] = []
        self.bibitems: list[BibItem] = []
        self.packages: list[Package] = []
        self.languages: list[str] = []
        self.magic: list[MagicComment] = []
        self.definitions: list[macros.Definition] = []
        self.skipped: list[Span] = []
        self.title: Span | None = None
        self.pdf_title: Span | None = None
        self.abstract: Span | None = None
        self.appendix: int | None = None
        self.body_start: int | None = None
        self.body_end: int | None = None
        self.open_abstract: tuple[str, int] | None = None
        self.verbatim = set(skipped.VERBATIM)
        self.short_verbs = ""
        self.conditionals = skipped.Conditionals(text)
        self.comments = Comments(text)

    def read(self) -> None:
        """Go through the text."""
        at: int | None = 0
        while at is not None:
            at = self._read_from(at)
        self._take_comments(len(self.text))
        if self.open_abstract:
            self._end_abstract(len(self.text) if self.body_end is None else self.body_end)
        self.title = self.title or self.pdf_title

    def _read_from(self, at: int) -> int | None:
        """Read on until something must be passed over; return where to go on, if anywhere."""
        text, comments = self.text, self.comments
        for token in tokens(self.short_verbs).finditer(text, at):
            start, end = token.span()
            if start > comments.start:
                self._take_comments(start)
            if start < comments.end:
                continue
            command = text[start + 1 : end]
            go_on = _HANDLERS.get(command, Reader._other)(self, command, start, end)
            if go_on is not None:
                return go_on
        return None

    def _take_comments(self, until: int) -> None:
        while self.comments.start < until:
            comment = self.comments.take()
            self.skipped.append(comment)
            if magic := front.magic_comment(self.text, comment):
                self.magic.append(magic)

    def _other(self, command: str, start: int, end: int) -> None:
        """Read what has no fixed name: a cite command, multibib's bibliographies, short verbs."""
        if self.text[start] != "\\":
            self._skip(start, end)
        elif command.startswith("bibliography"):
            self._bibliography(command, start, end)
        elif command != "\\" and citations.may_cite(command):
            self._cite(command, start, end)

    def _cite(self, command: str, start: int, end: int) -> None:
        if found := citations.cite_at(self.text, start, command, end):
            self.citations.append(found)

    def _begin(self, command: str, start: int, end: int) -> int | None:
        environment = _ENVIRONMENT.match(self.text, end)
        if not environment:
            return None
        name, end = environment[1], environment.end()
        if name in self.verbatim:
            return self._skip(start, skipped.environment_end(self.text, name, end))
        if name == "document":
            self.body_start = end if self.body_start is None else self.body_start
        elif name in _APPENDICES:
            self._appendix(name, start, end)
        elif name == "thebibliography":
            self.stops.append(start)
        elif name == "refsection":
            self._bibliography("newrefsection", start, end)
        elif self.abstract is None and _ABSTRACT_ENVIRONMENT.fullmatch(name):
            self.open_abstract = name, front.after_option(self.text, end)
        return None

    def _end(self, command: str, start: int, end: int) -> int | None:
        environment = _ENVIRONMENT.match(self.text, end)
        if not environment:
            return None
        name, end = environment[1], environment.end()
        if name == "document":
            self.body_end = start
            return self._skip(end, len(self.text))
        if self.open_abstract and name == self.open_abstract[0]:
            self._end_abstract(start)
        return None

    def _end_abstract(self, end: int) -> None:
        if self.open_abstract and self.abstract is None:
            start = self.open_abstract[1]
            self.abstract = arguments.trimmed(self.text, Span(start, max(start, end))) or None
        self.open_abstract = None

    def _skip(self, start: int, end: int | None) -> int | None:
        if end is not None and end > start:
            self.skipped.append(Span(start, end))
            self.comments.go_on(end)
        return end

    def _define(self, command: str, start: int, end: int) -> int | None:
        found = macros.definition_at(self.text, start, command, end)
        if not found:
            return None
        self.definitions.append(found)
        return found.span.end

    def _heading(self, command: str, start: int, end: int) -> None:
        if heading := sections.heading_at(self.text, start, command, end):
            self._end_abstract(start)
            self.headings.append(heading)

    def _appendix(self, command: str, start: int, end: int) -> None:
        self.stops.append(start)
        if self.appendix is None:
            self.appendix = start

    def _input(self, command: str, start: int, end: int) -> None:
        if found := inputs.input_at(self.text, start, command, end):
            self.inputs.append(found)

    def _bibliography(self, command: str, start: int, end: int) -> None:
        self.bibliographies.extend(inputs.bibliographies_at(self.text, command, end))
        if command in _ENDING:
            self.stops.append(start)

    def _printed_bibliography(self, command: str, start: int, end: int) -> None:
        self.stops.append(start)

    def _bibitem(self, command: str, start: int, end: int) -> int | None:
        found = inputs.bibitem_at(self.text, start, end)
        if not found:
            return None
        self.bibitems.append(found)
        return found.span.end

    def _package(self, command: str, start: int, end: int) -> None:
        self.packages.extend(inputs.packages_at(self.text, start, command, end))

    def _language(self, command: str, start: int, end: int) -> None:
        if language := front.language_at(self.text, command, end):
            self.languages.append(language)

    def _title(self, command: str, start: int, end: int) -> None:
        if self.title is None:
            self.title = front.title_at(self.text, end)

    def _setup(self, command: str, start: int, end: int) -> None:
        title = front.title_in_setup(self.text, end)
        if command == "hypersetup":
            self.pdf_title = self.pdf_title or title
        else:
            self.title = self.title or title

    def _address(self, command: str, start: int, end: int) -> None:
        if (address := _ADDRESS.match(self.text, end)) and self.comments.start < address.end():
            self.comments.go_on(address.end())

    def _layout(self, command: str, start: int, end: int) -> int | None:
        found = _COMMAND.match(self.text, end)
        return found.end() if found else None

    def _abstract(self, command: str, start: int, end: int) -> None:
        if self.abstract is None:
            self.abstract = front.abstract_at(self.text, end)

    def _inline_verbatim(self, command: str, start: int, end: int) -> int | None:
        return self._skip(start, skipped.inline_end(self.text, end))

    def _declare_verbatim(self, command: str, start: int, end: int) -> None:
        if name := skipped.declared_environment(self.text, command, end):
            self.verbatim.add(name)

    def _declare_short_verb(self, command: str, start: int, end: int) -> int | None:
        char = skipped.short_verb(self.text, end)
        if not char or char in self.short_verbs:
            return None
        self.short_verbs += char
        return self.text.index(char, end) + 1

    def _dead_branch(self, command: str, start: int, end: int) -> int | None:
        return self._skip(start, self.conditionals.false_end(start))


_Handler = Callable[[Reader, str, int, int], int | None]

_HANDLERS: dict[str, _Handler] = {
    name: handler
    for names, handler in (
        (macros.DEFINING, Reader._define),
        (sections.LEVELS, Reader._heading),
        (inputs.INPUTS, Reader._input),
        (inputs.PACKAGES, Reader._package),
        (citations.WITHOUT_CITE, Reader._cite),
        (inputs.BIBITEMS, Reader._bibitem),
        (front.TITLES, Reader._title),
        (front.ABSTRACTS, Reader._abstract),
        (front.LANGUAGES, Reader._language),
        (front.SETUPS, Reader._setup),
        (citations.PLAIN, Reader._cite),
        (skipped.INLINE, Reader._inline_verbatim),
        (skipped.DECLARING, Reader._declare_verbatim),
        (skipped.SHORT, Reader._declare_short_verb),
        (inputs.BIBLIOGRAPHIES, Reader._bibliography),
        ({"printbibliography"}, Reader._printed_bibliography),
        (ADDRESSES, Reader._address),
        (LAYOUT, Reader._layout),
        ({"begin"}, Reader._begin),
        ({"end"}, Reader._end),
        ({"appendix"}, Reader._appendix),
        ({"iffalse"}, Reader._dead_branch),
    )
    for name in names
}
