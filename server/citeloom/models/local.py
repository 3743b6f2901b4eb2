"""Models that run on the user's own machine; nobody else is asked."""

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPResponse
from time import monotonic
from urllib.parse import urlsplit

from citeloom.models.presets import Preset, local_presets
from citeloom.settings import LOOPBACK

SECONDS = 0.5
_SECONDS_OF_BODY = 2.0
_LARGEST = 1_000_000
_MOST_MODELS = 1_000


@dataclass(frozen=True)
class LocalModels:
    """A program that answers at its usual address, and the models that it offers."""

    preset: Preset
    models: tuple[str, ...]


def find_local_models(presets: Sequence[Preset] | None = None) -> tuple[LocalModels, ...]:
    """Return the local programs that answer within half a second; all are asked at once."""
    asked = local_presets() if presets is None else presets
    with ThreadPoolExecutor(len(asked)) as pool:
        found = pool.map(models_at, (preset.address for preset in asked))
        return tuple(
            LocalModels(preset, models)
            for preset, models in zip(asked, found, strict=True)
            if models is not None
        )


def models_at(address: str) -> tuple[str, ...] | None:
    """Return the names of the models at a local address; None if none answers as expected."""
    parts = urlsplit(address)
    if parts.hostname is None or parts.hostname not in LOOPBACK:
        return None
    try:
        with closing(HTTPConnection(parts.hostname, parts.port, timeout=SECONDS)) as connection:
            connection.request("GET", f"{parts.path}/models")
            found = json.loads(_body(connection.getresponse()))
        return tuple(str(model["id"]) for model in found["data"][:_MOST_MODELS])
    except (OSError, HTTPException, ValueError, KeyError, TypeError, RecursionError):
        return None


def _body(response: HTTPResponse) -> bytes:
    """Return the body; raise ValueError if it is too large, or comes drop by drop."""
    body, end = bytearray(), monotonic() + _SECONDS_OF_BODY
    while piece := response.read1(_LARGEST):
        body += piece
        if len(body) > _LARGEST or monotonic() > end:
            raise ValueError("the body does not end")
    return bytes(body)
