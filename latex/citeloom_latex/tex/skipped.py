"""The parts of a text that LaTeX does not read as text: verbatim, comments, dead branches."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

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

WITH_SHORT_VERBS = frozenset({"ltxdoc", "l3doc"})
"""Classes in which ``|`` stands for ``\\verb``."""

LONG_AGAIN = frozenset({"DeleteShortVerb", "UndefineShortVerb", "lstDeleteShortInline"})
"""Commands that end that."""

_INLINE = re.compile(
    rf"\*?+(?:{OPTION})?+(?:\{{[A-Za-z0-9+#-]*+\}})?+"
    r"(?:([^A-Za-z\s*{}])|\{[^{}\r\n]*+\})"
)
_LONGEST_INLINE = 1000
_NAME = re.compile(rf"{SPACE}(?:\[([^\[\]\r\n]*+)\])?+{SPACE}\{{([^{{}}\r\n]*+)\}}")
_SHORT = re.compile(rf"\*?+{SPACE}(?:{OPTION})?+{SPACE}\{{?+(\\?+)([^A-Za-z\s\\%{{}}])")
_CONDITIONAL = re.compile(
    r"%[^\r\n]*+|\\newif[ \t]*+\\if[A-Za-z@]*+"
    r"|\\let[ \t]*+\\if[A-Za-z@]*+[ \t]*+=?+[ \t]*+\\if[A-Za-z@]*+"
    r"|\\(iffalse)(?![A-Za-z@])|\\(if)(?!f(?![A-Za-z@])|thenelse(?![A-Za-z@]))[A-Za-z@]*+(?!\s*+\{)"
    r"|\\(else|fi)(?![A-Za-z@])|\\[\\%]"
)


class Far(NamedTuple):
    """The end of a passage that may be far away, and how far the text was searched for it.

    ``end`` is None if there is no end; ``reach`` is None if the whole rest was searched.
    """

    end: int | None
    reach: int | None


def environment_end(text: str, name: str, after: int) -> Far:
    """Return where the ``\\end{...}`` of a verbatim-like environment is over.

    It has no end where that is missing, or comes only after another beginning: an author is then
    still typing, and what follows counts.
    """
    found = _boundary(name).search(text, after)
    if not found:
        return Far(None, None)
    return Far(found.end() if found[1] == "end" else None, found.end())


def inline_end(text: str, after: int) -> int | None:
    """Return where a ``\\verb`` or ``\\lstinline`` whose name ends at ``after`` is over."""
    found = _INLINE.match(text, after)
    if not found or found[1] is None:
        return found and found.end()
    start = found.end()
    end = text.find(found[1], start, start + _LONGEST_INLINE + 1)
    if end < 0 or text.find("\n", start, end) >= 0 or text.find("\r", start, end) >= 0:
        return None
    return end + 1


def declared_environment(text: str, command: str, after: int) -> str | None:
    """Return the name of the verbatim-like environment that one of ``DECLARING`` declares."""
    found = _NAME.match(text, after)
    if not found:
        return None
    if command == "newminted":
        return found[1] or f"{found[2]}code"
    return str(found[2])


def short_verb(text: str, command: str, after: int) -> str | None:
    """Return the character that one of ``SHORT`` or ``LONG_AGAIN`` is about.

    Those of listings take it without a backslash, too.
    """
    found = _SHORT.match(text, after)
    return found[2] if found and (found[1] or command.startswith("lst")) else None


class Conditionals:
    """The conditionals of one text, read as far as they are asked for and once only.

    What is asked must be asked in the order of the text.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens: Iterator[re.Match[str]] | None = None
        self._opened: list[int | None] = []
        self._known: set[int] = set()
        self._ends: dict[int, int] = {}
        self._seen = -1
        self._guarded = -1

    def false_end(self, start: int) -> int | None:
        """Return the end of the dead branch of the ``\\iffalse`` that begins at ``start``.

        ``None`` where it has none.
        """
        if self._tokens is None:
            line = max(self._text.rfind("\n", 0, start), self._text.rfind("\r", 0, start)) + 1
            self._tokens = _CONDITIONAL.finditer(self._text, line)
        while start not in self._ends:
            if self._seen > start and start not in self._known:
                return None
            found = next(self._tokens, None)
            if found is None:
                return None
            self._read(found)
        return self._ends[start]

    def _read(self, found: re.Match[str]) -> None:
        self._seen = found.start()
        if found[1]:
            self._opened.append(found.start())
            self._known.add(found.start())
        elif found[2]:
            self._opened.append(None)
        elif found[3] and self._opened:
            began = self._opened.pop()
            if began is not None:
                self._ends[began] = found.end()
            if found[3] == "else":
                self._opened.append(None)

    def open_end(self, at: int) -> int | None:
        """Return the end of an ``\\else`` or ``\\fi`` that closes a conditional open at ``at``."""
        if at < self._guarded:
            return self._guarded
        depth = 0
        for found in _CONDITIONAL.finditer(self._text, at):
            if found[1] or found[2]:
                depth += 1
            elif found[3] and depth == 0:
                self._guarded = found.end()
                return self._guarded
            elif found[3] == "fi":
                depth -= 1
        return None


def covers(spans: Sequence[Span], offset: int) -> bool:
    """Tell whether one of the spans, ordered and apart from each other, holds an offset."""
    at = bisect_right(spans, offset, key=lambda span: span.start) - 1
    return at >= 0 and offset < spans[at].end


@lru_cache(maxsize=256)
def _boundary(name: str) -> re.Pattern[str]:
    return re.compile(rf"\\(begin|end)[ \t]*+\{{{re.escape(name)}\}}")
