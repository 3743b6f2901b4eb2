"""References that are suggested in an editor: looked for, cited in one step, dismissed."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from fetching_client import editing

from citeloom.actions.suggesting import background
from citeloom.actions.suggesting.query import SuggestionQuery
from citeloom.actions.suggesting.sources import Candidates
from citeloom.papers.paper import Author, Paper
from lsp_client import FULL, applied

DRAFT = r"""
%! main.tex
\documentclass{article}
\title{Parsing by graphs}
\begin{document}
\section{Introduction}
Transition parsers are fast \cite{transition}. Graph parsers look at all trees of a sentence.
\bibliography{refs}
\end{document}
%! refs.bib
@article{transition, title = {Transition parsing for everyone}, author = {Ann Ek}, year = 2010}
"""
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
    monkeypatch.setattr(background, "all_sources", lambda *_, **__: (source,))


def titled(actions: list[dict[str, Any]], words: str) -> list[dict[str, Any]]:
    return [action for action in actions if action["title"].startswith(words)]


def run(editor: Any, action: dict[str, Any]) -> Any:
    return editor.request("workspace/executeCommand", action["command"])["result"]


def test_references_are_suggested_for_a_sentence_that_cites_nobody(tmp_path: Path) -> None:
    with editing(tmp_path, DRAFT, fetch="off") as (editor, services, main):
        assert not titled(editor.actions(main, "Transition par"), "Suggest references")
        (action,) = titled(editor.actions(main, "Graph par"), "Suggest references")
        answer = run(editor, action)
        first = answer["suggestions"][0]
        assert (first["title"], first["people"], first["year"]) == (EISNER.title, "Eisner", 1996)
        assert first["sources"] == ["given"]
        assert first["sentence"]["text"].startswith("Graph parsers look")
        assert any("its index is of last week" in note for note in answer["notes"])
        assert any("2 references are suggested" in said for said in editor.said())
        assert not services.log
        listed = editor.command("references", uri=main.as_uri())["result"]
        assert [found["paper"] for found in listed["suggestions"]] == [EISNER.id, TREES.id]


def test_one_that_is_taken_changes_both_files_in_one_step(tmp_path: Path) -> None:
    with editing(tmp_path, DRAFT, fetch="off") as (editor, _, main):
        run(editor, titled(editor.actions(main, "Graph par"), "Suggest references")[0])
        (action, _) = titled(editor.actions(main, "Graph par"), "Cite ")
        assert action["title"] == "Cite Eisner (1996): Three new models of graph parsing"
        assert run(editor, action)["applied"]
        (sent,) = [told["params"] for told in editor.heard if told.get("method") == APPLY]
        bib, tex = sent["edit"]["documentChanges"]
        assert bib["textDocument"]["uri"] == (main.parent / "refs.bib").as_uri()
        after = applied((main.parent / "refs.bib").read_text(), bib["edits"])
        assert after.startswith((main.parent / "refs.bib").read_text().rstrip("\n"))
        assert "Three new models of graph parsing" in after
        assert r"of a sentence \cite{eisner1996three}." in applied(main.read_text(), tex["edits"])
        assert sent["label"].startswith("Cite Eisner (1996)")
        again = titled(editor.actions(main, "Graph par"), "Cite ")
        assert [action["title"] for action in again] == ["Cite Lee: All trees of a sentence"]


def test_one_that_is_dismissed_never_comes_back(tmp_path: Path) -> None:
    with editing(tmp_path, DRAFT, fetch="off") as (editor, _, main):
        run(editor, titled(editor.actions(main, "Graph par"), "Suggest references")[0])
        (action, _) = titled(editor.actions(main, "Graph par"), "Do not suggest ")
        assert run(editor, action) == {"dismissed": EISNER.id}
        answer = editor.command("suggest", uri=main.as_uri())["result"]
        assert [found["paper"] for found in answer["suggestions"]] == [TREES.id]
        gone = editor.command("takeSuggestion", uri=main.as_uri(), paper=EISNER.id)
        assert "not suggested any more" in gone["error"]["message"]


def test_a_client_that_takes_no_edits_gets_them_with_the_action(tmp_path: Path) -> None:
    poor = {**FULL, "workspace": {**FULL["workspace"], "applyEdit": False}}
    with editing(tmp_path, DRAFT, fetch="off", capabilities=poor) as (editor, _, main):
        editor.command("suggest", uri=main.as_uri())
        action = titled(editor.actions(main, "Graph par"), "Cite ")[0]
        assert len(action["edit"]["documentChanges"]) == 2


def test_a_refused_edit_leaves_the_suggestion(tmp_path: Path) -> None:
    with editing(tmp_path, DRAFT, fetch="off") as (editor, _, main):
        editor.command("suggest", uri=main.as_uri())
        editor._result = lambda message: {"applied": False}
        action = titled(editor.actions(main, "Graph par"), "Cite ")[0]
        answer = editor.request("workspace/executeCommand", action["command"])
        assert "did not make the change" in answer["error"]["message"]
        assert titled(editor.actions(main, "Graph par"), "Cite Eisner")


def test_nobody_is_asked_about_a_place_without_a_sentence(tmp_path: Path) -> None:
    with editing(tmp_path, DRAFT, fetch="off") as (editor, _, main):
        place = {"line": 0, "character": 3}
        answer = editor.command("suggest", uri=main.as_uri(), position=place)
        assert "no sentence of the draft here" in answer["error"]["message"]
        assert not titled(editor.actions(main, r"\document"), "Suggest references")


APPLY = "workspace/applyEdit"
