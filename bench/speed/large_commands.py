"""Commands with a .bib of 27 MB: without what a run before has kept, and with it.

``BEFORE`` may name a checkout of another commit, which is then run by turns with this one.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from bench.shared.data import ROOT
from bench.speed.large_bib import large_project
from citeloom_latex.tex.scan import scan_tex

RUNS = 3


@dataclass(frozen=True)
class Cost:
    """The processor's seconds that a command took, and its most memory in bytes."""

    seconds: float
    peak: int


def main() -> None:
    """Print what each command costs, cold and warm."""
    with TemporaryDirectory() as name:
        folder = Path(name).resolve()
        draft = large_project(folder)
        key = scan_tex(draft.read_text("utf-8")).citations[60].keys[0].key
        print(f"69,505 entries, {(folder / 'library.bib').stat().st_size / 1e6:.0f} MB:")
        for command in (
            ("show", "--help"),
            ("check", str(draft)),
            ("show", str(draft), key),
            ("write", str(draft), "--dry-run"),
        ):
            _print_costs(command, folder)


def programs() -> Mapping[str, Path]:
    """Return the checkouts to be measured, by what they are called."""
    before = os.environ.get("BEFORE")
    return {**({"before": Path(before).resolve()} if before else {}), "now": ROOT}


def environment_of(checkout: Path, folder: Path) -> dict[str, str]:
    """Return the environment that runs a checkout, with a data folder of its own."""
    paths = [str(checkout / part) for part in ("server", "latex")]
    data = folder / f"data-{checkout.name}"
    own = {"PYTHONPATH": os.pathsep.join(paths), "CITELOOM_DATA": str(data)}
    # What is compiled is kept, as where it is installed, but not in the checkout.
    own["PYTHONPYCACHEPREFIX"] = str(folder / "compiled")
    others = {
        name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
    }
    return {**others, **own}


def _print_costs(command: tuple[str, ...], folder: Path) -> None:
    costs: dict[str, list[Cost]] = {}
    for checkout in programs().values():
        _cost(command, checkout, folder)  # Compiles what the command imports.
    for _ in range(RUNS):
        for name, checkout in programs().items():
            shutil.rmtree(folder / f"data-{checkout.name}", ignore_errors=True)
            for kind in ("cold", "warm"):
                costs.setdefault(f"{name}, {kind}", []).append(_cost(command, checkout, folder))
    for name, found in costs.items():
        times = sorted(cost.seconds for cost in found)
        peak = max(cost.peak for cost in found) / 1e6
        print(
            f"  {' '.join(_named(command))} ({name}): {median(times):.2f} s of the processor "
            f"({times[0]:.2f}-{times[-1]:.2f}), {peak:.0f} MB",
            flush=True,
        )


def _named(command: tuple[str, ...]) -> Iterator[str]:
    for word in command:
        yield Path(word).name


def _cost(command: tuple[str, ...], checkout: Path, folder: Path) -> Cost:
    process = subprocess.Popen(
        [sys.executable, "-m", "citeloom", *command],
        env=environment_of(checkout, folder),
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, _, used = os.wait4(process.pid, 0)
    process.returncode = 0
    peak = used.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return Cost(used.ru_utime + used.ru_stime, peak)
