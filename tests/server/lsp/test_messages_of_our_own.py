"""What a client gets that takes our own messages beside those of the protocol."""

from pathlib import Path
from typing import Any

import pytest

from endpoint_server import Behaviour, running
from writing_client import (
    ASKING,
    FAR,
    MODEL_PAPER,
    PAPER,
    Editor,
    configure_model,
    done,
    question,
    run,
    writing,
)

pytestmark = pytest.mark.usefixtures("jobs_in_threads")

TAKES = ["citeloom/written", "citeloom/refresh", "citeloom/mayBeSent"]
SILENT: dict[str, Any] = {"capabilities": ASKING, "takes": TAKES, "answers": False}
ASKS = "citeloom/mayBeSent"
RELATED_WORK = (
    "\\section{Related Work}\n",
    "\\section{Related Work}\nTrees stand still \\cite{ash}.\nThey grow old \\cite{elm}.\n",
)
RELATED, MODEL_RELATED = PAPER.replace(*RELATED_WORK), MODEL_PAPER.replace(*RELATED_WORK)


def methods(client: Editor) -> set[str]:
    return {one["method"] for one in client.heard if "method" in one}


def test_a_text_that_waits_is_told_of_instead_of_a_message(tmp_path: Path) -> None:
    main = tmp_path / "main.tex"
    with writing(tmp_path, takes=TAKES) as (client, _):
        job = run(client, "write")["job"]
        told = client.until("citeloom/written")
        assert told == {
            "offer": job,
            "uri": main.as_uri(),
            "section": "Related Work",
            "canInsert": True,
            "lacksAbstracts": False,
            "message": "Related work written (plain, 1 paragraph, 3 of 3 cited) for "
            "'Related Work' in main.tex.",
        }
        assert run(client, "insert", {"offer": told["offer"]}) == {"applied": True}
        assert client.leave() == 0
    assert "citeloom/refresh" in methods(client)
    assert "window/showMessage" not in methods(client)


BANANAS = "Bananas ripen faster beside apples in a bowl of glass [P1, P2, P3]."


def test_a_text_that_no_paper_supports_is_to_be_seen_before_it_is_inserted(tmp_path: Path) -> None:
    with (
        running(Behaviour(says=lambda _: BANANAS)) as server,
        writing(tmp_path, MODEL_PAPER, "zero-shot", takes=TAKES) as (client, _),
    ):
        configure_model(server.address)
        run(client, "write")
        told = client.until("citeloom/written")
        assert "hardly supported" in told["message"] and not told["canInsert"]
        weak = "tand-in seems too weak for this method: 0 of 1 sentences"
        assert weak in told["message"]
        assert not any(it.get("method") == "window/showMessage" for it in client.heard)
        assert f"> s{weak}" in run(client, "preview")["markdown"]


@pytest.mark.parametrize("takes", [None, ["citeloom/other", 7]])
def test_nothing_of_our_own_is_sent_to_others(tmp_path: Path, takes: Any) -> None:
    with writing(tmp_path, **({} if takes is None else {"takes": takes})) as (client, _):
        client.written()
        assert client.leave() == 0
    assert not [one for one in methods(client) if one.startswith("citeloom/")]


def test_a_client_asks_in_its_own_way_whether_a_draft_may_be_sent(tmp_path: Path) -> None:
    main = tmp_path / "main.tex"
    configure_model(FAR)
    with writing(tmp_path, MODEL_PAPER, "zero-shot", **SILENT) as (
        client,
        _,
    ):
        order = {"version": 1, "uri": main.as_uri(), "keys": ["ash", "elm"]}
        answer = run(client, "write", order)
        assert (answer["job"], answer["asked"]) == (None, True)
        request = question(client, method=ASKS)
        assert request["params"]["arguments"] == {**order, "kind": "write"}
        assert request["params"]["estimate"] == answer["estimate"]
        page = run(client, "dryRun", request["params"]["arguments"])["markdown"]
        assert "To stand-in at model.example.org." in page
        assert "We grow all of them in one garden." in page
        assert "We plant ash trees in rows and count them." in page and "yew" not in page
        for count, result in enumerate(({"agreed": False}, None, "yes", {"agreed": "yes"}), 2):
            client.send({"id": request["id"], "result": result})
            assert run(client, "show")["jobs"] == []
            assert run(client, "write")["job"] is None
            request = question(client, count, ASKS)
        client.send({"id": request["id"], "error": {"code": -32601, "message": "unknown"}})
        agreed = {"agreed": "stand-in at model.example.org"}
        assert done(client).endswith(f"run citeloom.write with {agreed}.")
        run(client, "write")
        client.send({"id": question(client, 6, ASKS)["id"], "result": {"agreed": True}})
        while not run(client, "show")["jobs"]:
            client.request("workspace/symbol", {"query": ""})
        assert run(client, "estimate")["agreed"]
        run(client, "cancel")
        assert "window/showMessageRequest" not in methods(client)
