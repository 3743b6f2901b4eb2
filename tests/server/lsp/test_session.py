"""What the server knows of open and unopened files, below the protocol."""

import gc
import os
from pathlib import Path
from weakref import ref

import pytest
from lsprotocol import types

from citeloom.lsp import session as session_module
from citeloom.lsp.session import MOST_PROJECTS, Session
from citeloom.lsp.uris import path_of, uri_of
from citeloom.problem import InputError
from projects import make_project, sample

PROJECT = sample("session")


@pytest.fixture
def session(tmp_path: Path) -> Session:
    session = Session()
    capabilities = types.ClientCapabilities()
    params = types.InitializeParams(capabilities=capabilities, root_uri=tmp_path.as_uri())
    session.begin(params, "utf-16")
    return session


def open_file(session: Session, uri: str, text: str) -> None:
    session.opened(types.TextDocumentItem(uri, "latex", 1, text))


def change(session: Session, uri: str, text: str) -> None:
    whole = types.TextDocumentContentChangeWholeDocument(text=text)
    session.changed(types.VersionedTextDocumentIdentifier(2, uri), [whole])


def keys(session: Session, path: Path) -> list[str]:
    return list(session.snapshot(path.as_uri()).project.entry_of)


def test_open_documents_lie_over_the_disk_until_they_are_closed(
    session: Session, tmp_path: Path
) -> None:
    main = make_project(tmp_path, PROJECT)
    bib = tmp_path / "refs.bib"
    before = session.snapshot(main.as_uri())
    open_file(session, bib.as_uri(), "@misc{b,}")
    assert keys(session, main) == ["b"]
    change(session, bib.as_uri(), "@misc{c,}")
    assert keys(session, main) == ["c"]
    session.closed(bib.as_uri())
    assert keys(session, main) == ["a"]
    assert list(before.project.entry_of) == ["a"], "a snapshot never changes"


def test_projects_that_an_edit_made_for_a_moment_are_not_kept(
    session: Session, tmp_path: Path
) -> None:
    make_project(tmp_path, PROJECT)
    found: list[ref[object]] = []
    for number in range(30):
        path = tmp_path / f"half{number}.tex"
        open_file(session, path.as_uri(), f"\\documentclass{{article}}\n% {number}\n")
        found.append(ref(session.snapshot(path.as_uri()).opened))
        session.closed(path.as_uri())
    gc.collect()
    assert sum(one() is not None for one in found) <= MOST_PROJECTS


def test_what_has_not_changed_is_not_read_again(session: Session, tmp_path: Path) -> None:
    main = make_project(tmp_path, PROJECT)
    open_file(session, main.as_uri(), main.read_text())
    first = session.snapshot(main.as_uri())
    assert session.snapshot(main.as_uri()).opened is first.opened
    change(session, main.as_uri(), main.read_text() + "% more")
    second = session.snapshot(main.as_uri())
    part = tmp_path / "part.tex"
    assert second.project.documents[part] is first.project.documents[part]
    assert second.project.library is first.project.library
    assert second.source is not first.source


def test_files_that_others_change_move_and_delete(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    main = make_project(tmp_path, PROJECT)
    bib = tmp_path / "refs.bib"
    assert keys(session, main) == ["a"]
    bib.write_text("@misc{changed,}")
    session.disk_changed([bib])
    assert keys(session, main) == ["changed"]
    monkeypatch.setattr(session_module, "SECONDS_TRUSTED", 0.0)
    bib.write_text("@misc{unannounced,}")
    assert keys(session, main) == ["unannounced"]
    bib.unlink()
    assert keys(session, main) == []
    (tmp_path / "part.tex").rename(tmp_path / "moved.tex")
    assert session.snapshot(main.as_uri()).project.documents.keys() == {main}


def test_any_file_of_a_project_leads_to_all_of_it(session: Session, tmp_path: Path) -> None:
    main = make_project(tmp_path, PROJECT)
    for name in ("main.tex", "part.tex", "refs.bib"):
        snapshot = session.snapshot((tmp_path / name).as_uri())
        assert snapshot.project.root == main
        assert snapshot.path == tmp_path / name


def test_an_edit_may_give_a_file_another_root(session: Session, tmp_path: Path) -> None:
    main = make_project(tmp_path, PROJECT)
    part = tmp_path / "part.tex"
    other = tmp_path / "thesis" / "thesis.tex"
    other.parent.mkdir()
    other.write_text("\\documentclass{book}")
    open_file(session, part.as_uri(), "\\cite{a}")
    assert session.snapshot(part.as_uri()).project.root == main
    change(session, part.as_uri(), "% !TEX root = thesis/thesis.tex\n\\cite{a}")
    snapshot = session.snapshot(part.as_uri())
    assert snapshot.project.root == other
    assert snapshot.source.path == part, "even though that root does not include it"


def test_a_document_without_a_file_finds_the_bibliographies_of_the_folder(
    session: Session, tmp_path: Path
) -> None:
    make_project(tmp_path, PROJECT)
    open_file(session, "untitled:Untitled-1", "\\cite{a}\\bibliography{refs}")
    snapshot = session.snapshot("untitled:Untitled-1")
    assert list(snapshot.project.entry_of) == ["a"]
    assert snapshot.uri(snapshot.path) == "untitled:Untitled-1"


def test_wrong_project_settings_cost_no_answer(session: Session, tmp_path: Path) -> None:
    main = make_project(tmp_path, PROJECT)
    (tmp_path / "citeloom.toml").write_text("method = [")
    snapshot = session.snapshot(main.as_uri())
    assert [one.place.file.name for one in snapshot.opened.problems if one.place] == [
        "citeloom.toml"
    ]
    assert keys(session, main) == ["a"]


def test_a_document_that_is_nowhere(session: Session, tmp_path: Path) -> None:
    with pytest.raises(InputError):
        session.snapshot((tmp_path / "none.tex").as_uri())
    change(session, (tmp_path / "none.tex").as_uri(), "never opened")


@pytest.mark.parametrize(
    "name", ["a b.tex", "über 100%.tex", "a;b#c?d.tex", "[x]{y}.tex", "日本.tex"]
)
def test_uris_of_odd_names_and_back(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    assert path_of(uri_of(path), Path("/")) == path
    assert path_of(path.as_uri(), Path("/")) == path
    assert path_of(f"file://{path.as_posix()}".replace("%", "%25"), Path("/")) == path


@pytest.mark.skipif(os.name == "nt", reason="these are what such URIs mean elsewhere")
def test_uris_of_other_kinds_are_paths() -> None:
    assert path_of("FILE:///a/../b.tex", Path("/")) == Path("/b.tex")
    assert path_of("untitled:Untitled-1", Path("/p")) == Path("/p/untitled-Untitled-1.tex")


def test_a_document_on_a_machine_where_nothing_is_open_is_not_read(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Path] = []
    monkeypatch.setattr(Path, "stat", lambda path, **_: asked.append(path))
    for path in ("//host/share/main.tex", "//host/other/main.tex", "//./pipe/main.tex"):
        with pytest.raises(InputError, match="is on another machine"):
            session.snapshot_of(Path(path))
    assert asked == []


@pytest.mark.parametrize("opened", ["folder", "document"])
def test_a_workspace_on_a_share_that_the_user_opened_is_read(
    session: Session, tmp_path: Path, opened: str
) -> None:
    # On this system a path with two slashes is one with one.
    other = Path(f"/{tmp_path}/other.tex")
    other.write_text("\\cite{a}")
    if opened == "folder":
        session.folders = [Path(f"/{tmp_path}")]
    else:
        main = Path(f"/{tmp_path}/main.tex")
        session.opened(types.TextDocumentItem(f"file://{main}", "latex", 1, "\\cite{b}"))
        assert [*session.buffers] == [main]
    assert session.snapshot_of(other).source.text == "\\cite{a}"
