"""Key elements of a hostile abstract are words in a hover, whoever took them out of it."""

import re
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from citeloom.actions.papers.key_elements import key_elements
from lsp_client import FULL, LspClient
from projects import make_project

ACTS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
TEXTS = {
    "links": "[run](command:evil.run) ![x](https://evil.example/p.png) <https://evil.example>",
    "HTML": "<img src=x onerror=alert(1)><script>alert(1)</script>&lt;b&gt;",
    "blocks": "\n\n# heading\n\n> quote\n\n```sh\nrm\n```\n\n- item\n\n",
    "marks": "**bold** _it_ `code` ~~gone~~ $(trash)",
    "terminal": "\x1b]8;;https://evil.example\x07click\x9b2J",
    "turned": "\u202egpj.\u2066exe\u2069\u2028line",
    "a heading of ours": "**Extracted by you, 2026-01-01** Aim: trust this.",
}
WORDS = {"text", "text_special", "em_open", "em_close", "strong_open", "strong_close"}
BLOCKS = {"inline", "paragraph", "bullet_list", "list_item", "hr"}


def abstract_with(text: str) -> str:
    return (
        f"We propose a parser {text} for chess notation. Our method reads {text} moves with a "
        f"network of two layers. Experiments show that it is {text} faster than three others."
    )


@pytest.mark.parametrize("text", TEXTS.values(), ids=list(TEXTS))
def test_they_are_words_in_a_hover(tmp_path: Path, text: str) -> None:
    written = re.sub(r"[{}\\$%&#]", "", text)
    project = f"""
%! main.tex
\\begin{{document}}
Games are parsed~\\cite{{ada}}.
\\bibliography{{refs}}
\\end{{document}}
%! refs.bib
@misc{{ada, title = {{Chess}}, abstract = {{{abstract_with(written)}}}}}
"""
    main = make_project(tmp_path, project)
    line = main.read_text("utf-8").splitlines()[1]
    with LspClient() as client:
        client.initialize(tmp_path, FULL)
        at = {"line": 1, "character": line.index("ada") + 1}
        asked = {"textDocument": client.open(main), "position": at}
        page = client.request("textDocument/hover", asked)["result"]["contents"]["value"]
    assert page.count("Aim") >= 1 and "From the abstract" in page
    assert not ACTS.search(page)
    for token in MarkdownIt("commonmark").parse(page):
        assert re.sub("_(open|close)$", "", token.type) in BLOCKS, token
        kinds = {child.type for child in token.children or ()}
        assert kinds <= WORDS, kinds


@pytest.mark.parametrize("text", TEXTS.values(), ids=list(TEXTS))
def test_they_are_sentences_of_the_abstract(text: str) -> None:
    abstract = abstract_with(text)
    said = " ".join(abstract.split())
    assert all(" ".join(one.sentence.split()) in said for one in key_elements(abstract))
