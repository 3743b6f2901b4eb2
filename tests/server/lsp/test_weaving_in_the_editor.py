"""Weaving a reference in from an editor: in the background, offered, placed where it belongs."""

import asyncio
from pathlib import Path

import pytest

from citeloom.cli.main import main as citeloom
from citeloom.lsp import editor as editor_module
from lsp_client import FULL, LspClient, applied
from lsp_inside import Inside, command, inside, params_for_any
from projects import make_project
from writing_client import (
    PAPER,
    actions,
    done,
    edits_of,
    refusal,
    run,
    titles,
    writing,
)

RELATED = PAPER.replace(
    "\\section{Related Work}\n",
    "\\section{Related Work}\n% mine\nTrees \\emph{stand} still \\cite{ash}. % todo\n"
    "They grow old \\cite{elm}.\n\nShrubs are low.\n",
)
HEADING = 5

pytestmark = pytest.mark.usefixtures("jobs_in_threads")


@pytest.fixture
def main(tmp_path: Path) -> Path:
    return make_project(tmp_path, RELATED)


def woven(client: LspClient, **argument: object) -> str:
    job: str = run(client, "weave", argument)["job"]
    message = done(client)
    assert message.startswith("Woven in (extractive: "), message
    return job


def test_what_it_was_woven_into_does_not_wait_again(tmp_path: Path) -> None:
    main = tmp_path / "main.tex"
    with writing(tmp_path, PAPER, "extractive") as (client, document):
        texts = [main.read_text("utf-8")]
        for command, argument in (("write", {"keys": ["ash", "elm"]}), ("weave", {"key": "yew"})):
            run(client, command, argument)
            done(client)
            known = len(edits_of(client))
            run(client, "insert")
            texts.append(applied(texts[-1], edits_of(client)[known:]))
            client.change(document, texts[-1], len(texts))
        empty, written, woven_in = texts
        assert "yew" in woven_in and written != woven_in
        for version, text, waiting in ((4, woven_in, 0), (5, written, 1), (6, empty, 2)):
            client.change(document, text, version)
            offered = [title.split()[0] for title in titles(client, document, HEADING)]
            assert offered.count("Insert") == waiting, (version, offered)
            assert "Replace" not in offered
        assert client.leave() == 0


def test_it_is_offered_and_inserted_as_the_command_line_writes_it(
    main: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = main.read_text()
    with LspClient() as client:
        client.initialize(main.parent, FULL)
        document = client.open(main)
        line, column = 3, before.splitlines()[3].index("yew")
        offered = actions(client, document, {"line": line, "character": column})
        (action,) = [one for one in offered if one["title"].startswith("Weave")]
        assert action["title"] == "Weave 'yew' into the related work"
        params = {k: action["command"][k] for k in ("command", "arguments")}
        job = client.request("workspace/executeCommand", params)["result"]["job"]
        assert done(client).startswith("Woven in (extractive: yew into paragraph 2 of 2)")
        named = [one for one in titles(client, document, HEADING) if "woven" in one]
        assert [one.split()[0] for one in named] == ["Insert", "Preview", "Discard"]
        assert "+% citeloom:begin" in run(client, "preview", {"offer": job})["markdown"]
        shown = run(client, "show")
        assert shown["waiting"] == [job]
        assert [text["offer"] for text in shown["sentences"]] == [job]
        assert shown["sentences"][0]["title"].startswith("what is woven in: ")
        assert not (main.parent / ".citeloom").exists()
        shown = run(client, "changes", {"offer": job})
        assert run(client, "insert", {"offer": job}) == {"applied": True}
        (edit,) = edits_of(client)
        after = applied(before, [edit])
        assert (shown["uri"], shown["text"]) == (document["uri"], after) and shown["woven"]
        assert "\\cite{yew}" in after.splitlines()[shown["line"]]
        assert run(client, "show")["waiting"] == []
        assert not any("woven" in one for one in titles(client, document, HEADING))
        assert client.leave() == 0
    assert len([*(main.parent / ".citeloom").glob("*.json")]) == 1
    monkeypatch.setattr("sys.argv", ["citeloom", "weave", str(main), "yew", "--in-place"])
    with pytest.raises(SystemExit) as left:
        citeloom()
    assert not left.value.code
    assert main.read_text() == after


def test_it_follows_its_paragraph_and_not_one_that_has_changed(main: Path) -> None:
    before = main.read_text()
    with LspClient() as client:
        client.initialize(main.parent, FULL)
        document = client.open(main)
        job = woven(client, uri=document["uri"], key="oak")
        changed = before.replace("grow old", "grow very old")
        client.change(document, changed, 2)
        assert "the paragraph has changed since" in refusal(client, "insert", {"offer": job})
        assert not (main.parent / ".citeloom").exists()
        moved = before.replace("Many build", "A new line.\n\nMany build")
        client.change(document, moved, 3)
        assert run(client, "insert", {"offer": job}) == {"applied": True}
        (edit,) = edits_of(client)
        after = applied(moved, [edit])
        assert after.index("stand") < after.index("woven in") < after.index("Shrubs are low")
        assert "They grow old" in after
        assert client.leave() == 0


async def woven_inside(client: Inside, main: Path) -> str:
    """Have a sentence woven in; return the id of what waits then."""
    params = command("weave", uri=main.as_uri(), key="oak")
    answer = await client.request("workspace/executeCommand", params)
    async with asyncio.timeout(60):
        while "Woven in (" not in str(client.heard):
            await asyncio.sleep(0.01)
    return str(answer["result"]["job"])


async def offered(client: Inside, main: Path) -> list[str]:
    """Return the titles of the code actions on what was woven in."""
    params = params_for_any(main.as_uri(), {"line": HEADING, "character": 0})
    answer = await client.request("textDocument/codeAction", params)
    titles = [action["title"] for action in answer["result"]]
    return [title for title in titles if "what is woven in" in title]


def records(main: Path) -> list[Path]:
    return [*(main.parent / ".citeloom").glob("*.json")]


def test_an_edit_that_is_made_late_brings_its_record(
    main: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(editor_module, "SECONDS_TO_APPLY", 0.05)

    async def talk(client: Inside) -> None:
        waiting = await woven_inside(client, main)
        insert = command("insert", offer=waiting)
        answer = await client.request("workspace/executeCommand", insert)
        assert answer.get("result") == {"applied": False}, answer
        assert not records(main), "no record of what is not there"
        assert len(await offered(client, main)) == 3
        (asked,) = [one for one in client.heard if one.get("method") == "workspace/applyEdit"]
        ((edit,),) = asked["params"]["edit"]["changes"].values()
        text = applied(main.read_text(), [edit])
        changed = {"uri": main.as_uri(), "version": 2}
        params = {"textDocument": changed, "contentChanges": [{"text": text}]}
        client.notify("textDocument/didChange", params)
        assert not await offered(client, main), "it stands in the draft"
        assert len(records(main)) == 1

    inside(main.parent, {"workspace": {"applyEdit": True}}, talk)
