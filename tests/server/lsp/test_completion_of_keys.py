"""Completion of keys over the protocol: which commands, what matches, in which order, what edit."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lsp_client import FULL, LspClient, applied, position
from projects import make_project, project_files

PROJECT = r"""
%! main.tex
\documentclass{article}
\usepackage{natbib}
\newcommand{\seealso}[1]{(see also \citep{#1})}
\let\mine\citet
\begin{document}
Many \cite{lee,wu} and \cite{wu} and \cite{wu} agree that this was done with care.

Dances of bees in the sun TYPED are long.
\bibliography{refs}
\end{document}
%! citeloom.toml
cite_commands = ["oddref"]
%! refs.bib
@misc{lee, title = {Waggle {D}ances with This}, author = {Lee, Kim}, year = 2020}
@misc{wu, title = {Rain with This and That}, author = {Wu, Ann}, date = {2019-05-01}}
@misc{sun2021, title = {Dances with Wolves}, author = {{\"O}zil, M.}, year = 2021}
@misc{other, title = {Snow}, author = {Sun, Li}, year = 2018}
"""
BOTH = {
    **FULL,
    "textDocument": {
        **FULL["textDocument"],
        "completion": {
            "completionItem": {
                "insertReplaceSupport": True,
                "documentationFormat": ["markdown", "plaintext"],
            }
        },
    },
}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[LspClient]:
    with LspClient({"CITELOOM_DATA": str(tmp_path / "data")}) as client:
        yield client


def completed(
    client: LspClient, folder: Path, typed: str, capabilities: Any = FULL
) -> tuple[str, dict[str, Any] | None]:
    """Ask where ``|`` stands in what is typed; return the text and the answer."""
    fixture = PROJECT.replace("TYPED", typed.replace("|", ""))
    main = make_project(folder, fixture)
    text = project_files(fixture)["main.tex"]
    at = text.index(typed.replace("|", "")) + typed.index("|")
    client.initialize(folder, capabilities)
    params = {"textDocument": client.open(main), "position": position(text, at)}
    result: dict[str, Any] | None = client.request("textDocument/completion", params)["result"]
    return text, result


def labels(result: dict[str, Any] | None) -> list[str]:
    assert result is not None and result["isIncomplete"] is True
    items = result["items"]
    assert items == sorted(items, key=lambda one: one["sortText"])
    return [one["label"] for one in items]


@pytest.mark.parametrize(
    "typed",
    [
        r"\cite{|}",
        r"\Citep*[see][p.~2]{|}",
        r"\nocite{|}",
        r"\textcite{|}",
        r"\autocites[1]{lee}{|}",
        r"\footcite{|",
        r"\seealso{|}",
        r"\mine{|}",
        r"\oddref{|}",
    ],
)
def test_in_every_cite_command(client: LspClient, tmp_path: Path, typed: str) -> None:
    assert "wu" in labels(completed(client, tmp_path, typed)[1])


@pytest.mark.parametrize("typed", [r"\ref{|}", r"\emph{|}", r"\cite[p.|]{lee}", "bees|"])
def test_nowhere_else(client: LspClient, tmp_path: Path, typed: str) -> None:
    assert completed(client, tmp_path, typed)[1] is None


@pytest.mark.parametrize(
    ("written", "keys"),
    [
        ("le", ["lee"]),
        ("snow", ["other"]),
        ("ozil", ["sun2021"]),
        ("2019", ["wu"]),
        ("kim waggle", ["lee"]),
        ("sun", ["sun2021", "other"]),
        ("nobody", []),
    ],
)
def test_matched_on_key_title_authors_and_year(
    client: LspClient, tmp_path: Path, written: str, keys: list[str]
) -> None:
    _, result = completed(client, tmp_path, rf"\cite{{{written}|}}")
    assert labels(result) == keys
    assert result is not None
    for item in result["items"]:
        assert item["filterText"].startswith(written), "it must pass the client's own filter"


def test_ranked_by_the_sentence_then_by_what_is_cited(client: LspClient, tmp_path: Path) -> None:
    # "Dances" is in two titles, and of those "lee" is cited; "with" and "this" are words of the
    # sentence before, which say nothing about this one.
    found = labels(completed(client, tmp_path, r"\cite{|}")[1])
    assert found == ["lee", "sun2021", "wu", "other"]


def test_what_is_cited_comes_before_what_is_not(client: LspClient, tmp_path: Path) -> None:
    found = labels(completed(client, tmp_path, r"it is so. \cite{|} Rest")[1])
    assert found == ["wu", "lee", "sun2021", "other"]


@pytest.mark.parametrize(
    ("typed", "after"),
    [
        (r"\cite{sn|}", r"\cite{other}"),
        (r"\cite{lee, sn|,wu}", r"\cite{lee, other,wu}"),
        (r"\cite{lee,ot|her2,wu}", r"\cite{lee,other,wu}"),
        (r"\cite{lee,li  snow|}", r"\cite{lee,other}"),
        (r"\parencites{lee}[3]{sn|}", r"\parencites{lee}[3]{other}"),
    ],
)
def test_what_is_replaced_in_a_list_of_keys(
    client: LspClient, tmp_path: Path, typed: str, after: str
) -> None:
    text, result = completed(client, tmp_path, typed)
    assert labels(result) == ["other"] and result is not None
    edit = result["items"][0]["textEdit"]
    assert applied(text, [edit]) == text.replace(typed.replace("|", ""), after)


def test_a_client_may_insert_or_replace(client: LspClient, tmp_path: Path) -> None:
    text, result = completed(client, tmp_path, r"\cite{lee,ot|her2,wu}", BOTH)
    assert result is not None
    edit = result["items"][0]["textEdit"]
    for kind, after in (
        ("insert", r"\cite{lee,otherher2,wu}"),
        ("replace", r"\cite{lee,other,wu}"),
    ):
        made = applied(text, [{"range": edit[kind], "newText": edit["newText"]}])
        assert made == text.replace(r"\cite{lee,other2,wu}", after)


def test_details_come_when_they_are_asked_for(client: LspClient, tmp_path: Path) -> None:
    _, result = completed(client, tmp_path, r"\cite{le|}", BOTH)
    assert result is not None
    (item,) = result["items"]
    assert item["detail"] == "Waggle Dances with This" and "documentation" not in item
    resolved = client.request("completionItem/resolve", item)["result"]
    assert resolved["documentation"]["kind"] == "markdown"
    assert "**Waggle Dances with This**\n\nKim Lee\n\n*2020*" in resolved["documentation"]["value"]
    assert resolved["textEdit"] == item["textEdit"]
    unknown = client.request("completionItem/resolve", {"label": "x"})["result"]
    assert unknown["label"] == "x"


def test_never_more_than_a_hundred(client: LspClient, tmp_path: Path) -> None:
    text, _ = completed(client, tmp_path, r"\cite{|}")
    bib = tmp_path / "refs.bib"
    client.open(bib, "".join(f"@misc{{key{n:03}, title = {{T}}}}\n" for n in range(300)))
    at = position(text, text.index(r"\cite{}") + 6)
    params = {"textDocument": {"uri": (tmp_path / "main.tex").as_uri()}, "position": at}
    found = labels(client.request("textDocument/completion", params)["result"])
    assert found == [f"key{n:03}" for n in range(100)]
