"""What tests of writing ask of a server, and what they answer it."""

import json
import os
import runpy
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from citeloom.actions.writing import choices
from citeloom.lsp.routes import RELATED_WORK_KIND
from citeloom.methods import registry
from lsp_client import FULL, LspClient, code_actions
from projects import make_project, sample

METHODS = Path(__file__).parent / "methods_for_servers"

NOTHING_WAITS = {"jobs": [], "waiting": [], "proposed": [], "offers": []}

PAPER = sample("writing_client")


MODEL_PAPER = PAPER.replace(
    "\\begin{document}",
    "\\title{A Garden}\n\\begin{document}\n"
    "\\begin{abstract}We grow all of them in one garden.\\end{abstract}",
)
ASKING: dict[str, Any] = {**FULL, "window": {**FULL["window"], "showMessage": {}}}
"""What a client can do that shows messages with buttons."""


class Editor(LspClient):
    """A client of a server that has the methods for tests.

    ``results`` are what it answers to requests of the server, by method.
    """

    def __init__(self, folder: Path, **more: Any) -> None:
        path = [str(METHODS), os.environ.get("PYTHONPATH", "")]
        environment = {
            "PYTHONPATH": os.pathsep.join(filter(None, path)),
            "CITELOOM_TEST_FOLDER": str(folder),
        }
        self.results: dict[str, Any] = {}
        self.folder = folder
        super().__init__(environment, **more)

    def _beside(self) -> AbstractContextManager[object]:
        return methods_for_tests()

    def begin(self, method: str = "plain", capabilities: Any = None, **settings: Any) -> None:
        """Introduce ourselves, as a client that can much, with the method that is to write."""
        options = {"method": method, **settings}
        given = FULL if capabilities is None else capabilities
        self.initialize(self.folder, given, initializationOptions=options)

    def written(self, **argument: Any) -> str:
        """Have related work written; return the id of what waits then."""
        job: str = run(self, "write", argument)["job"]
        message = done(self)
        assert message.startswith("Related work written ("), message
        return job

    def _result(self, message: dict[str, Any]) -> Any:
        if message["method"] in self.results:
            return self.results[message["method"]]
        return super()._result(message)


@contextmanager
def writing(
    folder: Path,
    fixture: str = PAPER,
    method: str = "plain",
    capabilities: Any = None,
    *,
    answers: bool = True,
    **settings: Any,
) -> Iterator[tuple[Editor, dict[str, str]]]:
    """Make a project and open its main.tex in an editor; give both."""
    main = make_project(folder, fixture)
    with Editor(folder, answers=answers) as client:
        client.begin(method, capabilities, **settings)
        yield client, client.open(main)


@contextmanager
def methods_for_tests() -> Iterator[None]:
    """Have the methods for tests in this process, as servers have them that start with METHODS."""
    before = registry.METHODS
    runpy.run_path(str(METHODS / "sitecustomize.py"))
    choices.METHODS = registry.METHODS
    try:
        yield
    finally:
        registry.METHODS = choices.METHODS = before


def configure_model(address: str, **more: object) -> None:
    """Have the user's settings name a language model at an address."""
    given = {"provider": "custom", "address": address, "name": "stand-in", **more}
    lines = [f"{name} = {json.dumps(value)}" for name, value in given.items()]
    Path(os.environ["CITELOOM_CONFIG"]).write_text("\n".join(["[model]", *lines]))


def run(client: LspClient, name: str, *arguments: Any) -> Any:
    """Run a command; return its answer."""
    answer = ask(client, name, *arguments)
    assert "error" not in answer, answer
    return answer["result"]


def refusal(client: LspClient, name: str, *arguments: Any) -> str:
    """Run a command that fails; return the message."""
    message: str = ask(client, name, *arguments)["error"]["message"]
    return message


def ask(client: LspClient, name: str, *arguments: Any) -> dict[str, Any]:
    """Run a command; return the message that answers it."""
    params = {"command": f"citeloom.{name}", "arguments": list(arguments)}
    return client.request("workspace/executeCommand", params)


def actions(
    client: LspClient, document: dict[str, str], start: dict[str, int], end: Any = None
) -> list[dict[str, Any]]:
    """Return the code actions at a place or on a selection."""
    return code_actions(client, document, start, end, only=[RELATED_WORK_KIND])


def titles(client: LspClient, document: dict[str, str], line: int = 1) -> list[str]:
    """Return the titles of the code actions in a line."""
    return [one["title"] for one in actions(client, document, {"line": line, "character": 0})]


def done(client: LspClient) -> str:
    """Wait for the next message to the user."""
    message: str = client.until("window/showMessage")["message"]
    return message


def heard(client: LspClient, method: str, count: int = 1) -> list[dict[str, Any]]:
    """Wait until so many messages of a method have come; return the parameters of all."""
    while True:
        found = [one["params"] for one in client.heard if one.get("method") == method]
        if len(found) >= count:
            return found
        client.next()


QUESTION = "window/showMessageRequest"
FAR = "https://model.example.org/v1"
"""The address of a model on another machine, which no test reaches."""


def question(client: LspClient, count: int = 1, method: str = QUESTION) -> dict[str, Any]:
    """Wait until the user is asked for the ``count``-th time; return the request."""
    heard(client, method, count)
    return [message for message in client.heard if message.get("method") == method][count - 1]


def take(client: LspClient, asked: dict[str, Any], button: str | None) -> None:
    """Answer as an editor does whose user takes a button, or none."""
    client.send({"id": asked["id"], "result": button and {"title": button}})


def apply(client: LspClient) -> None:
    """Answer as an editor does that has applied the first edit."""
    asked = question(client, 1, "workspace/applyEdit")
    client.send({"id": asked["id"], "result": {"applied": True}})


def edits_of(client: LspClient) -> list[dict[str, Any]]:
    """Return all edits that the server has asked for."""
    found = []
    for message in client.heard:
        if message.get("method") == "workspace/applyEdit":
            edit = message["params"]["edit"]
            found += [one for own in edit.get("changes", {}).values() for one in own]
            found += [one for own in edit.get("documentChanges", ()) for one in own["edits"]]
    return found
