"""Nobody but the endpoint is asked, it learns no more than the question, and limits hold."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from citeloom.models.connection.client import EndpointClient
from citeloom.models.connection.pace import Pace
from citeloom.models.endpoint import Endpoint
from citeloom.models.keys import key_for
from citeloom.models.memo import Memo
from citeloom.models.model import Model
from citeloom.models.port import (
    AnswerError,
    BudgetExceededError,
    ContextTooLongError,
    Message,
    ModelError,
    Question,
    SetupError,
)
from citeloom.models.presets import Dialect
from citeloom.models.usage import Ledger, Limits
from endpoint_server import Behaviour, Running, running


class Term(BaseModel):
    term: str


class Impatient(Pace):
    def next_try(self, tries: int, headers: Any) -> float | None:
        return None if super().next_try(tries, {}) is None else 0.0


MESSAGES = (
    Message("system", "Name a term."),
    Message("user", "<quoted-0a>\nincremental parsing\n</quoted-0a>"),
)


def question(sample: int = 0) -> Question[Term]:
    return Question("terms", MESSAGES, Term, 0.0, sample)


def model_at(
    server: Running,
    limits: Limits | None = None,
    memo: Path | None = None,
    dialect: Dialect | None = None,
    context: int = 0,
    seconds: float = 5.0,
    key: str = "",
) -> Model:
    ledger = Ledger(limits or Limits())
    endpoint = Endpoint(
        server.address, "stand-in", key, Impatient(64, 4), ledger, seconds, dialect, context
    )
    return Model(endpoint, Memo(memo), ledger)


def ask(model: Model, *questions: Question[Term]) -> Sequence[Term | BaseException]:
    async def all_of_them() -> Sequence[Term | BaseException]:
        asked = (model.ask(one) for one in questions or (question(),))
        try:
            return await asyncio.gather(*asked, return_exceptions=True)
        finally:
            await model.close()

    return asyncio.run(all_of_them())


def test_no_redirect_is_followed() -> None:
    with running() as elsewhere, running() as server:
        server.behaviour.always = f"redirect:{elsewhere.address}/chat/completions"
        (found,) = ask(model_at(server, key="sk-very-secret-123"))
        assert isinstance(found, ModelError)
        assert f"redirects to {elsewhere.address}/chat/completions (307)" in str(found)
        assert "uses only the address" in str(found)
        assert elsewhere.asked == []
        assert len(server.asked) == 1


def test_no_proxy_is_used_to_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    with running() as proxy, running() as server:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.address.removesuffix("/v1"))
        monkeypatch.delenv("NO_PROXY", raising=False)
        monkeypatch.delenv("no_proxy", raising=False)
        (found,) = ask(model_at(server))
        assert isinstance(found, Term)
        assert proxy.asked == []


def test_headers_say_nothing_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-another-service")
    monkeypatch.setenv("OPENAI_ORG_ID", "org-secret")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "proj-secret")
    with running() as server:
        ask(model_at(server))
        ask(model_at(server, key="sk-mine-123456"))
    without, with_key = server.headers
    assert "authorization" not in without
    assert with_key["authorization"] == "Bearer sk-mine-123456"
    for headers in server.headers:
        assert not [name for name in headers if name.startswith(("x-stainless", "openai-"))]
        assert "secret" not in str(headers)


def test_many_calls_that_are_refused_at_once_change_the_form_once() -> None:
    with running(Behaviour(forms=("json_object",), together=20)) as server:
        model = model_at(server, seconds=60)
        found = ask(model, *(question(sample) for sample in range(20)))
    assert all(isinstance(one, Term) for one in found)
    assert len(server.asked) == 40
    assert [one.split("does not accept ")[1] for one in model.ledger.notes] == [
        "json_schema; used json_object instead"
    ]


def test_a_model_without_system_messages_is_asked_in_one() -> None:
    with running(Behaviour(refuses=frozenset({"system"}))) as server:
        (found,) = ask(model_at(server))
    assert isinstance(found, Term)
    (message,) = server.asked[-1]["messages"]
    assert message["role"] == "user"
    assert message["content"].startswith("Name a term.\n\n<quoted-0a>")


def test_an_endpoint_that_drips_is_not_waited_for() -> None:
    with running(Behaviour(always="drip")) as server:
        (found,) = ask(model_at(server, seconds=0.2))
    assert isinstance(found, ModelError)
    assert "did not answer in time" in str(found)


def test_an_error_inside_of_an_answer_is_said() -> None:
    with running(Behaviour(always="failed-inside")) as server:
        (found,) = ask(model_at(server))
    assert "the provider went away" in str(found)


@pytest.mark.parametrize(
    "limits",
    [
        Limits(tokens=3_000),
        Limits(money=0.003, input_price=1.0, output_price=1.0),
        Limits(money=0.003, input_price=0.0, output_price=1.0),
    ],
)
def test_limits_hold_with_many_calls_at_once(limits: Limits) -> None:
    with running(Behaviour(seconds=0.02)) as server:
        model = model_at(server, limits)
        found = ask(model, *(question(sample) for sample in range(64)))
    used = model.ledger.total
    assert any(isinstance(one, Term) for one in found)
    if limits.tokens:
        assert used.input_tokens + used.output_tokens <= limits.tokens
        assert any(isinstance(one, BudgetExceededError) for one in found)
    else:
        assert model.ledger.money <= limits.money
    # Nobody is allowed to write more than was left when it was asked.
    assert all(0 < one["max_tokens"] <= 3_000 for one in server.asked)


def test_without_a_limit_answers_may_be_of_any_length() -> None:
    with running() as server:
        ask(model_at(server))
    assert not {"max_tokens", "max_completion_tokens"} & server.asked[0].keys()


def test_the_longest_length_goes_by_the_name_that_is_taken() -> None:
    for refused, taken in (
        ("max_tokens", "max_completion_tokens"),
        ("max_completion_tokens", "max_tokens"),
    ):
        with running(Behaviour(refuses=frozenset({refused}))) as server:
            dialect = Dialect(length=refused)
            (found,) = ask(model_at(server, Limits(tokens=50_000), dialect=dialect))
        assert isinstance(found, Term)
        assert [refused in one for one in server.asked] == [True, False]
        assert taken in server.asked[-1]


def test_a_length_that_no_model_of_theirs_can_write_is_halved() -> None:
    with running(Behaviour(most_written=3_000)) as server:
        (found,) = ask(model_at(server, Limits(tokens=50_000)))
    assert isinstance(found, Term)
    assert [one["max_tokens"] for one in server.asked] == [8_000, 4_000, 2_000]


@pytest.mark.parametrize("proxy", ["socks5://127.0.0.1:9", "other://127.0.0.1:9"])
def test_a_proxy_that_cannot_be_used_is_told(monkeypatch: pytest.MonkeyPatch, proxy: str) -> None:
    monkeypatch.setenv("ALL_PROXY", proxy)
    with pytest.raises(ModelError, match="proxy is of an unsupported kind"):
        EndpointClient("https://model.example/v1", "", Pace(1), 5)


def test_what_cannot_fit_is_not_sent() -> None:
    with running() as server:
        (found,) = ask(model_at(server, context=100))
    assert isinstance(found, ContextTooLongError)
    assert "model.context" in str(found)
    assert server.asked == []


@pytest.mark.parametrize("fault", ["cut-off", "nonsense"])
def test_a_second_run_repeats_no_repair(tmp_path: Path, fault: str) -> None:
    with running(Behaviour(faults=[fault])) as server:
        ask(model_at(server, memo=tmp_path / "m"))
        assert len(server.asked) == 2
        ask(model_at(server, memo=tmp_path / "m"))
        assert len(server.asked) == 2


def test_answers_that_only_fail_their_check_are_kept(tmp_path: Path) -> None:
    def check(_: Term) -> None:
        raise ValueError("not good enough")

    failing = Question("terms", MESSAGES, Term, check=check)
    with running() as server:
        first, second = (ask(model_at(server, memo=tmp_path / "m"), failing)[0] for _ in range(2))
        assert len(server.asked) == 3
    assert isinstance(first, AnswerError)
    assert isinstance(second, AnswerError)
    assert first.answer == second.answer


@pytest.mark.parametrize("key", ["sk-with\nline", "sk-naïve", "sk with space"])
def test_a_key_of_other_signs_is_refused_and_not_shown(key: str) -> None:
    with pytest.raises(SetupError) as caught:
        key_for("host", "", key)
    assert key not in str(caught.value)
    assert "contains characters that are not allowed in a key" in str(caught.value)


def test_a_key_may_have_space_around_it() -> None:
    assert key_for("host", "", " sk-abc\n").value == "sk-abc"
