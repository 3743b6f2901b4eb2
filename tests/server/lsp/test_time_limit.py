"""What takes too long or too much is ended, and the next request is answered."""

import os
import re
import sys
import threading
import time
from pathlib import Path

import pytest

from citeloom.lsp.time_limit import OutOfTime, limited_time
from lsp_client import LspClient

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no such timer")

EXPONENTIAL = re.compile(r"(?:a|a)*b")


def test_a_loop_and_a_pattern_are_ended_in_their_middle() -> None:
    with pytest.raises(OutOfTime), limited_time(0.05):
        while True:
            pass
    with pytest.raises(OutOfTime), limited_time(0.05):
        EXPONENTIAL.match("a" * 60)
    with limited_time(0.05):
        pass
    time.sleep(0.1)


def test_another_thread_has_no_limit() -> None:
    ended = []

    def run() -> None:
        with limited_time(0.01):
            time.sleep(0.1)
            ended.append(True)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert ended == [True]


SLOW = """
import itertools
import citeloom.lsp.time_limit as limit
limit.limited_time.__wrapped__.__defaults__ = (0.2,)
import citeloom.lsp.features.hover as hover
import citeloom.lsp.features.keys as keys
import citeloom.lsp.features.commands.draft as draft
hover.answer = keys.rename = lambda *_: sum(1 for _ in itertools.count())
def strip(parts, given: draft.Arguments):
    return keys.rename()
draft.strip = strip
import citeloom.lsp.features.requests.document as document
known = document.snapshot_for
def snapshot_for(session, given):
    return keys.rename() if getattr(given, "section", "") == "Slow" else known(session, given)
document.snapshot_for = snapshot_for
keys.definition = lambda *_: bytearray(1 << 40)
"""
"""A start file of Python that lets some requests compute, or take memory, for ever."""


def test_a_server_gives_up_and_answers_the_next(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site/sitecustomize.py").write_text(SLOW)
    main = tmp_path / "main.tex"
    main.write_text("\\documentclass{article}\\begin{document}\\cite{a}\\end{document}\n")
    with LspClient({"PYTHONPATH": str(tmp_path / "site")}, spawn=True) as client:
        client.initialize(tmp_path)
        client.open(main)
        at = {"textDocument": {"uri": main.as_uri()}, "position": {"line": 0, "character": 45}}
        assert client.request("textDocument/hover", at)["result"] is None
        refused = client.request("textDocument/rename", {**at, "newName": "b"})["error"]["message"]
        assert "main.tex" in refused and "10 s" in refused
        about = {"uri": main.as_uri()}
        read_for_ever = {
            "command": "citeloom.references",
            "arguments": [{**about, "section": "Slow"}],
        }
        for command in ({"command": "citeloom.strip", "arguments": [about]}, read_for_ever):
            refused = client.request("workspace/executeCommand", command)["error"]["message"]
            assert "main.tex" in refused and "10 s" in refused
        assert client.request("textDocument/definition", at)["result"] is None
        assert "result" in client.request("textDocument/documentSymbol", at)


@pytest.mark.skipif(sys.platform != "linux", reason="Linux alone has such a limit")
def test_a_server_takes_half_of_the_machine_and_no_more(tmp_path: Path) -> None:
    with LspClient(spawn=True) as client:
        client.initialize(tmp_path)
        limits = Path(f"/proc/{client.pid}/limits").read_text()
    (most,) = re.findall(r"Max data size +(\d+)", limits)
    half = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    assert int(most) <= half
