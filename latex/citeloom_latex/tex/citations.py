"""Cite commands and their keys: natbib, biblatex, amsrefs, apacite, csquotes and plain LaTeX."""

import re
from dataclasses import dataclass
from functools import lru_cache

from citeloom_latex.spans import Span
from citeloom_latex.tex import arguments
from citeloom_latex.tex.facts import Citation, CitedKey, PlacedKey
from citeloom_latex.tex.patterns import COMMENT, NEWLINE, OPTION, SPACE, group, one_of, words

NAME = r"[A-Za-z]{0,40}ite(?<=[cC]ite)[A-Za-z]*+"
"""The names that may belong to a cite command.

A literal to look for makes it fast, a bound of what stands before it keeps it linear.
"""

WITHOUT_CITE = words(
    "bibentry textcquote blockcquote foreigntextcquote foreignblockcquote hyphentextcquote"
    " hyphenblockcquote hybridblockcquote textcquote"
)
"""Cite commands that do not say so in their name."""

PLAIN = frozenset(
    f"{name}{plural}"
    for name in words(
        "cite Cite citep Citep citet Citet citealp Citealp citealt Citealt citeauthor Citeauthor"
        " citeyear citeyearpar nocite parencite Parencite textcite Textcite autocite Autocite"
        " footcite footcitetext smartcite Smartcite supercite fullcite footfullcite citetitle"
        " citenum onlinecite citeA citeNP shortcite ocite ycite"
    )
    for plural in ("", "s")
)
"""Commands that surely cite, whatever their argument looks like."""

_WITHOUT_KEYS = words(
    "citestyle citeindextype citetext citeauthoryear citenamefont citesetup citereset citepunct"
    " citeleft citeright citemid citedash citeform citenumfont citepagestyle citeprefix newcites"
    " renewcites providecites citeneeded needcite needscite citeme addcite todocite missingcite"
    " mancite citeonlineoption bibcite"
)
_NO_CITE_PREFIX = re.compile(r"(?:AtEvery|AtNext|Declare|if|setcite|DefineCite)")
_NO_CITE_SUFFIX = re.compile(r"(?:true|false|tracker|delim|format|style|font)\Z")
_KEYS_SECOND = re.compile(r"(?:[a-z]?|ft|[PSAFT]|Ft)volcites?\Z|[Vv]olcites?\Z")
_FOREIGN_QUOTE = re.compile(r"(?:foreign|hyphen)[a-z]*cquote\Z")

_PAREN = rf"\((?:[^()\\{{}}%\r\n]++|\\[^\r\n]|{COMMENT}|{NEWLINE}|{group(2)})*+\)"
_OPTIONS = (
    rf"(?:{SPACE}{_PAREN}){{0,2}}+(?:{SPACE}<[^<>\\{{}}%\r\n]*+>)?+(?:{SPACE}{OPTION}){{0,2}}+"
)
_START = re.compile(rf"(\*?+){_OPTIONS}{SPACE}\{{")
_ARGUMENTS = (
    r"(\*?+)(?:[ \t]*+\[[^\[\]{}\\%\r\n]*+\]){0,2}+[ \t]*+"
    rf"\{{([^{{}}\\%#\r\n]*+(?:{NEWLINE}[^{{}}\\%#\r\n]*+)*+)\}}"
)
_SIMPLE = re.compile(_ARGUMENTS)
SIMPLE = f"({one_of(name for name in PLAIN if not name.endswith('s'))}){_ARGUMENTS}"
"""A whole citation in its usual form, without the backslash, for ``read_simple_citation``."""

_NEXT = re.compile(rf"(?:{SPACE}{OPTION}){{0,2}}+{SPACE}\{{")
_WHITE = re.compile(r"\s")
# What the constructors of named tuples do, without the call in between: half of their time.
_new = tuple.__new__
_SPACED = re.compile(r"[^\s,%][ \t]++[^\s,%}]|#(?!\d)")
_LINE_END = re.compile(r"[ \t]*+(?:[\r\n]|\Z)")


def may_cite(command: str) -> bool:
    """Tell whether a command with a name like that of a cite command may hold keys."""
    return command in PLAIN or not (
        command in _WITHOUT_KEYS
        or _NO_CITE_PREFIX.match(command)
        or _NO_CITE_SUFFIX.search(command)
    )


@dataclass(frozen=True, slots=True)
class KeyLists:
    """The lists of keys of one use of a cite command, and where the use ends."""

    lists: tuple[Span, ...]
    starred: bool
    end: int


def key_lists_at(text: str, command: str, after: int) -> KeyLists | None:
    """Find the arguments with keys of a cite command whose name ends at ``after``.

    The last one may be half typed. ``None`` where no argument follows that can hold keys.
    """
    head = _START.match(text, after)
    if not head:
        return None
    at = head.end()
    keys_second = bool(_KEYS_SECOND.match(command) or _FOREIGN_QUOTE.match(command))
    if keys_second:
        second = _after_group(text, at)
        if second is None:
            return None
        at = second
    span, closed = arguments.key_list(text, at)
    if not closed and text.startswith("{", span.end):
        return None
    if command == "citelist" and not closed and not span:  # amsrefs' holds commands
        return None
    lists = [span]
    end = span.end + closed
    if closed and command.endswith("s"):
        while closed and (more := _NEXT.match(text, end)):
            further_at = _after_group(text, more.end()) if keys_second else more.end()
            further, closed = _key_group(text, further_at)
            if further:
                lists.append(further)
                end = further.end + closed
    return KeyLists(tuple(lists), bool(head[1]), end)


def cite_at(text: str, start: int, command: str, after: int) -> Citation | None:
    """Read the cite command that begins at ``start`` and whose name ends at ``after``.

    ``None`` where it has no argument that can hold keys, or one that holds a parameter of a macro
    (``\\cite{#1}``).
    """
    simple = _SIMPLE.match(text, after)
    if simple and not _takes_more(command):
        star, inside = simple.groups()
        length = simple.end() - start
        keys = _split(inside, length - 1 - len(inside))
        found = _new(Citation, (command, star == "*", keys, start, length))
    else:
        use = key_lists_at(text, command, after)
        if not use:
            return None
        written: list[CitedKey] = []
        for span in use.lists:
            more = keys_in(text, span)
            if more is None:
                return None
            written += more
        found = Citation.of(command, use.starred, written, Span(start, use.end))
    if command not in PLAIN and any(_WHITE.search(key) for key, *_ in found.placed_keys):
        return None
    return found


def read_simple_citation(found: re.Match[str]) -> Citation:
    """Return the citation that ``SIMPLE`` has found behind a backslash."""
    command, star, inside = found.groups()
    start, end = found.span()
    length = end - start
    keys = _split(inside, length - 1 - len(inside))
    return _new(Citation, (command, star == "*", keys, start, length))


@lru_cache(maxsize=1024)
def _takes_more(command: str) -> bool:
    """Tell whether a command may have several lists of keys, or something before them."""
    return command.endswith("s") or bool(
        _KEYS_SECOND.match(command) or _FOREIGN_QUOTE.match(command)
    )


def _split(inside: str, at: int) -> tuple[PlacedKey, ...]:
    """Return the keys of a list without comments that begins ``at`` behind the backslash."""
    if "," not in inside:
        key = inside.strip()
        if not key:
            return ()
        if len(key) < len(inside):
            at += inside.find(key)
        end = at + len(key)
        return ((key if key.isprintable() else _joined(key), at, end, True),)
    keys: list[PlacedKey] = []
    for part in inside.split(","):
        if key := part.strip():
            start = at + part.find(key)
            end = start + len(key)
            key = key if key.isprintable() else _joined(key)
            keys.append((key, start, end, True))
        at += len(part) + 1
    return tuple(keys)


def _joined(key: str) -> str:
    """Return a key that is written over a line end as it would be in one line."""
    return " ".join(key.split())


def keys_in(text: str, span: Span) -> tuple[CitedKey, ...] | None:
    """Return the keys of a list, or ``None`` where it holds a parameter of a macro (``#1``)."""
    inside = text[span.start : span.end]
    if "#" in inside.replace("\\#", ""):
        return None
    found = ((piece, text[piece.start : piece.end]) for piece in arguments.pieces(text, span))
    return tuple(CitedKey(_joined(key), *piece) for piece, key in found)


def _after_group(text: str, start: int) -> int | None:
    """Return where the group is entered that comes after one entered at ``start``."""
    first = arguments.group(text, start - 1)
    second = _NEXT.match(text, first.end + 1) if first else None
    return second.end() if second else None


def _key_group(text: str, start: int | None) -> tuple[Span | None, bool]:
    """Return a further list of keys of a multicite command, if it is one beyond doubt.

    And whether it is closed: the last one may be half typed, if its line ends there.
    """
    if start is None:
        return None, False
    span, closed = arguments.key_list(text, start)
    sure = closed or _LINE_END.match(text, span.end)
    if not span or not sure or _SPACED.search(text, span.start, span.end):
        return None, False
    return span, closed
