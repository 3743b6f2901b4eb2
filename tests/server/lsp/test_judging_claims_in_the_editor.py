"""A model judges the draft's claims: asked for, agreed to, shown beside the checker's own."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from editor_model_client import TAKES, ModelClient, configure_editor_model

from endpoint_server import Behaviour, running
from lsp_client import code_actions, hover_at, pulled
from projects import make_project, sample
from writing_client import ASKING, Editor, configure_model, done, question, run

pytestmark = pytest.mark.usefixtures("jobs_in_threads")

PROJECT = sample("judging_claims_in_the_editor")
RULE, KIND = "judged-by-model", "refactor.judgeClaims"
QUOTE = "It was tested on an island."
AT = {"line": 3, "character": 20}


def says(verdict: str, *quotes: str, why: str = "It is of islands.") -> Callable[[str], str]:
    said = {"claim": 1, "verdict": verdict, "quotes": quotes, "why": why}
    return lambda _: json.dumps({"claims": [said]})


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


def offered(client: Editor, document: dict[str, str], only: str = KIND) -> list[dict[str, Any]]:
    found = code_actions(client, document, AT, only=[only])
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
                "'per': the model says: not supported, because: It is of islands; the model quotes "
                f"“{QUOTE}” (a model can be wrong)"
            ]
            page = hover(client, document)
            assert "The model says: not supported, because: It is of islands." in page
            assert "By its words: " in page
            assert f"*per, abstract*: {QUOTE}" in page
            assert offered(client, document, "source") == []

            assert len(server.asked) == 1
            assert run(client, "judgeClaims")["job"]
            assert done(client).endswith("0 received.") and len(server.asked) == 1, "it is kept"

            client.change(document, text.replace("are found", "are lost"), 2)
            assert told(client, document) == [] and "model says" not in hover(client, document)
            client.change(document, text, 3)
            assert len(told(client, document)) == 1
            bib = client.open(main.with_name("refs.bib"))
            client.change(bib, main.with_name("refs.bib").read_text("utf-8").replace("long", "old"))
            assert told(client, document) == [] and "model says" not in hover(client, document)


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
        assert sent["reason"].startswith("Check the draft's claims with a model: it takes about ")
