"""`citeloom model`: what is asked is shown, and changed once the model has answered."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from citeloom.actions.context import Context
from citeloom.models import local
from citeloom.models.memo import Memo
from citeloom.models.presets import PRESETS
from citeloom.models.setup import MEMO
from citeloom.settings import network_settings
from endpoint_server import Behaviour, Running, running

Run = Callable[..., tuple[int, str, str]]


def test_a_local_model_is_listed_tested_and_asked_from_then_on(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(Behaviour(models=("small:1b",))) as server:
        preset = replace(PRESETS["ollama"], address=server.address)
        monkeypatch.setitem(PRESETS, "ollama", preset)
        monkeypatch.setattr(local, "local_presets", lambda: (preset,))
        code, answer, said = run("model", "list")
        assert (code, answer) == (0, f"{preset.name} small:1b\n")
        assert "no language model" in said
        code, _, said = run("model", "set", "ollama", "other")
        assert code != 0
        assert "has no model 'other'" in said
        assert not network_settings().model.name
        code, _, said = run("model", "set", "ollama", "small:1b")
        assert code == 0
        assert "now in use: small:1b" in said
        assert network_settings().model.name == "small:1b"
        assert "in use: small:1b" in run("model", "list")[2]


def test_a_settings_file_that_is_named_and_not_there_is_made(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CITELOOM_CONFIG", str(tmp_path / "new" / "own.toml"))
    with running() as server:
        assert run(*at(server))[0] == 0
    assert network_settings().model.name == "stand-in"


def test_a_setting_that_is_gone_is_said_with_its_file_and_what_helps(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    own = tmp_path / "own.toml"
    own.write_text('[services]\nopenreview = "off"\n')
    monkeypatch.setenv("CITELOOM_CONFIG", str(own))
    said = run("model", "list")[2]
    assert str(own) in said and "services.openreview" in said and "(remove it)" in said


def at(server: Running) -> tuple[str, ...]:
    return ("model", "set", "custom", "stand-in", "--address", server.address)


def test_a_model_that_never_answers_as_it_is_asked_is_said_to_be_too_weak(run: Run) -> None:
    with running(Behaviour(says=lambda _: '{"word": "jsson"}')) as server:
        code, _, said = run(*at(server))
        assert code == 0 and len(server.asked) == 3
        assert "jsson" in said and "seems too weak to write related work" in said


def test_a_server_that_refuses_all_but_plain_questions_is_found_out(run: Run) -> None:
    refused = frozenset({"stream", "stream_options", "max_tokens"})
    words = iter(("hm", "well", "Trees are counted [P1, P2]."))
    with running(Behaviour(forms=(), refuses=refused, says=lambda _: next(words))) as server:
        assert run(*at(server))[0] == 0
        assert not any("response_format" in body for body in server.asked[-2:])
        assert network_settings().model.name == "stand-in"


def test_a_server_that_fails_is_told_as_it_fails(run: Run) -> None:
    with running(Behaviour(always="500:0")) as server:
        code, _, said = run(*at(server))
    assert code == 3
    assert "answers 500" in said and "limit" not in said
    assert len(server.asked) == 3


def test_nothing_on_this_machine_is_said(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    nobody = replace(PRESETS["vllm"], address="http://127.0.0.1:9/v1")
    monkeypatch.setattr(local, "local_presets", lambda: (nobody,))
    code, answer, said = run("model", "list")
    assert (code, answer) == (0, "")
    assert "no model server found on this machine" in said


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("Smith and Lee [P1] count by hand, others by a network [P2].", "It wrote about two"),
        ("Trees are counted in many ways.", "seems too weak to write related work"),
    ],
)
def test_a_cited_sentence_is_asked_for_and_its_speed_kept(
    sentence: str, said: str, run: Run
) -> None:
    with running(Behaviour(says=lambda _: sentence)) as server:
        code, _, told = run(*at(server))
    assert code == 0
    assert sentence in told and said in told
    with Memo(Context().user.data_folder / MEMO) as memo:
        assert memo.count() == 0
        assert memo.speed(f"{server.address} stand-in").calls >= 1
