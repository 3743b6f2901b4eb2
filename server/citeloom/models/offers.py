"""What an endpoint offers: its models, how much they read at once, and their prices."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from citeloom.models.connection.pace import Pace
from citeloom.models.local import told_count
from citeloom.models.port import ModelError
from citeloom.papers.web.bodies import BodyRefused, read_body

_LARGEST = 20_000_000
_MOST = 2_000
_SECONDS = 20.0
_CONTEXTS = ("context_length", "context_window", "max_model_len", "max_context_length")
_NO_LIST = (404, 405)
_NO_WRITERS = re.compile(
    r"embed|rerank|whisper|\btts\b|-tts|dall-e|moderation|transcribe|-image|bge-|realtime|sora",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class ModelOffer:
    """A model that an endpoint offers.

    ``context`` are the tokens that it reads at once, 0 if that is not told; the prices are in
    dollars for a million tokens, None if they are not.
    """

    name: str
    context: int = 0
    input_price: float | None = None
    output_price: float | None = None


def read_offers(body: object) -> tuple[ModelOffer, ...]:
    """Return the models that write, of a list as endpoints give it."""
    entries = body.get("data") if isinstance(body, Mapping) else None
    offers = (_offer(entry) for entry in (entries if isinstance(entries, list) else ())[:_MOST])
    return tuple(offer for offer in offers if offer and not _NO_WRITERS.search(offer.name))


async def offers_of(address: str, key: str) -> tuple[ModelOffer, ...]:
    """Ask an endpoint for its models; one that has no list of them offers none.

    Raises
    ------
    ModelError
        If it cannot be asked, or does not say.
    """
    from citeloom.models.connection.client import NO_ANSWER, EndpointClient
    from citeloom.models.connection.errors import StatusError

    client = EndpointClient(address, key, Pace(1), _SECONDS)
    host = urlsplit(address).netloc
    try:
        response = await client.send("/models")
        encoding = response.headers.get("content-encoding", "")
        body = await read_body(response.aiter_raw(), encoding, _LARGEST)
        return read_offers(json.loads(client.errors.hidden.hide(body.decode())))
    except StatusError as error:
        if error.status in _NO_LIST:
            return ()
        raise (
            client.errors.permanent_error(error, host, "models")
            or client.errors.error_after_tries(error, host)
        ) from None
    except (*NO_ANSWER, BodyRefused, RecursionError) as error:
        if isinstance(error, ModelError):
            raise
        raise client.errors.no_answer_error(error, host) from None
    finally:
        await client.close()


def _offer(entry: object) -> ModelOffer | None:
    if not isinstance(entry, Mapping) or not isinstance(name := entry.get("id"), str):
        return None
    if not name.isprintable() or not name or len(name) > 200:
        return None
    context = next((count for field in _CONTEXTS if (count := told_count(entry.get(field)))), 0)
    prices = entry.get("pricing")
    prices = prices if isinstance(prices, Mapping) else {}
    return ModelOffer(name, context, _price(prices.get("prompt")), _price(prices.get("completion")))


def _price(given: Any) -> float | None:
    """Return the price of a million tokens, where that of one is given, as OpenRouter does."""
    try:
        price = round(float(given) * 1_000_000, 6)
    except (TypeError, ValueError, OverflowError):
        return None
    return price if 0 <= price < 1_000_000 else None
