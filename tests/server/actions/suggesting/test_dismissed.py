"""Papers that are suggested no more."""

from dataclasses import replace
from pathlib import Path

import pytest

from citeloom.actions.suggesting.dismissed import (
    FILE,
    dismiss,
    dismissed_ids,
    dismissed_papers,
    take_back,
)
from citeloom.actions.user.data_files import data_files, remove
from citeloom.papers.identity import aliases
from citeloom.papers.paper import Author, Paper
from citeloom.settings import UserSettings

PAPER = Paper(
    "doi:10.1/g",
    title="Graphs",
    authors=(Author("Ek", "Bo"),),
    year=2001,
    doi="10.1/g",
    arxiv_id="1001.00001",
)


def is_dismissed(folder: Path, root: Path, paper: Paper) -> bool:
    return not dismissed_ids(folder, root).isdisjoint(aliases(paper))


def test_a_paper_stays_dismissed_in_its_project_by_whatever_id_it_comes(tmp_path: Path) -> None:
    root, other = tmp_path / "a.tex", tmp_path / "b.tex"
    dismiss(tmp_path, root, PAPER)
    assert is_dismissed(tmp_path, root, PAPER)
    assert is_dismissed(tmp_path, root, Paper("arxiv:1001.00001", arxiv_id="1001.00001"))
    assert is_dismissed(tmp_path, root, replace(PAPER, id="s2:x", doi="", arxiv_id="", s2_id="x"))
    assert not is_dismissed(tmp_path, root, Paper("doi:10.1/h", doi="10.1/h", title="Others"))
    assert not is_dismissed(tmp_path, other, PAPER)


def test_it_is_kept_once_and_can_be_taken_back(tmp_path: Path) -> None:
    root = tmp_path / "a.tex"
    dismiss(tmp_path, root, PAPER)
    dismiss(tmp_path, root, replace(PAPER, title="Graphs!"))
    dismiss(tmp_path, root, Paper("doi:10.1/h", doi="10.1/h", title="Others"))
    assert [paper.title for paper in dismissed_papers(tmp_path, root)] == ["Graphs!", "Others"]
    assert take_back(tmp_path, root, "doi:10.9/none") is None
    back = take_back(tmp_path, root, "arxiv:1001.00001")
    assert back is not None and back.id == "doi:10.1/g"
    assert [paper.title for paper in dismissed_papers(tmp_path, root)] == ["Others"]
    assert not is_dismissed(tmp_path, root, PAPER)


@pytest.mark.parametrize(
    "kept", ["", "[]", '{"%s": 1}', '{"%s": [1, {}, {"ids": []}, {"ids": [1], "title": ""}]}']
)
def test_a_broken_file_dismisses_nothing_and_is_written_anew(tmp_path: Path, kept: str) -> None:
    root = tmp_path / "a.tex"
    (tmp_path / FILE).write_text(kept.replace("%s", root.resolve().as_posix()))
    assert dismissed_papers(tmp_path, root) == ()
    dismiss(tmp_path, root, PAPER)
    assert is_dismissed(tmp_path, root, PAPER)


def test_it_is_among_what_is_stored_and_goes_with_that(tmp_path: Path) -> None:
    user = UserSettings(data_folder=tmp_path)
    dismiss(tmp_path, tmp_path / "a.tex", PAPER)
    (file,) = data_files(user)
    assert file.path.name == FILE and "you dismissed" in file.what
    remove(file)
    assert not data_files(user) and not dismissed_papers(tmp_path, tmp_path / "a.tex")
