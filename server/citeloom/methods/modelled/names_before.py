"""Finds the authors' names that a model writes right before the mark of a paper."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from citeloom.papers.authors import is_for_more
from citeloom.papers.paper import Paper

_WORD = re.compile(r"[A-Za-zÀ-ӿ]+|[^\W\d_]")
"""A word of a name; signs of scripts without spaces are words."""

_BETWEEN = re.compile(r"[\s,&、.'’·-]*")
_REST = re.compile(
    r"(?P<more>,?\s+et\s+al\b\.?|\s+(?:and|&)\s+(?:colleagues|others|co-?workers)|\s*等人?)?"
    r"(?P<year>,?\s*\(?(?:19|20)\d\d[a-z]?\)?)?(?P<ending>['’]s?)?\s*\Z"
)
_CAPITALS = re.compile(r"(?<!\w)[A-ZÀ-Þ][\w'’-]+(?P<second>\s+(?:and|&)\s+[A-ZÀ-Þ][\w'’-]+)?\Z")
_FAR = 200
"""Characters before a mark in which names stand."""

_LONGEST_AND = 3
"""Letters of a word between two names: and, und, et, y."""


@dataclass(frozen=True, slots=True)
class NamesBefore:
    """Names at the end of a text, from ``start`` on, before the mark of papers.

    ``papers`` are those that they name, ``ending`` is a genitive's. Where they are names of others,
    ``others`` has them, and ``papers`` are all of the mark.
    """

    start: int
    papers: Sequence[Paper]
    ending: str
    others: str = ""


def names_before(text: str, papers: Sequence[Paper], every: Sequence[Paper]) -> NamesBefore | None:
    """Return the names at the end of a text, which stand before the mark of some papers.

    Where all authors of these are known, names of others are certain before "et al.", two before a
    year, and those of one of ``every`` paper.
    """
    far = max(0, len(text) - _FAR)
    rest = _REST.search(text, far)
    assert rest is not None
    ending = rest["ending"] or ""
    start, words = _own_names(text, far, rest.start(), papers)
    if words:
        own = [paper for paper in papers if words & _families([paper])]
        return NamesBefore(start, own, ending)
    capitals = _CAPITALS.search(text, far, rest.start())
    if capitals is None or not all(map(_has_all_authors, papers)):
        return None
    if rest["more"] or (rest["year"] and capitals["second"]):
        return NamesBefore(capitals.start(), papers, ending, text[capitals.start() :].strip())
    start, words = _own_names(text, far, rest.start(), every)
    return NamesBefore(start, papers, ending, text[start:].strip()) if words else None


def _own_names(
    text: str, start: int, end: int, papers: Sequence[Paper]
) -> tuple[int, frozenset[str]]:
    """Return where names of the authors of papers begin that go on to an end, and their words."""
    families = _families(papers)
    known = families | _given_names(papers)
    at, has_and = end, True
    found: set[str] = set()
    for word in reversed([*_WORD.finditer(_folded(text[:end]), start)]):
        is_initial = found and len(word[0]) == 1 and word[0].isupper()
        if not _BETWEEN.fullmatch(text, word.end(), end):
            break
        if word[0] in known or is_initial:
            at, has_and = word.start(), False
            found.add(word[0])
        elif has_and or len(word[0]) > _LONGEST_AND:
            break
        else:
            has_and = True
        end = word.start()
    is_named = any(not word.islower() for word in families & found)
    return at, frozenset(found if is_named else ())


def _has_all_authors(paper: Paper) -> bool:
    return bool(paper.authors) and not any(map(is_for_more, paper.authors))


def _families(papers: Iterable[Paper]) -> frozenset[str]:
    authors = (author for paper in papers for author in paper.authors if not is_for_more(author))
    return _words(tuple(author.family for author in authors))


def _given_names(papers: Iterable[Paper]) -> frozenset[str]:
    given = _words(tuple(author.given for paper in papers for author in paper.authors))
    return frozenset(word for word in given if len(word) > 2 or not word.isascii())


@lru_cache(maxsize=256)
def _words(names: tuple[str, ...]) -> frozenset[str]:
    found = {word for name in names for word in _WORD.findall(_folded(name))}
    return frozenset(found | {word.title() for word in found if word[1:]})


def _folded(text: str) -> str:
    """Return a text without accents, each sign in its place."""
    if text.isascii():
        return text
    return "".join(unicodedata.normalize("NFD", sign)[0] for sign in text)
