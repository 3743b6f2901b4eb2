"""The outline of a text in an editor: opened, edited with problems, written from, inserted."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lsp_client import FULL, hover_at, pulled
from projects import make_project
from writing_client import PAPER, Editor, actions, done, edits_of, run

pytestmark = pytest.mark.usefixtures("jobs_in_threads")

SHOWS: dict[str, Any] = {**FULL, "window": {**FULL["window"], "showDocument": {"support": True}}}
EDITED = "Trees\n  - elm\n  - ash\nShrubs\n  - yew\n"


@pytest.fixture
def main(tmp_path: Path) -> Path:
    return make_project(tmp_path, PAPER)


@pytest.fixture
def client(main: Path) -> Iterator[Editor]:
    with Editor(main.parent) as editor:
        editor.results["window/showDocument"] = {"success": True}
        editor.begin("outlined", SHOWS)
        yield editor


def without_comments(text: str) -> str:
    lines = text.splitlines(keepends=True)
    return "".join(line for line in lines if line.strip() and line[0] not in "#%")


def lens_titles(client: Editor, document: dict[str, str]) -> list[str]:
    answer = client.request("textDocument/codeLens", {"textDocument": document})
    return [lens["command"]["title"] for lens in answer["result"] or []]


def problems(client: Editor, document: dict[str, str]) -> list[str]:
    found = pulled(client, document)
    return [f"{it['range']['start']['line']}: {it['message']}" for it in found]


def opened_outline(client: Editor, **arguments: Any) -> tuple[Path, dict[str, str]]:
    """Have the outline opened, as the client does it then."""
    answer = run(client, "outline", arguments)
    path = Path(answer["uri"].removeprefix("file://"))
    assert client.until("window/showDocument")["uri"] == answer["uri"]
    return path, client.open(path)


def test_from_the_text_to_its_outline_and_back(client: Editor, main: Path) -> None:
    document = client.open(main)
    offer = client.written(uri=document["uri"])
    assert "Edit outline" in lens_titles(client, document)
    path, outline = opened_outline(client, offer=offer)
    assert path.parent == main.parent / ".citeloom"
    text = path.read_text("utf-8")
    assert text.startswith("% !TEX root = ../main.tex\n# ")
    assert without_comments(text) == (
        "All of it\n  - ash: Ash Trees\n  - elm: Elm Trees\n  - yew: Yew Shrubs\n"
    )
    assert problems(client, outline) == []
    assert lens_titles(client, outline) == ["Write again from this outline"]

    client.change(outline, EDITED)
    (action,) = actions(client, outline, {"line": 1, "character": 0})
    started = run(client, "write", *action["command"]["arguments"])
    assert started["job"]
    assert done(client).startswith("Related work written (outlined, 2 paragraphs, 3 of 3 cited)")
    (text,) = run(client, "show")["offers"]
    assert [paragraph["topic"] for paragraph in text["paragraphs"]] == ["Trees", "Shrubs"]

    assert run(client, "insert") == {"applied": True}
    (edit,) = edits_of(client)
    inserted = edit["newText"]
    assert inserted.index("elm") < inserted.index("ash") < inserted.index("yew")


def test_an_edited_outline_is_never_written_over(client: Editor, main: Path) -> None:
    offer = client.written(uri=client.open(main)["uri"])
    path, _ = opened_outline(client, offer=offer)
    path.write_text(f"# my notes\n{EDITED}")
    opened_outline(client, offer=offer)
    assert path.read_text() == f"# my notes\n{EDITED}"


def test_an_outline_has_problems_and_papers_and_is_no_draft(client: Editor, main: Path) -> None:
    offer = client.written(uri=client.open(main)["uri"])
    _, outline = opened_outline(client, offer=offer)
    client.change(outline, "% !TEX root = ../main.tex\nTrees\n  - elm\n  - fir\n  - elm\n")
    found = problems(client, outline)
    assert [each.partition(" (")[0] for each in found] == [
        "3: 'fir' is not the key of a paper to write about",
        "4: 'elm' is already on line 3",
        "0: 2 papers are not written about: ash, yew",
    ]
    assert "Elm Trees" in hover_at(client, outline, {"line": 2, "character": 5})
    for request in ("documentSymbol", "documentLink"):
        answer = client.request(f"textDocument/{request}", {"textDocument": outline})
        assert answer["result"] is None
    run(client, "write", {"outline": outline["uri"]})
    assert "'fir' is not the key of a paper to write about (and 1 further error)" in done(client)
