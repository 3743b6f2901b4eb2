"""Which folder is a project's, and what lies outside of it."""

from pathlib import Path

import pytest

from citeloom.draft.files import Files
from citeloom.draft.folder import ProjectFolder, folder_of_project
from citeloom.draft.project import read_project
from citeloom.problem import OutsideError
from projects import link, make_project, sample

THESIS = sample("folder")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    make_project(tmp_path, THESIS)
    return (tmp_path / "repository").resolve()


def folder(named: Path, *opened: Path) -> Path:
    return folder_of_project(read_project(named, Files()), named, opened)


def test_it_is_the_roots_own_folder_without_a_repository(repository: Path) -> None:
    thesis = repository / "thesis"
    assert folder(thesis / "main.tex") == thesis
    assert folder(thesis / "parts/one.tex") == thesis


@pytest.mark.parametrize("mark", [".git", ".hg"])
def test_it_is_the_repository(repository: Path, mark: str) -> None:
    (repository / mark).mkdir()
    assert folder(repository / "thesis/parts/one.tex") == repository


def test_it_is_the_open_folder(repository: Path) -> None:
    (repository / "thesis/.git").mkdir()
    assert folder(repository / "thesis/main.tex", repository) == repository
    assert folder(repository / "thesis/main.tex", repository / "other") == repository / "thesis"


def test_a_root_that_does_not_include_the_file_makes_no_folder(repository: Path) -> None:
    note = repository / "other/note.tex"
    project = read_project(note, Files())
    assert project.root == repository / "thesis/main.tex"
    assert folder(note) == repository / "other"
    assert not ProjectFolder(folder(note)).holds(project.root)


@pytest.mark.parametrize("opened", [True, False])
def test_a_folder_with_all_of_a_users_files_is_no_projects(
    repository: Path, monkeypatch: pytest.MonkeyPatch, opened: bool
) -> None:
    monkeypatch.setattr(Path, "home", lambda: repository)
    (repository / ".git").mkdir()
    around = (repository, Path(repository.anchor)) if opened else ()
    assert folder(repository / "thesis/main.tex", *around) == repository / "thesis"


def test_a_link_out_of_it_is_outside(repository: Path) -> None:
    own = ProjectFolder(repository / "thesis")
    link(own.path / "linked.tex", repository / "other/note.tex")
    link(own.path / "linked", repository / "other")
    link(own.path / "inside", own.path / "parts")
    assert own.holds(own.path / "inside/one.tex") and own.holds(own.path / "not yet.tex")
    outside = [own.path / "linked.tex", own.path / "linked/new.tex", own.path / "../other/x.tex"]
    assert own.outside(outside) == tuple(outside)
    with pytest.raises(OutsideError) as refused:
        own.check(outside[:1], "written")
    assert str(repository / "other/note.tex") in str(refused.value)


def test_links_that_lead_to_each_other_are_outside(repository: Path) -> None:
    own = ProjectFolder(repository / "thesis")
    link(own.path / "a.tex", own.path / "b.tex")
    link(own.path / "b.tex", own.path / "a.tex")
    assert own.outside([own.path / "a.tex"])


def test_another_name_of_the_folder_is_the_same_folder(repository: Path, tmp_path: Path) -> None:
    link(tmp_path / "short", repository)
    assert ProjectFolder(repository).holds(tmp_path / "short/thesis/main.tex")
    named = tmp_path / "short/thesis/main.tex"
    assert folder(named, repository) == repository
    upper = repository.with_name("REPOSITORY") / "thesis/main.tex"
    if upper.exists():  # Where case does not count.
        assert ProjectFolder(repository).holds(upper)


def test_what_the_user_allows_counts(repository: Path) -> None:
    other = repository / "other/note.tex"
    own = ProjectFolder(repository / "thesis", frozenset([other]))
    assert own.holds(other) and not own.holds(other.with_name("more.tex"))


def test_another_machine_is_not_asked() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "resolve", lambda path: pytest.fail("it was looked at"))
        assert not ProjectFolder(Path("/paper")).holds(Path("//host/share/x.tex"))
