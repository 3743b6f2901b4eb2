"""The server with a .bib of 27 MB, as its author waits for it: ``python -m bench large_lsp``."""

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import Any

from bench.large_bib import large_project
from bench.lsp_peer import Peer, Timed
from bench.lsp_project import Place
from citeloom_latex.lines import LineIndex
from citeloom_latex.tex.scan import scan_tex

SAMPLES = 200
SECONDS_TO_INDEX = 60
OURS = (sys.executable, "-m", "citeloom", "serve")


def main() -> None:
    """Print how long answers take, and the memory."""
    with TemporaryDirectory() as name:
        folder = Path(name).resolve()
        os.environ["CITELOOM_DATA"] = str(folder / "data")
        os.environ["PYTHONPATH"] = os.pathsep.join([*sys.path, str(Path.cwd())])
        draft = large_project(folder)
        text = draft.read_text("utf-8")
        key = scan_tex(text).citations[60].keys[0]
        place = Place(draft.as_uri(), *LineIndex(text).position(key.span.start + 1, "utf-16"))
        with Peer("ours", OURS, folder) as ours:
            _draft_open(ours, draft, place)
            print(f"peak memory with the draft open: {ours.peak / 1e6:.0f} MB", flush=True)
            started = perf_counter()
            ours.open(folder / "library.bib")
            ours.request("textDocument/documentSymbol", {"textDocument": _uri(folder)})
            print(f"first outline of the .bib: {perf_counter() - started:.2f} s")
            print(f"peak memory with the .bib open: {ours.peak / 1e6:.0f} MB")


def _draft_open(ours: Peer, draft: Path, place: Place) -> None:
    started = perf_counter()
    ours.open(draft)
    ours.request("textDocument/hover", place.params)
    print(f"from opening to the first hover: {perf_counter() - started:.2f} s", flush=True)
    count = len(ours.until("textDocument/publishDiagnostics")["diagnostics"])
    while True:
        started = perf_counter()
        ours.request("textDocument/completion", place.params)
        if perf_counter() - started < 1 or perf_counter() - started > SECONDS_TO_INDEX:
            break
    print(f"diagnostics in the first file told of: {count}")
    sleep(2)
    for method in ("hover", "definition"):
        asked = [
            ours.timed(ours.asked(f"textDocument/{method}", place.params))[0]
            for _ in range(SAMPLES)
        ]
        _say(method, Timed(asked))
    typed = Timed()
    for number in range(SAMPLES):
        at = place.after(number % 5)
        message = ours.typed(place.uri, place.line, at.character, "abcde"[number % 5])
        asked_at = ours.asked("textDocument/completion", at.after(1).params)
        typed.seconds.append(ours.timed(message, asked_at)[0])
        if number % 5 == 4:
            ours.timed(
                ours.typed(place.uri, place.line, place.character, "", 5),
                ours.asked("textDocument/definition", place.params),
            )
    _say("completion after a keystroke", typed)


def _say(what: str, timed: Timed) -> None:
    print(f"{what}: p50/p99 {timed.at(0.5) * 1e3:.1f}/{timed.at(0.99) * 1e3:.1f} ms", flush=True)


def _uri(folder: Path) -> dict[str, Any]:
    return {"uri": (folder / "library.bib").as_uri()}


if __name__ == "__main__":
    main()
