"""The errors of an endpoint in words for the user: short, and without the key."""

import json
import re
import socket
import ssl
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

import httpx

from citeloom.models.answer_stream import BrokenAnswerError, HiddenKey
from citeloom.models.port import (
    RUN_AGAIN,
    ContextTooLongError,
    KeyWantedError,
    ModelError,
    RefusedError,
)
from citeloom.models.refusals import FILTER, TOO_LONG
from citeloom.settings import SET_KEY
from citeloom.visible import shorten

_QUOTA = re.compile(r"insufficient_quota|exceeded your current quota|billing|credit", re.IGNORECASE)
_KEY = re.compile(r"\b(sk|key)-[\w*-]{6,}")
_LONGEST = 300
_NOT_THERE = (ConnectionRefusedError, socket.gaierror)
_TRIES_OF_NOT_THERE = 3
"""If nothing runs there, or the host is unknown, waiting seconds will hardly help."""


@dataclass(eq=False)
class StatusError(Exception):
    """An endpoint answers with a status that is no success; ``body`` says why."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class EndpointErrors:
    """Turns the errors of an endpoint into errors for the user, with the key hidden.

    ``section`` is the section of config.toml that says which endpoint it is.
    """

    def __init__(self, key: str, section: str = "model") -> None:
        self.hidden, self._has_key, self._section = HiddenKey(key), bool(key), section

    def words_of(self, error: StatusError) -> str:
        """Return what the endpoint says about an error."""
        said = error.body.decode("utf-8", "replace")
        with suppress(ValueError, RecursionError):
            found = json.loads(said)
            found = found.get("error", found) if isinstance(found, dict) else None
            fields = found if isinstance(found, dict) else {"message": found}
            parts = (fields.get("message"), fields.get("code"), fields.get("type"))
            said = " ".join(str(part) for part in parts if part) or said
        return self.clean(said) or "no reason given"

    def permanent_error(self, error: StatusError, host: str, model: str) -> ModelError | None:
        """Return the error if no further try can help; None if it may pass."""
        status, said = error.status, self.words_of(error)
        if status in (400, 403, 422, 451, 500) and FILTER.search(said):
            return RefusedError(f"{host} does not accept this text ({status}: {said})", said)
        if status == 413 or (status in (400, 422, 500) and TOO_LONG.search(said)):
            return ContextTooLongError(f"{host}: the text is too long for {model}: {said}")
        if status in (401, 403):
            what = "rejects the key" if self._has_key else "needs a key"
            advice = f"{SET_KEY}; 'citeloom doctor' says which one is used"
            return KeyWantedError(f"{host} {what} ({status}: {said})", advice)
        if status == 404:
            missing = f"{host} has no model '{model}' at this address (404: {said})"
            advice = f"see {self._section}.name and {self._section}.address in config.toml"
            return ModelError(missing, advice)
        if status == 402 or (status == 429 and _QUOTA.search(said)):
            advice = f"increase it there, or name another model in config.toml; then {RUN_AGAIN}"
            return ModelError(f"{host}: the account's quota is used up ({said})", advice)
        if 300 <= status < 400:
            where = error.headers.get("location", "")
            return ModelError(
                f"{host} redirects to {self.clean(where) or 'another address'} ({status}); "
                f"Citeloom uses only the address in {self._section}.address",
                "if the new address is right, put it into config.toml",
            )
        return None

    def error_after_tries(self, error: StatusError, host: str) -> ModelError:
        """Return the error for a call that failed at every try."""
        status = error.status
        advice = ""
        if status == 429:
            advice = f"wait a while, lower {self._section}.concurrency in config.toml, or name"
            advice += f" another model; then {RUN_AGAIN}"
        elif status >= 500 or status in (408, 409):
            advice = f"wait a while, or name another model in config.toml; then {RUN_AGAIN}"
        return ModelError(f"{host} answers {status}: {self.words_of(error)}", advice)

    def most_tries(self, error: Exception, most: int) -> int:
        """Return how often to try when no answer comes; few times if waiting cannot help."""
        cause = _root(error)
        if isinstance(cause, ssl.SSLCertVerificationError):
            return 1
        if isinstance(error, BrokenAnswerError) and FILTER.search(str(error)):
            return 1
        return _TRIES_OF_NOT_THERE if isinstance(cause, _NOT_THERE) else most

    def no_answer_error(self, error: Exception, host: str) -> ModelError:
        """Return the error for an answer that did not come or cannot be read."""
        if isinstance(error, BrokenAnswerError) and FILTER.search(str(error)):
            return RefusedError(f"{host} does not accept this text ({self.clean(str(error))})", "")
        if isinstance(error, httpx.TimeoutException | TimeoutError):
            advice = f"wait a while, or increase {self._section}.timeout in config.toml; "
            advice += f"then {RUN_AGAIN}"
            return ModelError(f"{host} did not answer in time", advice)
        said = self.clean(str(error)) or type(error).__name__
        advice = f"check that it is running and that this machine can reach it; then {RUN_AGAIN}"
        root = _root(error)
        if isinstance(root, _NOT_THERE):
            nobody = "the connection was refused"
            if isinstance(root, socket.gaierror):
                nobody = "unknown host, or this machine is offline"
            return ModelError(f"{host} cannot be reached: {nobody}", advice)
        if isinstance(root, ssl.SSLCertVerificationError):
            advice = "set SSL_CERT_FILE to a file with your institution's certificate"
            return ModelError(f"{host} has a certificate that is not trusted: {said}", advice)
        return ModelError(f"{host} cannot be reached or gave an invalid answer: {said}", advice)

    def clean(self, text: str) -> str:
        """Return a text on one line, shortened, with keys hidden."""
        return shorten(_KEY.sub("***", " ".join(self.hidden.hide(text).split())), _LONGEST)


def _root(error: BaseException) -> BaseException:
    """Return the first cause of an error."""
    while (cause := error.__cause__ or error.__context__) is not None:
        # A host may have several addresses (``localhost``); the error of the first stands for all.
        error = cause.exceptions[0] if isinstance(cause, BaseExceptionGroup) else cause
    return error
