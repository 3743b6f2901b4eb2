"""Formulas in plain text: found, read, and written again with harmless commands alone.

What is written comes from the tables here, never from the text itself, and compiles in an article
without packages.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from citeloom_latex.accents import MATH_ACCENTS, MATHS, MATHS_SPELLINGS, accented
from citeloom_latex.prose.commands import (
    CHANGES,
    dropped_arguments,
    rare_symbol,
    subscript,
    superscript,
)
from citeloom_latex.spans import Span

_FORMULA = re.compile(
    r"\$\$(?P<display>[^$]{1,500})\$\$|\$(?=\S)(?P<dollars>[^$]{1,500})(?<=\S)\$(?!\d)"
    r"|\\\((?P<round>(?:(?!\\[()]).){1,500})\\\)|\\\[(?P<square>(?:(?!\\[\[\]]).){1,500})\\\]",
    re.DOTALL,
)
_PROSE = re.compile(r"[^\\^_=<>+*/|]*[A-Za-z]{2,}[^\\^_=<>+*/|]*\s[^\\^_=<>+*/|]*")
"""Words between two prices: "5 for one and". No formula has words and no sign of maths."""

_TOKEN = re.compile(r"\\(?:[A-Za-z]+|.)|\s+|.", re.DOTALL)
_BARE = re.compile(r"\\(?:[A-Za-z]+|[,;:!%#&_${}])|[\^_](?=\{)")

_NAMES = frozenset(
    """
    log ln lg exp sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh coth max min sup inf
    lim limsup liminf det dim ker arg deg gcd hom Pr
    """.split()  # noqa: SIM905
)
_KERNEL_SPELLINGS = [
    "le",
    "ge",
    "ne",
    "to",
    "gets",
    "iff",
    "land",
    "lor",
    "lnot",
    "colon",
    "|",
    "Vert",
    "vert",
]
_SIGNS = (
    MATHS
    | {name: MATHS_SPELLINGS[name] for name in _KERNEL_SPELLINGS}
    | {"ldots": "…", "dots": "…", "lbrace": "{", "rbrace": "}"}
    | {sign: sign for sign in "{}%#&_$"}
)
_INSTEAD = {
    "leqslant": "leq",
    "geqslant": "geq",
    "varnothing": "emptyset",
    "implies": "Rightarrow",
    "longrightarrow": "rightarrow",
    "dotsc": "ldots",
    "dotsb": "cdots",
    "lvert": "vert",
    "rvert": "vert",
    "lVert": "Vert",
    "rVert": "Vert",
}
_SPACES = {",": " ", ";": " ", ":": " ", "!": "", "quad": " ", "qquad": " "}
_FONTS = {
    "mathrm": "mathrm",
    "mathbf": "mathbf",
    "mathit": "mathit",
    "mathcal": "mathcal",
    "mathsf": "mathsf",
    "mathtt": "mathtt",
    "mathbb": "mathbf",
    "mathfrak": "mathbf",
    "mathscr": "mathcal",
    "boldsymbol": "mathbf",
    "bm": "mathbf",
    "operatorname": "mathrm",
    "underline": "underline",
}
"""Commands with one argument, and those that are written for them without a package."""

_TEXTS = {"text": "textrm", "textrm": "textrm", "mbox": "textrm", "textit": "textit"}
_TEXT = re.compile(r"\s*\{([A-Za-z0-9 ,.;:()/'-]*)\}")
_FRACTIONS = frozenset(["frac", "dfrac", "tfrac"])
_SIZES = re.compile(r"(?:big|Big|bigg|Bigg)[lrm]?")
_NOTHING = frozenset(["displaystyle", "textstyle", "limits", "nolimits"])
_DELIMITERS = frozenset("()[]|/.") | {
    f"\\{name}"
    for name in [
        "{",
        "}",
        "|",
        "langle",
        "rangle",
        "lfloor",
        "rfloor",
        "lceil",
        "rceil",
        "vert",
        "Vert",
    ]
}
_PLAIN = re.compile(r"[A-Za-z0-9+\-*/=<>()\[\]|,.;:!?]")
_RELATIONS = frozenset("≤≥≠≈∼≃≡∝≪≫∈∉⊂⊆⊃⊇→←↔⇒⇐⇔↦∧∨⊨⊢×")
_COMMAND_OF = {sign: command for command, sign in MATHS.items()} | {"…": "ldots"}
_MATHS_COMMANDS = (
    _NAMES
    | _SIGNS.keys()
    | _INSTEAD.keys()
    | _SPACES.keys()
    | _FONTS.keys()
    | _FRACTIONS
    | MATH_ACCENTS.keys()
    | {"sqrt", "binom", "left", "right"}
)
_DEEPEST = 12
_LONGEST_BARE = 200

Written = tuple[str, str]
"""A piece of a formula as LaTeX and as plain text."""


@dataclass(frozen=True, slots=True)
class FoundFormula:
    """A formula in a text.

    ``latex`` is what can stand between dollar signs; empty where the formula has commands that are
    not on the list. ``words`` is the formula as plain text.
    """

    span: Span
    latex: str
    words: str


def find_formulas(text: str) -> Iterator[FoundFormula]:
    """Yield what stands between dollar signs or LaTeX's own brackets; prices are no formulas."""
    for found in _FORMULA.finditer(text):
        body = next(group for group in found.groups() if group is not None)
        if not _PROSE.fullmatch(body):
            yield FoundFormula(Span(*found.span()), *_Reader(body).read())


def harmless_formula(latex: str) -> str:
    """Return a formula as it can stand between dollar signs; empty where it cannot."""
    return _Reader(latex).read()[0]


def formula_words(latex: str) -> str:
    """Return a formula as plain text."""
    return _Reader(latex).read()[1]


def bare_maths_as_words(text: str) -> str:
    r"""Return a text with maths outside of dollar signs as plain text: ``O(n\log n)``.

    Commands that are none of maths stay.
    """
    written: list[str] = []
    at = 0
    for found in _BARE.finditer(text):
        if found.start() < at or not _is_of_maths(found[0]):
            continue
        written.append(text[at : found.start()])
        before = next((piece[-1] for piece in reversed(written) if piece), "")
        reader = _Reader(text, found.start(), min(len(text), found.start() + _LONGEST_BARE))
        words = reader.read_next()
        if words[:1] == " " and not before.isalnum():
            words = words.lstrip()
        if words[-1:] == " " and not text[reader.at : reader.at + 1].isalnum():
            words = words.rstrip()
        written.append(words)
        at = reader.at
    return "".join(written) + text[at:]


def _is_of_maths(token: str) -> bool:
    name = token.removeprefix("\\")
    return token in ("^", "_") or name in _MATHS_COMMANDS or _SIZES.fullmatch(name) is not None


class _Reader:
    """Reads a formula; ``is_harmless`` turns false with the first thing that is not on a list."""

    def __init__(self, text: str, at: int = 0, end: int | None = None) -> None:
        self._text, self.at, self._end = text, at, len(text) if end is None else end
        self.is_harmless = True

    def read(self) -> Written:
        """Return the formula; without LaTeX where that would not be harmless."""
        latex, words = self._sequence("", 0)
        latex = " ".join(latex.split()) if self.is_harmless else ""
        return latex, " ".join(words.split())

    def read_next(self) -> str:
        """Return the plain text of what comes next: a command with its arguments, or a script."""
        token = self._peek()
        return self._script(0)[1] if token in ("^", "_") else self._atom(0)[1]

    def _peek(self) -> str:
        found = _TOKEN.match(self._text, self.at, self._end)
        return found[0] if found else ""

    def _next(self) -> str:
        token = self._peek()
        self.at += len(token)
        return token

    def _harm(self, words: str = "") -> Written:
        self.is_harmless = False
        return "", words

    def _sequence(self, end: str, depth: int) -> Written:
        if depth > _DEEPEST:
            self.at = self._end
            return self._harm()
        latex = words = ""
        scripts: set[str] = set()
        while (token := self._peek()) != end and token:
            if token.isspace():
                self._next()
                latex, words = f"{latex} ", f"{words} "
                continue
            if token in ("^", "_", "'"):
                if token in scripts - {"'"} or (token == "'" and "^" in scripts):
                    self._harm()
                scripts.add(token)
            else:
                scripts.clear()
            own = self._script(depth) if token in ("^", "_") else self._atom(depth)
            latex, words = _join(latex, own[0]), words + own[1]
        if end and not token:
            self._harm()
        self.at += len(end) if token else 0
        return latex, words

    def _script(self, depth: int) -> Written:
        sign = self._next()
        latex, words = self._argument(depth)
        shown = superscript(words.strip()) if sign == "^" else subscript(words.strip())
        return f"{sign}{{{latex}}}", shown

    def _argument(self, depth: int) -> Written:
        while self._peek().isspace():
            self._next()
        if self._peek() in ("", "}", "^", "_", "'", "\\right"):
            return self._harm()
        if self._peek() != "{":
            return self._atom(depth)
        self._next()
        return self._sequence("}", depth + 1)

    def _atom(self, depth: int) -> Written:
        token = self._next()
        if token == "{":
            latex, words = self._sequence("}", depth + 1)
            return f"{{{latex}}}", words
        if token == "'":
            return "'", "′"
        if _PLAIN.fullmatch(token):
            return token, token
        if token.startswith("\\") and len(token) > 1:
            name = token[1:]
            return self._command(_INSTEAD.get(name, name), depth)
        if token in _COMMAND_OF:
            return f"\\{_COMMAND_OF[token]}", token
        if token == "−":
            return "-", "−"
        return self._harm("" if token in ("}", "\\") else token)

    def _command(self, name: str, depth: int) -> Written:
        if name in _NAMES:
            return f"\\{name}", f" {name} "
        if sign := _SIGNS.get(name):
            return f"\\{name}", f" {sign} " if sign in _RELATIONS else sign
        if name in _SPACES:
            return f"\\{name}", _SPACES[name]
        if name in _NOTHING:
            return "", ""
        if name in _TEXTS:
            return self._words_in_maths(_TEXTS[name])
        if name in ("left", "right") or _SIZES.fullmatch(name):
            return self._fence(name, depth)
        if name in _FONTS or name in MATH_ACCENTS:
            latex, words = self._argument(depth)
            mark = MATH_ACCENTS.get(name)
            shown = accented(words, mark) if mark else words
            return f"\\{_FONTS.get(name, name)}{{{latex}}}", shown
        if name in _FRACTIONS or name == "binom":
            return self._two_arguments(name, depth)
        if name == "sqrt":
            return self._root(depth)
        return self._harm(self._unknown(name, depth))

    def _unknown(self, name: str, depth: int) -> str:
        """Return what an unknown command shows, else its name: ``softmax`` is not cut off."""
        dropped = 1 if name in ("begin", "end") else dropped_arguments(name)
        for _ in range(dropped):
            self._argument(depth)
        if dropped or not name.isalpha():
            return ""
        shown = MATHS_SPELLINGS.get(name) or rare_symbol(name)
        return shown or (f"{name} " if self._peek() == "{" else name)

    def _words_in_maths(self, command: str) -> Written:
        found = _TEXT.match(self._text, self.at, self._end)
        if found is None:
            return self._harm()
        self.at = found.end()
        return f"\\{command}{{{found[1]}}}", found[1]

    def _fence(self, name: str, depth: int) -> Written:
        opening = self._delimiter()
        if name != "left" or not opening:
            if name in ("left", "right"):
                self._harm()
            return f"\\{name}{opening}", _shown_delimiter(opening)
        latex, words = self._sequence("\\right", depth + 1)
        closing = self._delimiter()
        shown = _shown_delimiter(opening) + words.strip() + _shown_delimiter(closing)
        fenced = _join(f"\\left{opening}", latex)
        return f"{fenced}\\right{closing}", shown

    def _delimiter(self) -> str:
        while self._peek().isspace():
            self._next()
        if self._peek() in _DELIMITERS:
            return self._next()
        self._harm()
        return ""

    def _two_arguments(self, name: str, depth: int) -> Written:
        (first, above), (second, below) = self._argument(depth), self._argument(depth)
        if name == "binom":
            return self._harm(f"({above} choose {below})")
        over, under = CHANGES["frac"]
        return f"\\frac{{{first}}}{{{second}}}", over(above.strip()) + under(below.strip())

    def _root(self, depth: int) -> Written:
        degree = ("", "")
        if self._peek() == "[":
            self._next()
            degree = self._sequence("]", depth + 1)
        latex, words = self._argument(depth)
        (root,) = CHANGES["sqrt"]
        if "[" in degree[0]:
            self._harm()
        option = f"[{degree[0]}]" if degree[0] else ""
        shown = superscript(degree[1].strip()) if degree[1] else ""
        return f"\\sqrt{option}{{{latex}}}", shown + root(words.strip())


def _join(latex: str, further: str) -> str:
    """Join two pieces; a space ends a command before a letter."""
    is_command = re.search(r"\\[A-Za-z]+\Z", latex)
    return f"{latex} {further}" if is_command and further[:1].isalpha() else latex + further


def _shown_delimiter(delimiter: str) -> str:
    return "" if delimiter in (".", "") else _SIGNS.get(delimiter.removeprefix("\\"), delimiter)
