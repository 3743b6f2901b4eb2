"""What a service of papers answers takes no room, and leads to nobody else."""

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from attacks.raw_server import Answer, endless, http, raw_server

from citeloom.papers.found import Found
from citeloom.papers.services.crossref import Crossref
from citeloom.papers.web.clients import Timeouts
from citeloom.papers.web.service_failed import ServiceFailed
from citeloom.papers.web.web import Web
from citeloom.settings import NetworkSettings, Services
from services.fake_clock import FakeClock
from services.sample import SAMPLE

CHUNKED = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"


def ask(address: str, folder: Path) -> Mapping[str, Found]:
    """Ask one service for one paper; return what it found."""

    async def ask() -> Mapping[str, Found]:
        settings = NetworkSettings(contact="a@example.org", services=Services(crossref=address))
        times = Timeouts(connect=5.0, read=0.5, whole=1.0)
        async with Web(
            settings, folder, clock=FakeClock(), timeouts=times, chance=lambda: 1.0
        ) as web:
            return await Crossref(web).by_ids(SAMPLE[:1])

    return asyncio.run(ask())


@pytest.mark.parametrize(
    "answer",
    [
        lambda _: endless(b"HTTP/1.1 200 OK\r\n", b"X-A: b\r\n"),
        lambda _: endless(b"HTTP/1.1 200 OK\r\nX-A: ", b"a"),
        lambda _: endless(CHUNKED + b"5;a=", b"a"),
        lambda _: endless(CHUNKED + b"2\r\n{}\r\n0\r\n", b"X-A: b\r\n"),
        lambda _: [CHUNKED + b"F" * 21 + b"\r\n{}"],
        lambda _: [b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n{}"],
        lambda _: [b"SSH-2.0-OpenSSH_9.9\r\n"],
        lambda _: http(b"[" * 3_000_000),
        lambda _: http(b'{"message": ' + b"9" * 200_000 + b"}"),
        lambda _: http(b'{"message": {"items": NaN}}'),
        lambda _: http(b"", "Location: file:///etc/passwd", status="302 Found"),
        lambda _: http(b"", "Location: http://169.254.169.254/latest", status="302 Found"),
        lambda _: http(b"", "Location: http://[fec0::1]/", status="302 Found"),
        lambda _: http(b"{}", "Retry-After: 31536000", status="429 Too Many"),
        lambda _: http(b"{}", "Retry-After: -1", status="429 Too Many"),
        lambda _: http(b"{}", "Retry-After: " + "9" * 5000, status="429 Too Many"),
    ],
    ids=[
        "headers", "a header", "chunk extension", "trailers", "chunk of 2^84", "length of -5",
        "ssh",
        "deep", "number", "nan", "to a file", "to metadata", "to fec0", "a year", "negative",
        "huge",
    ],
)  # fmt: skip
def test_a_hostile_service_is_one_that_failed(answer: Answer, tmp_path: Path) -> None:
    with raw_server(answer) as server, pytest.raises(ServiceFailed) as error:
        ask(server.address, tmp_path)
    assert len(str(error.value)) < 1000
    assert server.sent < 260 << 20
    assert len(server.asked) <= 10


def test_a_record_for_another_doi_is_not_taken(tmp_path: Path) -> None:
    item = {"DOI": "10.1000/other", "title": ["Other"], "type": "journal-article"}
    body = json.dumps({"status": "ok", "message": {"items": [item], **item}}).encode()
    with raw_server(lambda _: http(body, "Set-Cookie: a=b")) as server:
        assert ask(server.address, tmp_path) == {}
    assert server.asked
    assert all("cookie" not in request.headers for request in server.asked)
