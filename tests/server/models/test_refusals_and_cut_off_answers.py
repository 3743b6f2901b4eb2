"""What a provider refuses is told apart, and a cut-off answer from a wrong one."""

import asyncio
import json
from typing import Any

import pytest
from covering import covering
from families import families
from pydantic import BaseModel

from citeloom.models.answers import CUT_OFF, WrongAnswerError, read_answer
from citeloom.models.endpoint import BYTES_A_TOKEN, Endpoint
from citeloom.models.memo import Memo
from citeloom.models.model import Model
from citeloom.models.port import AnswerError, Message, Question, RefusedError
from citeloom.models.refusals import is_refusal
from citeloom.models.usage import Ledger
from endpoint_server import Behaviour, Running, running
from modelled_runs import Impatient, task, write

FAMILIES = families(__file__)


class Inner(BaseModel):
    name: str


class Outer(BaseModel):
    first: Inner
    rest: list[Inner]


QUESTION = Question("step", (Message("user", "<quoted-0a>\nparsing\n</quoted-0a>"),), Outer, 0.0)


def model_at(server: Running, context: int = 0) -> Model:
    ledger = Ledger()
    endpoint = Endpoint(
        server.address, "stand-in", "", Impatient(64), ledger, 20.0, context=context
    )
    return Model(endpoint, Memo(None), ledger)


def ask(server: Running) -> Any:
    async def answered() -> Any:
        model = model_at(server)
        try:
            (found,) = await asyncio.gather(model.ask(QUESTION), return_exceptions=True)
            return found
        finally:
            await model.close()

    return asyncio.run(answered())


@pytest.mark.parametrize(("fault", "calls"), FAMILIES["a_refused_text_is_told_apart"])
def test_a_refused_text_is_told_apart(fault: str, calls: int) -> None:
    with running(Behaviour(always=fault)) as server:
        found = ask(server)
    assert isinstance(found, RefusedError)
    assert len(server.asked) == calls


def test_a_wrong_answer_is_no_refusal() -> None:
    with running(Behaviour(always="nonsense")) as server:
        found = ask(server)
    assert isinstance(found, AnswerError) and not isinstance(found, RefusedError)


@pytest.mark.parametrize("text", FAMILIES["excuses_are_known"])
def test_excuses_are_known(text: str) -> None:
    assert is_refusal(text)


@pytest.mark.parametrize("text", FAMILIES["other_words_are_no_excuses"])
def test_other_words_are_no_excuses(text: str) -> None:
    assert not is_refusal(text)


WHOLE = '{"first": {"name": "a {b"}, "rest": [{"name": "x\\"y"}, {"name": "z"}]}'


def test_half_an_answer_is_called_cut_off_or_gives_its_whole_items() -> None:
    items = [Inner(name='x"y'), Inner(name="z")]
    taken: dict[bool, list[int]] = {True: [], False: []}
    for cut_off in (True, False):
        for end in range(2, len(WHOLE)):
            for half in (WHOLE[:end], f"<think>{{</think>{WHOLE[:end]}"):
                try:
                    found = read_answer(half, Outer, cut_off=cut_off)
                except WrongAnswerError as error:
                    assert str(error) == CUT_OFF
                else:
                    assert found.first.name == "a {b"
                    assert found.rest == items[: len(found.rest)]
                    taken[cut_off].append(len(found.rest))
    # From the end of the first item on; where it ends by itself, only brackets may be missing.
    assert set(taken[True]) == {1, 2} and set(taken[False]) <= {0, 1, 2}


def test_a_list_of_ids_that_is_cut_off_makes_no_whole_item() -> None:
    class Note(BaseModel):
        note: str
        papers: list[str]

    class Notes(BaseModel):
        notes: list[Note]

    whole = '{"notes": [{"note": "Oak.", "papers": ["P1"]}'
    found = read_answer(
        f'{whole}, {{"note": "Ash.", "papers": ["P1", "P2", "P', Notes, cut_off=True
    )
    assert found == Notes(notes=[Note(note="Oak.", papers=["P1"])])


@pytest.mark.parametrize(
    "text", ["not an object", '{"first": 1}', '{"name": "a"} and so on', "<think>{</think>"]
)
def test_a_whole_answer_that_is_wrong_is_not(text: str) -> None:
    with pytest.raises(WrongAnswerError) as caught:
        read_answer(text, Outer)
    assert str(caught.value) != CUT_OFF


def test_a_model_is_told_that_it_was_cut_off() -> None:
    with running(Behaviour(faults=["cut-off"])) as server:
        assert isinstance(ask(server), Outer)
    assert CUT_OFF in server.asked[1]["messages"][-1]["content"]


@pytest.mark.parametrize(
    ("name", "fault"), covering(["ckma", "chatcite", "zero-shot"], ["", "cut-off"])
)
def test_no_request_passes_a_known_context(name: str, fault: str) -> None:
    context = 4_500
    with running(Behaviour(faults=[fault, "", fault])) as server:
        asyncio.run(write(name, task(20), model_at(server, context)))
    assert server.asked
    for body in server.asked:
        sent = {key: value for key, value in body.items() if key != "max_tokens"}
        read = len(json.dumps(sent, ensure_ascii=False).encode()) // BYTES_A_TOKEN
        assert 0 < body["max_tokens"] <= context - read
