"""Writing with a language model from an editor, against an endpoint with every fault."""

from pathlib import Path

import pytest

from endpoint_server import Behaviour, running
from lsp_client import FULL
from writing_client import (
    ASKING,
    MODEL_PAPER,
    NOTHING_WAITS,
    actions,
    configure_model,
    done,
    edits_of,
    heard,
    question,
    run,
    take,
    writing,
)

pytestmark = pytest.mark.usefixtures("jobs_in_threads")

CODE_ACTION = FULL["textDocument"]["codeAction"]
TAGGING = {"codeAction": {**CODE_ACTION, "tagSupport": {"valueSet": [1]}}}
RELATED_LINE = MODEL_PAPER.splitlines().index("\\section{Related Work}") - 1


@pytest.mark.parametrize("method", ["ckma", "chatcite"])
def test_from_the_action_to_the_edit(tmp_path: Path, method: str) -> None:
    place = {"line": RELATED_LINE, "character": 0}
    with (
        running() as server,
        writing(tmp_path, MODEL_PAPER, method, {**FULL, "textDocument": TAGGING}) as (
            client,
            document,
        ),
    ):
        configure_model(server.address, input_price=2.0, output_price=8.0, currency="EUR")
        (write,) = actions(client, document, place)
        assert write["title"] == f"Write related work for 'Related Work' ({method})"
        with server.lock:  # The model answers when the progress is seen.
            started = run(client, "write", *write["command"]["arguments"])
            while not client.until("$/progress")["value"].get("message"):
                pass
        message = done(client)
        assert message.startswith(f"Related work written ({method}, ")
        calls = len(server.asked)
        assert f" It took {calls} call" in message and message.endswith(" EUR.")
        assert started["estimate"]["calls"] == calls

        stages = {
            one["value"]["message"].partition(" ")[0]
            for one in heard(client, "$/progress")
            if one["value"].get("message")
        }
        # The first ones may have passed before the client was ready to be shown any.
        assert stages

        (offer,) = run(client, "show")["offers"]
        assert offer["byModel"] and offer["usage"]["calls"] == calls
        assert offer["usage"]["money"] > 0
        page = run(client, "preview")["markdown"]
        assert f"Written by a language model: {calls} call" in page

        insert, *_ = actions(client, document, place)
        assert insert["tags"] == [1]
        assert run(client, "insert", *insert["command"]["arguments"]) == {"applied": True}
        (edit,) = edits_of(client)
        assert all(f"{{{key}}}" in edit["newText"] for key in ("ash", "elm", "yew"))
        assert client.leave() == 0


@pytest.mark.parametrize(
    ("fault", "said"),
    [("401", "needs a key (401: the service answers 401"), ("quota", "quota is used up")],
)
def test_a_fault_that_stays_is_one_message_and_can_be_tried_again(
    tmp_path: Path, fault: str, said: str
) -> None:
    with (
        running(Behaviour(always=fault)) as server,
        writing(tmp_path, MODEL_PAPER, "zero-shot", ASKING, answers=False) as (client, _),
    ):
        main = tmp_path / "main.tex"
        before = main.read_bytes()
        configure_model(server.address)
        run(client, "write")
        asked = question(client)
        assert said in asked["params"]["message"]
        assert asked["params"]["actions"] == [{"title": "Try again"}]
        assert not any(one.get("method") == "window/showMessage" for one in client.heard)
        assert run(client, "show") == NOTHING_WAITS
        assert main.read_bytes() == before

        server.behaviour.always = ""
        take(client, asked, "Try again")
        assert done(client).startswith("Related work written (zero-shot, ")
        assert len(edits_of(client)) == 0


def test_cancel_closes_the_connections_and_asks_nothing_more(tmp_path: Path) -> None:
    with (
        running(Behaviour(always="hang")) as server,
        writing(tmp_path, MODEL_PAPER, "ckma") as (client, _),
    ):
        configure_model(server.address)
        run(client, "write")
        token = client.until("$/progress")["token"]
        while not server.asked:
            client.request("workspace/executeCommand", {"command": "citeloom.show"})
        client.notify("window/workDoneProgress/cancel", {"token": token})
        assert "Cancelled: " in done(client)
        assert run(client, "show") == NOTHING_WAITS
        # One that was on its way counts, too; one of a job that went on would hang.
        gone = 0
        while gone < len(server.asked):
            assert server.gone.acquire(timeout=300), "a connection was left open"
            gone += 1


def test_the_trace_of_each_method(tmp_path: Path) -> None:
    with running() as server, writing(tmp_path, MODEL_PAPER, "ckma") as (client, _):
        configure_model(server.address)
        client.written()
        found = run(client, "trace")
        assert found["method"] == "ckma"
        minigraph, together = run(client, "graphs", {"offer": found["offer"]})["graphs"]
        assert minigraph["kind"] == "minigraph" and together["kind"] == "co-citation"
        assert minigraph["dot"].startswith("digraph {") and minigraph["edges"]
        assert {key for node in together["nodes"] for key in node["keys"]} == {"ash", "elm", "yew"}
        assert any(one["chosen"] for one in found["trace"]["candidates"])
        assert {one["step"] for one in found["usage"]["steps"]} >= {"minigraph"}
        client.written(method="chatcite")
        turns = run(client, "trace")["trace"]["turns"]
        assert len(turns) == 3


def test_parameters_and_lengths_of_one_command(tmp_path: Path) -> None:
    with running() as server, writing(tmp_path, MODEL_PAPER, "extractive") as (client, _):
        configure_model(server.address)
        client.written(
            method="chatcite", parameters={"n_keep": 2}, keys=["oak"], words=77, exclude=[]
        )
        (offer,) = run(client, "show")["offers"]
        assert offer["title"].startswith("chatcite, ") and "{oak}" in offer["latex"]
        assert len(run(client, "trace")["trace"]["turns"]) == 1
        assert any("77" in str(one["messages"]) for one in server.asked)
