"""Abstracts from PDFs on the disk: attached, Zotero's, the user's own; each is proved first."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from pdfs import ASH_TREES, make_pdf

from citeloom.actions.context import Context
from citeloom.actions.papers import pdf_abstracts
from citeloom.actions.papers.fetch import FetchRequest, fetch
from citeloom.actions.papers.fetched_entry import FetchedEntry, library_counts
from citeloom.actions.papers.show import show
from citeloom.actions.papers.text_reader import TextReader
from citeloom.papers.libraries.zotero import folder as zotero_place
from citeloom.settings import UserSettings
from zotero_databases import GROUP, USER, ZoteroItem, make_zotero

ABSTRACT = "We count ash trees in the north and find fewer of them than ever before."
ASH = ZoteroItem("A", {"title": "Ash Trees of the North", "date": "2020"}, [("Smith", "Ann")])


def make_draft(folder: Path, file: str = "", title: str = "Ash Trees of the North") -> Path:
    folder.mkdir(exist_ok=True)
    attached = f", file = {{{file}}}" if file else ""
    (folder / "refs.bib").write_text(
        f"@article{{smith20ash, title = {{{title}}}, author = {{Ann Smith}}, "
        f"year = 2020{attached}}}"
    )
    main = folder / "main.tex"
    main.write_text(
        r"\documentclass{article}\begin{document}\cite{smith20ash}\bibliography{refs}\end{document}"
    )
    return main


def look(main: Path, data: Path, **own: object) -> FetchedEntry:
    user = UserSettings(data_folder=data, **own)  # type: ignore[arg-type]
    report = asyncio.run(fetch(FetchRequest(main, offline=True), Context(user=user)))
    return report.entries[0]


def shown(main: Path, data: Path, **own: object) -> str:
    user = UserSettings(data_folder=data, **own)  # type: ignore[arg-type]
    return " ".join(map(str, show(main, "smith20ash", Context(user=user)).description))


@pytest.mark.parametrize(
    "file",
    [
        "a paper.pdf",
        ":a paper.pdf:PDF",
        "Full text:a paper.pdf:application/pdf",
        "gone.pdf;a paper.pdf",
        "http://example.org/x.pdf;notes.txt;:a paper.pdf:PDF",
    ],
    ids=["plain", "jabref", "zotero", "second", "among others"],
)
def test_the_pdf_that_an_entry_names_gives_its_abstract(file: str, tmp_path: Path) -> None:
    main = make_draft(tmp_path / "draft", file)
    make_pdf(tmp_path / "draft/a paper.pdf")
    assert look(main, tmp_path / "data").abstract_from == "the PDF that the entry names"
    said = shown(main, tmp_path / "data")
    assert ABSTRACT in said and "abstract from the PDF that the entry names, 20" in said


@pytest.mark.parametrize("name", ["fileDirectory", "fileDirectory-ann-laptop"])
def test_the_folders_of_jabref_are_looked_in_first(name: str, tmp_path: Path) -> None:
    main = make_draft(tmp_path / "draft", ":ash.pdf:PDF")
    make_pdf(tmp_path / "my pdfs/ash.pdf")
    with (tmp_path / "draft/refs.bib").open("a") as bib:
        bib.write(f"\n@Comment{{jabref-meta: {name}:{tmp_path}/my pdfs;}}\n")
    assert look(main, tmp_path / "data").abstract


def test_it_serves_the_project_that_attaches_it_alone_and_while_it_is_the_same(
    tmp_path: Path,
) -> None:
    pdf = make_pdf(tmp_path / "draft/ash.pdf")
    main = make_draft(tmp_path / "draft", "ash.pdf")
    other = make_draft(tmp_path / "other")
    assert look(main, tmp_path / "data").abstract
    assert not look(other, tmp_path / "data").abstract
    assert ABSTRACT not in shown(other, tmp_path / "data")
    pdf.unlink()
    assert ABSTRACT not in shown(main, tmp_path / "data")


@pytest.mark.parametrize(
    "lines",
    [
        ("Oak Trees of the South", *ASH_TREES[1:]),
        (ASH_TREES[0], "Bo Oak", *ASH_TREES[2:]),
        (
            "A Reply to",
            "Bo Oak",
            *ASH_TREES[2:5],
            "1 Introduction",
            "Ash Trees of the North by Smith",
        ),
        ASH_TREES[:2] + ASH_TREES[5:],
    ],
    ids=["another title", "another author", "a reply", "no abstract"],
)
def test_a_page_that_proves_nothing_gives_nothing(lines: Sequence[str], tmp_path: Path) -> None:
    main = make_draft(tmp_path / "draft", "ash.pdf")
    make_pdf(tmp_path / "draft/ash.pdf", lines)
    assert not look(main, tmp_path / "data").abstract


ZOTEROS: Mapping[str, tuple[tuple[int, str], str]] = {
    "stored": ((0, "storage:ash 2020.pdf"), "Zotero/storage/AP0/ash 2020.pdf"),
    "imported": ((1, "storage:ash.pdf"), "Zotero/storage/AP0/ash.pdf"),
    "below the base": ((2, "attachments:in/ash.pdf"), "linked/in/ash.pdf"),
    "linked": ((2, "{top}/anywhere/ash.pdf"), "anywhere/ash.pdf"),
}


def of_zotero(top: Path, monkeypatch: pytest.MonkeyPatch, item: ZoteroItem) -> dict[str, object]:
    """Make Zotero's data, whose linked files are named from a folder ``linked``."""
    home = top / "home"
    monkeypatch.setattr(Path, "home", lambda: home)
    monkeypatch.setattr(zotero_place.sys, "platform", "linux")
    profile = home / ".zotero/zotero/p.default"
    profile.mkdir(parents=True)
    (profile.parent / "profiles.ini").write_text("[Profile0]\nIsRelative=1\nPath=p.default\n")
    (profile / "prefs.js").write_text(
        'user_pref("extensions.zotero.useDataDir", true);\n'
        f'user_pref("extensions.zotero.dataDir", "{top}/Zotero");\n'
        f'user_pref("extensions.zotero.baseAttachmentPath", "{top}/linked");\n'
    )
    make_zotero(top / "Zotero", [item])
    return {"zotero": "auto"}


@pytest.mark.parametrize("kind", ZOTEROS)
def test_pdfs_of_zotero_give_abstracts_for_all_projects(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (mode, path), place = ZOTEROS[kind]
    item = ZoteroItem("A", ASH.fields, ASH.authors, pdfs=[(mode, path.format(top=tmp_path))])
    own = of_zotero(tmp_path, monkeypatch, item)
    make_pdf(tmp_path / place)
    found = look(make_draft(tmp_path / "draft"), tmp_path / "data", **own)
    assert found.abstract_from == "a PDF in your Zotero library"
    assert list(library_counts([found] * 23)) == ["23 abstracts from PDFs in your Zotero library"]
    assert ABSTRACT in shown(make_draft(tmp_path / "other"), tmp_path / "data", **own)


@pytest.mark.parametrize(
    ("mode", "path", "library"),
    [
        (0, "storage:../../../secret.pdf", USER),
        (0, "storage:..\\..\\secret.pdf", USER),
        (0, "storage:", USER),
        (0, "secret.pdf", USER),
        (2, "attachments:../secret.pdf", USER),
        (2, "secret.pdf", USER),
        (2, "//host/share/secret.pdf", USER),
        (2, "{top}/secret.pdf", GROUP),
        (3, "{top}/secret.pdf", USER),
        (0, "storage:link.pdf", USER),
        (2, "attachments:link.pdf", USER),
        (0, "storage:\0", USER),
    ],
    ids=[*("up", "up on windows", "nothing", "no storage", "over the base", "relative"),
         *("another machine", "a group's link", "an address", "a stored link", "a linked link"),
         "no path"],
)  # fmt: skip
def test_what_zotero_does_not_hold_is_not_read(
    mode: int, path: str, library: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = make_pdf(tmp_path / "secret.pdf")
    named = [(mode, path.format(top=tmp_path))]
    item = ZoteroItem("A", ASH.fields, ASH.authors, library=library, pdfs=named)
    own = of_zotero(tmp_path, monkeypatch, item)
    for folder in (tmp_path / "Zotero/storage/AP0", tmp_path / "linked"):
        folder.mkdir(parents=True)
        (folder / "link.pdf").symlink_to(secret)
    monkeypatch.chdir(tmp_path)
    assert not look(make_draft(tmp_path / "draft"), tmp_path / "data", **own).abstract


def test_files_of_ones_own_bib_files_give_abstracts_for_all_projects(tmp_path: Path) -> None:
    make_pdf(tmp_path / "pdfs/ash.pdf")
    own = tmp_path / "library.bib"
    own.write_text(
        "@article{x, title = {Ash Trees of the North}, author = {Smith, Ann}, year = 2020, "
        "file = {:pdfs/ash.pdf:PDF}}"
    )
    found = look(make_draft(tmp_path / "draft"), tmp_path / "data", library=(own,))
    assert found.abstract_from == "one of your own PDFs"


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("smith20ash.pdf", True),
        ("Smith 2020 - Ash trees of the north.pdf", True),
        ("deep/er/Smith20Ash v2.pdf", True),
        ("scan0001.pdf", False),
    ],
    ids=["by key", "by title", "below", "another name"],
)
def test_pdfs_in_named_folders_are_known_by_their_names(
    name: str, read: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = tmp_path / "config.toml"
    config.write_text(f'pdf_folders = ["{(tmp_path / "pdfs").as_posix()}"]')
    monkeypatch.setenv("CITELOOM_CONFIG", str(config))
    make_pdf(tmp_path / "pdfs" / name)
    assert look(make_draft(tmp_path / "draft"), tmp_path / "data").abstract is read


def test_a_pdf_is_read_once_until_it_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pdf = tmp_path / "draft/ash.pdf"
    main = make_draft(tmp_path / "draft", "ash.pdf")
    pdf.write_bytes(b"%PDF-1.4 broken")
    read: list[Sequence[Path]] = []
    first_pages = TextReader.first_pages

    async def noted(reader: TextReader, paths: Sequence[Path]) -> Mapping[Path, object]:
        read.append(paths)
        return await first_pages(reader, paths)

    monkeypatch.setattr(TextReader, "first_pages", noted)
    for _ in range(2):
        assert not look(main, tmp_path / "data").abstract
    assert read == [(pdf,)]
    make_pdf(pdf)
    for _ in range(2):
        assert look(main, tmp_path / "data").abstract
    assert len(read) == 2


def test_there_is_an_end_of_pdfs_that_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"{number}.pdf" for number in range(9)]
    for name in names:
        make_pdf(tmp_path / "draft" / name, ASH_TREES[:2])
    main = make_draft(tmp_path / "draft", ";".join(names))
    read: list[Path] = []

    async def none(_: TextReader, paths: Sequence[Path]) -> Mapping[Path, object]:
        read.extend(paths)
        return {}

    monkeypatch.setattr(TextReader, "first_pages", none)
    look(main, tmp_path / "data")
    assert len(read) == pdf_abstracts.MOST_EACH
