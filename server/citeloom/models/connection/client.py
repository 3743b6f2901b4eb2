"""The connection to an OpenAI-compatible endpoint, and when it is asked again after a fault."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import httpx

from citeloom.models.connection.errors import EndpointErrors, StatusError
from citeloom.models.connection.pace import Pace
from citeloom.models.port import ModelError
from citeloom.papers.web.bodies import BodyRefused, read_body
from citeloom.papers.web.certificates import system_certificates
from citeloom.settings import LOOPBACK

LARGEST_ERROR = 500_000
"""Bytes of an error's body that are read; of a larger one nothing counts but its status."""

MOST_TRIES = 6
"""Tries of one call, the first one included."""

NO_ANSWER = (httpx.HTTPError, BodyRefused, ValueError, TimeoutError)
"""The errors of a call that gets no answer, or one that cannot be read."""


class EndpointClient:
    """Talks to one endpoint, and only to the host of its address.

    It follows no redirect, and it uses no proxy for this machine.

    Parameters
    ----------
    address
        Base address, up to ``/v1``.
    key
        Sent as a bearer token; empty if the endpoint needs none.
    seconds
        How long a connection may take.
    section
        The section of config.toml that says which endpoint it is, for messages.

    Raises
    ------
    ModelError
        If this system's proxy cannot be used.
    """

    def __init__(
        self, address: str, key: str, pace: Pace, seconds: float, section: str = "model"
    ) -> None:
        self.host = urlsplit(address).netloc
        self.errors = EndpointErrors(key, section)
        self._pace = pace
        # What is packed comes in larger pieces, and later.
        headers = {"Accept": "application/json", "Accept-Encoding": "identity"}
        if key:
            headers["Authorization"] = f"Bearer {key}"
        try:
            self._client = httpx.AsyncClient(
                base_url=address,
                headers=headers,
                # How long an answer may take is decided by who asks.
                timeout=httpx.Timeout(None, connect=seconds),
                limits=httpx.Limits(max_connections=None),
                # Reading the certificates takes a tenth of a second; without TLS none are needed.
                verify=urlsplit(address).scheme != "http" and system_certificates(),
                trust_env=urlsplit(address).hostname not in LOOPBACK,
                event_hooks={"response": [self._check_status]},
            )
        except (ValueError, ImportError):
            raise ModelError(
                "this system's proxy is of an unsupported kind",
                "set HTTPS_PROXY to an HTTP proxy, and unset ALL_PROXY",
            ) from None

    async def _check_status(self, response: httpx.Response) -> None:
        """Heed what an endpoint says of its pace; raise StatusError where it gives no answer.

        So httpx looks at no address that it sends its callers to.
        """
        self._pace.heed(response.headers)
        if response.is_success:
            return
        encoding = response.headers.get("content-encoding", "")
        try:
            said = await read_body(response.aiter_raw(), encoding, LARGEST_ERROR)
        except BodyRefused:
            said = b""
        raise StatusError(response.status_code, response.headers, said)

    async def close(self) -> None:
        await self._client.aclose()

    async def send(self, path: str, body: Mapping[str, Any] | None = None) -> httpx.Response:
        """Send a request and return the response, its body unread; without a body it is a GET.

        Raises
        ------
        StatusError
            If its status is no success.
        """
        method = "GET" if body is None else "POST"
        request = self._client.build_request(method, path, json=body)
        return await self._client.send(request, stream=True)

    def wait_after_status(self, error: StatusError, tries: int, model: str) -> float:
        """Return how long to wait before another try; raise the error if no try can help."""
        wait = None
        if problem := self.errors.permanent_error(error, self.host, model):
            raise problem from None
        if (error.status in (408, 409, 429) or error.status >= 500) and tries < MOST_TRIES:
            wait = self._pace.next_try(tries, error.headers)
        if wait is None:
            raise self.errors.error_after_tries(error, self.host) from None
        return wait

    def wait_after_no_answer(self, error: Exception, tries: int) -> float:
        """Return how long to wait before another try; raise the error if no try can help."""
        most = self.errors.most_tries(error, MOST_TRIES)
        wait = self._pace.next_try(tries, {}) if tries < most else None
        if wait is None:
            raise self.errors.no_answer_error(error, self.host) from None
        return wait
