"""Folders are listed in order, and only where they hold no endless number of entries."""

from pathlib import Path

import pytest

from citeloom.draft.files import Files
from citeloom.keeping import folders
from citeloom.keeping.folders import entries_in, is_folder_itself
from citeloom.keeping.reading import UnreadFileError


def test_entries_come_in_order(tmp_path: Path) -> None:
    for name in ("b.tex", "a.TEX", "c.bib"):
        (tmp_path / name).touch()
    assert [entry.name for entry in entries_in(tmp_path)] == ["a.TEX", "b.tex", "c.bib"]
    assert Files().files_in(tmp_path, ".tex") == [tmp_path / "a.TEX", tmp_path / "b.tex"]


def test_a_folder_of_very_many_entries_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folders, "MOST_ENTRIES", 3)
    for number in range(4):
        assert len(entries_in(tmp_path)) == number
        (tmp_path / f"{number}.tex").touch()
    with pytest.raises(UnreadFileError, match="has more than 3 entries"):
        entries_in(tmp_path)
    assert Files().files_in(tmp_path, ".tex") == ()


def test_what_is_no_folder_has_no_files(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    assert Files().files_in(tmp_path / "a", ".tex") == ()
    assert Files().files_in(tmp_path / "b", ".tex") == ()


def test_a_link_to_a_folder_is_no_folder_itself(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").symlink_to(tmp_path / "a")
    assert [is_folder_itself(entry) for entry in entries_in(tmp_path)] == [True, False]
