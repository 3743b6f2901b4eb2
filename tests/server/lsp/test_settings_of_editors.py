"""Settings from each of the three ways that editors send them; what is wrong is said once."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lsp_client import FULL, LspClient, opened
from projects import make_project, sample

PROJECT = sample("settings_of_editors")
ASKED = {**FULL, "workspace": {**FULL["workspace"], "configuration": True}}
WRONG = {
    "words": "many",
    "colour": "red",
    "rules": {"undefined-key": "warning", "no-such-rule": "off", "unused-key": "loud"},
}


class Configured(LspClient):
    """A client that has settings to give when it is asked for them."""

    configuration: Any = None

    def _result(self, message: dict[str, Any]) -> Any:
        if message["method"] == "workspace/configuration":
            assert message["params"]["items"] == [{"section": "citeloom"}]
            return [self.configuration]
        return super()._result(message)


class WithFolders(LspClient):
    """A client with several folders, each with a method of its own; else the window's counts."""

    methods: Mapping[str, str] = {}

    def _result(self, message: dict[str, Any]) -> Any:
        if message["method"] == "workspace/configuration":
            scopes = [item.get("scopeUri", "") for item in message["params"]["items"]]
            return [{"method": self.methods.get(scope, "lexrank")} for scope in scopes]
        return super()._result(message)


def severity(client: LspClient, uri: str) -> int:
    while True:
        params = client.until("textDocument/publishDiagnostics")
        if params["uri"] == uri and params["diagnostics"]:
            found: int = params["diagnostics"][0]["severity"]
            return found


def said(client: LspClient) -> list[str]:
    return [
        one["params"]["message"]
        for one in client.heard
        if one.get("method") == "window/showMessage"
    ]


def test_what_is_wrong_is_said_once_with_its_path_and_the_default(tmp_path: Path) -> None:
    with opened(tmp_path, PROJECT, **WRONG) as (client, document):
        assert severity(client, document["uri"]) == 2, "what is right counts all the same"
        for _ in range(2):
            settings = {"settings": {"citeloom": WRONG}}
            client.notify("workspace/didChangeConfiguration", settings)
        client.leave()
        unknown, *others = sorted(said(client))
        assert unknown == "citeloom.colour: unknown setting; it is ignored"
        rule, severities, words = others
        assert rule.startswith("citeloom.rules.no-such-rule: unknown rule; it is ignored")
        assert severities.endswith("; the default, the rule's own severity, is used")
        assert words.endswith("; the default, left to the method, is used")


def test_settings_that_the_client_is_asked_for(tmp_path: Path) -> None:
    main = make_project(tmp_path, PROJECT)
    with Configured() as client:
        client.configuration = {"rules": {"undefined-key": "note"}, "alternatives": "x"}
        client.initialize(tmp_path, ASKED)
        document = client.open(main)
        while severity(client, document["uri"]) != 3:
            pass
        client.configuration = {"rules": {"undefined-key": "warning"}, "alternatives": "x"}
        client.notify("workspace/didChangeConfiguration", {"settings": None})
        while severity(client, document["uri"]) != 2:
            pass
        client.leave()
        (message,) = said(client)
        assert message.startswith("citeloom.alternatives: ")
        assert "the default, 0, is used" in message


def test_each_folder_of_a_window_has_the_method_that_was_picked_there(tmp_path: Path) -> None:
    drafts = {name: make_project(tmp_path / name, PROJECT) for name in ("one", "two")}
    folders = [{"uri": draft.parent.as_uri(), "name": name} for name, draft in drafts.items()]
    with WithFolders() as client:
        client.methods = {drafts["two"].parent.as_uri(): "textrank"}
        client.initialize(tmp_path, ASKED, workspaceFolders=folders)
        for draft in drafts.values():
            client.open(draft)

        def method_in(name: str) -> object:
            arguments = [{"uri": drafts[name].as_uri()}]
            command = {"command": "citeloom.methods", "arguments": arguments}
            return client.request("workspace/executeCommand", command)["result"]["default"]

        while method_in("one") != "lexrank":  # The settings come with the first answers.
            pass
        assert method_in("two") == "textrank"
