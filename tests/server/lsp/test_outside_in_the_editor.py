"""Files outside of a project in the editor: refused, allowed by a button, asked about once."""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from written_drafts import change, written_draft

from endpoint_server import running
from lsp_client import LspClient
from lsp_inside import params_for_any
from lsp_servers import SECONDS
from projects import make_project
from writing_client import (
    ASKING,
    MODEL_PAPER,
    PAPER,
    QUESTION,
    Editor,
    apply,
    configure_model,
    heard,
    question,
    refusal,
    run,
    take,
)

pytestmark = pytest.mark.usefixtures("jobs_in_threads")


SHARED = PAPER.replace("\\section{Related Work}\n", "\\input{../shared}\n")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    make_project(tmp_path / "paper", SHARED)
    (tmp_path / "shared.tex").write_text("\\section{Related Work}\n\n")
    return tmp_path / "paper"


@pytest.fixture
def editor(folder: Path) -> Iterator[Editor]:
    with Editor(folder, answers=False) as client:
        yield client


def wait_until_kept() -> None:
    """Wait for the user's first answer to be kept, which happens behind the next requests."""
    wait_for(Path(os.environ["CITELOOM_DATA"]) / "outside.json")


def wait_for(path: Path) -> None:
    """Wait until a file is there."""
    ends = time.monotonic() + SECONDS
    while not path.exists():
        assert time.monotonic() < ends, path
        time.sleep(0.01)


def edit(client: LspClient) -> str:
    heard(client, "workspace/applyEdit", 1)
    return str([it for it in client.heard if it.get("method") == "workspace/applyEdit"][-1])


def test_a_text_for_a_file_elsewhere_is_inserted_once_it_is_allowed(
    editor: Editor, folder: Path
) -> None:
    editor.begin("plain", ASKING)
    editor.open(folder / "main.tex")
    offer = editor.written()
    answer = run(editor, "insert", {"offer": offer})
    shared = str(folder.parent / "shared.tex")
    assert answer == {"asked": True, "outside": [shared]}
    asked = question(editor)
    assert shared in asked["params"]["message"]
    assert asked["params"]["actions"] == [{"title": "Allow"}, {"title": "Not now"}]
    take(editor, asked, "Not now")
    assert run(editor, "show")["offers"], "it still waits"
    run(editor, "insert", {"offer": offer})
    assert "workspace/applyEdit" not in str(editor.heard)
    assert not (folder / ".citeloom").exists()
    take(editor, question(editor, 2), "Allow")
    assert "shared.tex" in edit(editor)


@pytest.mark.parametrize(
    ("capabilities", "note", "end"),
    [
        (ASKING, "Insert will ask you first: ", "is not written unless you allow it."),
        (None, "It cannot be inserted as the draft is now: ", "Allow it for this project."),
    ],
    ids=["asks", "has no buttons"],
)
def test_a_note_says_what_insert_will_do_with_a_file_elsewhere(
    editor: Editor, folder: Path, capabilities: dict[str, Any] | None, note: str, end: str
) -> None:
    editor.begin("plain", capabilities)
    editor.open(folder / "main.tex")
    offer = editor.written()
    (waiting,) = run(editor, "show")["offers"]
    (said,) = waiting["notes"]
    assert said.startswith(f"{note}{folder.parent / 'shared.tex'} lies outside the project")
    assert said.endswith(end)
    if capabilities is None:
        refused = refusal(editor, "insert", {"offer": offer})
        assert "shared.tex lies outside the project" in refused
        assert "workspace/applyEdit" not in str(editor.heard)


def test_an_open_folder_around_both_needs_no_question(folder: Path) -> None:
    with Editor(folder.parent) as client:
        client.begin("plain", ASKING)
        client.open(folder / "main.tex")
        run(client, "insert", {"offer": client.written()})
        assert "shared.tex" in edit(client)


def test_a_rename_changes_nothing_elsewhere(
    editor: Editor, folder: Path, own_data_folder: Path
) -> None:
    library = folder.parent / "library.bib"
    (folder / "refs.bib").rename(library)
    main = folder / "main.tex"
    main.write_text(main.read_text().replace("{refs}", "{../library}"))
    editor.begin("plain", ASKING)
    editor.open(main)
    place = params_for_any(main.as_uri(), {"line": 3, "character": 28})
    refused = editor.request("textDocument/rename", place)["error"]["message"]
    assert str(library) in refused
    take(editor, question(editor), "Allow")
    wait_until_kept()
    again = editor.request("textDocument/rename", place)
    assert "library.bib" in str(again["result"])


def test_a_named_root_elsewhere_is_neither_written_nor_sent(tmp_path: Path) -> None:
    make_project(tmp_path / "thesis", PAPER)
    note = tmp_path / "downloads/note.tex"
    note.parent.mkdir()
    note.write_text("% !TEX root = ../thesis/main.tex\nA note.\n")
    with Editor(note.parent, answers=False) as client:
        client.begin("plain", ASKING)
        client.open(note)
        for number, name in enumerate(("write", "fetch", "weave"), 1):
            argument = {"keys": ["oak"]} if name == "weave" else {}
            answer = run(client, name, {"uri": note.as_uri(), **argument})
            assert answer["outside"] == [str(tmp_path / "thesis/main.tex")]
            take(client, question(client, number), None)
        assert run(client, "show")["jobs"] == []


@pytest.mark.parametrize("command", ["write", "revise"])
def test_a_model_is_sent_nothing_of_references_elsewhere(tmp_path: Path, command: str) -> None:
    main, library = written_draft(tmp_path / "paper"), tmp_path / "library.bib"
    main.with_name("refs.bib").rename(library)
    change(main, "{refs}", "{../library}")
    change(library, "grow well in the cold", "grow badly in the hot")
    with running() as server, Editor(main.parent, answers=False) as client:
        configure_model(server.address)
        client.begin("zero-shot", ASKING)
        document = client.open(main)
        stale = {"revision": "stale"} if command == "revise" else {}
        answer = run(client, command, {**document, **stale})
        assert answer == {"asked": True, "outside": [str(library)]}
        assert "is not sent" in question(client)["params"]["message"]
        assert server.asked == []
        take(client, question(client), "Allow")
        if command == "revise":
            apply(client)
        heard(client, "window/showMessage", 1)
        assert "elm trees grow badly in the hot" in str(server.asked)


def test_who_only_looks_is_asked_nothing(tmp_path: Path) -> None:
    main = make_project(tmp_path / "paper", MODEL_PAPER)
    main.with_name("refs.bib").rename(tmp_path / "library.bib")
    main.write_text(main.read_text().replace("{refs}", "{../library}"))
    with running() as server, Editor(main.parent, answers=False) as client:
        configure_model(server.address)
        client.begin("zero-shot", ASKING)
        client.open(main)
        for name in ("estimate", "dryRun"):
            assert "is not sent" in refusal(client, name)
        run(client, "show")
        assert QUESTION not in str(client.heard)
