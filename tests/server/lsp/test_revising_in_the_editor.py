"""Written text revised over the protocol: what is offered where, what waits, one undo step."""

from pathlib import Path
from typing import Any

import pytest
from written_drafts import change, written_draft

from lsp_client import FULL, applied, code_actions, position, pulled
from writing_client import Editor, actions, done, edits_of, heard, run

pytestmark = pytest.mark.usefixtures("jobs_in_threads")

KINDS = "refactor.rewrite.sentence"


def offered(client: Editor, document: dict[str, str], at: dict[str, int]) -> list[dict[str, Any]]:
    return code_actions(client, document, at, only=[KINDS])


def command_of(action: dict[str, Any]) -> list[Any]:
    given: list[Any] = action["command"]["arguments"]
    return given


COMPARE = "Compare this paper with that of the next sentence"
COMPARED = COMPARE.replace("Compare", "compare")


@pytest.fixture
def main(tmp_path: Path) -> Path:
    return written_draft(tmp_path)


def test_what_is_offered_at_a_sentence_and_outside_of_the_marks(main: Path) -> None:
    text = main.read_text("utf-8")
    with Editor(main.parent) as client:
        client.begin()
        document = client.open(main)
        at = position(text, text.index("{ash} plants"))
        titles = [action["title"] for action in offered(client, document, at)]
        assert {"Write this sentence anew", COMPARE} <= {*titles}
        assert offered(client, document, position(text, text.index("Many build"))) == []


def test_two_sentences_as_one_wait_and_come_in_one_edit(main: Path) -> None:
    text = main.read_text("utf-8")
    with Editor(main.parent) as client:
        client.begin()
        document = client.open(main)
        at = position(text, text.index("{ash} plants"))
        (found,) = [it for it in offered(client, document, at) if it["title"] == COMPARE]
        job = run(client, "revise", *command_of(found))["job"]
        assert done(client).startswith(f"Revised ({COMPARED}).")
        page = run(client, "preview", {"offer": job})["markdown"]
        assert f"# Revised: {COMPARED}" in page and "    -\\citet" in page
        related = actions(client, document, at)
        titles = [action["title"] for action in related]
        assert f"Insert the revised text ({COMPARED})" in titles
        assert run(client, "insert", {"offer": job}) == {"applied": True}
        edits = edits_of(client)
        assert len(heard(client, "workspace/applyEdit")) == len(edits) == 1
        after = applied(text, edits)
        assert "While \\citet{ash} plants" in after and "\n\\citet{elm} shows" not in after
        client.change(document, after)
        assert not [it for it in actions(client, document, at) if "revised" in it["title"]]
        client.change(document, text, 3)
        titles = [action["title"] for action in actions(client, document, at)]
        assert f"Insert the revised text ({COMPARED})" in titles


def test_a_revision_of_several_files_is_shown_against_each(main: Path) -> None:
    text = main.read_text("utf-8")
    begin, end = text.index("\\section{Related"), text.index("\\section{Method}")
    second = text[begin:end].replace("Related Work", "Similar Work")
    ours = text[text.index("% citeloom:begin") :].split()[2]
    second = second.replace(ours, "0123456789")
    records = main.parent / ".citeloom"
    record = (records / f"{ours}.json").read_text("utf-8").replace(ours, "0123456789")
    (records / "0123456789.json").write_text(record, "utf-8")
    other = main.with_name("other.tex")
    other.write_text(second, "utf-8")
    main.write_text(text.replace("\\section{Method}", "\\input{other}\n\\section{Method}"), "utf-8")
    change(main.with_name("refs.bib"), "grow well in the cold", "grow badly in the hot")
    with Editor(main.parent) as client:
        client.begin(takes=["citeloom/showChanges"])
        document = client.open(main)
        job = run(client, "revise", document)["job"]
        assert done(client).startswith("Revised (2 sentences rewritten from changed sources)")
        assert run(client, "preview", {"offer": job})["uri"] is None
        assert heard(client, "citeloom/showChanges") == [{"offer": job, "version": 0}]
        files = run(client, "changes", {"offer": job})["files"]
        assert {file["uri"] for file in files} == {main.as_uri(), other.as_uri()}
        assert all("grow badly in the hot" in file["text"] for file in files)


DIAGNOSED = {**FULL, "textDocument": {**FULL["textDocument"], "diagnostic": {}}}
NOW = {
    "grow well in the cold": "grow badly in the hot",
    "count their rings": "count their leaves",
}


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
