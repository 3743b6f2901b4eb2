"""Records of a corpus from JSON lines: arXiv's metadata dump, or a form of one's own."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from citeloom.corpus.lines import Line
from citeloom.papers.abstracts import clean_abstract
from citeloom.papers.identifiers import arxiv_id, clean_doi
from citeloom.papers.identity import identifier_ids, title_id
from citeloom.papers.paper import Author, Paper
from citeloom.papers.services.building import author_of
from citeloom.papers.withdrawal import says_taken_back, says_withdrawn
from citeloom_latex.bib.bounds import TEXT, TITLE
from citeloom_latex.plain import plain

LONGEST_ID = 200
"""Characters of an id that are taken."""

_YEAR = re.compile(r"\b(?:18|19|20)\d\d\b")
_DOI_AS_ID = re.compile(r"(?i)(?:https?://(?:dx\.)?doi\.org/|doi:\s*)?10\.\d{4,9}/\S+")
_ARXIV_AS_ID = re.compile(r"(?i)(?:arxiv:|https?://arxiv\.org/)")
_SUFFIX = re.compile(r"(?i)(?:[js]r|i{1,3}|iv|ph\.?d|m\.?d)\.?")
_UNSEEN = re.compile(r"[\x00-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that has no record: its number, and why."""

    number: int
    why: str


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A paper that has been withdrawn, so that it is to leave the corpus."""

    id: str


Found: TypeAlias = Paper | Withdrawn | BadLine


class _Version(BaseModel):
    created: str = ""


class _ArxivRecord(BaseModel):
    """A line of arXiv's metadata dump, as far as it is read here."""

    model_config = ConfigDict(str_max_length=200_000)

    id: str
    title: str
    abstract: str
    authors_parsed: list[list[str]] = Field(max_length=20_000)
    comments: str | None = None
    journal_ref: str | None = Field(None, alias="journal-ref")
    doi: str | None = None
    versions: list[_Version] = []
    update_date: str = ""


class _OwnRecord(BaseModel):
    """A line of one's own, see docs/corpus.md."""

    model_config = ConfigDict(str_max_length=200_000)

    id: str = ""
    title: str
    abstract: str | None = None
    authors: list[str] = Field([], max_length=20_000)
    year: int | str | None = None
    venue: str | None = None
    doi: str | None = None
    arxiv: str | None = None
    withdrawn: bool = False


def records_in(lines: Iterable[Line]) -> Iterator[tuple[Line, Found]]:
    """Yield what stands in each line that is not empty."""
    for line in lines:
        if line.text is None:
            yield line, BadLine(line.number, "it is too long, or is not UTF-8")
        elif line.text:
            yield line, _record(line.number, line.text)


def _record(number: int, text: str) -> Found:
    try:
        values = json.loads(text)
        if "\\ud" in text:  # Half a pair of surrogates is no text: it could not be stored.
            whole = json.dumps(values, ensure_ascii=False).encode("utf-8", "ignore")
            values = json.loads(whole)
    except (ValueError, RecursionError):
        return BadLine(number, "it is not JSON")
    if not isinstance(values, dict):
        return BadLine(number, "it is not a JSON object")
    try:
        if "authors_parsed" in values:
            paper, is_withdrawn = _of_arxiv(_ArxivRecord.model_validate(values))
        else:
            paper, is_withdrawn = _of_own(_OwnRecord.model_validate(values))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        return BadLine(number, f"'{where}': {first['msg'].lower()}")
    if not paper.title:
        return BadLine(number, "it has no title")
    if not paper.id or len(paper.id) > LONGEST_ID or _UNSEEN.search(paper.id):
        return BadLine(number, "its id is empty, too long or has control characters")
    return Withdrawn(paper.id) if is_withdrawn else paper


def _of_arxiv(given: _ArxivRecord) -> tuple[Paper, bool]:
    """Return a paper, and whether it is withdrawn."""
    name = arxiv_id({"arxivid": given.id})
    abstract = plain_prose(given.abstract)
    created = given.versions[0].created if given.versions else given.update_date
    withdrawn = says_withdrawn(given.comments or "") or says_taken_back(abstract)
    return corpus_paper(
        f"arxiv:{name}" if name else "",
        title=plain_prose(given.title),
        abstract=clean_abstract(abstract),
        authors=tuple(
            author for parts in given.authors_parsed if (author := _author(parts)).family
        ),
        year=_year(created),
        venue=plain_prose(given.journal_ref or ""),
        doi=clean_doi(given.doi or ""),
        arxiv_id=name,
    ), withdrawn


def _of_own(given: _OwnRecord) -> tuple[Paper, bool]:
    """Return a paper, and whether it is withdrawn."""
    doi, name = clean_doi(given.doi or ""), arxiv_id({"arxivid": given.arxiv or ""})
    if _DOI_AS_ID.fullmatch(given.id.strip()):
        doi = doi or clean_doi(given.id)
    elif _ARXIV_AS_ID.match(given.id.strip()):
        name = name or arxiv_id({"arxivid": given.id})
    title, abstract = " ".join(given.title.split()), given.abstract or ""
    paper = corpus_paper(
        given.id.strip(),
        title=title,
        abstract=clean_abstract(abstract, title),
        authors=tuple(_person(person) for person in given.authors if person.strip()),
        year=_year(str(given.year or "")),
        venue=" ".join((given.venue or "").split()),
        doi=doi,
        arxiv_id=name,
    )
    if not paper.id:
        paper = replace(paper, id=next(iter((*identifier_ids(paper), title_id(paper))), ""))
    return paper, given.withdrawn or says_taken_back(abstract)


def corpus_paper(
    name: str, *, title: str = "", venue: str = "", abstract: str = "", **values: Any
) -> Paper:
    """Return a paper of a corpus with those fields that are known, none longer than is true."""
    values |= {
        "title": TITLE.limit(title),
        "venue": TITLE.limit(venue),
        "abstract": TEXT.limit(abstract),
    }
    known = {field: value for field, value in values.items() if value}
    return Paper(name, sources=MappingProxyType(dict.fromkeys(known, "corpus")), **known)


def plain_prose(text: str) -> str:
    """Return a text without TeX's commands, where ``%`` is no comment but a per cent sign."""
    return plain(re.sub(r"(?<!\\)%", r"\\%", text))


def _author(parts: list[str]) -> Author:
    """Return a person of family name, given name and suffix; a fourth part is an affiliation."""
    family, given, suffix = (*(plain(part) for part in parts[:3]), "", "", "")[:3]
    return Author(family, f"{given} {suffix}".strip())


def _person(name: str) -> Author:
    """Return a person whose name is as spoken, or as ``Family, Given``."""
    family, _, given = (" ".join(part.split()) for part in name.partition(","))
    if family and given and "," not in given and not _SUFFIX.fullmatch(given):
        return Author(family, given)
    return author_of(name)


def _year(text: str) -> int | None:
    found = _YEAR.search(text)
    return int(found[0]) if found else None
