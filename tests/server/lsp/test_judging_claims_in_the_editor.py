"""A model judges the draft's claims: asked for, agreed to, shown beside the checker's own."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from connect_proxy import Proxy
from editor_model_client import TAKES, ModelClient, configure_editor_model

from endpoint_server import Behaviour, running
from lsp_client import code_actions, hover_at, pulled
from projects import make_project
from writing_client import ASKING, FAR, Editor, ask, configure_model, done, heard, question, run

pytestmark = pytest.mark.usefixtures("jobs_in_threads")

PROJECT = r"""
%! main.tex
\documentclass{article}
\begin{document}
\section{Introduction}
Thrushes are found by their calls~\cite{per}.

Doors are opened by hand~\cite{bare}.
\bibliography{refs}
\end{document}
%! refs.bib
@article{per, title = {Hearing birds at night}, abstract = {A detector of flight calls finds
 thrushes in long recordings. It was tested on an island.}}
@article{bare, title = {Openings}}
"""
RULE, KIND = "judged-by-model", "refactor.judgeClaims"
QUOTE = "It was tested on an island."
AT = {"line": 3, "character": 20}
UNUSABLE = "The model gave no answer that could be used, of 1 claim. It took 3 calls, "


def says(verdict: str, *quotes: str, why: str = "It is of islands.") -> Callable[[str], str]:
    return lambda _: json.dumps({"verdict": verdict, "quotes": quotes, "why": why})


@pytest.fixture
def main(tmp_path: Path) -> Path:
    return make_project(tmp_path, PROJECT)


def told(client: Editor, document: dict[str, str]) -> list[str]:
    return [it["message"] for it in pulled(client, document) if it["code"] == RULE]


def answers(client: ModelClient, message: dict[str, Any]) -> None:
    text = says("not supported", QUOTE)("")
    client.send({"id": message["id"], "result": {"text": text}})


def hover(client: Editor, document: dict[str, str]) -> str:
    return hover_at(client, document, AT)


def offered(client: Editor, document: dict[str, str], **context: Any) -> list[dict[str, Any]]:
    found = code_actions(client, document, AT, **context)
    return [it for it in found if it.get("kind", KIND) == KIND and "judge" in str(it["command"])]


def test_what_it_says_stands_in_the_text_until_sentence_or_abstract_change(main: Path) -> None:
    text = main.read_text("utf-8")
    with running(Behaviour(says=says("not supported", QUOTE))) as server:
        configure_model(server.address)
        with Editor(main.parent) as client:
            client.begin("plain", ASKING, claims="always")
            document = client.open(main)
            client.save(main)
            (action,) = offered(client, document)
            assert told(client, document) == [] and server.asked == []

            assert run(client, "judgeClaims", *action["command"]["arguments"])["job"]
            said = done(client)
            assert said.startswith("The model has judged 1 claim: 0 supported, 0 partly, 1 not ")
            assert told(client, document) == [
                "'per': the model says: not supported, because: It is of islands; it quotes "
                f"“{QUOTE}” (a model can be wrong)"
            ]
            page = hover(client, document)
            assert "The model says: not supported, because: It is of islands." in page
            assert "By its words: " in page
            assert f"*per, abstract*: {QUOTE}" in page
            assert offered(client, document, only=["source"]) == []

            assert len(server.asked) == 1
            assert run(client, "judgeClaims")["job"]
            assert done(client).endswith("0 written.") and len(server.asked) == 1, "it is kept"

            client.change(document, text.replace("are found", "are lost"), 2)
            assert told(client, document) == [] and "model says" not in hover(client, document)
            client.change(document, text, 3)
            assert len(told(client, document)) == 1
            bib = client.open(main.with_name("refs.bib"))
            client.change(bib, main.with_name("refs.bib").read_text("utf-8").replace("long", "old"))
            assert told(client, document) == [] and "model says" not in hover(client, document)


@pytest.mark.parametrize(
    ("behaviour", "words"),
    [
        (
            Behaviour(says=says("supported", "Invented, all of it.")),
            "1 cannot tell; of 1 what it quotes stands in no paper that is cited. It took ",
        ),
        (Behaviour(says=says("splendid")), UNUSABLE),
        (Behaviour(always="400"), "Judging claims failed"),
    ],
    ids=["invented quote", "no verdict", "refused"],
)
def test_faults_of_the_model_are_said_and_nothing_is_marked(
    main: Path, behaviour: Behaviour, words: str
) -> None:
    with running(behaviour) as server, Editor(main.parent) as client:
        configure_model(server.address)
        client.begin("plain", {})
        document = client.open(main)
        run(client, "judgeClaims")
        assert words in done(client)
        assert told(client, document) == []


def test_where_no_answer_can_be_used_another_model_is_offered(main: Path) -> None:
    nonsense = Behaviour(says=lambda _: "Yes, quite.")
    with running(nonsense) as server, Editor(main.parent) as client:
        configure_model(server.address)
        client.begin("plain", {}, takes=["citeloom/problem"])
        client.open(main)
        run(client, "judgeClaims")
        (told,) = heard(client, "citeloom/problem")
    assert told["fault"].startswith(UNUSABLE) and told["remedy"] == "CHOOSE_MODEL"


def test_one_draft_is_judged_at_a_time_and_the_next_one_waits_and_says_so(main: Path) -> None:
    other = main.with_name("other.tex")
    other.write_text(main.read_text("utf-8").replace("Thrushes", "Owls"), "utf-8")
    with running(Behaviour(says=says("partly", QUOTE))) as server, Editor(main.parent) as client:
        configure_model(server.address)
        client.begin("plain", {})
        first, second = client.open(main), client.open(other)
        with server.lock:  # The model answers when both have been asked for.
            assert run(client, "judgeClaims", first["uri"])["waits"] is False
            assert run(client, "judgeClaims", second["uri"])["waits"] is True
            # It may be said before the answer is there.
            (waits,) = heard(client, "window/showMessage")
            assert waits["message"] == "The claims are judged when those of another draft are."
        _, *judged = heard(client, "window/showMessage", 3)
        assert all("1 partly" in it["message"] for it in judged)
        assert run(client, "cancel") == {"cancelled": 0}


def test_nothing_is_sent_before_it_is_agreed_to(main: Path, proxy: Proxy) -> None:
    configure_model(FAR)
    with Editor(main.parent) as client:
        client.begin("plain", {}, claims="always")
        document = client.open(main)
        answer = run(client, "judgeClaims")
        assert (answer["job"], answer["asked"]) == (None, False)
        (said,) = heard(client, "window/showMessage")
        assert said["message"].startswith(
            "Judge the draft's claims by a model, with stand-in at model.example.org? To be sent "
            "there: the draft's citing sentences, and title and abstract of 1 reference. "
        )
        assert "or run citeloom.judgeClaims with {'agreed': true}" in said["message"]
        assert proxy.hosts == []
        (action,) = code_actions(client, document, AT, only=[KIND])
        assert action["title"] == (
            "Agree that the citing sentences are sent to stand-in at model.example.org; judge them"
        )
        job = run(client, "judgeClaims", *action["command"]["arguments"])["job"]
        assert "are being judged already" in ask(client, "judgeClaims")["error"]["message"]
        assert proxy.asked.wait(300)
        assert run(client, "cancel", {"job": job}) == {"cancelled": 1}
        heard(client, "window/showMessage", 2)
        assert told(client, document) == []


def test_what_is_sent_is_shown_before_it_is_agreed_to(main: Path, proxy: Proxy) -> None:
    configure_model(FAR)
    with Editor(main.parent, answers=False) as client:
        client.begin("plain", ASKING, takes=["citeloom/mayBeSent"])
        document = client.open(main)
        client.change(
            document, main.read_text("utf-8").replace("Thrushes are", "Unsaved, _they_ are")
        )
        answer = run(client, "judgeClaims")
        asked = question(client, method="citeloom/mayBeSent")
        assert asked["params"]["arguments"] == {"uri": main.as_uri(), "claims": True}
        shown = run(client, "dryRun", asked["params"]["arguments"])
        assert shown["estimate"] == answer["estimate"] == asked["params"]["estimate"]
        page = shown["markdown"]
        assert "To stand-in at model.example.org." in page and "Question 1 of 1" in page
        assert "Unsaved, \\_they\\_ are found by their calls." in page
        assert "You check whether papers say what a text says of them." in page
        assert "It was tested on an island." in page and "Openings" not in page
        assert proxy.hosts == []


def test_who_agrees_when_all_has_begun_again_has_it_judged_by_a_model_of_the_editor(
    main: Path,
) -> None:
    configure_editor_model()
    with ModelClient(main.parent, answers) as client:
        client.begin("plain", ASKING, takes=TAKES)
        document = client.open(main)
        assert run(client, "judgeClaims")["job"] is None, "its user is asked first"
        asked = question(client)
        assert run(client, "restart") == {"restarted": True}
        client.send({"id": asked["id"], "result": asked["params"]["actions"][0]})
        assert done(client).startswith("The model has judged 1 claim: 0 supported, ")
        assert len(told(client, document)) == 1
        (sent,) = client.asked
        assert sent["reason"].startswith("Judge the draft's claims by a model: it takes 1 to ")
