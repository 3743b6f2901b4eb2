"""Runs what an attack is aimed at in a process of its own, and tells what came of it.

An attack may take 500 MB and 10 s. The time is one of waiting: many tests run at once, and a
process that is at work gets what it needs.
"""

import functools
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

MEMORY = 500 << 20
"""Bytes that no attack may take."""

SECONDS = 10
"""Seconds of work (CPU) that no attack may take."""

CITELOOM = [sys.executable, "-P", "-m", "citeloom"]
"""The program as it is installed: it imports nothing from the folder in which it runs."""

_HANGS = 300
"""Seconds after which one that does no work, but does not end, is said to hang."""

_ALIVE_AT_MOST = 4 << 30
"""Bytes of addresses: what a fault takes must not bring down the machine of the tests."""


@dataclass(frozen=True)
class Outcome:
    """What a command printed and took, with all processes that it started and waited for."""

    code: int
    """The exit status; -N for an end by signal N."""

    out: str
    err: str

    peak: int
    """The most memory that one of its processes held, in bytes."""

    seconds: float
    """Seconds of work, of all of its processes."""

    @property
    def printed(self) -> str:
        """All that a terminal would have got."""
        return self.out + self.err


def citeloom(*arguments: str | Path, folder: Path, stdin: str = "") -> Outcome:
    """Run citeloom in a folder, and hold it to the limits of an attack.

    Raises
    ------
    AssertionError
        If it took too much, hung, or ended in a traceback.
    """
    command = list(map(str, arguments))
    return _held_to_the_limits(_run_forked(command, folder, stdin), ["citeloom", *command])


def python(program: str, *, folder: Path) -> Outcome:
    """Run lines of Python, for parts that no command reaches, and hold them to the limits."""
    return bounded([sys.executable, "-c", program], folder, "")


def bounded(command: list[str], folder: Path, stdin: str) -> Outcome:
    """Run a command, and hold it to the limits of an attack."""
    return _held_to_the_limits(run(command, folder, stdin), command)


def _held_to_the_limits(outcome: Outcome, command: list[str]) -> Outcome:
    shown = f"{' '.join(command)}\n{outcome.printed[-2000:]}"
    assert outcome.peak < MEMORY, f"{outcome.peak >> 20} MB: {shown}"
    assert outcome.seconds < SECONDS, f"{outcome.seconds:.1f} s: {shown}"
    assert "Traceback (most recent call last)" not in outcome.printed, shown
    return outcome


def run(command: list[str], folder: Path, stdin: str = "") -> Outcome:
    """Run a command to its end, and measure it.

    Raises
    ------
    AssertionError
        If it does not end.
    """
    return _run_forked([], folder, stdin, command)


@functools.cache
def _forks() -> subprocess.Popen[str]:
    """Start the process that has imported citeloom, and runs each command in a fork."""
    return subprocess.Popen(
        [sys.executable, "-P", str(Path(__file__).with_name("forked.py"))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def end_forks() -> None:
    """End that process; other tests look at what this one has started."""
    if _forks.cache_info().currsize:
        forks = _forks()
        forks.communicate()
        _forks.cache_clear()


def _run_forked(
    arguments: list[str], folder: Path, stdin: str, program: Sequence[str] = ()
) -> Outcome:
    with (
        tempfile.NamedTemporaryFile() as given,
        tempfile.NamedTemporaryFile() as out,
        tempfile.NamedTemporaryFile() as err,
    ):
        given.write(stdin.encode())
        given.flush()
        command = {
            "arguments": arguments,
            "program": program,
            "folder": str(folder),
            "environment": dict(os.environ),
            "addresses": _ALIVE_AT_MOST,
            "stdin": given.name,
            "stdout": out.name,
            "stderr": err.name,
        }
        forks = _forks()
        assert forks.stdin and forks.stdout
        forks.stdin.write(json.dumps(command) + "\n")
        forks.stdin.flush()
        hung = threading.Event()
        watch = threading.Timer(_HANGS, _end, (int(forks.stdout.readline()), hung))
        watch.start()
        code, peak, seconds = json.loads(forks.stdout.readline())
        watch.cancel()
        assert not hung.is_set(), f"hangs: {' '.join(program or arguments)}"
        return Outcome(code, _printed(out), _printed(err), peak, seconds)


def _printed(stream: IO[bytes]) -> str:
    stream.seek(0)
    return stream.read().decode("utf-8", "surrogateescape")


def _end(pid: int, hung: threading.Event) -> None:
    hung.set()
    os.killpg(pid, signal.SIGKILL)
