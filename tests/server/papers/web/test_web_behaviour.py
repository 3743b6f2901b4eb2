"""Pace, patience, redirects and secrets, over real connections to loopback."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import httpx
import pytest
from tabled import tabled

from citeloom import __version__
from citeloom.papers.web.answer import Answer
from citeloom.papers.web.clients import Timeouts
from citeloom.papers.web.service_failed import ServiceFailed
from citeloom.papers.web.service_limits import ATTEMPTS, FAILURES, REST
from citeloom.papers.web.web import Web
from citeloom.papers.web.web_request import WebRequest
from citeloom.settings import NetworkSettings
from services.fake_clock import FakeClock
from services.faults import Fault
from services.running import Running, running

DOI = "10.1000/garden.1"
TIMEOUTS = Timeouts(connect=2.0, read=0.3, whole=1.0)


def with_web(
    services: Running,
    folder: Path,
    work: Callable[[Web], Awaitable[object]],
    clock: FakeClock | None = None,
    contact: str = "someone@example.org",
) -> object:
    async def run() -> object:
        async with Web(
            services.settings(contact),
            folder,
            clock=clock or FakeClock(),
            timeouts=TIMEOUTS,
            chance=lambda: 1.0,
        ) as web:
            return await work(web)

    return asyncio.run(run())


async def crossref(web: Web) -> Answer:
    return await web.ask("crossref", f"{web.settings.services.crossref}/works/{DOI}")


async def arxiv(web: Web) -> Answer:
    base = web.settings.services.arxiv
    return await web.ask("arxiv", f"{base}/api/query", params={"id_list": "1905.01234"})


async def several(work: Callable[[Web], Awaitable[Answer]], times: int, web: Web) -> list[object]:
    return await asyncio.gather(*(work(web) for _ in range(times)), return_exceptions=True)


def test_a_service_is_told_who_asks(tmp_path: Path) -> None:
    with running() as services:
        with_web(services, tmp_path, crossref)
        with_web(services, tmp_path, crossref, contact="")
        told = [one.headers["user-agent"] for one in services.log]
    assert told == [
        f"citeloom/{__version__} (mailto:someone@example.org)",
        f"citeloom/{__version__}",
    ]


def test_requests_to_arxiv_are_three_seconds_apart_over_all_uses(tmp_path: Path) -> None:
    clock = FakeClock()
    with running() as services:
        for _ in range(2):
            with_web(services, tmp_path, lambda web: several(arxiv, 3, web), clock)
        assert services.count("arxiv") == 6
    assert clock.slept == pytest.approx(15.0)


def test_rate_headers_set_the_pace_but_never_a_faster_one(tmp_path: Path) -> None:
    clock = FakeClock()
    with running() as services:
        with_web(services, tmp_path, lambda web: several(crossref, 4, web), clock)
    # Crossref's header allows ten a second; lists in the polite pool are fewer.
    assert clock.slept == pytest.approx(3 * 0.34)


@pytest.mark.parametrize(("service", "interval"), [("s2", 1.0), ("crossref", 0.34)])
def test_two_programs_keep_one_pace(service: str, interval: float, tmp_path: Path) -> None:
    clock = FakeClock()

    async def ask(web: Web) -> Answer:
        base = getattr(web.settings.services, service)
        return await web.ask(service, f"{base}/none", answers=(404,))

    with running() as services:
        for _ in range(4):
            # What two programs share is the folder alone.
            with_web(services, tmp_path, ask, clock)
        assert services.count(service) == 4
    assert clock.slept == pytest.approx(3 * interval, abs=0.01)


def test_waits_that_a_service_asks_for_come_to_a_minute_at_most(tmp_path: Path) -> None:
    clock = FakeClock()

    async def work(web: Web) -> None:
        for _ in range(3):
            with pytest.raises(ServiceFailed, match="asked too often"):
                await crossref(web)

    with running(faults={"crossref": Fault.TOO_MANY_HALF_A_MINUTE}) as services:
        with_web(services, tmp_path, work, clock)
        assert services.count("crossref") == 3
    assert 60.0 <= clock.slept <= 70.0


def test_a_byte_at_a_time_is_given_up_after_two_attempts(tmp_path: Path) -> None:
    async def run() -> None:
        timeouts = Timeouts(grace=0.2)
        async with Web(services.settings(), tmp_path, clock=FakeClock(), timeouts=timeouts) as web:
            with pytest.raises(ServiceFailed, match="did not answer in time"):
                await crossref(web)

    with running(faults={"crossref": Fault.DRIPPING}) as services:
        asyncio.run(run())
        assert services.count("crossref") == 2


@pytest.mark.parametrize(
    ("fault", "least", "most"),
    [
        (Fault.TOO_MANY_SECONDS, 7.0, 10.0),
        (Fault.TOO_MANY_DATE, 7.0, 12.0),
        (Fault.TOO_MANY, 2.0, 2.0),
        (Fault.UNAVAILABLE, 2.0, 2.0),
        (Fault.RESET, 2.0, 2.0),
        (Fault.HALF_SENT, 2.0, 2.0),
    ],
)
def test_what_passes_is_waited_for(fault: Fault, least: float, most: float, tmp_path: Path) -> None:
    clock = FakeClock()
    with running(faults={"crossref": [fault]}) as services:
        answer = with_web(services, tmp_path, crossref, clock)
        assert isinstance(answer, Answer)
        assert services.count("crossref") == 2
    assert least <= clock.slept <= most


def test_back_off_grows_and_ends(tmp_path: Path) -> None:
    clock = FakeClock()
    with running(faults={"crossref": Fault.INTERNAL}) as services:
        with pytest.raises(ServiceFailed, match="internal error \\(500\\)"):
            with_web(services, tmp_path, crossref, clock)
        assert services.count("crossref") == ATTEMPTS
    assert clock.slept == pytest.approx(2.0 + 4.0 + 8.0)


def test_a_service_that_keeps_failing_is_left_alone_for_a_while(tmp_path: Path) -> None:
    clock = FakeClock()

    async def work(web: Web) -> None:
        for _ in range(20):
            with pytest.raises(ServiceFailed):
                await crossref(web)
        assert services.count("crossref") == FAILURES * ATTEMPTS
        clock.now += REST
        with pytest.raises(ServiceFailed):
            await crossref(web)
        assert services.count("crossref") == (FAILURES + 1) * ATTEMPTS

    with running(faults={"crossref": Fault.BAD_GATEWAY}) as services:
        with_web(services, tmp_path, work, clock)


def test_a_service_that_asks_for_a_day_is_given_it(tmp_path: Path) -> None:
    clock = FakeClock()

    async def work(web: Web) -> None:
        for _ in range(2):
            with pytest.raises(ServiceFailed, match="a pause of 24 hours"):
                await crossref(web)

    with running(faults={"crossref": Fault.TOO_MANY_TOMORROW}) as services:
        with_web(services, tmp_path, work, clock)
        assert services.count("crossref") == 1
    assert clock.slept == 0


def test_a_service_that_refuses_us_is_not_asked_again(tmp_path: Path) -> None:
    with running(faults={"crossref": Fault.FORBIDDEN}) as services:
        done = with_web(services, tmp_path, lambda web: several(crossref, 5, web))
        assert isinstance(done, list)
        assert all(isinstance(one, ServiceFailed) for one in done)
        assert services.count("crossref") == 1


def test_a_redirect_that_leads_off_the_list_is_not_followed(tmp_path: Path) -> None:
    async def work(web: Web) -> Answer:
        base = web.settings.services.s2
        return await web.ask("s2", f"{base}/graph/v1/x", secrets={"x-api-key": "secret"})

    with running(faults={"s2": Fault.REDIRECT_PRIVATE}) as services:
        with pytest.raises(
            ServiceFailed, match=r"redirects; 127\.0\.0\.1 cannot be asked without encryption"
        ):
            with_web(services, tmp_path, work)
        assert services.count("s2") == 1


@tabled(least=6)
def test_only_the_host_that_a_secret_is_for_gets_it(location: str, kept: bool) -> None:
    first = httpx.URL("https://api.example.edu/v1")
    secrets = {"x-api-key": "secret"}
    question = WebRequest("s2", first, None, secrets, "*/*", frozenset({200}), 1 << 20)
    assert question.redirected_to(location).secrets == (secrets if kept else {})


def test_a_name_that_leads_into_the_own_network_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def private(host: str) -> Sequence[str]:
        return ("192.168.1.1",)

    async def run() -> None:
        async with Web(NetworkSettings(), tmp_path, clock=FakeClock(), resolve=private) as web:
            for service, url in (
                ("pdf", "https://arxiv.org/pdf/1905.01234"),
                ("crossref", "https://api.crossref.org/works"),
            ):
                with pytest.raises(ServiceFailed, match="not public"):
                    await web.ask(service, url)
            with pytest.raises(ServiceFailed, match="pdf_hosts in config"):
                await web.ask("pdf", "https://evil.example/paper.pdf")

    for name in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    asyncio.run(run())


def test_logs_hold_no_key(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def work(web: Web) -> Answer:
        base = web.settings.services.s2
        return await web.ask(
            "s2",
            f"{base}/graph/v1/paper/search/match",
            params={"query": "garden", "fields": "title"},
            secrets={"x-api-key": "secret-key"},
            answers=(200, 404),
        )

    with caplog.at_level(logging.DEBUG), running() as services:
        with_web(services, tmp_path, work)
        assert services.log[0].headers["x-api-key"] == "secret-key"
    assert caplog.text
    assert "secret-key" not in caplog.text
