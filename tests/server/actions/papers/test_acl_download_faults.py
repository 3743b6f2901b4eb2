"""A download of the ACL Anthology's file with every fault: nothing that was kept is lost."""

import asyncio
import gzip
import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterable
from pathlib import Path

import pytest

from citeloom.actions.papers.acl_anthology import (
    KeptAnthology,
    download_through,
)
from citeloom.methods.port import NoProgress
from citeloom.papers import paper_index
from citeloom.papers.libraries.acl import library, part_file
from citeloom.papers.libraries.port import LibraryItem
from citeloom.papers.web.web import Web
from citeloom.problem import InputError, ServiceError
from services.acl_anthology_service import AclAnthologyService, packed
from services.fake_clock import FakeClock
from services.faults import Fault
from services.kept_anthology import (
    ASH,
    BY_AUTHORS,
    OAK,
    OTHER_BIB,
    PAPERS,
    WHOLE,
    abstract,
    context,
    download,
    files,
)
from services.running import Running, running
from services.seen import Reply, Seen


def test_a_download_that_breaks_off_is_begun_anew(tmp_path: Path) -> None:
    own, data = context(tmp_path), packed(PAPERS)
    faults = {"acl_anthology": [Fault.HALF_SENT, Fault.RESET, None]}
    with running(faults=faults, anthology=AclAnthologyService(data)) as services:
        assert isinstance(download(services, own), KeptAnthology)
        asked = [seen.headers.get("range", "") for seen in services.seen("acl_anthology")]
    assert asked == ["", "", ""]
    assert files(own)["acl-anthology+abstracts.bib.gz"] == data
    assert abstract(BY_AUTHORS, own) == OAK.abstract


def test_of_a_download_that_fails_nothing_is_left(tmp_path: Path) -> None:
    own, service = context(tmp_path), AclAnthologyService(packed(PAPERS))
    with running(faults={"acl_anthology": Fault.HALF_SENT}, anthology=service) as services:
        assert isinstance(download(services, own), ServiceError)
    assert files(own) == {}


DAMAGED = WHOLE[: len(WHOLE) // 2] + b"\x00" * 40 + WHOLE[len(WHOLE) // 2 + 40 :]


@pytest.mark.parametrize(
    ("data", "kind", "said"),
    [
        (b"<html><title>Log in</title></html>", "text/html", "require a login"),
        (b"<!DOCTYPE html><html></html>", "application/x-gzip", "require a login"),
        (b'{"error": "no"}', "application/json", "not the file of papers"),
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
        monkeypatch.setattr(library, "LARGEST", 1_000_000)
        failed = download(services, own)
        assert isinstance(failed, ServiceError) and said in str(failed)
        assert files(own) == before
    assert abstract(BY_AUTHORS, own) == OAK.abstract


def test_a_kept_file_that_was_damaged_is_replaced(tmp_path: Path) -> None:
    own = context(tmp_path)
    with running(anthology=AclAnthologyService(WHOLE)) as services:
        download(services, own)
        (own.user.data_folder / "acl-anthology+abstracts.bib.gz").write_bytes(DAMAGED)
        assert isinstance(download(services, own), KeptAnthology)
    assert files(own)["acl-anthology+abstracts.bib.gz"] == WHOLE


def test_a_file_without_end_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(part_file, "LARGEST", 1_000_000)
    own = context(tmp_path)
    data = b"@article{" + b"x" * 2_000_000
    with running(anthology=AclAnthologyService(data)) as services:
        failed = download(services, own)
    assert isinstance(failed, ServiceError) and "more than 1 MB" in str(failed)
    assert files(own) == {}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_a_full_disk_is_said_and_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = context(tmp_path)
    monkeypatch.setattr(part_file, "open_private", lambda _, flags: os.open("/dev/full", flags))
    with running(anthology=AclAnthologyService(WHOLE)) as services:
        failed = download(services, own)
    assert isinstance(failed, InputError) and not isinstance(failed, ServiceError)
    assert "No space left on device" in str(failed)
    assert files(own) == {}


def test_a_disk_that_is_full_while_the_index_is_made_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, service = context(tmp_path), AclAnthologyService(packed([ASH, OAK]))
    with running(anthology=service) as services:
        download(services, own)
        before = files(own)
        service.data = WHOLE
        fill = paper_index._take_in

        def fill_a_small_disk(database: sqlite3.Connection, items: Iterable[LibraryItem]) -> None:
            database.execute("PRAGMA max_page_count = 8")
            fill(database, items)

        monkeypatch.setattr(paper_index, "_take_in", fill_a_small_disk)
        failed = download(services, own)
    assert isinstance(failed, InputError) and "its index cannot be written: " in str(failed)
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
    assert isinstance(second, InputError) and "another Citeloom process is downloading" in str(
        second
    )
    assert abstract(BY_AUTHORS, own) == OAK.abstract


def test_a_program_that_is_killed_while_it_downloads_has_lost_nothing(tmp_path: Path) -> None:
    """The lock is not left behind, nor the half that came."""
    own, half, over = context(tmp_path), threading.Event(), threading.Event()

    class Halting(AclAnthologyService):
        def reply(self, seen: Seen) -> Reply:
            half.set()
            over.wait(300)
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
            assert half.wait(300)
            program.kill()
        over.set()
    with running(anthology=AclAnthologyService(WHOLE)) as services:
        assert isinstance(download(services, own), KeptAnthology)
        (seen,) = services.seen("acl_anthology")
    assert "range" not in seen.headers
    assert not any("part" in name for name in files(own))
    assert abstract(BY_AUTHORS, own) == OAK.abstract
