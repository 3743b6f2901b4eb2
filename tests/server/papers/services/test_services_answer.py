"""What each service says of the sample, over a real connection."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from citeloom.papers.found import Found, NoticeKind
from citeloom.papers.paper import Paper
from citeloom.papers.services.all_services import services_of
from citeloom.papers.services.arxiv import Arxiv
from citeloom.papers.services.crossref import Crossref
from citeloom.papers.services.datacite import DataCite
from citeloom.papers.services.europe_pmc import EuropePmc
from citeloom.papers.services.hal import Hal
from citeloom.papers.services.inspire import Inspire
from citeloom.papers.services.openalex import OpenAlex
from citeloom.papers.services.port import SelectiveService, Service, TitleService
from citeloom.papers.services.semantic_scholar import SemanticScholar
from citeloom.papers.web.manners import ATTEMPTS
from citeloom.papers.web.service_failed import ServiceFailed
from citeloom.papers.web.web import Web
from citeloom.settings import OFF, NetworkSettings, Services, asked_services
from services.fake_clock import FakeClock
from services.faults import Fault
from services.running import Running, running
from services.sample import SAMPLE

GARDEN, GRAPHS, PREPRINT, TEACUP = SAMPLE
ALL: dict[str, Callable[[Web], Service]] = {
    "s2": SemanticScholar,
    "arxiv": Arxiv,
    "crossref": Crossref,
    "openalex": OpenAlex,
    "europepmc": EuropePmc,
    "inspire": Inspire,
    "datacite": DataCite,
    "hal": Hal,
}
SEARCHED: tuple[Callable[[Web], TitleService], ...] = (
    *(SemanticScholar, Arxiv, Crossref, EuropePmc, Inspire),
)


def asked(services: Running, folder: Path, work: Callable[[Web], Awaitable[object]]) -> object:
    async def run() -> object:
        network = services.settings()
        async with Web(network, folder, clock=FakeClock()) as web:
            return await work(web)

    return asyncio.run(run())


def known(name: str, papers: tuple[Paper, ...], folder: Path) -> dict[str, Found]:
    with running() as services:
        found = asked(services, folder, lambda web: ALL[name](web).by_ids(papers))
    assert isinstance(found, dict)
    return found


def spoken(paper: Paper) -> list[str]:
    """Return the authors' names as most services give them, in one piece."""
    return [f"{one.given} {one.family}".strip() for one in paper.authors]


def bare(paper: Paper) -> Paper:
    """Return a paper with its identifiers alone."""
    ids = {name: getattr(paper, name) for name in ("doi", "arxiv_id", "s2_id", "pmid", "acl_id")}
    return Paper(id=f"asked:{paper.id}", **ids)


@pytest.mark.parametrize(
    ("name", "papers"),
    [
        ("s2", (GARDEN, GRAPHS, PREPRINT)),
        ("arxiv", (GARDEN, PREPRINT)),
        ("crossref", (GARDEN, GRAPHS, TEACUP)),
        ("openalex", (GARDEN, GRAPHS, TEACUP)),
        ("europepmc", (GARDEN, GRAPHS, TEACUP)),
        ("inspire", (GARDEN, GRAPHS, PREPRINT, TEACUP)),
        ("datacite", (GARDEN, PREPRINT)),
    ],
)
def test_abstracts_titles_and_authors_come_as_plain_text(
    name: str, papers: tuple[Paper, ...], tmp_path: Path
) -> None:
    found = known(name, tuple(bare(paper) for paper in papers), tmp_path)
    assert set(found) == {f"asked:{paper.id}" for paper in papers}
    for paper in papers:
        one = found[f"asked:{paper.id}"].paper
        assert (one.title, one.abstract) == (paper.title, paper.abstract)
        assert (spoken(one), one.year) == (spoken(paper), paper.year)
        assert set(one.sources.values()) == {name}


def test_identifiers_of_every_kind_are_asked_for(tmp_path: Path) -> None:
    for field in ("doi", "arxiv_id", "s2_id", "pmid"):
        one = Paper(id="asked", **{field: getattr(GARDEN, field)})
        found = known("s2", (one,), tmp_path)["asked"].paper
        assert (found.doi, found.arxiv_id) == (GARDEN.doi, GARDEN.arxiv_id)
    by_acl = known("s2", (Paper(id="asked", acl_id=GRAPHS.acl_id),), tmp_path)
    assert by_acl["asked"].paper.acl_id == GRAPHS.acl_id


@pytest.mark.parametrize("name", ALL)
def test_unknown_papers_are_left_out(name: str, tmp_path: Path) -> None:
    unknown = Paper(id="u", doi="10.1000/unknown", arxiv_id="9901.00001", s2_id="f" * 40)
    assert known(name, (unknown, Paper(id="nothing", title="No Identifier")), tmp_path) == {}


@pytest.mark.parametrize("name", ALL)
def test_nothing_is_asked_for_papers_without_identifiers(name: str, tmp_path: Path) -> None:
    with running() as services:
        papers = (Paper(id="nothing", title="No Identifier"),)
        assert asked(services, tmp_path, lambda web: ALL[name](web).by_ids(papers)) == {}
        assert services.log == []


def test_references_notices_and_pdfs_come_with_papers(tmp_path: Path) -> None:
    s2 = known("s2", (GARDEN,), tmp_path)[GARDEN.id]
    assert [one.title for one in s2.references] == [GRAPHS.title, PREPRINT.title]
    crossref = known("crossref", (GARDEN, TEACUP), tmp_path)
    assert crossref[GARDEN.id].references[0].id == "doi:10.1000/cited.1"
    assert crossref[GARDEN.id].notices == ()
    (notice,) = crossref[TEACUP.id].notices
    assert (notice.kind, notice.doi) == (NoticeKind.RETRACTION, "10.1000/notice.4")
    assert (notice.date, notice.source) == ("2016-03-01", "retraction-watch")
    openalex = known("openalex", (GARDEN, TEACUP), tmp_path)
    assert [one.kind for one in openalex[TEACUP.id].notices] == [NoticeKind.RETRACTION]
    cited = openalex[GARDEN.id].references
    assert [one.id for one in cited] == ["openalex:W1001", "openalex:W9"]
    arxiv = known("arxiv", (GARDEN, PREPRINT), tmp_path)
    assert arxiv[GARDEN.id].published == GARDEN.doi
    assert (arxiv[PREPRINT.id].published, arxiv[GARDEN.id].paper.doi) == ("", "")


@pytest.mark.parametrize("kind", SEARCHED)
def test_papers_are_found_by_title(kind: Callable[[Web], TitleService], tmp_path: Path) -> None:
    with running() as services:
        for paper in (GARDEN, replace(GARDEN, title=GARDEN.title.upper())):
            found = asked(services, tmp_path, lambda web, one=paper: kind(web).by_title(one))
            assert isinstance(found, list | tuple)
            assert found[0].paper.title == GARDEN.title
        nothing = Paper(id="x", title="Zebras, Quicksand")
        assert not asked(services, tmp_path, lambda web: kind(web).by_title(nothing))


def test_papers_that_cite_each_other_are_known_to_openalex_by_more_than_its_ids(
    tmp_path: Path,
) -> None:
    found = known("openalex", (GARDEN, GRAPHS), tmp_path)
    assert found[GARDEN.id].references[0].doi == GRAPHS.doi


def test_signs_of_a_title_reach_the_search_as_they_are(tmp_path: Path) -> None:
    with running() as services:
        asked(services, tmp_path, lambda web: SemanticScholar(web).by_title(GRAPHS))
        (seen,) = services.log
    assert seen.query["query"] == "Graphs & Trees for C++ Programmers"


def test_a_hundred_papers_take_three_requests_for_their_abstracts(tmp_path: Path) -> None:
    papers = tuple(
        replace(GARDEN, id=f"p{n}", title=f"Garden {n}", doi=f"10.1000/g.{n}", pmid="",
                arxiv_id=f"1905.{n:05}" if n % 2 else "", s2_id=f"{n:040x}")
        for n in range(100)
    )  # fmt: skip
    wanted = [replace(bare(one), id=one.id, s2_id="") for one in papers]

    async def work(web: Web) -> list[int]:
        every = (SemanticScholar(web), Arxiv(web), Crossref(web))
        return [len(await one.by_ids(wanted)) for one in every]

    with running(papers) as services:
        assert asked(services, tmp_path, work) == [100, 50, 100]
        assert len(services.log) == 3


def test_a_doi_with_a_comma_is_asked_for_alone(tmp_path: Path) -> None:
    odd = replace(GARDEN, doi="10.1000/a,b")
    with running((odd, GRAPHS)) as services:
        for kind in (Crossref, OpenAlex):
            found = asked(services, tmp_path, lambda web, one=kind: one(web).by_ids([odd, GRAPHS]))
            assert set(found) == {odd.id, GRAPHS.id}


def test_a_notice_in_the_place_of_an_abstract_is_told_and_is_no_abstract(tmp_path: Path) -> None:
    notice = "This paper has been withdrawn by the author due to a crucial error in equation 1."
    with running((replace(PREPRINT, abstract=notice),)) as services:
        found = asked(services, tmp_path, lambda web: Arxiv(web).by_ids([PREPRINT]))
    assert isinstance(found, dict)
    (answer,) = found.values()
    assert answer.paper.abstract == ""
    assert [notice.kind for notice in answer.notices] == [NoticeKind.WITHDRAWAL]


def test_a_field_of_another_form_loses_no_record(tmp_path: Path) -> None:
    broken = replace(GRAPHS, year="last year")  # type: ignore[arg-type]
    both = (GARDEN, GRAPHS)
    with running((GARDEN, broken)) as services:
        for kind in (SemanticScholar, OpenAlex, Crossref):
            found = asked(services, tmp_path, lambda web, one=kind: one(web).by_ids(both))
            assert set(found) == {GARDEN.id, GRAPHS.id}
            assert found[GRAPHS.id].paper.abstract == GRAPHS.abstract
            assert found[GRAPHS.id].paper.year is None


@pytest.mark.parametrize(
    ("name", "bare_of"),
    [("europepmc", {"pmid": "31000001"}), ("inspire", {"arxiv_id": "1905.01234"}),
     ("datacite", {"doi": "10.48550/arxiv.1905.01234"})],
    ids=["PubMed id", "arXiv id", "arXiv's DOI"],
)  # fmt: skip
def test_further_identifiers_are_asked_for(
    name: str, bare_of: dict[str, str], tmp_path: Path
) -> None:
    found = known(name, (Paper(id="asked", **bare_of),), tmp_path)  # type: ignore[arg-type]
    assert found["asked"].paper.abstract == GARDEN.abstract


def test_of_several_languages_the_title_that_is_meant_counts(tmp_path: Path) -> None:
    found = known("hal", (GARDEN,), tmp_path)[GARDEN.id].paper
    assert (found.title, found.abstract) == (GARDEN.title, GARDEN.abstract)
    french = replace(GARDEN, title="Un titre en français")
    assert known("hal", (french,), tmp_path)[GARDEN.id].paper.abstract.startswith("Un résumé")


def test_what_pubmed_calls_retracted_is_told(tmp_path: Path) -> None:
    (notice,) = known("europepmc", (TEACUP,), tmp_path)[TEACUP.id].notices
    assert (notice.kind, notice.source) == (NoticeKind.RETRACTION, "europepmc")


def test_the_key_of_an_entry_from_inspire_finds_it(tmp_path: Path) -> None:
    held = replace(GARDEN, keys=("Muller:2019abc",))
    wanted = Paper(id="x", keys=("Muller:2019abc",), title="Attention in Gardens")
    with running((held, GRAPHS)) as services:
        found = asked(services, tmp_path, lambda web: Inspire(web).by_title(wanted))
        assert isinstance(found, list)
        assert [hit.paper.title for hit in found] == [GARDEN.title]
        assert len(services.log) == 1


@pytest.mark.parametrize(
    ("kind", "paper", "may"),
    [
        (Inspire, Paper("x", keys=("Maldacena:1997re",)), True),
        (Inspire, Paper("x", arxiv_id="hep-th/9711200"), True),
        (Inspire, Paper("x", doi="10.1103/physrevd.1.2"), True),
        (Inspire, Paper("x", venue="Astrophys. J."), True),
        (Inspire, Paper("x", doi="10.18653/v1/p19-1001", venue="Proceedings of ACL"), False),
        (EuropePmc, Paper("x", pmid="7"), True),
        (EuropePmc, Paper("x", venue="Nature Chemistry"), True),
        (EuropePmc, Paper("x", venue="Proceedings of ACL"), False),
        (EuropePmc, Paper("x", doi="10.48550/arxiv.1905.01234"), False),
        (DataCite, Paper("x", doi="10.5281/zenodo.7"), True),
        (DataCite, Paper("x", doi="10.1000/a"), False),
        (Hal, Paper("x", title="Without an Identifier"), False),
    ],
    ids=str,
)
def test_who_is_asked_follows_from_the_entry(
    kind: Callable[[Web], SelectiveService], paper: Paper, may: bool, tmp_path: Path
) -> None:
    async def ask(web: Web) -> bool:
        return kind(web).may_know(paper)

    with running() as services:
        assert asked(services, tmp_path, ask) is may


def test_openalex_is_asked_for_one_doi_at_a_time_without_a_key_and_for_many_with_one(
    tmp_path: Path,
) -> None:
    async def run(services: Running, key: str) -> None:
        network = services.settings(openalex_key=key)
        async with Web(network, tmp_path, clock=FakeClock()) as web:
            assert set(await OpenAlex(web).by_ids(SAMPLE)) == {GARDEN.id, GRAPHS.id, TEACUP.id}

    with running() as services:
        asyncio.run(run(services, ""))
        assert sorted(seen.path for seen in services.log) == [
            f"/works/doi:{paper.doi}" for paper in (GARDEN, GRAPHS, TEACUP)
        ]
        services.log.clear()
        asyncio.run(run(services, "openalex-secret"))
        assert [seen.query["api_key"] for seen in services.log] == ["openalex-secret"]


@pytest.mark.parametrize("kind", [OpenAlex, DataCite])
def test_a_service_that_is_asked_one_by_one_and_down_is_left_alone_soon(
    kind: Callable[[Web], Service], tmp_path: Path
) -> None:
    many = [Paper(str(n), doi=f"10.5281/zenodo.{n}") for n in range(60)]
    with running(faults=dict.fromkeys(("openalex", "datacite"), Fault.UNAVAILABLE)) as services:
        with pytest.raises(ServiceFailed):
            asked(services, tmp_path, lambda web: kind(web).by_ids(many))
        assert len(services.log) == ATTEMPTS


def test_a_service_that_is_off_is_not_asked(tmp_path: Path) -> None:
    with running() as services:
        addresses = services.addresses | {"s2": OFF, "hal": OFF}
        network = NetworkSettings(services=Services(**addresses))
        web = Web(network, tmp_path)
        names = [service.name for service in services_of(web)]
        assert names == ["arxiv", "crossref", "europepmc", "inspire", "datacite", "openalex"]
        assert not {"s2", "hal"} & asked_services(network.services).keys()


def test_the_key_is_sent_to_its_service_alone_and_never_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    key = "s2-secret-key"
    caplog.set_level("DEBUG")

    async def run(services: Running) -> str:
        async with Web(services.settings(s2_key=key), tmp_path, clock=FakeClock()) as web:
            assert key not in repr(web.settings) + web.settings.model_dump_json()
            for kind in (SemanticScholar, Crossref):
                try:
                    await kind(web).by_ids([GARDEN])
                except ServiceFailed as error:
                    return str(error)
        return ""

    with running() as services:
        asyncio.run(run(services))
        assert [one.headers.get("x-api-key") for one in services.log] == [key, None]
    with running(faults={"s2": Fault.UNAUTHORIZED}) as services:
        said = asyncio.run(run(services))
    assert "the key may be wrong" in said
    assert key not in said + caplog.text
