"""The server with a .bib of 27 MB, as its author waits for it: ``python -m bench large_lsp``.

``BEFORE`` may name a checkout of another commit, which is measured first.
"""

import os
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

from bench.shared.large_project import Place
from bench.shared.peer import Peer, Timed
from bench.speed.large_bib import large_project
from bench.speed.large_commands import environment_of, programs
from citeloom_latex.bib.scan import scan_bib
from citeloom_latex.lines import LineIndex
from citeloom_latex.tex.scan import scan_tex

SAMPLES = 100
SAMPLES_IN_THE_BIB = 25
"""Fewer, because what is measured beside it may take two seconds for each."""

SECONDS_TO_COMPLETE = 60
SECONDS_TO_INDEX = 12
SECONDS_TO_SETTLE = 8
OURS = (sys.executable, "-m", "citeloom", "serve")


def main() -> None:
    """Print how long answers take, and the memory; of a checkout ``BEFORE`` first, if it is set."""
    with TemporaryDirectory() as name:
        folder = Path(name).resolve()
        draft = large_project(folder)
        cited = _cited(draft)
        for program, checkout in programs().items():
            environment = environment_of(checkout, folder)
            os.environ.update(environment)
            with Peer("ours", OURS, folder) as ours:
                _compile(ours, draft, cited[0])
            shutil.rmtree(environment["CITELOOM_DATA"], ignore_errors=True)
            for kind in ("no index", "with the index"):
                print(f"{program}, {kind}:")
                with Peer("ours", OURS, folder) as ours:
                    _measure(ours, draft, cited)


def _cited(draft: Path) -> list[Place]:
    """Return the places of the draft's citations."""
    text = draft.read_text("utf-8")
    lines = LineIndex(text)
    starts = (citation.keys[0].span.start for citation in scan_tex(text).citations)
    return [Place(draft.as_uri(), *lines.position(start + 1, "utf-16")) for start in starts]


def _compile(ours: Peer, draft: Path, place: Place) -> None:
    """Have Python compile what answers need, as it is where the server was used before."""
    ours.open(draft)
    for method in ("hover", "definition", "completion"):
        ours.request(f"textDocument/{method}", place.params)


def _measure(ours: Peer, draft: Path, cited: list[Place]) -> None:
    place = cited[len(cited) // 2]
    _draft_open(ours, draft, place, cited)
    print(f"peak memory with the draft open: {ours.peak / 1e6:.0f} MB", flush=True)
    _bib_open(ours, draft.parent / "library.bib", place)
    print(f"peak memory with the .bib open: {ours.peak / 1e6:.0f} MB")


def _draft_open(ours: Peer, draft: Path, place: Place, cited: list[Place]) -> None:
    started = perf_counter()
    ours.open(draft)
    ours.request("textDocument/hover", place.params)
    print(f"from opening to the first hover: {perf_counter() - started:.2f} s", flush=True)
    # A hover may say that the .bib is being read; a definition waits until it is.
    ours.request("textDocument/definition", place.params)
    print(f"from opening to the first definition: {perf_counter() - started:.2f} s", flush=True)
    ours.request("textDocument/completion", place.params)
    print(f"from opening to the first completion: {perf_counter() - started:.2f} s", flush=True)
    count = len(ours.until("textDocument/publishDiagnostics")["diagnostics"])
    while True:
        started = perf_counter()
        ours.request("textDocument/completion", place.params)
        if perf_counter() - started < 1 or perf_counter() - started > SECONDS_TO_COMPLETE:
            break
    print(f"diagnostics in the first file told of: {count}")
    sleep(SECONDS_TO_INDEX)
    for method in ("hover", "definition"):
        asked = [
            ours.timed(ours.asked(f"textDocument/{method}", each.params))[0]
            for each in cited[:SAMPLES]
        ]
        _say(f"{method}, of {SAMPLES} citations in turn", Timed(asked))
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


def _bib_open(ours: Peer, bib: Path, cited: Place) -> None:
    """Open the .bib; see how long its outline, and a hover meanwhile, take, then type into it."""
    started = perf_counter()
    ours.open(bib)
    outline = {"textDocument": {"uri": bib.as_uri()}}
    hover = ours.timed(ours.asked("textDocument/hover", cited.params))[0]
    ours.request("textDocument/documentSymbol", outline)
    print(f"hover after opening the .bib: {hover * 1e3:.0f} ms")
    print(f"from there to the first outline: {perf_counter() - started:.2f} s", flush=True)
    sleep(SECONDS_TO_SETTLE)
    text = bib.read_bytes().decode()
    entries = scan_bib(text).entries
    lines = LineIndex(text)
    typed, after = Timed(), Timed()
    for number in range(SAMPLES_IN_THE_BIB):
        entry = entries[number * len(entries) // SAMPLES_IN_THE_BIB]
        key = Place(bib.as_uri(), *lines.position(entry.key_span.start + 1, "utf-16"))
        field = entry.fields[0].value_span.start + 1 if entry.fields else entry.key_span.start
        at = lines.position(field, "utf-16")
        typed.seconds.append(
            ours.timed(
                ours.typed(bib.as_uri(), *at, "x"), ours.asked("textDocument/hover", key.params)
            )[0]
        )
        after.seconds.append(
            ours.timed(
                ours.typed(bib.as_uri(), *at, "", 1),
                ours.asked("textDocument/completion", cited.params),
            )[0]
        )
    _say("a keystroke in the .bib and the hover after it", typed)
    _say("a keystroke in the .bib and a completion in the draft after it", after)


def _say(what: str, timed: Timed) -> None:
    print(f"{what}: p50/p99 {timed.at(0.5) * 1e3:.1f}/{timed.at(0.99) * 1e3:.1f} ms", flush=True)
