"""What the .bib files that a user names as his library give to the papers of a project."""

from pathlib import Path

import pytest

from citeloom.papers.from_bib import papers_of
from citeloom.papers.libraries.bib_files import BibFiles
from citeloom.papers.libraries.completing import OwnLibraries
from citeloom.papers.libraries.index_files import MOST_INDEXES, index_file, index_files
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
    assert str(tmp_path) in note and "name the .bib files in it" in note


def test_libraries_of_two_programs_are_kept_apart(tmp_path: Path) -> None:
    """Within the minute in which the libraries' files are not looked at again."""
    own, other = (library_in(tmp_path / name) for name in ("own", "other"))
    others = OwnLibraries(tmp_path / "data", [BibFiles([other])])
    ours = OwnLibraries(tmp_path / "data", [BibFiles([own])])
    assert ours.fill(())[0] == ()
    assert fill(ours)[0].abstract == f"{ABSTRACT} As own says."
    assert fill(others)[0].abstract == f"{ABSTRACT} As other says."
    renamed = read(ENTRY % ("renamed", ""))
    ((paper,), _) = ours.fill(renamed)
    assert paper.abstract == f"{ABSTRACT} As own says."
    assert [path for _, path in ours.files(renamed)[paper.id]] == [tmp_path / "own/ash.pdf"]


def test_indexes_of_libraries_that_are_read_no_more_are_removed(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    for number in range(MOST_INDEXES + 2):
        library = BibFiles([library_in(tmp_path / str(number))])
        assert fill(OwnLibraries(data, [library]))[0].abstract
        assert index_file(data, library.name, library.paths) in index_files(data, library.name)
    assert len(index_files(data, "own_bib")) == MOST_INDEXES


def library_in(folder: Path) -> Path:
    folder.mkdir()
    file = folder / "library.bib"
    said = f"abstract = {{{ABSTRACT} As {folder.name} says.}}, file = {{ash.pdf}}"
    file.write_text(ENTRY % ("x", said))
    (folder / "ash.pdf").write_bytes(b"%PDF-1.7\n")
    return file
