"""A link that somebody changes between the look at a path and what is written there."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from citeloom.draft.folder import ProjectFolder
from citeloom.keeping.atomic import WriteError, write_atomically
from citeloom.keeping.held import held_folder
from citeloom.problem import InputError, OutsideError

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows holds no folder by a handle")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project whose folder ``part`` is a link within it, and such a folder beside it."""
    for folder in (tmp_path / "project/real", tmp_path / "outside"):
        folder.mkdir(parents=True)
        (folder / "a.tex").write_text("old")
    (tmp_path / "project/part").symlink_to("real")
    return tmp_path / "project"


def lead_out(project: Path) -> None:
    (project / "part").unlink()
    (project / "part").symlink_to("../outside")


def replace_folder(project: Path) -> None:
    (project / "real").rename(project / "moved")
    (project / "real").symlink_to("../outside")


@pytest.mark.parametrize("swap", [lead_out, replace_folder])
def test_what_is_swapped_while_a_file_is_written_gets_nothing(
    project: Path, swap: Callable[[Path], None]
) -> None:
    write_atomically(project / "part/a.tex", b"new", check=lambda: swap(project))
    assert (project.parent / "outside/a.tex").read_text() == "old"
    assert next(path.read_text() for path in project.glob("[mr]*/a.tex")) == "new"
    assert [path.name for path in (project.parent / "outside").iterdir()] == ["a.tex"]


def test_what_was_swapped_before_is_outside(project: Path) -> None:
    lead_out(project)
    folder = ProjectFolder(project)
    with pytest.raises(OutsideError):
        write_atomically(project / "part/a.tex", b"new", allow=folder.check_written)
    assert (project.parent / "outside/a.tex").read_text() == "old"


def test_a_resolved_path_that_leads_over_a_link_by_now_is_refused(project: Path) -> None:
    replace_folder(project)
    with pytest.raises(OSError), held_folder(project / "real"):
        pass


def test_a_file_that_becomes_a_link_is_not_written_through(project: Path) -> None:
    file = project / "real/a.tex"

    def swap(_: Path) -> None:
        file.unlink()
        file.symlink_to("../../outside/a.tex")

    with pytest.raises((WriteError, InputError)):
        write_atomically(file, b"new", allow=swap)
    assert (project.parent / "outside/a.tex").read_text() == "old"
