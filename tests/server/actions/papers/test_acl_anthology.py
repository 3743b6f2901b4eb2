"""The ACL Anthology's file: downloaded from a loopback server, indexed, looked into, removed."""

import gzip
from collections.abc import Sequence
from pathlib import Path

import pytest

from citeloom.actions.context import Context
from citeloom.actions.papers import acl_anthology
from citeloom.actions.papers.acl_anthology import (
    KeptAnthology,
    kept_anthology,
    remove_anthology,
    take_anthology,
)
from citeloom.actions.user.data import clear, stored_data
from citeloom.methods.port import NoProgress
from citeloom.papers.libraries.acl import entries
from citeloom.problem import InputError
from citeloom.settings import NetworkSettings, Services
from services.acl_anthology_service import PATH, AclAnthologyService, AnthologyPaper, packed
from services.kept_anthology import (
    ASH,
    BY_AUTHORS,
    NEWER,
    OAK,
    OTHER_BIB,
    PAPERS,
    WHOLE,
    abstract,
    context,
    download,
    files,
)
from services.running import running


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ("title = {Counting ash trees in the north}, url={aclanthology.org/2020.acl-main.1}", ASH),
        ("title = {Counting Ash Trees in the North}, doi = {10.18653/v1/2020.acl-main.1}", ASH),
        ("title = {Counting Ash Trees in the North}, author = {A. Smith}, year = 2020", ASH),
        ("title = {Countng ash trees in the north: a corpus}, author = {A. Smith}, year=2021", ASH),
        (BY_AUTHORS, OAK),
        ("title = {Oak Trees of the South: Part II}, author = {Jane Roe}, year = 2019", None),
        ("title = {Oak Trees of the South}, author = {Max Other}, year = 2019", None),
        ("title = {Elm Trees}, author = {Jane Roe}, year = 2019, doi = {10.18653/v1/P19-1}", None),
        (f"{BY_AUTHORS}, doi = {{10.5555/another}}", OAK),
        ("title = {Beech Trees of the South}, author = {Jane Roe}, year = 2019", None),
    ],
    ids=["id", "DOI", "no subtitle", "misspelt", "authors", "part II", "other people",
         "other title", "no DOI there", "other tree"],
)  # fmt: skip
def test_a_paper_is_found_by_what_proves_it(
    fields: str, found: AnthologyPaper | None, tmp_path: Path
) -> None:
    own = context(tmp_path)
    with running(anthology=AclAnthologyService(packed(PAPERS))) as services:
        kept = download(services, own)
        asked = services.seen("acl_anthology")
    assert isinstance(kept, KeptAnthology)
    assert (kept.papers, kept.abstracts) == (len(PAPERS), len(PAPERS))
    assert [(seen.method, seen.path, seen.body) for seen in asked] == [("GET", PATH, b"")]
    assert abstract(fields, own) == (found.abstract if found else "")


def test_a_newer_file_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    own, service = context(tmp_path), AclAnthologyService(packed(PAPERS))
    with running(anthology=service) as services:
        download(services, own)
        service.data = packed([ASH, NEWER])
        newer = download(services, own)
    assert isinstance(newer, KeptAnthology) and newer.papers == 2
    assert abstract(BY_AUTHORS, own) == NEWER.abstract


def test_who_switched_the_anthology_off_asks_nobody(tmp_path: Path) -> None:
    with running(anthology=AclAnthologyService(WHOLE)) as services:
        off = NetworkSettings(services=Services(**services.addresses | {"acl_anthology": "off"}))
        failed = download(services, context(tmp_path), off)
        assert services.count("acl_anthology") == 0
    assert isinstance(failed, InputError) and "turned off" in str(failed)


STRINGS = (
    "@string{acl = {Association for Computational Linguistics}}\n"
    "@string{anth = {https://aclanthology.org/}}\n\n"
    '@proceedings{p-2020, title = "Oak Trees of the South", year = "2020", url = anth # {P20}, }\n'
    '@inproceedings{roe-2019, title = "Oak Trees of the South", author = "Roe, Jane", '
    'publisher = acl, year = "2019", url = anth # {P19-1002}, abstract = "%s", }\n'
)


@pytest.mark.parametrize("shape", ["packed", "plain", "with a huge entry", "cut at the end"])
def test_a_file_that_the_user_has_is_taken_in_any_form(shape: str, tmp_path: Path) -> None:
    text = STRINGS % OAK.abstract
    if shape == "with a huge entry":
        text = f"@misc{{huge, note = {{{'x' * entries.LONGEST}}}}}\n{text}"
    if shape == "cut at the end":
        text += '@inproceedings{half-2021, title = "Half a'
    file, own = tmp_path / "anthology.bib", context(tmp_path)
    file.write_bytes(text.encode() if shape == "plain" else gzip.compress(text.encode()))
    kept = take_anthology(file, own, NoProgress())
    assert kept.abstracts == 1
    assert abstract(BY_AUTHORS, own) == OAK.abstract
    assert file.exists()


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [("none.gz", None, "No such file"), ("other.gz", OTHER_BIB, "not the file of the ACL")],
    ids=["missing", "another"],
)
def test_a_file_that_is_none_is_refused(
    name: str, data: bytes | None, said: str, tmp_path: Path
) -> None:
    own, file = context(tmp_path), tmp_path / name
    if data is not None:
        file.write_bytes(data)
    with pytest.raises(InputError, match=said):
        take_anthology(file, own, NoProgress())
    assert files(own) == {}
    assert kept_anthology(own) is None


def remove_all(own: Context) -> None:
    assert any("ACL Anthology" in file.what for file in stored_data(own).files)
    clear(own)


def remove_it(own: Context) -> None:
    kept = kept_anthology(own)
    assert kept is not None and remove_anthology(own) >= kept.bytes
    assert remove_anthology(own) == 0


@pytest.mark.parametrize("remove", [remove_all, remove_it])
def test_it_is_shown_and_removed(remove: object, tmp_path: Path) -> None:
    own = context(tmp_path)
    with running(anthology=AclAnthologyService(WHOLE)) as services:
        download(services, own)
    assert {path.stat().st_mode & 0o077 for path in own.user.data_folder.glob("*acl*")} == {0}
    remove(own)  # type: ignore[operator]
    assert files(own) == {}
    assert abstract(BY_AUTHORS, own) == ""


def test_a_look_up_never_reads_the_file_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = context(tmp_path)
    with running(anthology=AclAnthologyService(WHOLE)) as services:
        download(services, own)

    def unread(_: Sequence[object]) -> None:
        raise AssertionError("the file was read")

    monkeypatch.setattr("citeloom.papers.libraries.acl.library.read_papers", unread)
    assert abstract(BY_AUTHORS, own) == OAK.abstract
    assert acl_anthology.kept_anthology(own) is not None
