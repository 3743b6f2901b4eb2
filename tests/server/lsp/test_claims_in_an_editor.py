"""Claims in an editor: when asked or by the setting; diagnostics, hover, quick fixes, sources."""

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
from lsp_client import FULL, LspClient
from projects import make_project

PROJECT = r"""
%! main.tex
\documentclass{article}
\begin{document}
\section{Introduction}
Flight calls of thrushes and warblers are found in long nocturnal recordings~\cite{ada}.

Nocturnal migration is recorded~\cite{per}.
\bibliography{refs}
\end{document}
%! refs.bib
@misc{ada, title = {Chess}, abstract = {A recurrent network parses handwritten chess notation.}}
@misc{per, title = {Birds}, abstract = {A detector of flight calls finds thrushes and warblers in
long recordings of nocturnal migration on an island in the sea.}}
"""
AT = {"line": 3, "character": 20}
MISPLACED = "misplaced-citation"
BIRDS = "title = {Birds}, file = {birds.pdf}"


def _asked(client: LspClient, method: str, document: dict[str, Any], **more: Any) -> Any:
    return client.request(method, {"textDocument": document, **more})["result"]


@pytest.mark.parametrize(
    ("setting", "claims"),
    [("always", True), ("onSave", False), (False, False)],
)
def test_the_setting_decides(tmp_path: Path, setting: str | bool, claims: bool) -> None:
    main = make_project(tmp_path, PROJECT)
    with LspClient() as client:
        client.initialize(tmp_path, FULL, initializationOptions={"claims": setting})
        document = client.open(main)
        hover = _asked(client, "textDocument/hover", document, position=AT)
        actions = _asked(
            client,
            "textDocument/codeAction",
            document,
            range={"start": AT, "end": AT},
            context={"diagnostics": []},
        )
        titles = {action["title"] for action in actions}

        assert (hover is not None) is claims
        assert ({"Cite 'per' instead", "Remove this citation"} <= titles) is claims
        if claims:
            assert "Not supported" in str(hover["contents"])
            assert "'per' says more of this than 'ada'" in hover["contents"]["value"]
            assert "per, abstract" in hover["contents"]["value"]


def _rules(client: LspClient, document: dict[str, Any]) -> list[tuple[int, str]]:
    items = _asked(client, "textDocument/diagnostic", document)["items"]
    return [(it["range"]["start"]["line"], it["code"]) for it in items if it["code"] == MISPLACED]


def _change(client: LspClient, main: Path, text: str, version: int) -> None:
    client.notify(
        "textDocument/didChange",
        {
            "textDocument": {"uri": main.as_uri(), "version": version},
            "contentChanges": [{"text": text}],
        },
    )


def test_on_save_they_are_checked_and_stay_with_sentences_that_stay_the_same(
    tmp_path: Path,
) -> None:
    main = make_project(tmp_path, PROJECT)
    text = main.read_text("utf-8")
    with LspClient() as client:
        client.initialize(tmp_path, FULL, initializationOptions={"claims": "onSave"})
        document = client.open(main)
        assert _rules(client, document) == []

        client.notify("textDocument/didSave", {"textDocument": document})
        assert _rules(client, document) == [(3, MISPLACED)]

        _change(client, main, text.replace("\\section", "Before it.\n\n\\section"), 2)
        assert _rules(client, document) == [(5, MISPLACED)]

        _change(client, main, text.replace("Flight calls", "The calls"), 3)
        assert _rules(client, document) == []


def test_a_command_checks_them_whatever_the_setting(tmp_path: Path) -> None:
    main = make_project(tmp_path, PROJECT)
    with LspClient() as client:
        client.initialize(tmp_path, FULL)
        document = client.open(main)
        assert _asked(client, "textDocument/hover", document, position=AT) is None

        (action,) = _asked(
            client,
            "textDocument/codeAction",
            document,
            range={"start": AT, "end": AT},
            context={"diagnostics": [], "only": ["source.checkClaims"]},
        )
        answer = client.request("workspace/executeCommand", action["command"])["result"]

        verdicts = [claim["verdict"] for it in answer["sentences"] for claim in it["claims"]]
        assert verdicts == ["not supported", "supported"]
        assert _rules(client, document) == [(3, MISPLACED)]
        hover = _asked(client, "textDocument/hover", document, position=AT)
        assert "Not supported" in str(hover["contents"])

        # An editor may send its settings at any time.
        for settings, rules in (({"words": 90}, [(3, MISPLACED)]), ({"claims": "onSave"}, [])):
            changed = {"settings": {"citeloom": settings}}
            client.notify("workspace/didChangeConfiguration", changed)
            assert _rules(client, document) == rules


def test_a_draft_that_was_checked_thoroughly_stays_so_until_it_is_checked_without(
    tmp_path: Path,
) -> None:
    main = make_project(
        tmp_path, PROJECT.replace("Nocturnal migration is recorded", "Opera tickets are sold")
    )
    text = main.read_text("utf-8")
    with LspClient() as client:
        client.initialize(tmp_path, FULL, initializationOptions={"claims": "onSave"})
        document = client.open(main)

        def checked(kind: str) -> list[str]:
            (action,) = _asked(
                client,
                "textDocument/codeAction",
                document,
                range={"start": AT, "end": AT},
                context={"diagnostics": [], "only": [kind]},
            )
            client.request("workspace/executeCommand", action["command"])
            return unsupported()

        def unsupported() -> list[str]:
            items = _asked(client, "textDocument/diagnostic", document)["items"]
            return [it["message"] for it in items if it["code"] == "unsupported"]

        assert checked("source.checkClaims") == []
        (message,) = checked("source.checkClaimsThoroughly")
        assert "its abstract has no word of this" in message

        _change(client, main, text.replace("Flight", "The flight"), 2)
        assert unsupported() == [message]
        client.notify("textDocument/didSave", {"textDocument": document})
        assert unsupported() == [message]
        assert checked("source.checkClaims") == []


def _actions(client: LspClient, document: dict[str, Any], at: dict[str, int]) -> list[Any]:
    found: list[Any] = _asked(
        client,
        "textDocument/codeAction",
        document,
        range={"start": at, "end": at},
        context={"diagnostics": []},
    )
    return found


def test_each_fix_of_a_sentence_mends_the_problem_at_its_own_place(tmp_path: Path) -> None:
    claim, said = "In notation 12 boats and 40 thrushes parse chess", "In notation 30 boats"
    project = PROJECT.replace("Flight calls of thrushes and warblers are found in long", claim)
    project = project.replace("A recurrent network", f"{said} and 90 thrushes parse chess, and it")
    main = make_project(tmp_path, project.replace(" nocturnal recordings", ""))
    with LspClient() as client:
        client.initialize(tmp_path, FULL, initializationOptions={"claims": "always"})
        document = client.open(main)
        items = _asked(client, "textDocument/diagnostic", document)["items"]
        told = [it for it in items if it["code"] == "contradicted"]
        actions = _asked(
            client,
            "textDocument/codeAction",
            document,
            range={"start": AT, "end": AT},
            context={"diagnostics": told, "only": ["quickfix"]},
        )

    assert len(told) == 2
    mended = {it["title"]: it["diagnostics"] for it in actions if it["title"].startswith("Write")}
    assert mended == {
        "Write '30', as the source has it": [told[0]],
        "Write '90', as the source has it": [told[1]],
    }


def _shown(editor: Editor, document: dict[str, Any], line: int, title: str) -> Any:
    """Run the action with a title; return its answer."""
    actions = _actions(editor, document, {"line": line, "character": 3})
    (action,) = (it for it in actions if it["title"] == title)
    return editor.request("workspace/executeCommand", action["command"])["result"]


def test_the_source_of_a_sentence_is_shown_in_the_bib(tmp_path: Path) -> None:
    main = make_project(tmp_path, PROJECT)
    with Editor() as editor:
        editor.initialize(tmp_path, {**FULL, **ASKS}, initializationOptions={"claims": "always"})
        document = editor.open(main)
        answer = _shown(editor, document, 5, "Show source in 'per': abstract")

        (shown,) = editor.heard_of("window/showDocument")
        bib = tmp_path / "refs.bib"
        assert (shown["uri"], answer["opened"]) == (bib.as_uri(), True)
        start, end = shown["selection"]["start"], shown["selection"]["end"]
        lines = bib.read_text("utf-8").splitlines()
        assert lines[start["line"]][start["character"] :].startswith("A detector of flight")
        assert lines[end["line"]][: end["character"]].endswith("in the sea.")
        assert answer["source"].startswith("per, abstract: A detector of flight calls")


def test_the_source_of_a_sentence_is_shown_in_the_pdf_at_its_page(tmp_path: Path) -> None:
    text = PROJECT.replace("is recorded~", "is recorded by microphones on masts~")
    main = make_project(tmp_path, text.replace("title = {Birds}", BIRDS))
    (tmp_path / "birds.pdf").write_bytes(b"%PDF-1.4")
    _keep_text(main, "per", "Nocturnal migration is recorded by microphones on masts.", page=7)
    with Editor() as editor:
        editor.initialize(tmp_path, {**FULL, **ASKS}, initializationOptions={"claims": "always"})
        document = editor.open(main)
        title = "Show source in 'per': section \"Data\", page 7"
        answer = _shown(editor, document, 5, title)

        (shown,) = editor.heard_of("window/showDocument")
        assert shown["uri"] == f"{(tmp_path / 'birds.pdf').as_uri()}#page=7"
        assert shown["external"] is True
        assert answer["source"] == editor.said()[-1]
        assert editor.said()[-1].startswith('per, section "Data", page 7: Nocturnal migration')


def _keep_text(main: Path, key: str, text: str, page: int) -> None:
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
