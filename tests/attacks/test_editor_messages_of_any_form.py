"""Messages of any form to a server are answered, and reach no file elsewhere."""

from pathlib import Path
from typing import Any

import pytest

from lsp_client import FULL, LspClient
from projects import make_project
from writing_client import MODEL_PAPER, ask

PLACES = [
    "file:///dev/zero", "file://host/share/x.tex", "http://evil.example/x.tex", "untitled:x",
    "file:///%00", "file:///proc/self/mem", "", "\x1b[31m", "data:text/plain,x",
]  # fmt: skip
ARGUMENTS: list[Any] = [
    None,
    7,
    "x",
    [[]],
    {"offer": {"a": 1}},
    {"key": 10**30},
    {"uri": PLACES[0]},
]


@pytest.mark.parametrize("name", ["insert", "discard", "show", "setKey", "weave", "openPdf"])
def test_a_command_with_odd_arguments_is_answered(name: str, tmp_path: Path) -> None:
    main = make_project(tmp_path, MODEL_PAPER)
    before = main.read_bytes()
    with LspClient() as client:
        client.initialize(tmp_path, FULL)
        client.open(main)
        for argument in ARGUMENTS:
            assert "id" in ask(client, name, argument)
        assert client.request("shutdown")["result"] is None
    assert main.read_bytes() == before


@pytest.mark.parametrize("uri", PLACES)
def test_no_place_of_any_kind_keeps_a_server_busy(uri: str, tmp_path: Path) -> None:
    make_project(tmp_path, MODEL_PAPER)
    with LspClient() as client:
        client.initialize(tmp_path, FULL)
        place = {"textDocument": {"uri": uri}, "position": {"line": 2**31 - 1, "character": 0}}
        for method in ("hover", "definition", "completion", "references"):
            answer = client.request(f"textDocument/{method}", place | {"context": {}})
            assert "error" in answer or not answer["result"]
        assert client.request("shutdown")["result"] is None
