"""The connection to an OpenAI-compatible endpoint, and when it is asked again after a fault."""

import logging
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import httpx2
import openai

from citeloom.models.connection.errors import EndpointErrors
from citeloom.models.connection.pace import Pace
from citeloom.papers.web.bodies import BodyRefused, read_body
from citeloom.papers.web.certificates import system_certificates
from citeloom.settings import LOOPBACK

LARGEST_ERROR = 500_000
"""Bytes of an error's body that are read; of a larger one nothing counts but its status."""

_OF_THE_BODY = frozenset({"content-encoding", "content-length", "transfer-encoding"})


class BoundedErrorsClient(openai.DefaultAsyncHttpxClient):
    """Reads what comes with an error: the library above would read and unpack all of it.

    Bodies of answers are left unread, for their reader.
    """

    async def send(self, request: httpx2.Request, **options: Any) -> httpx2.Response:
        response = await super().send(request, **{**options, "stream": True})
        if response.is_success:
            if not options.get("stream"):
                await response.aread()
            return response
        encoding = response.headers.get("content-encoding", "")
        try:
            body = await read_body(response.aiter_raw(), encoding, LARGEST_ERROR)
        except BodyRefused:
            body = b""
        finally:
            await response.aclose()
        headers = [pair for pair in response.headers.multi_items() if pair[0] not in _OF_THE_BODY]
        return httpx2.Response(response.status_code, headers=headers, content=body, request=request)


MOST_TRIES = 6
"""Tries of one call, the first one included."""

NO_ANSWER = (openai.APIError, httpx2.HTTPError, BodyRefused, ValueError, TimeoutError)
"""The errors of a call that nobody answers, or answers so that it cannot be read."""

_UNASKED_HEADERS = ("x-stainless-", "openai-")

# With OPENAI_LOG set, the client would log whole requests.
logging.getLogger("openai").setLevel(logging.WARNING)


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
    """

    def __init__(
        self, address: str, key: str, pace: Pace, seconds: float, section: str = "model"
    ) -> None:
        self.host = urlsplit(address).netloc
        self.errors = EndpointErrors(key, section)
        self._key, self._pace = key, pace
        self._client = openai.AsyncOpenAI(
            api_key=key or "none",
            base_url=address,
            # How long an answer may take is decided by who asks.
            timeout=httpx2.Timeout(None, connect=seconds),
            max_retries=0,
            # What is packed comes in larger pieces, and later.
            default_headers={"Accept-Encoding": "identity"},
            http_client=BoundedErrorsClient(
                follow_redirects=False,
                # Reading the certificates takes a tenth of a second; without TLS none are needed.
                verify=urlsplit(address).scheme != "http" and system_certificates(),
                trust_env=urlsplit(address).hostname not in LOOPBACK,
                event_hooks={
                    "request": [self._remove_unasked_headers],
                    "response": [self._heed_headers],
                },
            ),
        )

    async def close(self) -> None:
        await self._client.close()

    async def send(self, path: str, body: Mapping[str, Any] | None = None) -> httpx2.Response:
        """Send a request and return the response, its body unread; without a body it is a GET."""
        # The client's own "create" would walk through the body once more.
        # With this type the client gives the response itself.
        options: Any = {
            "cast_to": httpx2.Response,
            "stream": True,
            "stream_cls": openai.AsyncStream[Any],
        }
        if body is None:
            response: httpx2.Response = await self._client.get(path, **options)
        else:
            response = await self._client.post(path, body=body, **options)
        return response

    def wait_after_status(self, error: openai.APIStatusError, tries: int, model: str) -> float:
        """Return how long to wait before another try; raise the error if no try can help."""
        wait = None
        status = error.status_code
        if problem := self.errors.permanent_error(error, self.host, model):
            raise problem from None
        if (status in (408, 409, 429) or status >= 500) and tries < MOST_TRIES:
            wait = self._pace.next_try(tries, error.response.headers)
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

    async def _heed_headers(self, response: Any) -> None:
        self._pace.heed(response.headers)

    async def _remove_unasked_headers(self, request: Any) -> None:
        """Remove headers that tell about this machine or the user's other accounts."""
        for name in list(request.headers):
            if name.startswith(_UNASKED_HEADERS):
                del request.headers[name]
        if self._key:
            request.headers["Authorization"] = f"Bearer {self._key}"
        else:
            del request.headers["Authorization"]
