"""The HTTP client of an endpoint, which reads the bodies of errors with a limit."""

from typing import Any

import httpx2
import openai

from citeloom.papers.web.bodies import BodyRefused, read_body

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
