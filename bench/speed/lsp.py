"""The language server over stdio, beside a trivial pygls server and digestif, run by turns.

Set ``DIGESTIF`` to the command that starts digestif, or have it on the PATH. Then the server with a
.bib of 27 MB, `bench.speed.large_lsp`.
"""

import os
import shlex
import shutil
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import sleep

from bench.shared.large_project import SECTION, Large, Place, large_project
from bench.shared.peer import Peer, Timed
from bench.speed import large_lsp

RUNS = 5
SAMPLES = 100
SLOW_SAMPLES = 11
OURS = (sys.executable, "-m", "citeloom", "serve")
TRIVIAL = (sys.executable, "-m", "bench.speed.trivial_server")
LETTERS = "abcdefghij"

Measure = Callable[[Peer], Timed]


def main() -> None:
    """Print p50 and p99 of each, and the ratios."""
    with TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name).resolve()
        os.environ["CITELOOM_DATA"] = str(folder / "data")
        os.environ["PYTHONPATH"] = os.pathsep.join([*sys.path, str(Path.cwd())])
        large = large_project(folder)
        ours, trivial = _starts(folder)
        stack.enter_context(ours)
        stack.enter_context(trivial)
        for peer in (ours, trivial):
            peer.open(large.main)
            peer.open(large.bib)
        ours.until("textDocument/publishDiagnostics")
        print("ours beside a trivial pygls server's constant hover:")
        alone = _answers(large, ours, trivial)
        print("the same while a job runs:")
        busy = _with_job(large, ours, trivial)
        for what, before in alone.items():
            print(f"  {what}: {busy[what] / before:.2f} x without the job (p50)")
        _while_checked(large, ours)
        command = _digestif()
        if command is None:
            print("digestif: left out, it is not installed (Debian: texlive-extra-utils)")
        else:
            digestif = stack.enter_context(Peer("digestif", command, folder))
            digestif.open(large.main)
            _completion(large, ours, digestif)
            print(f"peak memory: digestif {digestif.peak / 1e6:.0f} MB")
        print(f"peak memory: ours {ours.peak / 1e6:.0f} MB, trivial {trivial.peak / 1e6:.0f} MB")
    large_lsp.main()


def _answers(
    large: Large, ours: Peer, trivial: Peer, begin: Callable[[], None] = lambda: None
) -> dict[str, float]:
    constant = _asking("textDocument/hover", large.key)
    return {
        "hover": _line("hover", ours, constant, trivial, constant, begin),
        "definition": _line(
            "definition",
            ours,
            _asking("textDocument/definition", large.key),
            trivial,
            constant,
            begin,
        ),
        "keystroke": _line(
            "a keystroke and the hover after it, beside pygls' document alone",
            ours,
            _typing(large.typing, "textDocument/hover", large.key),
            trivial,
            _typing(large.typing, "textDocument/declaration", large.key),
            begin,
        ),
        "keystroke in the .bib": _line(
            "the same in the .bib file",
            ours,
            _typing(large.field, "textDocument/hover", large.entry, SLOW_SAMPLES),
            trivial,
            _typing(large.field, "textDocument/declaration", large.entry, SLOW_SAMPLES),
            begin,
        ),
    }


def _asking(method: str, place: Place, samples: int = SAMPLES) -> Measure:
    def measure(peer: Peer) -> Timed:
        return Timed([peer.timed(peer.asked(method, place.params))[0] for _ in range(samples)])

    return measure


def _typing(at: Place, method: str, asked: Place, samples: int = SAMPLES) -> Measure:
    """Type a word again and again, and delete it; ask after each keystroke."""

    def measure(peer: Peer) -> Timed:
        timed, typed = Timed(), 0
        while len(timed.seconds) < samples:
            for letter in LETTERS:
                key = peer.typed(at.uri, at.line, at.character + typed, letter)
                timed.seconds.append(peer.timed(key, peer.asked(method, asked.params))[0])
                typed += 1
            key = peer.typed(at.uri, at.line, at.character, "", typed)
            timed.seconds.append(peer.timed(key, peer.asked(method, asked.params))[0])
            typed = 0
        return timed

    return measure


def _line(
    what: str,
    first: Peer,
    measure: Measure,
    other: Peer,
    floor: Measure,
    begin: Callable[[], None] = lambda: None,
) -> float:
    """Measure both by turns; print and return our p50."""
    measure(first), floor(other)
    _settle(first)
    pairs = []
    for _ in range(RUNS):
        begin()
        own = measure(first)
        _settle(first)
        pairs.append((own, floor(other)))
    middle = [own.at(0.5) / their.at(0.5) for own, their in pairs]
    ours_ms = [median(pair[0].at(share) for pair in pairs) * 1e3 for share in (0.5, 0.99)]
    their_ms = [median(pair[1].at(share) for pair in pairs) * 1e3 for share in (0.5, 0.99)]
    print(
        f"  {what}: {median(middle):.2f} x ({min(middle):.2f}-{max(middle):.2f}); p50/p99 "
        f"{ours_ms[0]:.2f}/{ours_ms[1]:.2f} ms against {other.name}'s "
        f"{their_ms[0]:.2f}/{their_ms[1]:.2f} ms",
        flush=True,
    )
    return ours_ms[0]


def _with_job(large: Large, ours: Peer, trivial: Peer) -> dict[str, float]:
    arguments = [{"uri": large.main.as_uri(), "section": SECTION}]
    command = {"command": "citeloom.write", "arguments": arguments}

    def write() -> None:
        with suppress(RuntimeError):  # It is writing still.
            ours.request("workspace/executeCommand", command)

    found = _answers(large, ours, trivial, write)
    said = {
        str(message["params"]["message"])
        for message in ours.heard
        if "showMessage" in message["method"]
    }
    print(f"  (what was said of the job: {said or 'it was not done yet'})")
    ours.request("workspace/executeCommand", {"command": "citeloom.cancel", "arguments": []})
    return found


def _while_checked(large: Large, ours: Peer) -> None:
    """Hover every few milliseconds from a pause in typing up to the diagnostics."""
    timed, at = Timed(), large.typing
    for _ in range(RUNS):
        _settle(ours)
        ours.heard.clear()
        ours.request("textDocument/hover", large.key.params)
        key = ours.typed(at.uri, at.line, at.character, "x")
        ours.timed(key, ours.asked("textDocument/hover", large.key.params))
        while not any(message["method"].endswith("publishDiagnostics") for message in ours.heard):
            asked = ours.asked("textDocument/hover", large.key.params)
            timed.seconds.append(ours.timed(asked)[0])
            sleep(0.005)
        ours.has_typed = False
    print(
        f"hover while the draft is checked: p50/p99/worst {timed.at(0.5) * 1e3:.2f}/"
        f"{timed.at(0.99) * 1e3:.2f}/{timed.at(1) * 1e3:.2f} ms"
    )


def _completion(large: Large, ours: Peer, digestif: Peer) -> None:
    asking = _asking("textDocument/completion", large.key, SLOW_SAMPLES)
    print("completion of a key:")
    _line("nothing typed before", ours, asking, digestif, asking)
    typing = _typing(large.key, "textDocument/completion", large.key.after(1), SLOW_SAMPLES)
    _line("a keystroke and the completion after it", ours, typing, digestif, typing)


def _starts(folder: Path) -> tuple[Peer, Peer]:
    """Start both by turns; print how long that takes, and return the last two."""
    times: list[tuple[float, float]] = []
    while True:
        ours, trivial = Peer("ours", OURS, folder), Peer("trivial", TRIVIAL, folder)
        times.append((ours.seconds_to_start, trivial.seconds_to_start))
        if len(times) > RUNS:
            break
        for peer in (ours, trivial):
            peer.__exit__()
    ratios = [one / other for one, other in times[1:]]
    print(
        f"start to the answer to initialize: {median(ratios):.2f} x the trivial server's "
        f"({min(ratios):.2f}-{max(ratios):.2f}; {median(one for one, _ in times[1:]) * 1e3:.0f} "
        f"against {median(other for _, other in times[1:]) * 1e3:.0f} ms)"
    )
    return ours, trivial


def _settle(ours: Peer) -> None:
    """Wait for the diagnostics after typing: they are made in the background."""
    if ours.has_typed:
        ours.heard.clear()
        ours.until("textDocument/publishDiagnostics")
        ours.has_typed = False


def _digestif() -> list[str] | None:
    given = os.environ.get("DIGESTIF")
    if given:
        return shlex.split(given)
    found = shutil.which("digestif")
    return [found] if found else None
