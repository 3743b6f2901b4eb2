"""Quick fixes over the protocol: each is an edit for the version that it was asked for."""

from pathlib import Path
from typing import Any

import pytest

from lsp_client import FULL, LspClient, applied, position
from projects import make_project, project_files

DRAFT = r"""
%! main.tex
\documentclass{article}
\begin{document}
\section{Introduction}
See \cite{a,b} and \cite{c}.
\section{Related Work}
Bees are known \cite{a} for|dancing. % a remark
\begin{verbatim}
raw text
\end{verbatim}
\section{End}
Nothing \emph{here}.
\bibliography{refs}
\end{document}
%! refs.bib
@misc{a, title = {A}}

@misc{b, title = {B}}

@misc{c, title = {C}}
"""
TWICE = r"""
%! main.tex
\documentclass{article}
\begin{document}
\cite{a,b}
\bibliography{refs}
\end{document}
%! refs.bib
@misc{a, title = {First}}

@misc{b, title = {B}}

@misc{a, title = {Second}}

@misc{b,
  title = "B"}
"""


def asked(folder: Path, fixture: str, file: str, place: str, **options: Any) -> tuple[str, Any]:
    """Open a file and ask for quick fixes where ``|`` stands in ``place``."""
    make_project(folder, fixture.replace("|", " "))
    path = folder / file
    text = project_files(fixture.replace("|", " "))[file]
    at = position(text, text.index(place.replace("|", "")) + place.index("|"))
    with LspClient({"CITELOOM_DATA": str(folder / "data")}) as client:
        client.initialize(folder, FULL, **options)
        document = client.open(path)
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


def done(text: str, action: dict[str, Any]) -> str:
    (change,) = action["edit"]["documentChanges"]
    assert change["textDocument"]["version"] == 7
    return applied(text, change["edits"])


@pytest.mark.parametrize(
    ("place", "before", "after"),
    [
        ("known| ", "known ", r"known~\cite{b,c} "),
        ("kn|own ", "known ", r"known~\cite{b,c} "),
        ("known |\\cite", r"known \cite{a}", r"known \cite{b,c}\cite{a}"),
        (r"known \ci|te{a}", r"\cite{a} for", r"\cite{a}~\cite{b,c} for"),
        (r"\section{Rela|ted", "a remark", r"a remark~\cite{b,c}"),
    ],
)
def test_missing_papers_are_cited_in_the_related_work(
    tmp_path: Path, place: str, before: str, after: str
) -> None:
    fixture = DRAFT.replace(" % a remark", "") if "Rela" in place else DRAFT
    if "Rela" in place:
        start = fixture.index(r"\begin{verbatim}")
        end = fixture.index(r"\section{End}")
        fixture = fixture[:start] + fixture[end:]
        before, after = "dancing.", r"dancing.~\cite{b,c}"
    text, (action,) = asked(tmp_path, fixture, "main.tex", place)
    assert action["title"] == "Cite the missing papers here (b, c)"
    assert done(text, action) == text.replace(before, after)


@pytest.mark.parametrize("place", ["See| ", "a re|mark", "raw| text", r"Nothing \em|ph"])
def test_nothing_is_cited_elsewhere(tmp_path: Path, place: str) -> None:
    assert asked(tmp_path, DRAFT, "main.tex", place)[1] == []


def test_a_command_in_the_related_work_stays_whole(tmp_path: Path) -> None:
    fixture = DRAFT.replace("for|dancing", r"for \emph{dancing}")
    assert asked(tmp_path, fixture, "main.tex", r"for \em|ph")[1] == []


def test_the_projects_own_style_of_citing_is_kept(tmp_path: Path) -> None:
    fixture = DRAFT.replace(r"\cite{", r"\citep{").replace(
        r"\documentclass{article}", r"\documentclass{article}\usepackage{natbib}"
    )
    text, (action,) = asked(tmp_path, fixture, "main.tex", "known| ")
    assert done(text, action) == text.replace("known ", r"known~\citep{b,c} ")


def test_a_section_that_cites_nothing_yet_is_to_be_written_instead(tmp_path: Path) -> None:
    fixture = DRAFT.replace(r"known \cite{a}", "known")
    assert asked(tmp_path, fixture, "main.tex", "known| ")[1] == []


def test_nothing_is_missing(tmp_path: Path) -> None:
    fixture = DRAFT.replace(r"known \cite{a}", r"known \cite{a,b,c}")
    assert asked(tmp_path, fixture, "main.tex", "known| ")[1] == []


@pytest.mark.parametrize(
    ("place", "title", "left", "preferred"),
    [
        (
            "@misc{a, title = {Sec|ond}}",
            "Remove this entry 'a' (the one in line 1 counts)",
            "@misc{a, title = {Second}}\n\n",
            True,
        ),
        (
            "@misc{a|, title = {First}}",
            "Remove this entry 'a' (the one in line 5 has other fields)",
            "@misc{a, title = {First}}\n\n",
            False,
        ),
        (
            "@misc{b,\n  title|",
            "Remove this entry 'b' (the one in line 3 says the same)",
            '\n\n@misc{b,\n  title = "B"}',
            True,
        ),
    ],
)
def test_a_duplicate_entry_is_removed(
    tmp_path: Path, place: str, title: str, left: str, preferred: bool
) -> None:
    text, (action,) = asked(tmp_path, TWICE, "refs.bib", place)
    assert action["title"] == title and action["isPreferred"] is preferred
    assert done(text, action) == text.replace(left, "")


def test_an_entry_that_is_there_once_is_not_removed(tmp_path: Path) -> None:
    assert asked(tmp_path, DRAFT, "refs.bib", "@mi|sc{b")[1] == []


def test_what_other_servers_mend_too_can_be_switched_off(tmp_path: Path) -> None:
    options = {"initializationOptions": {"sharedFeatures": False}}
    assert (
        asked(tmp_path / "1", TWICE, "refs.bib", "@misc{a|, title = {First}}", **options)[1] == []
    )
    assert len(asked(tmp_path / "2", DRAFT, "main.tex", "known| ", **options)[1]) == 1
