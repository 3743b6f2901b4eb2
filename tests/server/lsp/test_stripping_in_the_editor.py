"""Marks and records taken away from an editor: asked once, all files in one edit."""

from pathlib import Path
from typing import Any

import pytest
from written_drafts import written_draft

from citeloom.placing.sidecar import folder_of
from lsp_client import LspClient, applied
from placing_samples import strip_marks
from writing_client import ASKING, Editor, done, edits_of, heard, refusal, run

pytestmark = pytest.mark.usefixtures("jobs_in_threads")

DELETING: dict[str, Any] = {
    **ASKING,
    "workspace": {
        **ASKING["workspace"],
        "workspaceEdit": {"documentChanges": True, "resourceOperations": ["create", "delete"]},
    },
}
MORE = "More.\n% citeloom:begin 0123456789\nMine.\n% citeloom:end 0123456789\n"


@pytest.fixture
def main(tmp_path: Path) -> Path:
    main = written_draft(tmp_path)
    text = main.read_text("utf-8")
    main.write_text(text.replace("Ours is another.", "\\input{more}"), "utf-8")
    (tmp_path / "more.tex").write_text(MORE, "utf-8")
    return main


def changes(client: LspClient) -> list[dict[str, Any]]:
    (asked,) = heard(client, "workspace/applyEdit")
    found: list[dict[str, Any]] = asked["edit"]["documentChanges"]
    return found


def test_it_asks_once_and_takes_all_away_in_one_edit(main: Path) -> None:
    text, records = main.read_text("utf-8"), {*folder_of(main).iterdir()}
    with Editor(main.parent) as client:
        client.results["window/showMessageRequest"] = {"title": "Strip"}
        client.begin(capabilities=DELETING)
        document = client.open(main)
        assert run(client, "strip", document) == {"asked": True}
        assert (
            done(client)
            == "Citeloom's marks were removed from 2 files. Save all before you submit."
        )
        (question,) = heard(client, "window/showMessageRequest")
        assert "from 2 files" in question["message"]
        edited = [it for it in changes(client) if "edits" in it]
        deleted = [it for it in changes(client) if "edits" not in it]
        assert [it["textDocument"]["version"] for it in edited] == [1, None]
        mine, others = ([*it["edits"]] for it in edited)
        assert applied(text, mine) == strip_marks(text)
        assert applied(MORE, others) == "More.\nMine.\n"
        # An undo of the edit brings the records back.
        assert {it["kind"] for it in deleted} == {"delete"}
        assert {it["uri"] for it in deleted} == {path.as_uri() for path in records}
    assert not folder_of(main).exists()


def test_without_a_yes_nothing_is_changed(main: Path) -> None:
    with Editor(main.parent) as client:
        client.results["window/showMessageRequest"] = {"title": "Not now"}
        client.begin(capabilities=DELETING)
        assert run(client, "strip", client.open(main)) == {"asked": True}
        heard(client, "window/showMessageRequest")
        run(client, "show")
        assert edits_of(client) == []
    assert folder_of(main).exists()


def test_an_edit_that_the_editor_refuses_leaves_the_records(main: Path) -> None:
    with Editor(main.parent) as client:
        client.begin()
        client.applied = False
        assert "did not apply the change" in refusal(client, "strip", client.open(main))
    assert folder_of(main).exists()


def test_what_was_inserted_does_not_wait_again(main: Path) -> None:
    (main.parent / "more.tex").write_text("More.\n", "utf-8")
    before = main.read_text("utf-8")
    with Editor(main.parent) as client:
        client.begin()
        document = client.open(main)
        run(client, "insert", {"offer": client.written(), "taken": [], "below": True})
        text = applied(before, edits_of(client))
        client.change(document, text)
        known = len(edits_of(client))
        assert run(client, "strip", document) == {"applied": True}
        client.change(document, applied(text, edits_of(client)[known:]), 3)
        assert run(client, "show")["waiting"] == []
