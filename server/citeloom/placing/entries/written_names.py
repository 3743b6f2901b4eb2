"""The authors of a paper as a .bib entry writes them."""

import re
from collections.abc import Callable, Iterator

from citeloom.papers.authors import is_for_more
from citeloom.papers.paper import Author, Paper
from citeloom_latex.bib.names import names

MOST_AUTHORS = 100
"""People who are named; others are ``and others``."""

_LONGEST_NAME = 200
_ACCENT = re.compile(
    r"(?<!\{)(\\(?:[\"'`^~=.]|[uvHtcdbrk](?=\{))\{\\?[A-Za-z]\s?\}|\\[A-Za-z]+\{\})"
)
_NOT_IN_NAMES = re.compile(r"[,{}\\~]+")


def written_names(paper: Paper, latex: Callable[[str], str], *, family_first: bool) -> str:
    """Return the LaTeX of a paper's authors, joined by ``and``.

    Each is written so that BibTeX finds the same parts of it; the names of groups stand in braces.
    """
    people = [author for author in paper.authors if not is_for_more(author)]
    names = [_written(author, latex, family_first) for author in people[:MOST_AUTHORS]]
    # A name in letters that the draft cannot set would be question marks.
    found = [name for name in names if any(map(str.isalnum, name))]
    if found and (len(people) > MOST_AUTHORS or len(people) < len(paper.authors)):
        found.append("others")
    return " and ".join(found)


def _written(author: Author, latex: Callable[[str], str], family_first: bool) -> str:
    family, given = _clean(author.family), _clean(author.given)
    if not family:
        family, given = given, ""

    def letters(text: str) -> str:
        # In braces of its own, an accented letter is one letter for BibTeX, upper or lower case.
        return _ACCENT.sub(r"{\1}", latex(text))

    if not letters(family).strip():
        return ""
    if not letters(given).strip():
        is_word = family.isalpha() and family[0].isupper()
        return letters(family) if is_word else f"{{{latex(family)}}}"
    for text, parts in _ways(family, given, family_first):
        if _is_read_as(text, family, given):
            return "".join(part if is_sign else letters(part) for part, is_sign in parts)
    return f"{{{latex(f'{given} {family}')}}}"


_Parts = tuple[tuple[str, bool], ...]


def _ways(family: str, given: str, family_first: bool) -> Iterator[tuple[str, _Parts]]:
    """Yield ways to write a person: the text, and its parts with whether each is of BibTeX's."""
    sign = (", ", True)
    after = ((family, False), sign, (given, False))
    before = ((given, False), (" ", True), (family, False))
    braced = (("{", True), (family, False), ("}", True))
    ways = [after, before] if family_first else [before, (*before[:2], *braced), after]
    for way in (*ways, (*braced, sign, (given, False))):
        yield "".join(part for part, _ in way), way


def _is_read_as(text: str, family: str, given: str) -> bool:
    read = names(text, lambda part: part.strip("{}"))
    return len(read) == 1 and (read[0].last_with_von, read[0].first) == (family, given)


def _clean(name: str) -> str:
    return " ".join(_NOT_IN_NAMES.sub(" ", name).split())[:_LONGEST_NAME].strip()
