"""Jobs through the server: their queue, their crashes, and that none outlives it."""

import asyncio
import os
import subprocess
import threading
from pathlib import Path
from typing import Any

import pytest
from written_drafts import written_draft

from citeloom.actions import ordered_task
from citeloom.lsp.preloading import Preloading
from citeloom.lsp.waiting import WaitingTexts
from endpoint_server import Behaviour, running
from lsp_client import FULL, LspClient, position, pulled
from projects import make_project
from writing_client import (
    ASKING,
    MODEL_PAPER,
    NOTHING_WAITS,
    PAPER,
    Editor,
    apply,
    ask,
    configure_model,
    done,
    heard,
    question,
    refusal,
    run,
    take,
    writing,
)

BUTTONS = {**FULL, "window": {"workDoneProgress": True, "showMessage": {}}}
in_threads = pytest.mark.usefixtures("jobs_in_threads")
posix = pytest.mark.skipif(os.name == "nt", reason="looks at processes by their numbers")

THREE = PAPER.replace(
    "\\section{Method}",
    "\\section{Shrubs}\n\n\\section{Rows}\n\n\\section{Method}",
)
SECTIONS = ("Related Work", "Shrubs", "Rows")
STANDING = MODEL_PAPER.replace(
    "\\section{Related Work}\n", "\\section{Related Work}\nTrees stand still \\cite{ash}.\n"
)


def children(client: LspClient) -> list[int]:
    listed = ["ps", "--ppid", str(client.pid), "-o", "pid="]
    return [int(one) for one in subprocess.run(listed, capture_output=True).stdout.split()]


def gone(pid: int) -> bool:
    """Tell whether a process has ended; one that nobody has waited for has."""
    found = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True).stdout
    return not found.strip() or found.strip().startswith(b"Z")


def messages(client: LspClient, count: int) -> list[str]:
    return [one["message"] for one in heard(client, "window/showMessage", count)]


def stages(client: LspClient) -> list[str]:
    return [
        one["value"].get("message", "")
        for one in heard(client, "$/progress")
        if one["value"]["kind"] != "end"
    ]


def start(client: LspClient, main: Path) -> list[str]:
    """Start to write three sections, of which two run at a time; return the ids of the jobs."""
    client.open(main)
    found = [run(client, "write", {"uri": main.as_uri(), "section": one}) for one in SECTIONS]
    assert [one["waits"] for one in found] == [False, False, True]
    return [one["job"] for one in found]


@in_threads
def test_two_sections_are_written_at_a_time_and_the_third_waits_and_says_so(
    tmp_path: Path,
) -> None:
    main = make_project(tmp_path, THREE)
    with Editor(tmp_path) as client:
        client.begin("wait")
        jobs = start(client, main)
        assert messages(client, 1)[0].endswith(": waiting for another section.")
        listed = run(client, "show")["jobs"]
        assert [(one["job"], one["section"]) for one in listed] == list(
            zip(jobs, SECTIONS, strict=True)
        )
        assert listed[2]["waits"] and listed[2]["stage"].startswith("waiting for another")
        while not any(one.startswith("waiting for another") for one in stages(client)):
            client.next()
        (tmp_path / "go").touch()
        assert all("Related work written (" in one for one in messages(client, 4)[1:])
        offers = run(client, "show")["offers"]
        assert {one["offer"]: one["section"] for one in offers} == dict(
            zip(jobs, SECTIONS, strict=True)
        )


@in_threads
def test_one_that_waits_is_cancelled_at_once_and_the_others_go_on(tmp_path: Path) -> None:
    main = make_project(tmp_path, THREE)
    with Editor(tmp_path) as client:
        client.begin("wait")
        *others, last = start(client, main)
        assert run(client, "cancel", {"job": last}) == {"cancelled": 1}
        cancelled = "Cancelled: writing related work for 'Rows' in main.tex."
        assert messages(client, 2)[1] == cancelled
        (tmp_path / "go").touch()
        assert all("Related work written (" in one for one in messages(client, 4)[2:])
        assert {one["offer"] for one in run(client, "show")["offers"]} == {*others}


@in_threads
def test_one_section_by_whichever_name_has_one_job(tmp_path: Path) -> None:
    with writing(tmp_path, PAPER, "wait") as (client, _):
        run(client, "write")
        for name in ("related work", "1", ""):
            assert "already" in refusal(client, "write", {"section": name})
        (tmp_path / "go").touch()


@in_threads
@pytest.mark.parametrize("command", ["weave", "revise"])
def test_what_is_ordered_twice_is_done_once_and_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    go, work = threading.Event(), ordered_task.do_ordered

    async def held(*arguments: Any) -> Any:
        await asyncio.to_thread(go.wait)
        return await work(*arguments)

    monkeypatch.setattr(ordered_task, "do_ordered", held)
    main = written_draft(tmp_path)
    text = main.read_text("utf-8")
    first, second = (position(text, text.index(it)) for it in ("{ash} ", "{elm} "))
    orders: list[dict[str, Any]] = [{"keys": ["yew"]}, {"keys": ["oak"]}]
    if command == "revise":
        orders = [{"revision": "sentence", "position": at} for at in (first, second)]
    with Editor(tmp_path) as client:
        client.begin("extractive")
        document = client.open(main)
        run(client, command, {**document, **orders[0]})
        refused = ask(client, command, {**document, **orders[0]})
        other = ask(client, command, {**document, **orders[1]})
        run(client, "cancel")
        go.set()
    message = refused["error"]["message"]
    assert "already" in message and "citeloom.cancel" in message and "fault" not in message
    assert other["result"]["waits"], "another one is another job"


def test_a_crash_can_be_tried_again_by_a_button(tmp_path: Path) -> None:
    main = make_project(tmp_path, PAPER)
    with Editor(tmp_path) as client:
        client.begin("crash", BUTTONS)
        client.results["window/showMessageRequest"] = {"title": "Try again"}
        client.open(main)
        run(client, "write")
        (asked,) = heard(client, "window/showMessageRequest")
        failed = "Writing related work for 'Related Work' in main.tex failed: the job's process"
        assert asked["message"].startswith(failed)
        assert asked["actions"] == [{"title": "Try again"}]
        (tmp_path / "calm").touch()
        assert messages(client, 1)[0].startswith("Related work written (crash, ")


@in_threads
def test_a_fault_of_ours_at_the_end_leaves_no_job_to_cancel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("a fault")

    monkeypatch.setattr(WaitingTexts, "add", fail)
    with writing(tmp_path) as (client, document):
        run(client, "write")
        assert messages(client, 1) == [
            "Writing related work for 'Related Work' in main.tex failed: an error in Citeloom. "
            "See the log for details."
        ]
        assert run(client, "show") == NOTHING_WAITS
        lenses = client.request("textDocument/codeLens", {"textDocument": document})["result"]
        assert "Cancel writing related work" not in str(lenses)


@in_threads
@pytest.mark.parametrize("command", ["write", "judgeClaims"])
def test_a_result_that_comes_after_its_job_was_cancelled_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    came, go, read = threading.Event(), threading.Event(), Preloading.read_project

    async def held(*arguments: Any) -> None:
        came.set()
        await asyncio.to_thread(go.wait)
        await read(*arguments)

    monkeypatch.setattr(Preloading, "read_project", held)
    with (
        running() as server,
        writing(tmp_path, STANDING, "plain", claims="always") as (client, document),
    ):
        configure_model(server.address)
        run(client, command)
        assert came.wait(300)
        assert run(client, "cancel") == {"cancelled": 1}
        go.set()
        assert done(client).startswith("Cancelled: ")
        assert run(client, "show") == NOTHING_WAITS
        assert "judged-by-model" not in str(pulled(client, document))


@pytest.mark.slow
@posix
@pytest.mark.parametrize("method", ["wait", "stubborn"])
@pytest.mark.parametrize("end", ["shutdown", "kill", "restart"])
def test_no_job_outlives_the_server(tmp_path: Path, method: str, end: str) -> None:
    main = make_project(tmp_path, THREE)
    with Editor(tmp_path, spawn=True) as client:
        client.begin(method)
        start(client, main)
        while sum(one in ("computing", "waiting for the test") for one in stages(client)) < 2:
            client.next()
        working = children(client)
        assert len(working) == 2
        if end == "shutdown":
            assert client.leave() == 0
        elif end == "kill":
            client.process.kill()
            client.process.wait()
        else:
            assert run(client, "restart") == {"restarted": True}
            assert run(client, "show") == NOTHING_WAITS
        while not all(gone(one) for one in working):
            pass


def failed(client: Editor, name: str, **given: Any) -> Any:
    """Run a command whose job fails, and begin all again; return the question that is open."""
    run(client, name, given)
    asked = question(client)
    assert asked["params"]["actions"] == [{"title": "Try again"}]
    assert run(client, "restart") == {"restarted": True}
    return asked


@in_threads
@pytest.mark.parametrize(
    ("name", "given", "said"),
    [
        ("write", {"allCited": True}, "Related work written (chatcite, "),
        ("weave", {"keys": ["oak"]}, "Woven in (chatcite: oak into paragraph"),
        ("judgeClaims", {}, "The model has judged "),
    ],
)
def test_what_failed_before_is_done_after_it(
    tmp_path: Path, name: str, given: dict[str, Any], said: str
) -> None:
    main = make_project(tmp_path, STANDING)
    endpoint = running(Behaviour(faults=["400"] * 8))
    with endpoint as server, Editor(tmp_path, answers=False) as client:
        configure_model(server.address)
        client.begin("chatcite", ASKING)
        client.open(main)
        asked = failed(client, name, **given)
        server.behaviour.faults.clear()
        take(client, asked, "Try again")
        if name == "weave":
            apply(client)
        assert done(client).startswith(said)


@in_threads
def test_why_it_cannot_be_done_is_said(tmp_path: Path) -> None:
    with (
        running(Behaviour(always="400")) as server,
        writing(tmp_path, STANDING, "chatcite", ASKING, answers=False) as (client, document),
    ):
        configure_model(server.address)
        asked = failed(client, "write")
        gone = STANDING.partition("%! main.tex\n")[2].partition("%!")[0]
        client.change(document, gone.replace("Related Work", "Other Things"))
        take(client, asked, "Try again")
        assert "Related Work" in done(client)
