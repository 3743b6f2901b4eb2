"""The LaTeX of a title, a name, a venue or an abstract as plain Unicode text."""

import re
import unicodedata
from collections.abc import Callable
from functools import cache

from citeloom_latex import markup
from citeloom_latex.accents import (
    COMBINING,
    LETTERS,
    MATH_ACCENTS,
    MATHS,
    MATHS_SPELLINGS,
    SUBSCRIPTS,
    SUPERSCRIPTS,
    TEXT_SYMBOLS,
    accented,
)
from citeloom_latex.journals import JOURNALS

_Change = Callable[[str], str]

_NOTHING_TO_DO = re.compile(r"[^\\{}$~`<&'-]*+(?:['-](?!['-])[^\\{}$~`<&'-]*+)*+\Z")

_TOKEN = re.compile(
    r"\\(?:([A-Za-z@]++)(\*?+)(\s*+)|(.|\Z))"
    r"|([{}~^_]|\$\$?+|``?+|''|---?+)"
    r"|((?:[^\\{}$~`'^_-]++|'(?!')|-(?!-))++)",
    re.DOTALL,
)
_DOLLARS = re.compile(r"\\.|(\$\$?+)", re.DOTALL)
_OPTION = re.compile(r"\s*+\[[^\[\]{}]{0,200}+\]")
_ADDRESS = re.compile(r"\s*+\{([^{}]*+)\}")
_ESCAPED = re.compile(r"\\([%#&_~{}])")
_BRANCHES = re.compile(
    r"\\ifmmode(?![A-Za-z])(?:(?!\\(?:ifmmode|else|fi)(?![A-Za-z])).)*+"
    r"\\else(?![A-Za-z])\s*+((?:(?!\\(?:ifmmode|fi)(?![A-Za-z])).)*+)\\fi(?![A-Za-z])",
    re.DOTALL,
)
_SPACE_BEFORE_STOP = re.compile(r"\s+([.,;:])")

_MOST_NESTED_CHANGES = 8
"""Changes nested or waiting beyond this are left out, so that the time stays linear."""


def _drop(text: str) -> str:
    return ""


def _keep(text: str) -> str:
    return text


def _nothing(text: str) -> str:
    """Unlike what :func:`_drop` leaves out, this was never meant to be seen."""
    return ""


def _superscript(text: str) -> str:
    if text in _RAISED:
        return _RAISED[text]
    return _script(text, SUPERSCRIPTS, "^")


def _subscript(text: str) -> str:
    return _script(text, SUBSCRIPTS, "_")


def _script(text: str, table: dict[str, str], sign: str) -> str:
    if all(char in table for char in text):
        return "".join(table[char] for char in text)
    return f"{sign}{text}" if text.isalnum() or len(text) == 1 else f"{sign}({text})"


def _quoted(text: str) -> str:
    return f"“{text}”"


def _operand(text: str) -> str:
    return text if text.isalnum() or len(text) < 2 else f"({text})"


def _divisor(text: str) -> str:
    return "/" + _operand(text)


def _root(text: str) -> str:
    return "√" + _operand(text)


def _accent(mark: str, alone: str = "") -> _Change:
    return lambda text: accented(text, mark) or alone


_RAISED = {"∘": "°", "∗": "*", "*": "*", "′": "′", "†": "†"} | {
    ordinal: ordinal for ordinal in ("st", "nd", "rd", "th")
}

_ACCENTS = {
    command: _accent(mark, command if command in "~^" else "")
    for command, mark in COMBINING.items()
}

_ARGUMENTS: dict[str, tuple[_Change, ...]] = {
    "frac": (_operand, _divisor),
    "dfrac": (_operand, _divisor),
    "tfrac": (_operand, _divisor),
    "nicefrac": (_operand, _divisor),
    "sqrt": (_root,),
    "textsuperscript": (_superscript,),
    "textsubscript": (_subscript,),
    "enquote": (_quoted,),
    "mkbibquote": (_quoted,),
    "texorpdfstring": (_keep, _drop),
    "fontencoding": (_nothing,),
    "rule": (_drop, _drop),
    "fontsize": (_drop, _drop),
    **{command: (_accent(mark),) for command, mark in MATH_ACCENTS.items()},
    **{command: (change,) for command, change in _ACCENTS.items() if command.isalpha()},
}
"""Commands whose arguments do not simply stand in the text, with what becomes of each."""

_SIMPLE = TEXT_SYMBOLS | LETTERS | MATHS | MATHS_SPELLINGS | JOURNALS

_NAMED_OPERATOR = re.compile(
    r"arc(?:cos|sin|tan)|arg(?:max|min)?|cosh?|coth?|csc|deg|det|dim|exp|gcd|hom|inf|ker|lg"
    r"|lim(?:inf|sup)?|ln|log|max|min|mod|Pr|sec|sinh?|sup|tanh?"
)
"""Commands of maths that set their own name."""

_FIRST_ARGUMENT_DROPPED = re.compile(
    r"begin|end|(?:text|page)?color|(?:color|par)box|footnote(?:text)?|thanks|font[a-z]+|href"
    r"|hyper[a-z]+|foreignlanguage|selectlanguage|[hv]space|includegraphics|label|(?:page)?ref"
    r"|noopsort|raisebox|[A-Za-z]*cite[A-Za-z]*"
)

_TRANSPARENT = re.compile(
    r"emph|text[a-z]*|math[a-z]*|[mh]box|it|bf|rm|sf|tt|sc|sl|em|(?:it|sc|sl|up)shape"
    r"|(?:rm|sf|tt)family|bfseries|mdseries|normalfont|boldsymbol|bm|operatorname|ensuremath"
    r"|underline|uppercase|lowercase|small|footnotesize|scriptsize|tiny|large|Large|LARGE"
    r"|huge|Huge|normalsize|left|right|[bB]igg?[lr]?|(?:display|text|script)style|(?:no)?limits"
    r"|protect|relax|selectfont|noindent|centering|bibinfo|natexlab|xspace"
)
"""Commands that leave no trace themselves."""


def plain(value: str) -> str:
    """Return the text that a value would show, as Unicode on one line.

    Accents, letters, dashes, quotation marks and simple maths become characters; commands and
    braces go, what they hold stays; of ``\\texorpdfstring`` what readers of the page see, of
    ``\\ifmmode`` the branch for text; the remains of HTML and JATS that reference managers leave
    go as well. Never raises; the time is linear in the length of the value.
    """
    if not _NOTHING_TO_DO.match(value):
        value = markup.to_latex(value)
        if "\\ifmmode" in value:
            value = _BRANCHES.sub(r"\1", value)
        value = _Typesetter(value).run()
    return " ".join(unicodedata.normalize("NFC", value).split())


class _Typesetter:
    """One pass over the tokens of a value, with a stack of open groups."""

    def __init__(self, value: str) -> None:
        self.value = value
        self.out: list[str] = []
        # Of each open group: where its text begins, what becomes of it, changes after it.
        self.groups: list[tuple[int, _Change | None, tuple[_Change, ...]]] = []
        self.changes = 0
        # What becomes of the next arguments.
        self.pending: tuple[_Change, ...] = ()
        self.maths = False
        self.dropped = False
        self.dollars = 0
        if "$" in value:
            self.dollars = sum(1 for found in _DOLLARS.finditer(value) if found.group(1))

    def run(self) -> str:
        position = 0
        while token := _TOKEN.match(self.value, position):
            position = token.end()
            command, star, space, symbol, sign, text = token.groups()
            if text:
                self.add_text(text)
            elif sign:
                self.add_sign(sign)
            elif command:
                position = self.add_command(command, star, space, position)
            else:
                self.add_symbol(symbol)
        while self.groups:
            self.close_group()
        text = "".join(self.out)
        return _SPACE_BEFORE_STOP.sub(r"\1", text) if self.dropped else text

    def add(self, text: str) -> None:
        """Add text that is one argument where one is awaited."""
        if self.pending:
            change, *rest = self.pending
            self.pending = tuple(rest)
            self.dropped |= change is _drop
            text = change(text)
        self.out.append(text)

    def add_text(self, text: str) -> None:
        while self.pending and (text := text.lstrip()):
            self.add(text[0])
            text = text[1:]
        self.out.append(text)

    def add_sign(self, sign: str) -> None:
        match sign:
            case "{":
                self.open_group()
            case "}":
                self.close_group()
            case "$" | "$$":
                self.dollars -= 1
                if self.maths or self.dollars > 0:
                    self.maths = not self.maths
                else:
                    self.add(sign)
            case "^" | "_" if self.maths:
                script = _superscript if sign == "^" else _subscript
                self.pending = (script, *self.pending)[:_MOST_NESTED_CHANGES]
            case _:
                self.add(_SIGNS[sign])

    def add_symbol(self, symbol: str) -> None:
        if symbol in _ACCENTS and symbol:
            self.pending = (_ACCENTS[symbol],)
        elif symbol in ("(", "[", ")", "]"):
            self.maths = symbol in "(["
        elif symbol and symbol in "&%$#_{}":
            self.add(symbol)
        elif symbol == ",":
            self.out.append("" if self.maths else " ")
        elif symbol.isspace() or symbol in ("\\", ";", ":", ">"):
            self.out.append(" ")
        elif symbol == "|":
            self.add("‖")

    def add_command(self, command: str, star: str, space: str, position: int) -> int:
        if command in _SIMPLE:
            self.add(_SIMPLE[command] + star)
        elif command in _ARGUMENTS or _FIRST_ARGUMENT_DROPPED.fullmatch(command):
            changes = (*_ARGUMENTS.get(command, (_drop,)), *self.pending[1:])
            self.pending = changes[:_MOST_NESTED_CHANGES]
            while option := _OPTION.match(self.value, position):
                position = option.end()
            return position
        elif _NAMED_OPERATOR.fullmatch(command):
            self.add(command + star)
        elif _TRANSPARENT.fullmatch(command):
            if command in ("left", "right") and self.value[position : position + 1] == ".":
                position += 1
        elif command in ("url", "path", "nolinkurl"):
            if address := _ADDRESS.match(self.value, position):
                self.add(_ESCAPED.sub(r"\1", address.group(1)))
                return address.end()
        elif known := _rare_symbols().get(command):
            self.add(known + star)
        if self.maths and space:
            self.out.append(" ")
        return position

    def open_group(self) -> None:
        change: _Change | None = None
        rest: tuple[_Change, ...] = ()
        if self.pending:
            change, *others = self.pending
            rest = tuple(others)
            self.dropped |= change is _drop
            if self.changes >= _MOST_NESTED_CHANGES:
                change = None
        self.changes += change is not None
        self.groups.append((len(self.out), change, rest))
        self.pending = ()

    def close_group(self) -> None:
        if not self.groups:
            return
        start, change, self.pending = self.groups.pop()
        if change:
            self.changes -= 1
            text = "".join(self.out[start:])
            del self.out[start:]
            self.out.append(change(text.strip()))


_SIGNS = {
    "~": " ",
    "^": "^",
    "_": "_",
    "`": "'",
    "``": "“",
    "''": "”",
    "--": "–",
    "---": "—",
}


@cache
def _rare_symbols() -> dict[str, str]:
    """Return pylatexenc's symbols: its table alone, since its parser can fail or not end."""
    from pylatexenc.latex2text import get_default_latex_context_db

    symbols = {}
    for spec in get_default_latex_context_db().iter_macro_specs():
        text = spec.simplify_repl
        if isinstance(text, str) and text and "%" not in text:
            symbols[spec.macroname] = text
    return symbols
