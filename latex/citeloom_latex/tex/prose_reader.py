"""Reading LaTeX as running text, token by token."""

import re

from citeloom_latex.accents import COMBINING, SUBSCRIPTS, SUPERSCRIPTS, accented
from citeloom_latex.plain import plain
from citeloom_latex.spans import Span
from citeloom_latex.tex import arguments, macros
from citeloom_latex.tex import prose_commands as commands
from citeloom_latex.tex.patterns import NEWLINE, OPTION
from citeloom_latex.tex.prose_macros import ShownMacros
from citeloom_latex.tex.prose_page import Page
from citeloom_latex.tex.sections import LEVELS, heading_at

_TOKEN = re.compile(
    r"([^\\{}$~&\s`'^_-]++)"
    r"|(\s++)"
    r"|\\([A-Za-z@]++)"
    r"|(\\(?:[^A-Za-z@]|\Z))"
    r"|(---?|``|''|.)",
    re.DOTALL,
)
_LINE_END = re.compile(r"\r\n?|\n")
_AFTER_COMMENT = re.compile(rf"{NEWLINE}[ \t]*+")
_BLANKS = re.compile(rf"(?:[ \t]++|{NEWLINE})*+")
_ACCENT = re.compile(
    r"""\\(["'`^~=.]|[uvHtcdbkr](?![A-Za-z]))\s*+(?:\{\s*+\\?([A-Za-z])\s*+\}|\\([ij])(?![A-Za-z])"""
    r"|([A-Za-z]))"
)
_DISPLAY = re.compile(r"\\\[(?:[^\\]++|\\[^\[\]])*+\\\]|\$\$(?:[^$\\]++|\\.)*+\$\$", re.DOTALL)
_BREAK = re.compile(rf"\\\\\*?+(?:[ \t]*+{OPTION})?+")
_ENVIRONMENT = re.compile(rf"[ \t]*+\{{([^{{}}\r\n]*+)\}}(?:[ \t]*+{OPTION})?+")
_OPTIONS = re.compile(rf"\*?+(?:{OPTION})*+")
_VERB = re.compile(r"\\[A-Za-z]++\*?+(?:\[[^\]]*+\])?+(?:\{([^{}]*+)\}|(.)(.*)\2)?", re.DOTALL)
_WITH_ARGUMENT = frozenset({"minipage", "multicols", "adjustwidth", "spacing", "list", "tabularx"})
_ADDRESSES = frozenset({"url", "nolinkurl", "path", "href"})
_ADDRESS = re.compile(r"[ \t]*+(?:\[[^\[\]\r\n]*+\])?+\{([^{}\r\n]*+)\}")
_FRACTIONS = frozenset({"frac", "dfrac", "tfrac", "nicefrac"})
_QUOTING = frozenset({"enquote", "mkbibquote"})
_SPACES = frozenset(" ,;:>\n\r\t")
_SIGNS = {"---": "—", "--": "–", "``": "“", "''": "”", "`": "‘", "'": "’"}


class ProseReader:
    """Reads a source up to ``end`` and writes what readers see on a page."""

    def __init__(self, text: str, end: int, page: Page, macros: ShownMacros) -> None:
        self._text = text
        self._macros = macros
        self._end = end
        self._page = page
        self._maths = False
        # What to write at the end of each open group, and of the one that comes next.
        self._open: list[str] = []
        self._closing = ""

    def read(self, at: int, until: int) -> int:
        """Read from ``at`` until a command reaches ``until``; return the offset reached."""
        while at < until:
            token = _TOKEN.match(self._text, at, until)
            if not token:
                break
            kind = token.lastindex
            if kind == 1:
                self._page.add(token[1], at)
                at = token.end()
            elif kind == 2:
                self._white(token[2], at)
                at = token.end()
            elif kind == 3:
                at = self._command(token[3], at, token.end())
            elif kind == 4:
                at = self._control_symbol(at, token.end())
            else:
                at = self._sign(token[5], at, token.end())
        return at

    def pass_over(self, span: Span) -> int:
        """Leave out a comment, a verbatim part or an environment; return where to go on."""
        text = self._text
        if text.startswith("%", span.start):
            joint = _AFTER_COMMENT.match(text, span.end, self._end)
            return joint.end() if joint else span.end
        inline = not text.startswith(("\\begin", "\\iffalse"), span.start)
        verb = _VERB.fullmatch(text, span.start, span.end) if inline else None
        if verb and (shown := verb.lastindex and (1 if verb[1] is not None else 3)):
            self._page.mark(" ".join(verb[shown].split()), span.start)
        else:
            self._page.space(span.start)
            self._page.mark("", span.start)
        return span.end

    def _white(self, white: str, at: int) -> None:
        if len(white) > 1 and len(_LINE_END.findall(white)) > 1:
            self._page.paragraph(at)
            self._maths = False
        else:
            self._page.space(at)

    def _sign(self, sign: str, at: int, after: int) -> int:
        page = self._page
        if sign == "{":
            self._open.append(self._closing)
            self._closing = ""
        elif sign == "}":
            if self._open:
                self._close_group(at)
        elif sign == "$":
            if display := _DISPLAY.match(self._text, at, self._end):
                return self._left_out(at, display.end())
            self._maths = not self._maths
        elif sign in "~&":
            page.space(at)
        elif self._maths and sign in "^_'-":
            return self._maths_sign(sign, at, after)
        else:
            page.mark(_SIGNS.get(sign, sign), at)
        return after

    def _maths_sign(self, sign: str, at: int, after: int) -> int:
        table = {"^": SUPERSCRIPTS, "_": SUBSCRIPTS}.get(sign, {})
        following = self._text[after : after + 1] if after < self._end else ""
        if following in table and not self._text[after + 1 : after + 2].isalnum():
            self._page.mark(table[following], at)
            return after + 1
        self._page.mark("′" if sign == "'" else sign, at)
        return after

    def _control_symbol(self, at: int, after: int) -> int:
        text, page = self._text, self._page
        symbol = text[at + 1 : after]
        if accent := _ACCENT.match(text, at, self._end):
            return self._accent(accent, at)
        if display := _DISPLAY.match(text, at, self._end):
            return self._left_out(at, display.end())
        if symbol == "\\":
            page.space(at)
            found = _BREAK.match(text, at, self._end)
            return found.end() if found else after
        if symbol in "()":
            self._maths = symbol == "("
        elif symbol in _SPACES:
            page.space(at)
        elif symbol in "%&#_$|":
            page.mark("‖" if symbol == "|" else symbol, at)
        elif symbol in "{}":
            page.mark(symbol, at)
        return after

    def _accent(self, accent: re.Match[str], at: int) -> int:
        letter = accent[2] or accent[3] or accent[4]
        self._page.mark(accented(letter, COMBINING[accent[1]]), at)
        return self._blanks(accent.end()) if accent[3] else accent.end()

    def _left_out(self, at: int, end: int) -> int:
        self._page.space(at)
        self._page.mark("", at)
        return end

    def _command(self, name: str, at: int, after: int) -> int:
        text, page = self._text, self._page
        if name in commands.SYMBOLS:
            page.mark(commands.SYMBOLS[name], at)
            return self._emptied(after)
        if name in commands.INSIDE_WORDS:
            page.mark(commands.INSIDE_WORDS[name], at)
            return self._blanks(self._emptied(after))
        if len(name) == 1 and (accent := _ACCENT.match(text, at, self._end)):
            return self._accent(accent, at)
        if name in ("begin", "end"):
            return self._boundary(at, after)
        if name in LEVELS and (heading := heading_at(text, at, name, after)):
            page.paragraph(at)
            return heading.end
        if name in commands.BREAKS:
            page.paragraph(at)
            return self._options(after)
        if name in commands.REFERENCES:
            return self._reference(at, after)
        if name in macros.DEFINING:
            definition = macros.definition_at(text, at, name, after)
            return definition.span.end if definition else after
        if name in commands.DROPPED_ARGUMENTS:
            return self._drop_arguments(commands.DROPPED_ARGUMENTS[name], at, after)
        if name in _ADDRESSES:
            return self._address(name, at, after)
        if name in self._macros and (macro := self._macros.get(name)):
            after = self._drop_arguments(macro.dropped, at, after)
            page.mark(macro.text, at)
            return self._emptied(after)
        after = self._blanks(self._options(after))
        if text.startswith("{", after):
            if name in _FRACTIONS:
                self._closing = "/"
            elif name in _QUOTING:
                page.mark("“", at)
                self._closing = "”"
            elif name == "texorpdfstring":
                return self._first_of_two(at, after)
        return after

    def _close_group(self, at: int) -> None:
        if closing := self._open.pop():
            self._page.mark(closing, at)

    def _boundary(self, at: int, after: int) -> int:
        self._page.paragraph(at)
        found = _ENVIRONMENT.match(self._text, after, self._end)
        if not found:
            return after
        if found[1] in _WITH_ARGUMENT and (width := arguments.group(self._text, found.end())):
            return width.end + 1
        return found.end()

    def _reference(self, at: int, after: int) -> int:
        label = arguments.group(self._text, self._options(after))
        if not label:
            return after
        self._page.mark("[ref]", at)
        return label.end + 1

    def _drop_arguments(self, count: int, at: int, after: int) -> int:
        self._page.mark("", at)
        after = self._options(after)
        for _ in range(count):
            if not (argument := arguments.group(self._text, after)):
                break
            after = argument.end + 1
        return after

    def _address(self, name: str, at: int, after: int) -> int:
        """Read a web address, in which ``%`` begins no comment."""
        found = _ADDRESS.match(self._text, after, self._end)
        if not found:
            return after
        if name != "href":
            self._page.add(found[1], found.start(1))
        return found.end()

    def _first_of_two(self, at: int, after: int) -> int:
        first = arguments.group(self._text, after)
        second = arguments.group(self._text, first.end + 1) if first else None
        if not first or not second:
            return after
        self._page.mark(plain(first.of(self._text)), at)
        return second.end + 1

    def _options(self, after: int) -> int:
        found = _OPTIONS.match(self._text, after, self._end)
        return found.end() if found else after

    def _blanks(self, after: int) -> int:
        found = _BLANKS.match(self._text, after, self._end)
        return found.end() if found else after

    def _emptied(self, after: int) -> int:
        """Pass over the ``{}`` that only ends a command."""
        return after + 2 if self._text.startswith("{}", after) else after
