"""Full texts from the PDFs of the user's own libraries: proved, read without a network, said."""

import asyncio
import gzip
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from pdfs import ASH_TREES, make_pdf

from citeloom.actions.context import Context
from citeloom.actions.papers.fetch import FetchRequest, fetch, fetch_through, plan_fetch
from citeloom.actions.papers.fetched_entry import FetchedEntry
from citeloom.actions.papers.fetched_words import outcome_line
from citeloom.cli.fetching.as_json import fetched_json
from citeloom.papers.paper import Author, Paper
from citeloom.papers.web.web import Web
from citeloom.settings import UserSettings
from services.fake_clock import FakeClock
from services.running import Running, running
from zotero_databases import GROUP, USER, ZoteroItem, make_zotero

OTHER = ("Oak Trees of the South", *ASH_TREES[1:])
STORED = "storage:ash.pdf"
FIELDS = {"title": "Ash Trees of the North", "date": "2020"}
PAPER = Paper(
    "doi:10.1000/ash",
    title="Ash Trees of the North",
    authors=(Author("Smith", "Ann"),),
    year=2020,
    doi="10.1000/ash",
    arxiv_id="2001.01234",
)


@pytest.fixture
def main(tmp_path: Path) -> Path:
    (tmp_path / "refs.bib").write_text(
        "@article{ash, title = {Ash Trees of the North}, author = {Ann Smith}, year = 2020,"
        " doi = {10.1000/ash}}"
    )
    path = tmp_path / "main.tex"
    path.write_text(
        r"\documentclass{article}\begin{document}\cite{ash}\bibliography{refs}\end{document}"
    )
    return path


def zotero(tmp_path: Path, lines: Sequence[str] = ASH_TREES, library: int = USER) -> UserSettings:
    """Make a Zotero library that stores one PDF."""
    item = ZoteroItem("A", FIELDS, [("Smith", "Ann")], library=library, pdfs=[(0, STORED)])
    path = make_zotero(tmp_path / "Zotero", [item])
    make_pdf(tmp_path / "Zotero/storage/AP0/ash.pdf", lines)
    return UserSettings(data_folder=tmp_path / "data", zotero=str(path.parent))


def own_bib(tmp_path: Path) -> UserSettings:
    """Make a .bib file of the user's own whose entry has a PDF in a folder of JabRef's."""
    make_pdf(tmp_path / "papers/ash.pdf")
    path = tmp_path / "library.bib"
    path.write_text(
        "@Comment{jabref-meta: fileDirectory:papers;}\n"
        "@article{x, title = {Ash Trees of the North}, author = {Smith, Ann}, year = 2020, "
        "file = {:ash.pdf:PDF}}"
    )
    return UserSettings(data_folder=tmp_path / "data", library=(path,))


def look(main: Path, user: UserSettings) -> FetchedEntry:
    request = FetchRequest(main, offline=True, full_text=True)
    return asyncio.run(fetch(request, Context(user=user))).entries[0]


def texts(user: UserSettings) -> list[str]:
    """Return the kept full texts, as they are on the disk."""
    return [path.read_text() for path in sorted(user.full_texts.glob("*.json"))]


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("stored", "a PDF in your Zotero library"),
        ("group", "a PDF in your Zotero library"),
        ("own .bib", "one of your own PDFs"),
    ],
)
def test_a_pdf_of_a_library_gives_the_full_text_without_a_network(
    kind: str, said: str, main: Path, tmp_path: Path
) -> None:
    user = own_bib(tmp_path) if kind == "own .bib" else zotero(
        tmp_path, library=GROUP if kind == "group" else USER
    )  # fmt: skip
    before = sorted(path for path in tmp_path.rglob("*.pdf"))
    found = look(main, user)
    assert (found.full_text, found.text_from, found.has_full_text) == ("PDF", said, True)
    assert f"full text: PDF, {said}" in outcome_line(found)
    plan = plan_fetch(FetchRequest(main, offline=True), Context(user=user))
    (entry,) = json.loads(fetched_json([found], plan))["entries"]
    assert (entry["full_text"], entry["full_text_from"]) == ("PDF", said)
    (kept,) = texts(user)
    assert "nobody has counted all of them" in kept
    # It is read once, and the PDF is where it was alone.
    assert look(main, user) == found and texts(user) == [kept]
    assert sorted(path for path in tmp_path.rglob("*.pdf")) == before


def test_a_pdf_that_is_added_later_is_read_though_services_had_none(
    main: Path, tmp_path: Path
) -> None:
    user = UserSettings(data_folder=tmp_path / "data")
    paper = replace(PAPER, arxiv_id="")
    with running([paper]) as services:
        found = online(main, user, services)
    assert not found.has_full_text
    assert look(main, zotero(tmp_path)).has_full_text


@pytest.mark.parametrize("lines", [OTHER, ("Ash Trees of the North", "Bo Oak", *ASH_TREES[2:])])
def test_a_pdf_that_does_not_prove_the_paper_is_no_full_text(
    lines: Sequence[str], main: Path, tmp_path: Path
) -> None:
    user = zotero(tmp_path, lines)
    found = look(main, user)
    assert not found.has_full_text and found.text_from == ""
    assert texts(user) == []
    unproved = "a PDF in your Zotero library: its first page does not identify it as this paper"
    assert found.full_text == f"none ({unproved})"


@pytest.mark.parametrize(
    ("data", "said"),
    [(b"%PDF-1.7\nbroken", "malformed"), (None, "first page does not identify")],
    ids=["broken", "another paper"],
)
def test_why_the_pdf_of_an_entry_is_not_used_is_said(
    data: bytes | None, said: str, main: Path, tmp_path: Path
) -> None:
    bib = main.with_name("refs.bib")
    bib.write_text(bib.read_text()[:-1] + ", file = {:ash.pdf:PDF}}")
    if data is None:
        make_pdf(tmp_path / "ash.pdf", OTHER)
    else:
        (tmp_path / "ash.pdf").write_bytes(data)
    found = look(main, UserSettings(data_folder=tmp_path / "data"))

    assert found.full_text.startswith("none (the PDF that the entry names: ")
    assert said in found.full_text


def online(main: Path, user: UserSettings, services: Running) -> FetchedEntry:
    context = Context(user=user)

    async def run() -> FetchedEntry:
        plan = plan_fetch(FetchRequest(main, full_text=True), context)
        async with Web(services.settings(), user.data_folder, clock=FakeClock()) as web:
            (entry,) = [entry async for entry in fetch_through(web, plan, context)]
            return entry

    return asyncio.run(run())


def test_it_comes_before_any_service(main: Path, tmp_path: Path) -> None:
    source = rb"\documentclass{article}\begin{document}\section{Ash}Page.\end{document}"
    files = {"/e-print/2001.01234": ("application/gzip", gzip.compress(source))}
    with running([PAPER], files=files) as services:
        found = online(main, zotero(tmp_path), services)
        assert services.count("arxiv_pages") == 0 and services.count("crossref")
    assert (found.full_text, found.text_from) == ("PDF", "a PDF in your Zotero library")


def test_a_broken_pdf_leaves_the_way_to_services(main: Path, tmp_path: Path) -> None:
    user = zotero(tmp_path)
    (tmp_path / "Zotero/storage/AP0/ash.pdf").write_bytes(b"%PDF-1.7 broken")
    with running([PAPER]) as services:
        found = online(main, user, services)
        assert services.count("arxiv_pages")
    assert not found.has_full_text
