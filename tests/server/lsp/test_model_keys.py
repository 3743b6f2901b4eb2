"""The model's key comes from the editor, stays in memory, and is said nowhere."""

from pathlib import Path
from typing import Any

import pytest

from citeloom.settings import SET_KEY
from endpoint_server import Behaviour, running
from lsp_client import FULL
from projects import make_project
from writing_client import MODEL_PAPER, Editor, configure_model, done, heard, refusal, run, writing

pytestmark = pytest.mark.usefixtures("jobs_in_threads")

KEY = "sk-a-very-secret-key-123"
ASKED = {**FULL, "workspace": {**FULL["workspace"], "configuration": True}}


@pytest.fixture(autouse=True)
def no_other_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CITELOOM_MODEL_KEY", raising=False)


def test_a_key_handed_over_at_the_start_is_used_and_said_nowhere(
    tmp_path: Path, own_data_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    main = make_project(tmp_path, MODEL_PAPER)
    log = tmp_path_factory.mktemp("log") / "stderr"
    with running(Behaviour(key=KEY)) as server, log.open("w") as errors:
        configure_model(server.address)
        with Editor(tmp_path, errors=errors) as client:
            client.begin("zero-shot", words="many", modelKey=KEY)
            client.open(main)
            assert "citeloom.words" in done(client)
            run(client, "write")
            assert done(client).startswith("Related work written (zero-shot, ")
            assert {one["authorization"] for one in server.headers} == {f"Bearer {KEY}"}
            run(client, "preview")
            run(client, "trace")
            run(client, "methods")
            run(client, "insert")
            # An endpoint that says the key again, as some do, where it does not know it.
            server.behaviour.key = "another"
            run(client, "write", {"method": "few-shot"})
            assert "rejects the key (401" in done(client)
            assert run(client, "setKey", {"modelKey": ""}) == {"set": False}
            run(client, "write", {"method": "few-shot"})
            assert "needs a key (401" in done(client)
            assert client.leave() == 0
            said = str(client.heard)
    assert KEY not in said and KEY[3:] not in said
    assert KEY not in log.read_text()
    kept = [one for one in (*own_data_folder.rglob("*"), *tmp_path.rglob("*")) if one.is_file()]
    assert {one.name for one in kept} >= {"main.tex", "secret"}
    assert not any(KEY.encode() in one.read_bytes() for one in kept)


def test_the_key_can_be_changed_by_a_command_and_by_a_message_of_its_own(tmp_path: Path) -> None:
    main = make_project(tmp_path, MODEL_PAPER)
    with running(Behaviour(key=KEY)) as server, Editor(tmp_path) as client:
        configure_model(server.address)
        client.begin("zero-shot", modelKey="sk-an-old-key-of-mine-0")
        client.open(main)
        run(client, "write")
        assert "rejects the key" in done(client)
        assert run(client, "setKey", {"modelKey": KEY}) == {"set": True}
        run(client, "restart")
        run(client, "write")
        assert done(client).startswith("Related work written")

        server.behaviour.key = f"{KEY}-4"
        client.notify("citeloom/modelKey", {"modelKey": f"{KEY}-4"})
        for wrong in ({"modelKey": f"{KEY}\n"}, {"modelKey": [KEY]}, {}, [KEY], KEY, None):
            client.notify("citeloom/modelKey", wrong)
            assert done(client) == "citeloom.modelKey: this is not a key; it is ignored"
        run(client, "write", {"method": "few-shot"})
        assert done(client).startswith("Related work written")
        assert KEY not in str(client.heard)


def test_what_is_no_key_is_refused_and_not_repeated(tmp_path: Path) -> None:
    with Editor(tmp_path) as client:
        client.begin("zero-shot", modelKey=f"Bearer {KEY}")
        assert done(client) == "citeloom.modelKey: this is not a key; it is ignored"
        for wrong in (f"{KEY}\n", f"Bearer {KEY}", "schlüssel"):
            assert "This is not a key" in refusal(client, "setKey", {"modelKey": wrong})
            assert "modelKey" in refusal(client, "setKey", {"modelKey": [wrong]})
            assert "argument 'apikey'" in refusal(client, "setKey", {"apikey": wrong})
        assert KEY not in str(client.heard) and "schlüssel" not in str(client.heard)


class Configured(Editor):
    """A client whose workspace has settings."""

    configuration: Any = None

    def _result(self, message: dict[str, Any]) -> Any:
        if message["method"] == "workspace/configuration":
            return [self.configuration]
        return super()._result(message)


def test_a_workspace_names_neither_an_endpoint_nor_a_key(tmp_path: Path) -> None:
    main = make_project(tmp_path, MODEL_PAPER)
    with running(Behaviour()) as server, running(Behaviour()) as evil:
        configure_model(server.address)
        with Configured(tmp_path) as client:
            client.configuration = {
                "method": "zero-shot",
                "model": {"provider": "custom", "address": evil.address, "name": "stand-in"},
                "address": evil.address,
                "modelKey": KEY,
            }
            client.begin(capabilities=ASKED)
            client.open(main)
            notes = sorted(one["message"] for one in heard(client, "window/showMessage", 3))
            endpoint = (
                "it is ignored; the model and its address are set only in your own config.toml"
            )
            assert notes == [
                f"citeloom.address: {endpoint}",
                f"citeloom.model: {endpoint}",
                f"citeloom.modelKey: it is ignored; settings cannot hold keys; {SET_KEY}",
            ]
            run(client, "write")
            while not done(client).startswith("Related work written (zero-shot, "):
                pass
            assert KEY not in str(client.heard)
        assert server.asked and not evil.asked
        assert not any(KEY in str(one) for one in server.headers)


@pytest.mark.parametrize(
    "line", ['model_key = "sk-x"', '[model]\naddress = "https://evil.example.org/v1"']
)
def test_a_project_file_names_neither_an_endpoint_nor_a_key(tmp_path: Path, line: str) -> None:
    (tmp_path / "citeloom.toml").write_text(line)
    with running() as server, writing(tmp_path, MODEL_PAPER, "zero-shot") as (client, _):
        configure_model(server.address)
        name = line.strip("[").partition("\n")[0].partition(" ")[0].rstrip("]")
        assert f"setting '{name}': " in refusal(client, "write")
        assert server.asked == []
