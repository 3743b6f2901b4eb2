"""Methods that ask a model, over HTTP at a fixed latency: wall time, second runs, one more paper.

Each call takes ``SECONDS`` at the endpoint, a loopback server in a process of its own; a chain of
calls can take no less than its length times that. Nothing limits how many calls there are at once.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from bench.papers import ROOT, papers
from citeloom.methods.port import Ports
from citeloom.methods.registry import methods
from citeloom.methods.task import DraftText, WritingTask
from citeloom.models.endpoint import Endpoint
from citeloom.models.memo import Memo
from citeloom.models.model import Model
from citeloom.models.pace import Pace
from citeloom.models.quoting import Fence
from citeloom.models.usage import Ledger
from citeloom.papers.paper import Paper

SECONDS = float(os.environ.get("BENCH_LATENCY", "1"))
SIZES = (10, 30, 60)
DRAFT = DraftText("A tool", "We present a tool that writes related work.", "abstract")

SERVER = f"""
import sys, time
sys.path.insert(0, {str(ROOT / "tests")!r})
from endpoint_server import Behaviour, running
with running(Behaviour(seconds={SECONDS})) as server:
    print(server.address, flush=True)
    time.sleep(3600)
"""


@dataclass(frozen=True)
class Run:
    """What one run took: seconds, and calls by step."""

    seconds: float
    calls: dict[str, int]

    @property
    def all(self) -> int:
        return sum(self.calls.values())


def main() -> None:
    """Print the figures of CKMA and ChatCite."""
    found = papers(max(SIZES) + 1)
    print(f"latency {SECONDS:g} s a call; wall time as a share of the longest chain")
    with endpoint() as address, tempfile.TemporaryDirectory() as folder:
        run(address, "zero-shot", found[:2], Path(folder) / "warm-up")
        for name in ("ckma", "chatcite"):
            for size in SIZES:
                memo = Path(folder) / f"{name}{size}"
                print(line(address, name, found, size, memo), flush=True)


def line(address: str, name: str, found: tuple[Paper, ...], size: int, memo: Path) -> str:
    """Return the figures of a method for so many papers: first, again, with one more."""
    method = methods()[name]
    chain = method.cost(WritingTask(DRAFT, found[:size]), method.parameters()).most_chain
    first = run(address, name, found[:size], memo)
    again = run(address, name, found[:size], memo)
    at = size // 2
    more = (*found[:at], found[size], *found[at:size])
    whole = method.cost(WritingTask(DRAFT, more), method.parameters()).most
    added = run(address, name, more, memo)
    steps = ", ".join(f"{step} {number}" for step, number in added.calls.items() if number)
    return (
        f"{name}, {size} papers: {first.all} calls, chain {chain}, {first.seconds:.2f} s "
        f"= {first.seconds / (chain * SECONDS):.3f} x chain; again {again.all} calls, "
        f"{again.seconds / first.seconds:.4f} of the time; one more paper in the middle: "
        f"{added.all} of {whole} calls ({steps})"
    )


def run(address: str, name: str, given: tuple[Paper, ...], memo: Path) -> Run:
    """Write about papers with a memo at that path."""
    ledger = Ledger()
    method = methods()[name]

    async def write() -> None:
        endpoint = Endpoint(address, "stand-in", "", Pace(1_000), ledger, 60.0)
        model = Model(endpoint, Memo(memo), ledger)
        try:
            ports = Ports(model=model, fence=Fence(b"secret"))
            await method.write(WritingTask(DRAFT, given), method.parameters(), ports)
        finally:
            await model.close()

    started = perf_counter()
    asyncio.run(write())
    seconds = perf_counter() - started
    return Run(seconds, {step: one.calls for step, one in ledger.steps.items()})


@contextmanager
def endpoint() -> Iterator[str]:
    """Run the endpoint; its address."""
    with subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE, text=True) as own:
        assert own.stdout is not None
        try:
            yield own.stdout.readline().strip()
        finally:
            own.terminate()
