"""What is read of Zotero's database, whatever its version and whatever Zotero does meanwhile."""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from citeloom.papers.libraries.port import LibraryError
from citeloom.papers.libraries.zotero import database_copy
from citeloom.papers.libraries.zotero.library import ZoteroLibrary
from citeloom.papers.paper import Author, Paper
from zotero_databases import FEED, GROUP, ZoteroItem, add_items, make_zotero

ASH = ZoteroItem(
    "AAAA1111",
    {
        "title": "Ash Trees of the North",
        "abstractNote": "We count ash trees in the north and find fewer of them than ever before.",
        "DOI": "https://doi.org/10.1000/ASH",
        "date": "2020-03-00 March 2020",
        "extra": "Citation Key: pinned2020\nPMID: 123456",
    },
    [("Smith", "Ann"), ("The Tree Group", "")],
    [("Editor", "Ed")],
    bbt="smith2020ash",
)
VERSIONS = pytest.mark.parametrize("version", [7, 9, 10])


def read(path: Path, private: Path) -> list[Paper]:
    return [item.paper for item in ZoteroLibrary(path.parent, private).read()]


def files(folder: Path) -> dict[str, tuple[bytes, int, int]]:
    """Return all files below a folder: their bytes, times and modes."""
    return {
        str(path.relative_to(folder)): (
            path.read_bytes(),
            path.stat().st_mtime_ns,
            path.stat().st_mode,
        )
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@VERSIONS
def test_an_item_has_its_keys_identifiers_people_and_year(version: int, tmp_path: Path) -> None:
    path = make_zotero(tmp_path / "Zotero", [ASH], version)
    (paper,) = read(path, tmp_path / "private")
    assert paper.keys == ("pinned2020", "smith2020ash")
    assert (paper.doi, paper.pmid, paper.year) == ("10.1000/ash", "123456", 2020)
    assert paper.authors == (Author("Smith", "Ann"), Author("The Tree Group"))
    assert paper.abstract.startswith("We count ash trees")


@VERSIONS
def test_groups_count_and_trash_feeds_and_notes_do_not(version: int, tmp_path: Path) -> None:
    items = [
        ZoteroItem("G", {"title": "Of a group"}, library=GROUP),
        ZoteroItem("F", {"title": "Of a feed"}, library=FEED),
        ZoteroItem("T", {"title": "Of the trash"}, trashed=True),
        ZoteroItem("N", {"title": "A note"}, type="note"),
        ZoteroItem("C", {"caseName": "A case"}, type="case"),
        ZoteroItem("Y", {"title": "No year", "date": "0000-00-00 soon"}),
    ]
    path = make_zotero(tmp_path / "Zotero", items, version)
    papers = read(path, tmp_path / "private")
    assert [paper.title for paper in papers] == ["A case", "No year", "Of a group"]
    assert papers[1].year is None


def test_an_arxiv_id_is_read_where_zotero_puts_it(tmp_path: Path) -> None:
    items = [
        ZoteroItem("A", {"title": "In extra", "extra": "arXiv: 2001.01234 [cs]"}),
        ZoteroItem("B", {"title": "As an address", "url": "https://arxiv.org/abs/2001.01235v2"}),
        ZoteroItem("C", {"title": "As archive id", "archiveID": "arXiv:2001.01236"}),
        ZoteroItem("D", {"title": "In a note", "extra": "compare with arXiv:2001.01237"}),
    ]
    papers = read(make_zotero(tmp_path / "Zotero", items), tmp_path / "private")
    assert [it.arxiv_id for it in papers] == ["2001.01234", "2001.01235", "2001.01236", ""]


_HOLDS = """
import sqlite3, sys
from pathlib import Path
sys.path[:0] = [sys.argv[3]]
from zotero_databases import ZoteroItem, add_items
database = sqlite3.connect(sys.argv[1], isolation_level=None)
database.execute("PRAGMA locking_mode = EXCLUSIVE")
database.execute("PRAGMA wal_autocheckpoint = 0")
database.execute("BEGIN IMMEDIATE")
add_items(database, [ZoteroItem("NEW", {"title": "Added while Zotero runs"})])
database.execute("COMMIT")
database.execute("BEGIN IMMEDIATE")
add_items(database, [ZoteroItem("HALF", {"title": "Not committed"})])
if sys.argv[2] == "spilt":
    database.execute("PRAGMA cache_size = 1")
    long = {"abstractNote": "x" * 3000}
    add_items(database, [ZoteroItem(f"X{n}", {"title": f"Half {n}", **long}) for n in range(300)])
print("held", flush=True)
sys.stdin.readline()
"""


@VERSIONS
@pytest.mark.parametrize("state", ["begun", "spilt"])
def test_a_database_that_zotero_has_open_is_read_as_committed_and_left_as_it_is(
    version: int, state: str, tmp_path: Path
) -> None:
    path = make_zotero(tmp_path / "Zotero", [ASH], version)
    tests = Path(__file__).parents[3]
    with subprocess.Popen(
        [sys.executable, "-c", _HOLDS, str(path), state, str(tests)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as zotero:  # fmt: skip
        assert zotero.stdout is not None and zotero.stdout.readline() == "held\n"
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            sqlite3.connect(f"file:{path}?mode=ro", timeout=0, uri=True).execute(
                "SELECT * FROM items"
            )
        before = files(path.parent)
        papers = read(path, tmp_path / "private")
        assert files(path.parent) == before
        assert list((tmp_path / "private").iterdir()) == []
        zotero.communicate("\n")
    assert [paper.title for paper in papers] == [ASH.fields["title"], "Added while Zotero runs"]


def test_no_lock_is_taken_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = make_zotero(tmp_path / "Zotero", [ASH])
    opened = []
    connect = sqlite3.connect

    def spied(database: object, *rest: object, **named: object) -> sqlite3.Connection:
        opened.append(Path(str(database)))
        return connect(database, *rest, **named)  # type: ignore[call-overload, no-any-return]

    monkeypatch.setattr(sqlite3, "connect", spied)
    read(path, tmp_path / "private")
    assert opened and all(tmp_path / "private" in place.parents for place in opened)


def test_a_database_that_changes_while_it_is_copied_is_copied_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = make_zotero(tmp_path / "Zotero", [ASH])
    copy_files, left = database_copy._copy_files, [2]

    def disturbed(*given: object) -> None:
        copy_files(*given)  # type: ignore[arg-type]
        if left[0]:
            left[0] -= 1
            with closing(sqlite3.connect(path)) as database:
                add_items(database, [ZoteroItem(f"N{left[0]}", {"title": f"New {left[0]}"})])
                database.commit()

    monkeypatch.setattr(database_copy, "_copy_files", disturbed)
    assert len(read(path, tmp_path / "private")) == 3
    left[0] = 100
    with pytest.raises(LibraryError, match="it is being written to"):
        read(path, tmp_path / "private")


def test_a_journal_that_leads_out_of_the_copy_is_not_followed(tmp_path: Path) -> None:
    path = make_zotero(tmp_path / "Zotero", [ASH])
    other = tmp_path / "super-journal"
    other.write_bytes(b"not ours")
    name = os.fsencode(other)
    tail = name + len(name).to_bytes(4, "big") + sum(name).to_bytes(4, "big")
    Path(f"{path}-journal").write_bytes(b"\0" * 600 + tail + database_copy._NAMES_OTHERS)
    with pytest.raises(LibraryError, match="being written to"):
        read(path, tmp_path / "private")
    assert other.read_bytes() == b"not ours"


def test_a_form_that_is_not_known_is_said(tmp_path: Path) -> None:
    path = make_zotero(tmp_path / "Zotero", [ASH], 999)
    assert len(read(path, tmp_path / "private")) == 1
    with closing(sqlite3.connect(path)) as database:
        database.execute("ALTER TABLE itemDataValues RENAME TO newer")
    with pytest.raises(LibraryError, match="format is not supported"):
        read(path, tmp_path / "private")


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (b"", "format is not supported"),
        (b"no database at all", "not a readable database"),
        (b"SQLite format 3\0" + b"\xff" * 5000, "not a readable database"),
    ],
    ids=["empty", "text", "header"],
)
def test_a_broken_database_is_said_to_be_broken(made: bytes, why: str, tmp_path: Path) -> None:
    path = tmp_path / "Zotero" / "zotero.sqlite"
    path.parent.mkdir()
    path.write_bytes(made)
    with pytest.raises(LibraryError, match=why):
        read(path, tmp_path / "private")


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a database that many examples begin with."""
    return make_zotero(tmp_path_factory.mktemp("sound") / "Zotero", [ASH], 7).parent


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    changes=st.lists(
        st.tuples(st.integers(0, 60_000), st.binary(min_size=1, max_size=50)), max_size=20
    ),
    log=st.binary(max_size=300),
    keys=st.binary(max_size=100),
    cut=st.integers(0, 60_000),
)
def test_whatever_lies_there_ends_in_papers_or_a_reason(
    changes: list[tuple[int, bytes]],
    log: bytes,
    keys: bytes,
    cut: int,
    sound: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("garbage")
    path = shutil.copytree(sound, folder / "Zotero") / "zotero.sqlite"
    data = bytearray(path.read_bytes())
    for at, piece in changes:
        at %= len(data)
        data[at : at + len(piece)] = piece
    path.write_bytes(data[: cut or None])
    (path.parent / "zotero.sqlite-wal").write_bytes(log)
    (path.parent / "better-bibtex").mkdir()
    (path.parent / "better-bibtex/read-only.json").write_bytes(keys)
    for name in ("zotero.sqlite", "zotero.sqlite-wal"):  # What was just written is waited for.
        os.utime(path.with_name(name), (0, 0))
    before = files(path.parent)
    try:
        papers = read(path, folder / "private")
    except LibraryError as error:
        assert str(error)
    else:
        assert all(isinstance(paper.title, str) for paper in papers)
    assert files(path.parent) == before


def test_values_of_other_kinds_are_no_texts(tmp_path: Path) -> None:
    path = make_zotero(tmp_path / "Zotero", [ASH])
    with closing(sqlite3.connect(path)) as database:
        database.execute("UPDATE itemDataValues SET value = x'00ff' WHERE value LIKE 'We count%'")
        database.execute("UPDATE creators SET firstName = x'00', lastName = x'ff'")
        database.commit()
    (paper,) = read(path, tmp_path / "private")
    assert paper.abstract == "" and paper.authors == ()


def test_a_database_with_a_view_for_a_table_does_no_harm(tmp_path: Path) -> None:
    path = make_zotero(tmp_path / "Zotero", [ASH])
    with closing(sqlite3.connect(path)) as database:
        database.execute("ALTER TABLE items RENAME TO own")
        database.execute("CREATE VIEW items AS SELECT * FROM own")
        database.commit()
    assert len(read(path, tmp_path / "private")) == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_in_the_place_of_the_database_is_not_opened(tmp_path: Path) -> None:
    path = tmp_path / "zotero.sqlite"
    os.mkfifo(path)
    with pytest.raises(LibraryError, match="is a pipe"):
        read(path, tmp_path / "private")
