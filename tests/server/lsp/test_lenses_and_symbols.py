"""Lenses and symbols over the protocol."""

from pathlib import Path

from lsp_client import FULL, LspClient, opened
from projects import make_project, sample

PROJECT = sample("hints_lenses_symbols_project")
TAKEN_IN = sample("hints_lenses_symbols_taken_in")


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
