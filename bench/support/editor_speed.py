"""Keystrokes and hovers in a draft with a hundred citing sentences, its claims checked or not.

``python -m bench support.editor_speed`` runs two servers by turns: with ``claims`` off and with
``always``, which has them checked in each state of the draft.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep
from typing import Any

from bench.lsp_peer import Peer, Timed
from bench.support.check_speed import draft

RUNS = 3
SAMPLES = 40
QUIET = 0.32
"""A little more than an author pauses before a draft is checked."""

Measure = Callable[[Peer], Timed]


def main() -> None:
    """Print the medians and the slowest hundredth of each, and how they compare."""
    with TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name).resolve()
        os.environ["CITELOOM_DATA"] = str(folder / "data")
        os.environ["PYTHONPATH"] = os.pathsep.join([*sys.path, str(Path.cwd())])
        paper = draft(folder / "draft")
        command = (sys.executable, "-m", "citeloom", "serve")
        peers = {
            setting: stack.enter_context(Peer(setting, command, paper.parent))
            for setting in ("off", "always")
        }
        for setting, peer in peers.items():
            settings = {"settings": {"citeloom": {"claims": setting, "fetch": "off"}}}
            peer.notify("workspace/didChangeConfiguration", settings)
            peer.open(paper)
            peer.until("textDocument/publishDiagnostics")
        for what, measure in _measures(paper):
            found = {setting: Timed() for setting in peers}
            for _ in range(RUNS):
                for setting, peer in peers.items():
                    found[setting].seconds += measure(peer).seconds
            told = ", ".join(
                f"{setting} {it.at(0.5) * 1000:.1f} ms (p99 {it.at(0.99) * 1000:.1f})"
                for setting, it in found.items()
            )
            print(f"{what}: {told}")


def _measures(paper: Path) -> Iterator[tuple[str, Measure]]:
    lines = paper.read_text("utf-8").splitlines()
    citing = [number for number, line in enumerate(lines) if "\\cite" in line]
    at = citing[len(citing) // 2]
    uri = paper.as_uri()

    def place(character: int) -> dict[str, Any]:
        position = {"line": at, "character": character}
        return {"textDocument": {"uri": uri}, "position": position}

    key, words = place(lines[at].index("\\cite") + len("\\cite{") + 1), place(5)
    typing = citing[0]

    def asked(params: dict[str, Any], pause: float = 0.0, *, types: bool = True) -> Measure:
        def measure(peer: Peer) -> Timed:
            timed = Timed()
            for number in range(SAMPLES):
                typed = b""
                if types:
                    # A letter, and away with it.
                    letter, removed = ("", 1) if number % 2 else ("x", 0)
                    typed = peer.typed(uri, typing, 0, letter, removed)
                if pause:
                    peer.timed(typed, peer.asked("textDocument/hover", params))
                    sleep(pause)
                    typed = b""
                hover = peer.asked("textDocument/hover", params)
                timed.seconds.append(peer.timed(typed, hover)[0])
            return timed

        return measure

    yield "hover over a key", asked(key, types=False)
    yield "hover over a citing sentence", asked(words, types=False)
    yield "a keystroke and the hover over a key after it", asked(key)
    yield "the same while the draft is checked", asked(key, QUIET)
    yield "a keystroke and the hover over a citing sentence after it", asked(words)
