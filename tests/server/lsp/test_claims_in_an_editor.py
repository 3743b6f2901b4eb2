"""Claims in an editor: when asked or by the setting; diagnostics, hover, quick fixes, sources."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from fetching_client import ASKS, Editor

from citeloom.actions.context import Context, open_project
from citeloom.papers.from_bib import papers_of
from citeloom.papers.fulltext.cache import FullTextCache, Kept
from citeloom.papers.fulltext.cache_names import names_in_cache
from citeloom.papers.fulltext.fetch import TextSearch
from citeloom.papers.fulltext.text import Form, FullText, PageStart, TextParagraph, TextSection
from citeloom.papers.outcome import Outcome, Status
from citeloom.papers.store.store import Store
from lsp_client import FULL, LspClient, code_actions, hover_at, pulled
from projects import make_project, sample

PROJECT = sample("claims_in_an_editor")
AT = {"line": 3, "character": 20}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Editor]:
    make_project(tmp_path, PROJECT)
    with Editor() as client:
        yield client


def begin(client: LspClient, main: Path, claims: object) -> dict[str, str]:
    options = {"claims": claims}
    client.initialize(main.parent, {**FULL, **ASKS}, initializationOptions=options)
    return client.open(main)


def rules(client: LspClient, document: dict[str, str]) -> list[int]:
    """Return the lines in which a citation is told to stand in a wrong place."""
    found = [it for it in pulled(client, document) if it["code"] == "misplaced-citation"]
    return [it["range"]["start"]["line"] for it in found]


@pytest.mark.parametrize(("setting", "claims"), [("always", True), ("off", False)])
def test_the_setting_decides(tmp_path: Path, client: Editor, setting: str, claims: bool) -> None:
    document = begin(client, tmp_path / "main.tex", setting)
    page = hover_at(client, document, AT)
    assert ("Look here" in page) is claims
    assert ("'per' fits this better than 'ada'" in page) is claims
    assert ("per, abstract" in page) is claims
    titles = {action["title"] for action in code_actions(client, document, AT)}
    assert ("Cite 'per' instead" in titles) is claims


def test_once_checked_they_stay_with_sentences_that_stay_the_same(
    tmp_path: Path, client: Editor
) -> None:
    main = tmp_path / "main.tex"
    text = main.read_text("utf-8")
    document = begin(client, main, "off")
    assert rules(client, document) == []
    client.command("checkClaims", **document)
    assert rules(client, document) == [3]
    client.change(document, text.replace("\\section", "Before it.\n\n\\section"))
    assert rules(client, document) == [5]
    client.change(document, text.replace("Flight calls", "The calls"), 3)
    assert rules(client, document) == []


def test_a_command_checks_them_whatever_the_setting(tmp_path: Path, client: Editor) -> None:
    document = begin(client, tmp_path / "main.tex", "off")
    assert hover_at(client, document, AT) == ""
    (action,) = code_actions(client, document, AT, only=["source.checkClaims"])
    answer = client.request("workspace/executeCommand", action["command"])["result"]
    findings = [claim["finding"] for it in answer["sentences"] for claim in it["claims"]]
    assert findings == ["look here", "same words as the source"]
    assert rules(client, document) == [3]
    assert "Look here" in hover_at(client, document, AT)
    # An editor may send its settings at any time.
    client.configure(words=90)
    assert rules(client, document) == [3]
    client.configure(claims="always")
    client.configure(claims="off")
    assert rules(client, document) == []


def shown(editor: Editor, document: dict[str, str]) -> Any:
    """Show the source of the last sentence, of which nothing is doubtful; return the answer."""
    place = {"line": 5, "character": 3}
    titles = [action["title"] for action in code_actions(editor, document, place)]
    assert titles == ["Write about the papers cited here (extractive)"]
    return editor.command("showSource", **document, position=place)["result"]


def test_the_source_of_a_sentence_is_shown_in_the_bib(tmp_path: Path, client: Editor) -> None:
    document = begin(client, tmp_path / "main.tex", "always")
    answer = shown(client, document)
    (asked,) = client.heard_of("window/showDocument")
    bib = tmp_path / "refs.bib"
    assert (asked["uri"], answer["opened"]) == (bib.as_uri(), True)
    start, end = asked["selection"]["start"], asked["selection"]["end"]
    lines = bib.read_text("utf-8").splitlines()
    assert lines[start["line"]][start["character"] :].startswith("{A detector of flight")
    assert lines[end["line"]][: end["character"]].endswith("in the sea.}")
    assert answer["source"].startswith("per, abstract: A detector of flight calls")


def test_the_source_of_a_sentence_is_shown_in_the_pdf_at_its_page(
    tmp_path: Path, client: Editor
) -> None:
    text = PROJECT.replace("is recorded~", "is recorded by microphones on masts~")
    main = make_project(
        tmp_path, text.replace("title = {Birds}", "title = {Birds}, file = {birds.pdf}")
    )
    (tmp_path / "birds.pdf").write_bytes(b"%PDF-1.4")
    keep_text(main, "per", "Nocturnal migration is recorded by microphones on masts.", page=7)
    document = begin(client, main, "always")
    answer = shown(client, document)
    (asked,) = client.heard_of("window/showDocument")
    assert asked["uri"] == f"{(tmp_path / 'birds.pdf').as_uri()}#page=7"
    assert asked["external"] is True
    assert answer["source"] == client.said()[-1]
    assert client.said()[-1].startswith('per, section "Data", page 7: Nocturnal migration')


def keep_text(main: Path, key: str, text: str, page: int) -> None:
    """Keep a full text of a paper as if it had been read from a PDF."""
    context = Context()
    entry = open_project(main, context).project.entry(key)
    assert entry is not None
    (paper,) = papers_of((entry,))
    section = TextSection("Data", 1, (TextParagraph(text, (), (PageStart(0, page),)),))
    name = names_in_cache(Outcome(paper, Status.NOT_FOUND))[0]
    found = TextSearch(FullText(Form.PDF, sections=(section,)))
    assert FullTextCache(context.user.full_texts).put(Kept(name, date(2026, 1, 1), found))
    Store.open(context.user.store).close()
