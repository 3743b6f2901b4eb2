"""A sentence written anew by a language model: asked for, agreed to, shown, one edit."""

import json
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from written_drafts import ABSTRACTS, change, written_draft

from endpoint_server import Behaviour, running
from lsp_client import applied, code_actions, position
from writing_client import (
    ASKING,
    Editor,
    configure_model,
    done,
    edits_of,
    heard,
    run,
)

pytestmark = pytest.mark.usefixtures("jobs_in_threads")

KIND = "refactor.rewrite.sentence"


def offered(client: Editor, document: dict[str, str], text: str) -> list[dict[str, Any]]:
    at = position(text, text.index("{elm} shows"))
    return code_actions(client, document, at, only=[KIND])


def stale_fixes(client: Editor, document: dict[str, str], text: str) -> list[dict[str, Any]]:
    at = position(text, text.index("{elm} shows"))
    stale = {"range": {"start": at, "end": at}, "message": "", "code": "stale"}
    found = code_actions(client, document, at, diagnostics=[stale], only=["quickfix"])
    return [it for it in found if "revise" in str(it.get("command"))]


def start(client: Editor, action: dict[str, Any]) -> Any:
    given = action["command"]["arguments"]
    return run(client, "revise", *given)


def change_two_abstracts(main: Path) -> None:
    change(main.with_name("refs.bib"), "grow well in the cold", "grow badly in the hot")
    change(main.with_name("refs.bib"), "count their rings", "count their leaves")


@pytest.fixture
def main(tmp_path: Path) -> Path:
    return written_draft(tmp_path)


def test_the_chosen_method_is_named_and_what_it_took_is_said(main: Path) -> None:
    text = main.read_text("utf-8")
    with running() as server, Editor(main.parent) as client:
        configure_model(server.address)
        client.begin("zero-shot", ASKING)
        document = client.open(main)
        sentence, *others = offered(client, document, text)
        assert sentence["title"] == "Rewrite (zero-shot)"
        asking = [it["title"] for it in others if "(zero-shot)" in it["title"]]
        assert asking == ["Shorten (zero-shot)", "Rewrite the whole paragraph (zero-shot)"]
        answer = start(client, sentence)
        assert answer["estimate"]["calls"] == 1
        said = done(client)
        assert said.startswith("Revised (zero-shot: rewrite). ") and "It took 1 call, " in said
        after = applied(text, edits_of(client)).splitlines()
        gone = [it for it in text.splitlines() if it not in after and "% citeloom:" not in it]
        assert len(gone) == 1 and "{elm} shows" in gone[0]


@pytest.mark.parametrize("method", ["zero-shot", "extractive"])
def test_an_instruction_is_asked_for_agreed_to_and_told_to_a_model(main: Path, method: str) -> None:
    text, wish = main.read_text("utf-8"), "say what they did not evaluate"
    with running() as server, Editor(main.parent) as client:
        configure_model(server.address)
        client.begin(method, ASKING, takes=["citeloom/proposed"])
        document = client.open(main)
        action = offered(client, document, text)[0]
        (given,) = action["command"]["arguments"]
        assert (action["title"], given["instruction"]) == ("Rewrite…", "")
        told = {**given, "instruction": wish}
        page = run(client, "dryRun", told)["markdown"]
        assert wish in page and "elm trees grow well" in page
        parts = run(client, "revise", told)["estimate"]["draftParts"]
        assert "sentence, its neighbours and your instruction" in parts
        proposed = client.until("citeloom/proposed")
        assert wish in str(server.asked[-1]) and proposed["byModel"]
        assert proposed["arguments"]["instruction"] == wish
        first, times = proposed["changes"], len(server.asked)
        run(client, "revise", {**told, "seed": 0})
        assert client.until("citeloom/proposed")["changes"] == first
        assert len(server.asked) == times, "the same is not asked again, as after a reload"


def test_without_a_model_a_sentence_is_rewritten_from_its_source(tmp_path: Path) -> None:
    further = "We propose a method that finds old elm trees by night."
    more = {**ABSTRACTS, "elm": f"{ABSTRACTS['elm']} {further}"}
    main = written_draft(tmp_path, more)
    text = main.read_text("utf-8")
    with Editor(main.parent) as client:
        client.begin("zero-shot", takes=["citeloom/proposed"])
        document = client.open(main)
        action = offered(client, document, text)[0]
        assert action["title"] == "Rewrite"
        assert start(client, action)["job"]
        (changed,) = client.until("citeloom/proposed")["changes"]
        assert "finds old elm trees" in changed["new"][0]


def test_what_is_rewritten_before_it_is_cancelled_counts(main: Path) -> None:
    text = main.read_text("utf-8")
    change_two_abstracts(main)
    asked, let_go = Event(), Event()

    def says(question: str) -> str:
        if "On Elm" in question:
            asked.set()
            let_go.wait(300)
        sentence = {"text": "Ash trees grow by leaves [P1].", "cites": ["P1"]}
        return json.dumps({"paragraphs": [{"topic": "x", "sentences": [sentence]}]})

    with running(Behaviour(says=says)) as server, Editor(main.parent) as client:
        configure_model(server.address)
        client.begin("zero-shot", ASKING)
        document = client.open(main)
        job = start(client, stale_fixes(client, document, text)[-1])["job"]
        assert asked.wait(300)
        assert run(client, "cancel", {"job": job}) == {"cancelled": 1}
        said = f"{done(client)} {done(client)}"
        assert "1 sentence rewritten from changed sources, 1 not)" in said
        after = applied(text, edits_of(client))
        assert "count their rings" not in after
        assert "\\citet{elm} shows that elm trees grow well" in after
        let_go.set()


class Busy(Editor):
    """An editor whose user goes on typing before they answer: the text is ``then`` by that time."""

    document: dict[str, str]
    then: list[str]

    def _result(self, message: dict[str, Any]) -> Any:
        if message["method"] == "window/showMessageRequest":
            self.change(self.document, self.then.pop(0))
            return {"title": "Try again"}
        return super()._result(message)


@pytest.mark.parametrize("meanwhile", ["above", "above, twice", "there"])
def test_what_is_typed_before_the_answer_moves_no_order(main: Path, meanwhile: str) -> None:
    text = main.read_text("utf-8")
    moved = text.index("{elm} shows") - text.index("{ash} plants")
    above = text.replace("Many build", f"{'x' * (moved - 1)} Many build")
    typed = {
        "above": [above],
        "above, twice": [above, f"% {'x' * (moved - 3)}\n{above}"],
        "there": [text.replace("{elm} shows", "{elm} tells")],
    }[meanwhile]
    # A fault of the request itself is not tried again unasked.
    with running(Behaviour(faults=["400"] * len(typed))) as server, Busy(main.parent) as client:
        configure_model(server.address)
        client.begin("zero-shot", ASKING)
        client.document, client.then = client.open(main), typed
        start(client, offered(client, client.document, text)[0])
        if meanwhile == "there":
            (said,) = heard(client, "window/showMessage", 1)
            assert "has changed since" in said["message"]
            assert len(server.asked) == 1
            return
        assert done(client).startswith("Revised (zero-shot: ")
        asked = str(server.asked[-1])
        assert "elm trees grow well" in asked and "count their rings" not in asked
