"""From an edit of a reference to the file: mark, fix, waiting text, edit; nothing is saved yet."""

from pathlib import Path
from typing import Any

import pytest
from written_drafts import written_draft

from lsp_client import FULL, applied, code_actions, position, pulled
from writing_client import Editor, actions, done, edits_of, run

pytestmark = pytest.mark.usefixtures("jobs_in_threads")

DIAGNOSED = {**FULL, "textDocument": {**FULL["textDocument"], "diagnostic": {}}}
NOW = {
    "grow well in the cold": "grow badly in the hot",
    "count their rings": "count their leaves",
}
OAK = "@misc{oak, title = {Oaks}, abstract = {We find that oak trees grow very old in parks.}}"


@pytest.fixture
def related(tmp_path: Path) -> Path:
    """The file of a written related work, beside its main.tex, with Windows line ends."""
    main = written_draft(tmp_path)
    text = main.read_text("utf-8")
    start = text.index("% citeloom:begin")
    end = text.index("\n", text.index("% citeloom:end")) + 1
    related = main.with_name("related.tex")
    windows = {
        main: f"{text[:start]}\\input{{related}}\n{text[end:]}",
        related: f"% mine\n{text[start:end]}",
        main.with_name("refs.bib"): main.with_name("refs.bib").read_text("utf-8"),
    }
    for path, content in windows.items():
        path.write_bytes(content.replace("\n", "\r\n").encode())
    return related


def stale(client: Editor, document: dict[str, str]) -> list[dict[str, Any]]:
    return [it for it in pulled(client, document) if it["code"] == "stale"]


def fixes(client: Editor, document: dict[str, str], of: dict[str, Any]) -> dict[str, Any]:
    start, end = of["range"]["start"], of["range"]["end"]
    found = code_actions(client, document, start, end, diagnostics=[of], only=["quickfix"])
    return {
        it["title"]: it["command"]["arguments"][0]
        for it in found
        if "revise" in str(it.get("command"))
    }


def taken(client: Editor, text: str, job: str) -> str:
    """Insert what waits; return the text after its one edit."""
    run(client, "insert", {"offer": job})
    return applied(text, edits_of(client))


def test_corrected_abstracts_and_a_retraction_in_files_that_are_not_saved(related: Path) -> None:
    bib, text = related.with_name("refs.bib"), related.read_bytes().decode()
    saved = bib.read_bytes().decode()
    with Editor(related.parent) as client:
        client.begin("extractive", DIAGNOSED)
        document, references = client.open(related), client.open(bib)
        assert stale(client, document) == []
        edited = saved.replace("{On Yew Trees}", "{RETRACTED: On Yew Trees}")
        for old, new in NOW.items():
            edited = edited.replace(old, new)
        client.change(references, edited)
        found = stale(client, document)
        said = [it["message"].partition("sources: ")[2] for it in found]
        assert [it.removesuffix(" (it can be rewritten alone)") for it in said] == [
            "the abstract of 'ash' is not the one that this was written from",
            "the abstract of 'elm' is not the one that this was written from",
            "'yew' was retracted",
        ]
        offered = fixes(client, document, found[1])
        one = offered["Rewrite this sentence from its sources as they are now"]
        job = run(client, "revise", one)["job"]
        assert done(client).startswith("Revised (1 sentence rewritten from changed sources)")
        text = taken(client, text, job)
        assert "grow badly in the hot" in text and "count their rings" in text
        client.change(document, text)
        left = stale(client, document)
        assert len(left) == 2
        every = fixes(client, document, left[0])["Rewrite all sentences whose sources have changed"]
        job = run(client, "revise", every)["job"]
        words = f"{done(client)} {done(client)}"
        assert "1 sentence rewritten from changed sources, 1 left out" in words
        text = taken(client, text, job)
        assert "count their leaves" in text and "{yew}" not in text
        assert text.startswith("% mine\r\n") and text.count("\n") == text.count("\r\n")
        client.change(document, text, 3)
        assert stale(client, document) == []
    assert bib.read_bytes().decode() == saved


def test_a_citation_that_is_taken_out_and_one_that_is_new(related: Path) -> None:
    main, bib = related.with_name("main.tex"), related.with_name("refs.bib")
    text, own = related.read_bytes().decode(), main.read_bytes().decode()
    bib.write_bytes(bib.read_bytes() + OAK.encode())
    with Editor(related.parent) as client:
        client.begin("extractive", DIAGNOSED)
        document, around = client.open(related), client.open(main)
        cites = own.replace("\\cite{yew}", "\\cite{oak}")
        client.change(around, cites)
        (gone,) = stale(client, document)
        assert "your own text no longer cites 'yew'" in gone["message"]
        menu = actions(client, around, position(cites, cites.index("\\section{Related")))
        (weave,) = [it for it in menu if it["title"].startswith("Weave in ")]
        assert weave["command"]["arguments"][0].get("keys", ["oak"]) == ["oak"]
        (first, *_) = fixes(client, document, gone).values()
        job = run(client, "revise", first)["job"]
        words = f"{done(client)} {done(client)}"
        assert "left out: your own text no longer cites 'yew'" in words
        text = taken(client, text, job)
        assert "{yew}" not in text and "{ash}" in text and "{elm}" in text
        client.change(document, text)
        assert stale(client, document) == []
        job = run(client, "weave", weave["command"]["arguments"][0])["job"]
        assert done(client).startswith("Woven in (")
        text = taken(client, text, job)
        assert "{oak}" in text and text.count("\n") == text.count("\r\n")
