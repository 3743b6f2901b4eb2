"""Entries are completed in an editor: found when it is chosen, shown, one edit, nothing else."""

from pathlib import Path
from typing import Any

import pytest
from changing_entries import DRAFT
from fetching_client import Editor, editing

from lsp_client import applied

pytestmark = pytest.mark.usefixtures("jobs_in_threads")

TAKES = ["citeloom/mayBeWritten"]
APPLY = "workspace/applyEdit"
MESSAGE, QUESTION = "window/showMessage", "window/showMessageRequest"


def after(editor: Editor, bib: Path) -> str:
    """Return the .bib after the one edit that the client was asked to make."""
    (asked,) = editor.heard_of(APPLY)
    (change,) = asked["edit"]["documentChanges"]
    assert change["textDocument"]["uri"] == bib.as_uri()
    return applied(bib.read_text(), change["edits"])


def complete(editor: Editor, path: Path, key: str = "") -> dict[str, Any]:
    argument = {"uri": path.as_uri(), **({"key": key} if key else {})}
    answer: dict[str, Any] = editor.command("completeEntries", **argument)
    return answer


def test_a_client_that_takes_no_edits_gets_them_in_the_answer(tmp_path: Path) -> None:
    with editing(tmp_path, DRAFT, capabilities={"workspace": {}}) as (editor, _, main):
        editor.command("fetch", uri=main.as_uri())
        answer = complete(editor, main)["result"]
        assert answer["applied"] is False
        (edits,) = answer["edit"]["changes"].values()
        assert len(edits) == 2  # A preprint is replaced only after a question.
        changed = applied(main.with_name("refs.bib").read_text(), edits)
        assert "@Article{garden" in changed and "journal = {arXiv preprint" in changed


def test_services_are_asked_once_the_user_agrees_and_the_entry_is_completed(
    tmp_path: Path,
) -> None:
    with editing(tmp_path, DRAFT) as (editor, services, main):
        bib = main.with_name("refs.bib")
        assert complete(editor, bib)["result"] == {"asked": True}
        said = editor.wait_for(QUESTION, "identifiers are sent")
        assert said["actions"][0]["title"] == "Look up"
        assert not services.log and not editor.heard_of(APPLY)

    with editing(tmp_path / "yes", DRAFT, button="Look up") as (editor, services, main):
        bib = main.with_name("refs.bib")
        assert complete(editor, main, "graphs")["result"] == {"asked": True}
        editor.wait_for(APPLY)
        assert services.log
        assert "doi = {10.1000/graphs.2}" in after(editor, bib)
        said = editor.wait_for(MESSAGE, "Completed")
        assert said["message"].startswith("Completed 1 entry of refs.bib (")


def test_a_preprint_stays_one(tmp_path: Path) -> None:
    with editing(tmp_path, DRAFT, fetch="on") as (editor, _, main):
        complete(editor, main, "garden")
        editor.wait_for(APPLY)
        changed = after(editor, main.with_name("refs.bib"))
        assert "Journal of Gardens" not in changed and "arXiv preprint" in changed
        assert "abstract" in changed and "note    = {my favourite}" in changed


def test_an_entry_that_may_be_one_of_several_papers_is_left_to_its_author(tmp_path: Path) -> None:
    draft = DRAFT.replace("O'Neil, R{\\'o}is{\\'i}n", "Pérez, Lucía")
    with editing(tmp_path, draft, fetch="on") as (editor, _, main):
        complete(editor, main.with_name("refs.bib"), "graphs")
        said = editor.wait_for(MESSAGE, "one of several papers")["message"]
        assert said.startswith("The .bib entries are already complete. 'graphs' may be one of")
        assert not editor.heard_of(APPLY)
        listed = editor.command("references", uri=main.as_uri())["result"]["references"]
        (found,) = [it for it in listed if it["key"] == "graphs"]
        assert (found["state"], found["candidates"]) == ("ambiguous", 1)


@pytest.mark.parametrize("changed", ["elsewhere", "in the entry"])
def test_a_text_that_changes_while_it_is_shown(
    tmp_path: Path, changed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = Editor._result

    def typing(self: Editor, message: dict[str, Any]) -> Any:
        if message["method"] != "citeloom/mayBeWritten":
            return result(self, message)
        (file,) = message["params"]["files"]
        assert file["uri"] == bib.as_uri() and "10.1000/graphs.2" in file["text"]
        change = {"textDocument": {"uri": bib.as_uri(), "version": 5}}
        text = [{"text": now}]
        self.notify("textDocument/didChange", {**change, "contentChanges": text})
        return {"agreed": True}

    monkeypatch.setattr(Editor, "_result", typing)
    with editing(tmp_path, DRAFT, fetch="on", takes=TAKES) as (editor, _, main):
        bib = main.with_name("refs.bib")
        text = bib.read_text()
        elsewhere = text.replace("% a remark", "% another remark")
        own = text.replace("year = 2021", "year = 2021, doi = {10.1/own}")
        now = elsewhere if changed == "elsewhere" else own
        editor.open(bib)
        complete(editor, bib, "graphs")
        if changed == "in the entry":
            editor.wait_for(MESSAGE, "changed in the meantime")
            assert not editor.heard_of(APPLY)
            return
        (change,) = editor.wait_for(APPLY)["edit"]["documentChanges"]
        assert change["textDocument"]["version"] == 5
        assert "doi = {10.1000/graphs.2}" in applied(now, change["edits"])


def test_what_is_refused_there_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = Editor._result

    def refusing(self: Editor, message: dict[str, Any]) -> Any:
        is_asked = message["method"] == "citeloom/mayBeWritten"
        return {"agreed": False} if is_asked else result(self, message)

    monkeypatch.setattr(Editor, "_result", refusing)
    with editing(tmp_path, DRAFT, fetch="on", takes=TAKES) as (editor, _, main):
        complete(editor, main, "graphs")
        editor.wait_for("citeloom/mayBeWritten")
        editor.stays_quiet()
        assert not editor.heard_of(APPLY)


def test_all_entries_are_asked_about_where_the_client_shows_no_edits(tmp_path: Path) -> None:
    with editing(tmp_path, DRAFT, fetch="on") as (editor, _, main):
        editor.buttons = {"Complete": "Not now"}
        complete(editor, main)
        asked = editor.wait_for(QUESTION, "Complete 2 entries")
        assert asked["message"].startswith("Complete 2 entries of refs.bib (")
        editor.stays_quiet()
        assert not editor.heard_of(APPLY)
