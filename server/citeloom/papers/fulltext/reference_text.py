"""Reads an entry of a list of references: its identifiers, title, first author and years."""

import re

from citeloom.papers.fulltext.text import Reference
from citeloom.papers.identifiers import arxiv_id, clean_doi

_YEAR = re.compile(r"(?<![\d.:/-])((?:1[89]|20)\d\d)([a-z]?)(?![\d/])")
_QUOTED = re.compile(r"[“\"]([^”\"]{8,400}?)[,.]?[”\"]")
_YEAR_THEN_TITLE = re.compile(
    r"(?:[(\[](?:1[89]|20)\d\d[a-z]?[)\]][.,:]?|\b(?:1[89]|20)\d\d[a-z]?\.)\s+"
    r"(?!URL|doi|In |arXiv|https?:)(?P<title>[^.?!]{8,300}[.?!])(?=\s)"
)
_AUTHORS_THEN_TITLE = re.compile(
    r"(?:[^.]|(?<=\b[A-Z])\.|(?<=\bal)\.|(?<=\bJr)\.){3,400}?[^\sA-Z]\.\s+"
    r"(?P<title>[^.?!]{8,300}[.?!])(?=\s|$)"
)
_EARLY = 0.4
"""Share of a reference within which a year stands that is followed by the title."""

_AUTHOR_END = re.compile(r",|;|\band\b|&|\bet al|\(|(?<=[^\W\d_]{3})\.")
_INITIALS_AFTER = re.compile(r"\s*,\s*(?:[A-Z]\.|[A-Z]{1,2}\b)")


def reference_of(label: str, text: str, title: str = "") -> Reference:
    """Read an entry of a list of references, given in plain text.

    ``title`` is its title where the source marks it; else it is looked for in the text: between
    quotation marks, after the year, or after the authors.
    """
    text = " ".join(text.split())
    named = {"note": text, "doi": clean_doi(text)}
    return Reference(label, text, title or title_in(text), named["doi"], arxiv_id(named))


def title_in(text: str) -> str:
    """Return the title that a reference's text most likely holds; empty where none stands out."""
    if quoted := _QUOTED.search(text):
        return quoted[1].strip()
    dated = _YEAR_THEN_TITLE.search(text)
    if dated is None or dated.start() > _EARLY * len(text):
        dated = _AUTHORS_THEN_TITLE.match(text)
    return dated["title"].strip().rstrip(".,") if dated else ""


def years_in(text: str) -> tuple[str, ...]:
    """Return the years that a reference names, with the letter that tells two apart (``2019a``)."""
    return tuple(dict.fromkeys(found[1] + found[2] for found in _YEAR.finditer(text)))


def first_family(text: str) -> str:
    """Return the last word of the first author's family name in a reference; empty without one."""
    bare = text.lstrip()
    end = _AUTHOR_END.search(bare)
    chunk = bare[: end.start()] if end else bare[:40]
    words = [word for word in chunk.split() if word[:1].isalpha()]
    if not words:
        return ""
    if end and _INITIALS_AFTER.match(bare, end.start()) and len(words) <= 3:
        return words[-1]
    if len(words) > 1 and re.fullmatch(r"[A-Z]{1,3}", words[-1]):
        return words[-2]
    return words[-1]
