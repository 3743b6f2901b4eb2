"""An answer has the room that its step asks for; one that repeats itself is stopped."""

import asyncio

import pytest
from endpoint_answers import stream_event
from pydantic import BaseModel

from citeloom.models.answer_stream import HiddenKey, StreamedAnswer
from citeloom.models.endpoint import Endpoint
from citeloom.models.memo import Memo
from citeloom.models.model import Model
from citeloom.models.port import Message, Question
from citeloom.models.usage import Ledger
from endpoint_server import Behaviour, Running, running
from modelled_runs import MODELLED, Impatient, model_at, task, write


class Term(BaseModel):
    term: str


QUESTION = Question(
    "terms", (Message("user", "<quoted-0a>\nparsing\n</quoted-0a>"),), Term, written=100
)
GOOD = '{"term": "parsing"}'


def ask(server: Running, context: int = 0) -> Term:
    ledger = Ledger()

    async def answered() -> Term:
        endpoint = Endpoint(
            server.address, "stand-in", "", Impatient(1), ledger, 60.0, context=context
        )
        model = Model(endpoint, Memo(None), ledger)
        try:
            await model.ask(QUESTION)
            return await model.ask(QUESTION)
        finally:
            await model.close()

    return asyncio.run(answered())


def lengths(server: Running) -> list[int]:
    return [body.get("max_tokens", 0) for body in server.asked]


@pytest.mark.parametrize("context", [0, 32_000])
@pytest.mark.parametrize(("fault", "second"), [("cut-off", 800), ("no-json", 500)])
def test_an_answer_has_three_times_the_room_that_it_takes(
    fault: str, second: int, context: int
) -> None:
    with running(Behaviour(faults=[fault])) as server:
        ask(server, context)
    assert lengths(server) == [500, second, 500]


@pytest.mark.parametrize("name", MODELLED)
def test_each_step_of_a_method_says_what_it_asks_for(name: str) -> None:
    with running() as server:
        asyncio.run(write(name, task(4), model_at(server)))
    assert server.asked
    assert all(200 < length < 8_000 for length in lengths(server))


@pytest.mark.parametrize("streams", [True, False])
def test_a_model_that_thinks_has_all_the_room_from_then_on(streams: bool) -> None:
    with running(Behaviour(faults=["thinking"], streams=streams)) as server:
        assert ask(server, 32_000) == Term(term="parsing")
    assert lengths(server) == [500, 8_000, 8_000]
    if streams:
        assert server.asked[0]["messages"] == server.asked[1]["messages"]


@pytest.mark.parametrize("unit", ['\\"P5\\",', " ", "The paper finds that parsing of text helps. "])
def test_an_answer_that_repeats_itself_is_stopped_and_asked_for_again(unit: str) -> None:
    answers = iter((f'{{"term": "parsing {unit * 3_000}"}}', GOOD, GOOD))
    with running(Behaviour(says=lambda _: next(answers))) as server:
        assert ask(server) == Term(term="parsing")
    assert "cut off" in server.asked[1]["messages"][-1]["content"]
    assert server.asked[1]["messages"][-2]["content"].count(unit) < 200


def test_an_answer_that_only_counts_is_stopped() -> None:
    answer = StreamedAnswer(HiddenKey())
    for number in range(100, 300):
        answer.add(stream_event({"content": f"P{number}:\n"}).decode()[len("data: ") :])
    assert answer.repeats_itself


@pytest.mark.parametrize(
    "row", ['{{"text": "Paper {0} is on parsing.", "cites": ["P{0}"]}}', '"P{0}"']
)
def test_a_text_with_much_that_is_alike_is_read_to_its_end(row: str) -> None:
    text = f"[{', '.join(map(row.format, range(400)))}]" + " " * 100
    answer = StreamedAnswer(HiddenKey())
    for at in range(0, len(text), 7):
        answer.add(stream_event({"content": text[at : at + 7]}).decode()[len("data: ") :])
        assert not answer.repeats_itself
    answer.add("[DONE]")
    assert answer.completion().text == text
