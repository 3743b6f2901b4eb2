"""Reads the front of a paper: magic comments, languages, title and abstract."""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from citeloom_latex.spans import Characters, Span
from citeloom_latex.tex import arguments
from citeloom_latex.tex.facts import MagicComment, Section
from citeloom_latex.tex.patterns import GROUP, OPTION, SPACE, words

TITLES = words("title Title icmltitle ctitle thesistitle papertitle")
ABSTRACTS = words("abstract Abstract abstracts IEEEabstract")
LANGUAGES = frozenset({"setdefaultlanguage", "setmainlanguage", "babelprovide"})

SETUPS = words("thusetup ustcsetup sjtusetup njusetup bitsetup hypersetup")
"""Commands of thesis classes, and of hyperref, whose argument is a list of values."""

ABSTRACT_ENVIRONMENT = r"[A-Za-z]*[aA]bstract\*?+"

_MAGIC = re.compile(r"%[ \t%]*+![ \t]*+(?i:tex|bib)[ \t]++([A-Za-z_-]++)[ \t]*+=[ \t]*+([^\r\n]*+)")
_TITLE = re.compile(rf"\*?+(?:{SPACE}{OPTION})?+{SPACE}({GROUP})")
_LANGUAGE = re.compile(rf"(?:{SPACE}({OPTION}))?+{SPACE}\{{{SPACE}([A-Za-z-]++)")
_OPTION = re.compile(rf"[ \t]*+{OPTION}")
_HEADING = re.compile(r"\\(?:chapter|section|begin[ \t]*+\{document\})")
_NO_LETTER = re.compile(r"\\[A-Za-z]++|[^\w]|[\d_]")
_LONGEST_HEADING = 500
"""Code points of a heading that is looked at: each is remembered with what came of it."""

_ABSTRACT_HEADINGS = words(
    "abstract zusammenfassung kurzfassung résumé resume resumen resumo sommario 摘要 中文摘要"
)


def _long_group(depth: int) -> str:
    inner = f"|{_long_group(depth - 1)}" if depth else ""
    return rf"\{{(?:[^{{}}\\%]++|\\.|%[^\r\n]*+{inner})*+\}}"


_SETUP = re.compile(rf"{SPACE}({_long_group(4)})", re.DOTALL)
_TITLE_VALUE = re.compile(rf"(?<=[\s,{{])(?:pdf)?+title[ \t]*+=[ \t]*+({GROUP})")
_BEFORE_GROUP = re.compile(rf"(?:{SPACE}{OPTION})?+{SPACE}")
_ABSTRACT = re.compile(
    rf"(?:{SPACE}{OPTION})?+{SPACE}({_long_group(4)}(?:{SPACE}{_long_group(4)}){{0,4}}+)", re.DOTALL
)


def magic_comment(text: str, span: Span) -> MagicComment | None:
    """Read a comment for editors, such as ``% !TEX root = main.tex``; ``None`` for any other."""
    found = _MAGIC.match(text, span.start, span.end)
    return MagicComment(found[1].lower(), found[2].strip(), span) if found else None


def language_at(text: str, command: str, after: int) -> str | None:
    """Return the main language that one of ``LANGUAGES`` sets."""
    found = _LANGUAGE.match(text, after)
    if not found or (command == "babelprovide" and "main" not in (found[1] or "")):
        return None
    return str(found[2])


def title_at(text: str, after: int) -> Span | None:
    """Return the contents of a title command, if it has any."""
    found = _TITLE.match(text, after)
    if not found:
        return None
    title = arguments.trimmed(text, Span(found.start(1) + 1, found.end() - 1))
    return title if title and "#" not in title.of(text) else None


def title_in_setup(text: str, after: int) -> tuple[Span | None, int | None]:
    """Return the title among the values that one of ``SETUPS`` sets, and how far it was sought.

    The second is ``None`` where all the rest of the text was read.
    """
    setup = _SETUP.match(text, after)
    if not setup:
        return None, _unclosed(text, after)
    found = _TITLE_VALUE.search(text, setup.start(1) + 1, setup.end() - 1)
    title = arguments.trimmed(text, Span(found.start(1) + 1, found.end() - 1)) if found else None
    return title or None, setup.end()


def abstract_at(text: str, after: int) -> tuple[Span | None, int | None]:
    """Return the contents of an abstract that is a command's argument, and how far it was sought.

    Some classes divide it into up to five arguments; the range then covers them all. The second
    is ``None`` where all the rest of the text was read.
    """
    found = _ABSTRACT.match(text, after)
    if not found:
        return None, _unclosed(text, after)
    reach = _unclosed(text, found.end())
    if _HEADING.search(text, *found.span(1)):
        return None, reach
    abstract = arguments.trimmed(text, Span(found.start(1) + 1, found.end(1) - 1))
    return abstract or None, reach


def _unclosed(text: str, at: int) -> int | None:
    """Return how far a group was sought in vain: ``None`` where one begins but does not end."""
    found = _BEFORE_GROUP.match(text, at)
    assert found
    return None if text.startswith("{", found.end()) else found.end()


class AbstractMark(NamedTuple):
    """Where an abstract begins or ends, at the offset ``at``.

    ``start`` is where the contents of an environment begin; ``whole`` is set where the abstract
    is a command's argument.
    """

    at: int
    start: int
    name: str
    opens: bool
    whole: Span | None = None

    def moved(self, by: int) -> "AbstractMark":
        """Return a copy whose places are moved by ``by`` code points."""
        whole = self.whole and self.whole.moved(by)
        return AbstractMark(self.at + by, self.start + by, self.name, self.opens, whole)


def marked_abstract(
    text: Characters,
    marks: Iterable[AbstractMark],
    heading_after: Callable[[int], int | None],
    body_end: int,
) -> Span | None:
    """Return the first abstract that is an environment or a command's argument.

    ``heading_after`` gives the offset of the first heading behind another one: a heading ends an
    abstract that the author has not closed yet, as the end of the body does.
    """
    opened: AbstractMark | None = None
    for mark in chain(marks, [AbstractMark(body_end, body_end, "", opens=False)]):
        if opened:
            heading = heading_after(opened.at)
            end = mark.at if heading is None else min(mark.at, heading)
            if end < mark.at or (not mark.opens and mark.name in ("", opened.name)):
                if found := arguments.trimmed(text, Span(opened.start, max(opened.start, end))):
                    return found
                opened = None
        if mark.whole:
            return mark.whole
        if mark.opens:
            opened = mark
    return None


def after_option(text: str, at: int) -> int:
    """Return where the contents of an environment begin, its optional argument passed over."""
    found = _OPTION.match(text, at)
    return found.end() if found else at


def heads_abstract(title: str) -> bool:
    """Tell whether a heading stands over an abstract."""
    return len(title) <= _LONGEST_HEADING and _heads_abstract(title)


@lru_cache(maxsize=4096)
def _heads_abstract(title: str) -> bool:
    return _NO_LETTER.sub("", title).casefold() in _ABSTRACT_HEADINGS


def abstract_under_heading(text: Characters, sections: Iterable[Section]) -> Span | None:
    """Return the abstract that stands as a section or chapter of its own."""
    for section in sections:
        if heads_abstract(section.title):
            body = arguments.trimmed(text, section.body)
            if body:
                return body
    return None
