"""The outline of a .tex file: its sections, and what each cites."""

from pathlib import Path
from typing import Any

from lsp_client import FULL, LspClient
from projects import make_project

PROJECT = r"""
%! main.tex
\documentclass{article}
\begin{document}
Before \cite{lee}.
\section{Introduction to \emph{é𝔸 Bees}}
One \cite{wu,lee}, two \citep{lee}, three \cite{none}.
\subsection{Further \cite{wu}}
\nocite{*} % \cite{comment}
\section*{}
\input{more}
\bibliography{refs}
\end{document}
%! more.tex
\section{More}
See \cite{lee}.
%! refs.bib
@misc{lee, title = {On Bees}, author = {Lee, Kim and Roe, Jo}, year = 2020}
@misc{wu, title = {Ants}, author = {Wu, Ann}, year = 2019}
"""
TREE = {
    **FULL,
    "textDocument": {
        **FULL["textDocument"],
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
    },
}


def symbols(client: LspClient, document: dict[str, str]) -> Any:
    return client.request("textDocument/documentSymbol", {"textDocument": document})["result"]


def shown(found: list[dict[str, Any]]) -> list[Any]:
    """Return names with details, and what is below them."""
    return [
        (symbol["name"], symbol.get("detail"), shown(symbol.get("children") or []))
        for symbol in found
    ]


def assert_nested(found: list[dict[str, Any]]) -> None:
    """Each symbol holds its own name and all that is below it; else VS Code shows none at all."""
    for symbol in found:
        for inner in (
            symbol["selectionRange"],
            *(it["range"] for it in symbol.get("children", [])),
        ):
            for edge, order in (("start", 1), ("end", -1)):
                here, there = symbol["range"][edge], inner[edge]
                assert (here["line"] - there["line"]) * order <= 0
                if here["line"] == there["line"]:
                    assert (here["character"] - there["character"]) * order <= 0
        assert_nested(symbol.get("children", []))


def test_sections_with_their_citations(tmp_path: Path) -> None:
    main = make_project(tmp_path, PROJECT)
    with LspClient() as client:
        client.initialize(tmp_path, TREE)
        found = symbols(client, client.open(main))
        lee, (name, _, below), (untitled, *_) = shown(found)
        assert lee == ("lee", "Lee & Roe 2020", [])
        assert name == "Introduction to é𝔸 Bees" and untitled == "(no title)"
        assert [it[0] for it in below] == ["wu", "lee", "none", "Further"]
        assert_nested(found)
        assert found[1]["children"][0]["range"] == {
            "start": {"line": 4, "character": 10},
            "end": {"line": 4, "character": 12},
        }


def test_a_client_without_a_tree_gets_a_list(tmp_path: Path) -> None:
    main = make_project(tmp_path, PROJECT)
    with LspClient() as client:
        client.initialize(tmp_path, {})
        found = symbols(client, client.open(main))
        assert [(it["name"], it.get("containerName")) for it in found][:3] == [
            ("lee", None),
            ("Introduction to é𝔸 Bees", None),
            ("wu", "Introduction to é𝔸 Bees"),
        ]
