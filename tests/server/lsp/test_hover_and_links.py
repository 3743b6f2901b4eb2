"""Hover on keys in .tex and .bib, and document links, over the protocol."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from lsp_client import FULL, LspClient, position
from projects import make_project

ABSTRACT = (
    "We study how bees dance. "
    "To this end we propose a camera that follows every bee. "
    "Results show that bees dance more on warm days."
)
PROJECT = rf"""
%! main.tex
\documentclass{{article}}
\begin{{document}}
Bees dance \cite{{lee}}. Others agree \cite{{bare,lee}}, see \cite{{hand}} and \cite{{none}}.
\bibliography{{refs}}
\begin{{thebibliography}}{{9}}\bibitem{{hand}} J.~Hand, \emph{{By Hand}}.\end{{thebibliography}}
\end{{document}}
%! refs.bib
@article{{lee, title = {{On \textless img\textgreater{{}} [x](javascript:y)}},
  author = {{Lee, Kim and Wu, Ann}},
  journal = {{J. of Bees}}, year = 2020, doi = {{10.1000/a(b)}},
  eprint = {{2001.00001}}, archiveprefix = {{arXiv}}, url = {{https://bees.example/a_b}},
  file = {{:papers/lee 2020.pdf:PDF;:gone.pdf:PDF}},
  abstract = {{{ABSTRACT}}}}}
@misc{{bare, title = {{Bare}}, url = {{http://bare.example}}}}
@misc{{lee, title = {{Another}}}}
"""
PLAIN = {**FULL, "textDocument": {"hover": {"contentFormat": ["plaintext"]}}}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    make_project(tmp_path / "p", PROJECT)
    pdf = tmp_path / "p" / "papers" / "lee 2020.pdf"
    pdf.parent.mkdir()
    pdf.write_bytes(b"%PDF-1.4")
    return tmp_path / "p"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[LspClient]:
    with LspClient({"CITELOOM_DATA": str(tmp_path / "data")}) as client:
        yield client


def hover(client: LspClient, path: Path, before: str, number: int = 0) -> dict[str, Any] | None:
    """Hover right after the ``number``-th place of a text; return the answer."""
    text, at = path.read_text(), -1
    for _ in range(number + 1):
        at = text.index(before, at + 1)
    params = {"textDocument": {"uri": path.as_uri()}, "position": position(text, at + len(before))}
    found: dict[str, Any] | None = client.request("textDocument/hover", params)["result"]
    return found


def page(client: LspClient, path: Path, before: str, number: int = 0) -> str:
    found = hover(client, path, before, number)
    assert found is not None
    return str(found["contents"]["value"])


def test_on_a_key_in_tex(client: LspClient, folder: Path) -> None:
    client.initialize(folder, FULL)
    main = folder / "main.tex"
    client.open(main)
    found = hover(client, main, r"\cite{le")
    assert found is not None and found["contents"]["kind"] == "markdown"
    assert found["range"] == {
        "start": {"line": 2, "character": 17},
        "end": {"line": 2, "character": 20},
    }
    pdf = (folder / "papers" / "lee%202020.pdf").as_posix()
    title, people, venue, *_, links = found["contents"]["value"].split("\n\n")
    assert (title, people, venue) == (
        r"**On \<img\> \[x\](javascript:y)**",
        "Kim Lee, Ann Wu",
        "*J. of Bees, 2020*",
    )
    assert links.startswith("[DOI](https://doi.org/10.1000/a%28b%29) · [arXiv](")
    assert links.endswith(f" · [PDF lee 2020.pdf](file://{pdf})")


def test_an_abstract_that_nobody_was_asked_for_has_a_link_that_fetches_it(
    client: LspClient, folder: Path
) -> None:
    client.initialize(folder, FULL, initializationOptions={"takes": ["citeloom/fetchLink"]})
    main = folder / "main.tex"
    client.open(main)
    (note,) = (it for it in page(client, main, r"\cite{ba").split("\n\n") if "no abstract" in it)
    words, link = note.split("* ")
    assert words == "*no abstract yet (no service has answered);"
    name, _, given = link.removesuffix(")").partition("](command:citeloom.fetch?")
    assert name == "[Fetch its abstract"
    assert json.loads(unquote(given)) == [{"uri": main.as_uri(), "key": "bare"}]
    assert "command:" not in page(client, main, r"\cite{le")


def test_on_an_entry_of_the_bib_file(client: LspClient, folder: Path) -> None:
    client.initialize(folder, FULL)
    bib = folder / "refs.bib"
    client.open(bib)
    first = page(client, bib, "@article{l")
    assert "We study how bees dance" in first and "Cited 2 times" in first
    assert "We study" in page(client, bib, "@art"), "the head of an entry is a place of its key"
    assert page(client, bib, "@misc{le").startswith("**Another**"), "a duplicate shows its own"
    assert hover(client, bib, "title = {O") is None


def test_plain_text_where_the_client_wants_it(client: LspClient, folder: Path) -> None:
    client.initialize(folder, PLAIN)
    client.open(folder / "main.tex")
    found = hover(client, folder / "main.tex", r"\cite{le")
    assert found is not None and found["contents"]["kind"] == "plaintext"
    shown = found["contents"]["value"]
    assert shown.startswith("On <img> [x](javascript:y)\n\nKim Lee, Ann Wu\n\n")
    assert "\nDOI: https://doi.org/10.1000/a%28b%29\n" in f"\n{shown}"
    assert "**" not in shown and "\\" not in shown


def test_links_stand_in_the_fields_of_a_bib_file(client: LspClient, folder: Path) -> None:
    client.initialize(folder, FULL)
    bib = folder / "refs.bib"
    document = client.open(bib)
    found = client.request("textDocument/documentLink", {"textDocument": document})["result"]
    (first, *_, pdf, last) = [(one["target"], one["tooltip"]) for one in found]
    assert first == ("https://doi.org/10.1000/a%28b%29", "Open DOI")
    own = (folder / "papers" / "lee%202020.pdf").as_posix()
    assert pdf == (f"file://{own}", "Open PDF lee 2020.pdf")
    assert last == ("http://bare.example", "Open web")
    start, end = found[0]["range"]["start"], found[0]["range"]["end"]
    line = bib.read_text().split("\n")[start["line"]]
    assert line[start["character"] : end["character"]] == "10.1000/a(b)"
    main = client.open(folder / "main.tex")
    assert client.request("textDocument/documentLink", {"textDocument": main})["result"] is None
