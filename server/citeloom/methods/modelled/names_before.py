"""Finds the authors' names that a model writes right before the mark of a paper."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from citeloom.papers.authors import is_for_more
from citeloom.papers.paper import Author, Paper

_AND = r"[\s,&、]*(?:[^\W\d_]{1,3}\s*)?"
"""Between two authors: a comma, or a short word of any language."""

_REST = (
    r"(?P<more>,?\s+et\s+al\b\.?|\s+(?:and|&)\s+(?:colleagues|others|co-?workers)|\s*等人?)?"
    r"(?P<year>,?\s*\(?(?:19|20)\d\d[a-z]?\)?)?(?P<ending>['’]s?)?\s*\Z"
)
_OTHERS = re.compile(rf"(?<!\w)[A-ZÀ-Þ][\w'’-]+(?P<second>\s+(?:and|&)\s+[A-ZÀ-Þ][\w'’-]+)?{_REST}")
_FAR = 200
"""Characters before a mark in which names stand."""

_MOST_AUTHORS = 50


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
    folded = _folded(text[far:])
    if own := _pattern(_authors(papers)).search(folded):
        named = [it for it in papers if _pattern(_authors([it])).search(folded, own.start())]
        return NamesBefore(far + own.start(), named or papers, own["ending"] or "")
    found = _OTHERS.search(folded)
    if found is None or not all(map(_has_all_authors, papers)):
        return None
    if not (found["more"] or (found["year"] and found["second"])):
        found = _pattern(_authors(every)).search(folded)
    if found is None:
        return None
    start = far + found.start()
    return NamesBefore(start, papers, found["ending"] or "", text[start:].strip())


def _has_all_authors(paper: Paper) -> bool:
    return bool(paper.authors) and not any(map(is_for_more, paper.authors))


def _authors(papers: Sequence[Paper]) -> tuple[Author, ...]:
    return tuple(author for paper in papers for author in paper.authors[:_MOST_AUTHORS])


@lru_cache(maxsize=256)
def _pattern(authors: tuple[Author, ...]) -> re.Pattern[str]:
    """Return the pattern of names of some of these authors, with initials or given names."""
    families = {_folded(author.family) for author in authors if not is_for_more(author)}
    families |= {it for own in families for it in (own.title(), own[:1].upper() + own[1:])}
    given = {_folded(word) for author in authors for word in author.given.split()} - families
    family, first = (
        "|".join(sorted(map(re.escape, filter(None, it)), key=len, reverse=True)) or "(?!)"
        for it in (families, given)
    )
    # Nothing is given back, so that names which are like the words between them take no long time.
    name = rf"(?:(?:[A-Z]\.|{first})[\s-]*)*+(?:{family})(?:{first})?"
    return re.compile(rf"(?<![A-Za-zÀ-ӿ]){name}(?:{_AND}{name})*+{_REST}")


def _folded(text: str) -> str:
    """Return a text without accents and curly signs, each sign in its place."""
    return "".join(unicodedata.normalize("NFD", sign)[0] for sign in text.replace("’", "'"))
