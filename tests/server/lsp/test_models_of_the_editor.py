"""Writing by a model of the editor's own, asked through a client with every fault."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from editor_model_client import (
    PIECE,
    QUESTION,
    TAKES,
    ModelClient,
    configure_editor_model,
    honestly,
)
from editor_models import honest_answer

from endpoint_server import running
from projects import make_project
from writing_client import (
    ASKING,
    MODEL_PAPER,
    Editor,
    configure_model,
    done,
    heard,
    refusal,
    run,
    writing,
)

pytestmark = pytest.mark.usefixtures("jobs_in_threads")

AGREED = {"agreed": "standin/open at standin, through your editor"}
PROBLEM = "citeloom/problem"


def write(client: ModelClient, folder: Path, method: str = "zero-shot") -> dict[str, Any]:
    main = make_project(folder, MODEL_PAPER)
    configure_editor_model()
    client.begin(method, ASKING, takes=TAKES)
    client.open(main)
    found: dict[str, Any] = run(client, "write", AGREED)
    return found


def test_the_user_is_asked_first_as_about_an_endpoint(tmp_path: Path) -> None:
    main = make_project(tmp_path, MODEL_PAPER)
    configure_editor_model()
    with ModelClient(tmp_path) as client:
        client.begin("ckma", ASKING, takes=TAKES)
        client.open(main)
        answer = run(client, "write")
        assert (answer["job"], answer["asked"]) == (None, True)
        assert not answer["estimate"]["staysHere"]
        (asked,) = heard(client, QUESTION)
        assert "with standin/open at standin, through your editor? To be sent" in asked["message"]
        assert client.asked == []
        assert run(client, "write", AGREED)["job"]
        assert done(client).startswith("Related work written (ckma")
        assert run(client, "estimate")["agreed"]
        configure_editor_model("standin/other")
        assert not run(client, "estimate")["agreed"], "another model is asked for again"
        configure_editor_model("another/open")
        assert not run(client, "estimate")["agreed"], "another vendor, too"


def test_it_takes_the_calls_that_an_endpoint_takes_and_none_the_second_time(tmp_path: Path) -> None:
    main = make_project(tmp_path / "by endpoint", MODEL_PAPER)
    with running() as server, Editor(tmp_path / "by endpoint") as client:
        configure_model(server.address)
        client.begin("ckma", ASKING)
        client.open(main)
        client.written()
        by_endpoint = len(server.asked)
    with ModelClient(tmp_path) as client:
        job = write(client, tmp_path / "by editor", "ckma")["job"]
        assert done(client).startswith("Related work written (")
        assert len(client.asked) == by_endpoint > 1
        told = json.dumps(client.asked)
        assert "main.tex" not in told and str(tmp_path) not in told
        assert not any(key in told for key in ('"ash"', '"elm"', '"yew"')), "no key, no file"
        run(client, "discard", {"offer": job})
        run(client, "write")
        message = done(client)
        assert "It took 0 calls, " in message and message.endswith("0 tokens sent and 0 received.")
        assert len(client.asked) == by_endpoint


def test_an_editor_without_models_says_so_before_anything_is_asked(tmp_path: Path) -> None:
    configure_editor_model()
    with writing(tmp_path, MODEL_PAPER, "zero-shot", ASKING) as (client, _):
        said = "standin/open is a model of another editor; this editor offers no models"
        assert said in refusal(client, "write", AGREED)
        (method,) = (one for one in run(client, "methods")["methods"] if one["name"] == "ckma")
        assert (method["canRun"], method["why"]) == (False, said)


def test_answers_that_come_twice_and_pieces_of_nothing_change_nothing(tmp_path: Path) -> None:
    def twice(client: ModelClient, message: dict[str, Any]) -> None:
        for wrong in (None, 3, {"ask": 4}, {"ask": "none", "text": "a"}, {"ask": ["a"]}):
            client.notify(PIECE, wrong)
        honestly(client, message)
        client.send({"id": message["id"], "result": {"text": "another answer"}})
        client.send({"id": message["id"], "error": {"code": 1, "message": "no"}})
        client.notify(PIECE, {"ask": message["params"]["ask"], "text": "late"})

    with ModelClient(tmp_path, twice) as client:
        write(client, tmp_path, "ckma")
        assert done(client).startswith("Related work written (ckma")
        assert client.leave() == 0


def test_cancelling_reaches_the_client_and_a_late_answer_writes_nothing(tmp_path: Path) -> None:
    open_requests: list[Any] = []

    def begins(client: ModelClient, message: dict[str, Any]) -> None:
        open_requests.append(message["id"])
        client.notify(PIECE, {"ask": message["params"]["ask"], "text": "{"})

    with ModelClient(tmp_path, begins) as client:
        write(client, tmp_path)
        while not open_requests:
            client.next()
        run(client, "cancel")
        cancelled = [
            one["params"]["id"] for one in client.heard if one.get("method") == "$/cancelRequest"
        ] or [client.until("$/cancelRequest")["id"]]
        assert cancelled == open_requests
        client.send({"id": cancelled[0], "result": {"text": "late"}})
        while not any("Cancelled: " in str(one) for one in client.heard):
            client.next()
        assert run(client, "show")["offers"] == []
        assert client.leave() == 0


def test_a_server_that_ends_waits_for_no_answer(tmp_path: Path) -> None:
    def never(client: ModelClient, message: dict[str, Any]) -> None:
        """The window is closed before the model has answered."""

    with ModelClient(tmp_path, never) as client:
        write(client, tmp_path)
        while not client.asked:
            client.next()
        assert client.leave() == 0


def test_an_answer_that_is_cut_off_is_never_taken_for_whole(tmp_path: Path) -> None:
    def cut(client: ModelClient, message: dict[str, Any]) -> None:
        whole = honest_answer(message["params"])
        name = "call" if whole.get("call") else "text"
        half = {**whole, name: whole[name][: len(whole[name]) // 2]}
        client.send({"id": message["id"], "result": half})

    with ModelClient(tmp_path, cut) as client:
        write(client, tmp_path)
        done(client)
        (offer,) = run(client, "show")["offers"]
        assert offer["latex"].rstrip().endswith("."), "whole sentences alone"
        assert any("could not be used" in one for one in offer["warnings"])


def used_up_after(calls: int) -> Callable[[ModelClient, dict[str, Any]], None]:
    """Return what answers so many calls honestly, and says then that the quota is used up."""

    def answer(client: ModelClient, message: dict[str, Any]) -> None:
        if len(client.asked) <= calls:
            honestly(client, message)
        else:
            failure = {"code": "QuotaExceeded", "message": ""}
            client.send({"id": message["id"], "result": {"failure": failure}})

    return answer


def test_a_run_that_failed_says_what_need_not_be_asked_again(tmp_path: Path) -> None:
    main = make_project(tmp_path, MODEL_PAPER)
    configure_editor_model()
    with ModelClient(tmp_path, used_up_after(2)) as client:
        client.begin("ckma", ASKING, takes=[*TAKES, PROBLEM])
        client.open(main)
        calls = run(client, "write", AGREED)["estimate"]["calls"]
        told = client.until(PROBLEM)
        assert told["remedy"] == "WRITE_OTHERWISE"
        assert told["fault"].endswith(f" 2 of {calls} answers are kept.")


def test_a_text_whose_last_steps_failed_says_which_job_ended_early(tmp_path: Path) -> None:
    main = make_project(tmp_path, MODEL_PAPER)
    configure_editor_model()
    with ModelClient(tmp_path, used_up_after(4)) as client:
        client.begin("hireview", ASKING, takes=[*TAKES, PROBLEM])
        client.open(main)
        assert run(client, "write", AGREED)["estimate"]["calls"] == 5
        told = client.until(PROBLEM)["fault"]
        assert told.startswith("Writing related work for 'Related Work' in main.tex ended early: ")
        assert "What is finished waits (hireview" in told


def test_the_methods_come_with_what_they_take_and_the_ways_that_are_offered_first(
    tmp_path: Path,
) -> None:
    main = make_project(tmp_path, MODEL_PAPER)
    configure_editor_model()
    with ModelClient(tmp_path) as client:
        client.begin("ckma", ASKING, takes=TAKES)
        client.open(main)
        found = run(client, "methods", {"uri": main.as_uri()})
        takes = {it["name"]: it["estimate"]["calls"] for it in found["methods"]}
        ways = found["ways"]
        assert takes["extractive"] == 0 and min(takes[ways["model"]], 1) == 1
        assert takes[ways["model"]] < takes[ways["thorough"]] == max(takes.values())
        assert found["default"] == "ckma" and client.asked == []
