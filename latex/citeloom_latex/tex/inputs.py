"""Commands that name other files: .tex inputs, .bib files, packages and classes."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from citeloom_latex.spans import Span
from citeloom_latex.tex import arguments, citations
from citeloom_latex.tex.facts import BibItem, BibliographyFile, Input, Package
from citeloom_latex.tex.patterns import (
    COMMENT,
    GROUP,
    NEWLINE,
    NOT_LETTER,
    OPTION,
    SPACE,
    one_of,
    words,
)

IMPORTS = words("import subimport inputfrom includefrom subinputfrom subincludefrom")
"""Commands whose first argument is a folder and whose second is a file in it."""

PICTURES = frozenset({"includestandalone"})
"""Commands that take in a document of its own as a picture, with options before its name."""

INPUTS = IMPORTS | PICTURES | {"input", "include", "subfile", "subfileinclude"}

BIBLIOGRAPHIES = words(
    "bibliography nobibliography addbibresource addglobalbib addsectionbib putbib bibdata"
    " newrefsection"
)
"""Commands that name .bib files; those of one's own from multibib begin with ``bibliography``."""

REFSECTIONS = frozenset({"newrefsection", "begin{refsection}"})
"""Commands that may name .bib files by the labels that others give to them."""

PACKAGES = words(
    "usepackage RequirePackage RequirePackageWithOptions documentclass LoadClass"
    " LoadClassWithOptions documentstyle"
)

BIBITEMS = frozenset({"bibitem", "bib"})

_IN_BRACES = re.compile(
    rf"\*?+{SPACE}\{{{SPACE}(\\subfix{SPACE}\{{{SPACE})?+([^{{}}%\r\n]*+)(?(1)(?:{SPACE}\}}){{0,2}}|(?:{SPACE}\}})?)"
)
_BARE = re.compile(r"[ \t]++()([^\s{}%\\\[\],]++)")
_PICTURE_OPTION = re.compile(SPACE + OPTION)
_IMPORTED = re.compile(
    rf"\*?+{SPACE}\{{([^{{}}%\r\n]*+)\}}{SPACE}\{{{SPACE}([^{{}}%\r\n]*+)(?:{SPACE}\}})?+"
)
_FILES = re.compile(
    rf"\*?+(?:{SPACE}({OPTION}))?+{SPACE}\{{{SPACE}((?:[^{{}}%\r\n]++|{COMMENT}|{NEWLINE}|{GROUP})*+)"
)
_OPTIONAL_FILES = re.compile(rf"{SPACE}()\[([^\[\]{{}}%\r\n]*+)\]")
_SUBFIX = re.compile(r"\\subfix\s*+\{([^{}]*+)\}")
_PACKAGES = re.compile(
    rf"{SPACE}({OPTION})?+{SPACE}\{{((?:[^{{}}\\%\r\n]++|{COMMENT}|{NEWLINE})*+)\}}"
)
_IN_LABEL = rf"[^\]{{}}\\%\r\n]++|{COMMENT}|{GROUP}"
# One that is still being typed ends at another one, and before a citation on a further line.
_LABEL = (
    rf"\[(?:{_IN_LABEL}|\\(?!bib)[^\r\n])*+"
    rf"(?:{_IN_LABEL}|{NEWLINE}|\\(?!bib|{one_of(citations.PLAIN)}{NOT_LETTER})[^\r\n])*+\]"
)
_BIBITEM = re.compile(
    rf"\*?+(?:{SPACE}{_LABEL})?+{SPACE}\{{({COMMENT}{NEWLINE})?+([^{{}}\\\r\n]*+)\}}?+"
)
_COMMENTS = re.compile(r"(?<!\\)%[^\r\n]*+")
_OPTION_PART = re.compile(r"((?:[^,{}]++|\{[^{}]*+(?:\{[^{}]*+\}[^{}]*+)*+\}|[{}])++)")


class NamedFile(NamedTuple):
    """What one of ``INPUTS`` names, and where it is over."""

    directory: str
    path: Span
    end: int


def input_at(text: str, start: int, command: str, after: int) -> Input | None:
    """Read a command that takes in another .tex file; ``None`` where it names none yet."""
    found = file_named_at(text, command, after)
    if not found or "#" in found.path.of(text):
        return None
    path = found.path.of(text)
    return Input(command, path, found.directory, Span(start, found.end), found.path)


def file_named_at(text: str, command: str, after: int) -> NamedFile | None:
    """Return what a command of ``INPUTS`` names, a macro's parameters (``#1``) included."""
    if command in IMPORTS:
        found = _IMPORTED.match(text, after)
        if not found:
            return None
        directory = found[1].strip()
    else:
        if command in PICTURES and (option := _PICTURE_OPTION.match(text, after)):
            after = option.end()
        found = _IN_BRACES.match(text, after) or (
            _BARE.match(text, after) if command == "input" else None
        )
        if not found:
            return None
        directory = ""
    path = _unquoted(text, Span(*found.span(2)))
    return NamedFile(directory, path, found.end()) if path else None


def bibliographies_at(text: str, command: str, after: int) -> Iterator[BibliographyFile]:
    """Yield the .bib files that a bibliography command names."""
    if command in REFSECTIONS or command == "putbib":
        found = _OPTIONAL_FILES.match(text, after)
    else:
        found = _FILES.match(text, after)
    if not found:
        return
    label = _label_in(found[1] or "")
    listed = Span(*found.span(2))
    one = arguments.trimmed(text, listed)
    # Of a pattern, which biblatex takes as one name, commas in braces are a part.
    is_pattern = command.startswith("add") and "{" in one.of(text)
    for piece in (one,) if is_pattern else arguments.pieces(text, listed):
        subfix = _SUBFIX.match(text, piece.start, piece.end)
        path = _unquoted(text, Span(*subfix.span(1)) if subfix else piece)
        if path and "#" not in path.of(text):
            yield BibliographyFile(command, path.of(text), path, label)


def _label_in(option: str) -> str:
    for part in options_of(option[1:-1]):
        name, _, value = part.partition("=")
        if name.rstrip() == "label":
            return value.strip().removeprefix("{").removesuffix("}").strip()
    return ""


def bibliography_style_at(text: str, after: int) -> str:
    """Return the argument of a ``\\bibliographystyle``; empty where it has none."""
    found = arguments.group(text, after)
    style = found.of(text).strip() if found else ""
    return "" if "#" in style else style


def bibitem_at(text: str, start: int, after: int) -> BibItem | None:
    """Read a ``\\bibitem`` (or amsrefs' ``\\bib``); its label may be anything."""
    found = _BIBITEM.match(text, after)
    if not found:
        return None
    key = arguments.trimmed(text, Span(*found.span(2)))
    if not key or "#" in key.of(text):
        return None
    return BibItem(key.of(text), key, Span(start, found.end()))


def packages_at(text: str, start: int, command: str, after: int) -> Iterator[Package]:
    """Yield the packages or the class that a command loads, each with the command's options."""
    found = _PACKAGES.match(text, after)
    if not found:
        return
    options = options_of(found[1][1:-1]) if found[1] else ()
    span = Span(start, found.end())
    for piece in arguments.pieces(text, Span(*found.span(2))):
        name = piece.of(text)
        if "#" not in name:
            yield Package(command, name, options, span)


def options_of(text: str) -> tuple[str, ...]:
    """Split the contents of an optional argument at its commas, values in braces kept whole."""
    parts = (part[1].strip() for part in _OPTION_PART.finditer(_COMMENTS.sub("", text)))
    return tuple(part for part in parts if part)


def _unquoted(text: str, path: Span) -> Span:
    path = arguments.trimmed(text, path)
    if len(path) > 1 and text[path.start] == text[path.end - 1] == '"':
        return Span(path.start + 1, path.end - 1)
    return path
