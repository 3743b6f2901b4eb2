"""An endpoint that repeats the key it was sent: nothing that comes back from it holds the key."""

import asyncio
import json
from pathlib import Path

import pytest
from pydantic import BaseModel

from citeloom.models.endpoint import Endpoint
from citeloom.models.memo import Memo
from citeloom.models.model import Model
from citeloom.models.offers import offers_of
from citeloom.models.port import AnswerError, Message, Question
from citeloom.models.usage import Ledger
from endpoint_server import Behaviour, running
from modelled_runs import Impatient

KEY = "sk-sk-verysecret/123+456=="
HEADER = f"Authorization: Bearer {KEY}"


class Term(BaseModel):
    term: str


QUESTION = Question("terms", (Message("user", "<quoted-0a>\nparsing\n</quoted-0a>"),), Term)


def repeats(text: str) -> Behaviour:
    return Behaviour(
        key=KEY, says=lambda _: text, answers_as=f"stand-in {KEY}", models=("stand-in", KEY)
    )


def ask(behaviour: Behaviour, memo: Path) -> tuple[Term | BaseException, Ledger]:
    ledger = Ledger()

    async def answered(address: str) -> Term | BaseException:
        endpoint = Endpoint(address, "stand-in", KEY, Impatient(8), ledger, 20.0)
        model = Model(endpoint, Memo(memo), ledger)
        try:
            (found,) = await asyncio.gather(model.ask(QUESTION), return_exceptions=True)
            return found
        finally:
            await model.close()

    with running(behaviour) as server:
        return asyncio.run(answered(server.address)), ledger


@pytest.mark.parametrize("streams", [True, False])
def test_an_answer_that_repeats_the_key_comes_without_it(tmp_path: Path, streams: bool) -> None:
    behaviour = repeats(json.dumps({"term": f"parsing, {HEADER} and {KEY[:9]} more"}))
    behaviour.streams = streams
    found, ledger = ask(behaviour, tmp_path / "memo.sqlite")
    assert found == Term(term=f"parsing, Authorization: Bearer *** and {KEY[:9]} more")
    assert list(ledger.models) == ["stand-in ***"]
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert KEY.encode() not in kept
    assert b"Bearer ***" in kept


@pytest.mark.parametrize("text", [HEADER, f"{'a' * 180}{HEADER}", json.dumps({"term": [KEY]})])
def test_a_wrong_answer_is_told_without_the_key(tmp_path: Path, text: str) -> None:
    found, _ = ask(repeats(text), tmp_path / "memo.sqlite")
    assert isinstance(found, AnswerError)
    assert "it said: " in found.problem.details
    assert "verysecret" not in f"{found} {found.text} {found.problem}"


def test_a_list_of_models_is_read_without_the_key() -> None:
    with running(repeats("")) as server:
        offers = asyncio.run(offers_of(server.address, KEY))
    assert [offer.name for offer in offers] == ["stand-in", "***"]
