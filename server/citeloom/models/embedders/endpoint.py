"""Asks an OpenAI-compatible endpoint for vectors."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from contextlib import aclosing
from typing import Any

import numpy as np
from numpy.typing import NDArray

from citeloom.models.answer_stream import BrokenAnswerError
from citeloom.models.connection.client import NO_ANSWER, EndpointClient
from citeloom.models.connection.errors import StatusError
from citeloom.models.connection.pace import Pace
from citeloom.models.embedders.port import LONGEST, TextEmbedder, Use, Vectors, batches, unit_rows
from citeloom.models.embedders.setup import EmbedderSetup
from citeloom.models.port import ModelError
from citeloom.models.refusals import TOO_LONG, names_parameter
from citeloom.models.usage import BYTES_A_TOKEN, READ_IN_THE_TIME, Ledger
from citeloom.papers.web.bodies import read_body

MOST_BYTES_A_VECTOR = 400_000
"""Bytes that a vector takes at most: of 16,000 numbers with all their digits."""

_MOST_TOKENS = 1_000_000_000


def read_vectors(body: bytes, number: int) -> tuple[Vectors, int]:
    """Return so many vectors of length 1, in the order of their texts, and the tokens of these.

    Tokens are 0 where the answer does not count them.

    Raises
    ------
    BrokenAnswerError
        If they are not so many, not all of one width, or not all of numbers.
    """
    try:
        found = json.loads(body)
    # Deeply nested brackets end in the second one.
    except (ValueError, RecursionError):
        raise BrokenAnswerError("the answer is not JSON, or it is cut off") from None
    items = found.get("data") if isinstance(found, dict) else None
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise BrokenAnswerError(_error_in(found))
    if len(items) != number:
        raise BrokenAnswerError(f"the answer has {len(items)} vectors for {number} texts")
    rows = [_numbers(item.get("embedding")) for item in _in_order(items)]
    if len({len(row) for row in rows}) != 1:
        raise BrokenAnswerError("the answer has vectors of different lengths")
    vectors = np.stack(rows)
    if not np.isfinite(vectors).all():
        raise BrokenAnswerError("the answer has vectors with values that are not numbers")
    if not vectors.any():
        raise BrokenAnswerError("the answer has vectors that contain only zeros")
    usage = found.get("usage")
    counted = usage.get("prompt_tokens") if isinstance(usage, dict) else None
    tokens = counted if isinstance(counted, int) and 0 < counted <= _MOST_TOKENS else 0
    return unit_rows(vectors), tokens


def _in_order(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the items by their index; as they come where none has one."""
    places = [item.get("index") for item in items]
    if all(place is None for place in places):
        return items
    by_place = {
        place: item for place, item in zip(places, items, strict=True) if isinstance(place, int)
    }
    if sorted(by_place) != list(range(len(items))):
        raise BrokenAnswerError("the answer does not say which vector belongs to which text")
    return [by_place[place] for place in range(len(items))]


def _numbers(embedding: object) -> NDArray[np.float64]:
    """Return a vector that is a list of numbers."""
    try:
        row = np.array(embedding if isinstance(embedding, list) else [], np.float64)
    except (ValueError, TypeError, OverflowError):
        row = np.empty(0)
    if row.ndim != 1 or not len(row):
        raise BrokenAnswerError("the answer contains something that is not a vector")
    return row


def _error_in(found: object) -> str:
    error = found.get("error") if isinstance(found, dict) else None
    said = error.get("message") if isinstance(error, dict) else error
    return str(said) if said else "the answer has no vectors"


STEP = "embeddings"
"""Under this name the ledger counts calls."""

_CHARACTERS_A_CALL = 240_000
"""Characters of one call: large providers take 300,000 tokens at once."""

_SHORTEST = 200
"""Characters; a model that does not read so many is not shown fewer."""


class EndpointEmbedder(TextEmbedder):
    """An embedder behind an endpoint; who asks for vectors keeps them."""

    def __init__(self, setup: EmbedderSetup, pace: Pace, ledger: Ledger) -> None:
        super().__init__(setup)
        self.ledger = ledger
        self._pace = pace
        given = setup.settings
        self._client = EndpointClient(
            setup.address, setup.key.value, pace, given.timeout, "embeddings"
        )
        self._longest = LONGEST
        self._width = given.dimensions

    async def close(self) -> None:
        await self._client.close()

    async def _vectors(self, texts: Sequence[str], use: Use) -> Vectors:
        """Ask for the vectors of texts, several batches at once."""
        split = batches(texts, self._settings.batch, _CHARACTERS_A_CALL)
        calls = [asyncio.ensure_future(self._ask(batch)) for batch in split]
        try:
            return np.concatenate(await asyncio.gather(*calls))
        except BaseException:
            for call in calls:
                call.cancel()
            await asyncio.gather(*calls, return_exceptions=True)
            raise

    async def _ask(self, texts: Sequence[str]) -> Vectors:
        tries = 0
        while True:
            tries += 1
            longest = self._longest
            cut = [text[:longest] for text in texts]
            try:
                return await self._call_once(cut, repeated=tries > 1)
            except StatusError as error:
                if self._shorten(error, longest, max(map(len, cut))):
                    continue
                self._check_dimensions(error)
                wait = self._client.wait_after_status(error, tries, self._settings.name)
            except NO_ANSWER as error:
                wait = self._client.wait_after_no_answer(error, tries)
            await asyncio.sleep(wait)

    async def _call_once(self, texts: Sequence[str], *, repeated: bool) -> Vectors:
        body: dict[str, object] = {
            "model": self._settings.name,
            "input": texts,
            "encoding_format": "float",
        }
        if self._settings.dimensions:
            body["dimensions"] = self._settings.dimensions
        tokens = sum(len(text.encode()) for text in texts) // BYTES_A_TOKEN
        async with self._pace.slot():
            hold = await self.ledger.begin(STEP, tokens, 0, repeated=repeated)
            try:
                async with asyncio.timeout(
                    self._settings.timeout * (1 + tokens / READ_IN_THE_TIME)
                ):
                    vectors, counted = await self._receive(body, len(texts))
            except StatusError:
                raise
            except BaseException:
                # It is paid for even if nobody waits for the answer.
                self.ledger.add(STEP, input_tokens=tokens)
                raise
            finally:
                self.ledger.end(hold)
        self.ledger.add(STEP, input_tokens=counted or tokens)
        self._check_width(vectors.shape[1])
        return vectors

    async def _receive(self, body: Mapping[str, object], number: int) -> tuple[Vectors, int]:
        response = await self._client.send("/embeddings", body)
        async with aclosing(response):
            encoding = response.headers.get("content-encoding", "")
            largest = (number + 1) * MOST_BYTES_A_VECTOR
            return read_vectors(await read_body(response.aiter_raw(), encoding, largest), number)

    def _shorten(self, error: StatusError, sent: int, longest: int) -> bool:
        """Send shorter texts where these are too long; tell whether another try makes sense.

        Of several calls under way the first that is refused decides; the others are cut like it.
        """
        said = self._client.errors.words_of(error)
        if error.status not in (400, 413, 422, 500) or not TOO_LONG.search(said):
            return False
        if self._longest < sent:
            return True
        if longest // 2 < _SHORTEST:
            return False
        self._longest = longest // 2
        self.ledger.note(
            f"{self._settings.name} reads no more than about {self._longest} characters of a text"
        )
        return True

    def _check_dimensions(self, error: StatusError) -> None:
        given = self._settings
        said = self._client.errors.words_of(error)
        if error.status in (400, 422) and given.dimensions:
            if not names_parameter(said, "dimensions") and "matryoshka" not in said.lower():
                return
            raise ModelError(
                f"{given.name} has no vectors with {given.dimensions} dimensions: {said}",
                "leave embeddings.dimensions out of config.toml, or set another number",
            ) from None

    def _check_width(self, width: int) -> None:
        if self._width and width != self._width:
            what = (
                f"{self._settings.name} at {self._client.host} returns "
                f"vectors with {width} dimensions"
            )
            if self._width == self._settings.dimensions:
                raise ModelError(
                    f"{what}, and {self._width} were asked for",
                    f"leave embeddings.dimensions out of config.toml, or set it to {width}",
                )
            raise ModelError(
                f"{what}, and gave {self._width} before", "make sure that it serves one model"
            )
        self._width = width
