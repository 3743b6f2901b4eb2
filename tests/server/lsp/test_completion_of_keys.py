"""Completion of keys over the protocol: the list, its order, its edits, the details of a key."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from citeloom.lsp.connection.shown import converter
from lsp_client import FULL, LspClient, applied, position
from projects import make_project, project_files, sample

PROJECT = sample("completion_of_keys")
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


def test_a_key_is_replaced_by_one_that_fits(client: LspClient, tmp_path: Path) -> None:
    text, result = completed(client, tmp_path, r"\cite{lee, su|n2,wu}")
    assert labels(result) == ["sun2021", "other"] and result is not None
    for item in result["items"]:
        assert item["filterText"].startswith("su"), "it must pass the client's own filter"
        after = text.replace("sun2,", f"{item['label']},")
        assert applied(text, [item["textEdit"]]) == after


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
    assert item["detail"] == "Lee 2020 · Waggle Dances with This" and "documentation" not in item
    resolved = client.request("completionItem/resolve", item)["result"]
    assert resolved["documentation"]["kind"] == "markdown"
    assert "**Waggle Dances with This**\n\nKim Lee\n\n*2020*" in resolved["documentation"]["value"]
    assert resolved["textEdit"] == item["textEdit"]
    unknown = client.request("completionItem/resolve", {"label": "x"})["result"]
    assert unknown["label"] == "x"


def test_no_title_makes_an_icon_of_a_row() -> None:
    details = types.CompletionItemLabelDetails(description="$(trash) [Rain](command:x)")
    shown = converter().unstructure(details)
    assert "$(trash)" not in shown["description"] and "](" not in shown["description"]
