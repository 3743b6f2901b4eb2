"""The server as VS Code, Neovim and Emacs meet it: over its pipes, with what they say they can."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.protocol import default_converter

from citeloom.lsp.routes import ROUTES
from lsp_client import LspClient, applied, position
from projects import TESTS
from writing_client import actions, edits_of, heard

EXAMPLES = TESTS.parent / "examples"
EDITORS = TESTS / "data" / "editors"
PROTOCOL = default_converter()


class Client(LspClient):
    """Shows documents, and has the capabilities of an editor."""

    def begin(self, folder: Path, editor: str) -> None:
        """Say what an editor says."""
        said = json.loads((EDITORS / f"{editor}.json").read_text("utf-8"))
        self.can = said["capabilities"]
        folders = [{"uri": folder.as_uri(), "name": "paper"}]
        more = {"rootUri": None, "workspaceFolders": folders, "clientInfo": said["clientInfo"]}
        self.initialize(folder, self.can, **more)

    def _result(self, message: dict[str, Any]) -> Any:
        if message["method"] == "window/showDocument":
            return {"success": True}
        return super()._result(message)

    def hover(self, document: dict[str, str], place: dict[str, int]) -> dict[str, Any]:
        params = {"textDocument": document, "position": place}
        found: dict[str, Any] = self.request("textDocument/hover", params)["result"]
        assert found["contents"]["kind"] in ("markdown", "plaintext")
        return found

    def run(self, action: dict[str, Any]) -> Any:
        answer = self.request("workspace/executeCommand", action["command"])
        assert "error" not in answer, answer
        return answer["result"]

    def written(self, count: int) -> str:
        """Wait until the server has said that it is done, for the ``count``-th time."""
        while True:
            told = [message["message"] for message in heard(self, "window/showMessage")]
            done = [message for message in told if "Related work written" in message]
            if len(done) >= count:
                return str(done[-1])
            self.next()

    def previewed(self, preview: dict[str, Any]) -> Path:
        """Return the file that the user is shown, or told of where the editor shows none."""
        self.run(preview)
        if "showDocument" in self.can["window"]:
            shown = heard(self, "window/showDocument")[-1]["uri"]
            return Path(shown.removeprefix("file://"))
        while True:
            told = heard(self, "window/showMessage")[-1]["message"]
            if told.startswith("The preview is in "):
                return Path(told.removeprefix("The preview is in "))
            self.next()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return shutil.copytree(EXAMPLES, tmp_path / "a paper, über 100%")


@pytest.fixture(params=["visual-studio-code", "neovim", "emacs"])
def client(request: pytest.FixtureRequest, folder: Path) -> Iterator[Client]:
    with Client(spawn=True) as client:
        client.begin(folder, request.param)
        yield client
        assert client.leave() == 0
    for message in client.heard:
        if "method" in message:
            PROTOCOL.structure(message, types.METHOD_TO_TYPES[message["method"]][0])


def place_of(path: Path, word: str) -> dict[str, int]:
    text = path.read_text("utf-8")
    return position(text, text.index(word) + 1)


def test_every_request_then_write_insert_and_write_again(client: Client, folder: Path) -> None:
    every_request_is_answered(client, folder)
    intro = folder / "sections/introduction.tex"
    hover = client.hover({"uri": intro.as_uri()}, place_of(intro, "casey2019framework"))
    assert "A Framework for Annotating" in hover["contents"]["value"]
    assert hover["range"]["start"] == {"line": 8, "character": 7}

    related = folder / "sections/related.tex"
    document = {"uri": related.as_uri()}
    heading = {"line": 1, "character": 2}
    (first,) = actions(client, document, heading)
    assert first["title"] == "Write related work for 'Related Work' (extractive)"
    client.run(first)
    title = re.search(r"\((extractive, [^()]* cited[^()]*)\)", client.written(1))
    assert title is not None
    insert, preview, discard, _ = actions(client, document, heading)
    assert insert["title"] == f"Insert related work ({title[1]})"
    assert preview["title"] == "Preview related work"
    assert discard["title"] == "Discard related work"
    page = client.previewed(preview)
    assert page.read_text("utf-8").startswith("# Related Work: preview\n")
    assert client.run(insert) == {"applied": True}

    (edit,) = edits_of(client)
    (asked,) = heard(client, "workspace/applyEdit")
    versions = [
        change["textDocument"]["version"] for change in asked["edit"].get("documentChanges", ())
    ]
    assert versions in ([1], [None], [])
    before = related.read_text("utf-8")
    text = applied(before, [edit])
    body = re.fullmatch(
        r"\n% citeloom:begin (\w{10}) [^\n]*\n(.*)\n% citeloom:end \1\n", edit["newText"], re.DOTALL
    )
    assert body is not None and text.startswith(before)
    assert (folder / f".citeloom/{body[1]}.json").exists()
    keys = set(re.findall(r"@\w+\{([^,\s=]+),", (folder / "references.bib").read_text("utf-8")))
    cited = {
        key
        for found in re.findall(r"\\cite\w*\{([^}]*)\}", body[2])
        for key in found.replace(" ", "").split(",")
    }
    assert cited and cited <= keys

    change = {"range": edit["range"], "text": edit["newText"]}
    changed = {"textDocument": {"version": 2, **document}, "contentChanges": [change]}
    client.notify("textDocument/didChange", changed)
    line = text.split("\n").index(body[2].split("\n")[0])
    hover = client.hover(document, {"line": line, "character": 3})
    assert "Sources" in hover["contents"]["value"]

    again, *_ = actions(client, document, heading)
    client.run(again)
    client.written(2)
    insert, *_ = actions(client, document, heading)
    assert client.run(insert) == {"applied": True}
    assert len(edits_of(client)) == 1, "the same text is there already; nothing is to be edited"


def every_request_is_answered(client: Client, folder: Path) -> None:
    intro, bib = folder / "sections/introduction.tex", folder / "references.bib"
    document, library = client.open(intro), client.open(bib)
    related = client.open(folder / "sections/related.tex")
    at = {"textDocument": document, "position": place_of(intro, "casey2019framework")}
    in_bib = {"textDocument": library, "position": place_of(bib, "casey2019framework")}
    heading = {"start": {"line": 1, "character": 2}, "end": {"line": 1, "character": 2}}
    completed = client.request("textDocument/completion", at)["result"]
    asked = {
        "textDocument/hover": in_bib,
        "textDocument/definition": at,
        "textDocument/references": {**at, "context": {"includeDeclaration": True}},
        "textDocument/rename": {**at, "newName": "renamed"},
        "textDocument/prepareRename": at,
        "textDocument/completion": at,
        "completionItem/resolve": completed["items"][0],
        "textDocument/documentSymbol": {"textDocument": library},
        "workspace/symbol": {"query": "casey"},
        "textDocument/documentLink": {"textDocument": library},
        "textDocument/diagnostic": {"textDocument": document},
        "textDocument/codeAction": {
            "textDocument": related,
            "range": heading,
            "context": {"diagnostics": []},
        },
        "textDocument/codeLens": {"textDocument": related},
    }
    assert {route.method for route in ROUTES} <= asked.keys(), "each feature is tried here"
    for method, params in asked.items():
        answer = client.request(method, params)
        PROTOCOL.structure(answer, types.METHOD_TO_TYPES[method][1])
        assert answer.get("result"), (method, answer)
