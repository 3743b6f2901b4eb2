"""Methods that ask a model, over HTTP at a fixed latency: wall time, second runs, one more paper.

Each call takes ``SECONDS`` at the endpoint, a loopback server in a process of its own; a chain of
calls can take no less than its length times that. Nothing limits how many calls there are at once.

The endpoint makes its answers within these seconds. What it is late by all the same, because other
programs have the processors, is in the wall time and printed beside it; processor seconds are those
of the client alone, and tell on a busy machine too how much of the wall time is our own. Of
``BENCH_RUNS`` first runs the one of median wall time is taken. ``BENCH_SIZES=10,30`` takes three
minutes, all sizes take eight.
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
from time import perf_counter, process_time

from bench.shared.data import TESTS, papers
from citeloom.methods.port import Ports
from citeloom.methods.registry import method_named
from citeloom.methods.simulated_cost import simulated_cost
from citeloom.methods.task import DraftText, WritingTask
from citeloom.models.connection.pace import Pace
from citeloom.models.endpoint import Endpoint
from citeloom.models.memo import Memo
from citeloom.models.model import Model
from citeloom.models.quoting import Fence
from citeloom.models.usage import Ledger
from citeloom.papers.paper import Paper

SECONDS = float(os.environ.get("BENCH_LATENCY", "1"))
RUNS = int(os.environ.get("BENCH_RUNS", "1"))
SIZES = tuple(map(int, os.environ.get("BENCH_SIZES", "10,30,60").split(",")))
DRAFT = DraftText("A tool", "We present a tool that writes related work.", "abstract")

SERVER = f"""
import sys
sys.path.insert(0, {str(TESTS)!r})
from endpoint_server import Behaviour, running
with running(Behaviour(seconds={SECONDS})) as server:
    print(server.address, flush=True)
    for _ in sys.stdin:
        print(max(server.late, default=0.0), flush=True)
        server.late.clear()
"""

TITLES = (
    "method, papers",
    "calls",
    "chain",
    "wall time / chain",
    "endpoint late by at most",
    "processor time / chain",
    "processor time a call",
    "second run: calls, time",
    "one more: calls",
)


@dataclass(frozen=True)
class Run:
    """What one run took: wall and processor seconds, calls by step, the endpoint's delay."""

    seconds: float
    processor: float
    calls: dict[str, int]
    late: float

    @property
    def all(self) -> int:
        return sum(self.calls.values())


@dataclass(frozen=True)
class Served:
    """An endpoint in a process of its own."""

    address: str
    process: "subprocess.Popen[str]"

    def late(self) -> float:
        """Return by how many seconds its answers were late at most since it was last asked."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())


def main() -> None:
    """Print the figures of CKMA and ChatCite as a table."""
    found = papers(max(SIZES) + 1)
    print(f"latency {SECONDS:g} s a call, median of {RUNS}")
    print(f"| {' | '.join(TITLES)} |\n|{' --- |' * len(TITLES)}")
    with endpoint() as served, tempfile.TemporaryDirectory() as folder:
        run(served, "zero-shot", found[:2], Path(folder) / "warm-up")
        for name in ("ckma", "chatcite"):
            for size in SIZES:
                print(row(served, name, found, size, Path(folder)), flush=True)


def row(served: Served, name: str, found: tuple[Paper, ...], size: int, folder: Path) -> str:
    """Return the figures of a method for so many papers: first, again, with one more."""
    method = method_named(name)
    chain = simulated_cost(method, WritingTask(DRAFT, found[:size]), method.parameters()).chain
    memos = [folder / f"{name}{size}-{number}" for number in range(RUNS)]
    firsts = sorted(
        (run(served, name, found[:size], memo) for memo in memos),
        key=lambda measured: measured.seconds,
    )
    first = firsts[len(firsts) // 2]
    again = run(served, name, found[:size], memos[0])
    at = size // 2
    more = (*found[:at], found[size], *found[at:size])
    whole = simulated_cost(method, WritingTask(DRAFT, more), method.parameters()).calls
    added = run(served, name, more, memos[0])
    steps = ", ".join(f"{step} {number}" for step, number in added.calls.items() if number)
    cells = (
        f"{name}, {size}",
        f"{first.all}",
        f"{chain}",
        f"{first.seconds / (chain * SECONDS):.3f}",
        f"{1000 * first.late:.0f} ms",
        f"{first.processor / (chain * SECONDS):.3f}",
        f"{1000 * first.processor / first.all:.1f} ms",
        f"{again.all}, {again.seconds / first.seconds:.4f} x",
        f"{added.all} of {whole} ({steps})",
    )
    return f"| {' | '.join(cells)} |"


def run(served: Served, name: str, given: tuple[Paper, ...], memo: Path) -> Run:
    """Write about papers with a memo at that path."""
    ledger = Ledger()
    method = method_named(name)

    async def write() -> None:
        endpoint = Endpoint(served.address, "stand-in", "", Pace(1_000), ledger, 60.0)
        model = Model(endpoint, Memo(memo), ledger)
        try:
            ports = Ports(model=model, fence=Fence(b"secret"))
            await method.write(WritingTask(DRAFT, given), method.parameters(), ports)
        finally:
            await model.close()

    started, used = perf_counter(), process_time()
    asyncio.run(write())
    seconds, processor = perf_counter() - started, process_time() - used
    calls = {step: spent.calls for step, spent in ledger.steps.items()}
    return Run(seconds, processor, calls, served.late())


@contextmanager
def endpoint() -> Iterator[Served]:
    """Run the endpoint."""
    given = [sys.executable, "-c", SERVER]
    with subprocess.Popen(
        given, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        try:
            yield Served(process.stdout.readline().strip(), process)
        finally:
            process.terminate()
