"""Quick fixes over the protocol: each is an edit for the version that it was asked for."""

from pathlib import Path
from typing import Any

import pytest

from lsp_client import FULL, LspClient, applied, position
from projects import make_project, project_files
from writing_client import edits_of, refusal, run

PROJECT = r"""
%! main.tex
\documentclass{article}
\begin{document}
\section{Introduction}
See \cite{a,b} and \cite{c}, \cite{missing}.
\section{Related Work}
Bees are known \cite{a} for dancing.
\bibliography{refs}
\end{document}
%! refs.bib
@misc{a, title = {First}}

@misc{b, title = {B}}

@misc{c, title = {C}}
@misc{mising, title = {D}}

@misc{a, title = {Second}}

@misc{b,
  title = "B"}
"""


DIAGNOSED = {**FULL["textDocument"], "diagnostic": {}}


def asked(client: LspClient, folder: Path, file: str, place: str) -> tuple[str, list[Any]]:
    """Ask for quick fixes where ``|`` stands in ``place``; return the text, too."""
    text = project_files(PROJECT)[file]
    at = position(text, text.index(place.replace("|", "")) + place.index("|"))
    document = client.open(folder / file)
    client.notify(
        "textDocument/didChange",
        {"textDocument": {"version": 7, **document}, "contentChanges": [{"text": text}]},
    )
    params = {
        "textDocument": document,
        "range": {"start": at, "end": at},
        "context": {"diagnostics": [], "only": ["quickfix"]},
    }
    return text, client.request("textDocument/codeAction", params)["result"]


@pytest.mark.parametrize(
    ("file", "place", "title", "before", "after", "preferred"),
    [
        (
            "main.tex",
            r"\cite{mis|sing}",
            "Cite 'mising' instead",
            "{missing}",
            "{mising}",
            True,
        ),
        (
            "refs.bib",
            "@misc{a, title = {Sec|ond}}",
            "Remove this entry 'a' (the one in line 1 counts)",
            "@misc{a, title = {Second}}\n\n",
            "",
            True,
        ),
        (
            "refs.bib",
            "@misc{a|, title = {First}}",
            "Remove this entry 'a' (the one in line 8 has other fields)",
            "@misc{a, title = {First}}\n\n",
            "",
            False,
        ),
        (
            "refs.bib",
            "@misc{b,\n  title|",
            "Remove this entry 'b' (the one in line 3 says the same)",
            '\n\n@misc{b,\n  title = "B"}',
            "",
            True,
        ),
    ],
)
def test_a_fix_is_an_edit_with_a_title(
    tmp_path: Path, file: str, place: str, title: str, before: str, after: str, preferred: bool
) -> None:
    make_project(tmp_path, PROJECT)
    with LspClient() as client:
        client.initialize(tmp_path, FULL)
        text, (action,) = asked(client, tmp_path, file, place)
    assert (action["title"], action["isPreferred"]) == (title, preferred)
    (change,) = action["edit"]["documentChanges"]
    assert change["textDocument"]["version"] == 7
    assert applied(text, change["edits"]) == text.replace(before, after)


def test_what_other_servers_mend_too_can_be_switched_off(tmp_path: Path) -> None:
    make_project(tmp_path, PROJECT)
    with LspClient() as client:
        options = {"sharedFeatures": False}
        client.initialize(tmp_path, FULL, initializationOptions=options)
        assert asked(client, tmp_path, "refs.bib", "@misc{a|, title = {First}}")[1] == []


@pytest.mark.parametrize("takes", [[], ["citeloom/chooseKeys"]])
def test_missing_papers_are_offered_on_the_heading_to_choose_from(
    tmp_path: Path, takes: list[str]
) -> None:
    main = make_project(tmp_path, PROJECT)
    text = main.read_text()
    with LspClient() as client:
        client.initialize(tmp_path, FULL, initializationOptions={"takes": takes})
        document = client.open(main)

        def offered(place: str) -> list[dict[str, Any]]:
            at = position(text, text.index(place))
            context = {"range": {"start": at, "end": at}, "context": {"diagnostics": []}}
            params = {"textDocument": document, **context}
            found: list[dict[str, Any]] = client.request("textDocument/codeAction", params)[
                "result"
            ]
            return found

        def those_that_cite(actions: list[dict[str, Any]]) -> list[dict[str, Any]]:
            return [it for it in actions if "Cite missing" in it["title"] or "edit" in it]

        assert those_that_cite(offered("known")) == []
        on_heading = offered("Related Work")
        assert those_that_cite(on_heading) == on_heading[-1:] * len(takes)
        behind = text[text.index("Related Work}") + len("Related Work}") :]
        assert offered(behind) == on_heading
        if not takes:
            return
        assert len(on_heading) > 1
        action = on_heading[-1]
        assert action["title"] == "Cite missing papers here (2 papers to choose from)"
        assert not action["kind"].startswith("quickfix")
        (argument,) = action["command"]["arguments"]
        assert argument["keys"] == ["b", "c"]
        assert run(client, "citeMissing", {**argument, "keys": ["c"]}) == {"applied": True}
        assert applied(text, edits_of(client)) == text.replace("dancing.", r"dancing.~\cite{c}")
        assert "No key is named" in refusal(client, "citeMissing", {**argument, "keys": []})


def test_the_warning_that_nothing_is_cited_has_a_count_and_buttons(tmp_path: Path) -> None:
    draft = PROJECT.replace(r"Bees are known \cite{a} for dancing.", "")
    make_project(tmp_path, draft)
    main = tmp_path / "main.tex"
    with LspClient() as client:
        client.initialize(tmp_path, {**FULL, "textDocument": DIAGNOSED})
        document = {"textDocument": client.open(main)}
        items = client.request("textDocument/diagnostic", document)["result"]["items"]
        (warned,) = [it for it in items if it["code"] == "not-in-related-work"]
        assert "0 of 3 cited papers have an abstract" in warned["message"]
        context = {"diagnostics": [warned], "only": ["quickfix"]}
        params = {**document, "range": warned["range"], "context": context}
        actions = client.request("textDocument/codeAction", params)["result"]
    fixes = [it for it in actions if it.get("diagnostics") == [warned]]
    assert [it["command"]["command"] for it in fixes] == ["citeloom.write", "citeloom.abstracts"]
    assert {it["kind"] for it in fixes} == {"quickfix"}
