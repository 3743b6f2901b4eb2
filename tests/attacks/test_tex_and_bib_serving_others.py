"""What the .bib and the PDFs of a hostile project say serves no other project, and goes with it."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from pdfs import pdf_of_lines

from citeloom.actions.checking.check import check
from citeloom.actions.context import Context
from citeloom.actions.papers.citing import KeptTexts
from citeloom.actions.papers.show import show
from citeloom.actions.writing.task.plan import Plan, plan
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.papers.fulltext.cache import FullTextCache
from citeloom.papers.identity import asked_id
from citeloom.papers.key_elements import KeyElement
from citeloom.papers.store.citing import searched_texts
from citeloom.papers.store.elements import put_elements
from citeloom.papers.store.store import Store
from citeloom.settings import Services, UserSettings, asked_services
from lsp_client import FULL, LspClient, position
from projects import make_project, sample
from services.faults import Fault
from services.running import running
from services.sample import SAMPLE
from services.whole_fetch import fetched

GARDEN, GRAPHS, PREPRINT, TEACUP = SAMPLE
LIE = "A hostile project says this of the paper and no service has ever said anything like it"
DRAFT = sample("tex_and_bib_serving_others")
GARDEN_ENTRY = (
    "@article{garden, title={Attention in Small Gardens: A Study of Plants}, year=2019,"
    ' author={M{\\"u}ller, {\\"A}nne and van der Berg, Jan}, doi={10.1000/garden.1}%s}\n'
)
GRAPHS_ENTRY = (
    "@inproceedings{graphs, title={Graphs \\& Trees for {C++} Programmers}, year=2021,"
    " author={O'Neil, R{\\'o}is{\\'i}n}, doi={10.1000/graphs.2}%s}\n"
)
FIRST_PAGE = (
    "Attention in Small Gardens: A Study of Plants",
    "Anne Müller and Jan van der Berg",
    "1 Introduction",
    f"{LIE} [1].",
    "References",
    "[1] R. O'Neil. Graphs and Trees for C++ Programmers. 2021. doi:10.1000/graphs.2",
)


class Two:
    """A hostile project and the user's own one, over the same data of the user."""

    def __init__(self, folder: Path) -> None:
        self.data = folder / "data"
        self.hostile = make_project(
            folder / "hostile",
            DRAFT + "%! refs.bib\n" + GARDEN_ENTRY % f", abstract={{{LIE}.}}" + GRAPHS_ENTRY % "",
        )
        self.own = make_project(
            folder / "own", DRAFT + "%! refs.bib\n" + GARDEN_ENTRY % "" + GRAPHS_ENTRY % ""
        )

    @property
    def context(self) -> Context:
        return Context(user=UserSettings(data_folder=self.data))

    def bib(self, main: Path) -> Path:
        return main.with_name("refs.bib")

    def plan(self, main: Path) -> Plan:
        return plan(WriteRequest(main), self.context)

    def fetch(self, main: Path, *, offline: bool = False, down: bool = False) -> dict[str, str]:
        faults = dict.fromkeys(asked_services(Services()), Fault.FORBIDDEN) if down else {}
        with running(faults=faults) as services:
            came = fetched(services.settings(), main, self.data, full_text=True, offline=offline)
        return {key: entry.full_text for key, entry in came.items()}

    def attach(self, main: Path) -> Path:
        """Attach a PDF with the right first page and a lie to the first paper."""
        pdf = main.with_name("garden.pdf")
        pdf.write_bytes(pdf_of_lines([_latin(line) for line in FIRST_PAGE]))
        bib = GARDEN_ENTRY % ", file={:garden.pdf:PDF}" + GRAPHS_ENTRY % ""
        self.bib(main).write_text(bib, "utf-8")
        return pdf

    def said(self, main: Path) -> str:
        """Return all that the actions say and would write of a project's papers."""
        texts = [repr(show(main, key, self.context).description) for key in ("garden", "graphs")]
        texts += [repr(show(main, key, self.context).details) for key in ("garden", "graphs")]
        planned = self.plan(main)
        kept = KeptTexts(FullTextCache(self.context.user.full_texts), planned.texts)
        texts += [repr(planned.task), repr([kept.of(it) for it in planned.task.references])]
        texts.append(repr(check(main, self.context).problems))
        return "\n".join(texts)

    def kept(self) -> bytes:
        """Return all bytes of the user's data."""
        return b"".join(path.read_bytes() for path in self.data.rglob("*") if path.is_file())


def _latin(line: str) -> str:
    return line.replace("ü", "u").replace("(", "").replace(")", "")


@pytest.fixture
def two(tmp_path: Path) -> Two:
    return Two(tmp_path)


def _check(two: Two) -> None:
    check(two.hostile, two.context)


def _show(two: Two) -> None:
    show(two.hostile, "garden", two.context)


def _write(two: Two) -> None:
    two.plan(two.hostile)


def _fetch_in_vain(two: Two) -> None:
    two.fetch(two.hostile, down=True)


@pytest.mark.parametrize("act", [_check, _show, _write, _fetch_in_vain])
def test_an_abstract_serves_its_own_project_alone(two: Two, act: Callable[[Two], None]) -> None:
    two.fetch(two.own, offline=True)
    act(two)
    assert LIE in two.said(two.hostile)
    assert LIE not in two.said(two.own)
    assert LIE.encode() not in two.kept()


def test_opening_a_file_and_hovering_gives_no_abstract_to_another_project(two: Two) -> None:
    two.fetch(two.own, offline=True)
    pages = []
    with LspClient({"CITELOOM_DATA": str(two.data)}) as client:
        client.initialize(two.hostile.parent.parent, FULL)
        for main in (two.hostile, two.own):
            document = client.open(main)
            client.open(two.bib(main))
            text = main.read_text("utf-8")
            place = position(text, text.index("garden,graphs") + 2)
            asked = {"textDocument": document, "position": place}
            pages.append(client.request("textDocument/hover", asked)["result"]["contents"]["value"])
    assert [LIE in page for page in pages] == [True, False]
    assert LIE.encode() not in two.kept()


def test_an_abstract_does_not_hide_what_services_say(two: Two) -> None:
    two.fetch(two.hostile)
    assert LIE in two.said(two.hostile)
    own = two.said(two.own)
    assert LIE not in own and "plants in small gardens attend" in own
    assert LIE.encode() not in two.kept()


def test_an_entry_with_an_abstract_does_not_spare_another_one_its_search(two: Two) -> None:
    """Only its title can find it, and an entry with an abstract is not searched for by title."""
    bare = '@article{garden, title={%s}, author={M{\\"u}ller, Anne}, year=2019%s}\n'
    for main, more in ((two.hostile, f", abstract={{{LIE}.}}"), (two.own, "")):
        text = bare % (GARDEN.title, more) + GRAPHS_ENTRY % ""
        two.bib(main).write_text(text, "utf-8")
    two.fetch(two.hostile)
    two.fetch(two.own)
    assert "plants in small gardens attend" in two.said(two.own)


@pytest.mark.parametrize("abstract", ["", f", abstract={{{LIE}.}}"])
def test_a_foreign_doi_on_a_lying_title_poisons_neither_paper(two: Two, abstract: str) -> None:
    liar = GARDEN_ENTRY.replace(GARDEN.title, f"Why {LIE}") % abstract
    two.bib(two.hostile).write_text(liar + GRAPHS_ENTRY % abstract, "utf-8")
    two.fetch(two.hostile)
    two.said(two.hostile)
    two.fetch(two.own)
    own = two.said(two.own)
    assert LIE not in own
    assert "plants in small gardens attend" in own
    assert LIE not in repr(two.plan(two.own).task)


def test_one_entry_cannot_make_two_papers_one(two: Two) -> None:
    """The DOI of a paper stands beside the arXiv id of an impostor that has the same title."""
    twin = replace(
        TEACUP,
        id="arxiv:2601.00009",
        doi="",
        arxiv_id="2601.00009",
        authors=(PREPRINT.authors[1],),
        abstract=f"{LIE}.",
        venue="arXiv.org",
    )
    entry = (
        f"@article{{garden, title={{{TEACUP.title}}}, doi={{{TEACUP.doi}}}, year=2015%s}}\n"
        + GRAPHS_ENTRY % ""
    )
    both = ", eprint={2601.00009}, archiveprefix={arXiv}"
    two.bib(two.hostile).write_text(entry % both, "utf-8")
    two.bib(two.own).write_text(entry % "", "utf-8")
    with running((*SAMPLE, twin)) as services:
        fetched(services.settings(), two.hostile, two.data)
        fetched(services.settings(), two.own, two.data)
    assert LIE not in two.said(two.own)
    assert "excess heat in a teacup" in two.said(two.own)


@pytest.mark.parametrize("down", [False, True])
def test_an_attached_pdf_serves_its_own_project_alone(two: Two, down: bool) -> None:
    two.attach(two.hostile)
    assert two.fetch(two.hostile, down=down)["garden"] == "PDF"
    assert LIE in two.said(two.hostile)
    assert two.fetch(two.own, offline=True)["garden"] != "PDF"
    assert LIE not in two.said(two.own)


def test_an_attached_pdf_does_not_serve_a_project_after_a_fetch_of_its_own(two: Two) -> None:
    two.attach(two.hostile)
    two.fetch(two.hostile)
    two.fetch(two.own)
    assert LIE not in two.said(two.own)


def test_that_a_text_was_sought_in_vain_does_not_hide_ones_own_pdf(two: Two) -> None:
    two.fetch(two.hostile)
    two.attach(two.own)
    assert two.fetch(two.own)["garden"] == "PDF"


@pytest.mark.parametrize("change", ["delete the PDF", "change the PDF", "change the entry"])
def test_the_text_of_an_attached_pdf_goes_with_it(two: Two, change: str) -> None:
    pdf = two.attach(two.hostile)
    two.fetch(two.hostile)
    assert LIE in two.said(two.hostile)
    match change:
        case "delete the PDF":
            pdf.unlink()
        case "change the PDF":
            pdf.write_bytes(pdf_of_lines(["Something else altogether", "1 Introduction", "X y."]))
        case _:
            bib = two.bib(two.hostile)
            text = bib.read_text("utf-8").replace(GARDEN.title, "A New Title of It")
            bib.write_text(text.replace("10.1000/garden.1", "10.1000/garden.77"), "utf-8")
    assert LIE not in two.said(two.hostile)
    if "PDF" in change:
        two.fetch(two.hostile, offline=True)
        assert LIE.encode() not in two.kept()


def test_a_project_that_is_deleted_takes_what_was_read_for_it_along(two: Two) -> None:
    two.attach(two.hostile)
    two.fetch(two.hostile)
    planned = two.plan(two.hostile)
    with Store.open(two.context.user.store) as store:
        store.write(put_elements, two.hostile, planned.task.references[0], [KeyElement("Aim", LIE)])
    assert LIE.encode() in two.kept()
    shutil.rmtree(two.hostile.parent)
    two.fetch(two.own, offline=True)
    assert LIE.encode() not in two.kept()


def test_key_elements_of_a_lying_abstract_are_not_shown_elsewhere(two: Two) -> None:
    paper = two.plan(two.hostile).task.references[0]
    with Store.open(two.context.user.store) as store:
        store.write(
            put_elements, two.hostile, paper, [KeyElement("Aim", LIE, "model", "2026-01-01")]
        )
    assert LIE in repr(show(two.hostile, "garden", two.context).details)
    assert LIE not in two.said(two.own)
    two.bib(two.hostile).write_text(GARDEN_ENTRY % "" + GRAPHS_ENTRY % "", "utf-8")
    assert LIE not in two.said(two.hostile), "the entry has changed"


def test_whom_a_text_cites_is_not_decided_by_another_projects_entries(two: Two) -> None:
    """Both have a text of the garden, but only the hostile one takes graphs for another paper."""
    for main in (two.hostile, two.own):
        two.attach(main)
        two.fetch(main)
    assert two.plan(two.own).task.surroundings.mentions
    liar = GRAPHS_ENTRY % "" + GRAPHS_ENTRY.replace("{graphs,", "{again,") % ", number=2"
    garden = GARDEN_ENTRY % ", file={:garden.pdf:PDF}"
    two.bib(two.hostile).write_text(garden + liar, "utf-8")
    two.fetch(two.hostile)
    two.plan(two.hostile)
    (said,) = two.plan(two.own).task.surroundings.mentions
    own = {paper.id for paper in two.plan(two.own).task.references}
    assert set(said.paper_ids) <= own and said.by in own


def test_two_projects_that_share_a_name_of_an_entry_share_nothing_else(two: Two) -> None:
    (hostile, *_), (own, *_) = (two.plan(main).task.references for main in (two.hostile, two.own))
    assert (hostile.key, asked_id(hostile)) == (own.key, asked_id(own))
    two.attach(two.hostile)
    two.fetch(two.hostile)
    with Store.open(two.context.user.store) as store:
        assert store.read(searched_texts, two.hostile, [hostile])
        assert store.read(searched_texts, two.own, [own]) == {}
