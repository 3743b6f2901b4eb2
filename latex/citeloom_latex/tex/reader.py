"""The one pass over a stretch of a LaTeX text."""

import re
from collections.abc import Callable

from citeloom_latex.spans import Span
from citeloom_latex.tex import citations, inputs, macros, preamble, sections, skipped
from citeloom_latex.tex.chunk import (
    FAR,
    Boundary,
    Chunk,
    ReadingState,
    after_blank_line,
    blank_line_after,
    letter_after,
)
from citeloom_latex.tex.open_groups import OpenGroups
from citeloom_latex.tex.patterns import words
from citeloom_latex.tex.tokens import ADDRESSES, LAYOUT, Comments, tokens

_MOST_DECLARED, _MOST_SHORT_VERBS = 100, 4
"""How many declarations count: with more, no reader would be linear in its text."""

_ENDING = words("bibliography putbib")
_APPENDICES = words("appendix appendices")
_ABSTRACT_ENVIRONMENT = re.compile(preamble.ABSTRACT_ENVIRONMENT)
_ENVIRONMENT = re.compile(r"[ \t]*+\{([^{}\r\n]*+)\}")
_ADDRESS = re.compile(r"[ \t]*+\{[^{}\r\n]*+\}")
_REST = re.compile(r"[ \t]*+(?:[%\r\n]|\Z)")
_COMMAND = re.compile(r"\*?+[ \t]*+\{?+\\[A-Za-z]++")


class StretchReader:
    """Reads a text from ``start`` to a boundary, or to the end of what it must then skip.

    ``conditionals`` may be shared by the readers of one text.
    """

    def __init__(
        self,
        text: str,
        start: int,
        state: ReadingState,
        boundary: Boundary,
        conditionals: skipped.Conditionals,
    ) -> None:
        self.text = text
        self.chunk = Chunk(start, state)
        self.verbatim = state.verbatim
        self.short_verbs = state.short_verbs
        self.declared = state.declared
        self.over = state.over
        self.boundary = boundary
        self.conditionals = conditionals
        self.groups = OpenGroups(text, start)
        self.end = boundary(start)
        self.comments = Comments(text, start, self.end)

    def read(self) -> Chunk:
        """Go through the text once."""
        chunk = self.chunk
        at: int | None = chunk.start
        while at is not None:
            if at > self.end:
                self._go_beyond(at)
            at = self._read_from(at)
            if at is None and not (self.over or self._may_end()):
                at = self.end
                self._go_beyond(at)
        self.comments.take(self.end, chunk.skipped, chunk.magic)
        chunk.end = self.end
        chunk.reach = max(chunk.reach, self.end)
        chunk.usual = chunk.is_usual()
        chunk.exit = ReadingState(self.verbatim, self.short_verbs, self.over, self.declared)
        return chunk

    def _go_beyond(self, at: int) -> None:
        self.end = self.boundary(at)
        self.comments.go_beyond(self.end)

    def _may_end(self) -> bool:
        """Tell whether nothing before the end depends on what is behind it."""
        if self.end == len(self.text) or after_blank_line(self.text, self.end):
            return True
        looked = letter_after(self.text, self.end)
        if looked is None or not self.groups.are_closed(self.end):
            return False
        self._look_to(looked)
        return True

    def _read_from(self, at: int) -> int | None:
        """Read on until something must be passed over; return where to go on, if anywhere."""
        text, comments, handler_of = self.text, self.comments, _HANDLERS.get
        skips, magic = self.chunk.skipped, self.chunk.magic
        cite, read_simple_citation = self.chunk.citations.append, citations.read_simple_citation
        for token in tokens(self.short_verbs, bool(self.verbatim)).finditer(text, at, self.end):
            start, end = token.span()
            if start > comments.start:
                comments.take(start, skips, magic)
            if start < comments.end:
                continue
            if token.lastindex:
                cite(read_simple_citation(token))
                continue
            command = text[start + 1 : end]
            go_on = handler_of(command, StretchReader._other)(self, command, start, end)
            if go_on is not None:
                return go_on if not self.over else None
        return None

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
            self.chunk.citations.append(found)

    def _begin(self, command: str, start: int, end: int) -> int | None:
        environment = _ENVIRONMENT.match(self.text, end)
        if not environment:
            return None
        name, end = environment[1], environment.end()
        if name in skipped.VERBATIM or name in self.verbatim:
            return self._skip_up_to(start, skipped.environment_end(self.text, name, end))
        if name == "document":
            if self.chunk.body_start is None:
                self.chunk.body_start = end
        elif name in _APPENDICES:
            self._appendix(name, start, end)
        elif name == "thebibliography":
            self.chunk.stops.append(start)
        elif name == "refsection":
            self._bibliography("begin{refsection}", start, end)
        elif "bstract" in name and _ABSTRACT_ENVIRONMENT.fullmatch(name):
            self._mark_abstract(start, preamble.after_option(self.text, end), name)
        return None

    def _end(self, command: str, start: int, end: int) -> int | None:
        environment = _ENVIRONMENT.match(self.text, end)
        if not environment:
            return None
        if environment[1] == "document":
            return self._stop(start, environment.end())
        self._mark_abstract(start, start, environment[1], opens=False)
        return None

    def _end_of_input(self, command: str, start: int, end: int) -> int | None:
        before = start
        while before and self.text[before - 1] in " \t":
            before -= 1
        alone = (not before or self.text[before - 1] in "\r\n") and _REST.match(self.text, end)
        if not alone:
            return None
        guarded_by = self.conditionals.open_end(end)
        self._look_to(guarded_by)
        return self._stop(start, end) if guarded_by is None else None

    def _stop(self, body_end: int, end: int) -> int:
        self.chunk.body_end = body_end
        self.over = True
        self.end = end
        self._look_to(blank_line_after(self.text, end))
        return end

    def _mark_abstract(self, at: int, start: int, name: str, *, opens: bool = True) -> None:
        self.chunk.abstracts.append(preamble.AbstractMark(at, start, name, opens))

    def _look_to(self, end: int | None) -> None:
        """Remember that the text was looked at as far as ``end``; ``None`` is all of it."""
        self.chunk.reach = max(self.chunk.reach, FAR if end is None else end)

    def _skip(self, start: int, end: int | None) -> int | None:
        if end is not None and end > start:
            self.chunk.skipped.append(span := Span(start, end))
            self.groups.skip(span)
            self.comments.go_on(end, self.end)
        return end

    def _skip_up_to(self, start: int, found: skipped.Far) -> int | None:
        self._look_to(found.reach)
        return self._skip(start, found.end)

    def _define(self, command: str, start: int, end: int) -> int | None:
        found = macros.definition_at(self.text, start, command, end)
        if not found:
            self.groups.lose_at(start)
            return None
        self.chunk.definitions.append(found)
        return found.span.end

    def _heading(self, command: str, start: int, end: int) -> None:
        if heading := sections.heading_at(self.text, start, command, end):
            self.chunk.headings.append(sections.PlacedHeading(heading, start))
            if preamble.heads_abstract(heading.title):
                self.chunk.heads_abstract = True

    def _appendix(self, command: str, start: int, end: int) -> None:
        self.chunk.stops.append(start)
        if self.chunk.appendix is None:
            self.chunk.appendix = start

    def _input(self, command: str, start: int, end: int) -> None:
        if found := inputs.input_at(self.text, start, command, end):
            self.chunk.inputs.append(found)

    def _bibliography(self, command: str, start: int, end: int) -> None:
        self.chunk.bibliographies.extend(inputs.bibliographies_at(self.text, command, end))
        if command in _ENDING:
            self.chunk.stops.append(start)

    def _printed_bibliography(self, command: str, start: int, end: int) -> None:
        self.chunk.stops.append(start)

    def _bibitem(self, command: str, start: int, end: int) -> int | None:
        found = inputs.bibitem_at(self.text, start, end)
        if not found:
            return None
        self.chunk.bibitems.append(found)
        return found.span.end

    def _package(self, command: str, start: int, end: int) -> int | None:
        found = list(inputs.packages_at(self.text, start, command, end))
        self.chunk.packages.extend(found)
        if "|" in self.short_verbs or not any(
            package.name in skipped.WITH_SHORT_VERBS for package in found
        ):
            return None
        self._begin_short_verb("|")
        return found[-1].span.end

    def _language(self, command: str, start: int, end: int) -> None:
        if language := preamble.language_at(self.text, command, end):
            self.chunk.languages.append(language)

    def _title(self, command: str, start: int, end: int) -> None:
        if self.chunk.title is None:
            self.chunk.title = preamble.title_at(self.text, end)

    def _setup(self, command: str, start: int, end: int) -> None:
        title, reach = preamble.title_in_setup(self.text, end)
        self._look_to(reach)
        if command == "hypersetup":
            self.chunk.pdf_title = self.chunk.pdf_title or title
        else:
            self.chunk.title = self.chunk.title or title

    def _address(self, command: str, start: int, end: int) -> None:
        if (address := _ADDRESS.match(self.text, end)) and self.comments.start < address.end():
            self.groups.skip(Span(start, address.end()))
            self.comments.go_on(address.end(), self.end)

    def _layout(self, command: str, start: int, end: int) -> int | None:
        found = _COMMAND.match(self.text, end)
        return found.end() if found else None

    def _abstract(self, command: str, start: int, end: int) -> None:
        abstract, reach = preamble.abstract_at(self.text, end)
        self._look_to(reach)
        if abstract:
            self.chunk.abstracts.append(preamble.AbstractMark(start, end, "", True, abstract))

    def _inline_verbatim(self, command: str, start: int, end: int) -> int | None:
        return self._skip(start, skipped.inline_end(self.text, end))

    def _declare_verbatim(self, command: str, start: int, end: int) -> int | None:
        name = skipped.declared_environment(self.text, command, end)
        if not name or name in self.verbatim or len(self.verbatim) == _MOST_DECLARED:
            return None
        self.verbatim |= {name}
        return end

    def _declare_short_verb(self, command: str, start: int, end: int) -> int | None:
        char = skipped.short_verb(self.text, command, end)
        if not char or char in self.short_verbs:
            return None
        if not self._begin_short_verb(char):
            return None
        return self.text.index(char, end) + 1

    def _begin_short_verb(self, char: str) -> bool:
        if char not in self.declared:
            if len(self.declared) >= _MOST_SHORT_VERBS:
                return False
            self.declared += char
        # In one order, so that there are few patterns, each of which takes long to make.
        self.short_verbs = "".join(sorted(self.short_verbs + char))
        return True

    def _end_short_verb(self, command: str, start: int, end: int) -> int | None:
        char = skipped.short_verb(self.text, command, end)
        if not char or char not in self.short_verbs:
            return None
        self.short_verbs = self.short_verbs.replace(char, "")
        return self.text.index(char, end) + 1

    def _dead_branch(self, command: str, start: int, end: int) -> int | None:
        branch_end = self.conditionals.false_end(start)
        self._look_to(branch_end)
        return self._skip(start, branch_end)

    def _bibliography_style(self, command: str, start: int, end: int) -> None:
        if not self.chunk.bibliography_style:
            self.chunk.bibliography_style = inputs.bibliography_style_at(self.text, end)


_Handler = Callable[[StretchReader, str, int, int], int | None]

_HANDLERS: dict[str, _Handler] = {
    name: handler
    for names, handler in (
        (macros.DEFINING, StretchReader._define),
        (sections.LEVELS, StretchReader._heading),
        (inputs.INPUTS, StretchReader._input),
        (inputs.PACKAGES, StretchReader._package),
        (citations.WITHOUT_CITE, StretchReader._cite),
        (inputs.BIBITEMS, StretchReader._bibitem),
        (preamble.TITLES, StretchReader._title),
        (preamble.ABSTRACTS, StretchReader._abstract),
        (preamble.LANGUAGES, StretchReader._language),
        (preamble.SETUPS, StretchReader._setup),
        (citations.PLAIN, StretchReader._cite),
        (skipped.INLINE, StretchReader._inline_verbatim),
        (skipped.DECLARING, StretchReader._declare_verbatim),
        (skipped.SHORT, StretchReader._declare_short_verb),
        (skipped.LONG_AGAIN, StretchReader._end_short_verb),
        (inputs.BIBLIOGRAPHIES, StretchReader._bibliography),
        ({"bibliographystyle"}, StretchReader._bibliography_style),
        ({"endinput"}, StretchReader._end_of_input),
        ({"printbibliography"}, StretchReader._printed_bibliography),
        (ADDRESSES, StretchReader._address),
        (LAYOUT, StretchReader._layout),
        ({"begin"}, StretchReader._begin),
        ({"end"}, StretchReader._end),
        ({"appendix"}, StretchReader._appendix),
        ({"iffalse"}, StretchReader._dead_branch),
    )
    for name in names
}
