"""A model over a real connection: faults, repair, the memo, the budget."""

import asyncio
import re
import socket
from collections.abc import Coroutine
from pathlib import Path
from typing import Annotated, Any, TypeVar

import pytest
from pydantic import BaseModel, Field
from tabled import tabled

from citeloom.models import answer_stream
from citeloom.models.connection.pace import Pace
from citeloom.models.endpoint import Endpoint
from citeloom.models.memo import Completion, Memo
from citeloom.models.model import Model
from citeloom.models.port import (
    AnswerError,
    BudgetExceededError,
    ContextTooLongError,
    FaultyAnswerError,
    Message,
    ModelError,
    Question,
)
from citeloom.models.usage import Ledger, Limits
from endpoint_server import Behaviour, Running, running

Value = TypeVar("Value")

RUNNER = asyncio.Runner()
TERMS = ("incremental", "parsing")


class Term(BaseModel):
    term: str = Field(description="A term of the text.")


QUESTION = Question(
    "terms",
    (
        Message("system", "Name a term."),
        Message("user", "<quoted-0a>\nincremental parsing\n</quoted-0a>"),
    ),
    Term,
    0.0,
)


class Waits(Pace):
    """A pace that notes how long it would wait, and waits no longer than a moment."""

    def __init__(self, retries: int = 40) -> None:
        super().__init__(8, retries)
        self.waits: list[float] = []

    def next_try(self, tries: int, headers: Any) -> float | None:
        wait = super().next_try(tries, headers)
        self._open_at = 0.0
        if wait is None:
            return None
        self.waits.append(wait)
        return 0.0


def model_at(
    server: Running,
    memo: Memo | None = None,
    limits: Limits | None = None,
    pace: Pace | None = None,
    key: str = "",
    seconds: float = 5.0,
) -> Model:
    ledger = Ledger(limits or Limits())
    endpoint = Endpoint(server.address, "stand-in", key, pace or Waits(), ledger, seconds)
    return Model(endpoint, memo or Memo(None), ledger)


def asked(model: Model, question: Question[Term] = QUESTION) -> Term:
    return run(model.ask(question))


def run(work: Coroutine[Any, Any, Value]) -> Value:
    return RUNNER.run(work)


def test_a_question_goes_out_with_its_schema() -> None:
    with running() as server:
        assert asked(model_at(server)).term in TERMS
    (body,) = server.asked
    assert body["model"] == "stand-in"
    assert body["temperature"] == 0.0
    assert body["messages"][0] == {"role": "system", "content": "Name a term."}
    schema = body["response_format"]["json_schema"]
    assert schema["strict"] is True
    assert schema["schema"]["required"] == ["term"]
    assert schema["schema"]["additionalProperties"] is False


@pytest.mark.parametrize("forms", [("json_object",), ()])
def test_an_endpoint_without_schemas_is_asked_in_words(forms: tuple[str, ...]) -> None:
    with running(Behaviour(forms=forms)) as server:
        model = model_at(server)
        assert asked(model).term in TERMS
        assert any("does not accept json_schema" in note for note in model.ledger.notes)
    assert "JSON schema" in server.asked[-1]["messages"][0]["content"]


def test_a_temperature_that_is_refused_is_left_out() -> None:
    with running(Behaviour(refuses=frozenset({"temperature"}))) as server:
        model = model_at(server)
        asked(model)
        assert list(model.ledger.notes) == [
            "stand-in does not accept a temperature; it was left out"
        ]
    assert [("temperature" in body) for body in server.asked] == [True, False]


@pytest.mark.parametrize(
    "fault", ["429", "429:0", "500", "502", "503", "408", "reset", "half", "no-json", "no-choices"]
)
def test_a_passing_fault_is_survived(fault: str) -> None:
    with running(Behaviour(faults=[fault, fault])) as server:
        model = model_at(server)
        assert asked(model).term in TERMS
    assert model.ledger.total.calls == len(server.asked) == 3
    assert model.ledger.total.repeated == 2


@tabled(least=10)
def test_a_fault_that_stays_is_said_and_what_can_be_done_about_it(fault: str, said: str) -> None:
    with running(Behaviour(always=fault)) as server, pytest.raises(ModelError) as caught:
        asked(model_at(server))
    assert len(server.asked) <= 6
    told = re.findall(r"[\w.]+", str(caught.value))
    assert not [word for word in said.split() if word not in told]


def test_retry_after_is_honoured() -> None:
    pace = Waits()
    with running(Behaviour(faults=["429:7"])) as server:
        asked(model_at(server, pace=pace))
    assert pace.waits == [7.0]


def test_there_is_one_budget_of_retries() -> None:
    with running(Behaviour(always="500")) as server:
        model = model_at(server, pace=Waits(retries=2))
        with pytest.raises(ModelError):
            asked(model)
        assert len(server.asked) == 3
        with pytest.raises(ModelError):
            asked(model)
        assert len(server.asked) == 4


@pytest.mark.parametrize("fault", ["nonsense", "truncated", "cut-off", "refusal"])
def test_a_wrong_answer_is_asked_for_again_with_what_is_wrong(fault: str) -> None:
    with running(Behaviour(faults=[fault])) as server:
        assert asked(model_at(server)).term in TERMS
    again = server.asked[1]["messages"]
    assert [one["role"] for one in again] == ["system", "user", "assistant", "user"]
    assert "cannot be used" in again[-1]["content"]


def test_an_answer_among_other_words_is_read() -> None:
    with running(Behaviour(faults=["fenced"])) as server:
        asked(model_at(server))
    assert len(server.asked) == 1


def test_after_two_repairs_it_is_said_what_the_model_said(tmp_path: Path) -> None:
    memo = Memo(tmp_path / "memo.sqlite")
    with running(Behaviour(always="nonsense")) as server:
        with pytest.raises(AnswerError, match="gave an invalid answer") as caught:
            asked(model_at(server, memo))
        assert len(server.asked) == 3
    assert "weather" in caught.value.text
    assert caught.value.problem.details == "it said: 'I would rather talk about the weather.'"
    assert "weather" not in str(caught.value)


def test_wrong_answers_are_paid_for_once_and_a_newer_reader_reads_them_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_all(text: str, *_: object, **__: object) -> Term:
        return Term(term=text)

    memo = Memo(tmp_path / "memo.sqlite")
    with running(Behaviour(always="nonsense")) as server:
        for _ in range(2):
            with pytest.raises(AnswerError):
                asked(model_at(server, memo))
        assert len(server.asked) == 3
        monkeypatch.setattr("citeloom.models.model.read_answer", read_all)
        assert "weather" in asked(model_at(server, memo)).term
        assert len(server.asked) == 3


@pytest.mark.parametrize(
    ("first", "sent"), [(0.0, [0.0, 0.7, 0.7]), (0.4, [0.4] * 3), (None, [None] * 3)]
)
def test_a_repair_at_temperature_0_draws_another_answer(
    first: float | None, sent: list[float | None]
) -> None:
    question = Question("terms", QUESTION.messages, Term, first)
    with running(Behaviour(always="nonsense")) as server, pytest.raises(AnswerError):
        asked(model_at(server), question)
    assert [body.get("temperature") for body in server.asked] == sent


class List(BaseModel):
    terms: list[str] = Field(description="All terms that occur.")


def test_of_wrong_answers_the_best_counts_not_the_last() -> None:
    def check(answer: List) -> None:
        missing = {"oak", "ash", "elm"}.difference(answer.terms)
        raise FaultyAnswerError(f"{len(missing)} are missing", len(missing))

    said = iter(['{"terms": ["oak"]}', '{"terms": ["oak", "ash"]}', "I do not know."])
    question = Question("terms", QUESTION.messages, List, check=check)
    with (
        running(Behaviour(says=lambda _: next(said))) as server,
        pytest.raises(AnswerError, match="1 are missing") as caught,
    ):
        run(model_at(server).ask(question))
    assert caught.value.answer == List(terms=["oak", "ash"])
    assert caught.value.text == '{"terms": ["oak", "ash"]}'
    assert len(server.asked) == 3


@tabled(least=10)
def test_faulty_json_is_read_at_the_first_time(said: str) -> None:
    question = Question("terms", QUESTION.messages, List, 0.0)
    with running(Behaviour(says=lambda _: said)) as server:
        assert run(model_at(server).ask(question)).terms == ["oak", "ash"]
        assert len(server.asked) == 1


@pytest.mark.parametrize("said", ["See [1] and [2, 3].", "Oak [P1] and ash.", "I cannot. {", "[]"])
def test_prose_is_no_list(said: str) -> None:
    question = Question("terms", QUESTION.messages, List, 0.0)
    with running(Behaviour(says=lambda _: said)) as server, pytest.raises(AnswerError):
        run(model_at(server).ask(question))
    assert len(server.asked) == 3


class Ids(BaseModel):
    ids: list[Annotated[str, Field(json_schema_extra={"enum": ["P1", "P2"]})]] = Field(
        description="Ids.", max_length=9
    )
    names: list[str] = Field(description="Names.", json_schema_extra={"maxItems": 3})


def test_lists_of_ids_have_an_end_where_the_grammar_of_this_machine_counts() -> None:
    question = Question("ids", (Message("system", "Name."), Message("user", "x")), Ids, 0.0)
    with running(
        Behaviour(says=lambda _: '{"ids": ["P2"], "names": ["a", "b", "c", "d"]}')
    ) as server:
        run(model_at(server).ask(question))
        elsewhere = Endpoint(server.address, "stand-in", "", Waits(), Ledger(), 5.0)
        elsewhere._is_local = False
        run(Model(elsewhere, Memo(None), Ledger()).ask(question))
    here, away = (
        body["response_format"]["json_schema"]["schema"]["properties"] for body in server.asked
    )
    assert here["ids"] == away["ids"] | {"maxItems": 2}
    assert here["names"] == away["names"] | {"maxItems": 3}
    assert "maxItems" not in str(away)


def test_questions_are_known_by_what_they_were_known_by() -> None:
    class Source(Endpoint):
        address, model = "http://127.0.0.1:1/v1", "stand-in"

        def __init__(self) -> None: ...

    kept: list[str] = []

    class Kept(Memo):
        def get(self, question: str) -> Completion:
            kept.append(question)
            return Completion('{"ids": ["P1"], "names": []}')

    question = Question("ids", (Message("system", "Name."), Message("user", "x")), Ids, 0.0)
    run(Model(Source(), Kept(None), Ledger()).ask(question))
    assert kept == ["145f68478c15792f6642d80fdcdc485b05b695359d7e06c5a620337d5bc6cdc4"]


def test_faults_by_turns_end_in_an_answer() -> None:
    good = '{"terms": ["oak", "ash"]}'
    turns = [
        ["Oak and ash.", '{"terms": "oak', good],
        ['{"terms": ["…"]}', '{"terms": ["All terms that occur."]}', good],
        ['{"terms": ["oak', "", good],
    ]
    for turn in turns:
        said = iter(turn)
        with running(Behaviour(says=lambda _, said=said: next(said))) as server:
            question = Question("terms", QUESTION.messages, List, 0.0)
            assert run(model_at(server).ask(question)).terms == ["oak", "ash"]
            told = [body["messages"][-1]["content"] for body in server.asked[1:]]
        assert len(told) == 2 and all("cannot be used" in it for it in told)


def test_a_failed_check_keeps_the_answer() -> None:
    def check(answer: Term) -> None:
        raise ValueError("no term is good enough")

    question = Question("terms", QUESTION.messages, Term, check=check)
    with running() as server, pytest.raises(AnswerError) as caught:
        asked(model_at(server), question)
    assert isinstance(caught.value.answer, Term)
    assert "no term is good enough" in server.asked[1]["messages"][-1]["content"]


def test_a_text_that_is_too_long_is_told_apart() -> None:
    with running(Behaviour(longest=20)) as server, pytest.raises(ContextTooLongError):
        asked(model_at(server))
    assert len(server.asked) == 1


def test_the_same_question_is_never_paid_twice(tmp_path: Path) -> None:
    path = tmp_path / "memo.sqlite"
    with running() as server:
        first = asked(model_at(server, Memo(path)))
        again = model_at(server, Memo(path))
        assert asked(again) == first
        assert (again.ledger.total.calls, again.ledger.total.memo_hits) == (0, 1)
        assert len(server.asked) == 1
        other = Question("terms", QUESTION.messages, Term, 0.0, sample=1)
        asked(again, other)
        assert len(server.asked) == 2
    assert path.stat().st_mode & 0o077 == 0


def test_an_answer_is_used_again_while_what_it_is_kept_as_stays(tmp_path: Path) -> None:
    def question(shown: str, kept_as: str) -> Question[Term]:
        messages = (*QUESTION.messages, Message("user", shown))
        return Question("terms", messages, Term, 0.0, kept_as=(Message("user", kept_as),))

    with running(Behaviour(faults=["nonsense"])) as server:
        model = model_at(server, Memo(tmp_path / "memo.sqlite"))
        first = asked(model, question("among two", "a text"))
        assert len(server.asked) == 2, "the first answer was wrong"
        assert asked(model, question("among three", "a text")) == first
        assert len(server.asked) == 2
        asked(model, question("among three", "another text"))
        assert len(server.asked) == 3
    assert all("a text" not in str(body["messages"]) for body in server.asked)


def test_a_limit_stops_before_it_is_passed() -> None:
    with running() as server:
        model = model_at(server, limits=Limits(calls=2))
        asked(model)
        asked(model)
        with pytest.raises(BudgetExceededError, match="2 calls"):
            asked(model)
        assert len(server.asked) == 2
        for limits in (Limits(tokens=10), Limits(money=0.000001, input_price=1.0)):
            with pytest.raises(BudgetExceededError):
                asked(model_at(server, limits=limits))
        assert len(server.asked) == 2


def test_what_was_spent_is_known() -> None:
    with running() as server:
        model = model_at(server, limits=Limits(input_price=2.0, output_price=10.0))
        asked(model)
    used = model.ledger.total
    assert used.input_tokens == 100
    assert model.ledger.money == pytest.approx((100 * 2 + used.output_tokens * 10) / 1e6)


def test_the_key_is_sent_and_never_said() -> None:
    key = "sk-verysecret123456"
    with running(Behaviour(key=key)) as server:
        asked(model_at(server, key=key))
        assert server.headers[0]["authorization"] == f"Bearer {key}"
        with pytest.raises(ModelError) as caught:
            asked(model_at(server, key="sk-wrongsecret98765"))
    assert "wrongsecret" not in str(caught.value)
    assert "rejects the key" in str(caught.value)


def test_cancelling_closes_the_connection_at_once() -> None:
    async def cancelled(model: Model) -> None:
        task = asyncio.ensure_future(model.ask(QUESTION))
        while not server.asked:
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    with running(Behaviour(seconds=0.3)) as server:
        run(cancelled(model_at(server)))
        assert len(server.asked) == 1


def test_where_nothing_runs_is_said_after_few_tries() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # Not listening: whoever connects is refused.
        pace = Waits()
        server = Running(f"http://localhost:{taken.getsockname()[1]}/v1", Behaviour())
        with pytest.raises(ModelError, match="cannot be reached: the connection was refused"):
            asked(model_at(server, pace=pace))
    assert len(pace.waits) == 2


MOST_TAKEN = 60_000_000
"""Bytes of a body without end that may be on their way, in all tries together."""


@tabled(least=11)
def test_a_body_without_end_is_not_taken(
    fault: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answer_stream, "LARGEST", 4_000_000)
    with running(Behaviour(always=fault)) as server:
        pace = Waits(0)
        with pytest.raises(ModelError, match=said):
            asked(model_at(server, pace=pace, seconds=600))
        assert server.flooded < MOST_TAKEN


@pytest.mark.parametrize("status", [401, 404])
def test_what_an_endless_error_means_is_said(status: int) -> None:
    with (
        running(Behaviour(always=f"flood:{status}|text/plain|x")) as server,
        pytest.raises(ModelError) as told,
    ):
        asked(model_at(server, seconds=600))
    assert str(status) in str(told.value)
    assert server.flooded < MOST_TAKEN
