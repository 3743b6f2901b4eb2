"""Connections for one piece of work, which asks so often and takes so much and no more."""

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any, Protocol

from citeloom.papers.web.answer import Answer
from citeloom.settings import NetworkSettings


class Asking(Protocol):
    """What services ask through; see ``Web``."""

    @property
    def settings(self) -> NetworkSettings:
        """Where services are."""

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
        largest: int = 32 << 20,
    ) -> Answer:
        """Ask a service and return its answer; see ``Web.ask``."""


class LimitReached(Exception):  # noqa: N818 (the name says it)
    """No more is asked in this piece of work; the text says which limit was reached."""


class BoundedWeb:
    """Asks through a ``Web`` until a number of requests, or of bytes, is reached.

    A request counts once, however often it has to be tried. The last answer may exceed the bytes.
    """

    def __init__(self, web: Asking, requests: Mapping[str, int], most_bytes: int) -> None:
        self._web = web
        self._requests = requests
        self._most_bytes = most_bytes
        self._bytes = 0
        self.asked: Counter[str] = Counter()

    @property
    def settings(self) -> NetworkSettings:
        """Where services are."""
        return self._web.settings

    async def ask(self, service: str, url: str, **given: Any) -> Answer:
        """Ask a service and return its answer; see ``Web.ask``.

        Raises
        ------
        LimitReached
            If no more may be asked.
        ServiceFailed
            As ``Web.ask`` does.
        """
        most = self._requests.get(service, 0)
        if self.asked[service] >= most:
            raise LimitReached(f"{most} requests")
        if self._bytes >= self._most_bytes:
            raise LimitReached(f"{self._most_bytes >> 20} MiB of answers")
        self.asked[service] += 1
        answer = await self._web.ask(service, url, **given)
        self._bytes += len(answer.body)
        return answer
