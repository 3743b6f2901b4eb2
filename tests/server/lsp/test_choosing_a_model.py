"""A model is found, tested and named in the user's settings without a file edited by hand."""

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from editor_model_client import TAKES, ModelClient
from editor_models import failure

from citeloom.models import local
from citeloom.models.presets import PRESETS
from citeloom.settings import network_settings
from endpoint_server import Behaviour, Running, running
from lsp_client import FULL
from projects import make_project
from writing_client import MODEL_PAPER, Editor, configure_model, done, refusal, run

pytestmark = pytest.mark.usefixtures("jobs_in_threads")

KEY = "sk-a-very-secret-key-123"


def config() -> Path:
    return Path(os.environ["CITELOOM_CONFIG"])


@pytest.fixture(autouse=True)
def no_other_key(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CITELOOM_MODEL_KEY", "OPENAI_API_KEY", "OPENROUTER_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    nobody = replace(PRESETS["vllm"], address="http://127.0.0.1:9/v1")
    monkeypatch.setattr(local, "local_presets", lambda: (nobody,))
    # A busy machine may take long to answer itself; where nobody is, it is refused at once.
    monkeypatch.setattr(local, "SECONDS", 60)


def is_at(monkeypatch: pytest.MonkeyPatch, provider: str, server: Running) -> None:
    """Let a provider be at the address of a running endpoint."""
    preset = replace(PRESETS[provider], address=server.address)
    monkeypatch.setitem(PRESETS, provider, preset)
    monkeypatch.setattr(local, "local_presets", lambda: (preset,))


def test_from_nothing_to_text_by_a_local_model_nobody_edits_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    main = make_project(tmp_path, MODEL_PAPER)
    loaded = {"models": [{"name": "qwen3:8b", "context_length": 40_960}]}
    with (
        running(Behaviour(models=("qwen3:8b",), tells={"/api/ps": loaded})) as server,
        Editor(tmp_path) as client,
    ):
        is_at(monkeypatch, "ollama", server)
        client.begin("ckma", FULL)
        client.open(main)
        offered = run(client, "models")
        assert offered["current"] is None
        assert offered["why"] == ""
        (program,) = offered["programs"]
        assert (program["title"], program["models"]) == ("Ollama", ["qwen3:8b"])
        chosen = run(client, "setModel", {"provider": "ollama", "model": "qwen3:8b"})
        assert (chosen["context"], chosen["staysHere"]) == (40_960, True)
        assert len(server.asked) == 1, "a small call"
        assert "Garden" not in str(server.asked), "nothing of the draft"
        given = network_settings().model
        assert (given.provider, given.name, given.context) == ("ollama", "qwen3:8b", 40_960)
        assert run(client, "models")["current"]["name"] == "qwen3:8b"
        run(client, "write")
        assert done(client).startswith("Related work written (ckma")


def test_a_test_that_fails_changes_no_setting_and_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = config().read_text()
    with running(Behaviour(models=("one",))) as server, Editor(tmp_path) as client:
        is_at(monkeypatch, "ollama", server)
        client.begin("ckma", FULL)
        said = refusal(client, "setModel", {"provider": "ollama", "model": "other"})
        assert "has no model 'other'" in said
        assert config().read_text() == before
        kept = {"provider": "ollama", "model": "other", "untested": True}
        assert run(client, "setModel", kept)["seconds"] is None
        assert network_settings().model.name == "other"


REFUSED: tuple[tuple[dict[str, Any], str], ...] = (
    ({"provider": "ollama"}, "give the name of the model"),
    ({"provider": "nobody", "model": "a"}, "unknown provider 'nobody'"),
    ({"provider": "custom", "model": "a"}, "needs the address"),
    (
        {"address": "http://evil.example.org", "model": "a"},
        ("model.address: an address must begin with"),
    ),
    (
        {"address": "https://a:b@example.org/v1", "model": "a"},
        ("not contain a user name, key or query"),
    ),
    ({"provider": "editor", "model": "a"}, "VENDOR/ID"),
    ({"provider": "editor", "model": "a/b"}, "offers no models"),
    ({"provider": "openai", "model": "a"}, "needs a key"),
    ({"provider": "ollama", "model": "a\nb"}, "give the name of the model"),
)


def test_what_cannot_be_a_model_is_refused_and_nobody_is_asked(tmp_path: Path) -> None:
    before = config().read_text()
    with Editor(tmp_path) as client:
        client.begin("ckma", FULL)
        for wrong, said in REFUSED:
            assert said in refusal(client, "setModel", wrong)
            assert config().read_text() == before


def test_prices_and_context_come_from_the_list_and_go_with_their_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts = {"context_length": 128_000, "pricing": {"prompt": "0.0000025", "completion": "0.00001"}}
    config().write_text('zotero = "off"\n[model]\ncalls = 300 # enough\ntimeout = 60\n')
    behaviour = Behaviour(models=("big", "text-embedding-3"), facts=facts, key=KEY)
    with running(behaviour) as server, Editor(tmp_path) as client:
        is_at(monkeypatch, "openrouter", server)
        client.begin("ckma", FULL)
        host = server.address.partition("//")[2].partition("/")[0]
        assert run(client, "setKey", {"modelKey": KEY, "host": host}) == {"set": True}
        found = run(client, "modelOffers", {"provider": "openrouter"})["models"]
        assert found == [
            {"name": "big", "context": 128_000, "inputPrice": 2.5, "outputPrice": 10.0}
        ], "what only embeds writes nothing"
        run(client, "setModel", {"provider": "openrouter", "model": "big"})
        given = network_settings().model
        assert (given.context, given.input_price, given.output_price) == (128_000, 2.5, 10.0)
        assert (given.calls, given.timeout) == (300, 60)
        assert KEY not in config().read_text() and KEY not in str(client.heard)
        server.behaviour.facts, server.behaviour.models = {}, ("small",)
        run(client, "setModel", {"provider": "openrouter", "model": "small"})
        given = network_settings().model
        assert (given.context, given.input_price, given.calls) == (0, 0, 300)


def test_another_address_is_asked_for_its_models_before_anybody_for_a_key(tmp_path: Path) -> None:
    with running(Behaviour(key=KEY)) as server, Editor(tmp_path) as client:
        client.begin("ckma", FULL)
        plain = server.address.removeprefix("http://")
        asked = {"address": plain}
        found = run(client, "modelOffers", asked)
        host = plain.partition("/")[0]
        assert (found["models"], found["wantsKey"], found["host"]) == ([], True, host)
        assert "needs a key" in found["why"]
        run(client, "setKey", {"modelKey": "sk-of-another-year", "host": host})
        assert "rejects the key" in run(client, "modelOffers", asked)["why"]
        run(client, "setKey", {"modelKey": KEY, "host": host})
        found = run(client, "modelOffers", asked)
        assert [one["name"] for one in found["models"]] == ["stand-in"]
        assert (found["wantsKey"], found["why"]) == (False, "")
        run(client, "setModel", {**asked, "model": "stand-in"})
        assert network_settings().model.address == server.address
        server.behaviour.key = ""
        run(client, "setKey", {"modelKey": "", "host": host})
        assert run(client, "modelOffers", asked)["wantsKey"] is False
        found = run(client, "modelOffers", {"address": f"{server.address}/without"})
        assert (found["models"], found["wantsKey"]) == ([], False)
        said = refusal(client, "modelOffers", {"address": "127.0.0.1:9"})
        assert "127.0.0.1:9 cannot be reached" in said


def test_a_provider_that_wants_a_key_is_not_asked_without_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running() as server, Editor(tmp_path) as client:
        is_at(monkeypatch, "openai", server)
        client.begin("ckma", FULL)
        assert run(client, "modelOffers", {"provider": "openai"})["wantsKey"] is True
        assert server.paths == []


def test_a_key_of_one_host_is_never_sent_to_another(tmp_path: Path) -> None:
    with running() as first, running() as second, Editor(tmp_path) as client:
        configure_model(first.address)
        # As from an editor that knows no hosts: it is the key of the model that is configured.
        client.begin("ckma", FULL, modelKey=KEY)
        run(client, "setModel", {"address": first.address, "model": "stand-in"})
        run(client, "modelOffers", {"address": second.address})
        run(client, "setModel", {"address": second.address, "model": "stand-in"})
        main = make_project(tmp_path, MODEL_PAPER)
        client.open(main)
        run(client, "write", {"method": "zero-shot"})
        assert done(client).startswith("Related work written")
        run(client, "setModel", {"address": first.address, "model": "stand-in"})
    assert {one.get("authorization") for one in first.headers} == {f"Bearer {KEY}"}
    assert {one.get("authorization") for one in second.headers} == {None}


def test_a_model_of_the_editor_is_tested_by_the_editor(tmp_path: Path) -> None:
    with ModelClient(tmp_path) as client:
        client.begin("ckma", FULL, takes=TAKES)
        chosen = {"provider": "editor", "model": "standin/open", "context": 4_000}
        found = run(client, "setModel", chosen)
        assert (found["name"], found["staysHere"]) == ("standin/open", False)
        (asked,) = client.asked
        assert "Nothing of your draft is sent" in asked["reason"]
        given = network_settings().model
        assert (given.provider, given.name, given.context) == ("editor", "standin/open", 4_000)
        assert run(client, "models")["current"]["host"] == ""
        client._answers_model = lambda client, message: client.send(
            {"id": message["id"], "result": failure("NoPermissions")}
        )
        other = {"provider": "editor", "model": "standin/other"}
        assert "was not allowed to use other" in refusal(client, "setModel", other)
    assert network_settings().model.name == "standin/open"
