"""Reading LaTeX as text, token by token."""

import re
from functools import lru_cache
from typing import NamedTuple, Protocol

from citeloom_latex.prose import commands
from citeloom_latex.prose.commands import Change
from citeloom_latex.prose.page import ProsePage, Start
from citeloom_latex.prose.tokens import TOKEN
from citeloom_latex.spans import Span
from citeloom_latex.tex import arguments, macros
from citeloom_latex.tex.patterns import NEWLINE, OPTION
from citeloom_latex.tex.sections import LEVELS, heading_at

_ACCENT = re.compile(r"""\\["'`^~=.](?:\{([A-Za-z])\}|([A-Za-z]))""")
_LINE_END = re.compile(r"\r\n?|\n")
_AFTER_COMMENT = re.compile(rf"{NEWLINE}[ \t]*+")
_BLANKS = re.compile(rf"(?:[ \t]++|{NEWLINE})*+")
_DISPLAY = re.compile(r"\\\[(?:[^\\]++|\\[^\[\]])*+\\\]|\$\$(?:[^$\\]++|\\.)*+\$\$", re.DOTALL)
_CLOSED = re.compile(rf"(?:[^$\\\r\n]++|\\.|{NEWLINE})*+\$", re.DOTALL)
_BREAK = re.compile(rf"\\\\\*?+(?:[ \t]*+{OPTION})?+")
_ENVIRONMENT = re.compile(rf"[ \t]*+\{{([^{{}}\r\n]*+)\}}(?:[ \t]*+{OPTION})?+")
_OPTIONS = re.compile(rf"\*?+(?:{OPTION})*+")
_VERB = re.compile(r"\\[A-Za-z]++\*?+(?:\[[^\]]*+\])?+(?:\{([^{}]*+)\}|(.)(.*)\2)?", re.DOTALL)
_WITH_ARGUMENT = frozenset({"minipage", "multicols", "adjustwidth", "spacing", "list", "tabularx"})
_ADDRESSES = frozenset({"url", "nolinkurl", "path", "href"})
_ADDRESS = re.compile(r"[ \t]*+(?:\[[^\[\]\r\n]*+\])?+\{([^{}\r\n]*+)\}")
_ESCAPED = re.compile(r"\\([%#&_~{}])")
_SPACES = frozenset(" ;:>\n\r\t")
_JOINING = frozenset({"slash", "S", "P"})
SIGNS = {"---": "—", "--": "–", "``": "“", "''": "”", "`": "‘", "'": "’"}
"""Signs that set another one outside of maths, the longer ones first."""

_MOST_NESTED_CHANGES = 8
"""Changes nested or waiting beyond this are left out, so that the time stays linear."""


@lru_cache(maxsize=512)
def _accented(symbol: str, letter: str) -> str:
    return commands.ACCENTS[symbol](letter)


class Shown(NamedTuple):
    """The text that a macro shows, and how many of its arguments are no running text."""

    text: str
    dropped: int


class Macros(Protocol):
    """The macros of the author's own."""

    def get(self, name: str) -> Shown | None:
        """Return what a macro shows, if that is known."""


class _Group(NamedTuple):
    """An open group: how its text is read, and the arguments after it."""

    start: Start | None
    change: Change | None
    pending: tuple[Change, ...]
    at: int


_PLAIN_GROUP = _Group(None, None, (), 0)


class ProseReader:
    """Reads a source up to ``end`` and writes what readers see on a page.

    The source is running text, where display maths and headings stand apart and ``&`` is a column,
    or the value of a field (``is_value``), where all of them belong to the text.
    """

    __slots__ = (
        "_changes", "_end", "_is_value", "_macros", "_maths", "_open", "_page", "_pending",
        "_pending_at", "_text",
    )  # fmt: skip

    def __init__(
        self,
        text: str,
        end: int,
        page: ProsePage,
        macros: Macros | None = None,
        *,
        is_value: bool = False,
    ) -> None:
        self._text = text
        self._macros = macros
        self._end = end
        self._page = page
        self._is_value = is_value
        # What will end the maths that is being read: a dollar, two, or a command.
        self._maths = ""
        self._open: list[_Group] = []
        self._changes = 0
        # What becomes of the next arguments, and where the command stands that says so.
        self._pending: tuple[Change, ...] = ()
        self._pending_at = 0

    def read(self, at: int, until: int) -> int:
        """Read from ``at`` until a command reaches ``until``; return the offset reached."""
        text, page, match = self._text, self._page, TOKEN.match
        while at < until:
            token = match(text, at, until)
            if not token:
                break
            kind = token.lastindex
            if kind == 1:
                if self._pending or self._maths:
                    self._words(token[1], at)
                else:
                    page.add(token[1].replace("'", "’"), at)
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

    def finish(self, at: int) -> None:
        """Read all the rest; groups that are open end with it."""
        self.read(at, self._end)
        while self._open:
            self._close_group(self._end)

    def _words(self, words: str, at: int) -> None:
        """Add text that stands in maths, or that begins with arguments of one character."""
        while self._pending and words:
            self._show(words[0], at)
            blank = words[1:2] == " "
            words, at = words[1 + blank :], at + 1 + blank
            if blank and not self._pending:
                self._page.space(at - 1)
        self._page.add(words.replace("'", "′" if self._maths else "’"), at)

    def _show(self, text: str, at: int) -> None:
        """Show what stands for the source at ``at``: an argument where one is awaited."""
        if not self._pending:
            self._page.mark(text, at)
            return
        change, *rest = self._pending
        self._pending = tuple(rest)
        self._page.mark(change(text), self._pending_at)

    def _await(self, changes: tuple[Change, ...], at: int) -> None:
        if not self._pending:
            self._pending_at = at
        self._pending = changes[:_MOST_NESTED_CHANGES]

    def put(self, text: str, at: int) -> None:
        """Write what stands for something at ``at`` that is no argument: a citation."""
        self._pending = ()
        self._page.mark(text, at)

    def pass_over(self, span: Span) -> int:
        """Leave out a comment, a verbatim part or an environment; return where to go on."""
        text = self._text
        if text.startswith("%", span.start):
            joint = _AFTER_COMMENT.match(text, span.end, self._end)
            return joint.end() if joint else span.end
        self._pending = ()
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
            self._paragraph(at)
        elif not self._pending:
            self._page.space(at)

    def _paragraph(self, at: int) -> None:
        """End a paragraph, and with it maths and arguments, which are only half typed then."""
        self._page.paragraph(at)
        self._maths, self._pending = "", ()
        if self._changes:
            self._open = [_PLAIN_GROUP] * len(self._open)
            self._changes = 0

    def _sign(self, sign: str, at: int, after: int) -> int:
        if sign == "{":
            self._open_group()
        elif sign == "}":
            if self._open:
                self._close_group(at)
        elif sign == "$":
            return self._dollar(at, after)
        elif sign == "~" or (sign == "&" and not self._is_value):
            self._page.space(at)
        elif self._maths and sign in ("^", "_"):
            script = commands.superscript if sign == "^" else commands.subscript
            self._await((script, *self._pending), at)
        elif self._maths and sign[0] == "'":
            self._show("″", at)
        else:
            self._show(SIGNS.get(sign, sign), at)
        return after

    def _dollar(self, at: int, after: int) -> int:
        if self._maths:
            after = at + 2 if self._maths == "$$" and self._text.startswith("$$", at) else after
            self._maths = ""
        elif display := _DISPLAY.match(self._text, at, self._end):
            return self._display(at, display.end())
        elif _CLOSED.match(self._text, after, self._end):
            self._maths = "$"
        else:
            self._show("$", at)
        return after

    def _display(self, at: int, end: int) -> int:
        """Pass over display maths in running text; begin it in a value."""
        if self._is_value:
            self._maths = "$$" if self._text[at] == "$" else r"\]"
            return at + 2
        self._page.space(at)
        self._page.mark("", at)
        return end

    def _control_symbol(self, at: int, after: int) -> int:
        text, page = self._text, self._page
        symbol = text[at + 1 : after]
        if not self._pending and (accent := _ACCENT.match(text, at, self._end)):
            page.mark(_accented(symbol, accent[1] or accent[2]), at)
            return accent.end()
        if symbol in commands.ACCENTS:
            self._await((commands.ACCENTS[symbol],), at)
        elif symbol == "[" and (display := _DISPLAY.match(text, at, self._end)):
            return self._display(at, display.end())
        elif symbol == "\\":
            page.space(at)
            found = _BREAK.match(text, at, self._end)
            return found.end() if found else after
        elif symbol == "(":
            self._maths = r"\)"
        elif symbol and symbol in ")]":
            self._maths = ""
        elif symbol in _SPACES or (symbol == "," and not self._maths):
            page.space(at)
        elif symbol and symbol in "%&#_$|{}":
            self._show("‖" if symbol == "|" else symbol, at)
        return after

    def _command(self, name: str, at: int, after: int) -> int:
        text, page = self._text, self._page
        if name in commands.SYMBOLS:
            symbol = commands.SYMBOLS[name]
            if symbol.isspace():
                page.space(at)
            else:
                self._show(symbol, at)
            # What replaces a sign (\textless) joins the next word, as LaTeX sets it; a space behind
            # a name (\LaTeX) was more likely meant.
            joins = name.startswith("text") or name in _JOINING
            return self._joined(after) if joins else self._emptied(after)
        if name in commands.INSIDE_WORDS:
            self._show(commands.INSIDE_WORDS[name], at)
            return self._joined(after)
        if name in commands.TRANSPARENT:
            if name in ("left", "right") and text.startswith(".", after):
                after += 1
            return after if self._maths else self._blanks(after)
        if name in commands.CHANGES:
            self._await((*commands.CHANGES[name], *self._pending[1:]), at)
            return self._blanks(self._options(after))
        if name in ("begin", "end"):
            return self._boundary(at, after)
        if not self._is_value and name in LEVELS and (found := heading_at(text, at, name, after)):
            self._paragraph(at)
            return at + found.end
        if name in commands.BREAKS:
            self._paragraph(at)
            return self._options(after)
        if name in commands.REFERENCES:
            return self._reference(at, after)
        if name in macros.DEFINING:
            definition = macros.definition_at(text, at, name, after)
            return definition.span.end if definition else after
        if count := commands.dropped_arguments(name):
            return self._drop_arguments(count, at, after)
        if name in _ADDRESSES:
            return self._address(name, at, after)
        if self._macros and (macro := self._macros.get(name)):
            after = self._drop_arguments(macro.dropped, at, after)
            self._show(macro.text, at)
            return self._emptied(after)
        if rare := commands.rare_symbol(name):
            self._show(rare, at)
            return self._emptied(after)
        return self._blanks(self._options(after))

    def _joined(self, after: int) -> int:
        """Pass over the blanks that end a command, which LaTeX does not set."""
        end = self._emptied(after)
        return end if end > after else self._blanks(after)

    def _open_group(self) -> None:
        if not self._pending:
            self._open.append(_PLAIN_GROUP)
            return
        start: Start | None = None
        change: Change | None
        change, *rest = self._pending
        if change is commands.quoted:
            self._page.mark("“", self._pending_at)
        elif change is commands.keep or self._changes >= _MOST_NESTED_CHANGES:
            change = None
        else:
            self._changes += 1
            start = self._page.begin()
        self._open.append(_Group(start, change, tuple(rest), self._pending_at))
        self._pending = ()

    def _close_group(self, at: int) -> None:
        start, change, self._pending, begun = self._open.pop()
        self._pending_at = at
        if start and change:
            self._changes -= 1
            self._page.change(start, change, begun)
        elif change:
            self._page.mark("”", at)

    def _boundary(self, at: int, after: int) -> int:
        self._paragraph(at)
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
        self._show("[ref]", at)
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
        self._pending = ()
        if name != "href":
            self._page.add(_ESCAPED.sub(r"\1", found[1]), found.start(1))
        return found.end()

    def _options(self, after: int) -> int:
        found = _OPTIONS.match(self._text, after, self._end)
        return found.end() if found else after

    def _blanks(self, after: int) -> int:
        found = _BLANKS.match(self._text, after, self._end)
        return found.end() if found else after

    def _emptied(self, after: int) -> int:
        """Pass over the ``{}`` that only ends a command."""
        return after + 2 if self._text.startswith("{}", after) else after
