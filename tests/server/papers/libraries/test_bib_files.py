"""What the .bib files that a user names as his library give to the papers of a project."""

from pathlib import Path

import pytest

from citeloom.papers.from_bib import papers_of
from citeloom.papers.libraries.bib_files import BibFiles
from citeloom.papers.libraries.filling import OwnLibraries
from citeloom.papers.libraries.zotero.library import ZoteroLibrary
from citeloom.papers.paper import Paper
from citeloom_latex.bib.resolve import resolve
from citeloom_latex.bib.scan import scan_bib
from zotero_databases import ZoteroItem, make_zotero

ENTRY = "@article{%s, title = {Ash Trees}, author = {Smith, Ann}, year = 2020, %s}\n"
ABSTRACT = "We count ash trees in the north and find fewer of them than ever before."


def read(bib: str) -> tuple[Paper, ...]:
    return papers_of(resolve([(bib, scan_bib(bib))]))


def fill(library: OwnLibraries) -> tuple[Paper, tuple[str, ...]]:
    ((paper,), notes) = library.fill(read(ENTRY % ("ash", "")))
    return paper, notes


def test_the_abstract_of_the_users_own_entry_counts_and_follows_its_file(tmp_path: Path) -> None:
    own = tmp_path / "library.bib"
    own.write_text(ENTRY % ("other2020", f"abstract = {{{ABSTRACT}}}, doi = {{10.1000/ash}}"))
    paper, notes = fill(OwnLibraries(tmp_path / "data", [BibFiles([own])]))
    assert (paper.abstract, paper.doi, notes) == (ABSTRACT, "10.1000/ash", ())
    assert paper.keys == ("ash",) and paper.sources["abstract"] == "own_bib"
    own.write_text(ENTRY % ("other2020", ""))
    assert fill(OwnLibraries(tmp_path / "data", [BibFiles([own])]))[0].abstract == ""


def test_it_gives_the_abstract_that_zotero_lacks(tmp_path: Path) -> None:
    own = tmp_path / "library.bib"
    own.write_text(ENTRY % ("x", f"abstract = {{{ABSTRACT}}}"))
    bare = {"title": "Ash Trees", "date": "2020", "DOI": "10.1000/ash"}
    make_zotero(tmp_path / "Zotero", [ZoteroItem("A", bare, [("Smith", "A.")])])
    zotero = ZoteroLibrary(tmp_path / "Zotero", tmp_path / "data")
    paper, _ = fill(OwnLibraries(tmp_path / "data", [zotero, BibFiles([own])]))
    assert (paper.abstract, paper.doi) == (ABSTRACT, "10.1000/ash")
    assert (paper.sources["abstract"], paper.sources["doi"]) == ("own_bib", "zotero")


@pytest.mark.parametrize("written", [None, b"", b"\x00\xff@article{", b"@article{x, title = "])
def test_a_missing_or_broken_file_gives_nothing(written: bytes | None, tmp_path: Path) -> None:
    own = tmp_path / "library.bib"
    if written is not None:
        own.write_bytes(written)
    paper, notes = fill(OwnLibraries(tmp_path / "data", [BibFiles([own])]))
    assert (paper.abstract, notes) == ("", ())


def test_what_is_no_file_is_said(tmp_path: Path) -> None:
    _, (note,) = fill(OwnLibraries(tmp_path / "data", [BibFiles([tmp_path])]))
    assert str(tmp_path) in note and "cannot be read" in note
