"""Pages, sources and PDFs: their own pace, their own sizes, and what is not there."""

import asyncio
import gzip
from pathlib import Path

import pytest

from citeloom.papers.web.service_failed import ServiceFailed
from citeloom.papers.web.web import Web
from services.fake_clock import FakeClock
from services.running import running

FILES = {
    "/html/1905.01234": ("text/html; charset=utf-8", "<p>Änne</p>".encode()),
    "/e-print/1905.01234": ("application/gzip", gzip.compress(b"\\documentclass{article}")),
    "/pdf/1905.01234": ("application/pdf", b"%PDF-1.5" + b"x" * 5000),
}


def test_files_come_as_they_are(tmp_path: Path) -> None:
    async def run() -> None:
        async with Web(services.settings(), tmp_path, clock=FakeClock()) as web:
            base = web.settings.services.arxiv_pages
            page = await web.ask("arxiv", f"{base}/html/1905.01234", accept="text/html")
            assert page.text() == "<p>Änne</p>"
            source = await web.ask("arxiv", f"{base}/e-print/1905.01234", accept="*/*")
            assert gzip.decompress(source.body) == b"\\documentclass{article}"
            pdf = await web.ask("pdf", f"{base}/pdf/1905.01234", accept="application/pdf")
            assert (pdf.body[:5], pdf.type) == (b"%PDF-", "application/pdf")
            none = await web.ask("arxiv", f"{base}/html/9901.00001", answers=(200, 404))
            assert none.status == 404
            with pytest.raises(ServiceFailed, match=r"more than|larger than"):
                await web.ask("pdf", f"{base}/pdf/1905.01234", largest=1000)

    with running(files=FILES) as services:
        asyncio.run(run())


def test_one_host_of_pdfs_is_asked_every_three_seconds(tmp_path: Path) -> None:
    clock = FakeClock()

    async def run() -> None:
        async with Web(services.settings(), tmp_path, clock=clock) as web:
            address = f"{web.settings.services.arxiv_pages}/pdf/1905.01234"
            await asyncio.gather(*(web.ask("pdf", address) for _ in range(3)))

    with running(files=FILES) as services:
        asyncio.run(run())
    assert clock.slept == pytest.approx(6.0)
