"""`citeloom model`: what is asked is shown, and changed once the model has answered."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from citeloom.models import local
from citeloom.models.presets import PRESETS
from citeloom.settings import network_settings
from endpoint_server import Behaviour, running

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
        assert "asked from now on: small:1b" in said
        assert network_settings().model.name == "small:1b"
        assert "asked: small:1b" in run("model", "list")[2]


def test_nothing_on_this_machine_is_said(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    nobody = replace(PRESETS["vllm"], address="http://127.0.0.1:9/v1")
    monkeypatch.setattr(local, "local_presets", lambda: (nobody,))
    code, answer, said = run("model", "list")
    assert (code, answer) == (0, "")
    assert "no program with models answers on this machine" in said
