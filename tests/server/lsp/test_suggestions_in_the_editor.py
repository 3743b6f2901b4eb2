"""References that are suggested in an editor: looked for, cited in one step, dismissed."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from fetching_client import SECONDS, editing, titled

from citeloom.actions.suggesting import all_sources
from citeloom.actions.suggesting.query import SuggestionQuery
from citeloom.actions.suggesting.sources import Candidates
from citeloom.papers.paper import Author, Paper
from lsp_client import applied
from projects import sample

DRAFT = sample("suggestions_in_the_editor")
EISNER = Paper(
    "acl:eisner",
    title="Three new models of graph parsing",
    authors=(Author("Eisner", "Jason"),),
    year=1996,
    abstract="Graph parsers look at all trees of a sentence at once.",
)
TREES = Paper("acl:trees", title="All trees of a sentence", authors=(Author("Lee", "Ann"),))


@dataclass(frozen=True)
class Given:
    """A source that gives what it was made with."""

    candidates: Candidates
    name: str = "given"

    async def find(self, query: SuggestionQuery) -> Candidates:
        return self.candidates


@pytest.fixture(autouse=True)
def given(monkeypatch: pytest.MonkeyPatch, jobs_in_threads: None) -> None:
    source = Given(Candidates((EISNER, TREES), (), ("its index is of last week",)))
    monkeypatch.setattr(all_sources, "all_sources", lambda *_, **__: (source,))


def run(editor: Any, action: dict[str, Any]) -> Any:
    return editor.request("workspace/executeCommand", action["command"])["result"]


def test_references_are_suggested_for_a_sentence_that_cites_nobody(tmp_path: Path) -> None:
    with editing(tmp_path, DRAFT, fetch="off") as (editor, services, main):
        assert not titled(editor.actions(main, "Transition par"), "Find a paper")
        (action,) = titled(editor.actions(main, "Graph par"), "Find a paper")
        answer = run(editor, action)
        first = answer["suggestions"][0]
        assert (first["title"], first["people"], first["year"]) == (EISNER.title, "Eisner", 1996)
        assert first["sources"] == ["given"]
        assert first["sentence"]["text"].startswith("Graph parsers look")
        assert any("its index is of last week" in note for note in answer["notes"])
        assert any("2 suggestions" in said for said in editor.said())
        assert not services.log
        listed = editor.command("references", uri=main.as_uri())["result"]
        assert [found["paper"] for found in listed["suggestions"]] == [EISNER.id, TREES.id]


def test_a_sentence_of_its_author_has_few_actions(tmp_path: Path) -> None:
    with editing(tmp_path, DRAFT, fetch="off", claims="always") as (editor, _, main):
        found = {
            words: [action["title"] for action in editor.actions(main, words)]
            for words in ("Transition par", "Graph par")
        }
    # The draft has no related work: any paragraph may get it.
    here = "Write about the papers cited here (extractive)"
    assert found == {"Transition par": [here], "Graph par": [here, "Find a paper for this"]}


def test_one_that_is_taken_changes_both_files_in_one_step(tmp_path: Path) -> None:
    with editing(tmp_path, DRAFT, fetch="off") as (editor, _, main):
        run(editor, titled(editor.actions(main, "Graph par"), "Find a paper")[0])
        (action, _) = titled(editor.actions(main, "Graph par"), "Cite ")
        assert not titled(editor.actions(main, "Graph par"), "Do not"), "that is in the view"
        assert action["title"] == "Cite Eisner (1996): Three new models of graph parsing"
        assert run(editor, action)["applied"]
        (sent,) = [told["params"] for told in editor.heard if told.get("method") == APPLY]
        bib, tex = sent["edit"]["documentChanges"]
        assert bib["textDocument"]["uri"] == (main.parent / "refs.bib").as_uri()
        after = applied((main.parent / "refs.bib").read_text(), bib["edits"])
        assert after.startswith((main.parent / "refs.bib").read_text().rstrip("\n"))
        assert "Three new models of graph parsing" in after
        assert r"of a sentence \cite{eisner1996new}." in applied(main.read_text(), tex["edits"])
        assert sent["label"].startswith("Cite Eisner (1996)")
        main.write_text(applied(main.read_text(), tex["edits"]), "utf-8")
        editor.open(main)
        assert not titled(editor.actions(main, "Graph par"), "Cite "), "it cites one now"


def test_who_looks_for_references_is_asked_again_whether_services_may_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def sources(*_: object, may_ask: bool, **__: object) -> tuple[Given, ...]:
        asked.append(may_ask)
        return (Given(Candidates((TREES,), ())),)

    monkeypatch.setattr(all_sources, "all_sources", sources)
    with editing(tmp_path, DRAFT, button="") as (editor, services, main):
        suggest_until_asked(editor, main, 1)
        suggest_until_asked(editor, main, 2)
        answer = editor.command("references", uri=main.as_uri())["result"]
        assert not answer["mayAsk"]
        assert not any(asked)
        editor.button = "Look up"
        suggest_until_asked(editor, main, len(editor.heard_of(QUESTION)) + 1)
        # The search that the user has asked for is begun again by the answer.
        wait(editor, lambda: any(asked))
        listed = editor.command("references", uri=main.as_uri())["result"]
        assert listed["mayAsk"]
        assert not services.log


def suggest_until_asked(editor: Any, main: Path, count: int) -> None:
    """Look for references until the user was asked so often.

    They are asked as soon as the server has dealt with their last answer. Each search is sent
    before the answer to the question that comes beside it.
    """
    end = time.monotonic() + SECONDS
    while len(editor.heard_of(QUESTION)) < count:
        assert time.monotonic() < end
        editor.command("suggest", uri=main.as_uri())


def wait(editor: Any, holds: Callable[[], bool]) -> None:
    end = time.monotonic() + SECONDS
    while not holds():
        assert time.monotonic() < end
        editor.stays_quiet(0.1)


APPLY = "workspace/applyEdit"
QUESTION = "window/showMessageRequest"
