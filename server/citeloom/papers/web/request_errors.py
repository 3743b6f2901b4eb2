"""The errors of requests, in words that a person can act on."""

import ssl

import httpx

from citeloom.papers.web.bodies import BodyBrokenOff, BodyRefused

MAY_PASS = frozenset({408, 425, 429, 500, 502, 503, 504})
REFUSED = frozenset({401, 403, 407, 451})


class RequestError(Exception):
    """A request that failed.

    Parameters
    ----------
    reason
        What happened.
    may_pass
        Whether trying again may help.
    status
        The status that was answered; 0 where there was none.
    wait
        Seconds that the service asks us to wait; None where it did not say.
    unreachable
        Whether there was no answer at all; the user is told soon, as the machine may be offline.
    slow
        Whether the answer took longer than it may.
    """

    def __init__(
        self,
        reason: str,
        may_pass: bool = False,
        status: int = 0,
        wait: float | None = None,
        *,
        unreachable: bool = False,
        slow: bool = False,
    ) -> None:
        super().__init__(reason)
        self.reason, self.may_pass, self.status, self.wait = reason, may_pass, status, wait
        self.unreachable, self.slow = unreachable, slow


def status_error(status: int, wait: float | None, with_key: bool) -> RequestError:
    """Return the error that a status other than those documented means."""
    if status == 429:
        reason = "it was asked too often (429); try again later"
    elif status in REFUSED and with_key:
        reason = f"it refused the request ({status}): the key may be wrong or have lapsed"
    elif status in REFUSED:
        reason = f"it refused the request ({status}); it may not want requests from this network"
    elif status in (404, 410):
        reason = (
            f"it found nothing at this address ({status}): is the address in your settings right?"
        )
    elif status >= 500:
        reason = f"it has an internal error ({status}); try again later"
    else:
        reason = f"it did not accept the request ({status})"
    return RequestError(reason, status in MAY_PASS, status, wait)


def request_error(error: Exception, proxy: str = "") -> RequestError:
    """Return the error that a network error means; ``proxy`` is the proxy used, if any."""
    if isinstance(error, BodyRefused) and not isinstance(error, BodyBrokenOff):
        return RequestError(str(error))
    if isinstance(error, httpx.ConnectTimeout):
        by = f"the system's proxy, {proxy}," if proxy else "it"
        return RequestError(f"{by} did not answer in time; try again later", True, unreachable=True)
    if isinstance(error, httpx.TimeoutException | TimeoutError):
        return RequestError("it did not answer in time; try again later", True, slow=True)
    if _has_cause(error, ssl.SSLCertVerificationError):
        return RequestError(
            "its certificate is not trusted here; if your network has its own certificate, set "
            "SSL_CERT_FILE to it"
        )
    if isinstance(error, httpx.ProxyError):
        named = f", {proxy}," if proxy else ""
        reason = f"the system's proxy{named} refused the connection"
        return RequestError(reason, True, unreachable=True)
    if isinstance(error, httpx.ConnectError | OSError):
        by = f"the system's proxy, {proxy}," if proxy else "it"
        reason = f"{by} cannot be reached; is this machine online?"
        return RequestError(reason, True, unreachable=True)
    if isinstance(error, httpx.TransportError | BodyBrokenOff):
        return RequestError("the connection broke off; try again later", may_pass=True)
    return RequestError("it returned an invalid address")


def _has_cause(error: BaseException | None, kind: type[BaseException]) -> bool:
    while error is not None:
        if isinstance(error, kind):
            return True
        error = error.__cause__ or error.__context__
    return False
