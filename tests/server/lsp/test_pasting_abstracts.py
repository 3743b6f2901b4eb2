"""Abstracts that are pasted in an editor: a code action, the store, the .bib in one edit."""

from pathlib import Path
from typing import Any

import pytest

from lsp_client import FULL, LspClient, applied, code_actions, position
from projects import make_project
from writing_client import ask

ABSTRACT = "We count ash trees in the north and find fewer of them than ever before."
BIB = "@article{ash,\n  title = {Ash Trees},\n  author = {Ann Smith},\n  year = 2020\n}\n"
PROJECT = rf"""
%! main.tex
\documentclass{{article}}\begin{{document}}
Trees \cite{{ash}} \bibliography{{refs}}
\end{{document}}
%! refs.bib
{BIB}"""


@pytest.fixture
def main(tmp_path: Path) -> Path:
    return make_project(tmp_path, PROJECT)


TAKES = {"takes": ["citeloom/pasteAbstract"]}


def actions(client: LspClient, main: Path) -> list[dict[str, Any]]:
    at = position(main.read_text(), main.read_text().index("ash}"))
    found = code_actions(client, client.open(main), at)
    return [it for it in found if it["title"].startswith("Paste")]


def paste(client: LspClient, **arguments: Any) -> dict[str, Any]:
    return ask(client, "pasteAbstract", arguments)


def test_it_is_kept_and_completes_the_entry(main: Path) -> None:
    with LspClient() as client:
        client.initialize(main.parent, FULL, initializationOptions=TAKES)
        client.open(main)
        given = {"uri": main.as_uri(), "key": "ash", "text": ABSTRACT}
        assert paste(client, **given)["result"] == {"key": "ash", "abstract": ABSTRACT}
        about = {"uri": main.as_uri(), "key": "ash"}
        assert ask(client, "completeEntries", about)["result"] == {"applied": True}
        (asked,) = [it for it in client.heard if it.get("method") == "workspace/applyEdit"]
        (changed,) = asked["params"]["edit"]["documentChanges"]
        assert changed["textDocument"]["uri"] == (main.parent / "refs.bib").as_uri()
        after = applied(BIB, changed["edits"])
        assert after == BIB.replace("2020\n", f"2020,\n  abstract = {{{ABSTRACT}}}\n")


def test_it_is_offered_only_where_the_client_asks_its_user_and_an_abstract_is_missing(
    main: Path,
) -> None:
    with LspClient() as client:
        client.initialize(main.parent, FULL)
        assert actions(client, main) == []
    bib = main.parent / "refs.bib"
    bib.write_text(BIB.replace("year", f"abstract = {{{ABSTRACT}}}, year"))
    with LspClient() as client:
        client.initialize(main.parent, FULL, initializationOptions=TAKES)
        assert actions(client, main) == []
        error = paste(client, uri=main.as_uri(), key="ash", text=ABSTRACT)["error"]
        assert "has an abstract" in error["message"]
