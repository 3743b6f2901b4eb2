"""A sentence written anew by a language model: asked for, agreed to, shown, one edit."""

import json
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from connect_proxy import Proxy
from written_drafts import change, written_draft

from citeloom.models.connection.pace import Pace
from endpoint_server import Behaviour, running
from lsp_client import applied, code_actions, position
from writing_client import (
    ASKING,
    FAR,
    Editor,
    configure_model,
    done,
    edits_of,
    heard,
    question,
    run,
    take,
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
        sentence, paragraph, *others = offered(client, document, text)
        assert sentence["title"] == "Write this sentence anew (zero-shot)"
        assert paragraph["title"] == "Write this paragraph anew (zero-shot)"
        assert not any("zero-shot" in other["title"] for other in others)
        answer = start(client, sentence)
        assert answer["estimate"]["calls"] == {"least": 1, "most": 1}
        said = done(client)
        assert said.startswith("Revised (zero-shot: write this sentence anew). ")
        assert " A code action inserts it." in said
        assert "It took 1 call, " in said
        page = run(client, "preview", {"offer": answer["job"]})["markdown"]
        assert "A language model wrote it" in page
        run(client, "insert", {"offer": answer["job"]})
        after = applied(text, edits_of(client)).splitlines()
        gone = [it for it in text.splitlines() if it not in after and "% citeloom:" not in it]
        assert len(gone) == 1 and "{elm} shows" in gone[0]


def test_all_stale_sentences_are_rewritten_by_the_chosen_method_once_agreed(
    main: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_PROXY", "")
    configure_model(FAR)
    text = main.read_text("utf-8")
    change_two_abstracts(main)
    with Editor(main.parent) as client:
        client.begin("zero-shot", {})
        document = client.open(main)
        fixes = stale_fixes(client, document, text)
        every = fixes[-1]
        assert every["title"] == "Rewrite all sentences whose sources have changed (zero-shot)"
        given = {"uri": document["uri"], "revision": "stale"}
        page = run(client, "dryRun", given)["markdown"]
        assert "Of 2 references" in page and "On Ash Trees" in page and "On Elm Trees" in page
        assert "count their leaves" in page and "grow badly in the hot" in page
        answer = start(client, every)
        assert (answer["job"], answer["asked"]) == (None, False)
        assert answer["estimate"]["references"] == 2
        one, agree, same = stale_fixes(client, document, text)
        assert [one, same] == fixes
        assert agree["title"].startswith("Agree that the draft is sent to stand-in at ")
        assert agree["title"].endswith("; rewrite all sentences whose sources have changed")


def test_what_is_rewritten_before_it_is_cancelled_waits(main: Path) -> None:
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
        run(client, "insert", {"offer": job})
        after = applied(text, edits_of(client))
        assert "count their rings" not in after
        assert "\\citet{elm} shows that elm trees grow well" in after
        let_go.set()


def test_what_a_model_left_undone_can_be_tried_again(
    main: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Pace, "next_try", lambda *_: None)
    text = main.read_text("utf-8")
    change_two_abstracts(main)
    failing = Behaviour(objects_to="On Elm", objects_by="500")
    with running(failing) as server, Editor(main.parent, answers=False) as client:
        configure_model(server.address)
        client.begin("zero-shot", ASKING)
        document = client.open(main)
        job = start(client, stale_fixes(client, document, text)[-1])["job"]
        asked = question(client)
        said = asked["params"]["message"]
        assert said.startswith(
            "Revising (rewrite all sentences whose sources have changed) ended early: the model "
            "failed. What is done waits (zero-shot: 1 sentence rewritten from changed sources, 1 "
            "not). The sentence in line "
        )
        assert " stays as it is: " in said and "500" in said and "It took 2 calls" in said
        assert "window/showMessage" not in {it.get("method") for it in client.heard}
        assert asked["params"]["actions"] == [{"title": "Try again"}]
        waits = run(client, "preview", {"offer": job})["markdown"]
        assert "1 sentence rewritten from changed sources, 1 not" in waits
        server.behaviour.objects_to = ""
        take(client, asked, "Try again")
        said = (done(client), done(client))[-1]  # The first tells of the preview.
        assert said.startswith("Revised (zero-shot: 2 sentences rewritten from changed sources)")
        assert len(server.asked) == 3, "what was answered is not asked again"
        (waiting,) = run(client, "show")["waiting"]
        assert waiting != job, "the later one has all of the first"


def test_entries_elsewhere_are_asked_about_before_all_stale_sentences_are_sent(
    tmp_path: Path,
) -> None:
    main, library = written_draft(tmp_path / "paper"), tmp_path / "library.bib"
    main.with_name("refs.bib").rename(library)
    change(main, "{refs}", "{../library}")
    change(library, "grow well in the cold", "grow badly in the hot")
    text = main.read_text("utf-8")
    with running() as server, Editor(main.parent, answers=False) as client:
        configure_model(server.address)
        client.begin("zero-shot", ASKING)
        document = client.open(main)
        every = stale_fixes(client, document, text)[-1]
        assert start(client, every) == {"asked": True, "outside": [str(library)]}
        asked = question(client)
        assert "is not sent" in asked["params"]["message"] and server.asked == []
        take(client, asked, "Allow")
        assert done(client).startswith("Revised (zero-shot: 1 sentence rewritten")
        assert len(server.asked) == 1


def test_nothing_is_sent_before_it_is_agreed_to(main: Path, proxy: Proxy) -> None:
    text = main.read_text("utf-8")
    configure_model(FAR)
    with Editor(main.parent) as client:
        client.begin("zero-shot", {})
        document = client.open(main)
        before = offered(client, document, text)
        answer = start(client, before[0])
        assert (answer["job"], answer["asked"]) == (None, False)
        (said,) = heard(client, "window/showMessage")
        assert said["message"].startswith("Write this sentence anew by zero-shot, with stand-in ")
        assert "or run citeloom.revise with {'agreed': true}" in said["message"]
        assert proxy.hosts == []
        agree, *same = offered(client, document, text)
        assert agree["title"] == (
            "Agree that the draft is sent to stand-in at model.example.org; "
            "write this sentence anew"
        )
        assert same == before
        assert start(client, agree)["job"]
        assert proxy.asked.wait(300)
        run(client, "cancel")


def test_a_theme_is_agreed_to_with_its_words_and_is_shown(main: Path, proxy: Proxy) -> None:
    text = main.read_text("utf-8")
    configure_model(FAR)
    with Editor(main.parent) as client:
        client.begin("zero-shot", {}, takes=["citeloom/theme"])
        document = client.open(main)
        before = offered(client, document, text)
        action = next(it for it in before if "paragraph from another point" in it["title"])
        assert action["title"] == "Tell this paragraph from another point of view… (zero-shot)"
        given = {**action["command"]["arguments"][0], "theme": "cold winters"}
        page = run(client, "dryRun", given)["markdown"]
        assert "**The theme that you name**\n\ncold winters\n" in page
        assert run(client, "revise", given)["job"] is None
        (said,) = heard(client, "window/showMessage")
        assert "The theme “cold winters” is sent, too." in said["message"]
        assert proxy.hosts == []
        (agree,) = [it for it in offered(client, document, text) if it not in before]
        assert agree["title"] == (
            "Agree that the draft is sent to stand-in at model.example.org; "
            "tell this paragraph from the point of view of “cold winters”"
        )
        assert start(client, agree)["job"]
        assert proxy.asked.wait(300)
        run(client, "cancel")


class Busy(Editor):
    """An editor whose user goes on typing before they answer: the text is ``then`` by that time."""

    document: dict[str, str]
    then: str

    def _result(self, message: dict[str, Any]) -> Any:
        if message["method"] == "window/showMessageRequest":
            self.change(self.document, self.then)
            return {"title": "Try again"}
        return super()._result(message)


@pytest.mark.parametrize("meanwhile", ["above", "there"])
def test_what_is_typed_before_the_answer_moves_no_order(main: Path, meanwhile: str) -> None:
    text = main.read_text("utf-8")
    moved = text.index("{elm} shows") - text.index("{ash} plants")
    above = text.replace("Many build", f"{'x' * (moved - 1)} Many build")
    # A fault of the request itself is not tried again unasked.
    with running(Behaviour(faults=["400"])) as server, Busy(main.parent) as client:
        configure_model(server.address)
        client.begin("zero-shot", ASKING)
        client.document = client.open(main)
        client.then = above if meanwhile == "above" else text.replace("{elm} shows", "{elm} tells")
        start(client, offered(client, client.document, text)[0])
        if meanwhile == "there":
            (said,) = heard(client, "window/showMessage", 1)
            assert "has changed since" in said["message"]
            assert len(server.asked) == 1
            return
        assert done(client).startswith("Revised (zero-shot: ")
        asked = str(server.asked[-1])
        assert "elm trees grow well" in asked and "count their rings" not in asked
