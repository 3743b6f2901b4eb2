"""Related work that an agent asks for waits for its author, who alone agrees that it is sent."""

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

from agent_client import SECONDS, AgentClient, call, converse, is_answer
from citeloom.actions.user.sending_agreement import Receiver, keep_agreement
from citeloom.actions.writing.stored.waiting_files import WaitingFiles
from citeloom.settings import user_settings
from model_project import PROJECT
from projects import make_project
from writing_client import METHODS, configure_model, methods_for_tests


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_project(tmp_path, PROJECT).parent


def waiting() -> tuple[str, ...]:
    return tuple(text.id for text in WaitingFiles(user_settings().waiting).texts())


def name_a_far_model() -> None:
    configure_model("https://model.example.org/v1", name="far")


def test_a_written_text_waits_and_changes_no_file(folder: Path) -> None:
    before = (folder / "main.tex").read_bytes()
    value = call(folder, "write_related_work", file="main.tex", method="extractive").value
    assert waiting() == (value["waiting"],)
    assert value["section"] == "Related Work"
    assert "alone can insert it" in value["what_happens_now"]
    assert all(f"key{number}" in value["latex"] for number in range(5))
    assert value["latex"].startswith("<quoted-") and "cite" in value["latex"]
    assert all(it["text"].startswith("<quoted-") for it in value["sentences"])
    assert {it["key"] for s in value["sentences"] for it in s["sources"]} == {
        f"key{number}" for number in range(5)
    }
    assert (folder / "main.tex").read_bytes() == before
    assert not (folder / ".citeloom").exists()


def test_an_agent_cannot_agree_that_a_draft_is_sent(folder: Path) -> None:
    name_a_far_model()
    refused = call(folder, "write_related_work", file="main.tex", method="zero-shot")
    assert refused.is_error and "has not agreed" in refused.text
    assert "far at model.example.org" in refused.text
    root, receiver = folder / "main.tex", Receiver("model.example.org", "other")
    keep_agreement(user_settings().data_folder, root, receiver, ["title", "abstract"])
    again = call(folder, "write_related_work", file="main.tex", method="zero-shot")
    assert again.is_error and "has not agreed" in again.text
    assert waiting() == ()


def test_a_cancelled_call_ends_its_process_and_keeps_nothing(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = os.pathsep.join(filter(None, [str(METHODS), os.environ.get("PYTHONPATH")]))
    monkeypatch.setenv("PYTHONPATH", path)
    monkeypatch.setenv("CITELOOM_TEST_FOLDER", str(tmp_path))

    async def talk(client: AgentClient) -> str:
        params = {
            "name": "write_related_work",
            "arguments": {"file": "main.tex", "method": "wait"},
            "_meta": {"progressToken": "p"},
        }
        client.send({"id": 9, "method": "tools/call", "params": params})
        await client.wait_for(is_waiting)
        client.send({"method": "notifications/cancelled", "params": {"requestId": 9}})
        assert (await client.ask("ping"))["result"] == {}
        # Nobody lets it go on: another text is taken on only after its process has been ended.
        async with asyncio.timeout(SECONDS):
            while True:
                called = await client.call("write_related_work", file="main.tex", method="plain")
                if "already being written" not in called.text:
                    break
                await asyncio.sleep(0.05)
        assert not any(is_answer(line, 9) for line in client.lines)
        kept: str = called.value["waiting"]
        return kept

    with methods_for_tests():
        kept = converse(talk, folder)
    assert waiting() == (kept,)


def is_waiting(line: dict[str, Any]) -> bool:
    progress = line.get("method") == "notifications/progress"
    return progress and "waiting for the test" in line["params"]["message"]
