"""Messages of claims and their sources acts nowhere: terminal, JSON, hovers, menus, agents."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt
from typer.testing import CliRunner

from agent_client import call
from citeloom.cli.main import app_for
from lsp_client import FULL, LspClient
from projects import make_project

ACTS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)
HOSTILE = (
    "\x1b[31mred\x1b]8;;https://evil.example\x07click\x1b]8;;\x07 \x9b2J \u202egpj.exe\u2069 "
    "[run](command:evil.run) ![x](https://evil.example/p.png) <img src=x onerror=alert(1)> "
    "`code` **bold** $(touch_started) &#x41; 91.4"
)
PROJECT = f"""
%! main.tex
\\documentclass{{article}}
\\begin{{document}}
\\section{{Related Work}}
A network {HOSTILE.replace("$", "").replace("&", "").replace("#", "")} parses chess notation of
the \x1b[31mBoard data set at 94.1 moves~\\cite{{ada}}.
Flight calls of thrushes and warblers are found in long nocturnal recordings~\\cite{{ada}}.
\\bibliography{{refs}}
\\end{{document}}
%! refs.bib
@misc{{ada, title = {{Chess {HOSTILE}}}, author = {{Ada, {HOSTILE}}},
  abstract = {{A network {HOSTILE} parses chess notation. It reads {HOSTILE} 91.4 of all moves.}}}}
@misc{{per, title = {{Birds {HOSTILE}}}, abstract = {{A detector of flight calls {HOSTILE} finds
thrushes and warblers in long recordings of nocturnal migration on an island in the sea.}}}}
"""


@pytest.fixture
def main(tmp_path: Path) -> Path:
    main = make_project(tmp_path, PROJECT)
    text = main.read_text("utf-8").replace("\\bibliography", "\\nocite{per}\n\\bibliography")
    main.write_text(text, encoding="utf-8")
    return main


def texts_in(value: Any) -> Iterator[str]:
    """Yield all texts of a value of JSON."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, own in value.items():
            yield from (key, *texts_in(own))
    elif isinstance(value, list):
        for own in value:
            yield from texts_in(own)


def test_nothing_acts_on_a_terminal(main: Path) -> None:
    for options in ([], ["--json"]):
        arguments = ["check", str(main), "--claims", *options]
        printed = CliRunner().invoke(app_for(arguments), arguments).output
        assert "evil" in printed and "94.1" in printed
        assert not ACTS.search(printed)


def test_nothing_is_more_than_text_in_an_editor(main: Path) -> None:
    with LspClient() as client:
        client.initialize(main.parent, FULL, initializationOptions={"claims": "always"})
        document = client.open(main)
        at = {"line": 4, "character": 3}
        hover = client.request("textDocument/hover", {"textDocument": document, "position": at})
        actions = client.request(
            "textDocument/codeAction",
            {
                "textDocument": document,
                "range": {"start": at, "end": at},
                "context": {"diagnostics": []},
            },
        )["result"]
        pulled = client.request("textDocument/diagnostic", {"textDocument": document})["result"]
    page = hover["result"]["contents"]["value"]
    assert "evil" in page and not ACTS.search(page)
    tokens = MarkdownIt("commonmark").parse(page)
    kinds = {child.type for token in tokens for child in token.children or ()}
    assert not kinds & {"link_open", "image", "html_inline", "code_inline"}
    assert not {token.type for token in tokens} & {"html_block", "fence", "code_block"}
    titles = [action["title"] for action in actions]
    assert any("source" in title for title in titles)
    messages = [one["message"] for one in pulled["items"]]
    assert any("94.1" in message for message in messages)
    said = [*titles, *messages]
    assert not any(ACTS.search(text) or "](" in text for text in said)


def test_an_agent_gets_it_as_quoted_text(main: Path) -> None:
    told = call(
        main.parent,
        "check_text",
        file="main.tex",
        text="A network parses chess notation at 94.1 of all moves~\\cite{ada}.",
    )
    assert "94.1" in json.dumps(told.value)
    assert not any(ACTS.search(text) for text in texts_in(told.value))
