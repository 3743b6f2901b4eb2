"""Only so much text is read for a project, and kept for all."""

import os
from pathlib import Path

import pytest

from citeloom.draft import files, root, size_limits, sources, tree
from citeloom.draft.building import bibliographies
from citeloom.draft.files import Files, KeptDiskFiles
from citeloom.draft.project import read_project
from citeloom.draft.root import root_of, roots_around
from citeloom.draft.sources import Sources
from citeloom.keeping.folders import names_in
from citeloom.problem import InputError
from citeloom_latex.lined import LinedText
from citeloom_latex.spans import Span
from projects import make_project


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "TEX_TOGETHER", 1000)
    monkeypatch.setattr(root, "TEX_TOGETHER", 1000)
    monkeypatch.setattr(bibliographies, "BIB_TOGETHER", 1000)
    monkeypatch.setattr(sources, "LARGEST_KEPT", 1000)
    monkeypatch.setattr(files, "LARGEST_KEPT", 1000)


def test_a_file_beyond_the_room_is_a_problem_of_the_command_that_asks_for_it(
    tmp_path: Path,
) -> None:
    main = make_project(
        tmp_path,
        "%! main.tex\n\\input{a}\n\\input{b}\n\\bibliography{c,d}\n%! a.tex\n"
        + "x" * 1000
        + "\n%! b.tex\ny\n%! c.bib\n"
        + "z" * 1000
        + "\n%! d.bib\n@misc{d, title = {D}}\n",
    )
    read = read_project(main, Files())
    assert [path.name for path in read.documents] == ["main.tex", "a.tex"]
    assert [(one.place.line, one.message) for one in read.problems if one.place] == [
        (2, "\\input of 'b': b.tex is not read: the files before it have 1,000 characters"),
        (3, "\\bibliography of 'd': d.bib is not read: the files before it have 1,000 characters"),
    ]


def test_links_to_one_large_file_are_read_as_long_as_there_is_room(tmp_path: Path) -> None:
    main = make_project(tmp_path, "%! main.tex\n\\cite{a}\n%! 0.bib\n" + "x" * 400)
    for number in range(1, 20):
        os.link(tmp_path / "0.bib", tmp_path / f"{number}.bib")
    read = read_project(main, Files())
    assert len(read.bibliographies) == 3
    assert sum(one.rule == "unread-bib" for one in read.problems) == 17


def test_a_root_is_looked_for_as_long_as_there_is_room(tmp_path: Path) -> None:
    main = make_project(
        tmp_path,
        "%! main.tex\n\\documentclass{a}\\input{part}\n%! part.tex\n\n%! a.tex\n" + "x" * 400,
    )
    assert root_of(tmp_path / "part.tex", Files()) == main
    for number in range(3):
        os.link(tmp_path / "a.tex", tmp_path / f"b{number}.tex")
    assert root_of(tmp_path / "part.tex", Files()) == tmp_path / "part.tex"
    assert list(roots_around(tmp_path / "part.tex", Files())) == []


@pytest.mark.parametrize("disk", [Files, KeptDiskFiles])
def test_the_oldest_files_are_forgotten_and_read_again(tmp_path: Path, disk: type[Files]) -> None:
    for name in "abcd":
        (tmp_path / f"{name}.tex").write_text(name * 400)
    kept = disk()
    over = Sources(kept)
    read = {name: over.tex(tmp_path / f"{name}.tex") for name in "abcd"}
    assert over.tex(tmp_path / "d.tex") is read["d"]
    assert over.tex(tmp_path / "c.tex") is read["c"]
    assert over.tex(tmp_path / "a.tex") is not read["a"]
    assert over.tex(tmp_path / "a.tex").text == "a" * 400
    assert over.note(tmp_path / "b.tex") is None
    if isinstance(kept, KeptDiskFiles):
        held = sum(len(data) for _, data in kept._kept.values())
        assert held == kept._size <= 1000


def test_a_folder_is_listed_again_when_it_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed: list[Path] = []

    def counted(folder: Path, suffix: str) -> list[str]:
        listed.append(folder)
        return names_in(folder, suffix)

    monkeypatch.setattr(files, "names_in", counted)
    kept = KeptDiskFiles()
    for number, name in enumerate(("b.tex", "A.TEX", ".tex", "c.text"), 1):  # One after the other.
        (tmp_path / name).touch()
        found = [path.name for path in kept.files_in(tmp_path, ".tex")]
        assert found == ["A.TEX", "b.tex"][-min(number, 2) :]
    monkeypatch.setattr(files, "_SETTLED", -(10**18))  # Its times count as old ones.
    os.utime(tmp_path, (1_000_000_000, 1_000_000_000))
    listed.clear()
    assert {len(kept.files_in(tmp_path, ".tex")) for _ in range(5)} == {2}
    assert listed == [tmp_path]
    (tmp_path / "d.tex").touch()
    assert len(kept.files_in(tmp_path, ".tex")) == 3
    assert not kept.files_in(tmp_path / "none", ".tex") and not kept.folders_in(tmp_path)


def test_one_file_that_is_larger_than_all_that_is_kept_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.tex").write_text("a" * 2000)
    over = Sources(KeptDiskFiles())
    assert over.tex(tmp_path / "a.tex") is over.tex(tmp_path / "a.tex")


def test_an_open_file_that_grows_beyond_its_room_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(size_limits, "MOST_TEX_MARKS", 10)
    monkeypatch.setattr(size_limits, "MOST_ENTRIES", 2)
    tex, bib = tmp_path / "a.tex", tmp_path / "a.bib"
    for length in (1, 20, 1):
        texts = {
            tex: LinedText("\\cite{a}" * length),
            bib: LinedText("@a{b,}\n" * length),
        }
        opened = Sources(files.OverlaidFiles(texts, Files()))
        for read in (opened.tex, opened.bib):
            path = tex if read == opened.tex else bib
            if length > 1:
                with pytest.raises(InputError, match="too many"):
                    read(path)
            else:
                assert read(path).text


def test_an_open_bib_that_is_edited_beyond_its_room_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(size_limits, "MOST_ENTRIES", 2)
    bib = tmp_path / "a.bib"
    texts = {bib: LinedText("@a{b,}\n")}
    opened = Sources(files.OverlaidFiles(texts, Files()))
    before = opened.bib(bib)
    texts[bib] = texts[bib].replaced(Span(0, 0), "@a{b,}\n" * 2000)
    for _ in range(2):
        with pytest.raises(InputError, match="too many"):
            opened.bib(bib)
    texts[bib] = texts[bib].replaced(Span(0, 7 * 2000), "")
    assert opened.bib(bib).text == before.text


def test_the_roots_around_a_file_have_one_room_together(tmp_path: Path) -> None:
    head = "\\documentclass{article}\\input{large}"
    make_project(
        tmp_path,
        f"%! a.tex\n{head}\n%! b.tex\n{head}\n%! c.tex\n{head}\\input{{sub/part}}\n"
        "%! sub/part.tex\nx\n",
    )
    part = tmp_path / "sub/part.tex"
    (tmp_path / "large.tex").write_text("x" * 300)
    assert root_of(part, Files()) == tmp_path / "c.tex"
    (tmp_path / "large.tex").write_text("x" * 600)
    assert root_of(part, Files()) == part
