"""Asks a model at an OpenAI-compatible endpoint over HTTP."""

import asyncio
import json
from collections.abc import Mapping
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from citeloom.models.answer_stream import (
    LARGEST_WHOLE,
    BrokenAnswerError,
    StreamedAnswer,
    data_of_events,
    has_no_answer,
    whole_answer,
)
from citeloom.models.answers import bounded_schema, schema_in_words, schema_of
from citeloom.models.connection.client import NO_ANSWER, EndpointClient
from citeloom.models.connection.errors import StatusError
from citeloom.models.connection.pace import Pace
from citeloom.models.memo import Completion
from citeloom.models.port import Asked
from citeloom.models.presets import Dialect
from citeloom.models.refusals import (
    FILTER,
    SCHEMA,
    STREAM,
    SYSTEM,
    TOO_LARGE,
    TOO_LONG,
    names_parameter,
)
from citeloom.models.usage import (
    BYTES_A_TOKEN,
    LEAST_ANSWER,
    LONGEST_ANSWER,
    READ_IN_THE_TIME,
    SLOWEST_STREAM,
    WRITTEN_IN_THE_TIME,
    Ledger,
    fitting_answer,
    longest_answer,
)
from citeloom.papers.web.bodies import read_body
from citeloom.settings import LOOPBACK

_LENGTHS = ("max_completion_tokens", "max_tokens")


@dataclass(frozen=True, slots=True)
class _Received:
    """An answer, the seconds until its first words, and those from there to its end."""

    completion: Completion
    waited: float
    wrote: float


class Endpoint:
    """One endpoint and one model of it.

    It asks for a JSON schema, for any JSON object, or in words, whichever the endpoint takes, and
    leaves out parameters that the model refuses; the ledger notes both. It asks for answers that
    come while they are written, and takes them whole as well.

    Parameters
    ----------
    address
        Base address, up to ``/v1``.
    key
        Sent as a bearer token; empty if the endpoint needs none.
    seconds
        How long nothing may come of an answer; a call gets more the more it reads and writes.
    dialect
        Where the provider's documents differ from OpenAI's.
    context
        Tokens that fit into the model's context; 0 if unknown.
    """

    def __init__(
        self,
        address: str,
        model: str,
        key: str,
        pace: Pace,
        ledger: Ledger,
        seconds: float,
        dialect: Dialect | None = None,
        context: int = 0,
    ) -> None:
        self.address, self.model = address, model
        self._seconds, self._context = seconds, context
        self._dialect = dialect or Dialect()
        self._pace, self._ledger = pace, ledger
        self._client = EndpointClient(address, key, pace, seconds)
        self.host, self._errors = self._client.host, self._client.errors
        self._forms = ["json_schema", "json_object", "words"]
        self._length = self._dialect.length
        self._longest = LONGEST_ANSWER
        self._refused: set[str] = set()
        self._is_local = urlsplit(address).hostname in LOOPBACK
        self._thinks = False

    async def close(self) -> None:
        await self._client.close()

    async def complete(self, asked: Asked) -> Completion:
        """Return the model's answer; the ledger counts every call for the step."""
        tries = 0
        while True:
            tries += 1
            body = self._body(asked)
            try:
                return await self._call_once(body, asked, repeated=asked.again or tries > 1)
            except StatusError as error:
                if self._adapt(error, body):
                    continue
                wait = self._client.wait_after_status(error, tries, self.model)
            except NO_ANSWER as error:
                wait = self._client.wait_after_no_answer(error, tries)
            await asyncio.sleep(wait)

    async def _call_once(self, body: dict[str, Any], asked: Asked, *, repeated: bool) -> Completion:
        step, written, most = asked.step, asked.written, longest_answer(asked.written)
        tokens = len(json.dumps(body, ensure_ascii=False).encode()) // BYTES_A_TOKEN
        is_bounded = bool(self._ledger.bounds_answers or self._context)
        # Thoughts count too, and nobody knows how long these are.
        is_tight = most < self._longest and not self._thinks and (is_bounded or self._is_local)
        longest = most if is_tight else self._longest
        longest = fitting_answer(longest, tokens, self._context, self.model)
        async with self._pace.slot():
            hold = await self._ledger.begin(step, tokens, longest, repeated=repeated)
            if is_bounded or is_tight:
                body[self._length] = hold.longest
            waits = 1 + written / WRITTEN_IN_THE_TIME + tokens / READ_IN_THE_TIME
            try:
                received = await self._receive(
                    body, self._seconds * waits, hold.longest, is_tight=is_tight
                )
            except StatusError:
                raise
            except BaseException:
                # The question is paid for even if nobody waits for the answer.
                self._ledger.add(step, input_tokens=tokens)
                raise
            finally:
                self._ledger.end(hold)
        found = received.completion
        if found.cut_off and has_no_answer(found.text):
            self._thinks = True
        count = found.output_tokens or len(found.text.encode()) // BYTES_A_TOKEN
        speed = self._ledger.speed.with_call(received.waited, received.wrote, count)
        self._ledger.speed = speed
        self._ledger.add(step, input_tokens=found.input_tokens or tokens, output_tokens=count)
        return found

    async def _receive(
        self, body: dict[str, Any], patience: float, longest: int, *, is_tight: bool
    ) -> "_Received":
        """Send a question and return its answer.

        ``patience`` are the seconds until something must have come: the whole answer, or its first
        words where it comes in pieces. A silence between these may take ``model.timeout``, and all
        of them as long as ``longest`` tokens take a model that is slow but alive. An answer that
        has no more room than its words take (``is_tight``) ends where its model begins to think.
        """
        clock = asyncio.get_running_loop().time
        begun = clock()
        async with asyncio.timeout(patience) as limit:
            response = await self._client.send("/chat/completions", body)
            async with aclosing(response):
                encoding = response.headers.get("content-encoding", "")
                streams = "event-stream" in response.headers.get("content-type", "")
                if not streams or encoding not in ("", "identity"):
                    whole = await read_body(response.aiter_raw(), encoding, LARGEST_WHOLE)
                    return _Received(whole_answer(whole, self._errors.hidden), 0.0, clock() - begun)
                last = clock() + self._seconds * (1 + longest / SLOWEST_STREAM)
                answer, first = StreamedAnswer(self._errors.hidden), 0.0
                async for data in data_of_events(response.aiter_raw()):
                    answer.add(data)
                    due = min(last, clock() + self._seconds)
                    # A stream has thousands of pieces; not each of them moves the limit.
                    if due > (limit.when() or 0.0) + self._seconds / 100:
                        limit.reschedule(due)
                    first = first or clock()
                    if answer.thinks and is_tight:
                        self._thinks = True
                        raise BrokenAnswerError("the model thinks before it answers")
                    if answer.repeats_itself:
                        break
                first = first or clock()
                return _Received(answer.completion(), first - begun, clock() - first)

    def _body(self, asked: Asked) -> dict[str, Any]:
        answer, temperature = asked.answer, asked.temperature
        sent = [{"role": message.role, "content": message.text} for message in asked.messages]
        body: dict[str, Any] = {"model": self.model, "messages": sent}
        form = self._forms[0]
        if answer is None:
            pass
        elif form == "json_schema":
            # Strict endpoints of others refuse bounds, llama.cpp's grammar keeps to them.
            schema = bounded_schema(answer) if self._is_local else schema_of(answer)
            body["response_format"] = {
                "type": "json_schema",
                "json_schema": {"name": "answer", "schema": schema, "strict": True},
            }
        else:
            sent[0]["content"] += f"\n\n{schema_in_words(answer)}"
            if form == "json_object":
                body["response_format"] = {"type": "json_object"}
        if "system" in self._refused and len(sent) > 1 and sent[0]["role"] == "system":
            head = sent.pop(0)
            sent[0]["content"] = f"{head['content']}\n\n{sent[0]['content']}"
        if temperature is not None and "temperature" not in self._refused:
            body["temperature"] = temperature
        if "stream" not in self._refused:
            body["stream"] = True
            if "stream_options" not in self._refused:
                body["stream_options"] = {"include_usage": True}
        if self._dialect.extra:
            body.update(self._dialect.extra)
        return body

    def _adapt(self, error: StatusError, body: Mapping[str, Any]) -> bool:
        """Change the requests to what the endpoint takes; tell whether another try makes sense.

        When several calls are under way, the first refusal changes the requests; the others are
        then sent again in the new form.
        """
        if error.status not in (400, 404, 415, 422, 500, 501):
            return False
        said = self._errors.words_of(error)
        if FILTER.search(said):
            return False
        if error.status < 500:
            if "temperature" in body and names_parameter(said, "temperature"):
                note = f"{self.model} does not accept a temperature; it was left out"
                return self._leave_out("temperature", note)
            if body["messages"][0]["role"] == "system" and SYSTEM.search(said):
                note = f"{self.model} does not accept a system message; it was left out"
                return self._leave_out("system", note)
            # Before the schema: some endpoints take no schema together with a stream.
            if "stream_options" in body and names_parameter(said, "stream_options"):
                note = f"{self.host} does not count the tokens of a stream; they are estimated"
                return self._leave_out("stream_options", note)
            if "stream" in body and STREAM.search(said):
                note = f"{self.host} does not stream answers"
                return self._leave_out("stream", note)
            if length := next((name for name in _LENGTHS if name in body), ""):
                if TOO_LARGE.search(said) and self._longest > LEAST_ANSWER:
                    self._longest = max(LEAST_ANSWER, int(body[length]) // 2)
                    return True
                if names_parameter(said, length):
                    return self._rename_length(length)
        if "response_format" in body and SCHEMA.search(said) and not TOO_LONG.search(said):
            asked = body["response_format"]["type"]
            if asked == self._forms[0]:
                self._forms.pop(0)
                self._ledger.note(
                    f"{self.host} does not accept {asked}; used {self._forms[0]} instead"
                )
            return True
        return False

    def _rename_length(self, length: str) -> bool:
        """Use the other name for the answer's longest length; tell whether it is untried."""
        self._refused.add(length)
        if self._length == length:
            self._length = _LENGTHS[1 - _LENGTHS.index(length)]
        return self._length not in self._refused

    def _leave_out(self, name: str, note: str) -> bool:
        self._refused.add(name)
        self._ledger.note(note)
        return True
