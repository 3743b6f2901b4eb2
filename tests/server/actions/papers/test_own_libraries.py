"""What users see of their Zotero library: in knowledge of papers, a fetch, and the data folder."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from citeloom.actions.context import Context, open_project
from citeloom.actions.papers.fetch import FetchRequest, fetch
from citeloom.actions.papers.knowledge import PaperKnowledge
from citeloom.actions.papers.paper_reader import read_papers
from citeloom.actions.papers.show import show
from citeloom.actions.user.data import clear, stored_data
from citeloom.actions.user.doctor import doctor
from citeloom.draft.references import cited_entries
from citeloom.papers.libraries.zotero import folder as zotero_place
from citeloom.papers.libraries.zotero.folder import zotero_folder
from citeloom.papers.store.papers import get_papers
from citeloom.papers.store.store import Store
from citeloom.problem import Problem
from citeloom.settings import UserSettings, user_settings
from zotero_databases import ZoteroItem, make_zotero

ABSTRACT = "We count ash trees in the north and find fewer of them than ever before."
ASH = ZoteroItem(
    "A",
    {"title": "Ash Trees", "date": "2020", "abstractNote": ABSTRACT, "DOI": "10.1000/ash"},
    [("Smith", "Ann")],
)
OWN_ENTRY = (
    "@article{other, title = {Ash Trees}, author = {Smith, A.}, year = 2020, "
    f"abstract = {{{ABSTRACT}}}}}"
)


@pytest.fixture
def main(tmp_path: Path) -> Path:
    (tmp_path / "refs.bib").write_text(
        "@article{ash, title = {Ash Trees}, author = {Ann Smith}, year = 2020}"
    )
    path = tmp_path / "main.tex"
    path.write_text(
        r"\documentclass{article}\begin{document}\cite{ash}\bibliography{refs}\end{document}"
    )
    return path


def context(tmp_path: Path) -> Context:
    path = make_zotero(tmp_path / "Zotero", [ASH])
    return Context(user=UserSettings(data_folder=tmp_path / "data", zotero=str(path.parent)))


def read_cited(main: Path, own: Context, problems: list[Problem]) -> tuple[PaperKnowledge, ...]:
    project = open_project(main, own).project
    return read_papers(cited_entries(project), project, own, problems)


def test_an_abstract_of_zoteros_is_known_and_its_source_is_said(main: Path, tmp_path: Path) -> None:
    own, problems = context(tmp_path), list[Problem]()
    (known,) = read_cited(main, own, problems)
    assert (known.paper.abstract, known.abstract_from) == (ABSTRACT, "your Zotero library")
    assert known.own.abstract == "" and not problems
    words = " ".join(str(part) for part in show(main, "ash", own).description)
    assert "abstract from your Zotero library" in words and ABSTRACT in words


def test_it_is_not_kept_in_the_store_that_others_read(main: Path, tmp_path: Path) -> None:
    own = context(tmp_path)
    (known,) = read_cited(main, own, [])
    with Store.open(own.user.store) as store:
        store.put([replace(known.paper, id="doi:10.1000/ash")])
        assert store.read(get_papers, ["doi:10.1000/ash"]) == {}


def test_a_fetch_counts_it_and_asks_nobody_offline(main: Path, tmp_path: Path) -> None:
    report = asyncio.run(fetch(FetchRequest(main, offline=True), context(tmp_path)))
    assert [entry.abstract_from for entry in report.entries] == ["your Zotero library"]


def test_a_note_says_why_it_was_not_read(main: Path, tmp_path: Path) -> None:
    own, problems = context(tmp_path), list[Problem]()
    (tmp_path / "Zotero/zotero.sqlite").write_bytes(b"broken")
    (known,) = read_cited(main, own, problems)
    assert known.paper.abstract == ""
    assert [problem.severity for problem in problems] == ["note"]


def test_a_fetch_notes_why_it_was_not_read(main: Path, tmp_path: Path) -> None:
    own = context(tmp_path)
    (tmp_path / "Zotero/zotero.sqlite").write_bytes(b"broken")
    report = asyncio.run(fetch(FetchRequest(main, offline=True), own))
    (note,) = report.notes
    assert "your Zotero library cannot be read now" in note


def test_what_is_kept_of_it_is_shown_and_cleared(main: Path, tmp_path: Path) -> None:
    own = context(tmp_path)
    read_cited(main, own, [])
    (file,) = stored_data(own).files
    assert file.what == "copied from your Zotero library"
    clear(own)
    assert not file.path.exists() and (tmp_path / "Zotero/zotero.sqlite").exists()


def test_only_the_users_own_settings_switch_it_off(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    config = tmp_path / "config.toml"
    monkeypatch.setenv("CITELOOM_CONFIG", str(config))
    for written, setting in (("", "auto"), ('zotero = "off"', "off"), ("zotero = [", "off")):
        config.write_text(written)
        assert user_settings().zotero == setting


@pytest.mark.parametrize(
    ("platform", "profiles"),
    [
        ("linux", ".zotero/zotero"),
        ("darwin", "Library/Application Support/Zotero"),
        ("win32", "AppData/Roaming/Zotero/Zotero"),
    ],
    ids=["linux", "macos", "windows"],
)
def test_the_data_folder_is_found_as_zotero_finds_it(
    platform: str, profiles: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr(zotero_place.sys, "platform", platform)
    monkeypatch.setenv("APPDATA", str(tmp_path / "AppData/Roaming"))
    assert zotero_folder("auto") is None and zotero_folder("off") is None
    usual = make_zotero(tmp_path / "Zotero", []).parent
    assert zotero_folder("auto") == usual
    own, root = make_zotero(tmp_path / "my data", []).parent, tmp_path / profiles
    for name, folder in (("other.old", tmp_path / "nowhere"), ("ab12.default", own)):
        (root / "Profiles" / name).mkdir(parents=True)
        (root / "Profiles" / name / "prefs.js").write_text(
            'user_pref("extensions.zotero.useDataDir", true);\n'
            f'user_pref("extensions.zotero.dataDir", "{folder!s}");\n'
        )
    (root / "profiles.ini").write_text(
        "[General]\nStartWithLastProfile=1\n\n[Profile0]\nName=old\nIsRelative=1\n"
        "Path=Profiles/other.old\n\n[Profile1]\nName=default\nIsRelative=1\n"
        "Path=Profiles/ab12.default\nDefault=1\n"
    )
    assert zotero_folder("auto") == own
    assert zotero_folder(str(usual)) == usual
    (root / "Profiles/ab12.default/prefs.js").write_text(
        'user_pref("extensions.zotero.useDataDir", true);\n'
        'user_pref("extensions.zotero.dataDir", "//host/share");\n'
    )
    assert zotero_folder("auto") == usual


@pytest.mark.parametrize(
    "written", [b"\xff\xfe[", b"[a\nb", b"[P]\nPath=\0", b"[P]\nPath=x\n[P]\nPath=y"], ids=range(4)
)
def test_a_broken_list_of_profiles_does_no_harm(
    written: bytes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr(zotero_place.sys, "platform", "linux")
    root = tmp_path / ".zotero/zotero"
    root.mkdir(parents=True)
    (root / "profiles.ini").write_bytes(written)
    assert zotero_folder("auto") is None


def test_the_users_settings_name_bib_files_of_his_own(
    main: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    own, config = tmp_path / "library.bib", tmp_path / "config.toml"
    own.write_text(OWN_ENTRY)
    config.write_text(f"zotero = 'off'\nlibrary = ['{own.as_posix()}']")
    monkeypatch.setenv("CITELOOM_CONFIG", str(config))
    (known,) = read_cited(main, Context(), [])
    assert (known.paper.abstract, known.abstract_from) == (ABSTRACT, "your own .bib files")


@pytest.mark.parametrize("has_a_file", [False, True])
def test_a_folder_among_them_is_told_and_the_file_beside_it_counts(
    has_a_file: bool, main: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    own, folder, config = tmp_path / "own.bib", tmp_path / "papers", tmp_path / "config.toml"
    folder.mkdir()
    if has_a_file:
        own.write_text(OWN_ENTRY)
    config.write_text(f"zotero = 'off'\nlibrary = ['{folder.as_posix()}', '{own.as_posix()}']")
    monkeypatch.setenv("CITELOOM_CONFIG", str(config))
    problems = list[Problem]()
    (known,) = read_cited(main, Context(), problems)
    assert known.paper.abstract == (ABSTRACT if has_a_file else "")
    assert [it.rule for it in problems] == ["store"]
    assert f"{folder}" in problems[0].message and "name the .bib files" in problems[0].message
    found = [it for it in doctor(Context()) if it.name == "library"]
    assert [it.works for it in found] == [False, has_a_file] and "a folder" in found[0].detail


def test_the_doctor_says_where_libraries_are_and_which_are_missing(tmp_path: Path) -> None:
    own, missing = context(tmp_path), tmp_path / "missing.bib"
    user = own.user.model_copy(update={"library": (missing,)})
    found = {it.name: it for it in doctor(replace(own, user=user))}
    assert found["Zotero library"].works and "Zotero" in found["Zotero library"].detail
    assert not found["library"].works and str(missing) in found["library"].detail
