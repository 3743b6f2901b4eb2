"""Related work in the background: from any client, anchored to its section, never in the way."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from lsp_client import FULL, LspClient, applied, code_actions
from writing_client import done, run, titles

pytestmark = pytest.mark.usefixtures("jobs_in_threads")

EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return shutil.copytree(EXAMPLES, tmp_path / "paper")


def test_a_client_that_has_nothing_but_commands(folder: Path) -> None:
    with LspClient() as client:
        client.initialize(folder)
        client.open(folder / "main.tex")
        job = run(client, "write")["job"]
        assert done(client).startswith("Related work written (extractive, ")
        (offer,) = run(client, "show")["offers"]
        assert offer["offer"] == job and "\\citet{" in offer["latex"]
        document = {"uri": (folder / "sections/related.tex").as_uri()}
        insert, *others = code_actions(client, document, {"line": 1, "character": 0})
        assert [one["command"]["command"] for one in others] == [
            "citeloom.preview",
            "citeloom.discard",
            "citeloom.write",
        ]
        answer = run(client, "insert", *insert["command"]["arguments"])
        ((edit,),) = answer["edit"]["changes"].values()
        assert "% citeloom:begin" in edit["newText"]
        assert titles(client, document)[0].startswith("Insert related work"), "it still waits"
        text = (folder / "sections/related.tex").read_text()
        client.open(folder / "sections/related.tex", applied(text, [edit]))
        assert titles(client, document) == [
            "Write related work for 'Related Work' (extractive)",
        ]
        (record,) = (folder / ".citeloom").glob("*.json")
        assert f"citeloom:begin {record.stem}" in edit["newText"], "the record came with the text"
        assert not any("id" in one and "method" in one for one in client.heard)
        assert len(run(client, "references")["sections"]) > 3
        assert "Aim" in run(client, "show", {"key": "cachola2020tldr"})["text"]
        assert run(client, "discard") == {"discarded": 0}
        assert run(client, "cancel") == {"cancelled": 0}
        assert run(client, "restart") == {"restarted": True}
        assert run(client, "references", (folder / "main.tex").as_uri())["references"]
        assert client.leave() == 0


@pytest.mark.skipif(os.name == "nt", reason="looks at processes by their numbers")
def test_no_process_outlives_the_server(folder: Path) -> None:
    with LspClient(spawn=True) as client:
        client.initialize(folder, FULL)
        client.open(folder / "main.tex")
        run(client, "write")
        client.until("$/progress")
        listed = ["ps", "--ppid", str(client.pid), "-o", "pid="]
        children = subprocess.run(listed, capture_output=True, text=True).stdout.split()
        assert len(children) == 1
        assert client.leave() == 0
        left = subprocess.run(["ps", "-o", "pid=", "-p", children[0]], stdout=subprocess.DEVNULL)
        assert left.returncode != 0


@pytest.mark.skipif(os.name == "nt", reason="ends a process as it is done elsewhere")
def test_the_server_ends_with_the_editor(tmp_path: Path) -> None:
    editor = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    with LspClient(spawn=True) as client:
        client.initialize(tmp_path, FULL, processId=editor.pid)
        editor.kill()
        editor.wait()
        assert client.process.wait(300) == 1
