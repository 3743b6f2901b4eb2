"""Models that run on the user's own machine; nobody else is asked."""

import json
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPResponse
from time import monotonic
from typing import Any
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


_PLACES = {
    "ollama": ("/api/ps", ("models", "name", "context_length")),
    "lmstudio": ("/api/v0/models", ("data", "id", "loaded_context_length")),
}
"""Where a program says how much a model that it has loaded reads at once, and how.

https://docs.ollama.com/api (ps); https://lmstudio.ai/docs/developer/rest (models)
"""


def context_at(preset: str, address: str, model: str) -> int:
    """Return how many tokens a loaded model of a local program reads at once; 0 if unknown."""
    root = address.removesuffix("/v1")
    if preset not in _PLACES:
        settings = _props_at(address).get("default_generation_settings")
        return told_count(settings.get("n_ctx")) if isinstance(settings, dict) else 0
    path, (entries, name, context) = _PLACES[preset]
    found = _json_at(f"{root}{path}")
    listed = found.get(entries) if isinstance(found, dict) else None
    for entry in listed if isinstance(listed, list) else ():
        if isinstance(entry, dict) and entry.get(name) in (model, f"{model}:latest"):
            return told_count(entry.get(context))
    return 0


def slots_at(address: str) -> int:
    """Return how many calls a program on this machine answers at once; 0 if it does not say."""
    return told_count(_props_at(address).get("total_slots"))


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
    found = _json_at(f"{address}/models")
    try:
        return tuple(str(model["id"]) for model in found["data"][:_MOST_MODELS])
    except (KeyError, TypeError):
        return None


def _props_at(address: str) -> Mapping[str, Any]:
    """Return what llama.cpp's server says of itself; nothing where another program answers.

    https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md (props)
    """
    found = _json_at(f"{address.removesuffix('/v1')}/props")
    return found if isinstance(found, dict) else {}


def _json_at(address: str) -> Any:
    """Return the JSON answer of a local address; None if there is none that can be read."""
    parts = urlsplit(address)
    if parts.hostname is None or parts.hostname not in LOOPBACK:
        return None
    try:
        with closing(HTTPConnection(parts.hostname, parts.port, timeout=SECONDS)) as connection:
            connection.request("GET", parts.path)
            response = connection.getresponse()
            return json.loads(_body(response)) if response.status == 200 else None
    except (OSError, HTTPException, ValueError, RecursionError):
        return None


def told_count(given: Any) -> int:
    """Return a number that a program tells of itself; 0 for what is none."""
    return given if type(given) is int and 0 < given < 10**9 else 0


def _body(response: HTTPResponse) -> bytes:
    """Return the body; raise ValueError if it is too large, or comes drop by drop."""
    body, end = bytearray(), monotonic() + _SECONDS_OF_BODY
    while piece := response.read1(_LARGEST):
        body += piece
        if len(body) > _LARGEST or monotonic() > end:
            raise ValueError("the answer is too long, or does not end")
    return bytes(body)
