"""The parts of a text that LaTeX does not read as text: verbatim, comments, dead branches."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache

from citeloom_latex.spans import Span
from citeloom_latex.tex.patterns import OPTION, SPACE, words

VERBATIM = words(
    "verbatim verbatim* Verbatim Verbatim* BVerbatim LVerbatim SaveVerbatim VerbatimOut"
    " verbatimtab verbatimwrite boxedverbatim lstlisting lstlisting* minted minted* tcblisting"
    " tcblisting* filecontents filecontents* comment pycode pyverbatim pyblock luacode luacode*"
    " luacodestar sageblock sagesilent asy asydef"
)
"""Environments whose contents LaTeX does not interpret, or leaves out."""

INLINE = frozenset({"verb", "Verb", "lstinline", "mintinline", "pyv", "pyc"})
"""Commands whose argument stands between two equal characters."""

DECLARING = words(
    "lstnewenvironment DefineVerbatimEnvironment RecustomVerbatimEnvironment newtcblisting"
    " newminted excludecomment"
)
"""Commands that declare a further verbatim-like environment."""

SHORT = frozenset(
    {"MakeShortVerb", "DefineShortVerb", "lstMakeShortInline", "MakeSpecialShortVerb"}
)
"""Commands that make a character stand for ``\\verb``."""

_INLINE = re.compile(
    rf"\*?+(?:{OPTION})?+(?:\{{[A-Za-z0-9+#-]*+\}})?+"
    r"(?:([^A-Za-z\s*{}])[^\r\n]{0,1000}?\1|\{[^{}\r\n]*+\})"
)
_NAME = re.compile(rf"{SPACE}(?:\[([^\[\]\r\n]*+)\])?+{SPACE}\{{([^{{}}\r\n]*+)\}}")
_SHORT = re.compile(rf"\*?+{SPACE}(?:{OPTION})?+{SPACE}\{{?+\\([^A-Za-z\s\\%{{}}])")
_CONDITIONAL = re.compile(
    r"%[^\r\n]*+|\\newif\s*+\\if[A-Za-z@]*+|\\let\s*+\\if[A-Za-z@]*+\s*+=?+\s*+\\if[A-Za-z@]*+"
    r"|\\(iffalse)(?![A-Za-z@])|\\(if)(?!f(?![A-Za-z@])|thenelse(?![A-Za-z@]))[A-Za-z@]*+(?!\s*+\{)"
    r"|\\(else|fi)(?![A-Za-z@])|\\[\\%]"
)


def environment_end(text: str, name: str, after: int) -> int | None:
    """Return where the ``\\end{...}`` of a verbatim-like environment is over.

    ``None`` where it is missing, or comes only after another beginning: an author is then still
    typing, and what follows counts.
    """
    found = _boundary(name).search(text, after)
    return found.end() if found and found[1] == "end" else None


def inline_end(text: str, after: int) -> int | None:
    """Return where a ``\\verb`` or ``\\lstinline`` whose name ends at ``after`` is over."""
    found = _INLINE.match(text, after)
    return found.end() if found else None


def declared_environment(text: str, command: str, after: int) -> str | None:
    """Return the name of the verbatim-like environment that one of ``DECLARING`` declares."""
    found = _NAME.match(text, after)
    if not found:
        return None
    if command == "newminted":
        return found[1] or f"{found[2]}code"
    return str(found[2])


def short_verb(text: str, after: int) -> str | None:
    """Return the character that one of ``SHORT`` declares."""
    found = _SHORT.match(text, after)
    return found[1] if found else None


class Conditionals:
    """Where the ``\\iffalse`` branches of one text end; read once, when first asked."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._ends: dict[int, int] | None = None

    def false_end(self, start: int) -> int | None:
        """Return the end of the dead branch of the ``\\iffalse`` that begins at ``start``."""
        if self._ends is None:
            self._ends = _false_branches(self._text, start)
        return self._ends.get(start)


def covers(spans: Sequence[Span], offset: int) -> bool:
    """Tell whether one of the spans, ordered and apart from each other, holds an offset."""
    at = bisect_right(spans, offset, key=lambda span: span.start) - 1
    return at >= 0 and offset < spans[at].end


@lru_cache(maxsize=256)
def _boundary(name: str) -> re.Pattern[str]:
    return re.compile(rf"\\(begin|end)[ \t]*+\{{{re.escape(name)}\}}")


def _false_branches(text: str, start: int) -> dict[int, int]:
    ends: dict[int, int] = {}
    opened: list[int | None] = []
    for found in _CONDITIONAL.finditer(text, start):
        if found[1]:
            opened.append(found.start())
        elif found[2]:
            opened.append(None)
        elif found[3] and opened:
            began = opened.pop()
            if began is not None:
                ends[began] = found.end()
            if found[3] == "else":
                opened.append(None)
    return ends
