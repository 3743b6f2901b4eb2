"""What was written lands in its section, wherever that is by then, and leaves the rest alone."""

from pathlib import Path
from typing import Any

import pytest

from lsp_client import FULL, applied, position
from projects import project_files
from writing_client import (
    PAPER,
    Editor,
    actions,
    done,
    edits_of,
    heard,
    refusal,
    run,
    titles,
    writing,
)

pytestmark = pytest.mark.usefixtures("jobs_in_threads")

TEXT = project_files(PAPER)["main.tex"]
RELATED = "\\section{Related Work}\n"


def asked_edits(client: Editor) -> list[dict[str, Any]]:
    """Return the document and its edits of each edit that the server has asked for."""
    return [
        one
        for message in client.heard
        if message.get("method") == "workspace/applyEdit"
        for one in message["params"]["edit"]["documentChanges"]
    ]


def insert(client: Editor, document: dict[str, str], text: str, version: int) -> str:
    """Insert what waits as the editor does, in one edit; return the text that it has then."""
    before = len(asked_edits(client))
    assert run(client, "insert") == {"applied": True}
    (asked,) = asked_edits(client)[before:]
    assert asked["textDocument"] == {**document, "version": version}
    (edit,) = asked["edits"]
    after = applied(text, [edit])
    client.change(document, after, version + 1)
    return after


@pytest.mark.parametrize(
    "moved",
    [
        TEXT.replace(RELATED, "").replace("\\bibliography", f"{RELATED}\nOf mine.\n\\bibliography"),
        TEXT.replace(RELATED, "\\section{Prior Work}\n"),
    ],
)
def test_it_lands_in_its_section_after_the_text_has_moved(tmp_path: Path, moved: str) -> None:
    heading = RELATED if RELATED in moved else "\\section{Prior Work}\n"
    with writing(tmp_path) as (client, document):
        client.written()
        client.change(document, moved)
        line = moved[: moved.index(heading)].count("\n")
        first, *_ = titles(client, document, line)
        assert first == "Insert related work (plain, 1 paragraph, 3 of 3 cited)"
        after = insert(client, document, moved, 2)
        before, *_ = after.partition("% citeloom:begin")
        assert before.rindex("\\section") == before.index(heading)
        start = after.index("% citeloom:begin")
        end = after.index("\n", after.index("% citeloom:end")) + 1
        assert (after[:start] + after[end:]).split() == moved.split()


def test_it_lands_in_no_other_section_when_its_own_is_gone(tmp_path: Path) -> None:
    with writing(tmp_path) as (client, document):
        client.written()
        client.change(document, TEXT.replace(RELATED, ""))
        assert "no section matches 'Related Work'" in refusal(client, "insert")
        assert edits_of(client) == [] and not (tmp_path / ".citeloom").exists()
        client.change(document, TEXT, 3)
        insert(client, document, TEXT, 3)


def test_where_both_changed_the_same_the_authors_words_stay(tmp_path: Path) -> None:
    with writing(tmp_path) as (client, document):
        client.written()
        text = insert(client, document, TEXT, 1)
        own = text.replace("Version 0 tells of Ash Trees", "Ash is a fine tree")
        client.change(document, own, 3)
        client.open(tmp_path / "refs.bib", project_files(PAPER)["refs.bib"].replace("Ash", "Fir"))
        client.written()
        page = run(client, "preview")["markdown"]
        assert (
            "Left out, because you changed the sentence that it "
            "replaces: Version 0 tells of Fir Trees"
        ) in page
        after = insert(client, document, own, 3)
        assert "Ash is a fine tree" in after
        assert "Fir Trees" not in after


def test_an_edit_that_was_refused_can_be_tried_again(tmp_path: Path) -> None:
    window = {"workDoneProgress": True, "showMessage": {}}
    with writing(tmp_path, capabilities={**FULL, "window": window}) as (client, document):
        client.written()
        client.applied = False
        assert run(client, "insert") == {"applied": False}
        heard(client, "window/showMessageRequest")
        assert run(client, "show")["offers"], "the button was not taken: it still waits"
        client.results["window/showMessageRequest"] = {"title": "Try again"}
        assert run(client, "insert") == {"applied": False}
        heard(client, "window/showMessageRequest", 2)
        client.applied = True
        heard(client, "workspace/applyEdit", 3)
        while run(client, "show")["offers"]:
            pass
        assert actions(client, document, position(TEXT, TEXT.index(RELATED)))
        assert len(list((tmp_path / ".citeloom").glob("*.json"))) == 1


RELATED_LINE = TEXT[: TEXT.index("\\section{Related")].count("\n")


def lenses(client: Editor, document: dict[str, str]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.request(
        "textDocument/codeLens", {"textDocument": document}
    )["result"]
    assert all(one["range"]["start"]["line"] == RELATED_LINE for one in found)
    return [one["command"] for one in found]


def test_the_lens_over_the_section_writes_cancels_inserts_and_previews(tmp_path: Path) -> None:
    with writing(tmp_path, PAPER, "wait") as (client, document):
        (write,) = lenses(client, document)
        assert write["title"] == "Write related work"
        job = run(client, "write", *write["arguments"])["job"]
        (cancel,) = lenses(client, document)
        assert cancel["command"] == "citeloom.cancel" and cancel["arguments"][0]["job"] == job
        (tmp_path / "go").touch()
        done(client)
        insert, preview = lenses(client, document)
        assert insert["title"] == "Insert related work"
        assert preview["title"] == "Preview"
        assert "markdown" in run(client, "preview", *preview["arguments"])
        assert run(client, "insert", *insert["arguments"]) == {"applied": True}
        assert [one["title"] for one in lenses(client, document)] == ["Write related work"]
