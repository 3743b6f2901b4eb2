"""The lookup: who is asked for what, in which order, and what becomes of it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from citeloom.papers.completing import fill_from_store
from citeloom.papers.found import Found, Notice, NoticeKind
from citeloom.papers.matching import BY_TITLE
from citeloom.papers.outcome import Status, published_since, same_papers
from citeloom.papers.paper import Author, Paper
from citeloom.papers.services.port import Service
from citeloom.papers.store.searches import ended_searches
from citeloom.papers.store.store import Store
from known_services import KnownPapers, SearchedPapers
from looking_up import ABSTRACT, entry, paper, read, run


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "papers.sqlite") as store:
        yield store


def test_a_hundred_identifiers_take_one_request_of_the_first_service(store: Store) -> None:
    titles = [f"The Title Number {n}" for n in range(100)]
    s2 = KnownPapers("s2", [paper(one, doi=f"10.1000/{n}") for n, one in enumerate(titles)])
    others = [KnownPapers(name) for name in ("arxiv", "openalex")]
    bib = [entry(f"k{n}", one, f"doi = {{10.1000/{n}}}") for n, one in enumerate(titles)]
    ended = run(read("".join(bib)), [s2, *others], store)
    assert {one.status for one in ended.values()} == {Status.MATCHED}
    assert {one.how for one in ended.values()} == {"DOI"}
    assert all(one.paper.abstract == ABSTRACT for one in ended.values())
    assert (len(s2.asked), [one.asked for one in others]) == (1, [[], []])


def test_each_further_service_is_asked_for_what_still_lacks_an_abstract(store: Store) -> None:
    a, b = paper("Paper A", doi="10.1000/a"), paper("Paper B", "", doi="10.1000/b")
    s2, openalex = (
        KnownPapers("s2", [a, b]),
        KnownPapers("openalex", [replace(b, abstract="B " + ABSTRACT)]),
    )
    papers = read(
        entry("a", "Paper A", "doi={10.1000/a}") + entry("b", "Paper B", "doi={10.1000/b}")
    )
    ended = run(papers, [s2, openalex], store)
    assert openalex.asked == [["doi:10.1000/b"]]
    assert (ended["b"].paper.abstract, ended["b"].paper.sources["abstract"]) == (
        "B " + ABSTRACT, "openalex",
    )  # fmt: skip
    assert ended["b"].paper.sources["title"] == "bib"


def test_crossref_is_asked_for_notices_of_every_paper_with_a_doi(store: Store) -> None:
    known = paper("Paper A", doi="10.1000/a")
    notice = Notice(NoticeKind.RETRACTION, "10.1000/r", "2024-02-01", "retraction-watch")
    crossref = KnownPapers("crossref", [Found(replace(known, abstract=""), notices=(notice,))])
    ended = run(
        read(entry("a", "Paper A", "doi={10.1000/a}")),
        [KnownPapers("s2", [known]), crossref],
        store,
    )
    assert [one.notices for one in ended["a"].found] == [(notice,), ()]


def test_what_has_no_identifier_is_found_by_title_and_then_completed(store: Store) -> None:
    s2 = SearchedPapers("s2", [paper("A Very Good Title", "", doi="10.1000/a")])
    crossref = KnownPapers("crossref", [paper("A very good title", doi="10.1000/a")])
    (ended,) = run(read(entry("a", "A Very Good Titel")), [s2, crossref], store).values()
    assert (ended.status, ended.how) == (Status.MATCHED, BY_TITLE)
    assert (ended.paper.abstract, ended.paper.doi) == (ABSTRACT, "10.1000/a")
    assert s2.asked == []


def test_what_is_found_by_title_is_asked_for_notices_too(store: Store) -> None:
    known = paper("A Very Good Title", doi="10.1000/a")
    notice = Notice(NoticeKind.CORRECTION, "10.1000/c")
    crossref = KnownPapers("crossref", [Found(replace(known, abstract=""), notices=(notice,))])
    bib = "".join(entry(f"k{n}", f"Unheard of {n}") for n in range(30))
    papers = read(bib + entry("a", known.title))
    ended = run(papers, [SearchedPapers("s2", [known]), crossref], store)
    assert ended["a"].found[0].notices == (notice,)
    assert len(crossref.asked) == 1


def test_a_misdirected_doi_is_told_not_used_and_the_title_finds_the_paper(store: Store) -> None:
    s2 = SearchedPapers("s2", [
        paper("Something Else", "Else " + ABSTRACT, doi="10.1000/b"),
        paper("A Very Good Title", doi="10.1000/a"),
    ])  # fmt: skip
    (ended,) = run(read(entry("a", "A Very Good Title", "doi={10.1000/b}")), [s2], store).values()
    assert (ended.status, ended.paper.abstract) == (Status.MATCHED, ABSTRACT)
    assert ended.misdirected is not None
    assert ended.misdirected.title == "Something Else"
    assert [one.paper.doi for one in ended.found] == ["10.1000/a"]


def test_beside_a_misdirected_doi_another_identifier_is_asked_for(store: Store) -> None:
    s2 = SearchedPapers("s2", [
        paper("Something Else", doi="10.1000/b"), paper("The Title", arxiv_id="2001.00001"),
    ])  # fmt: skip
    s2.papers = s2.papers[::-1]
    entries = read(entry("a", "The Title", "doi={10.1000/b}, eprint={2001.00001}"))
    s2_doi_first = KnownPapersByDoiFirst("s2", s2.papers)
    (ended,) = run(entries, [s2_doi_first], store).values()
    assert (ended.status, ended.how) == (Status.MATCHED, "arXiv id")
    assert ended.misdirected is not None


class KnownPapersByDoiFirst(KnownPapers):
    async def by_ids(self, papers: Sequence[Paper]) -> dict[str, Found]:
        bare = [replace(one, arxiv_id="") if one.doi else one for one in papers]
        return dict(await super().by_ids(bare))


def test_what_is_like_it_is_offered_and_what_nobody_knows_is_not_verified(store: Store) -> None:
    s2 = SearchedPapers("s2", [replace(paper("Same Title of Two"), authors=(Author("Xu"),))])
    ended = run(read(entry("a", "Same Title of Two") + entry("b", "Unheard of")), [s2], store)
    assert ended["a"].status is Status.AMBIGUOUS
    assert [one.title for one in ended["a"].candidates] == ["Same Title of Two"]
    assert (ended["a"].paper.abstract, ended["b"].status) == ("", Status.NOT_FOUND)


def test_one_failing_service_leaves_the_others_their_work(store: Store) -> None:
    down = SearchedPapers("s2", fails=True)
    arxiv = KnownPapers("arxiv", [paper("The Title", arxiv_id="2001.00001")])
    bib = entry("a", "The Title", "eprint={2001.00001}") + entry("b", "Unheard of")
    ended = run(read(bib), [down, arxiv], store)
    assert (ended["a"].status, ended["a"].paper.abstract) == (Status.MATCHED, ABSTRACT)
    assert ended["b"].status is Status.FAILED
    assert {(one.service, one.reason) for one in (*ended["a"].failures, *ended["b"].failures)} == {
        ("s2", "it is down (503)")
    }


def test_a_service_that_keeps_failing_is_left_alone(store: Store) -> None:
    down = SearchedPapers("s2", fails=True)
    ended = run(read("".join(entry(f"k{n}", f"Title {n}") for n in range(40))), [down], store)
    assert len(down.searched) < 20
    assert all(one.failures and one.status is Status.FAILED for one in ended.values())


def test_an_exact_title_at_a_later_service_wins_over_a_part_of_one(store: Store) -> None:
    planted = paper("Learning to Garden: Tools and Weeds", "Planted " + ABSTRACT, doi="10.1000/p")
    meant = paper("Learning to Garden", doi="10.1000/m")
    first, second = SearchedPapers("s2", [planted]), SearchedPapers("crossref", [meant])
    (ended,) = run(read(entry("a", "Learning to Garden")), [first, second], store).values()
    assert (ended.status, ended.paper.abstract, ended.paper.doi) == (
        Status.MATCHED, ABSTRACT, "10.1000/m",
    )  # fmt: skip


def test_a_part_of_a_title_still_finds_what_no_service_has_more_exactly(store: Store) -> None:
    known = paper("Learning to Garden: Tools and Weeds", doi="10.1000/p")
    services = [SearchedPapers("s2", [known]), SearchedPapers("crossref")]
    (ended,) = run(read(entry("a", "Learning to Garden")), services, store).values()
    assert (ended.status, ended.paper.abstract) == (Status.MATCHED, ABSTRACT)


@pytest.mark.parametrize("confirmed", ["first", "afterwards"])
def test_a_doi_that_another_service_confirms_is_not_called_wrong(
    confirmed: str, store: Store
) -> None:
    right = [paper("A Very Good Title", "", doi="10.1000/a")]
    other = [paper("Something Else", doi="10.1000/a")]
    first, second = (right, other) if confirmed == "first" else (other, right)
    services = [KnownPapers("s2", first), KnownPapers("crossref", second)]
    (ended,) = run(
        read(entry("a", "A Very Good Title", "doi={10.1000/a}")), services, store
    ).values()
    assert (ended.status, ended.how, ended.misdirected) == (Status.MATCHED, "DOI", None)
    assert (ended.paper.doi, ended.paper.abstract) == ("10.1000/a", "")


class WithoutIdentifiers(KnownPapers):
    """Answers with another paper's record that has none of the identifiers asked for."""

    async def by_ids(self, papers: Sequence[Paper]) -> dict[str, Found]:
        return {one.id: Found(paper("Something Else", s2_id="s2-other")) for one in papers}


@pytest.mark.parametrize("confirmed", [True, False])
def test_a_record_without_the_identifier_calls_none_wrong(confirmed: bool, store: Store) -> None:
    right = [paper("A Very Good Title", doi="10.1000/a")] if confirmed else []
    services = [WithoutIdentifiers("s2"), KnownPapers("crossref", right)]
    names = "doi={10.1000/a}, eprint={2001.00001}, pmid={31452104}"
    (ended,) = run(read(entry("a", "A Very Good Title", names)), services, store).values()
    assert ended.misdirected is None
    assert ended.status is (Status.MATCHED if confirmed else Status.NOT_FOUND)


def test_a_doi_that_nobody_knows_is_told_and_kept(store: Store) -> None:
    known = paper("A Very Good Title", doi="10.1000/b")
    services = [SearchedPapers(name, [known]) for name in ("s2", "crossref")]
    wanted = read(entry("a", "A Very Good Title", "doi={10.1000/a}"))
    (ended,) = run(wanted, services, store).values()
    assert (ended.status, ended.unknown_doi) == (Status.MATCHED, "10.1000/a")
    assert [one.unknown_doi for one in store.read(ended_searches, wanted).values()] == ["10.1000/a"]


@pytest.mark.parametrize(
    ("doi", "services"),
    [
        ("10.1000/a", [KnownPapers("s2"), KnownPapers("crossref", fails=True)]),
        ("10.1000/a", [KnownPapers("s2")]),
        ("10.5281/zenodo.1", [KnownPapers("s2"), KnownPapers("crossref")]),
        ("10.1000/a", [KnownPapers("s2"), KnownPapers("crossref", [paper("B", doi="10.1000/a")])]),
    ],
    ids=["Crossref fails", "Crossref is not asked", "of another agency", "of another paper"],
)
def test_a_doi_is_not_called_unknown_without_its_agency(
    doi: str, services: Sequence[Service], store: Store
) -> None:
    (ended,) = run(read(entry("a", "A Title", f"doi={{{doi}}}")), services, store).values()
    assert ended.unknown_doi == ""


def test_a_doi_that_two_services_lead_elsewhere_by_is_wrong(store: Store) -> None:
    other = paper("Something Else", doi="10.1000/a")
    services = [KnownPapers(name, [other]) for name in ("s2", "crossref")]
    wanted = read(entry("a", "A Very Good Title", "doi={10.1000/a}"))
    (ended,) = run(wanted, services, store).values()
    assert ended.misdirected is not None
    assert (ended.status, ended.found) == (Status.NOT_FOUND, ())


def test_an_entry_that_changed_is_searched_for_again(store: Store) -> None:
    s2 = SearchedPapers("s2", [paper("The Title", doi="10.1000/a")])
    assert run(read(entry("a", "The Tilde of it")), [s2], store)["a"].status is not Status.MATCHED
    assert run(read(entry("a", "The Title")), [s2], store)["a"].status is Status.MATCHED


def test_what_was_found_fills_the_entry_even_where_its_title_is_misspelt(store: Store) -> None:
    papers = read(entry("a", "The Titel of a Good Paper", "doi={10.1000/a}"))
    store.put(papers)
    run(papers, [KnownPapers("s2", [paper("The Title of a Good Paper", doi="10.1000/a")])], store)
    (filled,) = fill_from_store(papers, store)
    assert (filled.abstract, filled.title) == (ABSTRACT, "The Titel of a Good Paper")
    store.put(papers)
    (another,) = fill_from_store(
        read("@misc{z, title={The title of a good paper}, doi={10.1000/a}}"), store
    )
    assert another.abstract == ABSTRACT


def test_a_paper_found_by_its_doi_is_known_by_its_arxiv_id_too(store: Store) -> None:
    s2 = KnownPapers("s2", [paper("The Title", doi="10.1000/a", arxiv_id="2001.00001")])
    run(read(entry("a", "The Title", "doi={10.1000/a}")), [s2], store)
    (filled,) = fill_from_store(read("@misc{b, title={The Title}, eprint={2001.00001}}"), store)
    assert filled.abstract == ABSTRACT


def test_two_entries_of_one_paper_and_a_published_preprint_are_seen(store: Store) -> None:
    one = paper("The Title", doi="10.1000/a", arxiv_id="2001.00001")
    s2 = SearchedPapers("s2", [one])
    bib = entry("a", "The Title", "eprint={2001.00001}") + entry(
        "b", "The Titel", "doi={10.1000/a}"
    )
    ended = run(read(bib), [s2], store)
    assert [[one.key for one in group] for group in same_papers(list(ended.values()))] in (
        [["a", "b"]], [["b", "a"]],
    )  # fmt: skip
    assert published_since(ended["a"]) == "10.1000/a"
    assert published_since(ended["b"]) == ""


def test_a_published_paper_without_doi_is_no_preprint(store: Store) -> None:
    s2 = SearchedPapers("s2", [paper("The Title", doi="10.1000/a", arxiv_id="2001.00001")])
    for journal, since in (("Nature", ""), ("CoRR", "10.1000/a")):
        (ended,) = run(
            read(entry("a", "The Title", f"journal={{{journal}}}")), [s2], store
        ).values()
        assert published_since(ended) == since
