"""Answers that come while they are written: with every endpoint, slow ones, and cut-off ones."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from citeloom.models.answer_stream import (
    BrokenAnswerError,
    HiddenKey,
    StreamedAnswer,
    data_of_events,
    whole_answer,
)
from citeloom.models.endpoint import Endpoint
from citeloom.models.memo import Memo
from citeloom.models.model import Model
from citeloom.models.port import Message, ModelError, Question
from citeloom.models.usage import Ledger, Limits
from endpoint_server import Behaviour, Running, running
from modelled_runs import Impatient


class Term(BaseModel):
    term: str


TEXT = "<quoted-0a>\nincremental parsing of malformed documents\n</quoted-0a>"
QUESTION = Question("terms", (Message("system", "Name a term."), Message("user", TEXT)), Term, 0.0)


def ask(
    server: Running,
    seconds: float = 5.0,
    question: Question[Term] = QUESTION,
    tries: int = 4,
) -> tuple[Term | BaseException, Ledger]:
    ledger = Ledger(Limits())
    pace = Impatient(8, tries)
    endpoint = Endpoint(server.address, "stand-in", "", pace, ledger, seconds)
    model = Model(endpoint, Memo(None), ledger)

    async def answered() -> Term | BaseException:
        try:
            (found,) = await asyncio.gather(model.ask(question), return_exceptions=True)
            return found
        finally:
            await model.close()

    return asyncio.run(answered()), ledger


@pytest.mark.parametrize("streams", [True, False])
@pytest.mark.parametrize("forms", [("json_schema", "json_object"), ("json_object",), ()])
@pytest.mark.parametrize(
    "refuses", [frozenset(), frozenset({"stream_options"}), frozenset({"stream"})]
)
def test_every_endpoint_is_understood(
    streams: bool, forms: tuple[str, ...], refuses: frozenset[str]
) -> None:
    with running(Behaviour(streams=streams, forms=forms, refuses=refuses)) as server:
        found, ledger = ask(server)
    assert isinstance(found, Term)
    last = server.asked[-1]
    assert ("stream" in last) == ("stream" not in refuses)
    assert ("stream_options" in last) == (not refuses)
    assert ledger.total.output_tokens > 0
    if not refuses:
        assert ledger.total.input_tokens == 100, "the endpoint's own count holds"
    assert len(ledger.notes) == len(refuses) + (2 - len(forms))


def test_an_endpoint_that_takes_no_schema_with_a_stream_is_asked_for_the_schema() -> None:
    with running(Behaviour(refuses=frozenset({"stream"}))) as server:
        ask(server)
    assert [body["response_format"]["type"] for body in server.asked] == ["json_schema"] * 2


def test_a_model_that_writes_slowly_is_not_taken_for_dead() -> None:
    for seconds in (1, 20):  # A busy machine may be silent for a second, too.
        with running(Behaviour(between=seconds / 5)) as server:
            found, ledger = ask(server, seconds)
        if ledger.total.repeated == 0:
            break
    assert isinstance(found, Term)
    assert ledger.total.calls == 1


@pytest.mark.parametrize("fault", ["endless", "endless:comments"])
def test_one_that_never_ends_is(fault: str) -> None:
    with running(Behaviour(always=fault)) as server:
        found, _ = ask(server, seconds=0.05, tries=0)
    assert isinstance(found, ModelError)
    assert "did not answer in time" in str(found)


def test_the_longer_an_answer_may_be_the_longer_it_is_waited_for() -> None:
    long = Question("terms", QUESTION.messages, Term, written=40_000)
    with running(Behaviour(streams=False, seconds=0.6)) as server:
        assert isinstance(ask(server, seconds=0.1, tries=0)[0], ModelError)
        # A busy machine may need some tries to connect in so short a time.
        assert isinstance(ask(server, seconds=0.1, question=long)[0], Term)


@pytest.mark.parametrize("events", [0, 1, 2, 9, 10])
def test_a_stream_that_breaks_off_is_no_answer(events: int) -> None:
    with running(Behaviour(faults=[f"broken-stream:{events}"])) as server:
        found, ledger = ask(server)
    assert isinstance(found, Term)
    assert ledger.total.calls == 2
    with running(Behaviour(always=f"broken-stream:{events}")) as server:
        found, _ = ask(server)
    assert isinstance(found, ModelError)


def test_it_is_whole_when_the_endpoint_says_so() -> None:
    # All but the usage and the end mark: there is a reason to finish.
    with running(Behaviour(always="broken-stream:11")) as server:
        found, ledger = ask(server)
    assert found == Term(term="parsing of documents")
    assert ledger.total.calls == 1


def test_an_error_in_the_middle_of_a_stream_is_said() -> None:
    with running(Behaviour(always="failed-in-stream")) as server:
        found, _ = ask(server)
    assert "the provider went away" in str(found)


def events_of(pieces: Sequence[bytes]) -> list[str]:
    async def given() -> AsyncIterator[bytes]:
        for piece in pieces:
            yield piece

    async def collected() -> list[str]:
        return [data async for data in data_of_events(given())]

    return asyncio.run(collected())


@given(st.lists(st.integers(0, 80), max_size=12), st.sampled_from(["\n", "\r\n"]))
def test_events_are_the_same_however_the_bytes_are_cut(cuts: list[int], end: str) -> None:
    lines = (
        ": hello",
        'data: {"a": "ä…"}',
        "",
        "event: x",
        "data:{",
        "data: }",
        "",
        "data: [DONE]",
    )
    body = "".join(f"{line}{end}" for line in lines).encode()
    places = [0, *sorted(cut for cut in cuts if cut < len(body)), len(body)]
    pieces = [body[start:stop] for start, stop in pairwise(places)]
    assert events_of(pieces) == ['{"a": "ä…"}', "{\n}", "[DONE]"]


@pytest.mark.parametrize(
    "data",
    ["nonsense", "[1]", "[" * 100_000, '{"error": "gone"}', '{"choices": [{"delta": 7}'],
    ids=len,
)
def test_what_is_no_event_of_an_answer_is_an_error(data: str) -> None:
    with pytest.raises(BrokenAnswerError):
        StreamedAnswer(HiddenKey()).add(data)


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_any_body_is_an_answer_or_an_error(body: bytes) -> None:
    for given_body in (body, b"data: " + body):
        try:
            answer = whole_answer(given_body, HiddenKey())
        except BrokenAnswerError as error:
            assert str(error)
        else:
            assert isinstance(answer.text, str)


@pytest.mark.parametrize(
    "event",
    [
        {"choices": [7]},
        {"choices": {}},
        {"choices": [{"delta": None}]},
        {"choices": [{"delta": {"content": {"a": 1}}}]},
        {"choices": [], "usage": "many"},
    ],
)
def test_odd_events_hold_no_words(event: object) -> None:
    answer = StreamedAnswer(HiddenKey())
    answer.add(json.dumps(event))
    with pytest.raises(BrokenAnswerError, match="cut off"):
        answer.completion()


def test_words_in_a_list_of_parts_and_refusals_are_read() -> None:
    answer = StreamedAnswer(HiddenKey())
    for delta in ({"content": [{"type": "text", "text": "Wo"}]}, {"content": "rds"}):
        answer.add(json.dumps({"choices": [{"delta": delta}]}))
    answer.add(json.dumps({"choices": [{"delta": {}, "finish_reason": "length"}]}))
    assert (answer.completion().text, answer.completion().cut_off) == ("Words", True)
    filtered = StreamedAnswer(HiddenKey())
    filtered.add(json.dumps({"choices": [{"delta": {}, "finish_reason": "content_filter"}]}))
    assert "filter" in filtered.completion().text
