"""Keys and symbols that are asked for while a large .bib is indexed."""

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, current_thread, main_thread
from typing import Any

import pytest
from held_readings import ASH, SECONDS, shown

from citeloom.draft import library
from citeloom.draft.entry_search import EntrySearch
from citeloom.draft.terms.entry_terms import EntryTerms
from lsp_inside import Inside, inside, params_for_any
from projects import make_project, sample

DRAFT = sample("asked_before_indexed")
KEY = {"line": 4, "character": 9}
TITLE = {"line": 4, "character": 24}
NOTHING_TYPED = {"line": 4, "character": 6}


class Part:
    """A part of the index: it is not made before it is let go, and never between two messages."""

    def __init__(self, made: Callable[..., Any]) -> None:
        self._made = made
        self.let_go = Event()

    def __call__(self, *given: object) -> object:
        assert current_thread() is not main_thread()
        assert self.let_go.wait(SECONDS)
        return self._made(*given)


@pytest.fixture
def search(monkeypatch: pytest.MonkeyPatch) -> Iterator[Part]:
    """Hold up what finds entries by words; every .bib counts as one that takes long."""
    part = Part(EntrySearch)
    monkeypatch.setattr(library, "EntrySearch", part)
    monkeypatch.setattr(library, "MOST_TO_WAIT_FOR", 0)
    yield part
    part.let_go.set()


@pytest.fixture
def terms(monkeypatch: pytest.MonkeyPatch) -> Iterator[Part]:
    """Hold up what ranks them."""
    part = Part(EntryTerms)
    monkeypatch.setattr(library, "EntryTerms", part)
    yield part
    part.let_go.set()


def labels(answer: dict[str, Any]) -> list[str]:
    assert answer["result"]["isIncomplete"]
    return [item["label"] for item in answer["result"]["items"]]


def test_keys_are_completed_before_anything_is_indexed(
    tmp_path: Path, search: Part, terms: Part
) -> None:
    uri = make_project(tmp_path, DRAFT).as_uri()

    async def talk(client: Inside) -> None:
        method = "textDocument/completion"
        answer = await client.request(method, params_for_any(uri, KEY))
        assert labels(answer) == ["ash1", "ash2", "greyash"]
        answer = await client.request(method, params_for_any(uri, NOTHING_TYPED))
        assert labels(answer)[0] == "elm" and len(labels(answer)) == 4
        by_title = client.ask(method, params_for_any(uri, TITLE))
        hover = {"line": 2, "character": 13}
        answer = await client.request("textDocument/hover", params_for_any(uri, hover))
        assert "Mountain Elms" in shown(answer) and by_title not in client.answers
        search.let_go.set()
        assert labels(await client.answer_to(by_title)) == ["elm"]
        terms.let_go.set()

    inside(tmp_path, {}, talk)


def test_symbols_wait_for_what_finds_them_and_nothing_else_does(
    tmp_path: Path, search: Part, terms: Part
) -> None:
    uri = make_project(tmp_path, DRAFT).as_uri()

    async def talk(client: Inside) -> None:
        symbols = client.ask("workspace/symbol", {"query": "trees"})
        answer = await client.request("textDocument/hover", params_for_any(uri, ASH))
        assert "error" not in answer and symbols not in client.answers
        search.let_go.set()
        assert "ash1: Ash Trees" in shown(await client.answer_to(symbols))

    inside(tmp_path, {}, talk)
