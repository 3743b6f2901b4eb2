"""The ACL Anthology's file: downloaded from a loopback server, indexed, with every fault."""

import asyncio
import gzip
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from citeloom.actions.context import Context
from citeloom.actions.papers import acl_anthology
from citeloom.actions.papers.acl_anthology import (
    KeptAnthology,
    download_through,
    kept_anthology,
    remove_anthology,
    take_anthology,
)
from citeloom.actions.papers.own_libraries import own_libraries
from citeloom.actions.user.data import clear, stored_data
from citeloom.methods.port import NoProgress
from citeloom.papers.from_bib import papers_of
from citeloom.papers.libraries import kept_index
from citeloom.papers.libraries.acl import entries, part_file
from citeloom.papers.paper import Paper
from citeloom.papers.web.web import Web
from citeloom.problem import InputError, ServiceError
from citeloom.settings import NetworkSettings, Services, UserSettings
from citeloom_latex.bib.resolve import resolve
from citeloom_latex.bib.scan import scan_bib
from services.acl_anthology_service import PATH, AclAnthologyService, AnthologyPaper, packed
from services.fake_clock import FakeClock
from services.faults import Fault
from services.running import Running, running
from services.seen import Reply, Seen

ASH = AnthologyPaper(
    "2020.acl-main.1",
    "Counting Ash Trees in the North: A Corpus",
    "Smith, Ann  and\n      Jones, Bo",
    2020,
    "We count ash trees in the north and find fewer of them than ever before.",
    "10.18653/v1/2020.acl-main.1",
)
OAK = AnthologyPaper(
    "P19-1002",
    "Oak Trees of the South",
    "Roe, Jane",
    2019,
    "We follow oak trees in the south for a year and measure how fast they grow.",
)
OTHERS = tuple(
    AnthologyPaper(f"W18-{n:04}", f"Trees {n}", "Roe, Jane", 2018, f"{n} " * 40) for n in range(400)
)
PAPERS = (ASH, OAK, *OTHERS)
NEWER = replace(OAK, abstract="We follow oak trees in the south for two years by now, not for one.")


def entry(fields: str) -> Paper:
    text = f"@misc{{x, {fields}}}"
    return papers_of(resolve([(text, scan_bib(text))]))[0]


BY_AUTHORS = "title = {Oak trees of the South}, author = {Jane Roe}, year = 2019"


def context(tmp_path: Path) -> Context:
    return Context(user=UserSettings(data_folder=tmp_path / "data"))


def download(services: Running, own: Context, settings: NetworkSettings | None = None) -> object:
    """Return what is kept, or the error that is raised."""

    async def run() -> KeptAnthology:
        used = settings or services.settings()
        async with Web(used, own.user.data_folder, clock=FakeClock()) as web:
            return await download_through(web, own, NoProgress())

    try:
        return asyncio.run(run())
    except InputError as error:
        return error


def abstract(fields: str, own: Context) -> str:
    ((paper,), notes) = own_libraries(own.user).fill([entry(fields)])
    assert notes == ()
    assert paper.sources.get("abstract", "acl") == "acl"
    return paper.abstract


def files(own: Context) -> Mapping[str, bytes]:
    """Return what is kept by name, without what says when services were asked."""
    folder = own.user.data_folder
    return {path.name: path.read_bytes() for path in folder.glob("*acl*") if path.is_file()}


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
    assert (kept.papers, kept.abstracts, kept.is_unchanged) == (len(PAPERS), len(PAPERS), False)
    assert [(seen.method, seen.path, seen.body) for seen in asked] == [("GET", PATH, b"")]
    assert abstract(fields, own) == (found.abstract if found else "")


def test_a_download_that_breaks_off_goes_on_where_it_did(tmp_path: Path) -> None:
    own, data = context(tmp_path), packed(PAPERS)
    faults = {"acl_anthology": [Fault.HALF_SENT, Fault.RESET, None]}
    with running(faults=faults, anthology=AclAnthologyService(data)) as services:
        assert isinstance(download(services, own), KeptAnthology)
        asked = [seen.headers.get("range", "") for seen in services.seen("acl_anthology")]
    rest = f"bytes={len(data) // 2}-"
    assert asked == ["", rest, rest]
    assert files(own)["acl-anthology+abstracts.bib.gz"] == data
    assert abstract(BY_AUTHORS, own) == OAK.abstract


def test_a_later_run_goes_on_with_what_an_earlier_one_kept(tmp_path: Path) -> None:
    own, data = context(tmp_path), packed(PAPERS)
    faults = {"acl_anthology": [Fault.HALF_SENT, *[Fault.RESET] * 9]}
    with running(faults=faults, anthology=AclAnthologyService(data)) as services:
        failed = download(services, own)
    assert isinstance(failed, ServiceError) and "what has come is kept" in str(failed)
    assert abstract(BY_AUTHORS, own) == ""
    with running(anthology=AclAnthologyService(data)) as services:
        assert isinstance(download(services, own), KeptAnthology)
        (seen,) = services.seen("acl_anthology")
    assert seen.headers["range"] == f"bytes={len(data) // 2}-"
    assert files(own)["acl-anthology+abstracts.bib.gz"] == data


def test_a_file_that_changed_while_it_came_begins_anew(tmp_path: Path) -> None:
    own, service = context(tmp_path), AclAnthologyService(packed(PAPERS))
    with running(faults={"acl_anthology": Fault.HALF_SENT}, anthology=service) as services:
        assert isinstance(download(services, own), ServiceError)
    service.data = packed([ASH, NEWER, *OTHERS])
    with running(anthology=service) as services:
        assert isinstance(download(services, own), KeptAnthology)
    assert files(own)["acl-anthology+abstracts.bib.gz"] == service.data
    assert abstract(BY_AUTHORS, own) == NEWER.abstract


def test_all_that_had_come_is_not_asked_for_again(tmp_path: Path) -> None:
    """As where a program is killed while it makes the index."""
    own, service = context(tmp_path), AclAnthologyService(packed(PAPERS))
    with running(anthology=service) as services:
        download(services, own)
        file = own.user.data_folder / "acl-anthology+abstracts.bib.gz"
        for path in (file, file.with_name(f"{file.name}.json")):
            path.rename(path.with_name(path.name.replace(".gz", ".gz.part")))
        before = services.bytes("acl_anthology")
        assert isinstance(download(services, own), KeptAnthology)
        assert services.bytes("acl_anthology") == before
    assert abstract(BY_AUTHORS, own) == OAK.abstract
    assert not any("part" in name for name in files(own))


def test_a_newer_file_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    own, service = context(tmp_path), AclAnthologyService(packed(PAPERS))
    with running(anthology=service) as services:
        download(services, own)
        sent = services.bytes("acl_anthology")
        again = download(services, own)
        assert isinstance(again, KeptAnthology) and again.is_unchanged
        assert services.bytes("acl_anthology") == sent
        service.data = packed([ASH, NEWER])
        newer = download(services, own)
    assert isinstance(newer, KeptAnthology)
    assert (newer.papers, newer.is_unchanged) == (2, False)
    assert abstract(BY_AUTHORS, own) == NEWER.abstract


WHOLE = packed(PAPERS)
DAMAGED = WHOLE[: len(WHOLE) // 2] + b"\x00" * 40 + WHOLE[len(WHOLE) // 2 + 40 :]
OTHER_BIB = gzip.compress(b"@article{x, title = {A Paper}, author = {A. B.}, year = 2020}\n")


@pytest.mark.parametrize(
    ("data", "kind", "said"),
    [
        (b"<html><title>Log in</title></html>", "text/html", "ask for a login"),
        (b"<!DOCTYPE html><html></html>", "application/x-gzip", "ask for a login"),
        (b'{"error": "no"}', "application/json", "no file of papers"),
        (DAMAGED, "application/x-gzip", "it is damaged"),
        (WHOLE[: len(WHOLE) // 2], "application/x-gzip", "it is damaged"),
        (OTHER_BIB, "application/x-gzip", "not the file of the ACL Anthology"),
        (gzip.compress(b"\n" * 3_000_000), "application/x-gzip", "unpacks to more than 1 MB"),
    ],
    ids=["page", "page as gzip", "JSON", "damaged", "half, as if whole", "other .bib", "bomb"],
)
def test_what_is_not_the_file_leaves_everything_as_it_was(
    data: bytes, kind: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, service = context(tmp_path), AclAnthologyService(packed([ASH, OAK]))
    with running(anthology=service) as services:
        download(services, own)
        before = files(own)
        service.data, service.kind = data, kind
        monkeypatch.setattr(entries, "LARGEST", 1_000_000)
        failed = download(services, own)
        assert isinstance(failed, ServiceError) and said in str(failed)
        assert files(own) == before
    assert abstract(BY_AUTHORS, own) == OAK.abstract


def test_a_page_that_asks_for_a_login_costs_nothing_of_what_has_come(tmp_path: Path) -> None:
    own, data = context(tmp_path), packed(PAPERS)
    faults = {"acl_anthology": [Fault.HALF_SENT, *[Fault.RESET] * 9]}
    with running(faults=faults, anthology=AclAnthologyService(data)) as services:
        download(services, own)
    for fault in (Fault.HTML, Fault.XHTML, Fault.UNAVAILABLE, Fault.FORBIDDEN):
        with running(faults={"acl_anthology": fault}) as services:
            assert isinstance(download(services, own), ServiceError)
    with running(anthology=AclAnthologyService(data)) as services:
        assert isinstance(download(services, own), KeptAnthology)
        (seen,) = services.seen("acl_anthology")
    assert seen.headers["range"] == f"bytes={len(data) // 2}-"


def test_a_file_without_end_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(part_file, "LARGEST", 1_000_000)
    own = context(tmp_path)
    data = b"@article{" + b"x" * 2_000_000
    with running(anthology=AclAnthologyService(data)) as services:
        failed = download(services, own)
    assert isinstance(failed, ServiceError) and "more than 1 MB" in str(failed)
    assert files(own) == {}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_a_full_disk_is_said_and_nothing_is_left(tmp_path: Path) -> None:
    own, part = context(tmp_path), tmp_path / "data" / "acl-anthology+abstracts.bib.gz.part"
    own.user.data_folder.mkdir()

    class ToAFullDisk(AclAnthologyService):
        def reply(self, seen: Seen) -> Reply:
            part.unlink(missing_ok=True)
            part.symlink_to("/dev/full")
            return Reply(self.data[10:], 206, self.kind, {"Content-Range": "bytes 0-9/10"})

    with running(anthology=ToAFullDisk(WHOLE)) as services:
        failed = download(services, own)
    assert isinstance(failed, InputError) and not isinstance(failed, ServiceError)
    assert "No space left on device" in str(failed)
    assert files(own) == {}


def test_too_little_room_is_said_before_anything_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = context(tmp_path)
    little = shutil.disk_usage(tmp_path)._replace(free=len(WHOLE))
    monkeypatch.setattr(shutil, "disk_usage", lambda _: little)
    with running(anthology=AclAnthologyService(WHOLE)) as services:
        failed = download(services, own)
    assert isinstance(failed, InputError) and "there is no room for it" in str(failed)
    assert files(own) == {}


def test_a_disk_that_is_full_while_the_index_is_made_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, service = context(tmp_path), AclAnthologyService(packed([ASH, OAK]))
    with running(anthology=service) as services:
        download(services, own)
        before = files(own)
        service.data = WHOLE
        fill = kept_index._fill

        def fill_a_small_disk(database: object, *rest: object) -> None:
            database.execute("PRAGMA max_page_count = 8")  # type: ignore[attr-defined]
            fill(database, *rest)  # type: ignore[arg-type]

        monkeypatch.setattr(kept_index, "_fill", fill_a_small_disk)
        failed = download(services, own)
    assert isinstance(failed, InputError) and "database or disk is full" in str(failed)
    assert files(own) == before
    assert abstract(BY_AUTHORS, own) == OAK.abstract


def test_of_two_downloads_the_second_gives_way(tmp_path: Path) -> None:
    own = context(tmp_path)

    async def run(services: Running) -> list[object]:
        async with Web(services.settings(), own.user.data_folder, clock=FakeClock()) as web:
            both = (download_through(web, own, NoProgress()) for _ in range(2))
            return list(await asyncio.gather(*both, return_exceptions=True))

    with running(anthology=AclAnthologyService(WHOLE)) as services:
        first, second = asyncio.run(run(services))
        assert services.count("acl_anthology") == 1
    assert isinstance(first, KeptAnthology)
    assert isinstance(second, InputError) and "another Citeloom is downloading" in str(second)
    assert abstract(BY_AUTHORS, own) == OAK.abstract


def test_a_program_that_is_killed_while_it_downloads_has_lost_nothing(tmp_path: Path) -> None:
    """The half that came serves the next run; the lock is not left behind."""
    own, half, over = context(tmp_path), threading.Event(), threading.Event()

    class Halting(AclAnthologyService):
        def reply(self, seen: Seen) -> Reply:
            if "range" in seen.headers:
                half.set()
                over.wait(60)
            return super().reply(seen)

    faults = {"acl_anthology": [Fault.HALF_SENT, None]}
    with running(faults=faults, anthology=Halting(WHOLE)) as services:
        config = tmp_path / "config.toml"
        address = services.addresses["acl_anthology"]
        config.write_text(f'[services]\nacl_anthology = "{address}"\n', "utf-8")
        environment = {
            **os.environ,
            "CITELOOM_CONFIG": str(config),
            "CITELOOM_DATA": str(own.user.data_folder),
            "PYTHONPATH": os.pathsep.join(sys.path),
        }
        command = [sys.executable, "-m", "citeloom", "library", "download"]
        with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as program:
            assert half.wait(60)
            program.kill()
        over.set()
    with running(anthology=AclAnthologyService(WHOLE)) as services:
        assert isinstance(download(services, own), KeptAnthology)
        (seen,) = services.seen("acl_anthology")
    assert seen.headers["range"] == f"bytes={len(WHOLE) // 2}-"
    assert abstract(BY_AUTHORS, own) == OAK.abstract


def test_who_switched_the_anthology_off_asks_nobody(tmp_path: Path) -> None:
    with running(anthology=AclAnthologyService(WHOLE)) as services:
        off = NetworkSettings(services=Services(**services.addresses | {"acl_anthology": "off"}))
        failed = download(services, context(tmp_path), off)
        assert services.count("acl_anthology") == 0
    assert isinstance(failed, InputError) and "switched off" in str(failed)


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
