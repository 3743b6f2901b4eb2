"""`citeloom show`: it prints what a hover on the key shows."""

from dataclasses import replace
from pathlib import Path

import pytest

from citeloom.cli.main import main as citeloom
from citeloom.papers.found import Found, Notice, NoticeKind
from citeloom.papers.from_bib import papers_of
from citeloom.papers.outcome import Outcome, Status
from citeloom.papers.paper import Paper
from citeloom.papers.store.searches import keep_outcome
from citeloom.papers.store.store import Store
from citeloom_latex.bib.resolve import resolve
from citeloom_latex.bib.scan import scan_bib
from lsp_client import FULL, LspClient, position
from projects import make_project

ABSTRACT = (
    "We study how bees dance. "
    "To this end we propose a camera that follows every bee. "
    "Results show that bees dance more on warm days."
)
PROJECT = rf"""
%! main.tex
\documentclass{{article}}
\begin{{document}}
Bees dance \cite{{lee}}. Others agree \cite{{bare,lee}}, see \cite{{hand}}.
\bibliography{{refs}}
\begin{{thebibliography}}{{9}}\bibitem{{hand}} J.~Hand, \emph{{By Hand}}.\end{{thebibliography}}
\end{{document}}
%! refs.bib
@article{{lee, title = {{On Bees}}, author = {{Lee, Kim and Wu, Ann}},
  journal = {{J. of Bees}}, year = 2020, doi = {{10.1000/bees}},
  file = {{:papers/lee 2020.pdf:PDF;:gone.pdf:PDF}}, abstract = {{{ABSTRACT}}}}}
@misc{{bare, title = {{Bare}}, author = {{Oak, Bo}}, year = 2019}}
@misc{{same, title = {{Bare}}, author = {{Oak, Bo}}, year = 2019, doi = {{10.1000/bare}}}}
"""


@pytest.fixture
def main(tmp_path: Path) -> Path:
    main = make_project(tmp_path / "p", PROJECT)
    pdf = main.parent / "papers" / "lee 2020.pdf"
    pdf.parent.mkdir()
    pdf.write_bytes(b"%PDF-1.4")
    return main


@pytest.fixture
def store(own_data_folder: Path) -> Path:
    return own_data_folder / "papers.sqlite"


@pytest.fixture
def show(main: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> "Show":
    monkeypatch.chdir(main.parent)
    return Show(main, monkeypatch, capsys)


class Show:
    """Runs the command; ``err`` is what the last run said beside its answer."""

    def __init__(
        self,
        main: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        self._main, self._monkeypatch, self._capsys = main, monkeypatch, capsys
        self.err = ""

    def __call__(self, key: str) -> str:
        self._monkeypatch.setattr("sys.argv", ["citeloom", "show", str(self._main), key])
        with pytest.raises(SystemExit) as left:
            citeloom()
        assert not left.value.code
        out, self.err = self._capsys.readouterr()
        return out


def papers() -> dict[str, Paper]:
    """Return the papers that the draft cites, as its .bib has them, by their first keys."""
    bib = PROJECT.partition("%! refs.bib\n")[2]
    return {one.key: one for one in papers_of(resolve([(bib, scan_bib(bib))])[:2])}


def retract(paper: Paper, store: Path) -> None:
    """Keep a search that found a paper, of which two services tell that it was retracted."""
    sources = {"title": "crossref", "abstract": "crossref"}
    notices = [
        Notice(NoticeKind.RETRACTION, "10.1000/gone", source=it) for it in ("s2", "crossref")
    ]
    found = Found(replace(paper, id="doi:10.1000/bees", sources=sources), notices=tuple(notices))
    with Store.open(store) as opened:
        opened.write(keep_outcome, paper, Outcome(paper, Status.MATCHED, "DOI", (found,)))


def test_a_retracted_paper_is_said_to_be(show: Show, store: Path) -> None:
    retract(papers()["lee"], store)
    assert show("lee").count("retraction (https://doi.org/10.1000/gone)") == 1


def test_key_elements_of_the_abstract(show: Show) -> None:
    shown = show("lee")
    assert "From the abstract's own sentences" in shown
    assert "- Aim: We study how bees dance.\n" in shown
    assert "- Finding: Results show that bees dance more on warm days." in shown
    assert " ".join(ABSTRACT.split()) in " ".join(shown.split())


def test_links_and_the_pdf_on_this_machine(show: Show) -> None:
    shown = show("lee")
    assert "DOI: https://doi.org/10.1000/bees\n" in shown
    assert f"PDF lee 2020.pdf: {Path('papers', 'lee 2020.pdf')}\n" in shown
    assert "gone.pdf" not in shown


def test_a_store_that_cannot_be_used_is_told_once(show: Show, store: Path) -> None:
    store.mkdir()
    shown = show("lee")
    assert "On Bees" in shown
    assert (shown + show.err).count("papers.sqlite") == 1


def test_the_hover_tells_of_the_same_paper_as_show_does(
    show: Show, main: Path, store: Path, own_data_folder: Path
) -> None:
    """Two entries of one paper, both cited: a search for it went by what both of them say."""
    main.write_text(main.read_text().replace("{bare,lee}", "{bare,same}"))
    bib = PROJECT.partition("%! refs.bib\n")[2]
    paper = papers_of(resolve([(bib, scan_bib(bib))]))[1]
    assert paper.keys == ("bare", "same")
    retract(paper, store)
    assert "retraction" in show("bare")
    with LspClient({"CITELOOM_DATA": str(own_data_folder)}) as client:
        client.initialize(main.parent, FULL)
        document = client.open(main)
        client.request("textDocument/diagnostic", {"textDocument": document})
        text = main.read_text()
        place = {"textDocument": document, "position": position(text, text.index("{bare") + 1)}
        shown = client.request("textDocument/hover", place)["result"]["contents"]["value"]
    assert "retraction" in shown
