"""What becomes of every fault at every service, as a value and as a table.

``PYTHONPATH=latex:server:tests python -m services.outcomes`` prints the table.
"""

import asyncio
import tempfile
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from citeloom.papers.found import Found
from citeloom.papers.services.arxiv import Arxiv
from citeloom.papers.services.crossref import Crossref
from citeloom.papers.services.datacite import DataCite
from citeloom.papers.services.europe_pmc import EuropePmc
from citeloom.papers.services.hal import Hal
from citeloom.papers.services.inspire import Inspire
from citeloom.papers.services.openalex import OpenAlex
from citeloom.papers.services.port import Service
from citeloom.papers.services.semantic_scholar import SemanticScholar
from citeloom.papers.web.clients import Timeouts
from citeloom.papers.web.service_failed import ServiceFailed
from citeloom.papers.web.web import Web
from services.fake_clock import FakeClock
from services.faults import Fault
from services.patience import patiently
from services.running import running
from services.sample import SAMPLE

SERVICES: Mapping[str, Callable[[Web], Service]] = {
    "s2": SemanticScholar,
    "arxiv": Arxiv,
    "crossref": Crossref,
    "openalex": OpenAlex,
    "europepmc": EuropePmc,
    "inspire": Inspire,
    "datacite": DataCite,
    "hal": Hal,
}
ASKED = SAMPLE[:1]
"""One paper that all services know, so that each takes one request for it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of asking all services while one of them was faulty.

    ``found`` is what the faulty one said in the end, ``said`` why it failed; ``requests`` is what
    it was sent and ``waited`` the seconds that were slept for it; ``others`` are the services
    that answered as if nothing were wrong.
    """

    found: Mapping[str, Found]
    said: str
    requests: int
    waited: float
    others: frozenset[str]


def outcome(service: str, fault: Fault, *, once: bool, folder: Path) -> Outcome:
    """Ask all services at a time, one of which has a fault, for one request or for all."""
    well = {*SERVICES} - {service}
    return patiently(
        fault,
        partial(_outcome, service, fault, once),
        lambda came: came.others == well and bool(came.found) == once,
        folder,
    )


def _outcome(service: str, fault: Fault, once: bool, timeouts: Timeouts, folder: Path) -> Outcome:
    faults = {service: [fault] if once else fault}
    with running(faults=faults) as services:
        clock = FakeClock()

        async def ask() -> dict[str, Mapping[str, Found] | BaseException]:
            network = services.settings()
            async with Web(
                network,
                folder,
                clock=clock,
                timeouts=timeouts,
                chance=lambda: 1.0,
            ) as web:
                answers = await asyncio.gather(
                    *(kind(web).by_ids(ASKED) for kind in SERVICES.values()),
                    return_exceptions=True,
                )
            return dict(zip(SERVICES, answers, strict=True))

        answers = asyncio.run(ask())
        own = answers.pop(service)
        if isinstance(own, BaseException) and not isinstance(own, ServiceFailed):
            raise own
        well = (name for name, one in answers.items() if isinstance(one, Mapping) and one)
        return Outcome(
            found={} if isinstance(own, BaseException) else own,
            said=str(own) if isinstance(own, BaseException) else "",
            requests=services.count(service),
            waited=clock.slept,
            others=frozenset(well),
        )


def table() -> str:
    """Return the outcomes as Markdown, services with the same outcome together."""
    lines = [
        "| fault | services | once | always | requests | seconds waited |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for fault in Fault:
        alike: dict[tuple[str, str, int, int], list[str]] = defaultdict(list)
        for service in SERVICES:
            with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
                once = outcome(service, fault, once=True, folder=Path(one))
                always = outcome(service, fault, once=False, folder=Path(other))
            said = always.said.partition(": ")[2] or "not found"
            then = "found" if once.found else "fails" if once.said else "not found"
            alike[then, said, always.requests, round(always.waited)].append(service)
        for (then, said, requests, waited), services in alike.items():
            names = "all" if len(services) == len(SERVICES) else ", ".join(services)
            lines.append(f"| {fault} | {names} | {then} | {said} | {requests} | {waited} |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(table())
