"""One .bib entry as a paper."""

import re
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from citeloom.papers.abstracts import clean_abstract
from citeloom.papers.authors import OTHERS
from citeloom.papers.identifiers import acl_id, arxiv_id, doi_of, pmid, s2_id
from citeloom.papers.identity import short_hash
from citeloom.papers.paper import Author, Paper, known_fields
from citeloom.papers.withdrawal import (
    is_keyword_of_a_retraction,
    is_only_a_notice,
    says_retracted,
    says_taken_back,
)
from citeloom_latex.bib.bounds import TITLE
from citeloom_latex.bib.names import Name, has_others, names
from citeloom_latex.bib.resolve import ResolvedEntry
from citeloom_latex.plain import plain

_YEAR = re.compile(r"(?<!\d)(?<!^-)(?:1[4-9]|20)\d\d(?!\d)")
_VENUES = (
    "journaltitle",
    "journal",
    "booktitle",
    "school",
    "institution",
    "organization",
    "publisher",
)
_AND_OTHERS = re.compile(
    r"(?:,|\s+and\b)?\s*(?:\\(?:emph|textit)\s*)?\{?\bet\.?[\s~]+al\b\.?\}?"
    r"(?=[\s}]*\Z|\s+and\s)",
    re.IGNORECASE,
)
_NOTES = (
    "note", "annote", "annotation", "addendum", "howpublished", "pubstate", "status", "comment",
    "comments", "titleaddon",
)  # fmt: skip
"""Fields in which people and programs write that a paper was retracted, beside its title."""

_RETRACTED = "Retracted: its keywords say so."
_EDITED = frozenset({"proceedings", "book", "mvbook", "collection", "mvcollection", "periodical"})


def paper_of(resolved: ResolvedEntry) -> Paper:
    """Return what an entry says of its paper, as plain text.

    Its id is a hash of the entry's type and values until all papers are known. Identifiers and
    abstract come from the entry itself: those that it inherits belong to the volume that contains
    it. Where its note says that it was retracted, that stands in the place of the abstract.
    """
    values = resolved.values
    own = {name: value for name, value in values.items() if name not in resolved.inherited}
    title = _title(values)
    paper = Paper(
        id=_content_id(resolved),
        keys=(resolved.entry.key,),
        title=title,
        authors=_authors(resolved.entry.type, values),
        year=_year(values),
        venue=_venue(values),
        type=resolved.entry.type,
        doi=_text(doi_of(own)),
        arxiv_id=arxiv_id(own),
        s2_id=s2_id(own),
        pmid=pmid(own),
        acl_id=acl_id(own),
        abstract=_notice(own) or _abstract(_plain(own, "abstract"), title),
    )
    return replace(paper, sources=MappingProxyType(dict.fromkeys(known_fields(paper), "bib")))


def _notice(values: Mapping[str, str]) -> str:
    """Return the sentence that stands in for an abstract where an entry's note takes it back."""
    for name in _NOTES:
        if name in values and (
            says_taken_back(note := _plain(values, name)) or says_retracted(note)
        ):
            return f"Retracted: {note}"
    keywords = _plain(values, "keywords")
    return _RETRACTED if is_keyword_of_a_retraction(keywords) else ""


def _abstract(text: str, title: str) -> str:
    """Return the abstract; a notice in its place stays, so that the paper is known by it."""
    notice = " ".join(text.split())
    return notice if is_only_a_notice(notice) else clean_abstract(text, title)


def _content_id(resolved: ResolvedEntry) -> str:
    return "entry:" + short_hash(repr((resolved.entry.type, sorted(resolved.values.items()))))


def _title(values: Mapping[str, str]) -> str:
    title = _plain(values, "title")
    subtitle = _plain(values, "subtitle")
    if not title or not subtitle:
        return title or subtitle
    return f"{title} {subtitle}" if title[-1] in ":?!." else f"{title}: {subtitle}"


def _authors(kind: str, values: Mapping[str, str]) -> tuple[Author, ...]:
    given = _people(values.get("author", ""))
    if given or kind not in _EDITED:
        return given
    return _people(values.get("editor", ""))


def _people(value: str) -> tuple[Author, ...]:
    """Return the people of a field of names, the last one ``others`` where it names not all."""
    value = " ".join(value.split())  # The pattern takes long over runs of spaces.
    named = _AND_OTHERS.sub("", value)
    people = tuple(author for name in names(named) if (author := _author(name)).family)
    return (*people, OTHERS) if people and (named != value or has_others(value)) else people


def _author(name: Name) -> Author:
    given = TITLE.limit(_text(f"{name.first} {name.jr}"))
    family = TITLE.limit(_text(name.last_with_von))
    return Author(family, given) if family else Author(given)


def _year(values: Mapping[str, str]) -> int | None:
    for name in ("year", "date"):
        if found := _YEAR.search(values.get(name, "")):
            return int(found[0])
    return None


def _venue(values: Mapping[str, str]) -> str:
    return next((venue for name in _VENUES if (venue := _plain(values, name))), "")


def _plain(values: Mapping[str, str], name: str) -> str:
    return _text(plain(values.get(name, "")))


def _text(value: str) -> str:
    """Return a text on one line, without the half characters that a wrong decoding leaves."""
    return " ".join(value.encode("utf-8", "ignore").decode("utf-8").split())
