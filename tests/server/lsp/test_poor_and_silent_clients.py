"""Clients that can nothing, and clients that answer nothing: every feature still answers."""

from pathlib import Path
from typing import Any

import pytest

from citeloom.lsp import editor as editor_module
from citeloom.lsp.routes import COMMANDS, ROUTES
from lsp_client import applied
from lsp_inside import ANNOUNCED_BY, Inside, allows, command, inside, params_for_any, written
from projects import make_project
from writing_client import PAPER as BARE
from writing_client import Editor, ask, done, heard, run, writing

in_threads = pytest.mark.usefixtures("jobs_in_threads")

PAPER = BARE.replace(
    "{Ash Trees}", "{Ash Trees}, author = {Lee, Ann}, year = 2020, doi = {10.1000/ash}"
)
ABLE: dict[str, Any] = {
    "workspace": {
        "applyEdit": True,
        "configuration": True,
        "codeLens": {"refreshSupport": True},
        "diagnostics": {"refreshSupport": True},
        "didChangeWatchedFiles": {"dynamicRegistration": True},
    },
    "textDocument": {"diagnostic": {}},
    "window": {"workDoneProgress": True, "showMessage": {}, "showDocument": {"support": True}},
}
PLACES = {
    "textDocument/hover": "ash,elm",
    "textDocument/definition": "ash,elm",
    "textDocument/references": "ash,elm",
    "textDocument/rename": "ash,elm",
    "textDocument/prepareRename": "ash,elm",
    "textDocument/completion": "ash,elm",
    "textDocument/codeAction": "Related Work",
}
"""Where in the paper a request has something to say; others have it anywhere."""


def place_of(word: str) -> dict[str, int]:
    text = PAPER.partition("main.tex\n")[2]
    before = text.partition(word)[0].split("\n")
    return {"line": len(before) - 1, "character": len(before[-1]) + 1}


@pytest.mark.parametrize("language", ["main.tex", "refs.bib"])
def test_a_client_that_supports_nothing_optional_has_every_feature(
    tmp_path: Path, language: str
) -> None:
    make_project(tmp_path, PAPER)
    with Editor(tmp_path) as client:
        client.begin("plain", {})
        document = client.open(tmp_path / language)
        silent = set()
        for route in ROUTES:
            place = place_of(PLACES.get(route.method, "ash,elm"))
            if language == "refs.bib":
                place = {"line": 0, "character": 7}
            whole = {
                "range": {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
            }
            more = {} if route.method == "textDocument/codeAction" else whole
            params = params_for_any(document["uri"], place, **more)
            answer = client.request(route.method, params)
            assert "error" not in answer, answer
            if not answer["result"]:
                silent.add(route.method)
        expected = {
            "main.tex": {"textDocument/documentLink", "textDocument/documentSymbol"},
            "refs.bib": {
                "textDocument/completion",
                "textDocument/codeAction",
                "textDocument/codeLens",
            },
        }
        assert silent <= expected[language]
        assert not [one for one in client.heard if "id" in one and "method" in one]


@in_threads
def test_every_command_answers_a_client_that_supports_nothing_optional(tmp_path: Path) -> None:
    main = make_project(tmp_path, PAPER)
    with Editor(tmp_path) as client:
        client.begin("plain", {}, fetch="off")
        uri = main.as_uri()
        offer = client.written(uri=uri)
        assert "Ash" in run(client, "show", {"uri": uri, "key": "ash"})["text"]
        # What cannot be done here is an answer too: no key was given, nothing may be fetched.
        suggested = ("takeSuggestion", "dismissSuggestion")
        refusing = (
            "addSection",
            "weave",
            "openPdf",
            "pasteAbstract",
            "fetch",
            "moreRevisions",
            "outline",
            "showSource",
            *suggested,
        )
        for name in refusing:
            assert ask(client, name, {"uri": uri})["error"]["message"]
        answered = {"write", *refusing}
        about = ("preview", "insert", "trace", "changes", "decide", "bringBack")
        for name in (
            *("methods", "estimate", "preview", "trace", "changes", "decide", "insert"),
            *("show", "references", "dryRun", "suggest", "abstracts", "completeEntries"),
            *("sections", "checkClaims", "bringBack"),
            "revise",
        ):
            argument = {"offer": offer} if name in about else {}
            assert run(client, name, {"uri": uri, **argument}) is not None
            answered.add(name)
        # Nobody is asked: no model and no provider is named.
        for name in ("modelOffers", "setModel", "judgeClaims"):
            assert ask(client, name, {})["error"]["message"]
            answered.add(name)
        for name in (
            "models",
            "graphs",
            "setKey",
            "cancel",
            "discard",
            "restart",
            "strip",
            "earlierTexts",
        ):
            assert run(client, name, {"uri": uri}) is not None
            answered.add(name)
        assert answered == set(COMMANDS)
        assert not [one for one in client.heard if "id" in one and "method" in one]
        assert client.leave() == 0


@pytest.mark.parametrize("missing", [tuple(ANNOUNCED_BY)[::2], tuple(ANNOUNCED_BY)[1::2]])
def test_nothing_is_asked_that_a_client_has_not_announced(
    tmp_path: Path, missing: tuple[str, ...]
) -> None:
    capabilities = {name: dict(parts) for name, parts in ABLE.items()}
    for method in missing:
        group, name = ANNOUNCED_BY[method].split(".")[:2]
        del capabilities[group][name]
    with writing(tmp_path, PAPER, "crash", capabilities) as (client, _):
        run(client, "write")
        if "window/showMessageRequest" in missing:
            assert done(client).endswith("Run citeloom.write to try again.")
        else:
            heard(client, "window/showMessageRequest")
        (tmp_path / "calm").touch()
        offer = client.written()
        run(client, "preview", {"offer": offer})
        client.applied = False
        run(client, "insert", {"offer": offer})
        assert run(client, "restart") == {"restarted": True}
        assert client.leave() == 0
        asked = {one["method"] for one in client.heard if "id" in one and "method" in one}
        assert all(allows(capabilities, method) for method in asked)
        assert asked == set(ANNOUNCED_BY) - set(missing)


def test_a_client_that_never_answers_hangs_nothing(tmp_path: Path) -> None:
    with writing(tmp_path, PAPER, "crash", ABLE, answers=False) as (client, document):
        run(client, "write")
        heard(client, "window/showMessageRequest")
        (tmp_path / "calm").touch()
        offer = client.written()
        assert "markdown" in run(client, "preview", {"offer": offer})
        params = {"command": "citeloom.insert", "arguments": [{"offer": offer}]}
        client.send({"id": "insert", "method": "workspace/executeCommand", "params": params})
        heard(client, "workspace/applyEdit")
        hover = params_for_any(document["uri"], place_of("ash,elm"))
        assert "Ash" in str(client.request("textDocument/hover", hover)["result"])
        assert client.leave() == 0
        # Had it waited for the client, the answer would be that nothing was inserted.
        assert client.answer_to("insert")["error"]["code"] == -32800


@in_threads
def test_an_edit_that_is_never_answered_leaves_the_text_waiting_until_it_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    main = make_project(tmp_path, PAPER)
    monkeypatch.setattr(editor_module, "SECONDS_TO_APPLY", 0.05)

    def records() -> list[Path]:
        return [*(tmp_path / ".citeloom").glob("*.json")]

    async def offers(client: Inside) -> list[str]:
        listed = await client.request("workspace/executeCommand", command("show"))
        return [one["offer"] for one in listed["result"]["offers"]]

    async def talk(client: Inside) -> None:
        waiting = await written(client)
        answer = await client.request("workspace/executeCommand", command("insert", offer=waiting))
        assert answer["result"] == {"applied": False}
        assert await offers(client) == [waiting]

        (asked,) = [one for one in client.heard if one.get("method") == "workspace/applyEdit"]
        ((edit,),) = asked["params"]["edit"]["changes"].values()
        changed = {"uri": main.as_uri(), "version": 2}
        late = {
            "textDocument": changed,
            "contentChanges": [{"text": applied(main.read_text(), [edit])}],
        }
        client.notify("textDocument/didChange", late)
        assert await offers(client) == [], "it stands in the draft"
        assert len(records()) == 1

    inside(tmp_path, {"workspace": {"applyEdit": True}}, talk)
