"""Many titles while a service is down: it is left alone soon, and each entry says what it said."""

import socket
from pathlib import Path

import pytest

from citeloom.papers.outcome import Status
from citeloom.papers.web.manners import ATTEMPTS, ATTEMPTS_TO_REACH, FAILURES
from citeloom.papers.web.sent_log import SentLog
from citeloom.settings import NetworkSettings, Services, asked_services
from services.fake_clock import FakeClock
from services.faults import Fault
from services.running import running
from services.whole_fetch import fetched, project

TITLES = 40
BIB = "".join(
    f"@misc{{k{n}, title={{Nobody Wrote Number {n}}}, author={{Doe, J.}}, year=2020}}\n"
    for n in range(TITLES)
)
DRAFT = (
    r"\documentclass{article}\begin{document}\nocite{*}"
    + "".join(rf"\cite{{k{n}}} " for n in range(TITLES))
    + r"\bibliography{refs}\end{document}"
)


@pytest.mark.parametrize(
    "fault",
    [Fault.UNAVAILABLE, Fault.BAD_GATEWAY, Fault.RESET, Fault.TOO_MANY, Fault.UNAUTHORIZED,
     Fault.WRONG_JSON],
)  # fmt: skip
def test_a_service_that_is_down_gets_few_requests_and_every_entry_says_so(
    fault: Fault, tmp_path: Path
) -> None:
    main = project(tmp_path / "draft", DRAFT, BIB)
    with running(faults={"s2": fault}) as services:
        came = fetched(services.settings(), main, tmp_path / "data")
        assert 0 < services.count("s2") <= FAILURES * ATTEMPTS
    assert len(came) == TITLES
    for one in came.values():
        assert one.outcome.status is Status.FAILED
        ((service, said),) = {(it.service, it.reason) for it in one.outcome.failures}
        assert (service, bool(said)) == ("s2", True)


def test_where_nothing_listens_every_entry_says_so(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        nobody = f"http://127.0.0.1:{free.getsockname()[1]}"
        network = NetworkSettings(services=Services(**dict.fromkeys(Services.model_fields, nobody)))
        clock = FakeClock()
        main = project(tmp_path / "draft", DRAFT, BIB)
        came = fetched(network, main, tmp_path / "data", clock=clock)
    tried = sum(one.requests for one in SentLog(tmp_path / "data").read())
    assert 0 < tried <= len(asked_services(Services())) * 2 * ATTEMPTS_TO_REACH
    assert clock.slept < 30
    for one in came.values():
        assert one.outcome.status is Status.FAILED
        said = {it.service: it.reason for it in one.outcome.failures}
        assert said.keys() >= {"s2", "crossref"}
        assert all("cannot be reached" in words for words in said.values())
