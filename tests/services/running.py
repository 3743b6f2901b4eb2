"""Loopback servers that behave as the services do, faults included.

with running(papers, faults={"s2": Fault.UNAVAILABLE}) as services:
    async with Web(services.settings(), data_folder, clock=FakeClock()) as web: ...
    assert services.count("crossref") == 1
"""

import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, unquote, urlsplit

from pydantic import SecretStr

from citeloom.papers.paper import Paper
from citeloom.settings import NetworkSettings, Services
from services.acl_anthology_service import AclAnthologyService
from services.arxiv_service import ArxivService
from services.crossref_service import CrossrefService
from services.datacite_service import DataCiteService
from services.europe_pmc_service import EuropePmcService
from services.faults import Fault
from services.hal_service import HalService
from services.inspire_service import InspireService
from services.misbehaving import misbehave, send
from services.openalex_service import OpenAlexService
from services.sample import SAMPLE
from services.seen import Reply, Seen
from services.semantic_scholar_service import SemanticScholarService
from services.title_index import TitleIndex

Faults = Mapping[str, Fault | Sequence[Fault | None]]
"""By service: a fault for all requests, or what is wrong with each in turn (then nothing)."""

Files = Mapping[str, tuple[str, bytes]]
"""Path to media type and bytes: ``/pdf/1905.01234`` to ``("application/pdf", b"%PDF-…")``."""


@dataclass
class Running:
    """Services that run: their base addresses, and the requests that they saw."""

    addresses: dict[str, str] = field(default_factory=dict)
    log: list[Seen] = field(default_factory=list)

    def settings(
        self,
        contact: str = "someone@example.org",
        s2_key: str = "",
        openalex_key: str = "",
    ) -> NetworkSettings:
        """Return settings that name these services."""
        return NetworkSettings(
            contact=contact,
            services=Services(**self.addresses),
            s2_key=SecretStr(s2_key),
            openalex_key=SecretStr(openalex_key),
        )

    def seen(self, service: str) -> list[Seen]:
        """Return the requests that one service saw."""
        return [one for one in self.log if one.service == service]

    def count(self, service: str) -> int:
        """Return how many requests one service saw."""
        return len(self.seen(service))

    def bytes(self, service: str = "") -> int:
        """Return how many bytes of bodies one service, or all, sent."""
        return sum(one.sent for one in self.log if service in ("", one.service))


@contextmanager
def running(
    papers: Sequence[Paper] = SAMPLE,
    faults: Faults | None = None,
    files: Files | None = None,
    cites: Mapping[str, Sequence[str]] | None = None,
    anthology: AclAnthologyService | None = None,
) -> Iterator[Running]:
    """Run all services over papers, each by the name that it has in ``Services``.

    ``files`` are what ``arxiv_pages`` (``/e-print/ID``, ``/pdf/ID``) serves.
    ``cites`` has by the id of a paper the ids of those that it cites; without it each cites the
    next ones.
    """
    index = TitleIndex(papers)
    replies: dict[str, Callable[[Seen], Reply]] = {
        "s2": SemanticScholarService(index, cites).reply,
        "arxiv": ArxivService(index).reply,
        "arxiv_pages": partial(_file, files or {}),
        "crossref": CrossrefService(index).reply,
        "openalex": OpenAlexService(index, cites).reply,
        "europepmc": EuropePmcService(index).reply,
        "inspire": InspireService(index).reply,
        "datacite": DataCiteService(index).reply,
        "hal": HalService(index).reply,
        "acl_anthology": (anthology or AclAnthologyService()).reply,
    }
    services = Running()
    with ExitStack() as stack:
        for service, reply in replies.items():
            wrong = (faults or {}).get(service, ())
            address = stack.enter_context(_served(service, reply, wrong, services.log))
            services.addresses[service] = address
        yield services


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    # Who comes beside five others before a busy machine accepts them would wait for a second.
    request_queue_size = 128

    def handle_error(self, request: object, client_address: object) -> None:
        # A client that has read enough hangs up.
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def _file(files: Files, seen: Seen) -> Reply:
    if seen.path not in files:
        return Reply(b"Not Found", 404, "text/plain")
    kind, body = files[seen.path]
    return Reply(body, type=kind)


@contextmanager
def _served(
    service: str,
    reply: Callable[[Seen], Reply],
    wrong: Fault | Sequence[Fault | None],
    log: list[Seen],
) -> Iterator[str]:
    next_fault = _faults(wrong)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._answer()

        def do_POST(self) -> None:
            self._answer()

        def log_message(self, *_: object) -> None:
            pass

        def _answer(self) -> None:
            parts = urlsplit(self.path)
            seen = Seen(
                service,
                self.command,
                unquote(parts.path),
                dict(parse_qsl(parts.query)),
                {name.lower(): value for name, value in self.headers.items()},
                self.rfile.read(int(self.headers.get("content-length") or 0)),
                time.monotonic(),
            )
            log.append(seen)
            with suppress(ConnectionError):
                answer = reply(seen)
                fault = next_fault()
                if fault is None:
                    send(self, answer, seen)
                else:
                    misbehave(self, fault, answer, seen)

    server = _Server(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=partial(server.serve_forever, 0.005), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


def _faults(wrong: Fault | Sequence[Fault | None]) -> Callable[[], Fault | None]:
    if isinstance(wrong, Fault):
        return lambda: wrong
    waiting = iter(wrong)
    return lambda: next(waiting, None)
