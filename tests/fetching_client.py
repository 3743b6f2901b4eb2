"""An editor beside loopback services: its user's answers, and what a fetch changes for it."""

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any

from lsp_client import FULL, LspClient, code_actions, hover_at, position
from lsp_servers import SECONDS
from projects import make_project, sample
from services.running import Faults, Files, Running, running
from services.sample import SAMPLE

ASKS = {
    **FULL,
    "window": {"showMessage": {"messageActionItem": {}}, "showDocument": {"support": True}},
}
"""A client that can show a message with buttons, and documents outside of itself."""

DRAFT = sample("fetching_client")
SILENCE = object()


def titled(actions: Sequence[dict[str, Any]], words: str) -> list[dict[str, Any]]:
    """Return the code actions whose titles begin with some words."""
    return [action for action in actions if action["title"].startswith(words)]


class Editor(LspClient):
    """Answers the question whether papers may be fetched; None never answers.

    ``buttons`` are the answers to other questions, by words of these.
    """

    button: str | None = None
    buttons: Mapping[str, str] = MappingProxyType({})

    def _result(self, message: dict[str, Any]) -> Any:
        match message["method"]:
            case "window/showMessageRequest":
                asked = message["params"]["message"]
                known = (button for words, button in self.buttons.items() if words in asked)
                button = next(known, self.button)
                return SILENCE if button is None else {"title": button}
            case "window/showDocument":
                return {"success": True}
        return super()._result(message)

    def send(self, message: dict[str, Any]) -> None:
        if message.get("result") is not SILENCE:
            super().send(message)

    def heard_of(self, method: str) -> list[dict[str, Any]]:
        """Return what the server has sent of a method so far."""
        return [one["params"] for one in self.heard if one.get("method") == method]

    def said(self) -> list[str]:
        """Return the messages that the user was shown."""
        return [one["message"] for one in self.heard_of("window/showMessage")]

    def command(self, name: str, **argument: Any) -> dict[str, Any]:
        """Run a command; return the message that answers it."""
        params = {"command": f"citeloom.{name}", "arguments": [argument]}
        return self.request("workspace/executeCommand", params)

    def wait_for(self, method: str, words: str = "") -> dict[str, Any]:
        """Wait until the server has sent a message with these words; return its parameters."""
        end = time.monotonic() + SECONDS
        while True:
            for sent in self.heard_of(method):
                if words in json.dumps(sent, ensure_ascii=False):
                    return sent
            assert time.monotonic() < end, [it.get("method") for it in self.heard]
            self.request("workspace/symbol", {"query": "nothing"})
            time.sleep(0.05)

    def hover(self, path: Path, before: str) -> str:
        """Return what a hover right after a text says."""
        text = path.read_text()
        at = position(text, text.index(before) + len(before))
        return hover_at(self, {"uri": path.as_uri()}, at)

    def hover_until(self, path: Path, before: str, words: str) -> str:
        """Hover again and again until it says something."""
        end = time.monotonic() + SECONDS
        while words not in (page := self.hover(path, before)):
            assert time.monotonic() < end, page
            time.sleep(0.05)
        return page

    def actions(self, path: Path, before: str, **context: Any) -> list[dict[str, Any]]:
        """Return the code actions right after a text."""
        text = path.read_text()
        at = position(text, text.index(before) + len(before))
        return code_actions(self, {"uri": path.as_uri()}, at, **context)

    def stays_quiet(self, seconds: float = 0.5) -> None:
        """Take in what the server says in a while in which it could have begun to fetch."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.request("workspace/symbol", {"query": "nothing"})
            time.sleep(0.1)


@contextmanager
def editing(
    folder: Path,
    fixture: str = DRAFT,
    *,
    button: str | None = None,
    capabilities: Any = None,
    faults: Faults | None = None,
    files: Files | None = None,
    papers: Sequence[Any] = SAMPLE,
    spawn: bool = False,
    library: Sequence[Path] = (),
    **options: Any,
) -> Iterator[tuple[Editor, Running, Path]]:
    """Run services and an editor on a project; give the editor, the services, the main file."""
    main = make_project(folder / "draft", fixture)
    with (
        running(papers, faults, files) as services,
        Editor(environment(folder, services, library), spawn=spawn) as editor,
    ):
        editor.button = button
        editor.initialize(main.parent, capabilities or ASKS, initializationOptions=options)
        yield editor, services, main


def environment(folder: Path, services: Running, library: Sequence[Path] = ()) -> dict[str, str]:
    """Return an environment whose settings name these services, with a data folder of its own."""
    config = folder / "config.toml"
    lines = [f"{name} = {json.dumps(url)}" for name, url in services.addresses.items()]
    own = json.dumps([str(path) for path in library])
    config.write_text("\n".join((f"library = {own}", "[services]", *lines)), "utf-8")
    return {"CITELOOM_CONFIG": str(config), "CITELOOM_DATA": str(folder / "data")}
