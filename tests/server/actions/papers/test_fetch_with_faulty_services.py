"""A whole fetch while one service does wrong: nothing lost, nothing blocked, no wrong paper."""

from pathlib import Path

import pytest

from citeloom.papers.outcome import Status
from services.faults import Fault
from services.whole_fetch import DOWN_BESIDE, MEANT, SERVICES, is_another, whole

LONGEST_WAIT = 150.0
"""Seconds, over all services: back-off, rests that are kept, and the pace itself."""

KNOWN_TO_OTHERS = {
    "s2": set(MEANT),
    "arxiv": set(MEANT),
    "crossref": {"garden", "preprint", "teacup"},
    "europepmc": {"preprint"},
    "datacite": {"garden", "graphs", "teacup"},
    "hal": {"preprint"},
    "openalex": {"preprint"},
}


@pytest.mark.slow
@pytest.mark.parametrize("service", SERVICES)
@pytest.mark.parametrize("fault", Fault)
def test_a_fault_loses_nothing_blocks_nothing_and_finds_no_wrong_paper(
    service: str, fault: Fault, tmp_path: Path
) -> None:
    came = whole(service, fault, tmp_path)
    assert came.faulty.keys() == MEANT.keys()
    for key, one in came.faulty.items():
        assert not is_another(one, MEANT[key])
        failed = {failure.service for failure in one.outcome.failures}
        assert failed <= {service, *DOWN_BESIDE[service]}
        assert one.outcome.status is (Status.MATCHED if one.abstract else Status.FAILED)
        # What a service that is well knows is found in spite of the fault.
        assert one.abstract or key not in KNOWN_TO_OTHERS[service]
    assert came.requests[service] > 0
    assert came.waited <= LONGEST_WAIT
    assert all(one.abstract for one in came.after.values())
    assert not any(is_another(one, MEANT[key]) for key, one in came.after.items())
