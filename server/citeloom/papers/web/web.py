"""Asks services over the network, politely and within limits."""

import asyncio
import random
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Self

import httpx

from citeloom.papers.web.addresses import (
    PDF_HOSTS,
    AddressRefused,
    AllowList,
    Resolve,
    system_resolve,
)
from citeloom.papers.web.answer import Answer
from citeloom.papers.web.bodies import BodyRefused, not_too_slow, read_body
from citeloom.papers.web.clients import Clients, Timeouts
from citeloom.papers.web.clock import Clock
from citeloom.papers.web.limiter import Limiter
from citeloom.papers.web.rates import allowed_interval, retry_after, used_up_for
from citeloom.papers.web.receiver import Receiver
from citeloom.papers.web.request_errors import REFUSED, RequestError, request_error, status_error
from citeloom.papers.web.request_queue import SharedQueue
from citeloom.papers.web.sent_log import SentLog
from citeloom.papers.web.service_failed import ServiceFailed
from citeloom.papers.web.service_limits import (
    ATTEMPTS,
    ATTEMPTS_AT_SLOW,
    ATTEMPTS_TO_REACH,
    FIRST_WAIT,
    LONGEST_WAIT,
    PATIENCE,
    REST,
    SERVICE_LIMITS,
)
from citeloom.papers.web.web_request import WebRequest
from citeloom.settings import OFF, NetworkSettings, Services

LARGEST = 32 << 20
"""Bytes that an answer may have where nothing else is said."""

REDIRECTS = 5
"""How many redirects are followed."""

_ON_THE_WAY = (
    httpx.HTTPError,
    httpx.InvalidURL,
    BodyRefused,
    OSError,
    UnicodeError,
)
_REDIRECTING = frozenset({301, 302, 303, 307, 308})
_KEEPS_METHOD = frozenset({307, 308})


class Web:
    """All of the program's connections to services of papers; an asynchronous context manager.

    Parameters
    ----------
    settings
        Where services are, the user's contact and key, and further hosts of PDFs.
    data_folder
        The user's data folder, in which processes agree on their turns.
    clock, timeouts, resolve, chance
        For tests: time, its limits in seconds, names of hosts, and a number from 0 up to 1.
    """

    def __init__(
        self,
        settings: NetworkSettings,
        data_folder: Path,
        *,
        clock: Clock | None = None,
        timeouts: Timeouts | None = None,
        resolve: Resolve = system_resolve,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self.settings = settings
        self._folder = data_folder / "turns"
        self._log = SentLog(data_folder)
        self._clock = clock or Clock()
        self._timeouts = timeouts or Timeouts()
        self._chance = chance
        self._limiters: dict[str, Limiter] = {}
        self._clients = Clients(_allow_list(settings), self._timeouts, settings.contact, resolve)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._clients.close()

    async def ask(
        self,
        service: str,
        url: str,
        *,
        params: Mapping[str, str] | None = None,
        json: object = None,
        secrets: Mapping[str, str] | None = None,
        accept: str = "application/json",
        answers: Collection[int] = (200,),
        largest: int = LARGEST,
    ) -> Answer:
        """Ask a service and return its answer, after as many attempts as are worth while.

        Parameters
        ----------
        service
            A key of ``SERVICE_LIMITS``: its pace is kept, and an error names it. ``pdf`` is
            any host of PDFs, each with a pace of its own.
        url, params
            The address and what is added to it.
        json
            Sent as JSON by POST where it is given.
        secrets
            Headers that no other host gets where this one redirects.
        accept
            Media types that are understood.
        answers
            The statuses that are answers; with any other the service has failed.
        largest
            Bytes that the answer may have, as sent and decompressed.

        Raises
        ------
        ServiceFailed
            If there is no such answer, or the service is being left alone.
        """
        try:
            address = httpx.URL(url, params=dict(params)) if params else httpx.URL(url)
        except httpx.InvalidURL:
            raise ServiceFailed(service, "its address is not valid") from None
        question = WebRequest(
            service, address, json, dict(secrets or {}), accept, frozenset(answers), largest
        )
        return await self._ask_repeatedly(lambda: question)

    async def download(self, service: str, url: str, receiver: Receiver) -> None:
        """Fetch a file that is too large for memory; ``receiver`` writes it piece by piece.

        Raises
        ------
        ServiceFailed
            If the service does not send it.
        NotKept
            If the receiver refuses it.
        """
        address = httpx.URL(url)
        answers = frozenset({200, 304})
        await self._ask_repeatedly(
            lambda: WebRequest(
                *(service, address, None, {}, "*/*", answers),
                headers=receiver.headers(),
                receiver=receiver,
            )
        )

    async def _ask_repeatedly(self, question: Callable[[], WebRequest]) -> Answer:
        """Ask as often as is worth while; the question is made anew for each attempt."""
        asked_to_wait = 0.0
        for attempt in range(ATTEMPTS):
            request = question()
            service, limiter = request.service, self._limiter(request.service, request.url.host)
            try:
                answer = await self._ask_and_follow(request, limiter)
            except RequestError as failed:
                asked_to_wait += failed.wait or 0.0
                self._prepare_retry(failed, limiter, service, attempt, asked_to_wait)
            else:
                limiter.note_success()
                return answer
        raise AssertionError("the last attempt returns or raises")

    def _prepare_retry(
        self,
        failed: RequestError,
        limiter: Limiter,
        service: str,
        attempt: int,
        asked_to_wait: float,
    ) -> None:
        """Set the wait before the next attempt; raise ServiceFailed if there is none.

        ``asked_to_wait`` are the seconds that the service has asked for over all attempts.
        """
        reason = failed.reason
        if failed.wait is not None and failed.wait > PATIENCE:
            reason = f"it asks for a pause of {_duration(failed.wait)} ({failed.status})"
            limiter.rest(failed.wait, reason)
        elif asked_to_wait > PATIENCE:
            limiter.rest(REST, reason)
        elif failed.may_pass and attempt + 1 < _attempts(failed):
            longest = min(LONGEST_WAIT, FIRST_WAIT * 2**attempt)
            limiter.hold((failed.wait or 0.0) + self._chance() * longest)
            return
        elif failed.status in REFUSED or failed.unreachable:
            limiter.rest(REST, reason)
        elif not 400 <= failed.status < 429:
            limiter.note_failure(reason)
        raise ServiceFailed(service, reason) from failed

    async def _ask_and_follow(self, question: WebRequest, limiter: Limiter) -> Answer:
        """Ask, and follow redirects hop by hop, each in a turn of its own."""
        for hop in range(REDIRECTS + 1):
            async with limiter.turn():
                try:
                    whole = None if question.receiver else self._timeouts.whole
                    async with asyncio.timeout(whole):
                        reply = await self._ask_once(question, limiter)
                except AddressRefused as error:
                    raise RequestError(f"it redirects; {error}" if hop else str(error)) from error
                except _ON_THE_WAY as error:
                    raise request_error(error) from error
            if isinstance(reply, Answer):
                return reply
            question = reply
        raise RequestError("it redirects in a circle")

    async def _ask_once(self, question: WebRequest, limiter: Limiter) -> Answer | WebRequest:
        """Ask once; return the answer, or what to ask instead."""
        route = await self._clients.route(question.url)
        requests = question.requests(route)
        self._note(question.url.host, requests[0])
        try:
            # Headers may come a byte at a time, which no limit on a single read notices.
            async with asyncio.timeout(self._timeouts.connect + self._timeouts.read):
                response = await _send_first(route.client, requests)
        except httpx.HTTPError as error:
            raise request_error(error, route.proxy) from error
        try:
            headers, status = response.headers, response.status_code
            if (interval := allowed_interval(headers)) is not None:
                limiter.slow_down(interval)
            if status in question.answers:
                sent = not_too_slow(
                    response.aiter_raw(), self._timeouts.grace, self._timeouts.slowest
                )
                if question.receiver is not None:
                    await question.receiver.take(status, headers, sent)
                    return Answer(question.service, status, "", b"")
                encoding = headers.get("content-encoding", "")
                body = await read_body(sent, encoding, question.largest)
                kind = headers.get("content-type", "").lower()
                return Answer(question.service, status, kind, body)
            if status in _REDIRECTING and "location" in headers:
                if question.json is not None and status not in _KEEPS_METHOD:
                    raise RequestError("it redirects a request that cannot be redirected")
                return question.redirected_to(headers["location"])
            now = self._clock.time()
            wait = retry_after(headers, now)
            if wait is None and status == 429:
                wait = used_up_for(headers, now)
            raise status_error(status, wait, bool(question.secrets))
        finally:
            await response.aclose()

    def _note(self, host: str, request: httpx.Request) -> None:
        """Log a request before it leaves this machine; if that fails, it is not sent."""
        head = len(request.method) + len(request.url.raw_path)
        head += sum(len(name) + len(value) for name, value in request.headers.raw)
        try:
            self._log.add(host, head + len(request.content), self._clock.time())
        except OSError as error:
            why = f"the log of what is sent cannot be written ({error.strerror}): nothing was sent"
            raise RequestError(why) from error

    def _limiter(self, service: str, host: str) -> Limiter:
        if service == "pdf" and (host == "arxiv.org" or host.endswith(".arxiv.org")):
            service = "arxiv"
        name = f"pdf {host}" if service == "pdf" else service
        if name not in self._limiters:
            limit = SERVICE_LIMITS[service]
            turns = SharedQueue(self._folder, service, self._clock) if limit.shared else None
            self._limiters[name] = Limiter(service, limit, self._clock, turns)
        return self._limiters[name]


async def _send_first(client: httpx.AsyncClient, requests: list[httpx.Request]) -> httpx.Response:
    """Send the first request whose address can be connected to."""
    for request in requests[:-1]:
        try:
            return await client.send(request, stream=True)
        except (httpx.ConnectError, httpx.ConnectTimeout):
            continue
    return await client.send(requests[-1], stream=True)


def _attempts(failed: RequestError) -> int:
    if failed.unreachable:
        return ATTEMPTS_TO_REACH
    return ATTEMPTS_AT_SLOW if failed.slow else ATTEMPTS


def _duration(seconds: float) -> str:
    """Return a number of seconds in words."""
    minutes = round(seconds / 60)
    return f"{minutes} minutes" if minutes < 120 else f"{round(minutes / 60)} hours"


def _allow_list(settings: NetworkSettings) -> AllowList:
    """Return the addresses that may be asked; those that the settings change are named."""
    usual = Services().model_dump()
    used = settings.services.model_dump()
    on = {service: address for service, address in used.items() if settings.services.is_on(service)}
    named = [address for service, address in on.items() if address != usual[service]]
    hosts = {httpx.URL(usual[service]).host for service in on if usual[service] != OFF}
    return AllowList(named, hosts | PDF_HOSTS | set(settings.pdf_hosts))
