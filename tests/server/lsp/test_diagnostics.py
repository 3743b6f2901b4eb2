"""What ``check`` finds, in the editor: pushed or pulled, and withdrawn when it is mended."""

from pathlib import Path
from typing import Any

import pytest

from lsp_client import FULL, LspClient, opened, pulled
from projects import make_project, sample

PROJECT = sample("diagnostics")
PULLING = {**FULL, "textDocument": {**FULL["textDocument"], "diagnostic": {}}}


def published(client: LspClient, uri: str) -> list[dict[str, Any]]:
    while (params := client.until("textDocument/publishDiagnostics"))["uri"] != uri:
        pass
    found: list[dict[str, Any]] = params["diagnostics"]
    return found


def test_pushed_at_every_place_and_withdrawn(tmp_path: Path) -> None:
    main = tmp_path / "main.tex"
    with opened(tmp_path, PROJECT) as (client, document):
        first, second = published(client, document["uri"])
        assert first["code"] == "undefined-key" and first["severity"] == 1
        assert "mising" in first["message"]
        assert first["range"] == {
            "start": {"line": 3, "character": 10},
            "end": {"line": 3, "character": 17},
        }
        assert second["range"]["start"] == {"line": 3, "character": 31}
        (hint,) = published(client, (tmp_path / "refs.bib").as_uri())
        assert hint["code"] == "unused-key"
        mended = main.read_text().replace("missing", "a")
        mended = mended.replace("\\cite{ignored}", "\\nocite{mising}")
        client.change(document, mended, 2)
        assert published(client, document["uri"]) == []
        while last_published(client, (tmp_path / "refs.bib").as_uri()):
            client.next()


def test_a_missing_abstract_is_in_no_list_of_problems(tmp_path: Path) -> None:
    bare = PROJECT.replace(
        ", abstract = {We show a thing about something that is long enough.}", ""
    )
    with opened(tmp_path, bare, PULLING) as (client, _):
        found = pulled(client, {"uri": (tmp_path / "refs.bib").as_uri()})
    assert {it["code"]: it["severity"] for it in found} == {"no-abstract": 4, "unused-key": 4}


def test_pulled_and_never_pushed(tmp_path: Path) -> None:
    with opened(tmp_path, PROJECT, PULLING) as (client, document):
        for _ in range(2):
            assert [one["code"] for one in pulled(client, document)] == ["undefined-key"] * 2
        bib = {"uri": (tmp_path / "refs.bib").as_uri()}
        (unused,) = pulled(client, bib)
        assert (unused["code"], unused["severity"], unused["tags"]) == ("unused-key", 4, [1])
        assert unused["range"] == {
            "start": {"line": 1, "character": 6},
            "end": {"line": 1, "character": 12},
        }
        client.leave()
        methods = {one.get("method") for one in client.heard}
        assert "textDocument/publishDiagnostics" not in methods


@pytest.mark.parametrize(
    ("settings", "undefined", "unused"),
    [
        ({"rules": {"undefined-key": "warning", "unused-key": "note"}}, [2, 2], [3]),
        ({"diagnostics": False}, [], []),
    ],
)
def test_rules_and_the_group_can_be_switched(
    tmp_path: Path, settings: dict[str, Any], undefined: list[int], unused: list[int]
) -> None:
    main = make_project(tmp_path, PROJECT)
    with LspClient() as client:
        client.initialize(tmp_path, PULLING, initializationOptions=settings)
        for path, severities in ((main, undefined), (tmp_path / "refs.bib", unused)):
            found = pulled(client, client.open(path))
            assert [item["severity"] for item in found] == severities


def test_the_group_that_other_servers_give_can_be_switched_off_and_on(tmp_path: Path) -> None:
    with opened(tmp_path, PROJECT, PULLING, sharedFeatures=False) as (client, document):
        at = {"textDocument": document, "position": {"line": 3, "character": 29}}
        assert client.request("textDocument/definition", at)["result"] is None
        assert client.request("textDocument/completion", at)["result"] is None
        assert client.request("textDocument/hover", at)["result"] is not None
        client.configure(sharedFeatures=True)
        while not client.request("textDocument/definition", at)["result"]:
            pass


def test_files_that_go_are_missed_where_they_were_used_and_back_again(tmp_path: Path) -> None:
    fixture = PROJECT.replace(r"\bibliography", r"\input{part}\bibliography")
    part, refs = tmp_path / "part.tex", tmp_path / "refs.bib"
    with opened(tmp_path, fixture + "%! part.tex\nSee \\cite{nothing}.\n") as (client, document):
        assert [one["code"] for one in published(client, part.as_uri())] == ["undefined-key"]
        for path, rule, severity in ((part, "missing-input", 2), (refs, "missing-bib", 1)):
            path.replace(path.with_name(f"other-{path.name}"))
            client.tell_of(path, 3)
            assert shown_of(client, rule, document)["severity"] == severity
        assert not last_published(client, part.as_uri()), "what was said of it is withdrawn"
        make_project(tmp_path, fixture)
        client.tell_of(refs, 1)
        shown_of(client, "undefined-key", document)


def shown_of(client: LspClient, rule: str, document: dict[str, str]) -> dict[str, Any]:
    """Wait until a document has a problem of a rule; return the first."""
    while not (found := [one for one in published(client, document["uri"]) if one["code"] == rule]):
        pass
    return found[0]


def last_published(client: LspClient, uri: str) -> list[dict[str, Any]]:
    """Return what a document has been given last."""
    found: list[list[dict[str, Any]]] = [
        one["params"]["diagnostics"]
        for one in client.heard
        if one.get("method") == "textDocument/publishDiagnostics" and one["params"]["uri"] == uri
    ]
    return found[-1] if found else []
