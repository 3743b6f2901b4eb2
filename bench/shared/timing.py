"""Two ways of computing the same, timed by turns in processor time: others' work does not count."""

import gc
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import process_time

RUNS = 5


@dataclass(frozen=True)
class Paired:
    """Medians in seconds of processor time of ours and theirs, and the ratios run by run."""

    ours: float
    theirs: float
    ratios: tuple[float, ...]

    @property
    def ratio(self) -> float:
        """The median of ours / theirs."""
        return median(self.ratios)

    def line(self, what: str, peer: str) -> str:
        return (
            f"{what}: {self.ratio:.2f} x {peer} ({min(self.ratios):.2f}-{max(self.ratios):.2f}; "
            f"{self.ours * 1e3:.1f} ms against {self.theirs * 1e3:.1f} ms)"
        )


def paired(ours: Callable[[], object], theirs: Callable[[], object], runs: int = RUNS) -> Paired:
    """Time both by turns after one warm-up of each."""
    ours(), theirs()
    times = [(_timed(ours), _timed(theirs)) for _ in range(runs)]
    return Paired(
        median(first for first, _ in times),
        median(second for _, second in times),
        tuple(first / second for first, second in times),
    )


def _timed(run: Callable[[], object]) -> float:
    gc.collect()
    started = process_time()
    run()
    return process_time() - started
