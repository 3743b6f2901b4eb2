"""Definition, references and rename of keys, over the protocol."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lsp_client import FULL, LspClient, applied, position
from projects import make_project, sample

PROJECT = sample("keys_over_the_protocol")


@pytest.fixture
def client(tmp_path: Path) -> Iterator[LspClient]:
    make_project(tmp_path, PROJECT)
    with LspClient() as client:
        client.initialize(tmp_path, FULL)
        for name in ("main.tex", "refs.bib"):
            client.open(tmp_path / name)
        yield client


def asked(client: LspClient, method: str, path: Path, place: str, **more: Any) -> dict[str, Any]:
    text = path.read_text()
    at = position(text, text.index(place.replace("|", "")) + place.index("|"))
    params = {"textDocument": {"uri": path.as_uri()}, "position": at, **more}
    return client.request(f"textDocument/{method}", params)


def shown(locations: list[dict[str, Any]], folder: Path) -> list[str]:
    found = []
    for one in locations:
        name = one["uri"].rpartition("/")[2]
        start, end = one["range"]["start"], one["range"]["end"]
        assert start["line"] == end["line"]
        line = (folder / name).read_text().split("\n")[start["line"]].encode("utf-16-le")
        key = line[2 * start["character"] : 2 * end["character"]].decode("utf-16-le")
        found.append(f"{name}:{start['line'] + 1}:{key}")
    return found


def test_definition(client: LspClient, tmp_path: Path) -> None:
    for file, place, where in (
        ("main.tex", r"\cite{le|e", "refs.bib:1:lee"),
        ("more.tex", r"{ha|nd", "main.tex:5:hand"),  # This file is not open.
    ):
        found = asked(client, "definition", tmp_path / file, place)["result"]
        assert shown(found, tmp_path) == [where]


def test_rename_everywhere_with_the_versions_of_open_files(
    client: LspClient, tmp_path: Path
) -> None:
    at = (tmp_path / "main.tex", r"\cite{le|e")
    found = asked(client, "prepareRename", *at)["result"]
    assert found["start"] == {"line": 2, "character": 10}
    result = asked(client, "rename", *at, newName="lee:2020")["result"]
    texts = {}
    for change in result["documentChanges"]:
        name = change["textDocument"]["uri"].rpartition("/")[2]
        assert change["textDocument"]["version"] == (None if name == "more.tex" else 1)
        texts[name] = applied((tmp_path / name).read_text(), change["edits"])
    assert r"\cite{lee:2020,hand} and \citet{old}" in texts["main.tex"]
    assert texts["more.tex"] == "Also \\cite{hand, lee:2020}.\n"
    assert texts["refs.bib"] == (
        "@misc{lee:2020, title = {A}, ids = {old}}\n"
        '@inbook{part, crossref = {lee:2020}, xdata = "lee:2020"}\n'
    )


@pytest.mark.parametrize(
    ("place", "new", "why"),
    [
        (r"\cite{le|e", "hand", "An entry 'hand' already exists"),
        ("é|", "x", "There is no citation key here"),
    ],
)
def test_rename_refuses_with_a_reason(
    client: LspClient, tmp_path: Path, place: str, new: str, why: str
) -> None:
    answer = asked(client, "rename", tmp_path / "main.tex", place, newName=new)
    assert why in answer["error"]["message"] and "result" not in answer
