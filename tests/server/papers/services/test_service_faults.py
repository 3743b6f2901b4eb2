"""Faults at services: no wrong paper, no endless wait, and the other services go on."""

from pathlib import Path

import pytest
from covering import covering

from citeloom.papers.web.manners import ATTEMPTS
from services.faults import Fault
from services.outcomes import ASKED, SERVICES, outcome

PASSING = {
    Fault.TOO_MANY: "asked too often (429)",
    Fault.TOO_MANY_SECONDS: "asked too often (429)",
    Fault.TOO_MANY_DATE: "asked too often (429)",
    Fault.INTERNAL: "internal error (500)",
    Fault.BAD_GATEWAY: "internal error (502)",
    Fault.UNAVAILABLE: "internal error (503)",
    Fault.SLOW: "did not answer in time",
    Fault.DRIPPING: "did not answer in time",
    Fault.DRIPPING_HEADERS: "did not answer in time",
    Fault.HALF_ZIPPED: "the connection broke off",
    Fault.TOO_MANY_HALF_A_MINUTE: "asked too often (429)",
    Fault.HALF_SENT: "the connection broke off",
    Fault.RESET: "the connection broke off",
}
"""What may pass, and what is said where it does not."""

LASTING = {
    Fault.UNAUTHORIZED: "refused the request (401)",
    Fault.FORBIDDEN: "refused the request (403)",
    Fault.NOT_FOUND: "",  # Services say it in different words.
    Fault.TOO_MANY_TOMORROW: "asks for a pause of 24 hours (429)",
    Fault.TOO_MANY_USED_UP: "asks for a pause of 11 hours (429)",
    Fault.WRONG_JSON: "its answer is not",
    Fault.WRONG_SHAPE: "an unexpected form",
    Fault.WRONG_ENCODING: "its answer is not",
    Fault.REDIRECT_LOOP: "it redirects",
    Fault.REDIRECT_PRIVATE: "it redirects; 127.0.0.1 cannot be asked",
    Fault.ENDLESS: "larger than",
    Fault.GZIP_BOMB: "unpacks to more than",
    Fault.XHTML: "a web page instead of data",
    Fault.HTML: "a web page instead of data",
}
"""What no second attempt mends."""

MOST_REQUESTS, LONGEST = 6, 70.0


def test_every_fault_is_tried() -> None:
    assert {*PASSING, *LASTING} == set(Fault)


@pytest.mark.parametrize(("fault", "service"), covering(Fault, SERVICES))
def test_a_fault_that_lasts_is_told_and_holds_up_nobody(
    service: str, fault: Fault, tmp_path: Path
) -> None:
    came = outcome(service, fault, once=False, folder=tmp_path)
    assert came.found == {}
    assert {**PASSING, **LASTING}[fault] in came.said
    assert came.said
    assert "http" not in came.said
    assert came.requests <= MOST_REQUESTS
    assert came.waited <= LONGEST
    assert came.others == set(SERVICES) - {service}


@pytest.mark.parametrize(("fault", "service"), covering(PASSING, SERVICES))
def test_a_fault_that_passes_costs_time_alone(service: str, fault: Fault, tmp_path: Path) -> None:
    came = outcome(service, fault, once=True, folder=tmp_path)
    assert [one.paper.title for one in came.found.values()] == [ASKED[0].title]
    assert 2 <= came.requests <= ATTEMPTS
    assert came.others == set(SERVICES) - {service}
