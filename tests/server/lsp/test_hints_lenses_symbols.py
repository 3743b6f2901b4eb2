"""Inlay hints, lenses over entries and symbols, over the protocol."""

from pathlib import Path
from typing import Any

from lsp_client import FULL, LspClient, opened
from projects import make_project, sample

PROJECT = sample("hints_lenses_symbols_project")
REFRESHING = {
    **FULL,
    "workspace": {
        **FULL["workspace"],
        "inlayHint": {"refreshSupport": True},
        "codeLens": {"refreshSupport": True},
    },
}
EVERYTHING = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}

TAKEN_IN = sample("hints_lenses_symbols_taken_in")


def hints(client: LspClient, document: dict[str, str], lines: Any = EVERYTHING) -> Any:
    params = {"textDocument": document, "range": lines}
    return client.request("textDocument/inlayHint", params)["result"]


def test_hints_are_off_until_they_are_asked_for(tmp_path: Path) -> None:
    with opened(tmp_path, PROJECT, REFRESHING) as (client, document):
        assert hints(client, document) is None
        client.configure(inlayHints=True)
        while client.next().get("method") != "workspace/inlayHint/refresh":
            pass
        found = hints(client, document)
        assert [(one["label"], one["position"]["character"]) for one in found] == [
            ("Lee & van der Berg 2020", 13),
            ("Wu et al. 2019", 16),
            ("Lee & van der Berg 2020", 28),
            ("Wu et al. 2019", 8),
        ]
        assert found[0]["tooltip"] == "On Bees" and found[0]["paddingLeft"]
        last = {"start": {"line": 4, "character": 0}, "end": {"line": 5, "character": 0}}
        assert [one["label"] for one in hints(client, document, last)] == ["Wu et al. 2019"]
        assert hints(client, client.open(tmp_path / "refs.bib")) is None


def test_symbols_of_a_bib_file_and_of_the_workspace(tmp_path: Path) -> None:
    with opened(tmp_path, PROJECT) as (client, _):
        bib = client.open(tmp_path / "refs.bib")
        own = client.request("textDocument/documentSymbol", {"textDocument": bib})["result"]
        assert [one["name"] for one in own] == ["lee", "wu", "bare", "never"]
        (lee,) = client.request("workspace/symbol", {"query": "berg"})["result"]
        assert lee["name"] == "lee: On Bees" and lee["containerName"] == "Lee & van der Berg 2020"
        assert lee["location"]["uri"] == bib["uri"]
        assert lee["location"]["range"]["start"] == {"line": 0, "character": 6}


def test_a_file_that_takes_the_related_work_in_has_its_lens_there(tmp_path: Path) -> None:
    make_project(tmp_path, TAKEN_IN)
    with LspClient() as client:
        client.initialize(tmp_path, FULL)
        document = client.open(tmp_path / "main.tex")
        found = client.request("textDocument/codeLens", {"textDocument": document})["result"]
        assert [(it["range"]["start"]["line"], it["command"]["title"]) for it in found] == [
            (3, "Write related work"),
            (3, "0 of 1 abstracts found"),
        ]
