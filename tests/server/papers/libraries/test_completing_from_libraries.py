"""What a library of the user's own gives to the papers of a .bib file: its own papers alone."""

import sqlite3
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from covering import slow_after

from citeloom.papers.from_bib import papers_of
from citeloom.papers.libraries import completing
from citeloom.papers.libraries.bib_files import BibFiles
from citeloom.papers.libraries.completing import OwnLibraries
from citeloom.papers.libraries.index_files import index_file, index_files
from citeloom.papers.libraries.port import LibraryError, LibraryItem
from citeloom.papers.libraries.zotero.library import ZoteroLibrary
from citeloom.papers.paper import Paper
from citeloom.papers.paper_index import PaperIndex, exact_names
from citeloom_latex.bib.resolve import resolve
from citeloom_latex.bib.scan import scan_bib
from corpus import CORPUS, EXCERPTS, needs_corpus
from zotero_databases import ZoteroItem, add_items, make_zotero

REAL = [
    [
        EXCERPTS / "sympy-paper/paper.bib",
        EXCERPTS / "scipy-articles/references.bib",
        EXCERPTS / "celerite/celerite.bib",
        EXCERPTS / "basic-simulation-training/basic_training.bib",
        EXCERPTS / "cdl-bibliography/cdl.bib",
    ],
    pytest.param([CORPUS / "benchmarksets/paper/benchmarkset.bib"], marks=needs_corpus),
    pytest.param([CORPUS / "sympy-paper/paper.bib"], marks=needs_corpus),
]


OPENED = PaperIndex._opened


def read(bib: str) -> tuple[Paper, ...]:
    return papers_of(resolve([(bib, scan_bib(bib))]))


def libraries(tmp_path: Path) -> OwnLibraries:
    return OwnLibraries(tmp_path / "data", [ZoteroLibrary(tmp_path / "Zotero", tmp_path / "data")])


def fill(bib: str, items: Sequence[ZoteroItem], tmp_path: Path) -> Paper:
    make_zotero(tmp_path / "Zotero", items)
    ((paper,), notes) = libraries(tmp_path).fill(read(bib))
    assert notes == ()
    return paper


def abstract(of: str) -> str:
    return f"This is the abstract of {of}, and it is long enough to be one."


def item_of(paper: Paper, number: int, **changed: str) -> ZoteroItem:
    fields = {"title": paper.title, "date": f"{paper.year}-00-00 {paper.year}"} | changed
    people = [(author.family, author.given) for author in paper.authors]
    return ZoteroItem(f"K{number:07}", {k: v for k, v in fields.items() if v}, people)


def siblings(paper: Paper) -> Iterator[dict[str, str]]:
    """Yield the fields of publications that are not the paper, by the same people."""
    wrong = {"abstractNote": abstract(f"another than {paper.key}")}
    for title in ("{}: Part II", "Comment on {}", "Reply to: {}", "Erratum: {}", "{}, revisited"):
        yield {"title": title.format(paper.title), **wrong}
    yield {"title": f"{paper.title.split(':')[0]}: Another subtitle altogether", **wrong}
    yield {"title": paper.title, "date": f"{(paper.year or 2000) - 9}-00-00", **wrong}
    yield {"title": paper.title, "DOI": f"10.5555/{paper.key.lower()}", **wrong}


@pytest.mark.parametrize("version", slow_after(1, [10, 9, 7]))
@pytest.mark.parametrize("bib", REAL, ids=["excerpts", "benchmarksets", "sympy"])
def test_all_abstracts_of_a_real_bib_are_found_and_none_is_a_siblings(
    bib: Sequence[Path], version: int, tmp_path: Path
) -> None:
    """The library knows papers by the citation key, the DOI, or title, authors and year alone."""
    papers = [
        replace(paper, abstract="")
        for paper in read("\n".join(path.read_text("utf-8", "replace") for path in bib))
        if paper.title and paper.authors and paper.year
    ]
    assert len(papers) >= (130 if len(bib) > 1 else 200)
    items, number = [], 0
    for at, paper in enumerate(papers):
        for fields in siblings(paper):
            if fields["title"] == paper.title and not paper.doi and "DOI" in fields:
                continue  # Nobody could tell these two apart.
            number += 1
            items.append(item_of(paper, number, **fields))
        number += 1
        item = item_of(paper, number, abstractNote=abstract(paper.key))
        named = ({"DOI": paper.doi}, {"extra": f"Citation Key: {paper.key}"}, {})[at % 3]
        items.append(replace(item, fields=item.fields | {k: v for k, v in named.items() if v}))
    make_zotero(tmp_path / "Zotero", items, version)
    filled, notes = libraries(tmp_path).fill(papers)
    assert notes == ()
    assert {paper.key: paper.abstract for paper in filled} == {
        paper.key: abstract(paper.key) for paper in papers
    }


ENTRY = "@article{%s, title = {Ash Trees of the North}, author = {Ann Smith}, year = 2020%s}"
ASH = {"title": "Ash Trees of the North", "date": "2020", "abstractNote": abstract("ash")}
IN_ARXIV = {"extra": "arXiv: 2001.01234"}
BARE = "@misc{Ash20, title = {Ash trees of the North}}"
SMITH = [("Smith", "A.")]


@pytest.mark.parametrize(
    ("bib", "item"),
    [
        (ENTRY % ("x", ", doi = {10.1000/ash}"), ZoteroItem("A", {**ASH, "DOI": "10.1000/ASH"})),
        (ENTRY % ("x", ", eprint = {2001.01234}"), ZoteroItem("A", {**ASH, **IN_ARXIV})),
        (ENTRY % ("x", ""), ZoteroItem("A", ASH, SMITH)),
        (BARE, ZoteroItem("A", {**ASH, "citationKey": "ash20"}, SMITH)),
        (BARE, ZoteroItem("A", ASH, SMITH, bbt="ash20")),
    ],
    ids=["DOI", "arXiv id", "title, authors, year", "key", "Better BibTeX's key"],
)  # fmt: skip
def test_an_item_is_found_by_what_proves_it(bib: str, item: ZoteroItem, tmp_path: Path) -> None:
    paper = fill(bib, [item], tmp_path)
    assert paper.abstract == abstract("ash")
    assert paper.sources["abstract"] == "zotero"


@pytest.mark.parametrize(
    "item",
    [
        ZoteroItem("A", {**ASH, "title": "Oak Trees of the South", "citationKey": "x"}, SMITH),
        ZoteroItem("A", {**ASH, "citationKey": "x"}, [("Jones", "B.")]),
        ZoteroItem("A", {**ASH, "citationKey": "x", "DOI": "10.1000/another"}, SMITH),
        ZoteroItem("A", {**ASH, "citationKey": "x", "date": "2011"}, SMITH),
        ZoteroItem("A", {**ASH, "title": "A Volume", "DOI": "10.1000/ash"}, SMITH),
        ZoteroItem("A", {**ASH, "DOI": "10.1000/ash"}, SMITH, trashed=True),
    ],
    ids=["title", "authors", "DOI", "year", "volume", "trash"],
)
def test_a_key_or_an_identifier_alone_proves_nothing(item: ZoteroItem, tmp_path: Path) -> None:
    bib = ENTRY % ("x", ", doi = {10.1000/ash}")
    assert fill(bib, [item], tmp_path) == read(bib)[0]


def test_what_one_of_two_items_of_a_paper_lacks_comes_from_the_other(tmp_path: Path) -> None:
    bare = {name: value for name, value in ASH.items() if name != "abstractNote"}
    items = [
        ZoteroItem("A", {**bare, "DOI": "10.1000/ash"}, SMITH),
        ZoteroItem("B", {**ASH, "extra": "PMID: 7"}, SMITH),
    ]
    paper = fill(ENTRY % ("x", ", doi = {10.1000/ash}"), items, tmp_path)
    assert (paper.abstract, paper.pmid) == (abstract("ash"), "7")


def test_the_bib_wins_and_what_stands_in_for_an_abstract_is_none(tmp_path: Path) -> None:
    own = "An abstract of the entry itself, which is long enough to be an abstract."
    items = [ZoteroItem("A", ASH, SMITH)]
    assert fill(ENTRY % ("x", f", abstract = {{{own}}}"), items, tmp_path).abstract == own
    none = [ZoteroItem("A", {**ASH, "abstractNote": "No abstract available."}, SMITH)]
    (tmp_path / "Zotero/zotero.sqlite").unlink()
    assert fill(ENTRY % ("x", ""), none, tmp_path).abstract == ""


def test_the_database_is_read_once_until_it_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, papers, times = make_zotero(tmp_path / "Zotero", []), read(ENTRY % ("x", "")), []
    reading = ZoteroLibrary.read
    monkeypatch.setattr(ZoteroLibrary, "read", lambda it: times.append(1) or reading(it))
    monkeypatch.setattr(completing, "SECONDS_KEPT", 0.0)
    kept = libraries(tmp_path)
    for each in (kept, kept, libraries(tmp_path)):
        assert each.fill(papers) == (papers, ())
    assert len(times) == 1
    with closing(sqlite3.connect(path)) as database:
        add_items(database, [ZoteroItem("A", ASH, SMITH)])
        database.commit()
    assert kept.fill(papers)[0][0].abstract == libraries(tmp_path).fill(papers)[0][0].abstract != ""
    assert len(times) == 2


def test_what_changes_is_taken_in_and_what_goes_leaves_nothing(tmp_path: Path) -> None:
    items = [
        ZoteroItem(
            name, {**ASH, "title": f"Trees of {name}", "abstractNote": abstract(name)}, SMITH
        )
        for name in ("Oslo", "Rome", "Bonn")
    ]
    path = make_zotero(tmp_path / "Zotero", items)
    library = ZoteroLibrary(path.parent, tmp_path / "data")
    index = PaperIndex(tmp_path / "index.sqlite")
    index.refresh(library)
    assert len(index.by_words("tree", 9)) == 3
    with closing(sqlite3.connect(path)) as database:
        database.execute("DELETE FROM items WHERE key = 'Rome'")
        add_items(database, [replace(items[0], key="Lima", fields={"title": "Trees of Lima"})])
        database.commit()
    (oslo,), (rome,) = (exact_names(Paper("", title=f"Trees of {at}")) for at in ("Oslo", "Rome"))
    before = index.named((oslo,))
    index.refresh(library)
    assert index.named((oslo,)) == before != {}
    found = sorted(hit.paper.title for hit in index.by_words("tree", 9))
    assert found == ["Trees of Bonn", "Trees of Lima", "Trees of Oslo"]
    assert index.by_words("rome", 9) == [] == [*index.named((rome,))]
    assert b"Rome" not in index.path.read_bytes()
    assert (index.count(), index.count_abstracts()) == (3, 2)
    with closing(sqlite3.connect(index.path)) as database, database:
        database.execute("UPDATE about SET format = 1")
    assert index.kept_state() == ""  # Another version wrote it.
    assert index.refresh(library) == index.kept_state() != "" and index.count() == 3


def test_a_reading_that_ends_early_changes_nothing_and_two_at_once_agree(tmp_path: Path) -> None:
    library = BibFiles([tmp_path / "own.bib"])
    index = PaperIndex(tmp_path / "index.sqlite")
    library.paths[0].write_text(ENTRY % ("x", ""))
    index.refresh(library)

    class Cut(BibFiles):
        def read(self) -> Iterator[LibraryItem]:
            yield LibraryItem(Paper("x", title="Another paper"))
            # Another program reads what is kept, and sees none of it.
            assert index.count() == 1
            raise LibraryError("cut")

    library.paths[0].write_text(ENTRY % ("y", ", note = {new}"))
    before = index.kept_state()
    with pytest.raises(LibraryError):
        index.refresh(Cut(library.paths))
    assert (index.kept_state(), index.count()) == (before, 1)
    assert [hit.paper.keys for hit in index.by_words("ash", 9)] == [("x",)]
    with ThreadPoolExecutor() as both:
        states = {*both.map(lambda _: index.refresh(library), range(4))}
    assert states == {index.kept_state()} and index.count() == 1
    assert [hit.paper.keys for hit in index.by_words("ash", 9)] == [("y",)]


def test_a_broken_database_leaves_what_it_said_before_and_a_note(tmp_path: Path) -> None:
    path, papers = (
        make_zotero(tmp_path / "Zotero", [ZoteroItem("A", ASH, SMITH)]),
        read(ENTRY % ("x", "")),
    )
    assert libraries(tmp_path).fill(papers)[0][0].abstract
    path.write_bytes(b"broken")
    filled, (note,) = libraries(tmp_path).fill(papers)
    assert filled[0].abstract == abstract("ash")
    assert note.startswith("your Zotero library cannot be read now (") and str(path.parent) in note
    assert "it is not a readable database" in note
    path.unlink()
    assert libraries(tmp_path).fill(papers) == (papers, ())


@pytest.mark.parametrize("left", [b"", b"garbage" * 999, None], ids=["empty", "garbage", "tables"])
def test_a_broken_index_is_made_anew(left: bytes | None, tmp_path: Path) -> None:
    papers = read(ENTRY % ("x", ""))
    index = index_file(tmp_path / "data", "zotero", [tmp_path / "Zotero"])
    index.parent.mkdir()
    if left is None:
        with closing(sqlite3.connect(index)) as database:
            database.executescript("CREATE TABLE about (other); CREATE VIEW names AS SELECT 1;")
    else:
        index.write_bytes(left)
    make_zotero(tmp_path / "Zotero", [ZoteroItem("A", ASH, SMITH)])
    filled, notes = libraries(tmp_path).fill(papers)
    assert (filled[0].abstract, notes) == (abstract("ash"), ())
    assert libraries(tmp_path).fill(papers)[0] == filled


def test_an_index_that_cannot_be_kept_is_said_and_does_no_harm(tmp_path: Path) -> None:
    make_zotero(tmp_path / "Zotero", [ZoteroItem("A", ASH, SMITH)])
    (tmp_path / "data").write_text("a file where a folder should be")
    papers = read(ENTRY % ("x", ""))
    filled, (note,) = libraries(tmp_path).fill(papers)
    assert filled == papers and "your Zotero library" in note


@contextmanager
def on_a_full_disk(index: PaperIndex, *, is_new: bool = False) -> Iterator[sqlite3.Connection]:
    with OPENED(index, is_new=is_new) as database:
        database.execute("PRAGMA max_page_count = 1")
        yield database


@pytest.mark.parametrize("is_old", [False, True])
def test_a_full_disk_leaves_what_was_read_before(
    is_old: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, papers = make_zotero(tmp_path / "Zotero", []), read(ENTRY % ("x", ""))
    with closing(sqlite3.connect(path)) as database:
        add_items(database, [ZoteroItem("A", ASH, SMITH)])
        database.commit()
    filled = libraries(tmp_path).fill(papers)
    assert filled[0][0].abstract
    (index,) = index_files(tmp_path / "data", "zotero")
    with closing(sqlite3.connect(index)) as kept, kept:
        if is_old:
            kept.execute("UPDATE about SET format = 1")
    with closing(sqlite3.connect(path)) as database:
        oak = {"title": "Oak Trees", "abstractNote": abstract("oak") * 9_000}
        add_items(database, [ZoteroItem("B", oak, SMITH)])
        database.commit()
    with monkeypatch.context() as patched:
        patched.setattr(PaperIndex, "_opened", on_a_full_disk)
        found, (note,) = libraries(tmp_path).fill(papers)
    assert "full" in note
    if is_old:  # Another version reads it.
        with closing(sqlite3.connect(index)) as kept:
            assert kept.execute("SELECT count(*) FROM papers").fetchone() == (1,)
    else:
        assert found == filled[0]
    assert libraries(tmp_path).fill(papers) == filled


def test_only_its_user_can_read_the_index(tmp_path: Path) -> None:
    fill(ENTRY % ("x", ""), [ZoteroItem("A", ASH, SMITH)], tmp_path)
    (index,) = index_files(tmp_path / "data", "zotero")
    assert index.stat().st_mode & 0o077 == 0
