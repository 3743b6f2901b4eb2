"""References, citations and searches of Semantic Scholar and OpenAlex, over real connections."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from covering import covering

from citeloom.papers.found import Found
from citeloom.papers.links.citation_links import (
    CitationLink,
    LinkAnswer,
    citations_question,
    references_question,
    search_question,
)
from citeloom.papers.links.openalex import OpenAlexLinks
from citeloom.papers.links.port import LinkService
from citeloom.papers.links.semantic_scholar import SemanticScholarLinks
from citeloom.papers.paper import Paper
from citeloom.papers.services.semantic_scholar import SemanticScholar
from citeloom.papers.web.bounded import BoundedWeb, LimitReached
from citeloom.papers.web.service_failed import ServiceFailed
from citeloom.papers.web.web import Web
from services import semantic_scholar_service
from services.cited_papers import as_cited, chain, made_papers
from services.fake_clock import FakeClock
from services.faults import Fault
from services.patience import impatient
from services.running import Running, running
from services.sample import SAMPLE
from services.seen import Reply

GARDEN, GRAPHS, PREPRINT, TEACUP = SAMPLE
KINDS: dict[str, Callable[[Web], LinkService]] = {
    "s2": SemanticScholarLinks,
    "openalex": OpenAlexLinks,
}
THREE = made_papers(3)
OWN = {
    "s2": [f"s2:{paper.s2_id}" for paper in THREE],
    "openalex": ["openalex:W1000", "openalex:W1001", "openalex:W1002"],
}
WORK: dict[str, Callable[[LinkService], Awaitable[LinkAnswer]]] = {
    "references": lambda service: service.references([as_cited(THREE[0])]),
    "citations": lambda service: service.citations([_own(service, 1)]),
    "search": lambda service: service.search("garden study"),
}


def _own(service: LinkService, number: int) -> Paper:
    name = OWN[service.name][number]
    return Paper(name, s2_id=THREE[number].s2_id if service.name == "s2" else "")


def asked(
    services: Running,
    folder: Path,
    name: str,
    work: Callable[[LinkService], Awaitable[LinkAnswer]],
    fault: Fault | None = None,
) -> LinkAnswer:
    async def run() -> LinkAnswer:
        timeouts = impatient(fault) if fault else None
        clock = FakeClock()
        web = Web(services.settings(), folder, clock=clock, timeouts=timeouts, chance=lambda: 1.0)
        async with web:
            return await work(KINDS[name](web))

    return asyncio.run(run())


@pytest.mark.parametrize("name", KINDS)
def test_references_come_with_the_ids_of_the_service(name: str, tmp_path: Path) -> None:
    with running(THREE, cites=chain(THREE)) as services:
        answer = asked(services, tmp_path, name, WORK["references"])
        assert len(services.log) == 1
    first, second, _ = OWN[name]
    assert CitationLink(first, second) in answer.links
    assert answer.answers[references_question("10.1000/made.0" if name != "s2" else
                                              "DOI:10.1000/made.0")] == (first,)  # fmt: skip
    described = {paper.id: paper for paper in answer.papers}
    assert (described[first].title, described[first].abstract) == (
        THREE[0].title,
        THREE[0].abstract,
    )
    assert set(described[first].sources.values()) == {name}
    # OpenAlex gives ids alone of what a work cites.
    assert (second in described) == (name == "s2")


@pytest.mark.parametrize("name", KINDS)
def test_citations_name_those_who_cite(name: str, tmp_path: Path) -> None:
    with running(THREE, cites=chain(THREE)) as services:
        answer = asked(services, tmp_path, name, WORK["citations"])
    first, second, _ = OWN[name]
    assert CitationLink(first, second) in answer.links
    assert first in {paper.id for paper in answer.papers}
    assert list(answer.answers) == [citations_question(second.partition(":")[2])]


@pytest.mark.parametrize("name", KINDS)
def test_a_search_gives_papers_in_order(name: str, tmp_path: Path) -> None:
    with running(THREE, cites=chain(THREE)) as services:
        found = asked(services, tmp_path, name, lambda it: it.search("Plant-study"))
        none = asked(services, tmp_path, name, lambda it: it.search("zebra"))
    (ids,) = found.answers.values()
    assert ids[0] == OWN[name][1] and list(ids) == [paper.id for paper in found.papers]
    assert list(none.answers.values()) == [()]
    assert list(none.answers) == [search_question("zebra")] and "zebra" not in str(none.answers)


@pytest.mark.parametrize("name", KINDS)
def test_unknown_papers_are_an_answer(name: str, tmp_path: Path) -> None:
    unknown = Paper("doi:10.1000/no", title="No", doi="10.1000/no")
    with running(THREE) as services:
        answer = asked(services, tmp_path, name, lambda it: it.references([unknown]))
    assert [*answer.answers.values()] == [()]
    assert answer.papers == answer.links == ()


def test_a_paper_that_is_gone_has_no_citations(tmp_path: Path) -> None:
    gone = Paper("s2:" + "f" * 40, s2_id="f" * 40)
    with running(THREE) as services:
        answer = asked(services, tmp_path, "s2", lambda it: it.citations([gone]))
    assert answer.links == () and len(answer.answers) == 1


def test_a_preprint_is_asked_of_openalex_by_its_doi(tmp_path: Path) -> None:
    with running() as services:
        asked(services, tmp_path, "openalex", lambda it: it.references([PREPRINT]))
        assert services.log[0].query["filter"] == "doi:10.48550/arxiv.2101.00042"


def test_papers_without_title_keep_their_links(tmp_path: Path) -> None:
    papers = (THREE[0], replace(THREE[1], title=""))
    with running(papers, cites=chain(papers)) as services:
        answer = asked(services, tmp_path, "s2", WORK["references"])
    assert CitationLink(OWN["s2"][0], OWN["s2"][1]) in answer.links


def test_an_id_that_was_merged_leads_to_the_paper_that_stayed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = Paper("s2:" + "e" * 40, s2_id="e" * 40)
    names = semantic_scholar_service._names
    monkeypatch.setattr(
        semantic_scholar_service,
        "_names",
        lambda paper: [*names(paper), *(["e" * 40] if paper is THREE[0] else [])],
    )
    with running(THREE, cites=chain(THREE)) as services:
        answer = asked(services, tmp_path, "s2", lambda it: it.references([old]))
    assert answer.answers[references_question("e" * 40)] == (OWN["s2"][0],)
    assert {old.id, OWN["s2"][0]} <= {paper.id for paper in answer.papers}


def test_an_answer_that_would_be_too_large_is_asked_for_in_halves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    papers = made_papers(20)
    start = semantic_scholar_service.SemanticScholarService.__init__
    monkeypatch.setattr(
        semantic_scholar_service.SemanticScholarService,
        "__init__",
        lambda self, index, cites=None: start(self, index, cites, most_bytes=10_000),
    )
    with running(papers) as services:

        async def run() -> int:
            async with Web(services.settings(), tmp_path, clock=FakeClock()) as web:
                return len(await SemanticScholar(web).by_ids(papers))

        assert asyncio.run(run()) == 20
        assert 1 < len(services.log) < 20


def test_a_book_whose_references_are_too_many_comes_without_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    papers = made_papers(60)
    start = semantic_scholar_service.SemanticScholarService.__init__
    monkeypatch.setattr(
        semantic_scholar_service.SemanticScholarService,
        "__init__",
        lambda self, index, cites=None: start(self, index, cites, most_bytes=2000),
    )
    with running(papers, cites={papers[0].id: [other.id for other in papers[1:]]}) as services:

        async def run() -> Found:
            async with Web(services.settings(), tmp_path, clock=FakeClock()) as web:
                return (await SemanticScholar(web).by_ids(papers[:2]))[papers[0].id]

        found = asyncio.run(run())
    assert (found.paper.abstract, found.references) == (papers[0].abstract, ())


def test_citations_that_a_publisher_withholds_are_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        semantic_scholar_service.SemanticScholarService,
        "_citations",
        lambda *_: Reply(b'{"citingPaperInfo": {"openAccessPdf": null}, "data": null}'),
    )
    with running(THREE) as services:
        answer = asked(services, tmp_path, "s2", WORK["citations"])
    assert answer.links == () and len(answer.answers) == 1


def test_where_a_key_would_help_the_failure_says_so(tmp_path: Path) -> None:
    with (
        running(THREE, {"s2": Fault.TOO_MANY}) as services,
        pytest.raises(ServiceFailed, match="CITELOOM_S2_KEY"),
    ):
        asked(services, tmp_path, "s2", WORK["citations"])


def test_without_a_key_openalex_is_left_alone_when_the_day_s_share_is_spent(tmp_path: Path) -> None:
    async def run(key: str) -> int:
        with running(THREE) as services:
            settings = services.settings(openalex_key=key)
            async with Web(settings, tmp_path, clock=FakeClock()) as web:
                for number in range(12):
                    await OpenAlexLinks(web).search(f"garden {number}")
            return len(services.log)

    with pytest.raises(ServiceFailed, match="a pause of 11 hours") as error:
        asyncio.run(run(""))
    assert "garden" not in str(error.value)
    assert asyncio.run(run("openalex-secret")) == 12


@pytest.mark.parametrize(("fault", "question"), covering(Fault, [*product(KINDS, WORK)]))
def test_every_fault_is_told_of(fault: Fault, question: tuple[str, str], tmp_path: Path) -> None:
    name, kind = question
    with (
        running(THREE, {name: fault}, cites=chain(THREE)) as services,
        pytest.raises(ServiceFailed) as error,
    ):
        asked(services, tmp_path, name, WORK[kind], fault)
    assert error.value.service == name
    assert "http" not in str(error.value)
    assert services.count(name) <= 6


def test_a_bounded_web_stops_at_its_numbers(tmp_path: Path) -> None:
    async def run(requests: int, most_bytes: int) -> tuple[int, str]:
        with running(THREE) as services:
            async with Web(services.settings(), tmp_path, clock=FakeClock()) as web:
                bounded = BoundedWeb(web, {"s2": requests}, most_bytes)
                said = ""
                try:
                    for number in range(9):
                        await SemanticScholarLinks(bounded).search(f"garden {number}")
                except LimitReached as limit:
                    said = str(limit)
                with pytest.raises(LimitReached):
                    await OpenAlexLinks(bounded).search("garden")
            return len(services.log), said

    assert asyncio.run(run(3, 1 << 20)) == (3, "3 requests")
    assert asyncio.run(run(9, 1)) == (1, "0 MiB of answers")
