"""Europe PMC's articles (https://europepmc.org/RestfulWebService): biology, medicine, chemistry."""

from collections.abc import Mapping, Sequence

from citeloom.papers.found import Found, Notice, NoticeKind
from citeloom.papers.identifiers import clean_doi, is_arxiv_doi
from citeloom.papers.paper import Author, Paper
from citeloom.papers.services.building import (
    CANDIDATES,
    CamelRecord,
    abstract_with_headings,
    by_questions,
    paper_from,
    plain_text,
    records,
    title_words,
)
from citeloom.papers.services.fields import is_life_science
from citeloom.papers.web.web import Web

MOST_IDS, LONGEST = 50, 3000
"""Identifiers that one request names, and characters of them that an address has room for."""


class EuropePmc:
    """Asks for articles by DOI and PubMed id, many at once, and for those of its field by title."""

    name = "europepmc"
    most = MOST_IDS

    def __init__(self, web: Web) -> None:
        self._web = web
        self._search = f"{web.settings.services.europepmc}/europepmc/webservices/rest/search"

    def may_know(self, paper: Paper) -> bool:
        """Tell whether it is worth asking about a paper, see SelectiveService."""
        return bool(_questions(paper)) or is_life_science(paper)

    async def by_ids(self, papers: Sequence[Paper]) -> Mapping[str, Found]:
        """Return what Europe PMC says of papers by their PubMed ids and DOIs, see Service."""
        return await by_questions(papers, _questions, self._any_of, MOST_IDS, LONGEST)

    async def by_title(self, paper: Paper) -> Sequence[Found]:
        """Return articles with these words in their titles, see TitleService."""
        words = title_words(paper.title)
        return await self._ask(f'TITLE:"{words}"', CANDIDATES) if words else ()

    async def _any_of(self, questions: Sequence[str]) -> list[Found]:
        return await self._ask(" OR ".join(questions), 2 * len(questions))

    async def _ask(self, query: str, most: int) -> list[Found]:
        asked = {"query": query, "resultType": "core", "format": "json", "pageSize": str(most)}
        data = (await self._web.ask("europepmc", self._search, params=asked)).json()
        articles = records("europepmc", _Article, data, "resultList", "result")
        return [hit for article in articles if (hit := _found(article))]


class _ArticleAuthor(CamelRecord):
    last_name: str | None = None
    first_name: str | None = None
    initials: str | None = None
    collective_name: str | None = None


class _ArticleAuthors(CamelRecord):
    author: tuple[_ArticleAuthor, ...] = ()


class _Journal(CamelRecord):
    title: str | None = None


class _JournalInfo(CamelRecord):
    journal: _Journal | None = None


class _ArticleKinds(CamelRecord):
    pub_type: tuple[str, ...] = ()


class _Article(CamelRecord):
    pmid: str | None = None
    doi: str | None = None
    title: str | None = None
    author_list: _ArticleAuthors | None = None
    journal_info: _JournalInfo | None = None
    pub_year: str | None = None
    pub_type_list: _ArticleKinds | None = None
    abstract_text: str | None = None


def _questions(paper: Paper) -> list[str]:
    """Return the questions for a paper's identifiers, the best first."""
    by_pmid = [f"(EXT_ID:{paper.pmid} AND SRC:MED)"] if paper.pmid else []
    has_doi = paper.doi and not is_arxiv_doi(paper.doi)
    return [*by_pmid, *([f'DOI:"{paper.doi}"'] if has_doi else [])]


def _found(article: _Article) -> Found | None:
    people = (article.author_list or _ArticleAuthors()).author
    journal = (article.journal_info or _JournalInfo()).journal or _Journal()
    year = article.pub_year or ""
    title = plain_text(article.title)
    paper = paper_from(
        "europepmc",
        # Titles end with a full stop, as PubMed writes them.
        title=title[:-1] if title.endswith(".") and not title.endswith("..") else title,
        authors=tuple(_author(person) for person in people),
        year=int(year) if year.isascii() and year.isdigit() and len(year) == 4 else None,
        venue=journal.title,
        doi=clean_doi(article.doi or ""),
        pmid=article.pmid,
        abstract=abstract_with_headings(article.abstract_text),
    )
    if paper is None:
        return None
    kinds = {kind.lower() for kind in (article.pub_type_list or _ArticleKinds()).pub_type}
    retracted = "retracted publication" in kinds
    notice = Notice(NoticeKind.RETRACTION, source="europepmc")
    return Found(paper, notices=(notice,) if retracted else ())


def _author(person: _ArticleAuthor) -> Author:
    given = plain_text(person.first_name or person.initials)
    if person.last_name:
        return Author(plain_text(person.last_name), given)
    return Author(plain_text(person.collective_name))
