"""Weaving a reference in from an editor: in the background, offered, placed where it belongs."""

from pathlib import Path

import pytest

from citeloom.cli.main import main as citeloom
from lsp_client import FULL, LspClient, applied
from projects import make_project
from writing_client import (
    PAPER,
    actions,
    edits_of,
    refusal,
    run,
    titles,
)

RELATED = PAPER.replace(
    "\\section{Related Work}\n",
    "\\section{Related Work}\n% mine\nTrees \\emph{stand} still \\cite{ash}. % todo\n"
    "They grow old \\cite{elm}.\n\nShrubs are low.\n",
)
HEADING = 5
TAKES = ["citeloom/proposed"]

pytestmark = pytest.mark.usefixtures("jobs_in_threads")


@pytest.fixture
def main(tmp_path: Path) -> Path:
    return make_project(tmp_path, RELATED)


def woven(client: LspClient, **argument: object) -> str:
    job: str = run(client, "weave", argument)["job"]
    assert client.until("citeloom/proposed")["offer"] == job
    return job


def test_it_is_offered_and_inserted_as_the_command_line_writes_it(
    main: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = main.read_text()
    with LspClient() as client:
        client.initialize(main.parent, FULL, initializationOptions={"takes": TAKES})
        document = client.open(main)
        line, column = 3, before.splitlines()[3].index("yew")
        offered = actions(client, document, {"line": line, "character": column})
        (action,) = [one for one in offered if one["title"].startswith("Weave")]
        assert action["title"] == "Weave 'yew' into the related work"
        params = {k: action["command"][k] for k in ("command", "arguments")}
        job = client.request("workspace/executeCommand", params)["result"]["job"]
        proposed = client.until("citeloom/proposed")
        assert proposed["message"].startswith("Woven in (extractive: yew into paragraph 2 of 2)")
        assert (proposed["offer"], proposed["arguments"]) == (job, None)
        (lines,) = proposed["changes"]
        assert lines["old"] == [] and "\\cite{yew}" in "".join(lines["new"])
        assert "citeloom:" not in str(lines)
        assert not [one for one in titles(client, document, HEADING) if "woven" in one]
        assert "+% citeloom:begin" in run(client, "preview", {"offer": job})["markdown"]
        shown = run(client, "show")
        assert (shown["waiting"], shown["proposed"]) == ([], [job]), "nothing waits elsewhere"
        assert not (main.parent / ".citeloom").exists()
        shown = run(client, "changes", {"offer": job})
        assert run(client, "insert", {"offer": job}) == {"applied": True}
        (edit,) = edits_of(client)
        after = applied(before, [edit])
        assert (shown["uri"], shown["text"]) == (document["uri"], after) and shown["woven"]
        assert "\\cite{yew}" in after.splitlines()[shown["line"]]
        assert run(client, "show")["proposed"] == []
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
        client.initialize(main.parent, FULL, initializationOptions={"takes": TAKES})
        document = client.open(main)
        job = woven(client, uri=document["uri"], keys=["oak"])
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


def test_a_paragraph_of_the_authors_own_offers_to_weave_into_it_and_nothing_else(
    main: Path,
) -> None:
    takes = [*TAKES, "citeloom/chooseKeys"]
    with LspClient() as client:
        client.initialize(main.parent, FULL, initializationOptions={"takes": takes, "fetch": "off"})
        document = client.open(main)
        (line,) = [n for n, it in enumerate(main.read_text().splitlines()) if "grow old" in it]
        cited = {"line": line, "character": 3}
        (action,) = actions(client, document, cited)
        assert action["title"] == "Weave in…"
        (given,) = action["command"]["arguments"]
        assert given["choose"] and given["keys"] == ["yew"]
        run(client, "weave", given)
        assert "into paragraph 1 of 2" in client.until("citeloom/proposed")["message"]
        low = {"line": line + 2, "character": 3}
        offered = [it["title"] for it in actions(client, document, low)]
        assert offered == ["Weave in…"]
        assert client.leave() == 0
